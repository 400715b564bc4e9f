import type { CompiledPortal } from '../../model/compiled';
import { serializeCookie } from '../api/cookies';
import { sessionLength } from './sessions';

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
export function writeSessionCookies(portal: CompiledPortal, data: LoginData, secure: boolean): string[] {
  const values = {
    token: data.token,
    wlymobilephone: data.mobilePhone,
    wlyuserimg: data.image,
    wlyuserid: data.id,
    wlyusername: data.name,
  };
  const options = { maxAge: sessionLength / 1000, secure };
  return [
    ...Object.entries(values).map(([name, value]) => serializeCookie(name, value, options)),
    ...Object.entries({ culturalCloud_fid: portal.settings.fid, museumCode: portal.settings.code }).map(([name, value]) =>
      serializeCookie(name, value, { maxAge: 365 * 86_400, secure }),
    ),
  ];
}

/** The end of a session removes five cookies and keeps those of the institution (ledger SESSION-19, 20). */
export function clearSessionCookies(secure: boolean): string[] {
  return ['token', 'wlymobilephone', 'wlyuserimg', 'wlyuserid', 'wlyusername'].map((name) =>
    serializeCookie(name, '', { maxAge: 0, secure }),
  );
}
