import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';

/**
 * Reads a Range header (RFC 9110, 14.2). @internal
 * @param size the bytes of the whole
 * @returns the first and the last byte; `none` when the whole is to be sent, as for headers of another form and for several ranges;
 * `outside` when there is nothing there
 */
export function readRange(header = '', size: number): { start: number; end: number } | 'none' | 'outside' {
  if (!header.startsWith('bytes=')) return 'none';
  // The last bytes, more than there are, are all of them (RFC 9110, 14.1.2), which the parser refuses.
  const ranges = parseRange(
    size,
    header.replace(/=-(\d+)$/, (_whole, last: string) => `=-${Math.min(Number(last), size)}`),
  );
  if (ranges === -1) return 'outside';
  return ranges === -2 || ranges.length > 1 ? 'none' : (ranges[0] ?? 'none');
}

/**
 * Sends a file, or the part of it that is asked for (RFC 9110, 13 and 14): 200, 206, 304 or 416. The type and how long it may be kept are
 * set before.
 * @param file its validator, in quotes, and its bytes
 * @param read reads from one byte to another, both included
 * @throws what `read` throws, before anything is sent
 */
export async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, size }: { etag: string; size: number },
  read: (start: number, end: number) => Readable | Promise<Readable>,
): Promise<FastifyReply> {
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? readRange(request.headers.range, size) : 'none';
  if (range === 'outside')
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .header('cache-control', 'no-store')
      .removeHeader('content-disposition')
      .send();
  const { start, end } = range === 'none' ? { start: 0, end: size - 1 } : range;
  const body = request.method === 'HEAD' || size === 0 ? undefined : await read(start, end);
  if (range !== 'none') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  return reply.send(body);
}
