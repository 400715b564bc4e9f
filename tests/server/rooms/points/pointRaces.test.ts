import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase, type Queryable } from '../../../../src/database/connection';
import type { TakePlaces } from '../../../../src/database/enrolments/places';
import { findUnequalAccounts } from '../../../../src/database/points/entries';
import { type ClosePointOrder, findPointOrder } from '../../../../src/database/points/orders';
import { inTransaction } from '../../../../src/database/transaction';
import { RequestError } from '../../../../src/server/api/errors';
import { creditDeed } from '../../../../src/server/members/deeds';
import { handleOrder, withdrawOrder } from '../../../../src/server/rooms/points/decide';
import { type Exchange, placeOrder } from '../../../../src/server/rooms/points/exchange';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { setCredit } from '../../../database/points';
import { accountPortal, type AccountPortal, at, inject } from '../../accountPortal';
import type { Asker } from '../../enrolments';
import { exchangeCall, goods } from '../../points';
import { raceUntilBroken } from '../../controls';
import { withoutRowLocks } from '../../locks';

const price = 100;
let portal: AccountPortal;
const members: Asker[] = [];
const pools: Database[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  for (let number = 0; number < 10; number += 1) members.push(await portal.member(`1360000${String(number).padStart(2, '0')}00`));
  for (let number = 0; number < 3; number += 1)
    pools.push(await openDatabase({ databaseUrl: portal.database.databaseUrl, dataDir: '', poolSize: 10 }));
}, 120_000);
afterAll(async () => {
  for (const pool of pools) await pool.close();
  await portal.close();
});
// Registered and logged in, they have points already.
const clear = () => sql`truncate point_account, point_entry, point_order, enrol_place, submission`.execute(portal.database.kysely);
beforeEach(async () => {
  await clear();
});

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const poolOf = (index: number): Queryable => pools[index % pools.length] ?? portal.database;
const first = (): Asker => members[0] as Asker;

const ordered = (member: string, stock: number | null = null): Exchange => ({
  ...{ tenant: 'centre', member, userName: '林晓', contact: '13812345678', address: '柳湾路1号', remark: '', now: portal.clock.now() },
  goods: { module: 'pointsmall', id: 'cup', name: '杯子', price, stock, phase: 1 },
});

/** Exchanges at once, each in a transaction over one of several pools. @returns what came of each: done, or the name of the refusal */
const rush = (
  count: number,
  whose: (index: number) => Exchange,
  { through = (db: Queryable) => db, take }: { through?: (db: Queryable) => Queryable; take?: TakePlaces } = {},
): Promise<string[]> => {
  const keys = { keys: deriveAccountKeys(portal.secret) };
  return times(count, (index) =>
    inTransaction(through(poolOf(index)), (tx) => placeOrder(tx, keys, whose(index), take)).then(
      () => 'done',
      (error: unknown) => (error instanceof RequestError ? error.text : 'broken'),
    ),
  );
};
const count = (outcomes: readonly string[], outcome: string): number => outcomes.filter((each) => each === outcome).length;
const numberOf = async (what: ReturnType<typeof sql.raw>): Promise<number> =>
  (await sql<{ number: number }>`select ${what} as number`.execute(portal.database.kysely)).rows[0]?.number ?? -1;
const orders = (): Promise<number> => numberOf(sql.raw('(select count(*)::integer from point_order where state <> 3)'));
const points = (): Promise<number> => numberOf(sql.raw('(select sum(credit)::integer from point_account)'));

describe('100 exchanges at once of a member who has points for one', () => {
  const race = (through?: (db: Queryable) => Queryable) => rush(100, () => ordered(first().id), { through });

  it('one stands, the others are told that the points do not suffice, and the entries sum up', async () => {
    await setCredit(portal.database, 'centre', first().id, price + 99);
    const outcomes = await race();
    expect([count(outcomes, 'done'), count(outcomes, 'pointsShort')]).toEqual([1, 99]);
    expect([await orders(), await points(), await findUnequalAccounts(portal.database, 'centre')]).toEqual([1, 99, []]);
  });

  it('control: without the lock on the points some are not told, but run into what stands behind it', async () => {
    const broken = async (): Promise<number> => {
      await setCredit(portal.database, 'centre', first().id, price + 99);
      return count(await race(withoutRowLocks), 'broken');
    };
    expect(await raceUntilBroken(0, broken)).toBeGreaterThan(0);
  });

  it('[MALL-23] the same by calls to two servers, of which some are sent twice', async () => {
    await portal.put('centre', 'pointsmall', [goods(portal, 'cup', { price })]);
    await setCredit(portal.database, 'centre', first().id, price * 3);
    const servers = [portal.app, await portal.second()];
    const replies = await times(40, (index) =>
      inject(servers[index % 2] ?? portal.app, {
        host: 'localhost',
        ...exchangeCall(first(), 'cup', { remark: `第${index % 20}份` }, { 'idempotency-key': `k${index % 20}` }),
      }),
    );
    const done = replies.filter(({ body }) => body['rel'] === true);
    expect([new Set(done.map(({ body }) => at(body, 'data', 'id'))).size, done.length]).toEqual([3, 6]);
    expect(replies.filter(({ body }) => body['message'] === '积分不足')).toHaveLength(34);
    expect([await orders(), await points(), await findUnequalAccounts(portal.database, 'centre')]).toEqual([3, 0, []]);
  }, 60_000);
});

