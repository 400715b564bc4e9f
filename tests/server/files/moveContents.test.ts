import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countPlaces, listGone, moveToObject } from '../../../src/database/content/uploadObjects';
import { addChunk, chunkBytes, findUpload, finishUpload, removeUploads, startUpload } from '../../../src/database/content/uploads';
import { checkContents } from '../../../src/server/files/checkContents';
import { moveContents } from '../../../src/server/files/moveContents';
import { ObjectStore } from '../../../src/server/files/objectStore';
import { removeGone } from '../../../src/server/files/storageUpkeep';
import { UploadContents } from '../../../src/server/files/uploadContents';
import { type TestDatabase, testDatabase } from '../../database/harness';
import { type TestStorage, testStorage } from '../storage';

let storage: TestStorage;
let store: ObjectStore;
let db: TestDatabase;
let contents: UploadContents;
/** What each file was uploaded with. */
const files = new Map<string, Buffer>();

beforeAll(async () => {
  [storage, db] = await Promise.all([testStorage(), testDatabase()]);
  store = new ObjectStore(storage.address());
  contents = new UploadContents(db, { store, takesNew: true });
}, 60_000);
beforeEach(async () => {
  for (const name of files.keys()) await removeUploads(db, keyOf(name).tenant, [keyOf(name).id]);
  await removeGone(db, store, Date.now() + 120_000);
  files.clear();
  for (const [index, size] of [1, 5_000, chunkBytes, chunkBytes + 1, 900_000, 1_000_000, 1_100_000, 3_000_000].entries())
    await receive(index % 2 === 0 ? 'centre' : 'museum', size);
});
afterEach(() => storage.spoil());
afterAll(async () => {
  await db.close();
  await storage.close();
});

