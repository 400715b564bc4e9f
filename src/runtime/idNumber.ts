import { formatDate, parseTime, toClockParts } from './time';

/** What an ID number says of its holder. */
export interface IdNumberHolder {
  sex: 'male' | 'female';
  birth: string; /* YYYY-MM-DD */
}

const idNumberShape = /^(?:\d{15}|\d{17}[\dXx])$/;
const dateShape = /^\d{4}-\d{2}-\d{2}$/;
/** Nobody who is alive was born before it. */
const earliestBirth = '1900-01-01';

/** Returns whether a text is written as ID numbers are, whatever it says (ledger ENR-25). */
export const hasIdNumberShape = (text: string): boolean => idNumberShape.test(text);

/**
 * Returns what an ID number says of its holder (ledger ENR-14, ENR-15, ENR-25): 15 digits, or 17 digits and a digit or X. The 18th
 * character is left to `isIdNumber`: what was stored when forms asked for the shape alone can still be read.
 * @param now milliseconds since 1970: nobody is born later
 * @returns undefined when it has another shape, or the birth date in it is none that a visitor can have
 */
export function readIdNumber(text: string, now = Date.now()): IdNumberHolder | undefined {
  if (!hasIdNumberShape(text)) return undefined;
  const [date, last] = text.length === 15 ? [`19${text.slice(6, 12)}`, text.slice(14)] : [text.slice(6, 14), text.slice(16, 17)];
  const birth = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  if (parseTime(birth) === undefined || birth < earliestBirth || birth > formatDate(now)) return undefined;
  return { sex: Number(last) % 2 === 1 ? 'male' : 'female', birth };
}

/** What each of the first 17 digits counts in the check character (GB 11643-1999). */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** The check character for each remainder of their sum by 11. */
const checkCharacters = '10X98765432';

/**
 * Returns whether a text is an ID number as GB 11643 has them: of 18 characters, the last of which follows from the others, or one of 15 digits as
 * they were given out before 1999, which have none; the date of birth in it is one that a visitor can have.
 */
export const isIdNumber = (text: string): boolean =>
  readIdNumber(text) !== undefined && (text.length === 15 || text.slice(17).toUpperCase() === computeCheckCharacter(text));

const computeCheckCharacter = (text: string): string | undefined =>
  checkCharacters[weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11];

/**
 * Returns full years at a moment, by the calendar of Asia/Shanghai; who was born on 29 February grows older on 1 March.
 * @param birth YYYY-MM-DD
 * @param now milliseconds since 1970
 */
export function computeAge(birth: string, now: number): number {
  const years = toClockParts(now).year - Number(birth.slice(0, 4));
  return formatDate(now).slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Returns whether a text is the ID number, or the date of birth as YYYY-MM-DD, of somebody who has not so many full years at a moment. */
export function isYoungerThan(text: string, years: number, now: number): boolean {
  const birth = dateShape.test(text) && parseTime(text) !== undefined ? text : readIdNumber(text, now)?.birth;
  return birth !== undefined && computeAge(birth, now) < years;
}
