/** The name of the cookie that keeps whether a visitor wants large text, `1` or `0`, and of the query by which a link to another site of the platform carries it. */
export const largeTextName = 'elder';
/** The class of the root element while all text is large. */
export const largeTextClass = 'is-large';

const year = 365 * 86_400;

/** Whether a host is a domain or lies below it; letters' case and ports are none of either. */
export const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Where the choice is kept: the host that is shown, the domain that the platform's hosts share, and whether the connection is encrypted. */
export interface CookiePlace {
  host: string;
  domain?: string;
  secure: boolean;
}

/**
 * Returns what keeps a visitor's choice for a year, as `Set-Cookie` and `document.cookie` take it (RFC 6265). Where hosts share a domain the
 * choice is the domain's, and one that the host alone has kept before goes: both would be sent, and the older one believed.
 */
export function writeLargeTextCookies(large: boolean, { host, domain, secure }: CookiePlace): string[] {
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const kept = `${largeTextName}=${large ? '1' : '0'}; Max-Age=${year}; ${attributes}`;
  if (domain === undefined || !isWithin(host, domain)) return [kept];
  return [`${largeTextName}=; Max-Age=0; ${attributes}`, `${kept}; Domain=${domain}`];
}
