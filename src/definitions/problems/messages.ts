import { closest, distance } from 'fastest-levenshtein';
import type { Problem, Severity } from '../../model/problem';
import type { FilePlace, Locate, MemberPart } from '../language/document';
import { formatPointer } from '../../model/pointer';

/** What is wrong, without where: every wording of this room is one function here. */
export interface Fault {
  code: string;
  severity: Severity;
  message: string;
}

/** Reports a fault at a path of a definition, at the name or the value that stands there. */
export type Report = (path: readonly string[], fault: Fault, part?: MemberPart) => void;

/** More Problems of one file than this are noise. */
export const maxProblemsPerFile = 100;

/** Puts a fault at a place. */
export const problem = ({ file, line, column }: FilePlace, path: string, fault: Fault): Problem => ({ file, line, column, path, ...fault });

/** Puts a fault at a file as a whole. */
export const problemOfFile = (file: string, fault: Fault): Problem => problem({ file, line: 1, column: 1 }, '', fault);

/** Puts a fault where the name or the value that a path of a definition leads to was written. */
export const problemAt = (locate: Locate, path: readonly string[], fault: Fault, part?: MemberPart): Problem =>
  problem(locate(path, part), formatPointer(path), fault);

/** Returns a list and what adds the Problems of a definition to it. */
export function collectProblems(locate: Locate): { problems: Problem[]; report: Report } {
  const problems: Problem[] = [];
  return { problems, report: (path, fault, part) => void problems.push(problemAt(locate, path, fault, part)) };
}

/** Returns the known name that is most like a misspelt one, or undefined when none is like it. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const names = [...known].filter((entry) => entry.length <= 80);
  if (names.length === 0 || name.length > 80) return undefined;
  const sameLetters = names.find((entry) => entry.toLowerCase() === name.toLowerCase());
  if (sameLetters !== undefined) return sameLetters;
  const cut = names.filter((entry) => entry.length > 2 && name.length > 2 && (entry.startsWith(name) || name.startsWith(entry)));
  const best = closest(name, cut.length > 0 ? cut : names);
  const apart = distance(name, best);
  return cut.length > 0 || (apart < Math.min(name.length, best.length) && apart <= Math.max(2, Math.floor(best.length * 0.4)))
    ? best
    : undefined;
}

const error = (code: string, message: string): Fault => ({ code, severity: 'error', message });
const warning = (code: string, message: string): Fault => ({ code, severity: 'warning', message });

function quote(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function joinNames(names: Iterable<string>, conjunction = 'or'): string {
  const all = [...names];
  if (all.length === 0) return 'none';
  if (all.length > 24) return `${all.slice(0, 24).join(', ')} and ${all.length - 24} more`;
  return all.length === 1 ? String(all[0]) : `${all.slice(0, -1).join(', ')} ${conjunction} ${all.at(-1)}`;
}

/** Joins names that stand in quotes. */
function joinQuoted(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return joinNames(quoted, 'and');
}

function suggest(name: unknown, known: Iterable<unknown>): string {
  const names = [...known].filter((entry) => typeof entry === 'string');
  const best = typeof name === 'string' ? nearest(name, names) : undefined;
  return best === undefined ? '' : ` Did you mean "${best}"?`;
}

const where = (place: FilePlace): string => `${place.file}:${place.line}:${place.column}`;

const jsonErrors: Record<string, string> = {
  InvalidSymbol: 'an unknown word',
  InvalidNumberFormat: 'a malformed number',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is more after the end',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a text is not closed',
  UnexpectedEndOfNumber: 'a number is not finished',
  InvalidUnicode: 'a malformed \\u escape',
  InvalidEscapeCharacter: 'an unknown escape',
  InvalidCharacter: 'a control character in a text',
};

