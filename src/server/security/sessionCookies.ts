import type { CompiledPortal } from '../../model/compiled';
import { buildInstitutionCookies, serializeCookie } from '../api/cookies';
import { sessionLength } from './sessions';

/** What the reply of a login says of the member. */
export interface LoginData {
  token: string;
  mobilePhone: string;
  image: string;
  id: string;
  name: string;
}

/** The cookies of a session by what they hold. */
const names: Readonly<Record<string, keyof LoginData>> = {
  token: 'token',
  wlymobilephone: 'mobilePhone',
  wlyuserimg: 'image',
  wlyuserid: 'id',
  wlyusername: 'name',
};

/**
 * Returns the cookies of a login (ledger SESSION-06, LOGIN-22). Scripts read them: the portal puts the token into the Authorization
 * header, without which no call changes anything.
 */
export function writeSessionCookies(portal: CompiledPortal, data: LoginData, secure: boolean): string[] {
  const options = { maxAge: sessionLength / 1000, secure };
  const own = Object.entries(names).map(([name, field]) => serializeCookie(name, data[field], options));
  return [...own, ...buildInstitutionCookies(portal, secure)];
}

/** Returns the cookies of the end of a session, which removes five and keeps those of the institution (ledger SESSION-19, 20). */
export function clearSessionCookies(secure: boolean): string[] {
  return Object.keys(names).map((name) => serializeCookie(name, '', { maxAge: 0, secure }));
}
