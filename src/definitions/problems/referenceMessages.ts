import type { Fix } from '../../model/problem';
import type { FilePlace } from '../language/document';
import { createError, createWarning, describeType, formatPlace, type Fault } from './fault';
import { correct, joinNames, joinQuoted, quote, suggest } from './wording';
import { words, type Phrase, type Words } from './words';

/** @param meant what was probably meant instead of the reference, as it is written */
export const unknownRoot = (name: string, known: string[], meant?: string): Fault =>
  createError(
    'unknown-root',
    words`Nothing here is called "${name}".${meant === undefined ? suggest(name, known) : words` Did you mean ${meant}?`} A reference starts with ${joinNames(known.map((root) => `/${root}`))}.`,
  );
/** @param meant what was probably meant instead of the reference, as it is written */
/** @param fix the reference as it should be */
export const unknownField = (name: string, within: string, known: string[], meant?: string, fix?: Fix): Fault =>
  createError(
    'unknown-field',
    words`There is no "${name}" in ${within}.${meant === undefined ? suggest(name, known) : words` Did you mean ${meant}?`} Known there: ${joinNames(known, 'and')}.`,
    fix,
  );
export const notAnIndex = (name: string, within: string): Fault =>
  createError('unknown-field', words`${within} is a list; expected the number of an entry, found "${name}".`);
export const noFieldsWithin = (within: string, name: string, type: string, meant?: string): Fault =>
  createError(
    'unknown-field',
    words`${within} is ${describeType(type)} and has no "${name}" in it.${meant === undefined ? '' : words` Did you mean ${meant}?`}`,
  );
export const privateField = (reference: string): Fault =>
  createError('private-field', words`${reference} is private and never leaves the server.`);
export const notText = (reference: string, type: string): Fault =>
  createError('not-text', words`${reference} is ${describeType(type)}; expected a text, or a list or an object with texts in it.`);
export const notAList = (reference: string, within?: string): Fault =>
  createError('not-a-list', words`${reference} is no list.${within === undefined ? '' : words` Did you mean "${reference}/${within}"?`}`);
export const unusedText = (name: string, known: string[]): Fault =>
  createWarning(
    'unused-text',
    words`The portal has no text "${name}", and nothing refers to it.${suggest(name, known)}`,
    correct(name, known),
  );
export const foreignArgument = (argument: string, known: readonly string[]): Fault => {
  const taken = known.map((name) => `{${name}}`);
  return createError(
    'unbound-variable',
    words`"${argument}" has no value in this text.${suggest(argument, known)} It takes ${joinNames(taken, 'and')}.`,
  );
};
export const notRichText = (what: Phrase): Fault =>
  createError(
    'not-rich-text',
    words`${what} is no rich text that the server sanitises; expected a field of an item with "contentMediaType": "text/html", or another way to show it ("format": "stripped", a section "text").`,
  );
/** @param elsewhere names of other modules that were perhaps meant */
export const unknownName = (what: string, name: string, known: string[], elsewhere: string[] = []): Fault =>
  createError(
    `unknown-${what.replace(/ /g, '-')}`,
    words`There is no ${what} "${name}".${elsewhere.length === 0 ? suggest(name, known) : words` Did you mean ${joinNames(elsewhere.map(quote))}?`} Known: ${joinNames(known, 'and')}.`,
    elsewhere.length === 0 ? correct(name, known) : undefined,
  );
export const duplicatePreset = (name: string): Fault =>
  createWarning('duplicate-preset', words`The preset "${name}" stands here twice; what is laid on again changes nothing.`);
export const wideBraces = (name: string): Fault =>
  createWarning(
    'wide-braces',
    words`These are full-width braces, which visitors see as they are; an argument stands in plain ones: {${name}}.`,
  );
export const referenceInWords = (reference: string, name: string): Fault =>
  createWarning(
    'reference-in-words',
    words`Visitors see ${reference} as it is: within words an argument stands in braces, as in {${name}}.`,
  );
export const unusedError = (name: string, known: string[]): Fault =>
  createWarning('unused-error', words`No rule of a field is called "${name}", so this is never shown.${suggest(name, known)}`);
export const noSuchContent = (kind: 'dictionary' | 'slot', name: string, known: string[]): Fault =>
  createWarning(
    `unknown-${kind}`,
    words`No settings have the ${kind === 'slot' ? 'ad slot' : kind} "${name}".${suggest(name, known)} It is written under "${kind === 'slot' ? 'slots' : 'dictionaries'}" of schemas/tenant.json or of an institution's tenant.json.`,
  );
export const badTemplate = (reason: Phrase): Fault =>
  createError('bad-template', words`Not a URI Template that can be used here: ${reason}.`);
