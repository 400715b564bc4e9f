import { type Kysely, sql } from 'kysely';

/** Returns the names of the changes that were made, in their order. */
export async function readNotes(db: Kysely<unknown>): Promise<string[]> {
  // Who only looks leaves nothing behind.
  const { rows: found } = await sql`select 1 from pg_class where oid = to_regclass('kysely_migration')`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

/** Makes the table of notes where it is not there: that of Kysely's Migrator, which made them before. */
export async function createNotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(db);
}

/** Notes that a change was made. */
export async function writeNote(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db);
}
