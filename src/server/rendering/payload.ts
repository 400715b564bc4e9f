import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Form, Page } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import type { PageData, PagePayload, ShellPayload, Payload } from '../../model/payload';
import { toKeywordName, collectListNames } from '../../runtime/listState';
import { findStatefulLists } from '../../runtime/lists';
import { type Call, loadPage } from '../../runtime/pageData';
import { createPageScope, createSiteRoots, type Scope } from '../../runtime/roots';
import { findMapSections } from '../../runtime/sections';
import { sanitizeAddress } from '../../runtime/display';
import { findNextChange } from '../../runtime/today';
import { readTitle } from '../items/record';
import type { ShareCard } from '../sharing/shareCard';
import { buildCrumbs, readNeededColumn } from './crumbs';
import { declarePage } from './declaration';
import { findServiceEndpoint, isRevalidated } from './endpoints';
import { listFeeds } from './feedFormats';
import { buildHead } from './head';
import { buildLinkedData } from './linkedData';
import { toMapPayload } from './mapSettings';
import { projectData } from './project';
import { buildFrame, buildShell, describeColumn, findColumn, reachSisters } from './shell';

/** Where a page was asked for. */
export interface PageAddress {
  /** Scheme, host and port, for canonical links. */
  origin: string;
  query: Readonly<Record<string, string>>;
}

/**
 * Returns everything that the browser needs of a page, fetched through the same declarations that the browser uses, what search engines
 * are told of it, and what is drawn where it is shared.
 * @param call makes calls of the back end on the server
 * @param viewer who the page is made for, where it is for one person alone
 */
export async function buildPayload(
  portal: CompiledPortal,
  compiled: CompiledPage,
  address: PageAddress,
  call: Call,
  now: number,
  viewer?: Scope,
): Promise<{ payload: Payload; linkedData: JsonObject[]; card: ShareCard }> {
  const declaration = declarePage(portal, compiled);
  const { endpoints } = declaration;
  const query = pickDeclaredQuery(compiled, address.query);
  const roots = createSiteRoots(buildFrame(portal), now, viewer);
  // What does not wait for another is asked for at the same time: all of it stands under one deadline.
  const [shell, banners, data] = await Promise.all([
    buildShell(portal, call).then((frame) => reachSisters(frame, address.origin)),
    loadBanners(portal, compiled, call),
    loadPage({ page: compiled.definition, endpoints, codelists: compiled.codelists, query, roots, now }, call),
  ]);
  const column = findColumn(shell.menu, query['columnId'] ?? '');
  const banner = banners && pickBanner(banners, shell, query['columnId'] ?? '');
  // The head knows what browsers do not get of the institution, such as its description.
  const { card, ...head } = buildHead(
    portal,
    compiled,
    data,
    { query, roots: { ...roots, site: portal.settings.site }, banner: banner ?? portal.settings.theme.banner },
    column,
    address,
  );
  const page: PagePayload = {
    path: compiled.path,
    module: compiled.module,
    name: compiled.name,
    ...declaration,
    query,
    data: projectData(data, compiled),
    now,
    ...head,
    lead: compiled.definition.kind === 'detail' ? undefined : describeColumn(portal.settings.menu, query['columnId'] ?? ''),
    crumbs: await buildCrumbs(
      portal,
      compiled,
      {
        column: column ?? findColumn(shell.menu, readNeededColumn(portal, compiled.definition, data.loads)),
        query,
        heading: head.heading,
        title: readTitle(portal.modules[compiled.module], data.main?.item),
        scope: createPageScope({ query, roots }, data),
      },
      call,
    ),
    banner,
    feeds: listFeeds(portal, compiled),
    status: computeStatus(data, compiled.definition),
    ...describeTimes(portal, compiled, { query, roots }, data, now),
    ...(findMapSections(compiled.definition).length > 0 || Object.values(compiled.forms).some(({ fields }) => hasPlace(fields))
      ? { map: toMapPayload(portal.settings.map, portal.settings.areas) }
      : {}),
  };
  return { payload: { shell, page }, linkedData: buildLinkedData(portal, compiled, data, page, address.origin), card };
}

/** Whether a place is pointed at on a map among fields. */
const hasPlace = (fields: Form['fields']): boolean =>
  Object.values(fields).some(({ field, fields: inner = {} }) => field === 'coordinate' || hasPlace(inner));

