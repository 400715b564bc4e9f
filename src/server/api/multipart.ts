import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import { RequestError } from './errors';

/** One part of a multipart body: a field, or a file with what the sender says of it, whose bytes arrive as they are read. */
type BodyPart = { name: string; value: string } | { name: string; filename: string; mimetype: string; bytes: AsyncIterable<Buffer> };

/** A multipart body (RFC 7578) that has not been read yet. */
export interface MultipartBody {
  /**
   * Its parts in their order; each file is to be read before the next part is asked for.
   * @param files how many files there may be
   * @throws RequestError 413 when there are more, 400 when the body breaks off or is none
   */
  parts: (files: number) => AsyncIterable<BodyPart>;
  /** The body as it arrives, to be passed on. */
  raw: Readable;
  headers: { 'content-type': string; 'content-length'?: string };
}

/** Milliseconds in which a request with files has to arrive: the largest film over a slow line. */
export const uploadTimeoutMs = 30 * 60_000;
const fieldLimits = { fields: 20, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 };
/** What is read of a body after its call was answered, so that browsers see the answer: they send first and read then. */
const maxDroppedBytes = 1024 ** 3;

const megabyte = 1024 * 1024;
/** What a body may hold besides its files: boundaries, headers and fields. */
export const envelopeBytes = 256 * 1024;
/** How many files one call takes at most. */
export const mostFiles = 20;
const usualLimits = { image: 10, video: 200, file: 20 };

/** Returns the largest file of each kind that a call takes, in megabytes. */
export const readFileLimits = ({ settings }: CompiledPortal, { multipart }: CompiledEndpoint): typeof usualLimits => ({
  ...usualLimits,
  ...settings.uploads?.largest,
  ...(typeof multipart === 'object' ? multipart : {}),
});

/** Returns how many bytes a body of a call may have, whatever its files are; a call that answers rows takes several. */
export function findLargestBody(portal: CompiledPortal, endpoint: CompiledEndpoint): { bytes: number; megabytes: number } {
  const megabytes = Math.max(...Object.values(readFileLimits(portal, endpoint)));
  return { bytes: (endpoint.rows === undefined ? 1 : mostFiles) * megabytes * megabyte + envelopeBytes, megabytes };
}

/** Returns the multipart body of a request; undefined when it has another one. */
export function openMultipart(request: FastifyRequest): MultipartBody | undefined {
  const { 'content-type': type, 'content-length': length } = request.headers;
  if (!request.isMultipart() || type === undefined) return undefined;
  return {
    raw: request.raw,
    headers: { 'content-type': type, ...(length === undefined ? {} : { 'content-length': length }) },
    parts: (files) => readParts(request, files),
  };
}

async function* readParts(request: FastifyRequest, files: number): AsyncGenerator<BodyPart> {
  const parts = request.parts({ limits: { ...fieldLimits, files, parts: files + fieldLimits.fields, fileSize: Number.MAX_SAFE_INTEGER } });
  for await (const part of blameSender(parts, files)) {
    yield part.type === 'file'
      ? { name: part.fieldname, filename: part.filename ?? '', mimetype: part.mimetype, bytes: blameSender<Buffer>(part.file, files) }
      : { name: part.fieldname, value: String(part.value) };
  }
  // All of it is there. What is done with it may take longer than a connection may be silent; the next request is watched again.
  request.socket.setTimeout?.(uploadTimeoutMs);
}

/** Returns what a body yields; whatever is wrong with it is the sender's fault, or that of the line. */
async function* blameSender<T>(source: AsyncIterable<T>, files: number): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const isFilesLimit = error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT';
    throw isFilesLimit ? new RequestError('uploadCount', { count: files }) : new RequestError('uploadFailed');
  }
}

/** Reads what is left of a body that was answered before it had arrived, and drops it. */
export function dropRest({ raw }: MultipartBody): void {
  if (raw.readableEnded || raw.destroyed) return;
  let dropped = 0;
  raw.unpipe();
  raw.on('data', (bytes: Buffer) => {
    dropped += bytes.length;
    if (dropped > maxDroppedBytes) raw.destroy();
  });
  raw.resume();
}
