import type { CompiledPortal } from '../../model/compiled';
import { sessionLength } from '../security/sessions';

interface CookieOptions {
  path?: string;
  /** Seconds; 0 removes it. */ maxAge: number;
  httpOnly?: boolean;
  sameSite?: 'Lax' | 'Strict';
  secure: boolean;
}

/** The value of a Set-Cookie header (RFC 6265); the cookie's value is percent-encoded. */
export function cookie(name: string, value: string, { path = '/', maxAge, httpOnly, sameSite = 'Lax', secure }: CookieOptions): string {
  const safe = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD'));
  return `${name}=${safe}; Path=${path}; Max-Age=${maxAge}; SameSite=${sameSite}${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}`;
}

/** The cookies of a request, decoded; of equal names the first counts. */
export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const pair of (header ?? '').split(';')) {
    const mark = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, mark)).trim();
    if (name === '' || Object.hasOwn(cookies, name)) continue;
    try {
      cookies[name] = decodeURIComponent(pair.slice(mark + 1).trim());
    } catch {
      cookies[name] = pair.slice(mark + 1).trim();
    }
  }
  return cookies;
}

/** What the reply of a login says of the member. */
export interface LoginData {
  token: string;
  mobilePhone: string;
  image: string;
  id: string;
  name: string;
}

/**
 * The cookies of a login (ledger SESSION-06, LOGIN-22). Scripts read them: the portal puts the token into the Authorization
 * header, without which no call changes anything.
 */
export function sessionCookies(portal: CompiledPortal, data: LoginData, secure: boolean): string[] {
  const values = {
    token: data.token,
    wlymobilephone: data.mobilePhone,
    wlyuserimg: data.image,
    wlyuserid: data.id,
    wlyusername: data.name,
  };
  const options = { maxAge: sessionLength / 1000, secure };
  return [
    ...Object.entries(values).map(([name, value]) => cookie(name, value, options)),
    ...Object.entries({ culturalCloud_fid: portal.settings.fid, museumCode: portal.settings.code }).map(([name, value]) =>
      cookie(name, value, { maxAge: 365 * 86_400, secure }),
    ),
  ];
}

/** The end of a session removes five cookies and keeps those of the institution (ledger SESSION-19, 20). */
export function clearedCookies(secure: boolean): string[] {
  return ['token', 'wlymobilephone', 'wlyuserimg', 'wlyuserid', 'wlyusername'].map((name) => cookie(name, '', { maxAge: 0, secure }));
}
