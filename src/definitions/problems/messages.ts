import type { Problem, Severity } from '../../model/problem';
import { startOf, type FilePlace, type Locate, type MemberPart } from '../language/document';
import { formatPointer } from '../../model/pointer';
import { explainSyntax } from './syntax';
import { joinNames, joinQuoted, quote, suggest } from './wording';

/** What is wrong, without where: every wording of this room is one function here, named for the fault: `report(path, unknownKey(...))`. */
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
export const createProblem = (place: FilePlace, path: string, fault: Fault): Problem => ({ ...place, path, ...fault });

/** Puts a fault at a file as a whole. */
export const createFileProblem = (file: string, fault: Fault): Problem => createProblem(startOf(file), '', fault);

/** Puts a fault where the name or the value that a path of a definition leads to was written. */
export const createProblemAt = (locate: Locate, path: readonly string[], fault: Fault, part?: MemberPart): Problem =>
  createProblem(locate(path, part), formatPointer(path), fault);

/** Returns a list and what adds the Problems of a definition to it. */
export function collectProblems(locate: Locate): { problems: Problem[]; report: Report } {
  const problems: Problem[] = [];
  return { problems, report: (path, fault, part) => void problems.push(createProblemAt(locate, path, fault, part)) };
}

const createError = (code: string, message: string): Fault => ({ code, severity: 'error', message });
const createWarning = (code: string, message: string): Fault => ({ code, severity: 'warning', message });

const formatPlace = (place: FilePlace): string => `${place.file}:${place.line}:${place.column}`;

// Files
export const notJson = (reason: string, before?: string, found?: string): Fault =>
  createError('not-json', `This is not JSON: ${explainSyntax(reason, before, found)}.`);
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
export const unknownKey = (key: string, known: string[]): Fault =>
  createError('unknown-key', `Unknown key "${key}".${suggest(key, known)} Allowed here: ${joinNames(known, 'and')}.`);
interface Misspelling {
  name: string;
  siblings: string[];
}
const suggestMisspelt = (found: Misspelling | undefined): string =>
  found ? ` There is no "${found.name}" below this file to change.${suggest(found.name, found.siblings)}` : '';
export const missingKey = (keys: string[], what: string, misspelt?: Misspelling): Fault =>
  createError('missing-key', `${what} needs ${joinQuoted(keys)}.${suggestMisspelt(misspelt)}`);
export const wrongType = (expected: string, found: unknown): Fault =>
  createError('wrong-type', `Expected ${expected}, found ${quote(found)}.`);
export const notAllowed = (allowed: unknown[], found: unknown): Fault =>
  createError('not-allowed', `Expected ${joinNames(allowed.map(quote))}, found ${quote(found)}.${suggest(found, allowed)}`);
export const unknownKind = (key: string, kinds: string[], found: unknown): Fault =>
  createError('unknown-kind', `Unknown ${key} ${quote(found)}.${suggest(found, kinds)} Expected one of ${joinNames(kinds)}.`);
export const badForm = (expected: string, found: unknown): Fault => createError('bad-form', `Expected ${expected}, found ${quote(found)}.`);
export const badName = (found: string, expected: string): Fault =>
  createError('bad-name', `"${found}" cannot be a name here: expected ${expected}.`);
export const outOfRange = (expected: string, found: unknown): Fault =>
  createError('out-of-range', `Expected ${expected}, found ${quote(found)}.`);
export const nullInDefinition = (): Fault =>
  createError('null-in-definition', 'A definition contains no null; null removes something in a patch only.');
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
export const tooManyAlternatives = (part: string, given: { key: string; place: FilePlace }[], allowed: string[]): Fault =>
  createError(
    'too-many-alternatives',
    `${part} takes one of ${joinNames(allowed)}, but has ${given.map(({ key, place }) => `"${key}" (${formatPlace(place)})`).join(' and ')}; set ${joinQuoted(given.slice(0, -1).map(({ key }) => key))} to null to keep "${given.at(-1)?.key}".`,
  );
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

// References
export const unknownRoot = (name: string, known: string[], within?: string): Fault =>
  createError(
    'unknown-root',
    `Nothing here is called "${name}".${within === undefined ? suggest(name, known) : ` Did you mean "/${within}/${name}"?`} A reference starts with ${joinNames(known.map((root) => `/${root}`))}.`,
  );
export const unknownField = (name: string, within: string, known: string[]): Fault =>
  createError('unknown-field', `There is no "${name}" in ${within}.${suggest(name, known)} Known there: ${joinNames(known, 'and')}.`);
export const notAnIndex = (name: string, within: string): Fault =>
  createError('unknown-field', `${within} is a list; expected the number of an entry, found "${name}".`);
export const noFieldsWithin = (within: string, name: string, type: string): Fault =>
  createError('unknown-field', `${within} is of type ${type} and has no "${name}" in it.`);
