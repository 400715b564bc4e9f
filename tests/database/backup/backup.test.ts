import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '../../../src/database/backup/backUp';
import { readManifest } from '../../../src/database/backup/manifest';
import { checkBackup, restore } from '../../../src/database/backup/restore';
import { digestTable, listTables, writeAlike } from '../../../src/database/backup/tables';
import { type Queryable, withOwnConnection } from '../../../src/database/connection';
import { type TestDatabase, testDatabase } from '../harness';

let place: string;
let full: TestDatabase;
const open: TestDatabase[] = [];
let folders = 0;
const nextFolder = (): string => join(place, String((folders += 1)));
const another = async (): Promise<TestDatabase> => {
  const database = await testDatabase();
  open.push(database);
  return database;
};

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'portal-backup-'));
  full = await another();
  await fill(full, 0);
});
afterAll(async () => {
  await Promise.all(open.map((database) => database.close()));
  rmSync(place, { recursive: true, force: true });
});

/** Things of all sorts: long and odd texts, JSON, times, bytes, numbers that the database gives, what refers to something else. */
async function fill({ kysely }: Queryable, from: number): Promise<void> {
  await sql`
    insert into item (tenant, module, id, column_id, status, title, doc, pub)
    select 'centre', 'news', ${from} || '-' || n, 'c', 1, E'tab\tline\nback\\slash "quote" 汉字 😀 ' || n, jsonb_build_object('n', n, 'text', repeat('长', n)),
      timestamptz '2026-01-01 08:00+08' + n * interval '1 hour 1 ms'
    from generate_series(1, 300) n`.execute(kysely);
  await sql`insert into search_due (tenant, module, id) select tenant, module, id from item where id like ${`${from}-1%`}`.execute(kysely);
  await sql`
    insert into upload (tenant, id, owner, name, type, size, created, status)
    values ('centre', ${`u${from}`}, 'm', '图.png', 'image/png', 3, now(), 1)`.execute(kysely);
  await sql`
    insert into upload (tenant, id, owner, name, size, status, object, sha256)
    values ('centre', ${`s${from}`}, 'm', 'a.mp4', 5000000000, 1, ${`centre/s${from}-x`}, '00ff')`.execute(kysely);
  await sql`insert into upload_chunk (tenant, upload_id, number, data) values ('centre', ${`u${from}`}, 0, '\\x00ff0a5c')`.execute(kysely);
  for (let n = 0; n < 3; n += 1)
    await sql`insert into audit (tenant, at, staff, name, address, action, item) values ('centre', now(), 's', 'n', '', 'a', ${String(n)})`.execute(
      kysely,
    );
}

/** What is in each table. */
const digest = (db: Queryable): Promise<Record<string, unknown>> =>
  withOwnConnection(db, async (client) => {
    await client.query('begin');
    await writeAlike(client);
    const found: Record<string, unknown> = {};
    for (const table of await listTables(client)) found[table.name] = await digestTable(client, table);
    return found;
  });

const program = '1.0.0';

