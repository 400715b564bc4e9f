import type { FastifyReply } from 'fastify';
import { chooseEncoding, pack } from './pack';

/** From so many characters on packing pays. What is packed once and thrown away is packed quickly. */
const [packedFrom, quality] = [1024, 4];

/**
 * Sends a value as JSON, packed for whoever asks for it.
 * @param acceptEncoding the header as it came; empty where none did
 */
export async function sendJson(reply: FastifyReply, body: object, acceptEncoding: string): Promise<FastifyReply> {
  const text = JSON.stringify(body);
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const encoding = text.length < packedFrom ? undefined : chooseEncoding(acceptEncoding, text.length);
  if (!encoding) return reply.send(text);
  return reply.header('content-encoding', encoding).send(await pack(text, encoding, quality));
}
