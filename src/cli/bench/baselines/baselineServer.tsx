import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { findPlainItem, listPlainItems, type PlainItem } from '../../../database/benchmarks/plainItems';
import type { Queryable } from '../../../database/connection';
import { asText, type JsonObject } from '../../../model/json';
import { writeDocument } from './documents';
import { PlainDetailPage } from './PlainDetailPage';
import { PlainListPage } from './PlainListPage';
import { type PlainList, type PlainSite, toCard } from './site';

/** What the pages that are written by hand are served with. */
export interface BaselineParts {
  /** The script of the list. */
  script: string;
  db: Queryable;
  site: PlainSite;
  /** The page that is sent from memory, as a browser would see it. */
  page: string;
  /** Where pictures are had, once each. */
  pictures: string;
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
/** As the portal packs its pages. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };
const newestBeside = 6;

/**
 * Builds a server of what somebody would write by hand for one list: `/list` rendered by React for each request, `/detail` an item's page,
 * `/spa` the list as a page that the browser fills, `/api/list` the call behind it, and `/static` a page from memory.
 */
export async function buildBaselineServer({ script, db, site, page, pictures }: BaselineParts): Promise<FastifyInstance> {
  const packed = brotliCompressSync(script);
  const app = fastify({ logger: false });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], global: true });
  app.get('/list', async (request, reply) => {
    const list = await readList(db, site, request);
    const html = writeDocument({ site, title: site.heading, page: <PlainListPage site={site} list={list} />, data: { site, list } });
    return sendPage(request, reply, html);
  });
  app.get('/detail', async (request, reply) => {
    const { store } = site;
    const [found, newest] = await Promise.all([
      findPlainItem(db, store.tenant, store.module, readQuery(request).id ?? ''),
      listPlainItems(db, { ...store, size: newestBeside, offset: 0 }),
    ]);
    if (!found) return reply.code(404).send('');
    const [card, ...beside] = [found, ...newest].map((item) => toItemCard(site, item));
    if (!card) return reply.code(404).send('');
    const shown = <PlainDetailPage site={site} card={card} body={asText(found.doc[site.fields.body])} newest={beside} />;
    return sendPage(request, reply, writeDocument({ site, title: card.title, page: shown }));
  });
  app.get('/spa', (request, reply) => sendPage(request, reply, writeDocument({ site, title: site.heading, data: { site } })));
  app.get('/api/list', async (request) => {
    const items = await askList(db, site, request);
    const rows = readQuery(request).views === undefined ? items.map(({ doc }) => doc) : items.map(({ doc, views }) => ({ ...doc, views }));
    return { status: 200, total: items[0]?.total ?? 0, rows };
  });
  app.get('/list.js', (_request, reply) =>
    reply.headers({ 'content-type': 'text/javascript', 'content-encoding': 'br', 'cache-control': 'max-age=31536000' }).send(packed),
  );
  serveFromMemory(app, page);
  servePictures(app, pictures);
  return app;
}

const readQuery = (request: FastifyRequest): Partial<Record<string, string>> => request.query as Partial<Record<string, string>>;

function askList(db: Queryable, { store, size, filter }: PlainSite, request: FastifyRequest): Promise<PlainItem[]> {
  const query = readQuery(request);
  const [choice, keyword] = [query[filter.name] ?? '', query.keyword ?? ''];
  return listPlainItems(db, {
    ...store,
    size,
    offset: (readPage(query) - 1) * size,
    ...(choice === '' ? {} : { choice: { field: store.choiceField, value: choice } }),
    ...(keyword === '' ? {} : { keyword: { field: store.titleField, text: keyword } }),
  });
}

const readPage = (query: Partial<Record<string, string>>): number => Math.max(1, Math.trunc(Number(query.page ?? 1)) || 1);

async function readList(db: Queryable, site: PlainSite, request: FastifyRequest): Promise<PlainList> {
  const items = await askList(db, site, request);
  const query = readQuery(request);
  return {
    page: readPage(query),
    choice: query[site.filter.name] ?? '',
    keyword: query.keyword ?? '',
    total: items[0]?.total ?? 0,
    cards: items.map((item) => toItemCard(site, item)),
  };
}

const toItemCard = (site: PlainSite, { doc, views }: PlainItem): PlainList['cards'][number] => toCard(site, doc as JsonObject, views);

/** Sends a page that was made for this request, packed as the portal packs its own. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.headers({ 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' });
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await packBrotli(html, { params }));
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await packGzip(html, { level: 6 }));
  return reply.send(html);
}

/** A static file: packed once, sent from memory. */
function serveFromMemory(app: FastifyInstance, page: string): void {
  const packed = brotliCompressSync(page, { params });
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    etag: '"1"',
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=0, must-revalidate',
  };
  app.get('/static', (_request, reply) => reply.headers(headers).send(packed));
}

/** Pictures of another server, each packed and kept in memory once it was asked for. */
function servePictures(app: FastifyInstance, origin: string): void {
  const kept = new Map<string, Promise<{ type: string; bytes: Buffer }>>();
  const take = async (address: string): Promise<{ type: string; bytes: Buffer }> => {
    const found = await fetch(origin + address);
    return { type: found.headers.get('content-type') ?? '', bytes: await packBrotli(await found.arrayBuffer(), { params }) };
  };
  app.get('/pictures/*', async (request, reply) => {
    const picture = kept.get(request.url) ?? take(request.url);
    kept.set(request.url, picture);
    const { type, bytes } = await picture;
    return reply.headers({ 'content-type': type, 'content-encoding': 'br', 'cache-control': 'max-age=3600' }).send(bytes);
  });
}
