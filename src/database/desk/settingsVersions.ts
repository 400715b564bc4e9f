import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** A change of a file of an institution's settings. */
export interface SettingsVersion {
  number: string;
  /** The file, relative to the institution's folder. */
  file: string;
  at: Date;
  staff: string;
  name: string;
  /** The text of the file before; null where there was none. */
  before: string | null;
  /** The text after it; null where it was taken away. */
  after: string | null;
}

/** Lets others who write settings of an institution wait until the transaction is over. */
export async function lockSettings(tx: Queryable, tenant: string): Promise<void> {
  await sql`insert into settings_writer (tenant) values (${tenant}) on conflict do nothing`.execute(tx.kysely);
  await sql`select tenant from settings_writer where tenant = ${tenant} for update`.execute(tx.kysely);
}

/** Keeps a change, within the transaction that makes it. @returns its number */
export async function addSettingsVersion(tx: Queryable, tenant: string, version: Omit<SettingsVersion, 'number'>): Promise<string> {
  const { file, at, staff, name, before, after } = version;
  const { rows } = await sql<{ number: string }>`
    insert into settings_version (tenant, file, at, staff, name, before_text, after_text)
    values (${tenant}, ${file}, ${at}::timestamptz, ${staff}, ${name}, ${before}, ${after})
    returning number::text`.execute(tx.kysely);
  return rows[0]?.number ?? '';
}

/** Returns changes of an institution's settings, the newest first, and how many there are in all. */
export async function listSettingsVersions(
  db: Queryable,
  tenant: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SettingsVersion[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<SettingsVersion>`
      select number::text, file, at, staff, name, before_text as before, after_text as after
      from settings_version
      where tenant = ${tenant}
      order by settings_version.number desc
      limit ${limit} offset ${offset}`.execute(db.kysely),
    sql<{ total: number }>`select count(*)::int as total from settings_version where tenant = ${tenant}`.execute(db.kysely),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns one change of an institution's settings; undefined when there is none of this number. */
export async function findSettingsVersion(db: Queryable, tenant: string, number: string): Promise<SettingsVersion | undefined> {
  if (!/^\d{1,18}$/.test(number)) return undefined;
  const { rows } = await sql<SettingsVersion>`
    select number::text, file, at, staff, name, before_text as before, after_text as after
    from settings_version
    where tenant = ${tenant} and number = ${number}::bigint`.execute(db.kysely);
  return rows[0];
}
