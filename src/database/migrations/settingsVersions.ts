import { type Kysely, sql } from 'kysely';

/** What the files of an institution's settings were before and after each change at the desk; null where there was no file. */
export async function createSettingsVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settings_version (
      tenant text not null, number bigint generated always as identity, file text not null, at timestamptz not null, staff text not null,
      name text not null, before_text text, after_text text, primary key (tenant, number)
    )`.execute(db);
  await sql`
    create table settings_writer (tenant text not null, primary key (tenant))`.execute(db);
}
