import type pg from 'pg';
import type { Change } from '../../../src/database/migrations/steps';
import { recordTransactions, type Transaction } from './recorded';
import type { EmptyDatabase } from './released';

/** Locks that keep others from writing. */
const blocking = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];
/** Each is waited for for two fifths of a second at most, and the ones before are held meanwhile. */
const mostLocked = 2;
const older =
  'nothing: what is not used any more stays until no server of the version before runs; then it is named in this test, with the reason';

/** A table that was there before, and what the transaction that is under way has done with it. */
interface Seen {
  name: string;
  locked: boolean;
  /** How often it was read as a whole. */
  scans: number;
  written: number;
  /** Another one: it was written anew. */
  file: number;
  /** Its columns, each with its type, whether it has to be filled, and whether it is when nothing is said. */
  columns: Record<string, { type: string; filled: boolean; byDefault: boolean }>;
}

async function look(client: pg.ClientBase, tables?: readonly string[]): Promise<Map<string, Seen>> {
  const { rows } = await client.query<Seen>(
    `select relname as name, relfilenode::int as file,
      exists (select from pg_locks where pid = pg_backend_pid() and relation = pg_class.oid and mode = any($2)) as locked,
      pg_stat_get_xact_numscans(oid)::int as scans,
      (pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid))::int as written,
      (
        select json_object_agg(attname, json_build_object('type', format_type(atttypid, atttypmod), 'filled', attnotnull, 'byDefault', atthasdef or attidentity <> ''))
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      ) as columns
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' and ($1::text[] is null or relname = any($1))`,
    [tables, blocking],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Makes a change, and tells what in it keeps others waiting for longer the more rows there are, or takes away what servers of the version
 * before count on: the change, the statement, and what to write in its place.
 * @param end `rollback`: the database stays as it was
 */
export async function findHarm(
  database: EmptyDatabase,
  name: string,
  change: Change,
  end: 'commit' | 'rollback' = 'commit',
): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    const tables = [...(await look(client)).keys()];
    const faults: string[] = [];
    for (const transaction of await recordTransactions(change)) faults.push(...(await makeTransaction(client, tables, transaction, end)));
    for (const step of change.after ?? [])
      if (step.kind === 'index') await client.query(`create ${step.unique ? 'unique ' : ''}index ${step.definition}`);
    return faults.map((fault) => `${name}: ${fault}`);
  } finally {
    client.release();
  }
}

async function makeTransaction(
  client: pg.PoolClient,
  tables: string[],
  { statements, gradual }: Transaction,
  end: string,
): Promise<string[]> {
  const faults: string[] = [];
  await client.query('begin');
  // Few rows would be found by an index; many are not.
  for (const setting of ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan']) await client.query(`set local ${setting} = off`);
  let before = await look(client, tables);
  for (const { sql: text, parameters } of statements) {
    await client.query(text, [...parameters]);
    const after = await look(client, tables);
    const harm = [...judgeTime(text, before, after, gradual), ...judgeForOlder(before, after)];
    faults.push(...harm.map(({ what, instead }) => `${what}: ${text.trim()} — write ${instead}`));
    before = after;
  }
  const locked = [...before.values()].flatMap((each) => (each.locked ? [each.name] : []));
  if (locked.length > mostLocked) faults.push(`locks ${locked.join(', ')} at once — write in \`after\`: alter(…), one for each`);
  await client.query(end);
  return faults;
}

interface Harm {
  what: string;
  instead: string;
}

function judgeTime(text: string, before: Map<string, Seen>, after: Map<string, Seen>, gradual: boolean): Harm[] {
  const all = [...after.values()];
  const namesOf = (found: Seen[]): string => found.map(({ name }) => name).join(', ');
  const anew = all.filter((each) => each.file !== before.get(each.name)?.file);
  const read = all.filter((each) => each.scans > (before.get(each.name)?.scans ?? 0));
  const written = all.filter((each) => each.written > (before.get(each.name)?.written ?? 0));
  const locked = all.filter((each) => each.locked);
  const harm: Harm[] = [];
  if (anew.length > 0) harm.push({ what: `writes all of ${namesOf(anew)} anew`, instead: 'a new column that fill(…) fills in' });
  else if (locked.length > 0 && read.length > 0)
    harm.push({ what: `reads all of ${namesOf(read)} while nobody can write ${namesOf(locked)}`, instead: advise(text) });
  else if (!gradual && (written.length > 0 || (read.length > 0 && /^\s*(insert|update|delete|with)\b/i.test(text))))
    harm.push({ what: `changes many rows at once, those of ${namesOf([...new Set([...read, ...written])])}`, instead: advise(text) });
  return harm;
}

function advise(text: string): string {
  if (/^\s*create (unique )?index/i.test(text)) return "in `after`: index('…')";
  if (/^\s*(insert|update|delete|with)\b/i.test(text)) return 'in `after`: fill(table, key, (part) => sql`…`)';
  return 'in `after`: ...constrain(table, name, rule)';
}

function judgeForOlder(before: Map<string, Seen>, after: Map<string, Seen>): Harm[] {
  const lost = [...before].flatMap(([table, { columns }]) => {
    const left = after.get(table)?.columns;
    if (!left) return [table];
    return Object.entries(columns).flatMap(([column, was]) => {
      const is = left[column];
      return is?.type === was.type && (was.filled || !is.filled) && (is.byDefault || !was.byDefault) ? [] : [`${table}.${column}`];
    });
  });
  const wanted = [...after].flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, { filled, byDefault }]) =>
      before.has(table) && !before.get(table)?.columns[column] && filled && !byDefault ? [`${table}.${column}`] : [],
    ),
  );
  return [
    ...(lost.length > 0 ? [{ what: `servers of the version before miss ${lost.join(', ')}`, instead: older }] : []),
    ...(wanted.length > 0 ? [{ what: `servers of the version before do not fill ${wanted.join(', ')}`, instead: 'a default' }] : []),
  ];
}