/** Returns what a page knows of its own age: when it no longer holds, and whether it is fetched anew when the visitor comes back to it. */
function describeTimes(
  portal: CompiledPortal,
  compiled: CompiledPage,
  source: { query: Readonly<Record<string, string>>; roots: Scope },
  data: PageData,
  now: number,
): Pick<PagePayload, 'opening' | 'changesAt' | 'revalidate'> {
  const { opening } = portal.settings;
  const changesAt = findNextChange(compiled.definition, opening, source, data, now);
  return {
    ...(changesAt === undefined ? {} : { changesAt, ...(opening ? { opening } : {}) }),
    ...(changesAt !== undefined || isRevalidated(portal, compiled) ? { revalidate: true as const } : {}),
  };
}

const always = ['columnId', 'id', 'subhomepage', 'share', 'type', 'key', 'page', 'sort', 'tab', 'keyword', 'field'];

const maxLength = 500;

/** The names that a page declares of its query, and those of them under which something is searched for. */
interface DeclaredNames {
  names: ReadonlySet<string>;
  searches: ReadonlySet<string>;
}
const declaredNames = new WeakMap<Page, DeclaredNames>();

function findDeclaredNames(definition: Page): DeclaredNames {
  const known = declaredNames.get(definition) ?? {
    names: new Set([...always, ...collectListNames(definition), ...Object.keys(definition.query ?? {})]),
    searches: new Set(findStatefulLists(definition).map(({ list, prefix }) => toKeywordName(list, prefix))),
  };
  declaredNames.set(definition, known);
  return known;
}

/**
 * Returns the part of a query that the page declares; the rest neither reaches the page nor its cache (LANGUAGE: no trust in query values).
 * What is too long is left out; what is searched for is cut instead, for its beginning finds something.
 */
export function pickDeclaredQuery(
  { definition }: Pick<CompiledPage, 'definition'>,
  query: Readonly<Record<string, string>>,
): Record<string, string> {
  const { names, searches } = findDeclaredNames(definition);
  const kept = Object.entries(query).map(([name, value]) => [name, searches.has(name) ? value.slice(0, maxLength) : value] as const);
  return Object.fromEntries(kept.filter(([name, value]) => names.has(name) && value !== '' && value.length <= maxLength));
}

/** The status of a page is that of the first call that it cannot do without and that failed. */
function computeStatus({ main, loads }: PageData, { loads: declared = {} }: Page): 200 | 404 | 503 {
  const needed = [main, ...Object.entries(declared).map(([name, load]) => (load.required ? loads[name] : undefined))];
  const failed = needed.find((reply) => reply && !reply.ok);
  if (!failed) return 200;
  return failed.status === 404 || failed.status === 400 ? 404 : 503;
}

/** Returns the ad slot of the banners of inner pages (ledger SHELL-16); undefined on pages without one. */
async function loadBanners(portal: CompiledPortal, compiled: CompiledPage, call: Call): Promise<JsonObject | undefined> {
  if (compiled.definition.banner === false || compiled.path === '/') return undefined;
  const endpoint = findServiceEndpoint(portal, 'site.slot');
  const reply = endpoint && (await call(endpoint, { slotName: 'pcinnerbanner' }));
  return reply?.rows[0] ?? {};
}

/** Returns the banner of a page: the advert that names its column, else the first that names none, the slot's own, or the theme's. */
function pickBanner(slot: JsonObject, { theme, menu }: ShellPayload, columnId: string): string | undefined {
  const adverts = (Array.isArray(slot['adDetails']) ? slot['adDetails'] : []) as JsonObject[];
  const named = (name: string): JsonObject | undefined => adverts.find(({ adName }) => name !== '' && adName === name);
  const general = adverts.find(({ adName }) => typeof adName !== 'string' || findColumn(menu, adName) === undefined);
  return readPicture(named(columnId)) ?? readPicture(general) ?? readPicture(slot) ?? theme.banner;
}

function readPicture(value: unknown): string | undefined {
  const picture = value !== null && typeof value === 'object' ? (value as JsonObject)['imgPath'] : undefined;
  return typeof picture === 'string' ? sanitizeAddress(picture) : undefined;
}
