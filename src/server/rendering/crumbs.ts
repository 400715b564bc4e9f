import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import type { Crumb, MenuEntry } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { sanitizeAddress } from '../../runtime/display';
import { findServiceEndpoint } from './endpoints';
import { buildColumnAddress } from './shell';

type Query = Readonly<Record<string, string>>;

/**
 * Returns the breadcrumbs: home, the column, and on detail pages one more (ledger SHELL-05 to 09); on forms that were opened from a column
 * their own name.
 * @param heading the page's own, for a form, and for a list that belongs to no column of the menu
 * @param column the menu's entry for the query's columnId, if there is one
 */
export async function buildCrumbs(
  portal: CompiledPortal,
  compiled: CompiledPage,
  column: MenuEntry | undefined,
  query: Query,
  heading: string,
  call: Call,
): Promise<Crumb[]> {
  if (compiled.definition.crumbs === false || compiled.path === '/') return [];
  const crumbs: Crumb[] = [{ title: portal.texts['home'] ?? '', href: await findHomeAddress(portal, query, call) }];
  const isDetail = compiled.definition.kind === 'detail';
  if (!column && !isDetail) return [...crumbs, { title: heading }];
  crumbs.push({
    title: column?.title ?? portal.modules[compiled.module]?.definition.title ?? '',
    href: findColumnHref(portal, compiled, column, query),
  });
  if (isDetail) crumbs.push({ title: portal.texts['detailCrumb'] ?? '' });
  else if (compiled.definition.kind === 'form') crumbs.push({ title: heading });
  return crumbs;
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
