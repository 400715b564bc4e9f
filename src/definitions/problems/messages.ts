import type { FilePlace } from '../language/document';
import { createError, createWarning, formatPlace, type Fault } from './fault';
import { joinNames, joinQuoted, quote, suggest } from './wording';

export * from './fault';
export * from './referenceMessages';

// Files
export const notJson = (words: string): Fault => createError('not-json', `This is not JSON: ${words}.`);
export const noObject = (): Fault =>
  createError('not-json', 'This is not JSON: a definition is a JSON object, which starts with { and ends with }.');
export const emptyFile = (): Fault => createError('empty-file', 'The file is empty; expected a JSON object.');
export const notAnObject = (found: unknown): Fault => createError('not-an-object', `Expected a JSON object, found ${quote(found)}.`);
export const byteOrderMark = (): Fault =>
  createError('byte-order-mark', 'The file starts with a byte order mark; save it as UTF-8 without one.');
export const invalidUtf8 = (): Fault => createError('invalid-utf-8', 'The file is not UTF-8 from here on; save it as UTF-8.');
export const tooDeep = (max: number): Fault => createError('too-deep', `Lists and objects are nested more than ${max} deep here.`);
export const tooLarge = (bytes: number, max: number): Fault =>
  createError('too-large', `The file has ${bytes} bytes; at most ${max} are read.`);
export const forbiddenKey = (key: string): Fault => createError('forbidden-key', `"${key}" cannot be the name of anything.`);
export const duplicateKey = (key: string, first: FilePlace): Fault =>
  createError('duplicate-key', `"${key}" stands here a second time; the first is at ${formatPlace(first)}.`);
export const unreadable = (what: string): Fault => createError('unreadable', `Cannot be read: ${what}.`);
export const missingFile = (institution: string): Fault =>
  createError(
    'missing-file',
    `The file is missing: an institution says in it at least its "hosts", "code" and "fid". If "${institution}" is no institution, its folder does not belong here.`,
  );
export const badFileName = (name: string): Fault =>
  createError('bad-file-name', `"${name}" cannot be a name: expected a small letter, then letters and digits.`);
export const unknownFile = (name: string, known: string[], belongs?: string): Fault =>
  createWarning(
    'unknown-file',
    `Nothing reads this file; expected ${joinNames(known)}.${belongs === undefined ? suggest(name, known) : ` Perhaps it belongs into ${belongs}.`}`,
  );
export const explainOnlyPatched = (institution: string): string => ` It is so only with the patches of tenants/${institution}.`;

// Shapes
/** @param within keys of the same part in which it would be known */
export const unknownKey = (key: string, known: string[], within: string[] = []): Fault => {
  const belongs =
    within.length === 0 || known.some((name) => suggest(key, [name]) !== '') ? '' : ` It belongs into ${joinNames(within.map(quote))}.`;
  return createError('unknown-key', `Unknown key "${key}".${belongs || suggest(key, known)} Allowed here: ${joinNames(known, 'and')}.`);
};
interface Misspelling {
  name: string;
  siblings: string[];
}
const suggestMisspelt = (found: Misspelling | undefined): string =>
  found ? ` There is no "${found.name}" below this file to change.${suggest(found.name, found.siblings)}` : '';
export const missingKey = (keys: string[], what: string, misspelt?: Misspelling): Fault =>
  createError('missing-key', `${what} needs ${joinQuoted(keys)}.${suggestMisspelt(misspelt)}`);
