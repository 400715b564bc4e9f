import { randomBytes, randomInt } from 'node:crypto';
import { type CodeKey, putCode, takeCodeOfOthers, takeOwnCode } from '../../database/accounts/oneTimeCodes';
import { serializeCookie } from '../api/cookies';
import { RequestError } from '../api/errors';
import type { ApiRequest } from '../api/room';
import type { AccountServices } from './accountServices';
import { limitForeignTries } from './limits';

/** What a code of a text message is good for (ledger LOGIN-23, REG-14, PWD-12). */
export type Purpose = 'registration' | 'reset' | 'login' | 'removal' | 'mail' | 'oldPhone' | 'newPhone';

type Origin = Pick<ApiRequest, 'portal' | 'caller'>;

const lifetime = 10 * 60_000;
const tries = 5;
const name = 'asker';

/**
 * Makes a code of six digits for a phone and a purpose. It belongs to the browser that asked, by a cookie that scripts cannot read; an
 * earlier one of the same browser counts no longer.
 */
export async function issueCode(
  accounts: AccountServices,
  { portal: { tenant }, caller }: Origin,
  purpose: Purpose,
  phone: string,
): Promise<{ code: string; cookies: string[] }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const holder = readHolder({ caller }) ?? randomBytes(18).toString('base64url');
  const key = toCodeKey(accounts, tenant, purpose, phone);
  await putCode(accounts.db, key, hashHolder(accounts, tenant, holder), hashCode(accounts, key, code), accounts.clock() + lifetime);
  const options = { path: '/api', maxAge: lifetime / 1000, httpOnly: true, sameSite: 'strict', secure: caller.secure } as const;
  return { code, cookies: [serializeCookie(name, holder, options)] };
}

/**
 * Uses a code up. The browser that asked for it has five tries of its own, whatever others try. A code may be typed elsewhere than it
 * was asked for; those tries are counted by address and by phone, and leave the asker's alone.
 * @throws RequestError 400 when it is wrong, expired, used, tried too often, or another phone's, purpose's or institution's
 */
export async function redeemCode(
  accounts: AccountServices,
  { portal: { tenant }, caller }: Origin,
  purpose: Purpose,
  phone: string,
  code: string,
): Promise<void> {
  const key = toCodeKey(accounts, tenant, purpose, phone);
  const [given, holder, now] = [hashCode(accounts, key, code), readHolder({ caller }), accounts.clock()];
  const own = holder === undefined ? '' : hashHolder(accounts, tenant, holder);
  if (own !== '' && (await takeOwnCode(accounts.db, key, own, given, tries, now))) return;
  await limitForeignTries(accounts, `${purpose} ${phone}`, caller.address);
  if (!(await takeCodeOfOthers(accounts.db, key, own, given, now))) throw new RequestError('codeWrong');
}

/** Puts a code back that was right where something else was not: whoever tries again needs no other message. */
export async function giveBackCode(
  accounts: AccountServices,
  { portal: { tenant }, caller }: Origin,
  purpose: Purpose,
  phone: string,
  code: string,
): Promise<void> {
  const key = toCodeKey(accounts, tenant, purpose, phone);
  const holder = readHolder({ caller }) ?? randomBytes(18).toString('base64url');
  await putCode(accounts.db, key, hashHolder(accounts, tenant, holder), hashCode(accounts, key, code), accounts.clock() + lifetime);
}

function readHolder({ caller: { cookies } }: Pick<Origin, 'caller'>): string | undefined {
  const holder = cookies[name];
  return holder !== undefined && /^[\w-]{24}$/.test(holder) ? holder : undefined;
}

const toCodeKey = (accounts: AccountServices, tenant: string, purpose: Purpose, phone: string): CodeKey => ({
  tenant,
  purpose,
  phoneHash: hashAskedPhone(accounts, tenant, phone),
});
const hashHolder = (accounts: AccountServices, tenant: string, holder: string): string => accounts.keys.mark('asker', tenant, holder);
const hashCode = (accounts: AccountServices, { tenant, purpose, phoneHash }: CodeKey, code: string): string =>
  accounts.keys.mark('code', tenant, purpose, phoneHash, code);

/** Returns the hash that codes of a phone are kept under. They last minutes, and the same ones count while keys are changed. */
export const hashAskedPhone = ({ keys }: Pick<AccountServices, 'keys'>, tenant: string, phone: string): string =>
  keys.mark('code phone', tenant, phone);
