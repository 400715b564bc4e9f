import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { inTransaction } from '../transaction';
import { isTaken } from '../failures';

/** Which import of an institution. */
export interface ImportKey {
  tenant: string;
  id: string;
}

/**
 * What an import is at: its file is read, cannot be read, waits for what is to be done, is checked or stored; all was done, or the server that
 * was at it is gone.
 */
export type ImportState = 'reading' | 'refused' | 'ready' | 'checking' | 'running' | 'done' | 'lost';

/** An import as it is kept; what is JSON here is known to who runs it. */
export interface ImportJob extends ImportKey {
  module: string;
  staff: string;
  name: string;
  created: Date;
  file: string;
  size: number;
  format: string;
  encoding: string;
  state: ImportState;
  cancelled: boolean;
  preview: Record<string, unknown>;
  plan: Record<string, unknown>;
  progress: Record<string, unknown>;
  result: Record<string, unknown> | null;
  said: Record<string, unknown> | null;
}

/** A row of a file that is wrong, in the words that staff read. */
export interface ImportFaultRow {
  row: number;
  column: string;
  field: string;
  words: string;
}

/** Another import of the institution is under way. */
export class ImportUnderWay extends Error {}

const fields = sql.raw(
  'tenant, id, module, staff, name, created, file, size, format, encoding, state, cancelled, preview, plan, progress, result, said',
);

/** Adds an import whose file is to be received. */
export async function addImport(
  db: Queryable,
  job: Pick<ImportJob, 'tenant' | 'id' | 'module' | 'staff' | 'name' | 'created' | 'file' | 'format'>,
): Promise<void> {
  const { tenant, id, module, staff, name, created, file, format } = job;
  await sql`
    insert into import_job (tenant, id, module, staff, name, created, seen, file, size, format, encoding, state)
    values (${tenant}, ${id}, ${module}, ${staff}, ${name}, ${created}, ${created}, ${file}, 0, ${format}, 'utf-8', 'reading')
  `.execute(db.kysely);
}

/** Keeps a chunk of the file; the first one of a part has number 0. */
export async function addImportChunk(db: Queryable, { tenant, id }: ImportKey, part: number, number: number, data: Buffer): Promise<void> {
  await sql`
    insert into import_chunk (tenant, job_id, part, number, data) values (${tenant}, ${id}, ${part}, ${number}, ${data})`.execute(
    db.kysely,
  );
}

/** Returns the bytes of a part of the file, chunk by chunk as they are asked for. */
export async function* readImportChunks(db: Queryable, { tenant, id }: ImportKey, part: number): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const { rows } = await sql<{ data: Buffer }>`
      select data from import_chunk
      where tenant = ${tenant} and job_id = ${id} and part = ${part} and number = ${number}`.execute(db.kysely);
    const [found] = rows;
    if (!found) return;
    yield found.data;
  }
}

/** Removes the file of an import, or a part of it. */
export async function removeImportChunks(db: Queryable, { tenant, id }: ImportKey, part?: number): Promise<void> {
  await sql`
    delete from import_chunk
    where tenant = ${tenant} and job_id = ${id} and (${part ?? null}::smallint is null or part = ${part ?? null}::smallint)`.execute(
    db.kysely,
  );
}

/** Returns an import; undefined for one that is not there. */
export async function findImport(db: Queryable, { tenant, id }: ImportKey, module: string): Promise<ImportJob | undefined> {
  const { rows } = await sql<ImportJob>`
    select ${fields} from import_job where tenant = ${tenant} and id = ${id} and module = ${module}`.execute(db.kysely);
  return rows[0];
}

/** Returns the newest imports of a module. */
export async function listImports(db: Queryable, tenant: string, module: string, limit: number): Promise<ImportJob[]> {
  const { rows } = await sql<ImportJob>`
    select ${fields} from import_job where tenant = ${tenant} and module = ${module} order by created desc, id limit ${limit}`.execute(
    db.kysely,
  );
  return rows;
}

/** What changes of an import that is at something. */
export interface ImportChange {
  state: ImportState;
  format?: string;
  encoding?: string;
  size?: number;
  preview?: object;
  result?: object | null;
  said?: object | null;
}