// Files
/** What stands where JSON has something else, in the words of who typed it. */
const foundInstead: readonly [test: RegExp, words: string][] = [
  [/^[\u2018-\u201f\uff02\uff07\u300c\u300d]/, 'this is a Chinese quotation mark; names and texts stand in plain double quotes (")'],
  [/^'/, 'names and texts stand in double quotes ("), not in single ones'],
  [/^[\uff0c\uff1a\uff5b\uff5d\uff3b\uff3d\u3001\uff1b]/, 'this is full-width punctuation; JSON has plain , : { } [ ]'],
  [/^(?:True|False|None|undefined|NaN)\b/, 'expected true, false, a number, a text, a list or an object'],
  [/^\u0000/, 'the file is no UTF-8 text; save it as UTF-8'],
];
export const notJson = (reason: string, before = '', found = ''): Fault => {
  const spoiled = foundInstead.find(([test]) => test.test(found))?.[1];
  const surplus = /,\s*$/.test(before) && /^[\]},]/.test(found) ? 'there is a comma too many before this' : undefined;
  const cut =
    found.trim() === '' && reason !== 'CommaExpected' ? 'the file ends too early; something opened above is not closed' : undefined;
  return error('not-json', `This is not JSON: ${spoiled ?? surplus ?? cut ?? jsonErrors[reason] ?? 'a mistake in its syntax'}.`);
};
export const emptyFile = (): Fault => error('empty-file', 'The file is empty; expected a JSON object.');
export const notAnObject = (found: unknown): Fault => error('not-an-object', `Expected a JSON object, found ${quote(found)}.`);
export const byteOrderMark = (): Fault => error('byte-order-mark', 'The file starts with a byte order mark; save it as UTF-8 without one.');
export const invalidUtf8 = (): Fault => error('invalid-utf-8', 'The file is not UTF-8 from here on; save it as UTF-8.');
export const tooDeep = (max: number): Fault => error('too-deep', `Lists and objects are nested more than ${max} deep here.`);
export const tooLarge = (bytes: number, max: number): Fault => error('too-large', `The file has ${bytes} bytes; at most ${max} are read.`);
export const forbiddenKey = (key: string): Fault => error('forbidden-key', `"${key}" cannot be the name of anything.`);
export const duplicateKey = (key: string, first: FilePlace): Fault =>
  error('duplicate-key', `"${key}" stands here a second time; the first is at ${where(first)}.`);
export const unreadable = (what: string): Fault => error('unreadable', `Cannot be read: ${what}.`);
export const missingFile = (institution: string): Fault =>
  error(
    'missing-file',
    `The file is missing: an institution says in it at least its "hosts", "code" and "fid". If "${institution}" is no institution, its folder does not belong here.`,
  );
export const badFileName = (name: string): Fault =>
  error('bad-file-name', `"${name}" cannot be a name: expected a small letter, then letters and digits.`);
export const unknownFile = (name: string, known: string[], belongs?: string): Fault =>
  warning(
    'unknown-file',
    `Nothing reads this file; expected ${joinNames(known)}.${belongs === undefined ? suggest(name, known) : ` Perhaps it belongs into ${belongs}.`}`,
  );
export const onlyPatched = (institution: string): string => ` It is so only with the patches of tenants/${institution}.`;

// Shapes
export const unknownKey = (key: string, known: string[]): Fault =>
  error('unknown-key', `Unknown key "${key}".${suggest(key, known)} Allowed here: ${joinNames(known, 'and')}.`);
interface Misspelling {
  name: string;
  siblings: string[];
}
const suggestMisspelt = (found: Misspelling | undefined): string =>
  found ? ` There is no "${found.name}" below this file to change.${suggest(found.name, found.siblings)}` : '';
export const missingKey = (keys: string[], what: string, misspelt?: Misspelling): Fault =>
  error('missing-key', `${what} needs ${joinQuoted(keys)}.${suggestMisspelt(misspelt)}`);
export const wrongType = (expected: string, found: unknown): Fault => error('wrong-type', `Expected ${expected}, found ${quote(found)}.`);
export const notAllowed = (allowed: unknown[], found: unknown): Fault =>
  error('not-allowed', `Expected ${joinNames(allowed.map(quote))}, found ${quote(found)}.${suggest(found, allowed)}`);
export const unknownKind = (key: string, kinds: string[], found: unknown): Fault =>
  error('unknown-kind', `Unknown ${key} ${quote(found)}.${suggest(found, kinds)} Expected one of ${joinNames(kinds)}.`);
export const badForm = (expected: string, found: unknown): Fault => error('bad-form', `Expected ${expected}, found ${quote(found)}.`);
export const badName = (found: string, expected: string): Fault =>
  error('bad-name', `"${found}" cannot be a name here: expected ${expected}.`);
export const outOfRange = (expected: string, found: unknown): Fault =>
  error('out-of-range', `Expected ${expected}, found ${quote(found)}.`);
