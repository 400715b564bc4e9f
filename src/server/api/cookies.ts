interface CookieOptions {
  path?: string;
  /** Seconds; 0 removes it. */ maxAge: number;
  httpOnly?: boolean;
  sameSite?: 'Lax' | 'Strict';
  secure: boolean;
}

/** The value of a Set-Cookie header (RFC 6265); the cookie's value is percent-encoded. */
export function serializeCookie(
  name: string,
  value: string,
  { path = '/', maxAge, httpOnly, sameSite = 'Lax', secure }: CookieOptions,
): string {
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
