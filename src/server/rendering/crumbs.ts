import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Actions, Page } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import type { Crumb, MenuEntry, PageData } from '../../model/payload';
import { resolve } from '../../model/pointer';
import { resolveTarget } from '../../runtime/action';
import type { Call } from '../../runtime/pageData';
import type { Scope } from '../../runtime/roots';
import { sanitizeAddress } from '../../runtime/display';
import { findServiceEndpoint } from './endpoints';
import { buildColumnAddress } from './shell';

type Query = Readonly<Record<string, string>>;

/** What the breadcrumbs of a page are made of. */
interface Place {
  /** The menu's entry for the query's columnId, or for the column of what the page is about, if there is one. */
  column: MenuEntry | undefined;
  query: Query;
  /** The page's own heading, for a form, and for a list that belongs to no column of the menu. */
  heading: string;
  /** What the item of a detail page is called; empty where that is not known to all. */
  title: string;
  /** What references of the page reach. */
  scope: Scope;
}

/**
 * Returns the breadcrumbs: home, the column, the links that the definition has besides, and on detail pages one more (ledger SHELL-05 to 09),
 * the title of the item; on forms that were opened from a column their own name.
 */
export async function buildCrumbs(
  portal: CompiledPortal,
  compiled: CompiledPage,
  { column, query, heading, title, scope }: Place,
  call: Call,
): Promise<Crumb[]> {
  if (compiled.definition.crumbs === false || compiled.path === '/') return [];
  const crumbs: Crumb[] = [{ title: portal.texts['home'] ?? '', href: await findHomeAddress(portal, query, call) }];
  const { kind, crumbs: between } = compiled.definition;
  const links = typeof between === 'object' ? resolveLinks(portal, between, scope) : [];
  const isDetail = kind === 'detail';
  if (column || (isDetail && links.length === 0))
    crumbs.push({
      title: column?.title ?? portal.modules[compiled.module]?.definition.title ?? '',
      href: findColumnHref(portal, compiled, column, query),
    });
  crumbs.push(...links);
  if (isDetail) crumbs.push({ title: title || (portal.texts['detailCrumb'] ?? '') });
  else if (kind === 'form' || links.length > 0 || !column) crumbs.push({ title: heading });
  return crumbs;
}

/**
 * Returns the column of what a page cannot do without, for pages whose address names none, such as a form about an item; empty without one.
 * @param found what its loads were answered with
 */
export function readNeededColumn({ modules, endpoints }: CompiledPortal, { loads = {} }: Page, found: PageData['loads']): string {
  for (const [name, { source, required }] of Object.entries(loads)) {
    const pointer = modules[endpoints[source]?.module ?? '']?.definition.roles?.column;
    const column = required && pointer !== undefined ? resolve(pointer, found[name]?.item) : undefined;
    if (typeof column === 'string' && column !== '') return column;
  }
  return '';
}

/** Returns the links that lead somewhere and have words; pages are shared, so that nobody is signed in. */
function resolveLinks(portal: CompiledPortal, links: Actions, scope: Scope): Crumb[] {
  const context = { patterns: portal.patterns, login: '', here: '', signedIn: false };
  return Object.values(links).flatMap((link) => {
    const { label = '', href } = resolveTarget(link, scope, context) ?? {};
    return label === '' || href === undefined ? [] : [{ title: label, href }];
  });
}

function findColumnHref(portal: CompiledPortal, compiled: CompiledPage, column: MenuEntry | undefined, query: Query): string | undefined {
  if (column?.href)
    return query['subhomepage'] === undefined || column.external ? column.href : appendSubhomepage(column.href, query['subhomepage']);
  const path = portal.entries[compiled.module];
  return path === undefined || query['columnId'] === undefined ? path : buildColumnAddress(path, query['columnId'], query['subhomepage']);
}

function appendSubhomepage(href: string, subhomepage: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}subhomepage=${encodeURIComponent(subhomepage)}`;
}

/** Returns the site root, unless subhomepage names an advert of the ad slot of that name: then the advert's link (ledger SHELL-09). */
async function findHomeAddress(portal: CompiledPortal, query: Query, call: Call): Promise<string> {
  const endpoint = findServiceEndpoint(portal, 'site.slot');
  if (query['subhomepage'] === undefined || !endpoint) return '/';
  const reply = await call(endpoint, { slotName: 'subhomepage' });
  const adverts = reply.rows.flatMap((slot) => (Array.isArray(slot['adDetails']) ? slot['adDetails'] : [])) as JsonObject[];
  const link = adverts.find((advert) => advert['adName'] === query['subhomepage'])?.['adLink'];
  return (typeof link === 'string' ? sanitizeAddress(link) : undefined) ?? '/';
}
