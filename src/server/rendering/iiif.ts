import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import type { Call } from '../../runtime/pageData';
import { findPortal } from '../api/tenant';
import { findDetail } from '../items/itemPages';
import type { PortalServer } from '../config/portalServer';
import { createServerCall } from './call';
import { collectEndpoints } from './endpoints';
import { buildCollection, buildManifest, manifestType, type ItemPlace } from './manifest';
import { createMeasure } from './measurePictures';
import { readOrigin } from './address';

/** Calls that a collection is gathered by at most; what is beyond is found by the list of the portal. */
const mostCalls = 20;
/** Items of a reply, where its call does not say. */
const usualPage = 100;

/** The items of modules with a `manifest` for viewers of other sites (IIIF Presentation API 3.0). Anybody's scripts may read them, as anybody may open their pages. */
export const iiifRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const measure = createMeasure(app);

  app.get<{ Params: { module: string; id: string } }>('/iiif/:module/:id/manifest', async (request, reply) => {
    const portal = await findPortal(server, request);
    const place = findPlace(portal, request.params.module, readOrigin(request));
    const item = place && (await findItem(place, createCall(server, portal, request), request.params.id));
    const manifest = item && (await buildManifest(item, place, (address) => measure(request.host, portal, address)));
    return manifest ? send(request, reply, manifest) : refuse(reply);
  });

  app.get<{ Params: { module: string } }>('/iiif/:module/collection', async (request, reply) => {
    const portal = await findPortal(server, request);
    const place = findPlace(portal, request.params.module, readOrigin(request));
    const items = place && (await listItems(place, createCall(server, portal, request)));
    return items ? send(request, reply, buildCollection(items, place)) : refuse(reply);
  });
};

const createCall = (server: PortalServer, portal: CompiledPortal, request: FastifyRequest): Call =>
  createServerCall(
    portal,
    server.backEnd,
    (error) => request.log.error({ err: error }, 'a call of a manifest failed'),
    undefined,
    request.ip,
  );

/** A module whose items have manifests, with the page of one of them. */
type Shown = ItemPlace & { detail: CompiledPage };

function findPlace(portal: CompiledPortal, module: string, origin: string): Shown | undefined {
  const definition = Object.hasOwn(portal.modules, module) ? portal.modules[module]?.definition : undefined;
  const detail = findDetail(portal, module);
  return definition?.manifest && detail ? { portal, module, definition, detail, origin, path: detail.path } : undefined;
}

/** Returns an item as its page gets it: by the same call, so that what is not published or belongs to another institution is not there. */
async function findItem({ portal, detail }: Shown, call: Call, id: string): Promise<JsonObject | undefined> {
  const source = detail.definition.kind === 'detail' ? detail.definition.source : '';
  const endpoint = collectEndpoints(portal, detail)[source];
  const name = Object.values(endpoint?.params ?? {}).find(({ field }) => field === '/id')?.name;
  if (!endpoint || endpoint.viewer !== undefined || name === undefined) return undefined;
  const { ok, item } = await call(endpoint, { [name]: id });
  return ok ? item : undefined;
}

/** Returns the items of a module by the call of its list; undefined when it has no list for everybody. */
async function listItems({ portal, module }: Shown, call: Call): Promise<JsonObject[] | undefined> {
  const list = [...portal.pages.values()].find(
    ({ module: owner, definition }) => owner === module && definition.kind === 'list' && definition.requires === undefined,
  );
  const endpoint = list?.definition.kind === 'list' ? collectEndpoints(portal, list)[list.definition.source] : undefined;
  if (!endpoint?.paging || endpoint.viewer !== undefined) return undefined;
  const { page, size, max = usualPage } = endpoint.paging;
  const found: JsonObject[] = [];
  for (let number = 1; number <= mostCalls; number += 1) {
    const { ok, rows, total } = await call(endpoint, { [page]: number, ...(size === undefined ? {} : { [size]: max }) });
    if (!ok) return undefined;
    found.push(...rows);
    if (rows.length < max || found.length >= total) break;
  }
  return found;
}

function send(request: FastifyRequest, reply: FastifyReply, body: JsonObject): FastifyReply {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300', etag });
  if ((request.headers['if-none-match'] ?? '').includes(etag)) return reply.code(304).send();
  return reply.type(manifestType).send(text);
}

const refuse = (reply: FastifyReply): FastifyReply =>
  reply.code(404).headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' }).type('text/plain').send('');
