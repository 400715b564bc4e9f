import { createHash } from 'node:crypto';
import type { StorageAddress } from '../config/storageAddress';
import { ObjectMissing, StorageFailure } from '../config/storageFailure';
import { StorageRequests, type StorageTimes } from './storageRequests';

/** Contents as they were stored. */
interface Stored {
  size: number;
  /** SHA-256, hexadecimal. */
  sha256: string;
}

/** An object that the storage lists. */
export interface ListedObject {
  object: string;
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/** Bytes of every part but the last: what a file takes of memory on its way. S3 wants at least 5 MiB, and 10,000 parts at most. */
const partBytes = 8 * 1024 * 1024;
const usualTimes: StorageTimes = { replyMs: 10_000, sendMs: 60_000, silenceMs: 30_000 };
/** The object that says to which database the storage belongs. Files have a slash in their names. */
const markObject = 'portal-owner';

/**
 * A bucket, or a folder of one, of a storage that speaks the S3 protocol. Requests are signed by aws4fetch, which has 11 KB and needs nothing
 * else, where AWS's own client brings 40 packages and MinIO's 13; what is asked of S3 here are seven requests.
 */
export class ObjectStore {
  private readonly requests: StorageRequests;

  constructor(address: StorageAddress, times: Partial<StorageTimes> = {}) {
    this.requests = new StorageRequests(address, { ...usualTimes, ...times });
  }

  /** Where browsers reach it; undefined when they do not. */
  get publicOrigin(): string | undefined {
    const { publicBucket } = this.requests.address;
    return publicBucket === undefined ? undefined : new URL(publicBucket).origin;
  }

  /**
   * Makes sure that it can be entered and belongs to a database; one that belongs to none belongs to this one from now on.
   * @throws StorageFailure telling operators what to do; `mayPass` where it is only away
   */
  async claim(mark: string): Promise<void> {
    const found = await this.readMark();
    if (found === undefined) return void (await this.requests.askText({ method: 'PUT', object: markObject, body: Buffer.from(mark) }));
    if (found !== mark)
      throw new StorageFailure(
        'The storage of FILES_URL belongs to another database: give each a bucket, or a folder of one, of its own',
        409,
      );
  }

  private async readMark(): Promise<string | undefined> {
    try {
      return (await this.requests.askText({ method: 'GET', object: markObject })).text;
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    }
  }

  /**
   * Stores what arrives under a name that nothing had before. It is there as a whole or not at all.
   * @param headers by which browsers get it from the storage itself
   * @throws StorageFailure, and what the source throws
   */
  async put(object: string, source: AsyncIterable<Buffer>, headers: Readonly<Record<string, string>>): Promise<Stored> {
    const hash = createHash('sha256');
    let size = 0;
    let upload: { id: string; parts: string[] } | undefined;
    try {
      for await (const { bytes, isLast } of cut(source, partBytes)) {
        hash.update(bytes);
        size += bytes.length;
        if (isLast && !upload) await this.requests.askText({ method: 'PUT', object, headers, body: bytes });
        else {
          upload ??= { id: await this.begin(object, headers), parts: [] };
          upload.parts.push(await this.putPart(object, upload.id, upload.parts.length + 1, bytes));
        }
      }
      if (upload) await this.complete(object, upload, size);
    } catch (error) {
      if (upload) await this.requests.askText({ method: 'DELETE', object, query: { uploadId: upload.id } }).catch(() => undefined);
      throw error;
    }
    return { size, sha256: hash.digest('hex') };
  }

  private async begin(object: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const { text } = await this.requests.askText({ method: 'POST', object, query: { uploads: '' }, headers });
    const id = readElements(text, 'UploadId')[0];
    if (id === undefined) throw new StorageFailure('The storage of files began no upload');
    return id;
  }

  private async putPart(object: string, uploadId: string, partNumber: number, body: Buffer): Promise<string> {
    const { headers } = await this.requests.askText({ method: 'PUT', object, query: { partNumber: String(partNumber), uploadId }, body });
    return headers.get('etag') ?? '';
  }

