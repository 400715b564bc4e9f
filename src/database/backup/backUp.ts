import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Queryable, withOwnConnection } from '../connection';
import { makeFolder } from '../embedded/makeFolder';
import { manifestName, type Manifest, type SavedTable } from './manifest';
import { digestTable, listTables, type Table, writeAlike } from './tables';

/** Little is won by more, and it takes as long again. */
const gzipLevel = 3;

/** How a backup is made. */
interface BackupOptions {
  /** The version of the program. */
  program: string;
  /** Ends the backup before the next table: what was written until then is no backup. */
  stopped?: AbortSignal;
  /** Told of each table that is saved. */
  tell?: (table: SavedTable) => void;
}

/**
 * Saves all that the database holds at one moment, while the portal runs: a file for each table, as PostgreSQL writes and reads it, and a
 * manifest with counts and checksums.
 * @param folder is made; it must not hold anything
 * @throws Error when the folder holds something, or anything cannot be read or written; what was written until then is no backup
 */
export async function backUp(db: Pick<Queryable, 'pool'>, folder: string, { program, stopped, tell }: BackupOptions): Promise<Manifest> {
  await makeFolder(folder, 0o700);
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  return withOwnConnection(db, async (client) => {
    // One moment for all tables.
    await client.query('begin transaction isolation level repeatable read, read only');
    await writeAlike(client);
    const { rows } = await client.query<{ made: Date }>('select now() as made');
    const tables: SavedTable[] = [];
    for (const table of await listTables(client)) {
      stopped?.throwIfAborted();
      const saved = await saveTable(client, table, folder);
      tables.push(saved);
      tell?.(saved);
    }
    const manifest: Manifest = {
      format: 1,
      made: (rows[0]?.made ?? new Date()).toISOString(),
      program,
      migrations: await listMigrations(client),
      tables,
      uploads: await countUploads(client),
      sequences: await listSequences(client, tables),
    };
    await client.query('commit');
    const path = join(folder, manifestName);
    await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
    return manifest;
  });
}

async function saveTable(client: pg.Client, table: Table, folder: string): Promise<SavedTable> {
  const file = `${table.name}.copy.gz`;
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copying = client.query(copyTo(`copy public.${client.escapeIdentifier(table.name)} (${columns}) to stdout`));
  await pipeline(copying, createGzip({ level: gzipLevel }), hashed, createWriteStream(join(folder, file), { mode: 0o600, flush: true }));
  return { ...table, ...(await digestTable(client, table)), file, sha256: hash.digest('hex') };
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from public.kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** Of files in a storage of their own the database knows no more than their names there and their checksums. */
async function countUploads(client: pg.Client): Promise<Manifest['uploads']> {
  const { rows } = await client.query<{ stored: boolean; files: string; bytes: string }>(
    // An earlier schema has no such column.
    `select to_jsonb(upload) ->> 'object' is not null as stored, count(*) as files, sum(size) as bytes
    from public.upload where status = 1 group by 1`,
  );
  const of = (stored: boolean) => {
    const found = rows.find((row) => row.stored === stored);
    return { files: Number(found?.files ?? 0), bytes: Number(found?.bytes ?? 0) };
  };
  return { database: of(false), storage: of(true) };
}

/** Numbers that were given out and are on no row any more are given to no other. */
async function listSequences(client: pg.Client, tables: readonly Table[]): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select table_name as table, column_name as column, pg_get_serial_sequence(format('public.%I', table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES' and table_name = any($1)
    order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  const found: Manifest['sequences'] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: standing } = await client.query<{ next: string }>(
      `select (case when is_called then last_value + 1 else last_value end)::text as next from ${sequence}`,
    );
    found.push({ table, column, next: standing[0]?.next ?? '1' });
  }
  return found;
}
