import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { endingOf, findPictureFile, mediaNamePattern } from '../../runtime/pictureFile';
import { pictureWidths } from '../../runtime/pictureWidths';
import { RequestError } from '../api/errors';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { findMediaFile, readMediaPicture, type FoundFile } from '../files/mediaPictures';
import { broadcast, withoutIFrames } from './channel';
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
 * Serves the pictures, films and documents that lie in the folder `media` of an institution, on its hosts alone: as they are under /media,
 * drawings cleaned, pictures with `?width=640` narrower; and films around the clock under /channels, where the playlist of a film is that
 * of a live stream.
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
        const ending = mediaNamePattern.test(name) ? endingOf(name) : '';
        const folder = join(tenantFolder, (await findPortal(server, request)).tenant);
        const found = ending === '' ? undefined : await findMediaFile(folder, name);
        if (found && place === 'media' && findPictureFile(ending)) return sendPicture(request, reply, found, ending);
        const type = types[ending] ?? documents[ending];
        // Players ask again and again for a stream that is not there: no page for them.
        if (type === undefined || !found) return refuse(reply);
        const { path } = found;
        if (place === 'channels' && ending === 'm3u8' && found.size < maxPlaylistBytes)
          return sendChannel(reply.type(type), await readFile(path, 'utf8'), clock());
        reply.type(type);
        if (documents[ending]) reply.header('content-disposition', 'attachment');
        reply.header('cache-control', `public, max-age=${name.endsWith('.m3u8') ? 60 : day}`);
        return sendRange(request, reply, { etag: `"${found.etag}"`, size: found.size }, (start, end) =>
          createReadStream(path, { start, end }),
        );
      },
    });
  }
};

/** Sends the playlist of a channel: of a film that is broadcast, what is on now; else as it is. What cannot be broadcast is told in words. */
function sendChannel(reply: FastifyReply, playlist: string, now: number): FastifyReply {
  const live = broadcast(playlist, now);
  if (live === undefined) return reply.header('cache-control', 'public, max-age=1').send(withoutIFrames(playlist));
  if ('playlist' in live) return reply.header('cache-control', 'public, max-age=1').send(live.playlist);
  reply.request.log.warn({ unfit: live.unfit }, 'a film cannot be broadcast');
  return reply
    .code(422)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`This film cannot be broadcast: ${live.unfit}.\n`);
}

const refuse = (reply: FastifyReply): FastifyReply => reply.code(404).header('cache-control', 'no-store').type('text/plain').send('');

/** Sends a picture, in a width that was asked for; one that cannot be made narrower now is had as it is. It may be replaced under its name, so browsers ask again. */
async function sendPicture(request: FastifyRequest, reply: FastifyReply, found: FoundFile, ending: string): Promise<FastifyReply> {
  const asked = Number(new URLSearchParams(request.url.split('?')[1]).get('width') ?? undefined);
  const width = pictureWidths.includes(asked) && ending !== 'svg' ? asked : undefined;
  const bytes = await readMediaPicture(found, ending, width).catch((error: unknown) => {
    if (error instanceof RequestError && width !== undefined) return 'unmade' as const;
    throw error;
  });
  if (bytes === undefined) return refuse(reply);
  if (bytes === 'unmade') return reply.header('cache-control', 'no-store').redirect(request.url.split('?')[0] ?? '/');
  reply.headers({
    'content-type': width === undefined ? (findPictureFile(ending)?.type ?? '') : 'image/webp',
    'cache-control': 'public, max-age=60, must-revalidate',
    // Viewers of other sites draw what they show on canvases.
    'access-control-allow-origin': '*',
    // A drawing that is opened by itself is a document.
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  });
  const etag = `"${found.etag}${width === undefined ? '' : `-${width}`}"`;
  return sendRange(request, reply, { etag, size: bytes.length }, (start, end) =>
    Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
  );
}