export const unboundVariable = (name: string, roots: string[], known: string[]): Fault =>
  createError(
    'unbound-variable',
    words`"${name}" has no value: it is not in "with"${roots.length === 0 ? '' : words`, and ${joinNames(roots, 'and')} ${roots.length > 1 ? 'do' : 'does'} not declare it`}.${suggest(name, known)}`,
  );
export const unusedWith = (name: string, known: string[]): Fault =>
  createWarning('unused-with', words`Nothing takes "${name}".${suggest(name, known)}`, correct(name, known));
export const absentRule = (name: string): Fault =>
  createWarning(
    'unused-error',
    words`The field has no rule "${name}", so this is never shown. Write the rule in its "schema", or take this away.`,
  );
export const misplacedRequired = (): Fault =>
  createWarning('unused-error', 'This is never shown: what is told when nothing was filled in is the "required" of the field itself.');
/** Contents of settings that are asked for by name. */
export type Content = 'slot' | 'dictionary' | 'types';
const askedBy: Record<Content, (name: string) => Words> = {
  slot: (name) => words`No module asks for the ad slot "${name}"`,
  dictionary: (name) => words`No module asks for the dictionary "${name}"`,
  types: (name) => words`No column of the menu has the id "${name}"`,
};
export const unaskedContent = (kind: Content, name: string, known: string[]): Fault =>
  createWarning(`unknown-${kind}`, words`${askedBy[kind](name)}, so nothing comes of this.${suggest(name, known)}`, correct(name, known));
export const noMoment = (reference: string, format: string): Fault =>
  createWarning(
    'wrong-format',
    words`"${format}" writes days and moments, and "${reference}" is none: in the item it would have "format": "date" or "date-time".`,
  );
export const noNumber = (reference: string, format: string): Fault =>
  createWarning('wrong-format', words`"${format}" writes numbers, and "${reference}" is none.`);
export const noPicture = (reference: string): Fault =>
  createWarning('no-picture', words`"${reference}" is no picture: expected a field that holds the address of one.`);
export const omittedField = (card: string, fields: string[], call: string): Fault =>
  createWarning(
    'absent-field',
    words`The card "${card}" shows ${joinQuoted(fields)}, which the call "${call}" leaves out by "omit", so nothing comes of it.`,
  );
export const absentField = (card: string, fields: string[]): Fault =>
  createWarning('absent-field', words`The card "${card}" shows ${joinQuoted(fields)}, which these rows do not have.`);
/** What a calendar puts on its days. */
export const noDay = (field: string, type: string): Fault =>
  createWarning(
    'no-range',
    words`"${field}" is ${describeType(type)}, and days are of dates: the field needs "format": "date" or "date-time".`,
  );
/** A card of the entries of what is no list. */
export const noEntries = (reference: string): Fault => ({ ...notAList(reference), severity: 'warning' });
/** @param others shapes of cards that show it */
export const unseenPart = (key: string, shape: string, others: readonly string[]): Fault =>
  createWarning(
    'no-effect',
    words`A card of the shape "${shape}" shows no "${key}", so nothing comes of it; cards of the shape ${joinNames(others)} do.`,
  );
/** @param circle names of fields, each there only while the next is filled in */
export const neverSeen = (circle: readonly string[]): Fault =>
  createWarning('field-cycle', words`Nobody can fill in ${joinQuoted(circle)}: each waits for another of them to be filled in.`);
/** @param taken what the parameter takes */
export const notTaken = (value: string, param: string, call: string, taken: Phrase): Fault =>
  createWarning('not-taken', words`The parameter "${param}" of the call "${call}" takes ${taken}, not ${quote(value)}.`);
export const noSuchPage = (path: string, known: string[]): Fault =>
  createWarning('no-such-page', words`No module has a page ${path}.${suggest(path, known)}`);
export const noEntry = (module: string): Fault =>
  createWarning(
    'no-such-page',
    words`The module "${module}" has no page that opens without the id of an item, so this column has no address. Take it away with null, or give it an "href".`,
  );
export const badPattern = (reason: Phrase): Fault => createError('bad-message', words`Not an ICU MessageFormat pattern: ${reason}.`);
export const badRegularExpression = (reason: Phrase): Fault => createError('bad-pattern', words`The pattern cannot be used: ${reason}.`);
export const badExpression = (reason: Phrase): Fault => createError('bad-expression', words`The expression cannot be used: ${reason}.`);
export const badOperation = (name: string, source: string, found: string[], ...ways: string[][]): Fault => {
  const takes = ways.map((way) => joinNames(way, 'and')).reduce((one, other) => words`${one}, or ${other}`);
  return badExpression(words`in ${quote(source)} "${name}" is given ${joinNames(found, 'and')}; it takes ${takes}`);
};
export const contradiction = (least: string, low: unknown, most: string, high: unknown): Fault =>
  createError('contradiction', words`Nothing satisfies both: "${least}" is ${quote(low)}, "${most}" ${quote(high)}.`);
