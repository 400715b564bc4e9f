import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';

/** A table that holds personal details: sealed ones, keyed hashes of them, and plain ones that are yet to be sealed. */
export interface SealedTable {
  ciphers: readonly string[];
  hashes: readonly string[];
  /** Columns from before a detail was sealed, by the column that it is sealed into. */
  plain: Readonly<Record<string, string>>;
  /** Other columns that hashes are bound to. */
  scope: readonly string[];
}

/** What institutions' own fields add. */
const FURTHER = ['further_cipher', 'further_id_cipher'] as const;

/** Each table of sealed details, by name; its rows are known by tenant and id. */
export const SEALED_TABLES = {
  member: {
    ciphers: ['phone_cipher', 'name_cipher', ...FURTHER],
    hashes: ['phone_hash'],
    plain: { name_cipher: 'name' },
    scope: [],
  },
  contact: {
    ciphers: ['name_cipher', 'id_cipher', 'phone_cipher', ...FURTHER],
    hashes: ['id_hash'],
    plain: {},
    scope: ['member_id'],
  },
  booking: {
    ciphers: ['name_cipher', 'phone_cipher', 'id_cipher', 'purpose_cipher', ...FURTHER],
    hashes: ['id_hash'],
    plain: { purpose_cipher: 'purpose' },
    scope: [],
  },
  enrolment: {
    ciphers: ['name_cipher', 'phone_cipher', 'id_cipher', 'sign_cipher', ...FURTHER],
    hashes: ['id_hash', 'sign_hash'],
    plain: {},
    scope: ['module', 'activity_id'],
  },
  form_entry: { ciphers: ['id_cipher'], hashes: [], plain: {}, scope: [] },
  point_order: {
    ciphers: ['user_name_cipher', 'contact_cipher', 'address_cipher', 'code_cipher'],
    hashes: ['code_hash'],
    plain: {},
    scope: [],
  },
  message_outbox: { ciphers: ['address_cipher', 'title_cipher', 'words_cipher'], hashes: [], plain: {}, scope: [] },
  message_choice: { ciphers: ['mail_cipher'], hashes: [], plain: {}, scope: [] },
  staff: { ciphers: ['totp_cipher'], hashes: [], plain: {}, scope: [] },
} as const satisfies Record<string, SealedTable>;

/** The name of a table of sealed details. */
export type SealedTableName = keyof typeof SEALED_TABLES;

/** A row by the names of its columns. */
export type SealedRow = Readonly<Record<string, string | null>> & { tenant: string; id: string };

/** Which row: all rows have an order. */
export type RowKey = Pick<SealedRow, 'tenant' | 'id'>;

const nameColumns = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));
const describeTable = (table: SealedTableName): SealedTable => SEALED_TABLES[table];
/** What a value was sealed with: '' from before there were labels. */
const buildLabel = (column: string): RawBuilder<string> => sql`
  case when position('.' in ${sql.ref(column)}) > 0 then split_part(${sql.ref(column)}, '.', 1) else '' end`;

/**
 * Returns the next rows of a table that hold anything not sealed with a key, and keeps others from changing them until the transaction
 * `tx` ends. Rows that somebody is changing are passed over: nobody waits for anybody.
 * @param after the row to go on behind; absent: from the first on
 */
export async function lockUnsealed(
  tx: Queryable,
  table: SealedTableName,
  { label, after, limit }: { label: string; after?: RowKey; limit: number },
): Promise<SealedRow[]> {
  const { ciphers, hashes, plain, scope } = describeTable(table);
  const foreign = ciphers.map((name) => sql`(${sql.ref(name)} <> '' and ${sql.ref(name)} not like ${`${label}.%`})`);
  const unsealed = Object.values(plain).map((name) => sql`${sql.ref(name)} <> ''`);
  const behind = after ? sql`and (tenant, id) > (${after.tenant}, ${after.id})` : sql``;
  const { rows } = await sql<SealedRow>`
    select ${nameColumns(['tenant', 'id', ...ciphers, ...hashes, ...Object.values(plain), ...scope])}
    from ${sql.table(table)}
    where (${sql.join([...foreign, ...unsealed], sql` or `)}) ${behind}
    order by tenant, id
    limit ${limit}
    for update skip locked`.execute(tx.kysely);
  return rows;
}

/** Writes sealed values and hashes of rows that were locked in the transaction `tx`, and empties the plain columns. */
export async function writeSealed(tx: Queryable, table: SealedTableName, rows: readonly SealedRow[]): Promise<void> {
  const { ciphers, hashes, plain } = describeTable(table);
  const changed = [...ciphers, ...hashes];
  const types = ['tenant', 'id', ...changed].map((name) => sql`${sql.ref(name)} text`);
  const settings = [
    ...changed.map((name) => sql`${sql.ref(name)} = new.${sql.ref(name)}`),
    ...Object.values(plain).map((name) => sql`${sql.ref(name)} = ''`),
  ];
  await sql`
    update ${sql.table(table)} old
    set ${sql.join(settings)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (${sql.join(types)})
    where old.tenant = new.tenant and old.id = new.id`.execute(tx.kysely);
}

/** How many values of a table are sealed with a key; label '' from before there were labels, 'plain' not sealed. */
export interface SealedCount {
  table: SealedTableName;
  label: string;
  count: number;
}

/** Counts sealed values by table and key. */
export async function countSealed(db: Queryable): Promise<SealedCount[]> {
  const parts = listTables().flatMap((table) => {
    const { ciphers, plain } = describeTable(table);
    const count = (label: RawBuilder<string>, column: string): RawBuilder<unknown> => sql`
      select ${table}::text as "table", ${label} as label from ${sql.table(table)} where ${sql.ref(column)} <> ''`;
    return [
      ...ciphers.map((column) => count(buildLabel(column), column)),
      ...Object.values(plain).map((column) => count(sql`'plain'`, column)),
    ];
  });
  const { rows } = await sql<SealedCount>`
    select "table", label, count(*) as count
    from (${sql.join(parts, sql` union all `)}) as value
    group by 1, 2
    order by 1, 2`.execute(db.kysely);
  return rows;
}

/** Returns one sealed value of each column that was sealed before there were labels, with its institution. */
export async function sampleUnlabelled(db: Queryable): Promise<{ tenant: string; sealed: string }[]> {
  const parts = listTables().flatMap((table) =>
    describeTable(table).ciphers.map(
      (column) => sql`
        (select tenant, ${sql.ref(column)} as sealed from ${sql.table(table)}
          where ${sql.ref(column)} <> '' and position('.' in ${sql.ref(column)}) = 0 limit 1)`,
    ),
  );
  const { rows } = await sql<{ tenant: string; sealed: string }>`${sql.join(parts, sql` union all `)}`.execute(db.kysely);
  return rows;
}

/** The names of the tables of sealed details. */
export const listTables = (): SealedTableName[] => Object.keys(SEALED_TABLES) as SealedTableName[];

/** Returns a union of what is asked for each column of sealed details. */
export const buildCounts = (ask: (table: SealedTableName, column: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    listTables().flatMap((table) => describeTable(table).ciphers.map((column) => ask(table, column))),
    sql` union all `,
  );
