import type { Fix, Problem } from '../../model/problem';
import type { FilePlace } from '../language/document';
import { formatPointer } from '../../model/pointer';
import { createError, createFault, createProblem, createWarning, formatPlace, type Fault } from './fault';
import { missingInputCode } from './serviceMessages';
import { correct, findNearest, joinNames, joinQuoted, quote, suggest } from './wording';
import { words, type Phrase } from './words';

export * from './fault';
export * from './referenceMessages';
export * from './serviceMessages';
export * from './valueMessages';

// Files
export const notJson = (reason: Phrase, fix?: Fix): Fault => createError('not-json', words`This is not JSON: ${reason}.`, fix);
export const noObject = (): Fault =>
  createError('not-json', 'This is not JSON: a definition is a JSON object, which starts with { and ends with }.');
export const emptyFile = (): Fault => createError('empty-file', 'The file is empty; expected a JSON object.');
export const notAnObject = (found: unknown): Fault => createError('not-an-object', words`Expected a JSON object, found ${quote(found)}.`);
export const byteOrderMark = (): Fault =>
  createError('byte-order-mark', 'The file starts with a byte order mark; save it as UTF-8 without one.', { from: '\ufeff', to: '' });
/** @param found what it seems to be instead */
export const invalidUtf8 = (found?: 'UTF-16'): Fault =>
  createError(
    'invalid-utf-8',
    found
      ? 'The file is UTF-16 (editors call it "Unicode", too); save it as UTF-8.'
      : 'The file is not UTF-8 from here on; save it as UTF-8.',
  );
export const tooDeep = (max: number): Fault => createError('too-deep', words`Lists and objects are nested more than ${max} deep here.`);
export const tooLarge = (bytes: number, max: number): Fault =>
  createError('too-large', words`The file has ${bytes} bytes; at most ${max} are read.`);
export const forbiddenKey = (key: string): Fault => createError('forbidden-key', words`"${key}" cannot be the name of anything.`);
export const duplicateKey = (key: string, first: FilePlace): Fault =>
  createError('duplicate-key', words`"${key}" stands here a second time; the first is at ${formatPlace(first)}.`);
export const unreadable = (what: Phrase): Fault => createError('unreadable', words`Cannot be read: ${what}.`);
export const missingFile = (institution: string): Fault =>
  createError(
    'missing-file',
    words`The file is missing: an institution says in it at least its "hosts", "code" and "fid". If "${institution}" is no institution, its folder does not belong here.`,
  );
export const badFileName = (name: string): Fault =>
  createError('bad-file-name', words`"${name}" cannot be a name: expected a small letter, then letters and digits.`);
export const unknownFile = (name: string, known: string[], belongs?: string): Fault =>
  createWarning(
    'unknown-file',
    words`Nothing reads this file; expected ${joinNames(known)}.${belongs === undefined ? suggest(name, known) : words` Perhaps it belongs into ${belongs}.`}`,
  );
export const onlyInTables = (key: string, shape: string): Fault =>
  createWarning('no-effect', words`"${key}" is for the columns of a table; a card of the shape "${shape}" has none.`);
export const onlyWithDates = (key: string): Fault =>
  createWarning('no-effect', words`"${key}" is for the formats of days and moments: date, dateTime, fullDate, day, moment and range.`);
export const noSuchMedia = (name: string, known: string[]): Fault =>
  createWarning(
    'no-such-file',
    words`There is no "${name}" in the folder "media" of this institution.${suggest(name, known)}`,
    correct(name, known),
  );
export const leadsNowhere = (name: string, known: readonly string[]): Fault =>
  createWarning(
    'leads-nowhere',
    words`The column "${name}" leads nowhere; expected "module", "href", "backRouteId" or "children".${suggest(name, known)}`,
    correct(name, known),
  );
export const noSuchPicture = (address: string, known: string[], motifs: string[]): Fault =>
  createWarning(
    'no-such-picture',
    words`Nobody draws "${address}".${suggest(address, known)} Pictures are drawn of ${joinNames(motifs, 'and')}.`,
    correct(address, known),
  );
export const badMediaName = (name: string): Fault =>
  createWarning('bad-file-name', words`"${name}" is not served: expected letters, digits, hyphens and underscores before the ending.`);
export const largePicture = (bytes: number, max: number): Fault =>
  createWarning('picture-too-large', words`The picture has ${bytes} bytes and is not served; at most ${max} are. Save it smaller.`);
export const wrongPicture = (ending: string, found: string | undefined): Fault =>
  createWarning(
    'wrong-picture',
    found === undefined
      ? words`By its name it is a picture (${ending}), by its content none, so it is not served.`
      : words`By its name it is ${ending}, by its content ${found}, so it is not served. Save it again, or name it .${found}.`,
  );
/** What a change of an institution, or of a preset, makes of a definition elsewhere. */
export const breaks = ({ code, severity, message, chinese, ...place }: Problem): Fault =>
  createFault(code, severity, words`This change breaks ${formatPlace(place)}: ${{ english: message, chinese }}`);
