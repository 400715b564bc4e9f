import { createHash } from 'node:crypto';
import { getOwn, type Json } from '../../model/json';
import type { PagePayload, Payload, SharedWords } from '../../model/payload';
import type { Texts } from '../../model/textKeys.g';

/** The shared words of an institution in one language, as they are served. */
export interface ServedWords {
  hash: string;
  json: string;
  patterns: Readonly<Record<string, Json>>;
}

const known = new WeakMap<Texts, ServedWords>();

/** Where the shared words lie. */
export const sharedWordsPath = '/portal/words/:hash.json';

/** Returns the address of shared words. */
export const buildWordsAddress = ({ hash }: ServedWords): string => sharedWordsPath.replace(':hash', hash);

/**
 * Returns the texts that all pages of an institution share in a language, with the syntax trees of their patterns.
 * @param patterns the syntax trees of at least those
 */
export function getSharedWords(texts: Texts, patterns: Readonly<Record<string, unknown>>): ServedWords {
  const served = known.get(texts);
  if (served) return served;
  const parsed = Object.values(texts).flatMap((text): [string, Json][] => {
    const tree = text.includes('{') ? getOwn(patterns, text) : undefined;
    return tree === undefined ? [] : [[text, tree as Json]];
  });
  const shared: SharedWords = { texts, patterns: Object.fromEntries(parsed) };
  const json = JSON.stringify(shared);
  const made = { hash: createHash('sha256').update(json).digest('base64url').slice(0, 10), json, patterns: Object.fromEntries(parsed) };
  known.set(texts, made);
  return made;
}

const own = new WeakMap<PagePayload['patterns'], PagePayload['patterns']>();

/** Returns a page without the patterns that browsers have with the shared words. */
export function omitSharedPatterns(page: PagePayload, { patterns: shared }: ServedWords): PagePayload {
  let patterns = own.get(page.patterns);
  if (!patterns) {
    patterns = Object.fromEntries(Object.entries(page.patterns).filter(([pattern]) => !Object.hasOwn(shared, pattern)));
    own.set(page.patterns, patterns);
  }
  return { ...page, patterns };
}

/** Returns a payload as its document carries it: with the address of the shared words in their place. */
export function referToWords({ shell, page }: Payload): Payload {
  const words = getSharedWords(shell.texts, page.patterns);
  return { shell: { ...shell, texts: {}, words: shell.prefix + buildWordsAddress(words) }, page: omitSharedPatterns(page, words) };
}
