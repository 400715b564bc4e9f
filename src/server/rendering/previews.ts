import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { findDeskItem } from '../../database/desk/items';
import { readPending } from '../../database/desk/pending';
import { deskPrefix } from '../../definitions/desk/desk';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import { joinPieces } from '../../runtime/pieces';
import { asString } from '../../model/json';
import { resolve } from '../../model/pointer';
import type { Texts } from '../../model/textKeys.g';
import type { PagePayload } from '../../model/payload';
import type { PreviewedItem } from '../api/room';
import { escapeHtml } from '../api/sanitize';
import type { PortalServer } from '../config/portalServer';
import { layDraft } from '../desk/drafts';
import { addressItem, findDetail } from '../items/itemPages';
import { normalizePath } from './address';
import type { PageDocument } from './document';
import { hashSource } from './hashSource';

/** The name in the address of a page by which staff ask for it as it will be. It says nothing: their session does. */
const previewName = 'deskpreview';

export const asksForPreview = ({ searchParams }: URL): boolean => searchParams.has(previewName);

/** A page as visitors will see it, for one member of the staff. */
export interface Preview {
  compiled: CompiledPage;
  item: PreviewedItem;
}

/**
 * Finds what the preview of a page shows: an item with the changes that are not published, whatever its state.
 * @returns `login` for who has no session at the desk; undefined for who may not read the module, and where there is no such page or item
 */
export async function findPreview(
  server: PortalServer,
  portal: CompiledPortal,
  request: FastifyRequest,
  url: URL,
): Promise<Preview | 'login' | undefined> {
  const staff = await server.staff.identify(portal, parseCookie(request.headers.cookie ?? ''));
  if (!staff) return 'login';
  const compiled = portal.pages.get(normalizePath(url.pathname));
  if (!compiled || compiled.definition.kind !== 'detail' || staff.staff?.may(compiled.module, 'read') !== true) return undefined;
  const item = await findPreviewed(server, portal, compiled.module, url.searchParams.get('id') ?? '');
  return item && { compiled, item };
}

async function findPreviewed(
  { database }: PortalServer,
  { tenant }: CompiledPortal,
  module: string,
  id: string,
): Promise<PreviewedItem | undefined> {
  const stored = await findDeskItem(database, tenant, module, id);
  if (!stored) return undefined;
  const { draft } = await readPending(database, { tenant, module, id });
  return { module, id, doc: layDraft(stored, draft) };
}

/** Returns the address at which an item is previewed, by what staff were shown of it; undefined for modules that show no item by itself. */
export async function addressPreview(server: PortalServer, site: CompiledPortal, module: string, id: string): Promise<string | undefined> {
  const page = findDetail(site, module);
  const item = page && (await findPreviewed(server, site, module, id));
  if (!item) return undefined;
  const column = site.modules[module]?.definition.roles?.column;
  const address = addressItem(page.path, { id, column: column === undefined ? '' : asString(resolve(column, item.doc)) });
  return `${address}&${previewName}=1`;
}

/** Returns a page that leaves no trace in what is counted: nobody visits it. */
export const forgetRecords = (page: PagePayload): PagePayload => ({ ...page, definition: { ...page.definition, records: {} } });

/** The strip above a preview: it stands last, for the way past the menu comes first on every page. Its styles are allowed there by their hash and nowhere else. */
const stripStyles = `body{display:flex;flex-direction:column}.preview-strip{order:-1;position:sticky;top:0;z-index:1000;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:4px 16px;min-height:44px;padding:4px 16px;background:#1f2933;color:#fff;font-size:15px;line-height:1.5}.preview-strip b{padding:1px 10px;border-radius:999px;background:#f5c451;color:#1f2933;font-weight:600}.preview-strip a{display:inline-flex;align-items:center;min-height:44px;color:#fff;text-decoration:underline}`;

/** Returns the document of a page with a strip above it that says that it is a preview and leads back to the form. @param texts those of the desk */
export function markPreview(made: PageDocument, texts: Texts, { item }: Preview): PageDocument {
  const say = (name: 'deskPreview' | 'deskPreviewSay' | 'deskPreviewBack'): string => escapeHtml(texts[name] ?? '');
  const back = `${deskPrefix}/content/${item.module}/edit?${new URLSearchParams({ id: item.id }).toString()}`;
  const strip = `<aside class="preview-strip" aria-label="${say('deskPreview')}"><b>${say('deskPreview')}</b><span>${say('deskPreviewSay')}</span><a href="${escapeHtml(back)}">${say('deskPreviewBack')}</a></aside>`;
  const html = joinPieces(made.pieces)
    .replace('</head>', () => `<meta name="robots" content="noindex">\n<style>${stripStyles}</style>\n</head>`)
    .replace('</body>', () => `${strip}\n</body>`);
  return { ...made, pieces: [{ html }], styleHashes: [...made.styleHashes, hashSource(stripStyles)] };
}
