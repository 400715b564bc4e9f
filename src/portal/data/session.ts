import { useMemo, useSyncExternalStore } from 'react';
import { asText, type JsonObject } from '../../model/json';
import { forgetWords } from './recentWords';

/** The cookies of a session (ledger SESSION-19) and the fields of a login's reply that they hold (LOGIN-22). */
const sessionCookies = {
  token: 'token',
  wlymobilephone: 'mobilePhone',
  wlyuserimg: 'image',
  wlyuserid: 'id',
  wlyusername: 'name',
} as const;

/** Why a session ended without the visitor's doing: it is past its time, or its token is refused. */
export type SessionEnd = 'expired' | 'invalid';

const changes = new Set<() => void>();
const ends = new Set<(end: SessionEnd) => void>();

/** Calls back whenever a session begins or ends; returns how to stop. */
function onSessionChange(listener: () => void): () => void {
  changes.add(listener);
  return () => {
    changes.delete(listener);
  };
}

/** Calls back when a call finds that the session is over; returns how to stop. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  ends.add(listener);
  return () => {
    ends.delete(listener);
  };
}

let cookies: string | undefined;

const forgetCookies = (): void => {
  cookies = undefined;
};

/** Whether this window shows a member: their cookies may have run out since, which nothing tells of. */
let isShown = false;

function tellChange(): void {
  forgetCookies();
  isShown = false;
  changes.forEach((listener) => listener());
}

/** Returns the value of a cookie that scripts may read, decoded; undefined when there is none. */
export function readCookie(name: string): string | undefined {
  // One rendering asks many times who the visitor is, and the browser takes its time for each answer: it is asked once in a row.
  if (cookies === undefined) {
    cookies = document.cookie;
    queueMicrotask(forgetCookies);
  }
  const pair = cookies.split('; ').find((entry) => entry.startsWith(`${name}=`));
  if (pair === undefined) return undefined;
  const value = pair.slice(name.length + 1);
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Begins a session: sets the five cookies together, from the item of a login's reply. Those that the server has set already
 * stay as they are, with the lifetime that it gave them.
 */
export function beginSession(member: JsonObject): void {
  const life = readTokenLife(String(member['token'] ?? ''));
  const attributes = `${life === undefined ? '' : `; Max-Age=${Math.max(0, Math.floor((life.until - Date.now()) / 1000))}`}; Path=/; SameSite=Lax${window.location.protocol === 'https:' ? '; Secure' : ''}`;
  for (const [cookie, field] of Object.entries(sessionCookies)) {
    const text = asText(member[field]);
    if (readCookie(cookie) !== text) document.cookie = `${cookie}=${encodeURIComponent(text)}${attributes}`;
  }
  tellChange();
}

/** Ends the visitor's session in this browser, and what it remembers of searches; the cookies of the institution stay (ledger SESSION-20). */
export function endSession(): void {
  forgetWords();
  for (const name of Object.keys(sessionCookies)) document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  tellChange();
}

/** Ends a session that a call found to be over, and tells those who listen why (ledger SESSION-13, 14, 16). */
export function loseSession(end: SessionEnd): void {
  endSession();
  ends.forEach((listener) => listener(end));
}

/** Returns whether there are traces of a session, if only of one that is over, or whose cookies have run out while this window shows its member. */
export const hasSession = (): boolean => isShown || (readCookie('token') ?? '') !== '' || (readCookie('wlymobilephone') ?? '') !== '';

/**
 * Returns the lifetime of a token, in milliseconds since 1970 (JWT, RFC 7519: iat and exp in seconds).
 * @returns undefined for a token that does not say
 */
export function readTokenLife(token: string): { from: number; until: number } | undefined {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    if (claims === null || typeof claims !== 'object' || !('exp' in claims) || typeof claims.exp !== 'number') return undefined;
    const from = 'iat' in claims && typeof claims.iat === 'number' ? claims.iat : claims.exp;
    return { from: from * 1000, until: claims.exp * 1000 };
  } catch {
    return undefined;
  }
}

/** Another window may have logged in or out in the meantime. */
const subscribe = (listener: () => void): (() => void) => {
  const stop = onSessionChange(listener);
  const look = (): void => {
    if (visitor() === '') isShown = false;
    listener();
  };
  window.addEventListener('focus', look);
  return () => {
    stop();
    window.removeEventListener('focus', look);
  };
};
const nobody = (): string => '';
const visitor = (): string => {
  const phone = readCookie('wlymobilephone');
  return phone ? [phone, readCookie('wlyusername') ?? '', readCookie('wlyuserid') ?? '', readCookie('wlyuserimg') ?? ''].join('\n') : '';
};

/** The visitor, as cookies have it; all but `signedIn` empty for an anonymous one. */
export interface Session {
  signedIn: boolean;
  name: string;
  phone: string;
  id: string;
  image: string;
}

function showVisitor(): string {
  const found = visitor();
  if (found !== '') isShown = true;
  return found;
}

/** Returns the id of the member, as cookies have it; empty for an anonymous visitor. */
export const readMemberId = (): string => readCookie('wlyuserid') ?? '';

/**
 * The visitor, by the login cookies (ledger SESSION-22). Always anonymous while a page is rendered by the server or hydrated,
 * so that anonymous pages can be cached.
 */
export function useSession(): Session {
  const found = useSyncExternalStore(subscribe, showVisitor, nobody);
  return useMemo(() => toSession(found), [found]);
}

function toSession(found: string): Session {
  const [phone = '', name = '', id = '', image = ''] = found.split('\n');
  return { signedIn: phone !== '', name: name === '' ? phone : name, phone, id, image };
}

/** Returns whose session it is, told from all others; the empty text when it is nobody's. */
export const identify = ({ phone, id }: Session): string => (phone === '' ? '' : `${id} ${phone}`);

/** Returns whose session it is at this moment, by the cookies: for calls, which are made outside of a render. */
export const readOwner = (): string => identify(toSession(visitor()));
