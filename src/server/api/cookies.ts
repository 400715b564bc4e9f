import { stringifySetCookie, type Cookies, type SerializeOptions } from 'cookie';
import { LRUCache } from 'lru-cache';
import type { CompiledPortal } from '../../model/compiled';

/** Returns a Set-Cookie header (RFC 6265), of the whole site unless the options say otherwise; the cookie's value is percent-encoded. */
export function serializeCookie(name: string, value: string, options: SerializeOptions): string {
  return stringifySetCookie(name, value.replace(/\p{Surrogate}/gu, '\uFFFD'), { path: '/', sameSite: 'lax', ...options });
}

/**
 * Returns the institution's code and tenant id as cookies, but for those that were sent (ledger TENANT-04). They tell nothing to this
 * server: the host alone decides.
 */
export function buildInstitutionCookies({ settings }: CompiledPortal, secure: boolean, sent: Cookies = {}): string[] {
  return Object.entries({ museumCode: settings.code, culturalCloud_fid: settings.fid })
    .filter(([name, value]) => sent[name] !== value)
    .map(([name, value]) => writeInstitutionCookie(name, value, secure));
}

/** Written with each page; there are two of each institution. */
const written = new LRUCache<string, string>({ max: 5_000 });

function writeInstitutionCookie(name: string, value: string, secure: boolean): string {
  const key = JSON.stringify([name, value, secure]);
  const known = written.get(key) ?? serializeCookie(name, value, { maxAge: 365 * 86_400, secure });
  written.set(key, known);
  return known;
}
