import { createHash } from 'node:crypto';
import { resolve } from '../../model/pointer';
import { toStorableText } from '../statements';

/** Where a key counts: one field (a name or a JSON pointer) of one module of one tenant. */
type KeyScope = { tenant: string; module: string; field: string };

/** Longest value, in UTF-16 units, an index keeps; PostgreSQL refuses entries of more than about 2,700 bytes. */
const MAX_KEY_LENGTH = 200;

/** Returns the value a slot or a tag is stored and looked up under: storable, and short enough for an index. */
export function toKeyValue(value: string): string {
  return toStorableText(value.slice(0, MAX_KEY_LENGTH));
}

/** Returns the element of `tags` that stands for one value of a field. The scope in front lets one GIN index serve all modules. */
export function toTag({ tenant, module, field }: KeyScope, value: string): string {
  return `${tenant}/${module}/${toStorableText(field)}=${toKeyValue(value)}`;
}

/** Returns what every gram of a field begins with: a hash, because the scope itself would outweigh the one or two characters. */
export function toGramPrefix({ tenant, module, field }: KeyScope): string {
  const scope = JSON.stringify([tenant, module, field]);
  const found = prefixes.get(scope) ?? createHash('sha256').update(scope).digest('base64url').slice(0, 6);
  if (prefixes.size >= MOST_PREFIXES) prefixes.clear();
  prefixes.set(scope, found);
  return found;
}

/** Prefixes that were made already: of a million items it is the same. */
const prefixes = new Map<string, string>();
const MOST_PREFIXES = 1_000;

/**
 * Returns the unigrams and bigrams of texts, each once, to be stored behind the prefix of their field: lower-cased code points, not across
 * white space.
 */
export function collectGrams(texts: readonly string[]): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const word of texts.flatMap(splitWords)) {
    let before = '';
    for (const character of word) {
      grams.add(character);
      if (before !== '') grams.add(before + character);
      before = character;
    }
  }
  return grams;
}

/**
 * Returns the grams every text that contains `needle` must have: bigrams, and the unigrams of words of one character.
 * None when the needle is blank.
 */
export function collectNeededGrams(prefix: string, needle: string): string[] {
  const grams = splitWords(needle).flatMap((word) => {
    const characters = [...word];
    return characters.length === 1 ? characters : characters.slice(1).map((character, before) => `${characters[before]}${character}`);
  });
  return Array.from(new Set(grams), (gram) => prefix + gram);
}

function splitWords(text: string): string[] {
  return toStorableText(text)
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** Returns all texts and numbers at or below the place that a JSON Pointer addresses in a document; none where there is nothing. */
export function readTexts(doc: unknown, pointer: string): string[] {
  return flattenTexts(resolve(pointer, doc));
}

function flattenTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flattenTexts) : [];
}
