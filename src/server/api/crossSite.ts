import { RequestError } from './errors';

/** What a request says of where it comes from; the host without its port. */
interface Origin {
  method: string;
  hostname: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Refuses calls that a page of another site makes a browser send. Cookies open no session here, so that they would gain nothing; this
 * holds where something came to believe a cookie. Browsers say where a call comes from (W3C Fetch Metadata, `Sec-Fetch-Site`); those that
 * do not, and pages over plain HTTP, name the page's origin, which must have our host: protocol and port may be those of a proxy. What is no
 * browser says neither; the page that it names counts if it brings cookies along.
 * @throws RequestError 403
 */
export function refuseForeignPages({ method, hostname, headers }: Origin): void {
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new RequestError('crossSiteRequest');
    return;
  }
  const page = headers['origin'] ?? (headers['cookie'] === undefined ? undefined : headers['referer']);
  if (page !== undefined && readHost(String(page)) !== hostname.toLowerCase()) throw new RequestError('crossSiteRequest');
}

/** Returns the host of a page without its port; undefined for `null` and what is no address. */
const readHost = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).hostname : undefined);

/** The header that every call of our pages has (ledger SESSION-09). A form of another site cannot set it, and a script of one is not let. */
export const organizationHeader = 'x-organization-id';

/**
 * Refuses calls at the desk that change something and do not come from a script of ours: there a cookie does open a session, so that it is
 * guarded twice.
 * @throws RequestError 403
 */
export function refuseForeignForms({ method, headers }: { method: string; headers?: Readonly<Record<string, string>> }): void {
  if (method !== 'GET' && method !== 'HEAD' && headers?.[organizationHeader] === undefined) throw new RequestError('crossSiteRequest');
}
