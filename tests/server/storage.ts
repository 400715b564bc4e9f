import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { parseStorageAddress, type StorageAddress } from '../../src/server/config/storageAddress';

/** What stands between the portal and the storage, and may spoil a request: it answers and returns true, or lets it pass. */
type Spoiler = (asked: IncomingMessage, answer: ServerResponse) => boolean;

/** An S3 server on this machine, reached through something that can fail. */
export interface TestStorage {
  /** FILES_URL. */
  url: string;
  address(more?: Record<string, string>): StorageAddress;
  /** Requests that came to it, as method, path and range. */
  asked: string[];
  spoil(spoiler?: Spoiler): void;
  /** Cuts the bodies of replies to GET off after so many bytes, so many times. */
  cutReplies(bytes: number, times: number): void;
  /** The names of the objects of files. */
  objects(): Promise<string[]>;
  /** Changes a byte of an object, as a broken disk does. */
  damage(object: string): Promise<void>;
  close(): Promise<void>;
}

const bucket = 'portal-files';

/** Starts a storage with one bucket. */
export async function testStorage(): Promise<TestStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-storage-'));
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await s3.run();
  const asked: string[] = [];
  let spoiler: Spoiler | undefined;
  let [cutAt, cuts] = [0, 0];
  const between = createServer((incoming, outgoing) => {
    asked.push([incoming.method, incoming.url, incoming.headers.range].filter(Boolean).join(' '));
    if (spoiler?.(incoming, outgoing)) return;
    const onward = request({ port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers: incoming.headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
      const cuts = shouldCut(incoming);
      let sent = 0;
      reply.on('data', (bytes: Buffer) => {
        sent += bytes.length;
        outgoing.write(bytes);
        if (cuts && sent >= cutAt) setImmediate(() => outgoing.destroy());
      });
      reply.on('end', () => outgoing.end());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  function shouldCut({ method, url = '' }: IncomingMessage): boolean {
    if (method !== 'GET' || cuts === 0 || !url.slice(1).includes('/')) return false;
    cuts -= 1;
    return true;
  }
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
  const url = `http://S3RVER:S3RVER@127.0.0.1:${(between.address() as AddressInfo).port}/${bucket}`;
  const files = join(directory, bucket);
  const list = async (): Promise<string[]> =>
    (await readdir(files, { recursive: true })).filter((name) => name.endsWith('._S3rver_object'));
  return {
    url,
    address(more = {}) {
      const address = parseStorageAddress({ FILES_URL: url, ...more });
      if (!address) throw new Error('no address');
      return address;
    },
    asked,
    spoil: (next) => {
      spoiler = next;
    },
    cutReplies: (bytes, times) => {
      [cutAt, cuts] = [bytes, times];
    },
    objects: async () =>
      (await list())
        .map((name) => name.replace('._S3rver_object', ''))
        .filter((name) => name.includes('/'))
        .sort(),
    async damage(object) {
      const path = join(files, `${object}._S3rver_object`);
      const bytes = await readFile(path);
      bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
      await writeFile(path, bytes);
    },
    async close() {
      between.closeAllConnections();
      await new Promise((done) => between.close(done));
      await s3.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
