import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** The bytes that are asked for, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a Range header (RFC 9110, 14.2).
 * @param size the bytes of the whole
 * @returns the range; `none` when the whole is to be sent, as for headers of another form and for several ranges; `outside` when
 * there is nothing there
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'none';
  if (first === '') return Number(last) === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'none';
  return start >= size ? 'outside' : { start, end };
}

/**
 * Sends a file, or the part of it that is asked for (RFC 9110, 13 and 14): 200, 206, 304 or 416. The type and how long it may be kept are
 * set before.
 * @param file its validator, in quotes, and its bytes
 * @param read reads from one byte to another, both included
 */
export function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, size }: { etag: string; size: number },
  read: (start: number, end: number) => Readable,
): FastifyReply {
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? rangeOf(request.headers.range, size) : 'none';
  if (range === 'outside')
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .header('cache-control', 'no-store')
      .removeHeader('content-disposition')
      .send();
  const { start, end } = range === 'none' ? { start: 0, end: size - 1 } : range;
  if (range !== 'none') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  return request.method === 'HEAD' || size === 0 ? reply.send() : reply.send(read(start, end));
}
