import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStorageMark } from '../../../src/database/content/uploadObjects';
import { findUpload, removeUploads, replaceUpload, startUpload } from '../../../src/database/content/uploads';
import { addMedia, replaceMedia } from '../../../src/database/desk/media';
import { inTransaction } from '../../../src/database/transaction';
import { ObjectStore } from '../../../src/server/files/objectStore';
import { openStorage } from '../../../src/server/files/openStorage';
import { removeGone, removeOrphans } from '../../../src/server/files/storageUpkeep';
import { UploadContents } from '../../../src/server/files/uploadContents';
import { type AccountPortal, accountPortal, at } from '../accountPortal';
import { sendFile, sendPicture } from '../files';
import { testPortal } from '../portal';
import { type TestStorage, testStorage } from '../storage';

let storage: TestStorage;
let store: ObjectStore;
let portal: AccountPortal;
let member: { token: string };
const tenant = 'centre';

beforeAll(async () => {
  storage = await testStorage();
  store = new ObjectStore(storage.address());
  portal = await accountPortal(undefined, { storage: { store, takesNew: true } });
  await store.claim(await readStorageMark(portal.database));
  member = await portal.member('13600000001');
}, 60_000);
beforeEach(() => sql`delete from throttle`.execute(portal.database.kysely));
afterEach(() => {
  storage.spoil();
  storage.cutReplies(0, 0);
});
afterAll(async () => {
  await portal.close();
  await storage.close();
});

const document = (size: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size - 9)]);
const send = (bytes: Buffer, name = 'a.pdf') => sendFile(portal, { url: '/api/file/upload', name, bytes, type: 'application/pdf', member });
async function upload(bytes: Buffer): Promise<{ url: string; id: string }> {
  const reply = await send(bytes);
  expect(reply.statusCode).toBe(200);
  return { url: String(at(reply.json(), 'data', 'http')), id: String(at(reply.json(), 'data', 'objectid')) };
}
const get = (url: string, headers: Record<string, string> = {}, host = 'localhost', method: 'GET' | 'HEAD' = 'GET') =>
  portal.app.inject({ method, url, headers: { host, ...headers } });
const countChunks = async (): Promise<number> => (await sql`select from upload_chunk`.execute(portal.database.kysely)).rows.length;
const find = async (id: string) => {
  const found = await findUpload(portal.database, { tenant, id });
  if (!found) throw new Error('no such file');
  return found;
};

