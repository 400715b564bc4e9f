import { type Kysely, sql } from 'kysely';

/** The folders of institutions as they were published, version by version; what several versions hold is there once. */
export async function createDefinitionVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table definition_version (
      tenant text not null, number integer not null, at timestamptz not null, author text not null, message text not null,
      hash text not null, build text not null, primary key (tenant, number)
    )`.execute(db);
  await sql`create table definition_blob (tenant text not null, hash text not null, bytes bytea not null, primary key (tenant, hash))`.execute(
    db,
  );
  await sql`
    create table definition_file (
      tenant text not null, number integer not null, path text not null, blob text not null, primary key (tenant, number, path)
    )`.execute(db);
}
