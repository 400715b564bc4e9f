import type { FormField } from '../model/definitions.g';

/** What copying from address books and messengers leaves in a text: spaces, and marks that nobody sees. */
const unseen = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;
const fullWidth = /[\uff01-\uff5e]/g;
const fullWidthOffset = 0xfee0;
const punctuation = /[-().]/g;
/** A mobile number, with or without the prefix of the country. */
const mobile = /^(?:(?:\+|00)?86)?(1[0-9]{10})$/;

/**
 * Returns a number or a code as it was meant: full-width characters of an input method as plain ones, without spaces; a mobile number also
 * without the hyphens and the prefix of the country that address books write, the letters of an ID number as capitals. Masks stay masks, and
 * other kinds of fields hold what was typed.
 */
export function normalizeInput(kind: FormField['field'], typed: string): string {
  if (kind !== 'phone' && kind !== 'idNumber' && kind !== 'smsCode' && kind !== 'captcha') return typed;
  const plain = typed.replace(unseen, '').replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - fullWidthOffset));
  if (kind === 'idNumber') return plain.toUpperCase();
  return (kind === 'phone' && mobile.exec(plain.replace(punctuation, ''))?.[1]) || plain;
}
/**
 * Returns what is meant by a value that is done with: a number or a code as {@link normalizeInput} has it, one line of words without the blanks
 * around it, which keyboards of telephones add to what they complete. More than one line, and passwords, are as they were typed.
 */
export const tidyInput = (kind: FormField['field'], typed: string): string =>
  kind === 'text' || kind === 'email' ? typed.trim() : normalizeInput(kind, typed);

/** Returns the number that was typed. What is no number, or would read otherwise afterwards, stays as it was typed, so that the rule can say so. */
export const toNumber = (typed: string): number | string =>
  /^-?\d+(\.\d+)?$/.test(typed) && String(Number(typed)) === typed ? Number(typed) : typed;
