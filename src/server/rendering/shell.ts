import type { CompiledPortal } from '../../model/compiled';
import type { Menu } from '../../model/definitions.g';
import { asText, isObject, type Json, type JsonObject } from '../../model/json';
import type { MenuEntry, ShellPayload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { sanitizeAddress } from '../../runtime/display';
import { findOwnBackend } from '../api/ownBackend';
import { sanitize } from '../api/sanitize';
import { findServiceEndpoint } from './endpoints';

/** What stands where an institution has no logo of its own. */
export const defaultLogo = '/pictures/logo/ripple.svg';

/** The services that every page may call: they renew and end a visitor's session. */
const sessionServices = ['accounts.renew', 'accounts.logout'];
/** Those that every page with a search box may call besides: they tell what the institution itself has, and no other back end. */
const searchServices = ['search.suggest', 'search.hot'];

/** Returns what the frame of every page needs. The menu comes by the menu call, so that an institution's own back end can answer it. */
export async function buildShell(portal: CompiledPortal, call: Call): Promise<ShellPayload> {
  const endpoint = findServiceEndpoint(portal, 'site.menu');
  const reply = endpoint && (await call(endpoint, { museumCode: portal.settings.code }));
  const rows = reply?.rows ?? [];
  const frame = buildFrame(portal);
  const last = shells.get(frame);
  if (last && areCopies(rows, last.rows)) return last.shell;
  const written = JSON.stringify(rows);
  const shell = last?.written === written ? last.shell : { ...frame, menu: toMenuEntries(portal, rows) };
  shells.set(frame, { rows, written, shell });
  return shell;
}

/** Whether rows are copies of others, whose fields they share. */
const areCopies = (rows: readonly JsonObject[], others: readonly JsonObject[]): boolean =>
  rows.length === others.length && rows.every((row, index) => isCopy(row, others[index] ?? {}));

function isCopy(row: JsonObject, other: JsonObject): boolean {
  const names = Object.keys(row);
  return names.length === Object.keys(other).length && names.every((name) => row[name] === other[name]);
}

/** The last shell of an institution, and the rows of its menu: pages that have the same one share what is made of it. */
const shells = new WeakMap<FramePayload, { rows: readonly JsonObject[]; written: string; shell: ShellPayload }>();
/** The same as it was last seen at an address. */
const reached = new WeakMap<ShellPayload, { origin: string; shell: ShellPayload }>();

/** Returns the frame as it is seen at an address: sister institutions are reached by the scheme and the port that this one was. */
export function reachSisters(shell: ShellPayload, origin: string): ShellPayload {
  const { footerLinks } = shell.shell;
  if (!footerLinks) return shell;
  const last = reached.get(shell);
  if (last?.origin === origin) return last.shell;
  const links = Object.entries(footerLinks).map(([name, link]) => [
    name,
    link.sister ? { ...link, href: moveTo(link.href, origin) } : link,
  ]);
  const moved = { ...shell, shell: { ...shell.shell, footerLinks: Object.fromEntries(links) as typeof footerLinks } };
  reached.set(shell, { origin, shell: moved });
  return moved;
}

function moveTo(href: string, origin: string): string {
  if (!URL.canParse(href) || !URL.canParse(origin)) return href;
  const [address, { protocol, port }] = [new URL(href), new URL(origin)];
  address.protocol = protocol;
  address.port = port;
  return address.href;
}

type FramePayload = Omit<ShellPayload, 'menu'>;
const frames = new WeakMap<CompiledPortal, FramePayload>();

/** Returns what the settings alone say of the frame: the same object each time. */
export function buildFrame(portal: CompiledPortal): FramePayload {
  const frame = frames.get(portal) ?? composeFrame(portal);
  frames.set(portal, frame);
  return frame;
}

function composeFrame(portal: CompiledPortal): FramePayload {
  const { site, theme, shell, code, fid, gray, platform } = portal.settings;
  const { title, subtitle, slogan, address, phone, openTime } = site;
  return {
    site: { title, subtitle, slogan, address, phone, openTime, logo: site.appLogo ?? defaultLogo },
    theme,
    shell: { ...shell, footerHtml: undefined, hotWords: undefined },
    gray: gray === true,
    platform,
    code,
    fid,
    texts: portal.texts,
    locale: portal.locale,
    prefix: portal.prefix,
    ...(portal.locales.length > 1 ? { locales: portal.locales } : {}),
    footerHtml: shell.footerHtml === undefined ? undefined : sanitize(shell.footerHtml),
    calls: Object.fromEntries(
      [...sessionServices, ...(shell.search ? searchServices : [])].flatMap((service) => {
        const found = findServiceEndpoint(portal, service);
        const isElsewhere =
          searchServices.includes(service) && findOwnBackend(portal, portal.endpoints[found?.name ?? ''] ?? {}) !== undefined;
        return found && !isElsewhere ? [[service, found]] : [];
      }),
    ),
  };
}

/**
 * Returns menu entries with their addresses from the rows of a menu call, the built-in one's or an institution's own: a column with
 * a back route id opens the page of that id with its columnId (ledger SHELL-17), one with an address opens that, and one of the home
 * page what the institution has for it (ledger SHELL-14).
 */
export function toMenuEntries(portal: CompiledPortal, rows: readonly Json[]): MenuEntry[] {
  return rows.filter(isObject).map((row) => {
    const id = asText(row['id']);
    const address = sanitizeAddress(asText(row['href'])) ?? '';
    const path = asText(row['page']) || portal.routeIds[Number(row['backRouteId'])];
    const written = address || (path === undefined || path === '' ? '' : buildColumnAddress(path, id));
    const href = written === '/' ? portal.settings.shell.home || written : written;
    const entry: MenuEntry = {
      id,
      title: asText(row['title']),
      href,
      children: Array.isArray(row['children']) ? toMenuEntries(portal, row['children']) : [],
    };
    const image = sanitizeAddress(asText(row['image']));
    if (image) entry.image = image;
    if (/^https?:/i.test(href)) entry.external = true;
    if (row['requires'] === 'login') entry.requires = 'login';
    if (row['description'] === hiddenOnWide) entry.hidden = true;
    return entry;
  });
}

/** Returns the address of a column's page; the home page takes no column. */
export function buildColumnAddress(path: string, columnId: string, subhomepage?: string): string {
  if (path === '/') return path;
  const query = new URLSearchParams({ columnId });
  if (subhomepage !== undefined && subhomepage !== '') query.set('subhomepage', subhomepage);
  return `${path}?${query.toString()}`;
}

/** Returns what an institution says of a column in a sentence; undefined where it says nothing. */
export function describeColumn(menu: Menu | undefined, columnId: string): string | undefined {
  for (const { id, description, children } of Object.values(menu ?? {})) {
    const found = id === columnId && description !== hiddenOnWide ? description : describeColumn(children, columnId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The description of a column that wide screens leave out of the menu. */
const hiddenOnWide = 'mobilenav';

/** Returns the entry whose id is the column's, at any depth (ledger SHELL-06). */
export function findColumn(entries: readonly MenuEntry[], columnId: string): MenuEntry | undefined {
  for (const entry of entries) {
    const hit = entry.id === columnId ? entry : findColumn(entry.children, columnId);
    if (hit) return hit;
  }
  return undefined;
}