/** Where things stand, by their paths, the first of many. */
const listPlaces = (problems: readonly Problem[]): Phrase => {
  const places = [...new Set(problems.map((problem) => `${problem.path} (${formatPlace(problem)})`))];
  const most = 8;
  const first = joinNames(places.slice(0, most), 'and');
  return places.length <= most ? first : words`${first} and ${places.length - most} more`;
};
/** What a patch takes away and others still name. @param broken what that breaks */
export const removedInUse = (kind: 'page' | 'form', name: string, broken: readonly Problem[]): Fault =>
  createFault(
    'removed-in-use',
    broken.some(({ severity }) => severity === 'error') ? 'error' : 'warning',
    words`The ${kind} "${name}" is taken away here and still used: ${listPlaces(broken)}. Take that away too, with null in the patch of its module, or lead it elsewhere; or keep the ${kind} by taking this null away.`,
  );
/** A form that no page shows. @param riddles what it takes of a page @param calls those that it belongs to */
export const placelessForm = (name: string, riddles: readonly Problem[], calls: readonly string[]): Fault => {
  const withCalls = calls.length === 0 ? '' : words`, with the calls that take it: ${joinQuoted(calls)}`;
  return createError(
    'form-without-page',
    words`No page shows the form "${name}" and nothing opens it, but it takes something of its page: ${listPlaces(riddles)}. Name it in "forms" of a page again, or take it away too: "forms": { "${name}": null }${withCalls}.`,
  );
};
/** Puts a Problem of a definition where the change is that makes it so; where it is not known, only whose it is. */
export function blame(problem: Problem, change: { path: readonly string[]; place: () => FilePlace } | undefined, folder: string): Problem {
  if (change === undefined) {
    // What is missing in a module of the institution's own nothing has taken away.
    if (problem.file.startsWith(`${folder}/`)) return problem;
    const { english, chinese } =
      words`${{ english: problem.message, chinese: problem.chinese }} It is so only with the patches of ${folder}.`;
    // The definition itself is as it should be.
    const { fix: _fix, ...others } = problem;
    return { ...others, message: english, chinese };
  }
  const place = change.place();
  if (problem.code === missingInputCode && place.file === problem.file) return { ...problem, ...place };
  return place.file === problem.file ? problem : createProblem(place, formatPointer(change.path), breaks(problem));
}

// Shapes
/** @param within keys of the same part in which it would be known */
export const unknownKey = (key: string, known: string[], within: string[] = []): Fault => {
  const belongs =
    within.length === 0 || findNearest(key, known) !== undefined ? '' : words` It belongs into ${joinNames(within.map(quote))}.`;
  return createError(
    'unknown-key',
    words`Unknown key "${key}".${belongs || suggest(key, known)} Allowed here: ${joinNames(known, 'and')}.`,
    correct(key, known),
  );
};
interface Misspelling {
  name: string;
  siblings: string[];
}
const suggestMisspelt = (found: Misspelling | undefined): Phrase =>
  found ? words` There is no "${found.name}" below this file to change.${suggest(found.name, found.siblings)}` : '';
export const missingKey = (keys: string[], what: Phrase, misspelt?: Misspelling): Fault =>
  createError('missing-key', words`${what} needs ${joinQuoted(keys)}.${suggestMisspelt(misspelt)}`);
/** @param meant what was probably meant, as it is written in JSON */
export const wrongType = (expected: Phrase, found: unknown, meant?: string): Fault =>
  createError(
    'wrong-type',
    words`Expected ${expected}, found ${quote(found)}.${meant === undefined ? '' : words` Did you mean ${meant}?`}`,
  );
export const notAllowed = (allowed: unknown[], found: unknown): Fault =>
  createError(
    'not-allowed',
    words`Expected ${joinNames(allowed.map(quote))}, found ${quote(found)}.${suggest(found, allowed)}`,
    correct(found, allowed),
  );
export const unknownKind = (key: string, kinds: string[], found: unknown): Fault =>
  createError(
    'unknown-kind',
    words`Unknown ${key} ${quote(found)}.${suggest(found, kinds)} Expected one of ${joinNames(kinds)}.`,
    correct(found, kinds),
  );
/** @param meant what was probably meant, as it is written in JSON */
export const badForm = (expected: Phrase, found: unknown, meant?: string): Fault =>
  createError('bad-form', words`Expected ${expected}, found ${quote(found)}.${meant === undefined ? '' : words` Did you mean ${meant}?`}`);
export const badName = (found: string, expected: Phrase, meant?: string): Fault =>
  createError(
    'bad-name',
    words`"${found}" cannot be a name here: expected ${expected}.${meant === undefined ? '' : words` Did you mean "${meant}"?`}`,
  );
export const outOfRange = (expected: Phrase, found: unknown): Fault =>
  createError('out-of-range', words`Expected ${expected}, found ${quote(found)}.`);
export const nullInDefinition = (): Fault =>
  createError('null-in-definition', 'A definition contains no null; null removes something in a patch only.');
export const nullInTest = (): Fault =>
  createError('null-in-definition', 'Nothing is compared with null; { "present": false } asks for nothing to be there.');
