import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillEarlier } from '../../../src/database/benchmarks/earlier';
import { MIGRATIONS, migrationNames } from '../../../src/database/migrations/migrate';
import type { Change } from '../../../src/database/migrations/steps';
import { findHarm } from './locks';
import { recordTransactions } from './recorded';
import { type EmptyDatabase, emptyDatabase } from './released';

/** Changes that do harm, and why they may. */
const harmful: Readonly<Record<string, string>> = {
  '0011_code_holders': 'codes last minutes: those that are waiting are asked for again',
};

let database: EmptyDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
}, 60_000);
afterAll(() => database.close());

it('no change keeps anybody waiting, or takes away what servers of the version before count on', async () => {
  const harm: Record<string, string[]> = {};
  for (const name of migrationNames) {
    const found = await findHarm(database, name, MIGRATIONS[name] ?? {});
    if (found.length > 0) harm[name] = found;
    // Rows to be read and written.
    if (name === '0008_search') await fillEarlier(database.db, 10);
  }
  expect(Object.entries(harm).filter(([name]) => !(name in harmful))).toEqual([]);
  expect(Object.keys(harm)).toEqual(Object.keys(harmful));
}, 60_000);

it('what is followed by something bears being made again', async () => {
  const again =
    /^\s*((create (table|index|unique index)|alter table \S+\s+(add column|drop constraint)|drop \S+) if (not )?exists|alter table \S+ add constraint .* not valid$)/i;
  for (const [name, change] of Object.entries(MIGRATIONS)) {
    if (!change.after) continue;
    const transactions = (await recordTransactions(change)).slice(0, change.up ? 1 : 0);
    for (const { statements } of transactions)
      for (const { sql: text } of statements) {
        expect(text, name).toMatch(again);
        expect((text.match(/add column/gi) ?? []).length, name).toBe((text.match(/add column if not exists/gi) ?? []).length);
      }
  }
});

describe('a change is refused, with what to write in its place,', () => {
  const up = (...texts: string[]): Change => ({
    up: async (db: Kysely<unknown>) => {
      for (const text of texts) await sql.raw(text).execute(db);
    },
  });
  const cases: [what: string, texts: string[], said: RegExp][] = [
    [
      'that builds an index',
      ['create index later on item (updated)'],
      /^later: reads all of item while nobody can write item: create index later .*write in `after`: index\(/,
    ],
    [
      'that looks through old rows for a rule',
      ['alter table member add constraint later check (id <> phone_hash)'],
      /reads all of member while .*constrain\(/,
    ],
    [
      'that sets a reference',
      ['alter table contact add foreign key (tenant, member_id) references member (tenant, id)'],
      /reads all of .*constrain\(/,
    ],
    [
      'that wants a column to be filled',
      ['alter table item alter column s1 set not null'],
      /reads all of item while nobody can write item/,
    ],
    ['that changes a type', ['alter table item alter column n1 type numeric'], /writes all of item anew.*fill\(/],
    ['that numbers old rows', ['alter table item add column place bigint generated always as identity'], /writes all of item anew/],
    ['that changes many rows', [`update member set name = 'x'`], /changes many rows at once, those of member: .*fill\(/],
    [
      'that changes rows of a table that is empty by chance',
      [`update vote set votes = 2 where period = 'x'`],
      /changes many rows at once, those of vote/,
    ],
    [
      'that fills a new table',
      ['create table later (tenant text, id text)', 'insert into later select tenant, id from item'],
      /changes many rows at once, those of item: .*fill\(/,
    ],
    [
      'that locks many tables',
      ['member', 'contact', 'booking'].map((table) => `alter table ${table} add column later text`),
      /locks .*member.* at once — write in `after`: alter\(/,
    ],
    ['that takes a column away', ['alter table member drop column sex'], /servers of the version before miss member\.sex/],
    ['that takes a table away', ['drop table vote'], /servers of the version before miss vote:/],
    ['that names a column anew', ['alter table member rename column sex to later'], /miss member\.sex/],
    [
      'that adds a column which older servers leave empty',
      ['alter table vote add column later text not null'],
      /do not fill vote\.later.*a default/,
    ],
  ];
  it.each(cases)('%s', async (_what, texts, said) => {
    expect((await findHarm(database, 'later', up(...texts), 'rollback')).join('\n')).toMatch(said);
  });
});
