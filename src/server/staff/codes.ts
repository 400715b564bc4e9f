import { randomInt } from 'node:crypto';

/** Characters that are not taken for each other when they are read out or typed in. */
const characters = '23456789abcdefghjkmnpqrstuvwxyz';
const count = 10;

const makeText = (length: number): string => Array.from({ length }, () => characters.charAt(randomInt(characters.length))).join('');

/** Returns codes that each stand once for the second factor, such as `k7mq-x2vd`. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: count }, () => `${makeText(4)}-${makeText(4)}`);

/** Returns a password for a first login: some 79 bits, in groups that can be read out. */
export const makePassword = (): string => [makeText(4), makeText(4), makeText(4), makeText(4)].join('-');

/** Returns what was typed as a recovery code as it is compared. */
export const normalizeCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '');
