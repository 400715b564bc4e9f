import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { StorageAddress } from '../config/storageAddress';
import { ObjectMissing, StorageFailure } from '../config/storageFailure';

/** What the storage is asked. */
interface Question {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The name of an object, without the folder; absent: the bucket itself. */
  object?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
}

/** A reply whose body is still on its way. `stop` gives it up. */
interface Answer {
  reply: Response;
  stop: () => void;
}

/** Milliseconds before a reply begins, without and with a body that is sent, and between two pieces of one. */
export interface StorageTimes {
  replyMs: number;
  sendMs: number;
  silenceMs: number;
}

const restsMs = [200, 800];

/**
 * Asks a storage by the S3 protocol, signed (Signature Version 4) with the checksum of what is sent, which the storage compares. What fails
 * for the moment is tried twice more, unless it had all the time already.
 */
export class StorageRequests {
  /** Keys for signing, by day. */
  private readonly cache = new Map<string, ArrayBuffer>();

  constructor(
    readonly address: StorageAddress,
    readonly times: StorageTimes,
  ) {}

  /** @throws StorageFailure unless the reply is fine; ObjectMissing for 404 of an object */
  async ask(question: Question): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.askOnce(question);
      } catch (error) {
        const rest = restsMs[tries];
        if (!(error instanceof StorageFailure) || !error.mayPass || isTimeout(error.cause) || rest === undefined) throw error;
        await delay(rest);
      }
    }
  }

  /** The same, for a reply that is read as a whole. */
  async askText(question: Question): Promise<{ text: string; headers: Headers }> {
    const { reply, stop } = await this.ask(question);
    const timer = setTimeout(stop, this.times.silenceMs);
    try {
      return { text: await reply.text(), headers: reply.headers };
    } catch (error) {
      throw new StorageFailure('The storage of files broke its reply off', undefined, undefined, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns an address at which anybody can get an object for a time. */
  async sign(bucket: string, object: string, seconds: number, query: Readonly<Record<string, string>>): Promise<string> {
    const url = this.buildUrl(bucket, object, { ...query, 'X-Amz-Expires': String(seconds) });
    const signer = new AwsV4Signer({ ...this.signing(), method: 'GET', url, signQuery: true });
    // Signatures are of spaces that are written with a percent sign.
    return (await signer.sign()).url.href.replaceAll('+', '%20');
  }

  private signing() {
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.address;
    return { accessKeyId, secretAccessKey, region, service: 's3', cache: this.cache, ...(sessionToken && { sessionToken }) };
  }

  private buildUrl(bucket: string, object: string | undefined, query: Readonly<Record<string, string>>): string {
    const path = object === undefined ? '' : `${this.address.folder}${object}`.split('/').map(encodeURIComponent).join('/');
    const search = new URLSearchParams(query).toString();
    // A bucket that is named by the path has no slash behind it.
    const place = object === undefined ? bucket.replace(/(?<=[^/]\/[^/]+)\/$/, '') : `${bucket}${path}`;
    return `${place}${search === '' ? '' : `?${search}`}`;
  }

  private async askOnce({ method, object, query = {}, headers = {}, body }: Question): Promise<Answer> {
    const url = this.buildUrl(this.address.bucket, object, query);
    const sum = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await new AwsV4Signer({ ...this.signing(), method, url, headers: { ...headers, 'x-amz-content-sha256': sum } }).sign();
    const given = new AbortController();
    const { replyMs, sendMs } = this.times;
    const timer = setTimeout(() => given.abort(new DOMException('', 'TimeoutError')), body ? sendMs : replyMs);
    try {
      const reply = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        signal: given.signal,
        ...(body && { body: new Uint8Array(body) }),
      });
      if (!reply.ok) throw await readFailure(reply, `${method} ${object ?? 'the bucket'}`, object !== undefined);
      return { reply, stop: () => given.abort() };
    } catch (error) {
      if (error instanceof StorageFailure) throw error;
      const reason = isTimeout(error) ? 'it gave no answer in time' : describeCause(error);
      throw new StorageFailure(`The storage of files cannot be reached: ${reason}`, undefined, undefined, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** What `fetch` fails of stands in the cause of its error. */
function describeCause(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

async function readFailure(reply: Response, what: string, ofObject: boolean): Promise<StorageFailure> {
  const text = await reply.text().catch(() => '');
  const code = /<Code>([\w.]{1,80})<\/Code>/.exec(text)?.[1];
  const message = `The storage of files refused ${what}: ${[reply.status, code].filter(Boolean).join(' ')}`;
  const isMissing = ofObject && reply.status === 404 && code !== 'NoSuchBucket' && code !== 'NoSuchUpload';
  return new (isMissing ? ObjectMissing : StorageFailure)(message, reply.status, code);
}
