import { randomBytes, timingSafeEqual } from 'node:crypto';
import { putCaptcha, removeExpired, takeCaptcha } from '../../database/accounts/oneTimeCodes';
import type { ApiRequest } from '../items/answerFromItems';
import type { Answer } from '../api/envelope';
import { RequestError } from '../api/errors';
import { cookie } from '../api/cookies';
import { captchaText, drawCaptcha } from '../rooms/accounts/drawCaptcha';
import type { AccountKit } from './accountServices';
import { limitCaptchas } from './limits';

const lifetime = 5 * 60_000;
const name = 'captcha';

/** A new picture (ledger LOGIN-24). */
export async function newCaptcha(request: ApiRequest, kit: AccountKit): Promise<Answer> {
  await limitCaptchas(kit, request.portal.tenant, request.caller.address);
  const { id, text, cookies } = await makeCaptcha(request, kit);
  await kit.outbox.write({
    time: new Date(kit.clock()).toISOString(),
    kind: 'captcha',
    to: request.parameters.get('phone') ?? id,
    code: text,
  });
  // Once in a while, by whoever comes: what has expired is of no use to anybody.
  if ((randomBytes(1)[0] ?? 1) === 0) removeExpired(kit.db, kit.clock()).catch(kit.report);
  return { bytes: { type: 'image/png', data: drawCaptcha(text) }, cookies };
}

/** New characters to be read, or told to who has earned them; the answer is bound to a cookie that scripts cannot read and to the institution. */
export async function makeCaptcha(
  { portal: { tenant }, caller }: ApiRequest,
  kit: AccountKit,
): Promise<{ id: string; text: string; cookies: string[] }> {
  const id = randomBytes(18).toString('base64url');
  const text = captchaText();
  await putCaptcha(kit.db, tenant, kit.keys.mark('captcha', tenant, id), answerOf(kit, tenant, id, text), kit.clock() + lifetime);
  return {
    id,
    text,
    cookies: [cookie(name, id, { path: '/api', maxAge: lifetime / 1000, httpOnly: true, sameSite: 'Strict', secure: caller.secure })],
  };
}

/**
 * Uses a picture up, right or wrong.
 * @throws RequestError 400 when the characters are not those of the caller's picture, or it expired
 */
export async function useCaptcha({ portal, caller }: Pick<ApiRequest, 'portal' | 'caller'>, kit: AccountKit, text: string): Promise<void> {
  const { tenant } = portal;
  const id = caller.cookies[name];
  const expected =
    id === undefined || id.length > 100 ? undefined : await takeCaptcha(kit.db, tenant, kit.keys.mark('captcha', tenant, id), kit.clock());
  if (id === undefined || expected === undefined || !equal(expected, answerOf(kit, tenant, id, text)))
    throw new RequestError(400, 'captchaWrong');
}

const answerOf = (kit: AccountKit, tenant: string, id: string, text: string): string =>
  kit.keys.mark('captcha answer', tenant, id, text.trim().toUpperCase());
const equal = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