  private async complete(object: string, { id, parts }: { id: string; parts: readonly string[] }, size: number): Promise<void> {
    const listed = parts.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`);
    const { text } = await this.requests.askText({ method: 'POST', object, query: { uploadId: id }, body });
    // It is answered before it is done, and what went wrong then is told in the body.
    const code = text.includes('<Error>') ? (readElements(text, 'Code')[0] ?? 'Error') : undefined;
    if (code !== undefined) throw new StorageFailure(`The storage of files could not complete ${object}: ${code}`, 500, code);
    const { reply } = await this.requests.ask({ method: 'HEAD', object });
    if (Number(reply.headers.get('content-length')) !== size)
      throw new StorageFailure(`The storage of files has ${object} in another size than ${size}`, 500);
  }

  /**
   * Returns the bytes from `start` to `end`, both included, as they arrive.
   * @throws ObjectMissing, or StorageFailure also when they break off
   */
  async *get(object: string, start: number, end: number, isWhole: boolean): AsyncGenerator<Buffer> {
    const headers = isWhole ? undefined : { range: `bytes=${start}-${end}` };
    const { reply, stop } = await this.requests.ask({ method: 'GET', object, ...(headers && { headers }) });
    const wanted = end - start + 1;
    let size = 0;
    let timer: NodeJS.Timeout | undefined;
    try {
      if (!isWhole && reply.status !== 206) throw new StorageFailure(`The storage of files knows no ranges: ${reply.status}`);
      for await (const bytes of readBody(reply, () => (timer = setTimeout(stop, this.requests.times.silenceMs)))) {
        clearTimeout(timer);
        size += bytes.length;
        if (size > wanted) break;
        yield bytes;
      }
    } catch (error) {
      if (error instanceof StorageFailure) throw error;
      throw new StorageFailure(`The storage of files broke ${object} off`, undefined, undefined, { cause: error });
    } finally {
      clearTimeout(timer);
      stop();
    }
    if (size !== wanted) throw new StorageFailure(`The storage of files sent ${size} bytes of ${object} instead of ${wanted}`);
  }

  /** Removes an object; one that is not there is removed already. */
  async remove(object: string): Promise<void> {
    await this.requests.askText({ method: 'DELETE', object }).catch((error: unknown) => {
      if (!(error instanceof ObjectMissing)) throw error;
    });
  }

  /** Lists the objects of files. */
  async *list(): AsyncGenerator<ListedObject> {
    const { folder } = this.requests.address;
    for (let token: string | undefined = ''; token !== undefined;) {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        prefix: folder,
        ...(token === '' ? {} : { 'continuation-token': token }),
      };
      const { text }: { text: string } = await this.requests.askText({ method: 'GET', query });
      for (const entry of readElements(text, 'Contents')) {
        const key = decodeURIComponent((readElements(entry, 'Key')[0] ?? '').replaceAll('+', ' '));
        const [size = '', modified = ''] = [readElements(entry, 'Size')[0], readElements(entry, 'LastModified')[0]];
        const object = key.slice(folder.length);
        if (key.startsWith(folder) && object.includes('/')) yield { object, size: Number(size), modified: Date.parse(modified) };
      }
      token = readElements(text, 'IsTruncated')[0] === 'true' ? readElements(text, 'NextContinuationToken')[0] : undefined;
    }
  }

  /** Returns an address at which browsers get an object from the storage itself for a time; undefined where they do not reach it. */
  async sign(object: string, seconds: number): Promise<string | undefined> {
    const { publicBucket } = this.requests.address;
    if (publicBucket === undefined) return undefined;
    return this.requests.sign(publicBucket, object, seconds, {
      'response-cache-control': 'private, max-age=86400',
    });
  }
}

/** Cuts what arrives into pieces of one size, but for the last. */
async function* cut(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let [waiting, held] = [[] as Buffer[], 0];
  for await (const bytes of source) {
    waiting.push(bytes);
    held += bytes.length;
    // One that is just full may be the last.
    while (held > size) {
      const all = Buffer.concat(waiting);
      yield { bytes: all.subarray(0, size), isLast: false };
      waiting = [all.subarray(size)];
      held -= size;
    }
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}

/** @param beforeEach is called before each piece is waited for */
async function* readBody(reply: Response, beforeEach: () => void): AsyncGenerator<Buffer> {
  const reader = reply.body?.getReader();
  for (;;) {
    beforeEach();
    const piece = await reader?.read();
    if (piece?.value === undefined) return;
    yield Buffer.from(piece.value.buffer, piece.value.byteOffset, piece.value.byteLength);
  }
}

/** Returns what stands in the elements of a name. Replies of S3 have neither attributes there nor elements of one name within each other. */
const readElements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, inner = '']) => unescapeXml(inner, inner.includes('<')));

const unescapeXml = (text: string, hasElements: boolean): string =>
  hasElements
    ? text
    : text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#34;', '"').replaceAll('&amp;', '&');

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
