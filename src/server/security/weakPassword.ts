import list from './commonPasswords.txt?raw';
import { RequestError } from '../api/errors';

let common: Set<string> | undefined;

/** Signs that are written for letters: whoever guesses tries them too. */
const disguises: Readonly<Record<string, string>> = { '@': 'a', $: 's', '0': 'o', '1': 'i', '3': 'e', '5': 's', '7': 't', '!': 'i' };
const fewestLetters = 3;
const lastDigits = 8;

/**
 * Refuses a password that is tried first by whoever guesses: a common one, in whatever capitals, with signs for letters or marks around
 * it; and one with the member's phone or name in it.
 * @param names of the member, as far as they are known
 * @throws RequestError 400, with the message at the field
 */
export function refuseWeakPassword(
  { texts }: { texts: Readonly<Record<string, string>> },
  password: string,
  { phone, names }: { phone: string; names: readonly string[] },
): void {
  const key = isCommon(password) ? 'passwordCommon' : isPersonal(password, phone, names) ? 'passwordPersonal' : undefined;
  if (key === undefined) return;
  const message = texts[key] ?? '';
  throw new RequestError('invalidBody', {}, { message, errors: { password: message } });
}

function isCommon(password: string): boolean {
  common ??= new Set(list.split('\n').filter((line) => line !== ''));
  const plain = normalize(password);
  const signs = [...plain];
  const isMark = (sign: string): boolean => !/[\p{L}\p{N}]/u.test(sign);
  const bare = signs.slice(countWhile(signs, isMark), signs.length - countWhile(signs.toReversed(), isMark)).join('');
  const open = signs.map((sign) => disguises[sign] ?? sign).join('');
  const isRepeated = new Set(plain).size <= 2;
  return isRepeated || [plain, bare, open].some((text) => common?.has(text));
}

function countWhile(signs: readonly string[], holds: (sign: string) => boolean): number {
  const end = signs.findIndex((sign) => !holds(sign));
  return end < 0 ? signs.length : end;
}

function isPersonal(password: string, phone: string, names: readonly string[]): boolean {
  const plain = normalize(password);
  const parts = names.map(normalize).filter((name) => name.length >= (/\p{Script=Han}/u.test(name) ? 2 : fewestLetters));
  if (phone.length >= lastDigits) parts.push(phone.slice(-lastDigits));
  return parts.some((part) => plain.includes(part));
}

const normalize = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
