import { afterEach, expect, it } from 'vitest';
import { batchRows } from '../../../src/database/migrations/online';
import { MIGRATIONS, migrate } from '../../../src/database/migrations/migrate';
import { type EmptyDatabase, emptyDatabase, makeReleased, released } from './released';

const open: EmptyDatabase[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});

const rows = 2 * batchRows + 7;
const file = (n: string): string => `'/files/' || lpad((${n})::text, 22, 'u') || '.png'`;
/** What is stored before a change, that it has to look at. */
const stored: Readonly<Record<string, string>> = {
  '0010_upload_uses': `
    insert into upload (tenant, id, owner, name, status)
      select 't', lpad(n::text, 22, 'u'), 's' || n % 3, 'a.png', n % 2 from generate_series(0, 500) n;
    insert into item (tenant, module, id, doc)
      select 't', 'm' || n % 3, 'i' || n, jsonb_build_object('one', ${file('n % 600')}, 'two', case when n % 2 = 0 then ${file('n')} end)
      from generate_series(1, ${rows}) n`,
  '0019_point_entries': `
    insert into point_account (tenant, member_id, credit) select 't' || n % 2, 'm' || n, n % 5 from generate_series(1, ${rows}) n`,
  '0024_called_off': `
    insert into inbox_message (tenant, member_id, id, kind, title, deed)
      select 't', 'm', 'b' || n, 'k', '', (array['enrolment.reminder ', 'booking.reminder ', 'other '])[n % 3 + 1] || n
      from generate_series(1, ${rows}) n`,
  '0029_publishing': `
    insert into staff (tenant, id, login, name, role, password_hash) select 't', 's' || n, 'l' || n, 'n', 'r', 'p' from generate_series(1, 2) n;
    insert into item_version (tenant, module, item_id, number, at, staff, name, state, doc)
      select 't', 'm' || n % 3, 'i' || n, part, now(), 's', 'n', '', jsonb_build_object('one', ${file('n * part')})
      from generate_series(1, 900) n, generate_series(1, 3) part`,
};

/** What the changes filled in, without when that was. */
const filled = {
  upload_use: '*',
  version_upload: '*',
  media: 'tenant, upload_id, staff, name',
  point_entry: 'tenant, id, member_id, kind, amount, unspent, deed',
  inbox_message: 'id, deed',
};

async function read({ pool }: EmptyDatabase): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, columns] of Object.entries(filled))
    found[table] = (await pool.query<object>(`select ${columns} from ${table}`)).rows.map((row) => JSON.stringify(row)).sort();
  return found;
}

/** Brings a database from the first schema on, and stores what was stored on the way. */
async function climb(
  make: (database: EmptyDatabase, from: string | undefined, to: string | undefined) => Promise<void>,
): Promise<Record<string, unknown[]>> {
  const database = await emptyDatabase();
  open.push(database);
  let from: string | undefined;
  for (const [to, text] of Object.entries(stored)) {
    await make(database, from, to);
    await database.pool.query(text);
    await database.pool.query('analyze');
    from = to;
  }
  await make(database, from, undefined);
  return read(database);
}

it('is filled in some rows at a time what the released changes filled in at once', async () => {
  const between = (name: string, from?: string, to?: string): boolean =>
    (from === undefined || name >= from) && (to === undefined || name < to);
  const once = await climb((database, from, to) =>
    makeReleased(
      database,
      released.filter(({ name }) => between(name, from, to)),
    ),
  );
  const gradually = await climb(({ db }, _from, to) =>
    migrate(db, { migrations: Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => between(name, undefined, to))) }),
  );
  expect(gradually).toEqual(once);
  const counts = Object.fromEntries(Object.entries(once).map(([table, found]) => [table, found.length]));
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(150);
}, 60_000);
