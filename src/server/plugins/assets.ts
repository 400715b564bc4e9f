import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PortalServer } from '../config/portalServer';

/**
 * Headers that say something of documents alone, or of one reply among many. A page loads up to a dozen files, with which they would weigh as
 * much as a file of its own.
 */
const ofNoFile = ['cross-origin-opener-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options', 'x-request-id'];

/** A file as it was sent whole. */
interface SentFile {
  headers: ReturnType<FastifyReply['getHeaders']>;
  bytes: Buffer;
}

/** The parts of the portal that visitors load take less than a quarter of it. */
const mostBytes = 16 * 1024 * 1024;

/** Returns what the sent form of a file depends on; undefined where somebody asks for less than the whole of it. */
function describeWhole({ method, url, headers }: FastifyRequest): string | undefined {
  if (method !== 'GET' || headers['if-none-match'] !== undefined || headers.range !== undefined) return undefined;
  return `${url.split('?')[0]} ${headers['accept-encoding']}`;
}

/** Serves the built files for browsers under /assets: their names hold a hash, so they may be kept for ever, here as well. */
export const assetRoutes: FastifyPluginAsync<PortalServer> = async (app, { assetFolder }) => {
  if (assetFolder === undefined) return;
  const sent = new LRUCache<string, SentFile>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes.length + 1 });
  app.addHook('preHandler', async (request, reply) => {
    const file = sent.get(describeWhole(request) ?? '');
    return file && reply.headers(file.headers).send(file.bytes);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // What there is no file for is answered like anywhere else.
    if (reply.statusCode >= 400) return payload;
    for (const name of ofNoFile) reply.removeHeader(name);
    reply.header('vary', 'accept-encoding');
    const whole = describeWhole(request);
    if (whole === undefined || reply.statusCode !== 200 || !(payload instanceof Readable)) return payload;
    const bytes = await buffer(payload);
    sent.set(whole, { headers: reply.getHeaders(), bytes });
    return bytes;
  });
  await app.register(fastifyStatic, {
    root: join(assetFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    lastModified: false,
    acceptRanges: false,
    index: false,
    decorateReply: false,
  });
};
