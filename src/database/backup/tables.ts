import type pg from 'pg';

/** A table, and its columns in their order. */
export interface Table {
  name: string;
  columns: string[];
}

/** What tells of one table that another is its like. */
export interface Digest {
  rows: number;
  /** A sum over all rows, in which their order does not count. */
  sum: string;
}

/** Tables of the migrator: what is in them comes of migrating. */
const ownOfMigrator = ['kysely_migration', 'kysely_migration_lock'];

/** Returns the tables with what the portal keeps, each after those that it refers to. @throws Error when they refer to each other in a ring */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
    group by c.relname
    order by c.relname`,
    [ownOfMigrator],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.relname as from, t.relname as to
    from pg_constraint r join pg_class f on f.oid = r.conrelid join pg_class t on t.oid = r.confrelid
    where r.contype = 'f' and r.conrelid <> r.confrelid`,
  );
  const [sorted, left] = [[] as Table[], new Map(tables.map((table) => [table.name, table]))];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ name }) => references.every(({ from, to }) => from !== name || !left.has(to)));
    if (ready.length === 0) throw new Error(`The tables ${[...left.keys()].join(', ')} refer to each other`);
    for (const table of ready) left.delete(table.name);
    sorted.push(...ready);
  }
  return sorted;
}

/** How values are written, whatever the server's settings are. */
const alike = { timezone: 'UTC', datestyle: 'ISO, YMD', intervalstyle: 'iso_8601', extra_float_digits: '3', bytea_output: 'hex' };

/** Has values written in one way for the rest of a transaction. */
export async function writeAlike(client: pg.ClientBase): Promise<void> {
  for (const [name, value] of Object.entries(alike)) await client.query('select set_config($1, $2, true)', [name, value]);
}

/** Returns what tells a table's content. */
export async function digestTable(client: pg.ClientBase, { name, columns }: Table): Promise<Digest> {
  const row = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(row(${row})::text, 0)::numeric), 0)::text as sum
    from public.${client.escapeIdentifier(name)}`,
  );
  return { rows: Number(rows[0]?.rows ?? 0), sum: rows[0]?.sum ?? '0' };
}

/** Returns which tables have rows. */
export async function findFilled(client: pg.ClientBase, tables: readonly Table[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query(`select from public.${client.escapeIdentifier(name)} limit 1`);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}
