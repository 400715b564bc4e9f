/** Returns a phone as pages and replies show it: 3 leading and 4 trailing characters; of one too short to hide anything, one of each (CONV-34). */
export function maskPhone(phone: string): string {
  return phone.length > 7 ? mask(phone, 3, 4) : mask(phone, 1, 1);
}

/** Returns an ID number as replies show it: 4 leading and 4 trailing characters (CONV-34); of another one, too short for that, one of each. */
export function maskIdNumber(idNumber: string): string {
  return idNumber.length > 12 ? mask(idNumber, 4, 4) : mask(idNumber, 1, 1);
}

/** Returns a name as strangers see it: its first character, and asterisks that do not tell how long it is. */
export const maskName = (name: string): string => `${[...name.trim()][0] ?? ''}**`;

const mask = (text: string, leading: number, trailing: number): string =>
  text.length <= leading + trailing
    ? '*'.repeat(text.length)
    : `${text.slice(0, leading)}${'*'.repeat(Math.max(0, text.length - leading - trailing))}${text.slice(-trailing)}`;
