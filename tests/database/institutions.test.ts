import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from './harness';

/** Tables that belong to no institution, and why. */
const shared: Record<string, string> = {
  secret: 'the master key where none is given: one for the whole installation',
  key_generation: 'which master keys there were: those of the whole installation',
  upload_gone: 'objects of the storage that no file has any more: the storage is that of the whole installation',
  upload_storage: 'by which mark the storage of the whole installation is known',
  kysely_migration: 'which changes of the schema were made',
};

/** Statements that lock rows of several institutions at once, and why. A cluster that spreads institutions over servers does not do these. */
const locksOfSeveral: Record<string, string> = {
  'accounts/sealedValues.ts': 'keys are changed for the whole installation, by a command',
  'changes/staleReplies.ts': 'what caches in front are told of is claimed for all institutions, by a sweep',
  'content/uploadUses.ts': 'files that nothing shows are removed by a sweep of all institutions',
};

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ poolSize: 2 });
}, 60_000);
afterAll(() => db.close());

const listTables = async (): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`.execute(
      db.kysely,
    )
  ).rows.map(({ name }) => name);

/** The columns of a list of numbers of columns, in its order. */
const columns = (table: string, numbers: string) =>
  sql.raw(
    `(select array_agg(attname::text order by at) from unnest(${numbers}::smallint[]) with ordinality as place (number, at) ` +
      `join pg_attribute on attrelid = ${table} and attnum = place.number)`,
  );

describe('what institutions have', () => {
  it('says in each row whose it is, in a column that is never empty', async () => {
    const { rows } = await sql<{ name: string }>`
      select attrelid::regclass::text as name from pg_attribute
      where attname = 'tenant' and attnotnull and atttypid = 'text'::regtype and attrelid::regclass::text = any(${await listTables()})
      order by 1`.execute(db.kysely);
    const named = rows.map(({ name }) => name);
    expect((await listTables()).filter((name) => !named.includes(name))).toEqual(Object.keys(shared).sort());
    expect(named.length).toBeGreaterThan(40);
  });

  it('is told apart by keys that begin with the institution', async () => {
    const { rows } = await sql<{ name: string; keys: string[]; main: boolean }>`
      select indrelid::regclass::text as name, indisprimary as main, ${columns('indrelid', 'indkey::smallint[]')} as keys
      from pg_index where indisunique and indrelid::regclass::text = any(${await listTables()})`.execute(db.kysely);
    const own = rows.filter(({ name }) => !(name in shared));
    expect(own.filter(({ keys }) => keys[0] !== 'tenant')).toEqual([]);
    const withKey = new Set(own.filter(({ main }) => main).map(({ name }) => name));
    expect((await listTables()).filter((name) => !(name in shared) && !withKey.has(name))).toEqual([]);
  });

  it('refers to nothing of another institution', async () => {
    const { rows } = await sql<{ name: string; from: string[]; to: string[] }>`
      select
        conname::text as name, ${columns('conrelid', 'conkey')} as from, ${columns('confrelid', 'confkey')} as to
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db.kysely);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ from, to }) => from.indexOf('tenant') < 0 || from.indexOf('tenant') !== to.indexOf('tenant'))).toEqual([]);
  });

  it('is joined with nothing of another institution', async () => {
    const tables = (await listTables()).filter((name) => !(name in shared));
    const joins = readStatements().flatMap(({ file, text }) =>
      [...text.matchAll(/\bjoin\s+(\w+)(?:\s+(?:as\s+)?(?!on\b|using\b)(\w+))?\s+(on|using)\b([\s\S]{0,300})/g)]
        .filter(([, table = '']) => tables.includes(table))
        .map(([, table = '', alias = table, how = '', condition = '']) => ({ file, table, alias, how, condition })),
    );
    expect(joins.length).toBeGreaterThan(25);
    const isWithin = ({ alias, how, condition }: (typeof joins)[number]): boolean =>
      how === 'using'
        ? /^\s*\(\s*tenant\b/.test(condition)
        : new RegExp(`\\b${alias}\\.tenant\\s*=|=\\s*${alias}\\.tenant\\b`).test(condition.split(/\b(?:join|order by)\b/)[0] ?? '');
    expect(joins.filter((join) => !isWithin(join)).map(({ file, table }) => `${file}: ${table}`)).toEqual([]);
    // Two tables beside each other would be joined by no word.
    const listed = readStatements().filter(({ text }) =>
      [...text.matchAll(/\bfrom\s+(\w+)(?:\s+\w+)?\s*,\s*(\w+)/g)].some(
        ([, one = '', other = '']) => tables.includes(one) && tables.includes(other),
      ),
    );
    expect(listed.map(({ file }) => file)).toEqual([]);
  });
});

describe('the script that spreads institutions over a Citus cluster', () => {
  const script = readFileSync(resolve(import.meta.dirname, '../../src/cli/deploy/citus.sql'), 'utf8');
  const spread = [...script.matchAll(/^ {2}\('(\w+)'\)/gm)].map(([, name = '']) => name);
  const copied = [...script.matchAll(/create_reference_table\('(\w+)'\)/g)].map(([, name = '']) => name);

  it('names every table: those of institutions to be spread, those of the installation to be everywhere', async () => {
    const known = await listTables();
    expect([...spread].sort()).toEqual(known.filter((name) => !(name in shared)));
    expect([...copied].sort()).toEqual(
      Object.keys(shared)
        .filter((name) => !name.startsWith('kysely_'))
        .sort(),
    );
  });

  it('names what is referred to before what refers to it', async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select conrelid::regclass::text as from, confrelid::regclass::text as to
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db.kysely);
    expect(rows.filter(({ from, to }) => spread.indexOf(to) > spread.indexOf(from))).toEqual([]);
  });

  it('has nothing in its way that a cluster cannot keep: triggers, exclusions, rules', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname::text as name from pg_constraint where contype in ('x', 't') and connamespace = 'public'::regnamespace
      union all select tgname::text from pg_trigger where not tgisinternal
      union all select rulename::text from pg_rewrite join pg_class on pg_class.oid = ev_class
        where relnamespace = 'public'::regnamespace`.execute(db.kysely);
    expect(rows).toEqual([]);
  });

  it('leaves no statement that locks rows of several institutions, but for those that are known', () => {
    const found = readStatements().filter(({ text }) =>
      [...text.matchAll(/`([^`]*\bfor (?:no key )?update\b[^`]*)`/g)].some(
        ([, statement = '']) => !/tenant\s*=\s*\$\{|ofHolder|\$\{where\}|\$\{which\}|\$\{scope/.test(statement),
      ),
    );
    expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(locksOfSeveral).sort());
  });
});

/** The sources with statements that the portal makes: neither changes of the schema nor what is measured. */
function readStatements(): { file: string; text: string }[] {
  const folder = resolve(import.meta.dirname, '../../src/database');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(migrations|benchmarks|embedded)/.test(name))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '') }));
}