/** @param meant what was probably meant, as it is written in JSON */
export const wrongType = (expected: string, found: unknown, meant?: string): Fault =>
  createError('wrong-type', `Expected ${expected}, found ${quote(found)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
export const notAllowed = (allowed: unknown[], found: unknown): Fault =>
  createError('not-allowed', `Expected ${joinNames(allowed.map(quote))}, found ${quote(found)}.${suggest(found, allowed)}`);
export const unknownKind = (key: string, kinds: string[], found: unknown): Fault =>
  createError('unknown-kind', `Unknown ${key} ${quote(found)}.${suggest(found, kinds)} Expected one of ${joinNames(kinds)}.`);
/** @param meant what was probably meant, as it is written in JSON */
export const badForm = (expected: string, found: unknown, meant?: string): Fault =>
  createError('bad-form', `Expected ${expected}, found ${quote(found)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
export const badName = (found: string, expected: string, meant?: string): Fault =>
  createError(
    'bad-name',
    `"${found}" cannot be a name here: expected ${expected}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
  );
export const outOfRange = (expected: string, found: unknown): Fault =>
  createError('out-of-range', `Expected ${expected}, found ${quote(found)}.`);
export const nullInDefinition = (): Fault =>
  createError('null-in-definition', 'A definition contains no null; null removes something in a patch only.');
export const nullInTest = (): Fault =>
  createError('null-in-definition', 'Nothing is compared with null; { "present": false } asks for nothing to be there.');
export const moreProblems = (count: number): Fault => createError('more-problems', `${count} more problems in this file are not shown.`);

// Overlay
export const removesNothing = (key: string, known: string[]): Fault =>
  createError('removes-nothing', `There is no "${key}" here to remove.${suggest(key, known)}`);
export const changesNothing = (key: string, known: string[]): Fault =>
  createError('changes-nothing', `There is no "${key}" here to change, and nothing is added.${suggest(key, known)}`);
export const unknownSibling = (key: string, name: string, known: string[]): Fault =>
  createError('unknown-sibling', `"${key}" names "${name}", which is not beside it.${suggest(name, known)}`);
export const orderCycle = (names: string[]): Fault =>
  createError(
    'order-cycle',
    `${joinQuoted(names)} ${names.length === 1 ? 'cannot stand before or after itself' : 'wait for each other with before and after'}.`,
  );
export const unknownModulePatch = (name: string, known: string[]): Fault =>
  createError(
    'unknown-module',
    `There is no module "${name}" to change.${suggest(name, known)} A module of the institution's own has at least "title" and "pages".`,
  );
export const tooManyAlternatives = (part: string, given: { key: string; place: FilePlace }[], allowed: string[]): Fault => {
  const [last, others] = [given.at(-1), given.slice(0, -1)];
  const isOfOneFile = others.every(({ place }) => place.file === last?.place.file);
  const names = joinQuoted(others.map(({ key }) => key));
  return createError(
    'too-many-alternatives',
    `${part} takes one of ${joinNames(allowed)}, but has ${given.map(({ key, place }) => `"${key}" (${formatPlace(place)})`).join(' and ')}; ${isOfOneFile ? `take ${names} away` : `set ${names} to null`} to keep "${last?.key}".`,
  );
};
export const missingAlternative = (part: string, allowed: string[], misspelt?: Misspelling): Fault =>
  createError('missing-alternative', `${part} needs one of ${joinNames(allowed)}.${suggestMisspelt(misspelt)}`);
export const missingKind = (what: string, key: string, kinds: string[], misspelt?: Misspelling): Fault =>
  createError('missing-key', `${what} needs "${key}": ${joinNames(kinds)}.${suggestMisspelt(misspelt)}`);

export const fragmentUses = (): Fault =>
  createError('fragment-uses', 'A fragment cannot use others; a page names all of them in its own "use".');
export const weakened = (key: string): Fault => createError('weakened', `A patch cannot change "${key}" of what the module defines.`);

export const missingConsent = (): Fault =>
  createError(
    'missing-consent',
    'The server takes no ID number without the separate consent of who hands it in; add to "fields" { "field": "checkbox", "label": "/texts/idNumberConsent", "hint": "/consents/item/idNumber/words", "required": "/texts/consentMissing", "when": { "/consents/item/idNumber/needed": true }, "consent": "idNumber", "version": "/consents/item/idNumber/version" }, and to the "loads" of the page "consents": { "source": "consent:mine" }.',
  );
