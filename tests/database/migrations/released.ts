import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { runCommand, withDatabase } from '../harness';

/**
 * The changes of the schema as they were released, each with its statements: what was made by them is what installations have. The file
 * begins with the first schema, and is only ever added to.
 */
export const released: readonly { name: string; text: string }[] = readFileSync(join(import.meta.dirname, 'released.sql'), 'utf8')
  .split(/^-- /m)
  .slice(1)
  .map((part) => {
    const end = part.indexOf('\n');
    return { name: part.slice(0, end), text: part.slice(end + 1) };
  });

/** A database of its own on the server of the test run, in which nothing is. `close` drops it. */
export interface EmptyDatabase {
  url: string;
  db: Kysely<unknown>;
  pool: pg.Pool;
  close(): Promise<void>;
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { TEST_DATABASE_SERVER: server = '' } = process.env;
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await runCommand(server, `create database ${name}`);
  const url = withDatabase(server, name);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  const close = async (): Promise<void> => {
    await pool.end();
    await runCommand(server, `drop database if exists ${name} with (force)`);
  };
  return { url, pool, db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), close };
}

const notes = 'create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)';

/** Changes the schema as the programs did that were released. */
export async function makeReleased({ pool }: EmptyDatabase, changes: typeof released): Promise<void> {
  await pool.query([notes, ...changes.map(({ text }) => text)].join(';\n'));
  for (const { name } of changes) await pool.query(`insert into kysely_migration values ($1, '')`, [name]);
}

/** Tells all that a schema has: columns, indexes, rules and how tables are stored. */
export async function describeSchema(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (
      select oid, relname, reloptions from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    )
    select format('%s stored %s', relname, reloptions) as line from own
    union all
    select format('%s column %s %s %s %s null %s identity %s', relname, rank() over (partition by relname order by attnum), attname,
      format_type(atttypid, atttypmod), pg_get_expr(adbin, adrelid), not attnotnull, attidentity)
    from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = own.oid and adnum = attnum
    union all
    select format('%s index %s valid %s', relname, pg_get_indexdef(indexrelid), indisvalid) from own join pg_index on indrelid = own.oid
    union all
    select format('%s rule %s %s valid %s', relname, conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
    from own join pg_constraint on conrelid = own.oid
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
