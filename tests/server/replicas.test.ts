import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/connection';
import { createPool } from '../../src/database/pool';
import { askReplica } from '../../src/database/replicaPositions';
import { Replica } from '../../src/database/replica';
import { Replicas } from '../../src/database/replicas';
import { createPreparingPool } from '../../src/database/statements';
import { Metrics } from '../../src/server/watching/metrics';
import { withDatabase } from '../database/harness';
import { openReplicated, type Replicated, startReplicated, useServer } from '../database/replicated';
import { accountPortal, type AccountPortal, at, inject } from './accountPortal';
import { testPortal } from './portal';

const opened: Database[] = [];
let servers: Replicated;
let restore: () => void;
beforeAll(async () => {
  servers = await startReplicated();
  restore = await useServer(servers.primaryUrl);
}, 120_000);
afterEach(() => servers.resume());
afterAll(async () => {
  for (const database of opened) await database.close();
  restore?.();
  await servers?.close();
}, 60_000);

/** As portals read from replicas. */
const carefully = async ({ databaseUrl }: { databaseUrl: string }): Promise<Database> => {
  const database = await openReplicated(databaseUrl, servers);
  opened.push(database);
  return database;
};

/** The same, but that any replica will do, however far behind it is. */
const hastily = async ({ databaseUrl }: { databaseUrl: string }): Promise<Database> => {
  const database = await carefully({ databaseUrl });
  const connectionString = withDatabase(servers.replicaUrl, new URL(databaseUrl).pathname.slice(1));
  const replica = new Replica({
    name: 'hasty',
    pool: createPreparingPool(createPool({ connectionString }, { poolSize: 4 })),
    position: askReplica(
      () => ({ connectionString }),
      () => ({ connectionString: databaseUrl }),
    ),
    onChange: () => undefined,
  });
  const replicas = new Replicas([replica], async () => 0n);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: replicas.spread(createPreparingPool(database.pool)) }) });
  const close = () => replicas.close();
  opened.unshift({ ...database, close });
  return { ...database, kysely, replicas };
};

const news = (title: string) => [{ id: 'i1', columnId: '6101', title, publishDate: '2026-11-01' }];

/** Two servers over one database and its replica, and a member. */
async function openTwo(
  through: typeof carefully,
): Promise<{ portal: AccountPortal; token: string; ask: (url: string) => Promise<object[]> }> {
  const portal = await accountPortal(undefined, { through });
  const other = await portal.second();
  await portal.put('centre', 'information', news('from before'));
  const { token } = await portal.member('13600000001', { name: '王小明' });
  await servers.catchUp();
  const ask = async (url: string): Promise<object[]> => [
    (await portal.ask({ url, token })).body,
    (await inject(other, { url, token, host: 'localhost' })).body,
  ];
  return { portal, token, ask };
}

const press = (portal: AccountPortal, token: string, kind: 'Star' | 'Collect') =>
  portal.ask({
    method: 'PUT',
    url: `/api/personal/web/personal/update${kind}`,
    token,
    body: { menuId: '6101', businessId: 'i1', title: 'T', image: '', url: '/informationdetail', type: 'infor', fid: '100001' },
  });
const amount = '/api/communal/web/amount/6101/i1';

describe('a member, while the replica stands still', () => {
  let two: Awaited<ReturnType<typeof openTwo>>;
  beforeAll(async () => {
    two = await openTwo(carefully);
  }, 60_000);
  afterAll(() => two?.portal.close());
  beforeEach(async () => {
    await servers.catchUp();
    await servers.pause();
  });

  it('sees what they did, from every server', async () => {
    for (const [round, expected] of [
      [0, 'true'],
      [1, 'false'],
      [2, 'true'],
    ] as const) {
      expect((await press(two.portal, two.token, 'Star')).status, `round ${round}`).toBe(200);
      for (const body of await two.ask(amount)) expect(at(body, 'data')).toMatchObject({ isStar: expected });
    }
  });

  it('is known at once on every server who has just registered', async () => {
    const { token } = await two.portal.member('13600000002', { name: '李明' });
    const other = await two.portal.second();
    await press(two.portal, token, 'Collect');
    const url = '/api/personal/web/personal/collect/selectByWebUserId?page=1&limit=5';
    const { body } = await inject(other, { url, token, host: 'localhost' });
    expect(body).toMatchObject({ status: 200, data: { total: 1 } });
  });
});

it('a member is shown an old state where any replica will do: what the test above looks for is seen', async () => {
  const { portal, token, ask } = await openTwo(hastily);
  try {
    await servers.pause();
    await press(portal, token, 'Star');
    for (const body of await ask(amount)) expect(at(body, 'data')).toMatchObject({ isStar: 'false' });
  } finally {
    await servers.resume();
    await portal.close();
  }
}, 60_000);

/** Has a page made, changes what it shows while the replica stands still, and has it made anew. @returns what it shows then */
async function showAfterChange(through: typeof carefully): Promise<string> {
  let now = Date.now();
  const metrics = new Metrics();
  const portal = await testPortal({ clock: () => now, through, watched: { metrics } });
  const show = async (): Promise<string> => (await portal.get('/information?columnId=6101')).text;
  try {
    await portal.put('centre', 'information', news('from before'));
    await servers.catchUp();
    expect(await show()).toContain('from before');
    // The page and its counts are no longer new.
    now += 20_000;
    await servers.pause();
    await portal.put('centre', 'information', news('from now'));
    const shown = await show();
    await servers.resume();
    await vi.waitFor(
      async () => {
        now += 20_000;
        const before = await metrics.write();
        expect(await show()).toContain('from now');
        expect(countReads(await metrics.write(), 'replica')).toBeGreaterThan(countReads(before, 'replica'));
      },
      { timeout: 15_000 },
    );
    return shown;
  } finally {
    await servers.resume();
    await portal.close();
  }
}

describe('a page that is made anew while the replica stands still', () => {
  it('is filled with what was changed', async () => {
    expect(await showAfterChange(carefully)).toContain('from now');
  }, 60_000);

  it('stays stale where any replica will do: what the test above looks for is seen', async () => {
    expect(await showAfterChange(hastily)).toContain('from before');
  }, 60_000);
});

const countReads = (text: string, from: string): number =>
  Number(new RegExp(`^portal_database_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
