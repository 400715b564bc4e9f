import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';

interface Ground {
  stamp: string;
  text: string;
  etag: string;
}

/**
 * Serves what the embedded map draws around an institution: the GeoJSON file (RFC 7946) in the folder `schemas/maps` that its settings
 * name. A file that was changed counts from the next request on.
 */
export const mapGroundRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const kept = new Map<string, Ground>();
  app.get('/map/ground.json', async (request, reply) => {
    const { ground } = (await findPortal(server, request)).settings.map ?? {};
    const found =
      ground === undefined || server.mapFolder === undefined
        ? undefined
        : await readGround(join(server.mapFolder, `${ground}.geojson`), kept);
    if (!found) return reply.callNotFound();
    reply.headers({ 'cache-control': 'public, max-age=3600', etag: found.etag });
    return (request.headers['if-none-match'] ?? '').includes(found.etag)
      ? reply.code(304).send()
      : reply.type('application/geo+json; charset=utf-8').send(found.text);
  });
};

async function readGround(path: string, kept: Map<string, Ground>): Promise<Ground | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  const stamp = `${info.mtimeMs} ${info.size}`;
  const known = kept.get(path);
  if (known?.stamp === stamp) return known;
  const text = await readFile(path, 'utf8');
  const ground = { stamp, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  kept.set(path, ground);
  return ground;
}
