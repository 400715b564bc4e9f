import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, pack, type Packed } from './pack';

const packed = new WeakMap<object, Partial<Record<Packed['encoding'], Promise<Buffer>>>>();

/**
 * Sends a text that many ask for, packed once for all of them.
 * @param part what the text is of: its packed forms are kept as long as it is
 * @param quality of brotli, from 0 to 11
 */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  part: object,
  text: string,
  quality: number,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
  if (!encoding) return reply.send(text);
  const forms = packed.get(part) ?? {};
  packed.set(part, forms);
  return reply.header('content-encoding', encoding).send(await (forms[encoding] ??= pack(text, encoding, quality)));
}
