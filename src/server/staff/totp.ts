import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds that a code counts, digits of it, and steps before and after the present one that count too (RFC 6238, 5.2). */
const stepSeconds = 30;
const digits = 6;
const drift = 1;
const secretBytes = 20;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new secret in Base32 (RFC 4648), as authenticator apps take it. */
export const makeSecret = (): string => toBase32(randomBytes(secretBytes));

/** Returns the code of a secret for a step of time (RFC 4226, 5.3; RFC 6238, 4). @internal */
export function computeCode(secret: string, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/**
 * Returns the step of time that a code belongs to, around a moment; undefined for a wrong one.
 * @param now milliseconds since 1970
 */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const typed = Buffer.from(code.replace(/\s/g, ''));
  const present = Math.floor(now / 1000 / stepSeconds);
  let found: number | undefined;
  for (let step = present - drift; step <= present + drift; step += 1) {
    const expected = Buffer.from(computeCode(secret, step));
    if (typed.length === expected.length && timingSafeEqual(typed, expected)) found ??= step;
  }
  return found;
}

/** Returns the address by which authenticator apps take a secret over, as a QR code has it. */
export function buildAddress(secret: string, issuer: string, login: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(login)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer, digits: String(digits), period: String(stepSeconds) }).toString()}`;
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => letters.charAt(Number.parseInt(five, 2))).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
