import type { Readable } from 'node:stream';
import { getRemainingTime } from '../../database/deadline';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { assign, resolve } from '../../model/pointer';
import type { ApiCall, ApiResult, BackEnd } from './backEnd';
import { uploadTimeoutMs } from './multipart';
import { buildFailureBody } from './reply';
import { findEndpoint } from './router';
import { sanitizeRow } from './sanitize';

const maxReplyBytes = 8 * 1024 * 1024;

/**
 * An institution's own back end: declared calls alone go to the configured host, within the time of the request, over the same
 * declarations. Rich text in its replies is sanitised on the way, as no reply is trusted.
 */
export const proxy: BackEnd = {
  async answer(portal, call) {
    const [path = ''] = call.url.split('?');
    const endpoint = findEndpoint(portal, call.method, path)?.endpoint;
    const { backend } = portal.settings;
    if (!endpoint || !backend) return { status: 404, body: { status: 404, message: portal.texts['noSuchCall'] ?? '' } };
    try {
      return await forward(portal, endpoint, call, backend);
    } catch {
      return { status: 503, body: buildFailureBody(endpoint, 503, portal.texts['errorBusy'] ?? '') };
    }
  },
};

async function forward(
  portal: CompiledPortal,
  endpoint: CompiledEndpoint,
  call: ApiCall,
  backend: NonNullable<CompiledPortal['settings']['backend']>,
): Promise<ApiResult> {
  const files = endpoint.multipart ? call.multipart : undefined;
  const response = await fetch(`${backend.base.replace(/\/$/, '')}${call.url}`, {
    method: call.method,
    redirect: 'error',
    signal: AbortSignal.timeout(files ? uploadTimeoutMs : Math.min(backend.timeout ?? 30_000, getRemainingTime() ?? 30_000)),
    headers: {
      accept: 'application/json',
      [backend.organizationHeader ?? 'X-Organization-Id']: portal.settings.fid,
      ...(call.headers?.['authorization'] === undefined ? {} : { authorization: call.headers['authorization'] }),
      ...(files ? files.headers : call.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(files ? { body: toWebStream(files.raw), duplex: 'half' } : { body: call.body ? JSON.stringify(call.body) : undefined }),
  });
  const bytes = await readLimited(response);
  const type = response.headers.get('content-type') ?? '';
  if (endpoint.binary && response.ok && /^image\/(png|jpeg|gif|webp)\b/.test(type))
    return { status: response.status, body: {}, bytes: { type, data: bytes } };
  const body: unknown = JSON.parse(bytes.toString('utf8'));
  if (!isObject(body)) throw new Error('the reply is not an object');
  return { status: response.status, body: sanitizeReply(endpoint, body) };
}

/** Returns a body that is passed on while it arrives. When the other side does not want the rest, it stays with the caller. */
function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const bytes = source.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = (await bytes.next()) as IteratorResult<Uint8Array>;
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await bytes.return?.();
    },
  });
}

async function readLimited(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxReplyBytes) throw new Error('the reply is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function sanitizeReply(endpoint: CompiledEndpoint, body: JsonObject): JsonObject {
  const places = [endpoint.rows, endpoint.item].flatMap((pointer) => (pointer === undefined ? [] : [{ pointer, declared: endpoint }]));
  const included = Object.values(endpoint.include ?? {}).map((include) => ({ pointer: include.at, declared: include }));
  for (const { pointer, declared } of [...places, ...included]) {
    const clean = (value: Json): Json => (isObject(value) ? sanitizeRow(value, declared) : value);
    const value = resolve(pointer, body);
    if (value !== undefined) assign(pointer, body, Array.isArray(value) ? value.map(clean) : clean(value));
  }
  return body;
}
