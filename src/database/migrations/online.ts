import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { writeNote } from './notes';
import { retryLocked, transactBriefly } from './patience';
import { type Change, type Step, writeIndex, writeValidation } from './steps';

/** How changes are made beside a working portal. */
export interface OnlineOptions {
  /** `transaction`: a pooler hands the connection on after each transaction, so that no settings are made on it. */
  pooler?: 'transaction';
  /** Told what is done next. */
  tell?: (line: string) => void;
  /** Fails once somebody else may be making changes. */
  confirm: () => Promise<void>;
}

/** So many rows are locked at a time by what fills something in. @internal */
export const batchRows = 1_000;
const pollMs = 200;

/**
 * Makes a change while others read and write, and notes it. Killed at any moment, it can be made again.
 * @throws Error when a lock is not to be had for long, or the database refuses; what was made until then stays
 */
export async function makeOnline(db: Kysely<unknown>, name: string, { up, after = [] }: Change, options: OnlineOptions): Promise<void> {
  const { tell, confirm } = options;
  tell?.(`The database is changed: ${name}`);
  await confirm();
  // What is made at one go is noted with it, and so never made twice.
  const note = after.length === 0;
  if (up || note)
    await transactBriefly(db, async (tx) => {
      await up?.(tx);
      if (note) await writeNote(tx, name);
    });
  for (const step of after) {
    await confirm();
    if (step.kind === 'index') tell?.(`The database is changed: ${name}, index ${step.name}`);
    await makeStep(db, step, options);
  }
  if (note) return;
  await confirm();
  await writeNote(db, name);
}

async function makeStep(db: Kysely<unknown>, step: Step, options: OnlineOptions): Promise<void> {
  if (step.kind === 'alter') return transactBriefly(db, step.make);
  if (step.kind === 'index') return retryLocked(db, () => db.connection().execute((own) => buildIndex(own, step, options)));
  if (step.kind === 'fill') return fillIn(db, step, options);
  return transactBriefly(db, async (tx) => {
    await writeValidation(step).execute(tx);
  });
}

type Index = Extract<Step, { kind: 'index' }>;

async function buildIndex(own: Kysely<unknown>, step: Index, { pooler }: OnlineOptions): Promise<void> {
  const settings = pooler === 'transaction' ? [] : ['statement_timeout', 'lock_timeout'];
  for (const setting of settings) await sql`set ${sql.raw(setting)} = 0`.execute(own);
  try {
    const state = await findIndex(own, step.name);
    if (state === 'valid') return;
    // One that somebody was killed at: it is of no use, and in the way.
    if (state === 'invalid') await sql`drop index concurrently if exists ${sql.table(step.name)}`.execute(own);
    await writeIndex(step, 'concurrently').execute(own);
  } catch (error) {
    if (pooler && isCancelled(error)) throw new Error(`Building ${step.name} ${tooLong}`, { cause: error });
    throw error;
  } finally {
    // With a connection that is gone its settings are, too.
    for (const setting of settings) await sql`reset ${sql.raw(setting)}`.execute(own).catch(() => undefined);
  }
}

const tooLong =
  'took longer than the statement_timeout of the role allows, which cannot be lifted through a pooler: set DATABASE_DIRECT_URL to an address that leads past it';

const isCancelled = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014';

/** Looks for an index, once nobody is building it: the server goes on with it after who asked for it was killed. */
async function findIndex(own: Kysely<unknown>, name: string): Promise<'absent' | 'valid' | 'invalid'> {
  for (;;) {
    const { rows } = await sql<{ valid: boolean; building: boolean }>`
      select
        indisvalid as valid,
        exists (select from pg_stat_progress_create_index as progress where progress.index_relid = indexrelid) as building
      from pg_index
      where indexrelid = to_regclass(${name})`.execute(own);
    const [found] = rows;
    if (!found) return 'absent';
    if (found.valid) return 'valid';
    if (!found.building) return 'invalid';
    await delay(pollMs);
  }
}

/**
 * Goes through a table in the order of its key, a part of it in each transaction. Its rows are named one by one: of a range of keys the
 * planner may think little, and read far more than the range (by another index that begins alike: 1 s in place of 5 ms at a million rows).
 */
async function fillIn(db: Kysely<unknown>, { table, key, write }: Extract<Step, { kind: 'fill' }>, options: OnlineOptions): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(`${table}.${column}`)));
  for (let last: Record<string, unknown> | undefined; ;) {
    const after = last ? sql`(${columns}) > (${sql.join(key.map((column) => last?.[column]))})` : sql`true`;
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns} from ${sql.table(table)} where ${after} order by ${columns} limit ${sql.lit(batchRows)}`.execute(db);
    if (rows.length === 0) return;
    const named = sql.join(key.map((column) => listValues(rows.map((row) => row[column]))));
    await options.confirm();
    await transactBriefly(db, async (tx) => {
      await write(sql<boolean>`(${columns}) in (select * from unnest(${named}))`).execute(tx);
    });
    last = rows.at(-1);
    if (rows.length < batchRows) return;
  }
}

/** Values of a column of a key, which is of text or of integers. */
const listValues = (values: readonly unknown[]): RawBuilder<unknown> =>
  typeof values[0] === 'number' ? sql`${values}::integer[]` : sql`${values}::text[]`;