/** Says what an import has come to, unless another server took it for lost meanwhile. @returns whether it was said */
export async function changeImport(tx: Queryable, { tenant, id }: ImportKey, change: ImportChange, now: Date): Promise<boolean> {
  const { state, format, encoding, size, preview, result, said } = change;
  const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
  const sets = [
    sql`state = ${state}, busy = false, seen = ${now}`,
    ...(format === undefined ? [] : [sql`format = ${format}`]),
    ...(encoding === undefined ? [] : [sql`encoding = ${encoding}`]),
    ...(size === undefined ? [] : [sql`size = ${size}`]),
    ...(preview === undefined ? [] : [sql`preview = ${json(preview)}::jsonb`]),
    ...(result === undefined ? [] : [sql`result = ${json(result)}::jsonb`]),
    ...(said === undefined ? [] : [sql`said = ${json(said)}::jsonb`]),
  ];
  const { rows } = await sql`
    update import_job set ${sql.join(sets)}
    where tenant = ${tenant} and id = ${id} and state in ('reading', 'checking', 'running')
    returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/**
 * Begins to check or store an import that waits for it. @returns false when it does not
 * @throws ImportUnderWay when another one of the institution is under way; the transaction is lost then
 */
export async function beginImport(
  tx: Queryable,
  { tenant, id }: ImportKey,
  state: 'checking' | 'running',
  plan: object,
  now: Date,
): Promise<boolean> {
  try {
    const { rows } = await sql`
      update import_job
      set state = ${state}, busy = true, cancelled = false, plan = ${JSON.stringify(plan)}::jsonb, progress = '{}', result = null,
        said = null, seen = ${now}
      where tenant = ${tenant} and id = ${id} and state = 'ready'
      returning id`.execute(tx.kysely);
    if (rows.length > 0) await sql`delete from import_fault where tenant = ${tenant} and job_id = ${id}`.execute(tx.kysely);
    return rows.length > 0;
  } catch (error) {
    throw isTaken(error) ? new ImportUnderWay() : error;
  }
}

/** Says how far an import is, and that it is still under way. @returns whether it is to be stopped */
export async function touchImport(db: Queryable, { tenant, id }: ImportKey, progress: object, now: Date): Promise<boolean> {
  const { rows } = await sql<{ cancelled: boolean; state: ImportState }>`
    update import_job set progress = ${JSON.stringify(progress)}::jsonb, seen = ${now}
    where tenant = ${tenant} and id = ${id}
    returning cancelled, state`.execute(db.kysely);
  return rows[0] === undefined || rows[0].cancelled || rows[0].state === 'lost';
}

/** Asks that an import that is under way be stopped. @returns whether it is under way */
export async function cancelImport(tx: Queryable, { tenant, id }: ImportKey): Promise<boolean> {
  const { rows } = await sql`
    update import_job set cancelled = true
    where tenant = ${tenant} and id = ${id} and state in ('checking', 'running')
    returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/** Takes imports for lost that nobody has been at since a moment. */
export async function loseImports(db: Queryable, before: Date): Promise<void> {
  await sql`
    update import_job set state = 'lost', busy = false
    where state in ('reading', 'checking', 'running') and seen < ${before}`.execute(db.kysely);
}

/** Removes imports, with their files, that are older than a moment, and the files alone that are older than another one. */
export async function removeOldImports(db: Queryable, { jobs, files }: { jobs: Date; files: Date }): Promise<void> {
  await sql`delete from import_job where created < ${jobs} and not busy`.execute(db.kysely);
  await sql`
    delete from import_chunk using import_job
    where import_chunk.tenant = import_job.tenant and import_chunk.job_id = import_job.id and import_job.created < ${files} and not busy
  `.execute(db.kysely);
  await sql`update import_job set state = 'lost' where state = 'ready' and created < ${files}`.execute(db.kysely);
}

/** Keeps the rows of an import that are wrong. */
export async function addImportFaults(db: Queryable, { tenant, id }: ImportKey, faults: readonly ImportFaultRow[]): Promise<void> {
  const rows = JSON.stringify(faults.map((fault, index) => ({ number: index + 1, ...fault })));
  await sql`
    insert into import_fault (tenant, job_id, number, "row", "column", field, words)
    select ${tenant}, ${id}, number, "row", "column", field, words
    from jsonb_to_recordset(${rows}::jsonb) as fault (number integer, "row" integer, "column" text, field text, words text)
    on conflict do nothing`.execute(db.kysely);
}

/** Returns rows of an import that are wrong, the first ones. */
export async function listImportFaults(db: Queryable, { tenant, id }: ImportKey, limit: number): Promise<ImportFaultRow[]> {
  const { rows } = await sql<ImportFaultRow>`
    select "row", "column", field, words from import_fault
    where tenant = ${tenant} and job_id = ${id} order by number limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Returns which columns filled which fields of a module the last time; undefined when there was none. */
export async function readImportMap(db: Queryable, tenant: string, module: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ map: Record<string, unknown> }>`
    select map from import_map where tenant = ${tenant} and module = ${module}`.execute(db.kysely);
  return rows[0]?.map;
}

/** Remembers which columns fill which fields of a module. */
export async function keepImportMap(tx: Queryable, tenant: string, module: string, map: object): Promise<void> {
  await sql`
    insert into import_map (tenant, module, map) values (${tenant}, ${module}, ${JSON.stringify(map)}::jsonb)
    on conflict (tenant, module) do update set map = excluded.map`.execute(tx.kysely);
}

/** Removes an import that nobody is at, such as one whose file did not arrive whole. */
export async function removeImport(db: Queryable, { tenant, id }: ImportKey): Promise<void> {
  await inTransaction(db, (tx) => sql`delete from import_job where tenant = ${tenant} and id = ${id}`.execute(tx.kysely));
}
