import { randomBytes } from 'node:crypto';
import { addImport, addImportChunk, removeImport } from '../../../database/desk/imports';
import { chunkBytes } from '../../../database/content/uploads';
import { RequestError } from '../../api/errors';
import { readFileLimits } from '../../api/multipart';
import type { ApiRequest } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import type { Encoding, Format } from '../../importing/rows';
import type { AccountServices } from '../../security/accountServices';

/** A file that was received. */
export interface ReceivedFile {
  id: string;
  format: Format;
  encoding: Encoding;
  size: number;
}

const megabyte = 1024 * 1024;
/** What is unpacked, or read as one value, may be smaller than what is read line by line. */
const largest: Partial<Record<Format, number>> = { xlsx: 100 * megabyte, json: 32 * megabyte };
const longestName = 200;
const endings: readonly (readonly [RegExp, Format])[] = [
  [/\.tsv$/i, 'tsv'],
  [/\.(ndjson|jsonl)$/i, 'ndjson'],
  [/\.(json|geojson)$/i, 'json'],
];

/**
 * Keeps the file of a call as an import of a module, chunk by chunk as it arrives.
 * @throws RequestError 400 when it is no file that can be imported, 413 when it is too large
 */
export async function receiveImport(
  { portal, endpoint, multipart, viewer, now }: ApiRequest,
  { db }: AccountServices,
): Promise<ReceivedFile> {
  const { id: staff, name } = requireViewer(viewer);
  if (!multipart) throw new RequestError('invalidBody');
  const key = { tenant: portal.tenant, id: randomBytes(16).toString('base64url') };
  const most = readFileLimits(portal, endpoint).file;
  let received: ReceivedFile | undefined;
  try {
    for await (const part of multipart.parts(1)) {
      if ('value' in part || part.name !== 'file') throw new RequestError('invalidBody');
      const watch = new EncodingWatch();
      let [size, number] = [0, 0];
      let format: Format | undefined;
      for await (const chunk of joinChunks(part.bytes)) {
        if (format === undefined) {
          format = detectFormat(part.filename, chunk);
          const file = part.filename.slice(-longestName);
          await addImport(db, { ...key, module: endpoint.module, staff, name, created: new Date(now), file, format });
        }
        size += chunk.length;
        refuseLarge(size, format, most);
        if (format !== 'xlsx') watch.pass(chunk);
        await addImportChunk(db, key, 0, number, chunk);
        number += 1;
      }
      if (format === undefined) throw new RequestError('importEmpty');
      received = { id: key.id, format, encoding: format === 'xlsx' ? 'utf-8' : watch.result(), size };
    }
    if (!received) throw new RequestError('importEmpty');
    return received;
  } catch (error) {
    await removeImport(db, key);
    throw error;
  }
}

function refuseLarge(size: number, format: Format, most: number): void {
  const bytes = largest[format] ?? most * megabyte;
  if (size <= bytes) return;
  throw format === 'json' ? new RequestError('importJsonLong') : new RequestError('importTooLarge', { size: Math.floor(bytes / megabyte) });
}

/** Returns the bytes in chunks of one length, of which the last may be shorter. */
async function* joinChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length < chunkBytes) continue;
    const all = Buffer.concat(parts);
    let start = 0;
    for (; start + chunkBytes <= all.length; start += chunkBytes) yield all.subarray(start, start + chunkBytes);
    parts = [all.subarray(start)];
    length = all.length - start;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/**
 * Returns how a file is written, by its beginning and then by its name.
 * @throws RequestError 400 for what is neither a table nor text
 */
function detectFormat(name: string, start: Buffer): Format {
  if (start.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))) return 'xlsx';
  if (start.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) throw new RequestError('importSheetOld');
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw new RequestError('importEncoding');
  if (start.subarray(0, 4096).includes(0) || /\.(pdf|docx?|pptx?|jpe?g|png|gif|zip|rar|7z)$/i.test(name))
    throw new RequestError('importBinary');
  const named = endings.find(([ending]) => ending.test(name))?.[1];
  if (named) return named;
  const head = start.toString('latin1', 0, 4096).replace(/^\xef\xbb\xbf/, '');
  if (!/\.csv$/i.test(name) && /^\s*[[{]/.test(head)) return head.trimStart().startsWith('[') ? 'json' : 'ndjson';
  const [line = ''] = head.split(/\r|\n/, 1);
  return line.includes('\t') && line.split('\t').length > line.split(',').length ? 'tsv' : 'csv';
}

/** Looks at bytes as they pass for the encoding that they are text in: UTF-8, else GB 18030, which spreadsheets write in China. */
class EncodingWatch {
  private readonly decoders = new Map<Encoding, TextDecoder>([
    ['utf-8', new TextDecoder('utf-8', { fatal: true })],
    ['gbk', new TextDecoder('gb18030', { fatal: true })],
  ]);

  /** Takes the next bytes. */
  pass(bytes: Buffer): void {
    this.try((decoder) => decoder.decode(bytes, { stream: true }));
  }

  /** Returns the encoding of all that passed. @throws RequestError 400 when it is none that is known */
  result(): Encoding {
    this.try((decoder) => decoder.decode());
    const [found] = this.decoders.keys();
    if (found === undefined) throw new RequestError('importEncoding');
    return found;
  }

  private try(decode: (decoder: TextDecoder) => void): void {
    for (const [name, decoder] of [...this.decoders])
      try {
        decode(decoder);
      } catch {
        this.decoders.delete(name);
      }
  }
}