export const equalValue = (name: string, other: string): Fault =>
  createError('equal-value', words`"${name}" has the value of "${other}", so one of them can never be told from the other.`);
export const neverOffered = (value: unknown, known: readonly unknown[]): Fault =>
  createWarning(
    'never-offered',
    words`${quote(value)} is never chosen there: the choices are ${joinNames(known.map(quote), 'and')}.${suggest(value, known)}`,
  );
export const neverOfType = (value: unknown, type: string): Fault =>
  createWarning('wrong-constant', words`What stands there is ${describeType(type)}, so it is never ${quote(value)}.`);
export const emptyText = (): Fault =>
  createWarning('empty-text', 'There are no words here; what is not to be said is taken away with null.');
export const badMoment = (found: string, format: string): Fault =>
  createError('bad-form', words`Expected a moment in the form "${format}" that there is, found ${quote(found)}.`);
export const neededModule = (name: string): Fault =>
  createError('needed-module', words`The portal cannot do without the module "${name}"; expected true.`);
export const filterCycle = (names: string[]): Fault =>
  createError('filter-cycle', words`The filters ${joinQuoted(names)} depend on each other, so none of them is ever there.`);
export const unsafeAddress = (address: string): Fault =>
  createError(
    'unsafe-address',
    words`${quote(address)} is no address that a link can have: expected one of this portal (/…), https://, http://, mailto: or tel:.`,
  );
export const shadowedPath = (path: string, prefix: string): Fault =>
  createWarning(
    'shadowed-path',
    words`Nobody gets to ${path}: addresses that begin with ${prefix} are those of the pages in another language. Give the page another "path".`,
  );
export const reservedPath = (path: string, reserved: string[]): Fault =>
  createError('reserved-path', words`${path} can be no page: what begins with ${joinNames(reserved)} is answered by the portal itself.`);
export const needlessPatch = (key: string, found: unknown): Fault =>
  createWarning('changes-nothing', words`This is ${quote(found)} already, so the patch changes nothing here.`, {
    from: JSON.stringify(key),
    to: null,
  });
export const duplicateCode = (key: string, value: string, tenant: string, place: FilePlace): Fault =>
  createError('duplicate-code', words`The ${key} ${value} also belongs to "${tenant}" (${formatPlace(place)}).`);
export const duplicateEntry = (what: Phrase, place: FilePlace): Fault =>
  createWarning('duplicate-entry', words`The menu leads to ${what} twice; the first is at ${formatPlace(place)}.`);
export const faintColourCode = 'faint-colour';
export const faintColour = (color: string, contrast: number, least: number): Fault =>
  createWarning(
    faintColourCode,
    words`${color} has a contrast of ${contrast.toFixed(1)}:1 on white, less than ${least}:1: it can hardly be made out, and words are shown in a darker colour than this. Choose a darker one.`,
  );
export const missingQuery = (path: string, names: string[]): Fault =>
  createWarning('missing-query', words`The page ${path} needs ${joinQuoted(names)} in its address, which this link does not give it.`);
export const viewerOnPublicPage = (name: string): Fault =>
  createWarning(
    'public-page',
    words`The call "${name}" is a member's own, but the page does not have "requires": "login": visitors who have not logged in see nothing.`,
  );
export const emptyStep = (name: string): Fault => createWarning('empty-step', words`No field belongs to the step "${name}".`);
export const unknownQuery = (path: string, name: string, known: readonly string[]): Fault =>
  createWarning('unknown-query', words`The page ${path} knows no "${name}" in its address.${suggest(name, known)}`);
export const calculatedLater = (name: string): Fault =>
  createError(
    'calculated-later',
    words`"${name}" is worked out later; values are worked out in the order of the fields, so it has to stand before.`,
  );
export const neverSent = (name: string): Fault =>
  createWarning(
    'never-sent',
    words`"${name}" is never sent, so the server cannot judge this and would refuse the form. Take "local": true away from "${name}", or use a field that is sent.`,
  );
export const noMeaning = (name: string, call: string): Fault =>
  createWarning(
    'no-meaning',
    words`Nothing comes of "${name}": the call "${call}" does not say what it means. Write it in "params" there, with a "field" that it is matched with, or "ignored": true if it is to be without effect.`,
  );