export const nullInDefinition = (): Fault =>
  error('null-in-definition', 'A definition contains no null; null removes something in a patch only.');
export const moreProblems = (count: number): Fault => error('more-problems', `${count} more problems in this file are not shown.`);

// Overlay
export const removesNothing = (key: string, known: string[]): Fault =>
  error('removes-nothing', `There is no "${key}" here to remove.${suggest(key, known)}`);
export const changesNothing = (key: string, known: string[]): Fault =>
  error('changes-nothing', `There is no "${key}" here to change, and nothing is added.${suggest(key, known)}`);
export const unknownSibling = (key: string, name: string, known: string[]): Fault =>
  error('unknown-sibling', `"${key}" names "${name}", which is not beside it.${suggest(name, known)}`);
export const orderCycle = (names: string[]): Fault =>
  error(
    'order-cycle',
    `${joinQuoted(names)} ${names.length === 1 ? 'cannot stand before or after itself' : 'wait for each other with before and after'}.`,
  );
export const unknownModulePatch = (name: string, known: string[]): Fault =>
  error('unknown-module', `There is no module "${name}" to change.${suggest(name, known)}`);
export const tooManyAlternatives = (part: string, given: { key: string; place: FilePlace }[], allowed: string[]): Fault =>
  error(
    'too-many-alternatives',
    `${part} takes one of ${joinNames(allowed)}, but has ${given.map(({ key, place }) => `"${key}" (${where(place)})`).join(' and ')}; set ${joinQuoted(given.slice(0, -1).map(({ key }) => key))} to null to keep "${given.at(-1)?.key}".`,
  );
export const missingAlternative = (part: string, allowed: string[], misspelt?: Misspelling): Fault =>
  error('missing-alternative', `${part} needs one of ${joinNames(allowed)}.${suggestMisspelt(misspelt)}`);
export const missingKind = (what: string, key: string, kinds: string[], misspelt?: Misspelling): Fault =>
  error('missing-key', `${what} needs "${key}": ${joinNames(kinds)}.${suggestMisspelt(misspelt)}`);

export const fragmentUses = (): Fault => error('fragment-uses', 'A fragment cannot use others; a page names all of them in its own "use".');
export const weakened = (key: string): Fault => error('weakened', `A patch cannot change "${key}" of what the module defines.`);

// References
export const unknownRoot = (name: string, known: string[], within?: string): Fault =>
  error(
    'unknown-root',
    `Nothing here is called "${name}".${within === undefined ? suggest(name, known) : ` Did you mean "/${within}/${name}"?`} A reference starts with ${joinNames(known.map((root) => `/${root}`))}.`,
  );
export const unknownField = (name: string, within: string, known: string[]): Fault =>
  error('unknown-field', `There is no "${name}" in ${within}.${suggest(name, known)} Known there: ${joinNames(known, 'and')}.`);
export const notAnIndex = (name: string, within: string): Fault =>
  error('unknown-field', `${within} is a list; expected the number of an entry, found "${name}".`);
export const noFieldsWithin = (within: string, name: string, type: string): Fault =>
  error('unknown-field', `${within} is of type ${type} and has no "${name}" in it.`);
export const privateField = (reference: string): Fault => error('private-field', `${reference} is private and never leaves the server.`);
export const notText = (reference: string, type: string): Fault =>
  error('not-text', `${reference} is of type ${type}; expected a text, or a list or an object with texts in it.`);
export const notAList = (reference: string, within?: string): Fault =>
  error('not-a-list', `${reference} is no list.${within === undefined ? '' : ` Did you mean "${reference}/${within}"?`}`);
export const unusedText = (name: string, known: string[]): Fault =>
  warning('unused-text', `The portal has no text "${name}", and nothing refers to it.${suggest(name, known)}`);
export const foreignArgument = (argument: string, known: readonly string[]): Fault => {
  const taken = known.map((name) => `{${name}}`);
  return error(
    'unbound-variable',
    `"${argument}" has no value in this text.${suggest(argument, known)} It takes ${joinNames(taken, 'and')}.`,
  );
};
export const notRichText = (what: string): Fault =>
  error(
    'not-rich-text',
    `${what} is no rich text that the server sanitises; expected a field of an item with "contentMediaType": "text/html", or another way to show it ("format": "stripped", a section "text").`,
  );
