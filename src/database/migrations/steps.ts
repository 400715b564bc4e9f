import { type Kysely, type RawBuilder, sql } from 'kysely';

/** A change of the schema. How to write one: ../README.md. */
export interface Change {
  /** What is made in one transaction that holds its locks for moments. If something follows, it has to bear being made again. */
  up?: (db: Kysely<unknown>) => Promise<void>;
  /** What follows while the portal works, each by itself. Each may be made again: whoever was killed in between begins anew. */
  after?: readonly Step[];
}

/** A part of a change, as it is made beside a working portal. */
export type Step =
  | { kind: 'alter'; make: (db: Kysely<unknown>) => Promise<void> }
  | { kind: 'index'; name: string; definition: string; unique: boolean }
  | { kind: 'fill'; table: string; key: readonly string[]; write: (part: RawBuilder<boolean>) => RawBuilder<unknown> }
  | { kind: 'validate'; table: string; constraint: string };

/** Makes what locks tables for a moment, in a transaction of its own. */
export const alter = (make: (db: Kysely<unknown>) => Promise<void>): Step => ({ kind: 'alter', make });

/**
 * Makes an index of a table that has rows already, without keeping anybody from writing.
 * @param definition what follows `create index`, its name first
 */
export const index = (definition: string, { unique = false } = {}): Step => {
  const [name = ''] = definition.split(' ', 1);
  return { kind: 'index', name, definition, unique };
};

/**
 * Fills in what is known already, some rows of a table at a time.
 * @param table the table that is walked through by its key, whose columns are of text or integers
 * @param write returns the statement that does it for those rows of the table to which `part` applies; done again it changes nothing
 */
export const fill = (table: string, key: readonly string[], write: (part: RawBuilder<boolean>) => RawBuilder<unknown>): Step => ({
  kind: 'fill',
  table,
  key,
  write,
});

/**
 * Sets a rule that rows have to keep, in the place of one of the same name: for new rows at once, and then it looks through the old ones.
 * @param rule what follows the name of a constraint, such as `check (…)` or `foreign key (…) references …`
 */
export const constrain = (table: string, constraint: string, rule: string): Step[] => [
  alter(async (db) => {
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(constraint)}`.execute(db);
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(constraint)} ${sql.raw(rule)} not valid`.execute(db);
  }),
  { kind: 'validate', table, constraint },
];

/** Returns the statement that makes an index. */
export const writeIndex = ({ definition, unique }: Extract<Step, { kind: 'index' }>, how: '' | 'concurrently'): RawBuilder<unknown> =>
  sql.raw(['create', ...(unique ? ['unique'] : []), 'index', ...(how ? [how] : []), definition].join(' '));

/** Returns the statement that looks whether old rows keep a rule. */
export const writeValidation = ({ table, constraint }: Extract<Step, { kind: 'validate' }>): RawBuilder<unknown> =>
  sql`alter table ${sql.table(table)} validate constraint ${sql.ref(constraint)}`;