export const moreProblems = (count: number): Fault =>
  createError('more-problems', words`${count} more problems in this file are not shown.`);

// Overlay
export const removesNothing = (key: string, known: string[]): Fault =>
  createError(
    'removes-nothing',
    words`There is no "${key}" here to remove.${suggest(key, known)}`,
    findNearest(key, known) === undefined ? { from: JSON.stringify(key), to: null } : undefined,
  );
export const changesNothing = (key: string, known: string[]): Fault =>
  createError('changes-nothing', words`There is no "${key}" here to change, and nothing is added.${suggest(key, known)}`);
export const unknownSibling = (key: string, name: string, known: string[]): Fault =>
  createError('unknown-sibling', words`"${key}" names "${name}", which is not beside it.${suggest(name, known)}`, correct(name, known));
export const orderCycle = (names: string[]): Fault =>
  createError(
    'order-cycle',
    words`${joinQuoted(names)} ${names.length === 1 ? 'cannot stand before or after itself' : 'wait for each other with before and after'}.`,
  );
export const unknownModulePatch = (name: string, known: string[]): Fault =>
  createError(
    'unknown-module',
    words`There is no module "${name}" to change.${suggest(name, known)} A module of the institution's own has at least "title" and "pages".`,
  );
export const tooManyAlternatives = (part: string, given: { key: string; place: FilePlace }[], allowed: string[]): Fault => {
  const [last, others] = [given.at(-1), given.slice(0, -1)];
  const isOfOneFile = others.every(({ place }) => place.file === last?.place.file);
  const names = joinQuoted(others.map(({ key }) => key));
  return createError(
    'too-many-alternatives',
    words`${part} takes one of ${joinNames(allowed)}, but has ${given.map(({ key, place }) => `"${key}" (${formatPlace(place)})`).join(' and ')}; ${isOfOneFile ? words`take ${names} away` : words`set ${names} to null`} to keep "${last?.key ?? ''}".`,
  );
};
export const missingAlternative = (part: string, allowed: string[], misspelt?: Misspelling): Fault =>
  createError('missing-alternative', words`${part} needs one of ${joinNames(allowed)}.${suggestMisspelt(misspelt)}`);
export const codelistWithoutChoices = (choices: string[]): Fault =>
  createError(
    'missing-alternative',
    words`The filter needs one of ${joinNames(choices)}: "codelist" gives words to what was counted and is no choice by itself. Write the choices as "options", each with a "value" and a "label".`,
  );
export const missingKind = (what: Phrase, key: string, kinds: string[], misspelt?: Misspelling): Fault =>
  createError('missing-key', words`${what} needs "${key}": ${joinNames(kinds)}.${suggestMisspelt(misspelt)}`);

export const fragmentUses = (): Fault =>
  createError('fragment-uses', 'A fragment cannot use others; a page names all of them in its own "use".');
export const weakened = (key: string): Fault => createError('weakened', words`A patch cannot change "${key}" of what the module defines.`);
export const sameInAllLanguages = (key: string, allowed: string[]): Fault =>
  createError('weakened', words`"${key}" is the same in all languages. Allowed here: ${joinNames(allowed, 'and')}.`);

export const missingConsent = (): Fault =>
  createError(
    'missing-consent',
    'The server takes no ID number without the separate consent of who hands it in; add to "fields" { "field": "checkbox", "label": "/texts/idNumberConsent", "hint": "/consents/item/idNumber/words", "required": "/texts/consentMissing", "when": { "/consents/item/idNumber/needed": true }, "consent": "idNumber", "version": "/consents/item/idNumber/version" }, and to the "loads" of the page "consents": { "source": "consent:mine" }.',
  );

// Opening hours of institutions
export const sameDay = (day: string, first: FilePlace): Fault =>
  createError('same-day', words`The hours of "${day}" are said before (${formatPlace(first)}), and these are never shown.`);
export const noSuchDay = (found: string): Fault =>
  createError('bad-form', words`Expected a day that there is, such as 2026-10-01, found ${quote(found)}.`);

// Back ends of institutions
export const reservedHeader = (name: string): Fault =>
  createError('reserved-header', words`The header "${name}" belongs to how messages are sent; no institution chooses it.`);
export const reservedBackend = (name: string): Fault =>
  createError('reserved-name', words`"${name}" means the built-in back end, or the one of "backend"; another one needs a name of its own.`);
export const badTimeForm = (found: string): Fault =>
  createError('bad-form', words`Expected iso, epochSeconds, epochMilliseconds, or a pattern with yyyy, MM and dd, found ${quote(found)}.`);
/** @param mismatch what was expected and found; absent where nothing was found */
export const differentReply = (reference: string, mismatch?: { expected: string; found: string }): Fault =>
  mismatch === undefined
    ? createWarning('reply-lacks', words`The reply has nothing at "${reference}".`)
    : createWarning(
        'reply-differs',
        words`The reply has something else at "${reference}": expected "${mismatch.expected}", found "${mismatch.found}".`,
      );