export const noRange = (field: string, type: string): Fault =>
  createWarning(
    'no-range',
    words`"${field}" is ${describeType(type)}, and ranges and periods are of numbers or dates: the field needs "format": "date" or "date-time", or the type "number" or "integer".`,
  );
export const loadCycle = (names: string[]): Fault =>
  createError('load-cycle', words`The loads ${joinNames(names, 'and')} wait for each other.`);
export const loadTooDeep = (name: string): Fault =>
  createError('load-too-deep', words`The load "${name}" waits for one that waits for another; at most two may follow each other.`);
export const reservedName = (what: Phrase, name: string, reserved: string[]): Fault =>
  createError(
    'reserved-name',
    words`${what} cannot be called "${name}": ${joinNames(reserved, 'and')} have a meaning of their own in addresses.`,
  );
export const reservedRoot = (name: string): Fault =>
  createError('reserved-name', words`A load cannot be called "${name}": references that start with /${name} have a meaning of their own.`);
export const takenName = (name: string): Fault =>
  createError('taken-name', words`The item has a field "${name}"; a list that comes along needs a name of its own.`);
export const unreachableCase = (earlier: string): Fault =>
  createWarning(
    'unreachable-case',
    words`Never reached: the case "${earlier}" before it always holds. Put it before that one, or use otherwise.`,
  );
export const overlappingReply = (key: string, other: string, place: FilePlace): Fault =>
  createError('overlapping-reply', words`"${key}" lies in, around or on "${other}" (${formatPlace(place)}), so no reply can hold both.`);
export const unwritableReply = (reference: string): Fault =>
  createError('unwritable-reply', words`${reference} cannot be written in a reply: numbers of entries and empty names cannot be made up.`);
export const duplicateEndpoint = (method: string, template: string, other: string, place: FilePlace): Fault =>
  createError('duplicate-endpoint', words`${method} ${template} is also "${other}" (${formatPlace(place)}).`);
export const duplicatePath = (path: string, other: string, place: FilePlace): Fault =>
  createError('duplicate-path', words`${path} is also the address of "${other}" (${formatPlace(place)}).`);
export const duplicateRouteId = (id: number, other: string, place: FilePlace): Fault =>
  createError('duplicate-route-id', words`${id} is also the number of "${other}" (${formatPlace(place)}).`);
export const duplicateColumn = (id: string, place: FilePlace): Fault =>
  createError('duplicate-column', words`The column id "${id}" is used before (${formatPlace(place)}).`);
export const duplicateHost = (host: string, tenant: string, place: FilePlace): Fault =>
  createError('duplicate-host', words`The host ${host} also belongs to "${tenant}" (${formatPlace(place)}).`);
export const unknownRouteId = (id: number): Fault =>
  createWarning('unknown-route-id', words`No module has the number ${id}; the entry stays without an address.`);
export const tooManySortFields = (fields: string[]): Fault =>
  createError(
    'too-many-sort-fields',
    words`At most four fields besides the time can be sorted or taken as ranges; these are ${joinNames(fields, 'and')}.`,
  );
export const choiceCycle = (names: string[]): Fault =>
  createError('choice-cycle', words`The choices of ${joinQuoted(names)} hang on each other.`);
export const needsContext = (what: Phrase, needs: Phrase): Fault => createError('missing-key', words`${what} needs ${needs}.`);
export const neverFilledIn = (name: string, module: string): Fault =>
  createError(
    'never-filled-in',
    words`The item of ${module} must have "${name}", but no field of the form is sent under this name and "set" does not fill it in.`,
  );
export const leftEmpty = (name: string, module: string): Fault =>
  createWarning('left-empty', words`The item of ${module} must have "${name}", but this field may be left empty: it needs "required".`);
export const neverKept = (name: string, module: string, type: string): Fault =>
  createWarning(
    'never-kept',
    words`"${name}" of the item of ${module} is ${describeType(type)}, and a field of this kind hands in a text, which would be dropped. Use a field of kind number, integer or checkbox, or make it "type": "string" in the item.`,
  );
export const unreachableState = (name: string): Fault =>
  createWarning('unreachable-state', words`Nothing ever gets into the state "${name}": no move leads to it and nothing begins in it.`);
export const stuckState = (name: string): Fault =>
  createWarning('stuck-state', words`Items in the state "${name}" await staff, but no move of theirs leads out of it.`);
export const noDraft = (name: string): Fault =>
  createError('no-draft', words`The call "${name}" does not create a draft: what it creates begins in no state with "draft": true.`);
export const noWayBack = (state: string): Fault =>
  createError('no-way-back', words`What is filled in again goes to the state "${state}", but no member's move leads there.`);