export const unknownName = (what: string, name: string, known: string[]): Fault =>
  error(`unknown-${what.replace(/ /g, '-')}`, `There is no ${what} "${name}".${suggest(name, known)} Known: ${joinNames(known, 'and')}.`);
export const noSuchContent = (kind: 'dictionary' | 'slot', name: string, known: string[]): Fault =>
  warning(
    `unknown-${kind}`,
    `No settings have the ${kind === 'slot' ? 'ad slot' : kind} "${name}".${suggest(name, known)} It is written under "${kind === 'slot' ? 'slots' : 'dictionaries'}" of schemas/tenant.json or of an institution's tenant.json.`,
  );
export const badTemplate = (reason: string): Fault => error('bad-template', `Not a URI Template that can be used here: ${reason}.`);
export const unboundVariable = (name: string, roots: string[], known: string[]): Fault =>
  error(
    'unbound-variable',
    `"${name}" has no value: it is not in "with"${roots.length === 0 ? '' : `, and ${joinNames(roots, 'and')} ${roots.length > 1 ? 'do' : 'does'} not declare it`}.${suggest(name, known)}`,
  );
export const unusedWith = (name: string, known: string[]): Fault =>
  warning('unused-with', `Nothing takes "${name}".${suggest(name, known)}`);
export const noSuchPage = (path: string, known: string[]): Fault =>
  warning('no-such-page', `No module has a page ${path}.${suggest(path, known)}`);
export const badPattern = (reason: string): Fault => error('bad-message', `Not an ICU MessageFormat pattern: ${reason}.`);
export const badExpression = (reason: string): Fault => error('bad-pattern', `The pattern cannot be used: ${reason}.`);
export const loadCycle = (names: string[]): Fault => error('load-cycle', `The loads ${joinNames(names, 'and')} wait for each other.`);
export const loadTooDeep = (name: string): Fault =>
  error('load-too-deep', `The load "${name}" waits for one that waits for another; at most two may follow each other.`);
export const reservedName = (what: string, name: string, reserved: string[]): Fault =>
  error('reserved-name', `${what} cannot be called "${name}": ${joinNames(reserved, 'and')} have a meaning of their own in addresses.`);
export const takenName = (name: string): Fault =>
  error('taken-name', `The item has a field "${name}"; a list that comes along needs a name of its own.`);
export const unreachableCase = (earlier: string): Fault =>
  warning('unreachable-case', `Never reached: the case "${earlier}" before it always holds. Put it before that one, or use otherwise.`);
export const overlappingReply = (key: string, other: string, place: FilePlace): Fault =>
  error('overlapping-reply', `"${key}" lies in, around or on "${other}" (${where(place)}), so no reply can hold both.`);
export const unwritableReply = (reference: string): Fault =>
  error('unwritable-reply', `${reference} cannot be written in a reply: numbers of entries and empty names cannot be made up.`);
export const duplicateEndpoint = (method: string, template: string, other: string, place: FilePlace): Fault =>
  error('duplicate-endpoint', `${method} ${template} is also "${other}" (${where(place)}).`);
export const duplicatePath = (path: string, other: string, place: FilePlace): Fault =>
  error('duplicate-path', `${path} is also the address of "${other}" (${where(place)}).`);
export const duplicateRouteId = (id: number, other: string, place: FilePlace): Fault =>
  error('duplicate-route-id', `${id} is also the number of "${other}" (${where(place)}).`);
export const duplicateColumn = (id: string, place: FilePlace): Fault =>
  error('duplicate-column', `The column id "${id}" is used before (${where(place)}).`);
export const duplicateHost = (host: string, tenant: string, place: FilePlace): Fault =>
  error('duplicate-host', `The host ${host} also belongs to "${tenant}" (${where(place)}).`);
export const unknownRouteId = (id: number): Fault =>
  warning('unknown-route-id', `No module has the number ${id}; the entry stays without an address.`);
export const tooManySortFields = (fields: string[]): Fault =>
  error(
    'too-many-sort-fields',
    `At most two fields besides the time can be sorted or taken as ranges; these are ${joinNames(fields, 'and')}.`,
  );
export const needsContext = (what: string, needs: string): Fault => error('missing-key', `${what} needs ${needs}.`);
export const neverFilledIn = (name: string, module: string): Fault =>
  error(
    'never-filled-in',
    `The item of ${module} must have "${name}", but no field of the form is sent under this name and "set" does not fill it in.`,
  );
