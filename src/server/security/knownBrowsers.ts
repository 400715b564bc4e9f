import { randomBytes, timingSafeEqual } from 'node:crypto';
import { serializeCookie } from '../api/cookies';
import type { ApiRequest, Caller } from '../api/room';
import type { AccountServices } from './accountServices';

const name = 'known';
const day = 86_400_000;
/** Days; the longest that browsers keep a cookie. */
const lifetime = 400;
/** Members of one household may share a browser. */
const most = 5;

/** A login of this browser's: `id.day.mark`. */
interface Login {
  id: string;
  /** The day of the login since 1970. */
  on: number;
  mark: string;
}

/**
 * Returns the name of a browser that has logged in with a phone at this institution before. Its cookie tells nothing by itself and is
 * no login: what others do to the phone's limits does not count for it, no more.
 * @returns undefined for any other browser
 */
export function findKnownBrowser(
  accounts: Pick<AccountServices, 'keys' | 'clock'>,
  tenant: string,
  caller: Pick<Caller, 'cookies'>,
  phone: string,
): string | undefined {
  const today = Math.floor(accounts.clock() / day);
  const isOwn = ({ id, on, mark }: Login): boolean =>
    on <= today && on > today - lifetime && isEqual(mark, markLogin(accounts, tenant, phone, id, on));
  return readLogins(caller).find(isOwn)?.id;
}

/**
 * Returns the cookie of a browser that has just logged in with a phone, with what it had of other phones.
 * @param path what the addresses begin with that it is sent to
 */
export function rememberBrowser(
  { portal, caller }: Pick<ApiRequest, 'portal' | 'caller'>,
  accounts: AccountServices,
  phone: string,
  path = '/api',
): string {
  const { tenant } = portal;
  const [own, on] = [findKnownBrowser(accounts, tenant, caller, phone), Math.floor(accounts.clock() / day)];
  const id = own ?? randomBytes(12).toString('base64url');
  const others = readLogins(caller).filter((login) => login.id !== id);
  const logins = [{ id, on, mark: markLogin(accounts, tenant, phone, id, on) }, ...others].slice(0, most);
  const value = logins.map((login) => `${login.id}.${login.on}.${login.mark}`).join('~');
  return serializeCookie(name, value, { path, maxAge: lifetime * (day / 1000), httpOnly: true, secure: caller.secure });
}

function readLogins({ cookies }: Pick<Caller, 'cookies'>): Login[] {
  const parts = (cookies[name] ?? '').slice(0, 1000).split('~').slice(0, most);
  return parts.flatMap((part) => {
    const [, id = '', on = '', mark = ''] = /^([\w-]{16})\.(\d{1,6})\.([\w-]{43})$/.exec(part) ?? [];
    return id === '' ? [] : [{ id, on: Number(on), mark }];
  });
}

const markLogin = ({ keys }: Pick<AccountServices, 'keys'>, tenant: string, phone: string, id: string, on: number): string =>
  keys.mark('known browser', tenant, phone, id, String(on));
const isEqual = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