describe('a backup', () => {
  it('comes back into an empty database as it was, and numbers go on from there', async () => {
    const folder = nextFolder();
    const manifest = await backUp(full, folder, { program });
    expect(manifest.tables.find(({ name }) => name === 'item')).toMatchObject({ rows: 300 });
    expect((await readManifest(folder)).uploads).toEqual({
      database: { files: 1, bytes: 3 },
      storage: { files: 1, bytes: 5_000_000_000 },
    });
    const target = await another();
    await restore(target, folder);
    expect(await digest(target)).toEqual(await digest(full));
    const { rows } = await sql<{ number: string }>`
      insert into audit (tenant, at, staff, name, address, action) values ('centre', now(), 's', 'n', '', 'a') returning number`.execute(
      target.kysely,
    );
    expect(Number(rows[0]?.number)).toBe(4);
  });

  it('shows one moment, whatever is written while it is made', async () => {
    const [source, folder] = [await another(), nextFolder()];
    await fill(source, 0);
    const before = await digest(source);
    let written = Promise.resolve();
    await backUp(source, folder, {
      program,
      tell: () => {
        written = written.then(() => fill(source, (folders += 1)));
      },
    });
    await written;
    expect(await digest(source)).not.toEqual(before);
    const target = await another();
    await restore(target, folder);
    expect(await digest(target)).toEqual(before);
  });

  it('of an earlier schema is changed as the schema was', async () => {
    const [source, folder] = [await another(), nextFolder()];
    const later = [
      'search_due',
      'upload_gone',
      'upload_storage',
      'change',
      'stale_reply',
      'definition_file',
      'definition_blob',
      'definition_version',
    ];
    later.push('line_gate', 'line_ticket', 'enrolment_draw');
    await sql`drop table ${sql.raw(later.join(', '))}`.execute(source.kysely);
    await sql`alter table upload drop column object, drop column sha256`.execute(source.kysely);
    await sql`alter table enrolment drop column draw_rank, drop column draw_won, drop column lost`.execute(source.kysely);
    await sql`delete from kysely_migration where name >= '0040_search_due'`.execute(source.kysely);
    expect((await backUp(source, folder, { program })).migrations.at(-1)).not.toBe('0040_search_due');
    const target = await another();
    await restore(target, folder);
    expect(Object.keys(await digest(target))).toEqual(Object.keys(await digest(full)));
  });

  it('replaces what is there only when that is wanted', async () => {
    const [folder, target] = [nextFolder(), await another()];
    await backUp(full, folder, { program });
    await fill(target, 7);
    const before = await digest(target);
    await expect(restore(target, folder)).rejects.toThrow(/holds something already: .*item.*--replace/);
    expect(await digest(target)).toEqual(before);
    await restore(target, folder, { replace: true });
    expect(await digest(target)).toEqual(await digest(full));
  });
});

describe('what is no whole backup is refused, and leaves the database as it is', () => {
  const attempt = async (damage: (folder: string) => void): Promise<string> => {
    const [folder, target] = [nextFolder(), await another()];
    await backUp(full, folder, { program });
    damage(folder);
    const before = await digest(target);
    const said = await restore(target, folder).then(
      () => 'restored',
      (error: unknown) => String(error),
    );
    expect(await digest(target)).toEqual(before);
    return said;
  };

  it('one of which a byte is another', async () => {
    const said = await attempt((folder) => {
      const bytes = readFileSync(join(folder, 'item.copy.gz'));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(join(folder, 'item.copy.gz'), bytes);
    });
    expect(said).toMatch(/Damaged or lacking in .*: item\.copy\.gz$/);
  });

  it('one of which a file lacks', async () =>
    expect(await attempt((folder) => rmSync(join(folder, 'audit.copy.gz')))).toMatch(/Damaged or lacking in .*: audit\.copy\.gz$/));

  it('one that was not finished', async () =>
    expect(await attempt((folder) => rmSync(join(folder, 'manifest.json')))).toMatch(/no backup, or one that was not finished/));

  it('one of a newer program', async () => {
    const said = await attempt((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { migrations: string[] };
      manifest.migrations.push('9999_later');
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    });
    expect(said).toMatch(/newer program: this one does not know 9999_later/);
  });

  it('one that names a file elsewhere', async () => {
    const said = await attempt((folder) => {
      const path = join(folder, 'manifest.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('"item.copy.gz"', '"../../item.copy.gz"'));
    });
    expect(said).toMatch(/not of a format that this program knows/);
  });
});

it('a folder that holds something is not written into', async () => {
  await expect(backUp(full, place, { program })).rejects.toThrow('is not empty');
  await expect(readManifest(place)).rejects.toThrow('is no backup');
  await expect(checkBackup(place)).rejects.toThrow('is no backup');
});
