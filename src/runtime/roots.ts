import type { TenantSettings } from '../model/definitions.g';
import type { PageData, ShellPayload } from '../model/payload';
import type { Texts } from '../model/textKeys.g';
import { maskPhone } from './mask';

/** What references can reach while something is shown: named roots and the values under them. */
export type Scope = Readonly<Record<string, unknown>>;

/** What references reach of an institution: its settings on the server, what the frame of a page has of them elsewhere. */
interface Institution extends Pick<TenantSettings, 'code' | 'fid'> {
  site: TenantSettings['site'] | ShellPayload['site'];
  texts: Texts;
}

/** Who is asking, as long as nobody is known: pages are shared by all who ask for them. */
const anonymous: Scope = { signedIn: false };

/**
 * Returns the root viewer as pages show it; `masked` is the phone without its middle, which stands for a name that is not there (ledger
 * PC-03).
 * @param member absent: nobody is signed in
 */
export function createViewerRoot(member?: { id: string; phone: string; name: string; image: string }): Scope {
  if (!member) return anonymous;
  const { id, phone, name, image } = member;
  const masked = maskPhone(phone);
  return { signedIn: true, id, phone, image, masked, name: name === '' || name === phone ? masked : name };
}

/**
 * Returns the roots that every reference reaches, whichever side reads it: in pages, forms and submissions.
 * @param now milliseconds since 1970 that count as now
 * @param viewer the member who is asking
 */
export function createSiteRoots({ site, texts, code, fid }: Institution, now: number, viewer: Scope = anonymous): Scope {
  return { site, texts, tenant: { code, fid }, viewer, now };
}

/** Returns everything that references of a page reach: the roots of the site, its query and its data. */
export function createPageScope({ query, roots }: { query: Scope; roots: Scope }, data: PageData): Scope {
  const { loads, lookup, main, state } = data;
  return { ...roots, ...loads, query, lookup, item: main?.item, total: main?.total, page: state.page };
}
