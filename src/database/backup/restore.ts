import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Queryable, withOwnConnection } from '../connection';
import { migrateAs, migrationNames } from '../migrations/migrate';
import { type Manifest, readManifest, type SavedTable } from './manifest';
import { digestTable, findFilled, listTables, writeAlike } from './tables';

/** How a backup is brought back. */
interface RestoreOptions {
  /** What the database holds is replaced; absent: it must hold nothing. */
  replace?: boolean;
  /** Told of each table that is back and was compared. */
  tell?: (table: SavedTable) => void;
}

/**
 * Holds each file of a backup against its checksum.
 * @throws Error naming the files that are damaged or lack
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const damaged: string[] = [];
  for (const { file, sha256 } of manifest.tables) {
    const hash = createHash('sha256');
    const read = await pipeline(createReadStream(join(folder, file)), hash).then(
      () => true,
      () => false,
    );
    if (!read || hash.digest('hex') !== sha256) damaged.push(file);
  }
  if (damaged.length > 0) throw new Error(`Damaged or lacking in ${folder}: ${damaged.join(', ')}`);
  return manifest;
}

/**
 * Brings back what a backup holds, and changes it as the schema has changed since. No portal may run on the database meanwhile. Each table is
 * compared with what was backed up.
 * @throws Error when the backup is damaged or of a newer program, when the database holds something that is not to be replaced, and when
 * anything is not what it was; it can then be begun again
 */
export async function restore(db: Queryable, folder: string, { replace = false, tell }: RestoreOptions = {}): Promise<Manifest> {
  const manifest = await checkBackup(folder);
  const unknown = manifest.migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) throw new Error(`The backup was made by a newer program: this one does not know ${unknown.join(', ')}`);
  await withOwnConnection(db, (client) => emptyDatabase(client, replace));
  await migrateAs(db.kysely, manifest.migrations);
  await withOwnConnection(db, async (client) => {
    await client.query('begin');
    await writeAlike(client);
    // What changes of the schema fill in comes with the backup.
    await client.query(`truncate ${manifest.tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`).join(', ')}`);
    for (const table of manifest.tables) {
      await fillTable(client, table, folder);
      tell?.(table);
    }
    for (const { table, column, next } of manifest.sequences)
      await client.query(`select setval(pg_get_serial_sequence(format('public.%I', $1::text), $2), $3::bigint, false)`, [
        table,
        column,
        next,
      ]);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrateAs(db.kysely, migrationNames);
  return manifest;
}

/** Leaves nothing of a database's schema. @throws Error naming tables that have rows, unless they are to be replaced */
async function emptyDatabase(client: pg.Client, replace: boolean): Promise<void> {
  const tables = await listTables(client);
  const filled = replace ? [] : await findFilled(client, tables);
  // What a program makes for itself when it starts is no content.
  const content = filled.filter((name) => !['seed', 'secret', 'upload_storage'].includes(name));
  if (content.length > 0) throw new Error(`The database holds something already: ${content.join(', ')}. With --replace it is replaced.`);
  const names = [...tables.map(({ name }) => name), 'kysely_migration', 'kysely_migration_lock'];
  await client.query(`drop table if exists ${names.map((name) => `public.${client.escapeIdentifier(name)}`).join(', ')} cascade`);
}

async function fillTable(client: pg.Client, table: SavedTable, folder: string): Promise<void> {
  const { name, columns, file, rows, sum } = table;
  const written = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copying = client.query(copyFrom(`copy public.${client.escapeIdentifier(name)} (${written}) from stdin`));
  await pipeline(createReadStream(join(folder, file)), createGunzip(), copying);
  const found = await digestTable(client, table);
  if (found.rows !== rows || found.sum !== sum) throw new Error(`The table ${name} is not what it was: ${found.rows} rows of ${rows}`);
}
