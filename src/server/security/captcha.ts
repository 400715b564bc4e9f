import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { putCaptcha, takeCaptcha } from '../../database/accounts/oneTimeCodes';
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

/**
 * Uses a picture up, right or wrong.
 * @throws RequestError 400 when the characters are not those of the caller's picture, or it expired
 */
export async function consumeCaptcha(
  { portal, caller }: Pick<ApiRequest, 'portal' | 'caller'>,
  accounts: AccountServices,
  text: string,
): Promise<void> {
  const { tenant } = portal;
  const id = caller.cookies[name];
  if (id === undefined || id.length > 100) throw new RequestError('captchaWrong');
  const expected = await takeCaptcha(accounts.db, tenant, accounts.keys.mark('captcha', tenant, id), accounts.clock());
  const isRight = expected !== undefined && isEqualInConstantTime(expected, hashAnswer(accounts, tenant, id, text));
  if (!isRight) throw new RequestError('captchaWrong');
}

const hashAnswer = (accounts: AccountServices, tenant: string, id: string, text: string): string =>
  accounts.keys.mark('captcha answer', tenant, id, text.trim().toUpperCase());
const isEqualInConstantTime = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
