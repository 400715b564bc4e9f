import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { broadcast } from './channel';
import { sendRange } from './range';

/** Types of the files that are served, by the ending of their names; others are not. */
const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  ts: 'video/mp2t',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  vtt: 'text/vtt; charset=utf-8',
};
/** Those of documents, which are saved rather than shown. */
const documents: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const day = 86_400;
/** Bytes of a playlist that is read as a whole. */
const maxPlaylistBytes = 1_000_000;

/**
 * Serves the films and documents that lie in the folder `media` of an institution: as they are under /media, and films around the
 * clock under /channels, where the playlist of a film is that of a live stream.
 */
export const mediaRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const { tenantFolder, clock } = server;
  if (tenantFolder === undefined) return;
  for (const place of ['media', 'channels'] as const) {
    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: `/${place}/*`,
      compress: false,
      handler: async (request, reply) => {
        const name = request.params['*'];
        const ending = /^(?:[\w-]+\/)*[\w-]+\.(\w+)$/.exec(name)?.[1] ?? '';
        const type = types[ending] ?? documents[ending];
        const path = join(tenantFolder, (await findPortal(server, request)).tenant, 'media', name);
        const found = type === undefined ? undefined : await stat(path).catch(() => undefined);
        // Players ask again and again for a stream that is not there: no page for them.
        if (type === undefined || !found?.isFile()) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('');
        const live =
          place === 'channels' && name.endsWith('.m3u8') && found.size < maxPlaylistBytes
            ? broadcast(await readFile(path, 'utf8'), clock())
            : undefined;
        reply.type(type);
        if (documents[ending]) reply.header('content-disposition', 'attachment');
        if (live !== undefined) return reply.header('cache-control', 'public, max-age=1').send(live);
        reply.header('cache-control', `public, max-age=${name.endsWith('.m3u8') ? 60 : day}`);
        const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
        return sendRange(request, reply, { etag, size: found.size }, (start, end) => createReadStream(path, { start, end }));
      },
    });
  }
};
