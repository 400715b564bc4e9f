import { createHash } from 'node:crypto';
import { getOwn, type Json } from '../../model/json';
import type { CarriedPayload, PagePayload, Payload, SharedWords } from '../../model/payload';
import type { Texts } from '../../model/textKeys.g';

/** What documents leave out, as it is served: its text, and what names it. */
export interface ServedPart {
  hash: string;
  json: string;
}

/** Returns a part as it is served. */
export function servePart(part: object): ServedPart {
  const json = JSON.stringify(part);
  return { hash: createHash('sha256').update(json).digest('base64url').slice(0, 22), json };
}

/** The shared words of an institution in one language. */
interface ServedWords extends ServedPart {
  patterns: Readonly<Record<string, Json>>;
}

const known = new WeakMap<Texts, ServedWords>();

/** Where the shared words lie. */
export const sharedWordsPath = '/portal/words/:hash.json';

/** Returns the address of shared words. */
const buildWordsAddress = ({ hash }: ServedWords): string => sharedWordsPath.replace(':hash', hash);

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
  const made = { ...servePart(shared), patterns: shared.patterns };
  known.set(texts, made);
  return made;
}

const own = new WeakMap<PagePayload['patterns'], PagePayload['patterns']>();

/** Returns the patterns of a page without those that browsers have with the shared words. */
export function omitSharedPatterns(patterns: PagePayload['patterns'], { patterns: shared }: ServedWords): PagePayload['patterns'] {
  let left = own.get(patterns);
  if (!left) {
    left = Object.fromEntries(Object.entries(patterns).filter(([pattern]) => !Object.hasOwn(shared, pattern)));
    own.set(patterns, left);
  }
  return left;
}

/**
 * Returns a payload as its document carries it: with the address of the shared words in their place, and of its declaration.
 * @param declared the address; absent: the page carries its declaration itself
 */
export function carryPayload({ shell, page }: Payload, declared?: string): CarriedPayload {
  const words = getSharedWords(shell.texts, page.patterns);
  const { texts: _texts, ...frame } = shell;
  const { definition, cards, forms, validators, codelists, endpoints, patterns, ...shown } = page;
  const declaration = { definition, cards, forms, validators, codelists, endpoints, patterns: omitSharedPatterns(patterns, words) };
  return {
    shell: { ...frame, words: shell.prefix + buildWordsAddress(words) },
    page: { ...shown, ...(declared === undefined ? declaration : { declared }) },
  };
}