describe('files in a storage', () => {
  it('lie there alone, in parts when they are large, and come back with ranges and conditions', async () => {
    const bytes = document(9_000_000);
    const { url, id } = await upload(bytes);
    const { object, sha256 } = await find(id);
    expect(object).toMatch(new RegExp(`^centre/${id}-[\\w-]{12}$`));
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await storage.objects()).toContain(object);
    expect(storage.asked.filter((line) => line.includes('partNumber=')).length).toBe(2);
    expect(await countChunks()).toBe(0);

    const whole = await get(url);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({ 'content-length': '9000000', 'content-type': 'application/pdf' });

    storage.asked.length = 0;
    const part = await get(url, { range: 'bytes=8388000-8388999' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 8388000-8388999/9000000');
    expect(part.rawPayload.equals(bytes.subarray(8_388_000, 8_389_000))).toBe(true);
    // The storage sends no more than was asked for.
    expect(storage.asked).toEqual([expect.stringMatching(/ bytes=8388000-8388999$/)]);
    expect((await get(url, { range: 'bytes=-5' })).rawPayload.equals(bytes.subarray(-5))).toBe(true);

    storage.asked.length = 0;
    expect((await get(url, { range: 'bytes=9000000-' })).statusCode).toBe(416);
    expect((await get(url, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
    expect((await get(url, {}, 'localhost', 'HEAD')).headers['content-length']).toBe('9000000');
    expect(storage.asked).toEqual([]);
  });

  it('are an institution’s own: no other one has them under their address', async () => {
    const { url, id } = await upload(document(1_000));
    expect((await get(url)).statusCode).toBe(200);
    expect((await get(url, {}, 'museum.localhost')).statusCode).toBe(404);
    expect(await findUpload(portal.database, { tenant: 'museum', id })).toBeUndefined();
  });

  it('are shown narrower, when they are pictures', async () => {
    const url = await sendPicture(portal, member);
    expect((await find(url.slice(7, 29))).object).not.toBeNull();
    const narrow = await get(url.replace('.png', '-640.webp'));
    expect([narrow.statusCode, narrow.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('go from the storage once they are removed, a minute later', async () => {
    const { id, url } = await upload(document(1_000));
    const { object } = await find(id);
    await removeUploads(portal.database, tenant, [id]);
    expect((await get(url)).statusCode).toBe(404);
    await removeGone(portal.database, store, Date.now());
    expect(await storage.objects()).toContain(object);
    await removeGone(portal.database, store, Date.now() + 120_000);
    expect(await storage.objects()).not.toContain(object);
    expect((await sql`select from upload_gone`.execute(portal.database.kysely)).rows).toEqual([]);
  });

  it('take the place of one another in the media library', async () => {
    const [old, other] = [await upload(document(1_000)), await upload(document(2_000))];
    const before = await find(old.id);
    const bytes = (await get(other.url)).rawPayload;
    await inTransaction(portal.database, async (tx) => {
      for (const { id } of [old, other])
        await addMedia(tx, { tenant, id }, { staff: 's', name: 's', width: 0, height: 0, now: Date.now() });
      await replaceMedia(tx, { tenant, id: old.id }, other.id, Date.now());
    });
    expect((await get(old.url)).rawPayload.equals(bytes)).toBe(true);
    await removeGone(portal.database, store, Date.now() + 120_000);
    expect(await storage.objects()).not.toContain(before.object);
    expect((await get(old.url)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('a storage that fails', () => {
  it.each([
    ['is away', () => storage.spoil((asked) => (asked.socket.destroy(), true))],
    [
      'fails at the second part',
      () =>
        storage.spoil(({ url = '' }, answer) => {
          if (!url.includes('partNumber=2')) return false;
          answer.writeHead(500).end();
          return true;
        }),
    ],
    [
      'fails at the end',
      () =>
        storage.spoil(({ method, url = '' }, answer) => {
          if (method !== 'POST' || !url.includes('uploadId')) return false;
          answer.writeHead(200).end('<Error><Code>InternalError</Code></Error>');
          return true;
        }),
    ],
  ])('and %s: who uploads is told, and nothing is left', async (_name, spoil) => {
    const rows = async (): Promise<number> => (await sql`select from upload`.execute(portal.database.kysely)).rows.length;
    const before = [await rows(), await countChunks(), await storage.objects()];
    spoil();
    const reply = await send(document(8_500_000));
    expect([reply.statusCode, at(reply.json(), 'message')]).toEqual([503, '文件存储暂时无法使用，请稍后再试']);
    expect(reply.headers['retry-after']).toBeDefined();
    storage.spoil();
    expect([await rows(), await countChunks(), await storage.objects()]).toEqual(before);
  });

  it('answers who reads 503, which is kept nowhere, and goes on when it is back', async () => {
    const bytes = document(300_000);
    const { url } = await upload(bytes);
    storage.spoil((asked) => (asked.socket.destroy(), true));
    const reply = await get(url, { accept: 'application/json' });
    expect([reply.statusCode, at(reply.json(), 'message')]).toEqual([503, '文件存储暂时无法使用，请稍后再试']);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect([reply.headers.etag, reply.headers['content-disposition'], reply.headers['content-range']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    storage.spoil();
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
  });

  it('and breaks off while it is read: the reading goes on where it was', async () => {
    const bytes = document(3_000_000);
    const { url } = await upload(bytes);
    storage.asked.length = 0;
    storage.cutReplies(1_000_000, 1);
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
    expect(storage.asked).toEqual([expect.not.stringContaining('bytes='), expect.stringMatching(/ bytes=\d{6,}-2999999$/)]);
  });

  it('gives back something else: it is never handed out as a whole', async () => {
    const { url, id } = await upload(document(2_000_000));
    const upload_ = await find(id);
    await storage.damage(upload_.object ?? '');
    await expect(get(url)).rejects.toThrow();
    await expect(new UploadContents(portal.database, { store, takesNew: true }).readWhole({ tenant, id }, upload_)).rejects.toThrow(
      'is not what was stored',
    );
  });
});

describe('looking through the storage', () => {
  it('removes what no file ever came to have, once it is a day old, and nothing else', async () => {
    const { id } = await upload(document(1_000));
    const { object } = await find(id);
    await store.put('centre/left-behind', one(Buffer.from('x')), {});
    await removeOrphans(portal.database, store, Date.now());
    expect(await storage.objects()).toContain('centre/left-behind');
    const later = Date.now() + 2 * 86_400_000;
    await removeOrphans(portal.database, store, later);
    const left = await storage.objects();
    expect(left).not.toContain('centre/left-behind');
    expect(left).toContain(object);
    // Of all servers one does so in a day.
    storage.asked.length = 0;
    await removeOrphans(portal.database, store, later + 3_600_000);
    expect(storage.asked.filter((line) => line.includes('list-type'))).toEqual([]);
  });
});

describe('a storage that browsers reach', () => {
  it('gives them large films and documents itself, for a time, and pages may show films from there', async () => {
    const address = storage.address({ FILES_PUBLIC: 'redirect' });
    const use = { store: new ObjectStore(address), takesNew: true };
    const open = await testPortal({ accounts: { storage: use } });
    const [large, small] = [document(8_500_000), document(1_000)];
    const put = async (bytes: Buffer): Promise<string> => {
      const key = { tenant, id: randomBytes(16).toString('base64url') };
      await startUpload(open.database, key, { owner: 'm', name: '年报.pdf', now: Date.now() });
      await replaceUpload(open.database, key, bytes);
      const facts = { kind: 'file', extension: 'pdf', type: 'application/pdf', name: '年报.pdf', size: bytes.length };
      await new UploadContents(open.database, use).finish(key, facts);
      return `/files/${key.id}.pdf`;
    };
    try {
      const [url, other] = [await put(large), await put(small)];
      const reply = await open.app.inject({ url, headers: { host: 'localhost' } });
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([302, 'no-store']);
      const to = new URL(String(reply.headers.location));
      expect(to.href).not.toContain('S3RVER:');
      const got = await fetch(to, { headers: { range: 'bytes=100-199' } });
      expect([got.status, got.headers.get('content-type'), got.headers.get('content-disposition')]).toEqual([
        206,
        'application/pdf',
        "attachment; filename*=UTF-8''%E5%B9%B4%E6%8A%A5.pdf",
      ]);
      expect(Buffer.from(await got.arrayBuffer()).equals(large.subarray(100, 200))).toBe(true);
      to.searchParams.set('X-Amz-Signature', '0'.repeat(64));
      expect((await fetch(to)).status).toBe(403);
      expect((await open.app.inject({ url: other, headers: { host: 'localhost' } })).rawPayload.equals(small)).toBe(true);
      const foreign = await open.app.inject({ url, headers: { host: 'museum.localhost' } });
      expect(foreign.statusCode).toBe(404);
      const policy = String((await open.get('/')).headers['content-security-policy']);
      expect(policy).toContain(`media-src 'self' blob: ${to.origin};`);
      expect(policy.split(to.origin).length).toBe(2);
      expect(
        String((await portal.app.inject({ url: '/', headers: { host: 'localhost' } })).headers['content-security-policy']),
      ).not.toContain(to.origin);
    } finally {
      await open.close();
    }
  });
});

describe('a start', () => {
  const open = (more: Record<string, string>, url = storage.url, warnings: string[] = []) =>
    openStorage(portal.database, { ...storage.address({ FILES_URL: url, ...more }) }, (line) => warnings.push(line));

  it('is refused with wrong credentials, without its bucket, and at the storage of another database', async () => {
    await expect(open({}, storage.url.replace('S3RVER:S3RVER', 'S3RVER:wrong'))).rejects.toThrow('the secret is not that of the key');
    await expect(open({}, storage.url.replace('S3RVER:S3RVER', 'other:S3RVER'))).rejects.toThrow('it does not know the key');
    await expect(open({}, `${storage.url}-no`)).rejects.toThrow('there is no such bucket');
    await expect(new ObjectStore(storage.address()).claim('another')).rejects.toThrow('belongs to another database');
    // A folder of its own is as good as a bucket.
    await new ObjectStore(storage.address({ FILES_URL: `${storage.url}/folder` })).claim('another');
    expect(await open({ FILES_WRITE: 'database' })).toMatchObject({ takesNew: false });
  });

  it('goes on while the storage is away, and says so', async () => {
    const warnings: string[] = [];
    const gone = await testStorage();
    await gone.close();
    expect(await open({}, gone.url, warnings)).toBeDefined();
    expect(warnings).toEqual([expect.stringMatching(/^The storage of files cannot be reached: .*ECONNREFUSED/)]);
    warnings.length = 0;
    expect(await openStorage(portal.database, undefined, (line) => warnings.push(line))).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(/^\d+ files are in a storage, and FILES_URL is not set/)]);
  });
});

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
