import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { putCaptcha, takeCaptchas } from '../../database/accounts/oneTimeCodes';
import type { Queryable } from '../../database/connection';
import { serializeCookie } from '../api/cookies';
import { RequestError } from '../api/errors';
import type { ApiRequest } from '../api/room';
import type { AccountServices } from './accountServices';
import { glyphs } from './glyphs';

const lifetime = 5 * 60_000;
const name = 'captcha';
const alphabet = Object.keys(glyphs);

/** Returns four or five characters to be read off a picture. @internal */
export function createCaptchaText(): string {
  return Array.from({ length: randomInt(4, 6) }, () => alphabet[randomInt(alphabet.length)] ?? '').join('');
}

/**
 * New characters to be read, or told to who has earned them; the answer is bound to a cookie that scripts cannot read and to the
 * institution.
 */
export async function makeCaptcha(
  { portal: { tenant }, caller }: Pick<ApiRequest, 'portal' | 'caller'>,
  accounts: AccountServices,
): Promise<{ id: string; text: string; cookies: string[] }> {
  const id = randomBytes(18).toString('base64url');
  const text = createCaptchaText();
  const [key, answer] = [accounts.keys.mark('captcha', tenant, id), hashAnswer(accounts, tenant, id, text)];
  await putCaptcha(accounts.db, tenant, key, answer, accounts.clock() + lifetime);
  const options = { path: '/api', maxAge: lifetime / 1000, httpOnly: true, sameSite: 'strict', secure: caller.secure } as const;
  return { id, text, cookies: [serializeCookie(name, id, options)] };
}

/** What was read off a picture, as hashes: of the picture and of the characters. */
export interface CaptchaProof {
  picture: string;
  answer: string;
}

/** Returns what shows that somebody read the caller's picture; undefined when the caller has none. */
export function readCaptchaProof(
  { portal: { tenant }, caller }: Pick<ApiRequest, 'portal' | 'caller'>,
  accounts: Pick<AccountServices, 'keys'>,
  text: string,
): CaptchaProof | undefined {
  const id = caller.cookies[name];
  if (id === undefined || id.length > 100) return undefined;
  return { picture: accounts.keys.mark('captcha', tenant, id), answer: hashAnswer(accounts, tenant, id, text) };
}

/**
 * Uses pictures up, right or wrong; one that is shown twice at the same time counts for the first.
 * @returns whose characters are those of a picture that has not expired, in the order of the proofs
 */
export async function consumeCaptchaProofs(
  db: Queryable,
  tenant: string,
  proofs: readonly CaptchaProof[],
  now: number,
): Promise<boolean[]> {
  const taken = await takeCaptchas(db, tenant, [...new Set(proofs.map(({ picture }) => picture))], now);
  return proofs.map(({ picture, answer }) => {
    const expected = taken.get(picture);
    taken.delete(picture);
    return expected !== undefined && isEqualInConstantTime(expected, answer);
  });
}

/**
 * Uses a picture up, right or wrong.
 * @throws RequestError 400 when the characters are not those of the caller's picture, or it expired
 */
export async function consumeCaptcha(
  request: Pick<ApiRequest, 'portal' | 'caller'>,
  accounts: Pick<AccountServices, 'db' | 'keys' | 'clock'>,
  text: string,
): Promise<void> {
  const proof = readCaptchaProof(request, accounts, text);
  const [isRight] = proof ? await consumeCaptchaProofs(accounts.db, request.portal.tenant, [proof], accounts.clock()) : [];
  if (isRight !== true) throw new RequestError('captchaWrong');
}

const hashAnswer = (accounts: Pick<AccountServices, 'keys'>, tenant: string, id: string, text: string): string =>
  accounts.keys.mark('captcha answer', tenant, id, text.trim().toUpperCase());
const isEqualInConstantTime = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