async function receive(tenant: string, size: number): Promise<void> {
  const id = randomBytes(16).toString('base64url');
  const bytes = randomBytes(size);
  await startUpload(db, { tenant, id }, { owner: 'm', name: 'a.pdf', now: Date.now() });
  for (let number = 0; number * chunkBytes < size; number += 1)
    await addChunk(db, { tenant, id }, number, bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes));
  await finishUpload(db, { tenant, id }, { kind: 'file', extension: 'pdf', type: 'application/pdf', name: 'a.pdf', size });
  files.set(`${tenant}/${id}`, bytes);
}
const keyOf = (name: string) => ({ tenant: name.split('/')[0] ?? '', id: name.split('/')[1] ?? '' });
const find = async (name: string) => {
  const found = await findUpload(db, keyOf(name));
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const read = async (name: string): Promise<boolean> =>
  (await contents.readWhole(keyOf(name), await find(name))).equals(files.get(name) ?? Buffer.alloc(0));
const bytesOfAll = (): number => [...files.values()].reduce((sum, { length }) => sum + length, 0);
const countChunks = async (): Promise<number> => (await sql`select from upload_chunk`.execute(db.kysely)).rows.length;
const nothing = (): void => undefined;

describe('moving all files', () => {
  it('to the storage and back leaves each of them readable at every moment, and says how many there were', async () => {
    const all = { files: files.size, bytes: bytesOfAll(), failed: [] };
    for (const [to, chunks] of [
      ['storage', 0],
      ['database', await countChunks()],
    ] as const) {
      let done = false;
      let readings = 0;
      const reading = (async () => {
        while (!done || readings < files.size)
          for (const name of files.keys()) {
            expect(await read(name)).toBe(true);
            readings += 1;
          }
      })();
      const told: number[] = [];
      const moved = await moveContents(contents, store, to, (until) => told.push(until.files)).finally(() => (done = true));
      await reading;
      expect(moved).toEqual(all);
      expect(told.at(-1)).toBe(files.size);
      expect((await countPlaces(db))[to]).toEqual({ files: all.files, bytes: all.bytes });
      expect(await countChunks()).toBe(chunks);
      expect((await moveContents(contents, store, to, nothing)).files).toBe(0);
    }
    expect(await removeGone(db, store, Date.now() + 120_000)).toBe(files.size);
    expect(await storage.objects()).toEqual([]);
    expect((await checkContents(contents, { quick: false, now: Date.now() })).faults).toEqual([]);
  });

  it('lets a reading that is under way go on, wherever it began', async () => {
    const name = [...files.keys()].at(-1) ?? '';
    for (const to of ['storage', 'database'] as const) {
      const reading = contents.read(keyOf(name), await find(name), 0, 2_999_999);
      const pieces = [(await reading.next()).value ?? Buffer.alloc(0)];
      await moveContents(contents, store, to, nothing);
      await removeGone(db, store, Date.now() + 120_000);
      for await (const bytes of reading) pieces.push(bytes);
      expect(Buffer.concat(pieces).equals(files.get(name) ?? Buffer.alloc(0))).toBe(true);
    }
  });

  it('ends when the storage does, with nothing half-written, and goes on where it was', async () => {
    let puts = 0;
    storage.spoil((asked, answer) => {
      if (asked.method !== 'PUT' || (puts += 1) <= 3) return false;
      answer.writeHead(503).end();
      return true;
    });
    await expect(moveContents(contents, store, 'storage', nothing)).rejects.toThrow('The storage of files refused PUT');
    storage.spoil();
    const { storage: moved } = await countPlaces(db);
    expect(moved.files).toBe(3);
    expect((await storage.objects()).length).toBe(3);
    for (const name of files.keys()) expect(await read(name)).toBe(true);
    expect((await moveContents(contents, store, 'storage', nothing)).files).toBe(files.size - 3);

    let gets = 0;
    storage.spoil((asked, answer) => {
      if (asked.method !== 'GET' || (gets += 1) <= 3) return false;
      answer.writeHead(503).end();
      return true;
    });
    await expect(moveContents(contents, store, 'database', nothing)).rejects.toThrow('refused GET');
    storage.spoil();
    expect((await countPlaces(db)).storage.files).toBe(files.size - 3);
    for (const name of files.keys()) expect(await read(name)).toBe(true);
    await moveContents(contents, store, 'database', nothing);
    expect((await countPlaces(db)).storage.files).toBe(0);
    await removeGone(db, store, Date.now() + 120_000);
  });

  it('does not take what the storage gives back otherwise, nor a file that lacks something', async () => {
    const [whole = '', lacking = ''] = [...files.keys()].slice(-2);
    await sql`delete from upload_chunk where upload_id = ${keyOf(lacking).id} and number = 1`.execute(db.kysely);
    storage.spoil(({ method, url = '' }, answer) => {
      if (method !== 'GET' || !url.includes(keyOf(whole).id)) return false;
      answer.writeHead(200, { 'content-length': String(files.get(whole)?.length) }).end(Buffer.alloc(files.get(whole)?.length ?? 0));
      return true;
    });
    const moved = await moveContents(contents, store, 'storage', nothing);
    storage.spoil();
    expect(moved.files).toBe(files.size - 2);
    expect(moved.failed.map(({ tenant, id, reason }) => [`${tenant}/${id}`, reason]).sort()).toEqual(
      [
        [whole, 'the storage gave back something else'],
        [lacking, `Upload ${keyOf(lacking).id} lacks chunk 1`],
      ].sort(),
    );
    expect((await find(whole)).object).toBeNull();
    expect(await read(whole)).toBe(true);
    expect((await storage.objects()).length).toBe(files.size - 2);
  });

  it('takes a file as it is once it was replaced meanwhile', async () => {
    const name = [...files.keys()].at(-1) ?? '';
    let isReplaced = false;
    storage.spoil(({ method, url = '' }) => {
      if (method === 'GET' && url.includes(keyOf(name).id) && !isReplaced) {
        isReplaced = true;
        const bytes = randomBytes(700_000);
        files.set(name, bytes);
        const facts = { kind: 'file', extension: 'pdf', type: 'application/pdf', name: 'b.pdf', size: bytes.length };
        void new UploadContents(db).replace(keyOf(name), facts, bytes).then(() => storage.spoil());
      }
      return false;
    });
    await moveContents(contents, store, 'storage', nothing);
    await expect.poll(async () => (await find(name)).size).toBe(700_000);
    expect(await read(name)).toBe(true);
    await moveContents(contents, store, 'storage', nothing);
    expect(await read(name)).toBe(true);
    expect((await storage.objects()).length).toBe(files.size + (await listGone(db, Date.now() + 1_000, 100)).length);
  });
});

describe('a file that is moved and replaced at once', () => {
  it('is waited for by one of them only', async () => {
    const name = [...files.keys()].at(-1) ?? '';
    const inDatabase = new UploadContents(db);
    for (let round = 0; round < 10; round += 1) {
      const bytes = randomBytes(2_000_000);
      files.set(name, bytes);
      const facts = { kind: 'file', extension: 'pdf', type: 'application/pdf', name: 'c.pdf', size: bytes.length };
      const read = { ...(await find(name)), tenant: keyOf(name).tenant };
      const kept = { object: `${name}-${round}`, sha256: '' };
      await Promise.all([inDatabase.replace(keyOf(name), facts, bytes), moveToObject(db, read, kept)]);
      await inDatabase.replace(keyOf(name), facts, bytes);
    }
    expect(await read(name)).toBe(true);
  });
});

describe('checking all files', () => {
  it('finds what lacks, what changed and what no file has', async () => {
    const [changed = '', lacking = '', ofDatabase = ''] = files.keys();
    await moveContents(contents, store, 'storage', nothing);
    await removeGone(db, store, Date.now() + 120_000);
    const kept = [await find(changed), await find(lacking)].map(({ object }) => object ?? '');
    await storage.damage(kept[0] ?? '');
    await store.remove(kept[1] ?? '');
    await store.put('centre/left-behind', one(), {});
    const name = (found: { tenant: string; id: string }): string => `${found.tenant}/${found.id}`;
    const full = await checkContents(contents, { quick: false, now: Date.now() + 60_000 });
    expect(full.faults.map(name).sort()).toEqual([changed, lacking].sort());
    expect(full.places.storage).toEqual({ files: files.size, bytes: bytesOfAll() });
    expect(full.orphans.files).toBeGreaterThanOrEqual(1);
    const quick = await checkContents(contents, { quick: true, now: Date.now() });
    expect(quick.faults.map((fault) => [name(fault), fault.reason])).toEqual([[lacking, 'it is not in the storage']]);
    expect(ofDatabase).not.toBe('');
  });
});

async function* one(): AsyncGenerator<Buffer> {
  yield Buffer.from('x');
}
