import type { Readable } from 'node:stream';
import { parseCookie } from 'cookie';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../../database/transaction';
import { addAudit, type AuditEntry } from '../../database/desk/audit';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { ListPage } from '../../model/definitions.g';
import { asObject, asString, type Json, type JsonObject } from '../../model/json';
import { createPageScope } from '../../runtime/roots';
import { formatDateTime } from '../../runtime/time';
import { formatText } from '../../runtime/text';
import { organizationHeader, refuseForeignForms, refuseForeignPages } from '../api/crossSite';
import { RequestError } from '../api/errors';
import { findPortal } from '../api/tenant';
import type { Viewer } from '../api/viewer';
import type { PortalServer } from '../config/portalServer';
import { normalizePath } from '../rendering/address';
import { requireRight } from '../security/rights';
import type { Cell } from './cells';
import { type Column, listColumns } from './columns';
import { readList, type ReadList } from './readList';
import { writeCsv } from './writeCsv';
import { writeXlsx } from './writeXlsx';

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** What is asked for: the list of a page as its address has it, in which form, and why phones and names are to be shown whole. */
interface Asked {
  page: string;
  query: Record<string, string>;
  format: keyof typeof types;
  reason: string;
}

type CompiledList = CompiledPage & { definition: ListPage };

const longestReason = 200;

/**
 * Hands any list of the desk out as a file, with the rows that its page shows in the same order, all of them: `POST /portal/export`. It takes
 * the right `export` besides what the list itself takes, and `reveal` and a reason for phones and names that are not masked.
 */
export const exportRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.post('/portal/export', { compress: false }, async (request, reply) => {
    refuseForeignPages(request);
    const portal = await findPortal(server, request);
    if (!portal.desk) return reply.callNotFound();
    refuseForeignForms({ method: request.method, headers: pickHeaders(request) });
    const viewer = await server.staff.identify(portal, parseCookie(request.headers.cookie ?? ''));
    if (!viewer) throw new RequestError('staffLoginRequired');
    const asked = readAsked(request.body as Json | undefined);
    const compiled = findList(portal, asked.page);
    const module = portal.endpoints[compiled.definition.source]?.module ?? '';
    const staff = requireRight(viewer, module, 'export');
    if (asked.reason !== '') requireRight(viewer, module, 'reveal');
    return sendList(server, portal, compiled, { request, reply, viewer: staff, asked, module });
  });
};

/** The header that pages of the desk send with each call, and who asks. */
function pickHeaders({ headers }: FastifyRequest): Record<string, string> {
  const sent = ['cookie', organizationHeader].map((name) => [name, headers[name]] as const);
  return Object.fromEntries(sent.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** @throws RequestError 400 for what asks for nothing */
function readAsked(body: Json | undefined): Asked {
  const said = asObject(body);
  const format = asString(said['format']);
  if (format !== 'csv' && format !== 'xlsx') throw new RequestError('invalidRequest');
  const query = Object.entries(asObject(said['query'])).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    page: normalizePath(asString(said['page'])),
    query: Object.fromEntries(query),
    format,
    reason: asString(said['reason']).trim().slice(0, longestReason),
  };
}

/** @throws RequestError 404 for a page that is no list */
function findList(portal: CompiledPortal, path: string): CompiledList {
  const compiled = portal.pages.get(path);
  if (compiled?.definition.kind !== 'list') throw new RequestError('noSuchCall');
  return { ...compiled, definition: compiled.definition };
}

interface Export {
  request: FastifyRequest;
  reply: FastifyReply;
  viewer: Viewer;
  asked: Asked;
  module: string;
}

async function sendList(server: PortalServer, portal: CompiledPortal, compiled: CompiledList, made: Export): Promise<FastifyReply> {
  const { request, reply, viewer, asked } = made;
  const now = server.clock();
  const list = await readList(portal, compiled, asked.query, {
    backEnd: server.backEnd,
    viewer,
    headers: pickHeaders(request),
    address: request.ip,
    now,
    reveal: asked.reason !== '',
    report: (error) => request.log.error({ err: error }, 'a call of an export failed'),
  });
  if ('message' in list) return reply.code(list.status >= 400 && list.status < 600 ? list.status : 503).send({ ...list });
  const scope = createPageScope({ query: list.source.query, roots: list.source.roots }, list.data);
  const context = { labels: list.data.labels, texts: portal.texts, patterns: portal.patterns, now };
  const layout = Object.values(compiled.definition.layouts)[0];
  const card = compiled.cards[layout?.card ?? ''];
  if (!card) throw new RequestError('noSuchCall');
  const columns = listColumns(portal, compiled, card, scope, context);
  const title = formatText(compiled.definition.title, scope, context.patterns) || asked.page;
  await noteExport(server, portal, made, { list, title, now });
  const heads = columns.map(({ head }) => head);
  const parts = readCells(list, columns);
  const file: Readable = asked.format === 'csv' ? writeCsv(heads, parts) : writeXlsx(title, heads, parts);
  const name = `${title} ${formatDateTime(now).replace(/[: ]/g, '-')}.${asked.format}`.replace(/[\\/"]/g, ' ');
  return reply
    .headers({
      'content-type': types[asked.format],
      'content-disposition': `attachment; filename="list.${asked.format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
      'x-total-rows': String(list.total),
    })
    .send(file);
}

async function* readCells({ parts }: ReadList, columns: readonly Column[]): AsyncGenerator<Cell[][], void, undefined> {
  let index = 0;
  for await (const part of parts)
    yield part.map((row) => {
      index += 1;
      return columns.map(({ read }) => read(row, index));
    });
}

/** It is noted before the first row leaves: how many, and by what they were narrowed, never what they hold. */
async function noteExport(
  server: PortalServer,
  portal: CompiledPortal,
  { request, viewer, asked, module }: Export,
  { list, title, now }: { list: ReadList; title: string; now: number },
): Promise<void> {
  const { state } = list.data;
  const filters = [...Object.keys(state.filters), ...(state.keyword === '' ? [] : ['keyword'])];
  const entry: Omit<AuditEntry, 'action' | 'detail'> = {
    tenant: portal.tenant,
    at: now,
    staff: viewer.id,
    name: viewer.name,
    address: request.ip,
    module,
    title,
  };
  const detail: JsonObject = { rows: list.total, format: asked.format, filters };
  await inTransaction(server.database, async (tx) => {
    await addAudit(tx, { ...entry, action: 'item.export', detail });
    if (asked.reason !== '') await addAudit(tx, { ...entry, action: 'item.reveal', detail: { reason: asked.reason, rows: list.total } });
  });
}
