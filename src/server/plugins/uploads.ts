import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { findUpload, readUpload, type Upload } from '../../database/content/uploads';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { sendRange } from './range';

const year = 31_536_000;

/**
 * Serves what visitors uploaded: /files/<id>.<ending>, to whoever knows the id, on the hosts of its institution alone. A file
 * never changes. Nothing in it can run: documents are saved rather than shown, and pictures and films open in a sandbox.
 */
export const uploadRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const { database } = server;
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    compress: false,
    handler: async (request, reply) => {
      const { tenant } = await findPortal(server, request);
      const [, id, extension] = /^([\w-]{22})\.([a-z0-9]{2,4})$/.exec(request.params['*']) ?? [];
      const upload = id === undefined ? undefined : await findUpload(database, { tenant, id });
      if (!upload || upload.status !== 1 || upload.extension !== extension) return reply.callNotFound();
      reply.headers({
        'cache-control': `public, max-age=${year}, immutable`,
        'content-type': upload.type,
        'content-disposition': writeDisposition(upload),
        'content-security-policy': "sandbox; default-src 'none'",
      });
      return sendRange(request, reply, { etag: `"${upload.id}"`, size: upload.size }, (start, end) =>
        Readable.from(readUpload(database, { tenant, id: upload.id }, start, end), { objectMode: false }),
      );
    },
  });
};

/** Pictures and films are shown where they stand; anything else is saved under its name (RFC 6266, RFC 8187). */
function writeDisposition({ kind, name }: Upload): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind === 'file' ? 'attachment' : 'inline'}; filename*=UTF-8''${encoded}`;
}
