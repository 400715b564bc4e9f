import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { findObstacle } from '../../src/database/failures';
import { inTransaction } from '../../src/database/transaction';
import { addToCounter, readCounter } from '../../src/database/content/counters';
import { type TestDatabase, testDatabase } from './harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db.close());

const answers = (of: Database): Promise<boolean> =>
  sql`select 1`.execute(of.kysely).then(
    () => true,
    () => false,
  );
const key = { tenant: 'museum', column: 'c', id: 'a' };

describe('openDatabase', () => {
  it('migrates once when several open at once', async () => {
    const fresh = await testDatabase();
    const migrations = async (): Promise<string[]> =>
      (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(fresh.kysely)).rows.map(({ name }) => name);
    const all = await migrations();
    await sql`drop schema public cascade`.execute(fresh.kysely);
    await sql`create schema public`.execute(fresh.kysely);
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ databaseUrl: fresh.databaseUrl, dataDir: '', poolSize: 2 })));
    expect(await Promise.all(opened.map(({ probe }) => probe.answers()))).toEqual([true, true, true, true]);
    expect(await migrations()).toEqual(all);
    await Promise.all(opened.map(({ close }) => close()));
    await fresh.close();
  });

  it('runs its own server without a databaseUrl, and keeps the data', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-own-'));
    try {
      const [first, second] = await Promise.all([openDatabase({ dataDir }), openDatabase({ dataDir })]);
      await addToCounter(first, key, { pv: 1 });
      await first.close();
      await first.close();
      expect(await readCounter(second, key)).toMatchObject({ pv: 1 });
      await second.close();
      const again = await openDatabase({ dataDir });
      expect(await readCounter(again, key)).toMatchObject({ pv: 1 });
      await again.close();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 60_000);

  it('fails when no server answers', async () => {
    await expect(openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none', dataDir: '' })).rejects.toThrow();
  });

  it('gives a connection up that leads to a former primary, which only reads', async () => {
    const opened = await openDatabase({ databaseUrl: db.databaseUrl, dataDir: '', poolSize: 1 });
    for (const write of [
      () => addToCounter(opened, key, { pv: 1 }),
      () => inTransaction(opened, (tx) => addToCounter(tx, key, { pv: 1 })),
    ]) {
      await opened.pool.query('set session characteristics as transaction read only');
      expect(findObstacle(await write().catch((error: unknown) => error))).toBe('away');
      await expect(write()).resolves.toMatchObject({ pv: expect.any(Number) });
    }
    await opened.close();
  });

  it('leaves nothing on connections that a pooler hands on', async () => {
    const opened = await openDatabase({ databaseUrl: db.databaseUrl, dataDir: '', poolSize: 1, pooler: 'transaction' });
    const left = async (): Promise<unknown> => {
      const { rows } = await opened.pool.query<Record<string, string>>(
        `select (select count(*) from pg_prepared_statements)::int as names, current_setting('statement_timeout') as timeout,
          (select count(*)::int from pg_settings where source = 'session' and name <> 'application_name') as settings`,
      );
      return rows[0];
    };
    try {
      for (let times = 0; times < 2; times += 1) await readCounter(opened, key);
      expect(await left()).toEqual({ names: 0, timeout: '0', settings: 0 });
    } finally {
      await opened.close();
    }
  });

  it('gathers more before it is indexed where very many items are stored, not over connections that others use too', async () => {
    const show = async (options: { bulk?: boolean; pooler?: 'transaction' }): Promise<unknown[]> => {
      const opened = await openDatabase({ databaseUrl: db.databaseUrl, dataDir: '', poolSize: 1, ...options });
      const settings = sql<{ setting: string }>`
        select current_setting(name) as setting from unnest(array['gin_pending_list_limit', 'work_mem', 'statement_timeout']) as name`;
      const { rows } = await settings.execute(opened.kysely);
      await opened.close();
      return rows.map(({ setting }) => setting);
    };
    expect(await show({ bulk: true })).toEqual(['16MB', '64MB', '30s']);
    expect(await show({})).toEqual(['4MB', '4MB', '30s']);
    expect(await show({ bulk: true, pooler: 'transaction' })).toEqual(['4MB', '4MB', '0']);
  });

  it('gives statements thirty seconds and prepares them', async () => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db.kysely);
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
    const prepared = await inTransaction(db, async (tx) => {
      await readCounter(tx, key);
      return (
        await sql<{ n: number }>`select count(*) as n from pg_prepared_statements where statement like '%from counter%'`.execute(tx.kysely)
      ).rows;
    });
    expect(prepared).toEqual([{ n: 1 }]);
  });

  it('plans statements anew whose rows depend on what is asked for', async () => {
    const prepared = await inTransaction(db, async (tx) => {
      for (const tags of [['a'], ['b']]) await sql`select array['a', 'b'] @> ${tags}::text[] as found`.execute(tx.kysely);
      return (
        await sql<{ n: number }>`select count(*) as n from pg_prepared_statements where statement like '%as found%'`.execute(tx.kysely)
      ).rows;
    });
    expect(prepared).toEqual([{ n: 0 }]);
  });

  it('keeps the connection of a failed query', async () => {
    const single = await openDatabase({ databaseUrl: db.databaseUrl, dataDir: '', poolSize: 1 });
    const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(single.kysely)).rows[0]?.pid;
    const before = await pid();
    await expect(sql`select 1 / ${0}::int`.execute(single.kysely)).rejects.toThrow(/zero/);
    expect(await pid()).toBe(before);
    await single.close();
  });

  it('survives connections that break idle or in use', async () => {
    const errors: Error[] = [];
    const victim = await openDatabase({
      databaseUrl: db.databaseUrl,
      dataDir: '',
      poolSize: 2,
      onConnectionError: (error) => errors.push(error),
    });
    const killAll = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    expect(await answers(victim)).toBe(true);
    await killAll.execute(db.kysely);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(await answers(victim)).toBe(true);
    await expect(
      inTransaction(victim, async (tx) => {
        await addToCounter(tx, key, { star: 1 });
        await killAll.execute(db.kysely);
        await addToCounter(tx, key, { star: 1 });
      }),
    ).rejects.toThrow();
    await expect.poll(() => answers(victim)).toBe(true);
    expect(await readCounter(victim, key)).toMatchObject({ star: 0 });
    await victim.close();
    expect(await answers(victim)).toBe(false);
  });
});