describe('100 exchanges at once for the last one of something', () => {
  const whose = (index: number): Exchange => ordered(members[index % members.length]?.id ?? '', 1);
  const fill = async (): Promise<void> => {
    for (const { id } of members) await setCredit(portal.database, 'centre', id, price * 10);
  };
  /** What somebody would write who forgot that others do the same at the same time. */
  const takeNaively: TakePlaces = async (tx, { tenant, module, activity }, capacity, places) => {
    const { rows } = await sql<{ taken: number }>`
      select taken from enrol_place where tenant = ${tenant} and module = ${module} and activity_id = ${activity}`.execute(tx.kysely);
    const after = (rows[0]?.taken ?? 0) + places;
    if (capacity !== null && after > capacity) return false;
    await sql`
      insert into enrol_place (tenant, module, activity_id, capacity, taken) values (${tenant}, ${module}, ${activity}, ${capacity}, ${after})
      on conflict (tenant, module, activity_id, session_id) do update set taken = excluded.taken`.execute(tx.kysely);
    return true;
  };

  it('one member has it, the others keep their points', async () => {
    await fill();
    const outcomes = await rush(100, whose);
    expect([count(outcomes, 'done'), count(outcomes, 'soldOut')]).toEqual([1, 99]);
    expect([await orders(), await points(), await findUnequalAccounts(portal.database, 'centre')]).toEqual([1, price * 99, []]);
  });

  it('control: taken as by somebody who forgot the others, several have it', async () => {
    const done = async (): Promise<number> => {
      await clear();
      await fill();
      return count(await rush(100, whose, { take: takeNaively }), 'done');
    };
    expect(await raceUntilBroken(1, done)).toBeGreaterThan(1);
  });
});

describe('an order that its member takes back while staff handles it', () => {
  const pairs = 20;
  /** Reads first and writes then, as if nobody else did. */
  const closeNaively: ClosePointOrder = async (tx, { tenant, id }, state) => {
    const order = await findPointOrder(tx, tenant, { id });
    await sql`select pg_sleep(0.02)`.execute(tx.kysely);
    if (order?.state !== 1) return false;
    await sql`update point_order set state = ${state} where tenant = ${tenant} and id = ${id}`.execute(tx.kysely);
    return true;
  };
  async function race(close?: ClosePointOrder): Promise<boolean[][]> {
    await setCredit(portal.database, 'centre', first().id, price * pairs);
    await rush(pairs, () => ordered(first().id));
    const { rows } = await sql<{ id: string }>`select id from point_order`.execute(portal.database.kysely);
    return times(pairs, async (pair) => {
      const order = await findPointOrder(portal.database, 'centre', { id: rows[pair]?.id ?? '' });
      if (!order) throw new Error('no order');
      const now = portal.clock.now();
      return Promise.all([
        inTransaction(poolOf(0), (tx) => withdrawOrder(tx, 'centre', order, now, close)),
        inTransaction(poolOf(1), (tx) => handleOrder(tx, 'centre', order, now, close)),
      ]);
    });
  }

  it('one of both stands, the other is told; points come back for those taken back alone', async () => {
    const outcomes = await race();
    expect(outcomes.filter(([withdrawn, handled]) => withdrawn === handled)).toEqual([]);
    const withdrawn = outcomes.filter(([taken]) => taken).length;
    expect([await orders(), await points()]).toEqual([pairs - withdrawn, withdrawn * price]);
    expect(await findUnequalAccounts(portal.database, 'centre')).toEqual([]);
  });

  it('control: closed by somebody who reads first and writes then, both stand', async () => {
    expect((await race(closeNaively)).some(([withdrawn, handled]) => withdrawn && handled)).toBe(true);
  });
});

describe('a deed that is told of 50 times at once', () => {
  const race = (through: (db: Queryable) => Queryable) =>
    times(50, (index) => {
      const institution = portal.definitions.portal('centre');
      if (!institution) throw new Error('no portal');
      const deed = { name: 'approved', module: 'comment', member: first().id, key: 'c' } as const;
      return inTransaction(through(poolOf(index)), (tx) => creditDeed(tx, institution, deed, portal.clock.now())).catch(() => -1);
    });

  beforeEach(() => setCredit(portal.database, 'centre', first().id, 1));

  it('earns once', async () => {
    expect((await race((db) => db)).sort((a, b) => b - a).slice(0, 2)).toEqual([3, 0]);
    expect([await points(), await findUnequalAccounts(portal.database, 'centre')]).toEqual([4, []]);
  });

  it('control: without the lock some run into the index', async () => {
    expect(await race(withoutRowLocks)).toContain(-1);
  });
});