export const privateField = (reference: string): Fault =>
  createError('private-field', `${reference} is private and never leaves the server.`);
export const notText = (reference: string, type: string): Fault =>
  createError('not-text', `${reference} is of type ${type}; expected a text, or a list or an object with texts in it.`);
export const notAList = (reference: string, within?: string): Fault =>
  createError('not-a-list', `${reference} is no list.${within === undefined ? '' : ` Did you mean "${reference}/${within}"?`}`);
export const unusedText = (name: string, known: string[]): Fault =>
  createWarning('unused-text', `The portal has no text "${name}", and nothing refers to it.${suggest(name, known)}`);
export const foreignArgument = (argument: string, known: readonly string[]): Fault => {
  const taken = known.map((name) => `{${name}}`);
  return createError(
    'unbound-variable',
    `"${argument}" has no value in this text.${suggest(argument, known)} It takes ${joinNames(taken, 'and')}.`,
  );
};
export const notRichText = (what: string): Fault =>
  createError(
    'not-rich-text',
    `${what} is no rich text that the server sanitises; expected a field of an item with "contentMediaType": "text/html", or another way to show it ("format": "stripped", a section "text").`,
  );
export const unknownName = (what: string, name: string, known: string[]): Fault =>
  createError(
    `unknown-${what.replace(/ /g, '-')}`,
    `There is no ${what} "${name}".${suggest(name, known)} Known: ${joinNames(known, 'and')}.`,
  );
export const noSuchContent = (kind: 'dictionary' | 'slot', name: string, known: string[]): Fault =>
  createWarning(
    `unknown-${kind}`,
    `No settings have the ${kind === 'slot' ? 'ad slot' : kind} "${name}".${suggest(name, known)} It is written under "${kind === 'slot' ? 'slots' : 'dictionaries'}" of schemas/tenant.json or of an institution's tenant.json.`,
  );
export const badTemplate = (reason: string): Fault => createError('bad-template', `Not a URI Template that can be used here: ${reason}.`);
export const unboundVariable = (name: string, roots: string[], known: string[]): Fault =>
  createError(
    'unbound-variable',
    `"${name}" has no value: it is not in "with"${roots.length === 0 ? '' : `, and ${joinNames(roots, 'and')} ${roots.length > 1 ? 'do' : 'does'} not declare it`}.${suggest(name, known)}`,
  );
export const unusedWith = (name: string, known: string[]): Fault =>
  createWarning('unused-with', `Nothing takes "${name}".${suggest(name, known)}`);
export const noSuchPage = (path: string, known: string[]): Fault =>
  createWarning('no-such-page', `No module has a page ${path}.${suggest(path, known)}`);
export const badPattern = (reason: string): Fault => createError('bad-message', `Not an ICU MessageFormat pattern: ${reason}.`);
export const badRegularExpression = (reason: string): Fault => createError('bad-pattern', `The pattern cannot be used: ${reason}.`);
export const badExpression = (reason: string): Fault => createError('bad-expression', `The expression cannot be used: ${reason}.`);
export const badOperation = (name: string, source: string, found: string[], ...ways: string[][]): Fault => {
  const takes = ways.map((way) => joinNames(way, 'and')).join(', or ');
  return badExpression(`in ${quote(source)} "${name}" is given ${joinNames(found, 'and')}; it takes ${takes}`);
};
export const contradiction = (least: string, low: unknown, most: string, high: unknown): Fault =>
  createError('contradiction', `Nothing satisfies both: "${least}" is ${quote(low)}, "${most}" ${quote(high)}.`);
export const equalValue = (name: string, other: string): Fault =>
  createError('equal-value', `"${name}" has the value of "${other}", so one of them can never be told from the other.`);
export const neverOffered = (value: unknown, known: readonly unknown[]): Fault =>
  createWarning(
    'never-offered',
    `${quote(value)} is never chosen there: the choices are ${joinNames(known.map(quote), 'and')}.${suggest(value, known)}`,
  );
export const neverOfType = (value: unknown, type: string): Fault =>
  createWarning('wrong-constant', `What stands there is of type ${type}, so it is never ${quote(value)}.`);
export const emptyText = (): Fault =>
  createWarning('empty-text', 'There are no words here; what is not to be said is taken away with null.');
export const badMoment = (found: string, format: string): Fault =>
  createError('bad-form', `Expected a moment in the form "${format}" that there is, found ${quote(found)}.`);
export const neededModule = (name: string): Fault =>
  createError('needed-module', `The portal cannot do without the module "${name}"; expected true.`);
export const filterCycle = (names: string[]): Fault =>
  createError('filter-cycle', `The filters ${joinQuoted(names)} depend on each other, so none of them is ever there.`);
export const unsafeAddress = (address: string): Fault =>
  createError(
    'unsafe-address',
    `${quote(address)} is no address that a link can have: expected one of this portal (/…), https://, http://, mailto: or tel:.`,
  );
