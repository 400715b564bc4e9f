import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { noteChange } from '../changes/noteChanges';
import type { Queryable } from '../connection';

/** A version of an institution's folder. */
export interface DefinitionVersion {
  tenant: string;
  /** From 1 on, for each institution. */
  number: number;
  at: Date;
  author: string;
  message: string;
  /** Of all its files: the same for the same content. */
  hash: string;
  /** Which build of the program found no errors in it; empty where that is not known. */
  build: string;
}

/** A file of a version. */
interface VersionFile {
  /** Below the folder of the institution, with forward slashes. */
  path: string;
  blob: string;
}

const hashBytes = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const columns = sql.raw('tenant, number, at, author, message, hash, build');

/**
 * Keeps the files of an institution as its newest version, within a transaction that has locked its settings; all servers are told when it is
 * committed.
 * @param files by their paths
 * @returns the version; undefined where the newest one holds the same
 */
export async function publishVersion(
  tx: Queryable,
  version: Omit<DefinitionVersion, 'number' | 'hash'>,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<DefinitionVersion | undefined> {
  const { tenant, at, author, message, build } = version;
  const listed = [...files].map(([path, bytes]) => ({ path, blob: hashBytes(bytes) })).sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = hashBytes(JSON.stringify(listed));
  const newest = await findNewestVersion(tx, tenant);
  if (newest?.hash === hash) return undefined;
  const number = (newest?.number ?? 0) + 1;
  await sql`
    insert into definition_version (tenant, number, at, author, message, hash, build)
    values (${tenant}, ${number}, ${at}::timestamptz, ${author}, ${message}, ${hash}, ${build})`.execute(tx.kysely);
  for (const [path, bytes] of files) {
    const blob = hashBytes(bytes);
    await sql`
      insert into definition_blob (tenant, hash, bytes)
      values (${tenant}, ${blob}, ${Buffer.from(bytes)})
      on conflict do nothing`.execute(tx.kysely);
    await sql`insert into definition_file (tenant, number, path, blob) values (${tenant}, ${number}, ${path}, ${blob})`.execute(tx.kysely);
  }
  await noteChange(tx, { topic: 'definitions', tenant, module: '' });
  return { ...version, number, hash };
}

/** Returns the newest version of an institution, if there is one. */
export async function findNewestVersion(db: Queryable, tenant: string): Promise<DefinitionVersion | undefined> {
  return (await listVersions(db, tenant, { limit: 1 }))[0];
}

/** Returns versions of an institution, the newest first. @param below only those before this one */
export async function listVersions(
  db: Queryable,
  tenant: string,
  { limit = 100, below = 2_147_483_647 }: { limit?: number; below?: number } = {},
): Promise<DefinitionVersion[]> {
  const { rows } = await sql<DefinitionVersion>`
    select ${columns}
    from definition_version
    where tenant = ${tenant} and number < ${below}
    order by number desc
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Returns the newest version of each institution. */
export async function listNewestVersions(db: Queryable): Promise<DefinitionVersion[]> {
  const { rows } = await sql<DefinitionVersion>`
    select distinct on (tenant) ${columns}
    from definition_version
    order by tenant, number desc`.execute(db.kysely);
  return rows;
}

/** Returns the files of a version; none for one that there is not. */
export async function listVersionFiles(
  db: Queryable,
  { tenant, number }: Pick<DefinitionVersion, 'tenant' | 'number'>,
): Promise<VersionFile[]> {
  const { rows } = await sql<VersionFile>`
    select path, blob
    from definition_file
    where tenant = ${tenant} and number = ${number}
    order by path`.execute(db.kysely);
  return rows;
}

/** Returns the content of an institution's file. @throws Error where it is lacking or is not what was stored */
export async function readBlob(db: Queryable, tenant: string, blob: string): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes
    from definition_blob
    where tenant = ${tenant} and hash = ${blob}`.execute(db.kysely);
  const [found] = rows;
  if (!found || hashBytes(found.bytes) !== blob) throw new Error(`the file ${blob} of a version is damaged or lacking`);
  return found.bytes;
}

/** Returns all files of a version by their paths. @throws as {@link readBlob} */
export async function readVersion(db: Queryable, version: Pick<DefinitionVersion, 'tenant' | 'number'>): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { path, blob } of await listVersionFiles(db, version)) files.set(path, await readBlob(db, version.tenant, blob));
  return files;
}
