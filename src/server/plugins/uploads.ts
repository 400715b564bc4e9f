import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { findUpload, type Upload } from '../../database/content/uploads';
import { pictureWidths } from '../../runtime/pictureWidths';
import { RequestError } from '../api/errors';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { ContentsDamaged } from '../config/storageFailure';
import { writeDisposition } from '../files/disposition';
import { findFocusSheet, focusSheetName } from '../files/focusSheet';
import { findPictureWidth } from '../files/pictureWidths';
import { sendRange } from './range';

const year = 31_536_000;
/** Seconds for which browsers show what may be replaced under its address without asking. */
const minute = 60;

/**
 * Serves what visitors uploaded: /files/<id>.<ending>, to whoever knows the id, on the hosts of its institution alone; pictures also as
 * /files/<id>-<width>.webp. A file never changes, but for those of the media library, which staff can replace. Nothing in it can run: documents are saved rather than shown, and pictures and films open
 * in a sandbox. Where browsers reach the storage of files they get large films and documents from it.
 */
export const uploadRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const { database, contents } = server;
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    compress: false,
    handler: async (request, reply) => {
      const { tenant } = await findPortal(server, request);
      if (request.params['*'] === focusSheetName) return sendFocusSheet(request, reply, tenant);
      const [, id, width, extension] = /^([\w-]{22})(?:-([1-9]\d{1,4}))?\.([a-z0-9]{2,4})$/.exec(request.params['*']) ?? [];
      const upload = id === undefined ? undefined : await findUpload(database, { tenant, id });
      if (!upload || upload.status !== 1) return reply.callNotFound();
      if (width !== undefined)
        return isWidthOf(upload, width, extension) ? sendWidth(request, reply, tenant, upload, Number(width)) : reply.callNotFound();
      if (upload.extension !== extension) return reply.callNotFound();
      const signed = await contents.sign(upload);
      if (signed !== undefined) return reply.header('cache-control', 'no-store').redirect(signed, 302);
      setHeaders(reply, upload);
      return sendRange(request, reply, { etag: buildTag(upload), size: upload.size }, (start, end) =>
        openStream(contents.read({ tenant, id: upload.id }, upload, start, end)).catch((error: unknown) => {
          for (const name of ['etag', 'accept-ranges', ...Object.keys(describeHeaders(upload))]) reply.removeHeader(name);
          throw error;
        }),
      );
    },
  });

  /** Under an address that names its state it never changes. */
  async function sendFocusSheet(request: FastifyRequest, reply: FastifyReply, tenant: string): Promise<FastifyReply> {
    const sheet = await findFocusSheet(database, tenant, Date.now());
    const isNamed = new URLSearchParams(request.url.split('?')[1]).get('v') === sheet.version;
    return reply
      .header('cache-control', isNamed && sheet.version !== '' ? `public, max-age=${year}, immutable` : `public, max-age=${minute}`)
      .type('text/css; charset=utf-8')
      .send(sheet.css);
  }

  /** What cannot be made now, or not at all, is had as it was uploaded. */
  async function sendWidth(
    request: FastifyRequest,
    reply: FastifyReply,
    tenant: string,
    upload: Upload,
    width: number,
  ): Promise<FastifyReply> {
    const bytes = await findPictureWidth(contents, tenant, upload, width).catch((error: unknown) => {
      if (error instanceof RequestError || error instanceof ContentsDamaged) return undefined;
      throw error;
    });
    if (!bytes) return reply.header('cache-control', 'no-store').redirect(`/files/${upload.id}.${upload.extension}`);
    setHeaders(reply, { ...upload, type: 'image/webp', name: upload.name.replace(/\.[^.]*$/, '.webp') });
    return sendRange(request, reply, { etag: buildTag(upload, width), size: bytes.length }, (start, end) =>
      Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
    );
  }
};

/** Changes with what is sent: with the file, its width and, in the media library, with each time that it is replaced. */
const buildTag = ({ id, version }: Upload, width?: number): string =>
  `"${[id, ...(version === null || version === 0 ? [] : [`v${version}`]), ...(width === undefined ? [] : [width])].join('-')}"`;

const isWidthOf = ({ kind }: Upload, width: string, extension: string | undefined): boolean =>
  kind === 'image' && extension === 'webp' && pictureWidths.includes(Number(width));

function setHeaders(reply: FastifyReply, upload: Upload): void {
  reply.headers(describeHeaders(upload));
}

function describeHeaders(upload: Upload): Record<string, string> {
  return {
    'cache-control': upload.version === null ? `public, max-age=${year}, immutable` : `public, max-age=${minute}, must-revalidate`,
    'content-type': upload.type,
    'content-disposition': writeDisposition(upload),
    'content-security-policy': "sandbox; default-src 'none'",
  };
}

/** Returns what is read as a stream, once its beginning is there: until then a failure can still be told by a status. */
async function openStream(source: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await source.next();
  async function* all(): AsyncGenerator<Buffer> {
    if (first.done) return;
    yield first.value;
    yield* source;
  }
  return Readable.from(all(), { objectMode: false });
}