export const reservedPath = (path: string, reserved: string[]): Fault =>
  createError('reserved-path', `${path} can be no page: what begins with ${joinNames(reserved)} is answered by the portal itself.`);
export const needlessPatch = (found: unknown): Fault =>
  createWarning('changes-nothing', `This is ${quote(found)} already, so the patch changes nothing here.`);
export const duplicateCode = (key: string, value: string, tenant: string, place: FilePlace): Fault =>
  createError('duplicate-code', `The ${key} ${value} also belongs to "${tenant}" (${formatPlace(place)}).`);
export const duplicateEntry = (what: string, place: FilePlace): Fault =>
  createWarning('duplicate-entry', `The menu leads to ${what} twice; the first is at ${formatPlace(place)}.`);
export const faintColour = (color: string, contrast: number, least: number): Fault =>
  createWarning(
    'faint-colour',
    `${color} has a contrast of ${contrast.toFixed(1)} on white, less than ${least}: words are shown darker than this.`,
  );
export const missingQuery = (path: string, names: string[]): Fault =>
  createWarning('missing-query', `The page ${path} needs ${joinQuoted(names)} in its address, which this link does not give it.`);
export const viewerOnPublicPage = (name: string): Fault =>
  createWarning(
    'public-page',
    `The call "${name}" is a member's own, but the page does not have "requires": "login": visitors who have not logged in see nothing.`,
  );
export const emptyStep = (name: string): Fault => createWarning('empty-step', `No field belongs to the step "${name}".`);
export const unknownQuery = (path: string, name: string, known: readonly string[]): Fault =>
  createWarning('unknown-query', `The page ${path} knows no "${name}" in its address.${suggest(name, known)}`);
export const calculatedLater = (name: string): Fault =>
  createError(
    'calculated-later',
    `"${name}" is worked out later; values are worked out in the order of the fields, so it has to stand before.`,
  );
export const loadCycle = (names: string[]): Fault => createError('load-cycle', `The loads ${joinNames(names, 'and')} wait for each other.`);
export const loadTooDeep = (name: string): Fault =>
  createError('load-too-deep', `The load "${name}" waits for one that waits for another; at most two may follow each other.`);
export const reservedName = (what: string, name: string, reserved: string[]): Fault =>
  createError(
    'reserved-name',
    `${what} cannot be called "${name}": ${joinNames(reserved, 'and')} have a meaning of their own in addresses.`,
  );
export const takenName = (name: string): Fault =>
  createError('taken-name', `The item has a field "${name}"; a list that comes along needs a name of its own.`);
export const unreachableCase = (earlier: string): Fault =>
  createWarning(
    'unreachable-case',
    `Never reached: the case "${earlier}" before it always holds. Put it before that one, or use otherwise.`,
  );
export const overlappingReply = (key: string, other: string, place: FilePlace): Fault =>
  createError('overlapping-reply', `"${key}" lies in, around or on "${other}" (${formatPlace(place)}), so no reply can hold both.`);
export const unwritableReply = (reference: string): Fault =>
  createError('unwritable-reply', `${reference} cannot be written in a reply: numbers of entries and empty names cannot be made up.`);
export const duplicateEndpoint = (method: string, template: string, other: string, place: FilePlace): Fault =>
  createError('duplicate-endpoint', `${method} ${template} is also "${other}" (${formatPlace(place)}).`);
export const duplicatePath = (path: string, other: string, place: FilePlace): Fault =>
  createError('duplicate-path', `${path} is also the address of "${other}" (${formatPlace(place)}).`);
export const duplicateRouteId = (id: number, other: string, place: FilePlace): Fault =>
  createError('duplicate-route-id', `${id} is also the number of "${other}" (${formatPlace(place)}).`);
export const duplicateColumn = (id: string, place: FilePlace): Fault =>
  createError('duplicate-column', `The column id "${id}" is used before (${formatPlace(place)}).`);
export const duplicateHost = (host: string, tenant: string, place: FilePlace): Fault =>
  createError('duplicate-host', `The host ${host} also belongs to "${tenant}" (${formatPlace(place)}).`);
export const unknownRouteId = (id: number): Fault =>
  createWarning('unknown-route-id', `No module has the number ${id}; the entry stays without an address.`);
export const tooManySortFields = (fields: string[]): Fault =>
  createError(
    'too-many-sort-fields',
    `At most two fields besides the time can be sorted or taken as ranges; these are ${joinNames(fields, 'and')}.`,
  );
export const choiceCycle = (names: string[]): Fault =>
  createError('choice-cycle', `The choices of ${joinQuoted(names)} hang on each other.`);
export const needsContext = (what: string, needs: string): Fault => createError('missing-key', `${what} needs ${needs}.`);
export const neverFilledIn = (name: string, module: string): Fault =>
  createError(
    'never-filled-in',
    `The item of ${module} must have "${name}", but no field of the form is sent under this name and "set" does not fill it in.`,
  );
