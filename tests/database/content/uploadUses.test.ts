import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/database/connection';
import { finishUpload, startUpload } from '../../../src/database/content/uploads';
import { findUploadIds, holdUploads, removeUnused } from '../../../src/database/content/uploadUses';
import { putItems } from '../../../src/database/content/writeItems';
import { removeItems } from '../removeItems';
import { makeAtOnce } from '../../../src/database/migrations/atOnce';
import { uploadUses } from '../../../src/database/migrations/uploads';
import { testDatabase, type TestDatabase } from '../harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
afterEach(async () => {
  await sql`truncate item, upload cascade`.execute(db.kysely);
});

const name = (letter: string): string => letter.repeat(22);
const addressOf = (letter: string): string => `/files/${name(letter)}.png`;
const put = (id: string, doc: Record<string, unknown>): Promise<void> =>
  putItems(db, [{ tenant: 't', module: 'm', id, pub: new Date(0), title: '', doc }]);
async function upload(letter: string): Promise<void> {
  const key = { tenant: 't', id: name(letter) };
  await startUpload(db, key, { owner: 'o', name: '', now: 0 });
  await finishUpload(db, key, { kind: 'image', extension: 'png', type: 'image/png', name: 'a.png', size: 0 });
}
const left = async (): Promise<string> => {
  await removeUnused(db, 1000);
  const { rows } = await sql<{ id: string }>`select id from upload order by id`.execute(db.kysely);
  return rows.map(({ id }) => id[0]).join('');
};

it('what was stored before uses were noted is looked through', async () => {
  for (const letter of 'abcd') await upload(letter);
  await put('1', { text: `<img src="${addressOf('a')}">`, files: [`${addressOf('b')}|${addressOf('c')}`] });
  await sql`drop table upload_use, upload_width`.execute(db.kysely);
  await sql`alter table upload drop column used`.execute(db.kysely);
  await sql`drop index upload_owner`.execute(db.kysely);
  await makeAtOnce(db.kysely, uploadUses);
  expect(await left()).toBe('abc');
});

it('an item keeps what it refers to now, and nothing once it is gone', async () => {
  await upload('a');
  await put('1', { files: [addressOf('a')] });
  expect(await left()).toBe('a');
  await put('2', { again: addressOf('a') });
  await removeItems(db, 't', 'm', ['1']);
  expect(await left()).toBe('a');
  await removeItems(db, 't', 'm', ['2']);
  expect(await left()).toBe('');
});

it('a file that is put into a form stays for a while, one that is not there is told', async () => {
  await upload('e');
  expect(await holdUploads(db, 't', [name('e')], 5000)).toBe(true);
  expect(await left()).toBe('e');
  expect(await holdUploads(db, 't', [name('e'), name('f')], 5000)).toBe(false);
  expect(await holdUploads(db, 'other', [name('e')], 5000)).toBe(false);
  expect(await holdUploads(db, 't', [], 5000)).toBe(true);
});

it('a sweep removes ten files by one statement at most, however the database goes about it', async () => {
  const letters = 'fghijklmnopqrstuvwxyzABCD';
  for (const letter of letters) await upload(letter);
  await sql`create table removal (files bigint not null)`.execute(db.kysely);
  await sql`
    create function note_removal() returns trigger language plpgsql as $$
    begin insert into removal select count(*) from gone; return null; end $$`.execute(db.kysely);
  await sql`
    create trigger note_removal after delete on upload referencing old table as gone
    for each statement execute function note_removal()`.execute(db.kysely);
  // Then a plan that asks a subquery anew for each row is the cheapest one left.
  const plans = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'].map((way) => `-c enable_${way}=off`).join(' ');
  const other = await openDatabase({ databaseUrl: `${db.databaseUrl}?options=${encodeURIComponent(plans)}`, dataDir: '', poolSize: 1 });
  try {
    expect(await removeUnused(other, 1000)).toBe(letters.length);
  } finally {
    await other.close();
  }
  const { rows } = await sql<{ files: string }>`select files from removal`.execute(db.kysely);
  expect(rows.map(({ files }) => Number(files))).toEqual([10, 10, 5]);
});

it.each<[unknown, string[]]>([
  [{ a: addressOf('a'), b: [`<p>${addressOf('b')}</p>`, `${addressOf('a')}|${addressOf('c')}`] }, ['a', 'b', 'c'].map(name)],
  [{ a: '/files/a.png', b: `/media/${name('a')}.png`, c: null }, []],
  [undefined, []],
])('addresses are found wherever they stand in %j', (values, ids) => expect(findUploadIds(values)).toEqual(ids));
