import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClusters } from '../../src/database/clusters';
import type { Database } from '../../src/database/connection';
import { renderPage } from '../../src/portal/app/entryServer';
import { readEnvironment } from '../../src/server/config/environment';
import { type TestDatabase, testDatabase } from '../database/harness';
import { accountPortal, type AccountPortal, at } from './accountPortal';

const [centre, museum] = ['localhost', 'museum.localhost'];
let portal: AccountPortal;
let other: TestDatabase;
let joined: Database;
beforeAll(async () => {
  other = await testDatabase({ poolSize: 3 });
  portal = await accountPortal(undefined, {
    render: renderPage,
    through: async ({ databaseUrl }) => {
      joined = await openClusters({ default: databaseUrl, museum: other.databaseUrl }, { dataDir: '', poolSize: 4 });
      return joined;
    },
  });
}, 120_000);
afterAll(async () => {
  await portal?.close();
  await joined?.close();
  await other?.close();
}, 60_000);

/** The institutions that have rows in a database, by table; what counts for all of them together has no name. */
async function listOwners({ kysely }: Pick<Database, 'kysely'>): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string }>`
    select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'tenant' and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(kysely);
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: owners } = await sql<{ tenant: string }>`select distinct tenant from ${sql.table(name)} order by 1`.execute(kysely);
      return [name, owners.map(({ tenant }) => tenant).filter((tenant) => tenant !== '')] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, owners]) => owners.length > 0));
}

describe('institutions in several databases', () => {
  it('have their rows in their own alone', async () => {
    const item = (title: string) => [{ id: 'i1', columnId: '6101', title, publishDate: '2026-11-01' }];
    await joined.clusters?.run('centre', () => portal.put('centre', 'information', item('of the centre')));
    const members = [await portal.member('13600000001', {}, centre), await portal.member('13600000002', {}, museum)] as const;
    for (const [index, host] of [centre, museum].entries()) {
      const { token = '' } = members[index] ?? {};
      const body = { menuId: '6101', businessId: 'i1' };
      const pressed = await portal.ask({ method: 'PUT', url: '/api/personal/web/personal/updateCollect', token, host, body });
      expect(pressed.status).toBe(host === centre ? 200 : 404);
      const page = await portal.ask({
        url: '/information?columnId=6101',
        host,
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' },
      });
      expect(page.status).toBe(200);
      expect(page.text.includes('of the centre')).toBe(host === centre);
      const found = await portal.ask({ url: '/api/personal/web/personal/collect/selectByWebUserId?page=1&limit=5', token, host });
      expect(at(found.body, 'status')).toBe(200);
    }
    // A member of one is a stranger to the other.
    expect((await portal.login(members[0].phone, 'peony-88', museum)).cookies['token']).toBeUndefined();
    await portal.app.close();
    const [own, theirs] = [await listOwners(portal.database), await listOwners(other)];
    for (const [owners, tenant, tables] of [
      [own, 'centre', ['counter', 'item', 'member', 'member_flag', 'member_session', 'page_visit']],
      [theirs, 'museum', ['member', 'member_session', 'page_visit']],
    ] as const) {
      expect(Object.keys(owners)).toEqual(expect.arrayContaining([...tables]));
      expect(Object.values(owners).filter((names) => names.join() !== tenant)).toEqual([]);
    }
  }, 60_000);

  it('are never asked about where it is not said whose rows are wanted', async () => {
    await expect(sql`select 1`.execute(joined.kysely)).rejects.toThrow('It is not known for which institution');
  });

  it('are swept each in theirs, and what fails in one database keeps no other from it', async () => {
    const seen: unknown[] = [];
    const sweep = async (): Promise<void> => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(joined.kysely);
      seen.push(rows[0]?.name);
      if (seen.length === 1) throw new Error('away');
    };
    await expect(joined.clusters?.each(sweep)).rejects.toThrow('away');
    expect(seen).toEqual([portal.database.databaseUrl, other.databaseUrl].map((url) => new URL(url).pathname.slice(1)));
  });
});

it.each<[string, Record<string, string>, object | RegExp]>([
  [
    'a place for one',
    { DATABASE_URLS: '{"default":"postgres://a/b","museum":"postgres://c/d"}', SECRET_KEY: 'k' },
    { default: 'postgres://a/b', museum: 'postgres://c/d' },
  ],
  ['no place for the others', { DATABASE_URLS: '{"museum":"postgres://c/d"}', SECRET_KEY: 'k' }, /under "default"/],
  ['no key', { DATABASE_URLS: '{"default":"postgres://a/b"}' }, /needs SECRET_KEY/],
  [
    'another address',
    { DATABASE_URLS: '{"default":"postgres://a/b"}', DATABASE_URL: 'postgres://a/b', SECRET_KEY: 'k' },
    /in the place of/,
  ],
  ['what is no address', { DATABASE_URLS: '{"default":"file:///a"}', SECRET_KEY: 'k' }, /must name addresses/],
])('DATABASE_URLS with %s', (_what, env, expected) => {
  const read = () => readEnvironment(env, '/').databaseUrls;
  if (expected instanceof RegExp) expect(read).toThrow(expected);
  else expect(read()).toEqual(expected);
});
