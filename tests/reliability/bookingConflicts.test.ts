import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelBooking, type NewBooking } from '../../src/database/bookings/bookings';
import type { Queryable } from '../../src/database/connection';
import { inTransaction } from '../../src/database/transaction';
import { formatDate } from '../../src/runtime/time';
import { formatClock } from '../../src/runtime/venueTime';
import { decideBooking } from '../../src/server/rooms/booking/decide';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { add, dayAhead, newBooking } from '../server/bookings';
import { raceUntilBroken } from '../server/controls';
import { lockHalfHours, withoutRowLocks } from '../server/locks';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
}, 120_000);
afterAll(() => portal.close());
const clear = () => sql`truncate booking, booking_slot, inbox_message`.execute(portal.database.kysely);
afterEach(async () => {
  await clear();
  await lockHalfHours(portal.database, 'on');
});

const tomorrow = (): string => dayAhead(portal, 1);
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const institution = () => {
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  return found;
};
const decide = (db: Queryable, id: string, approve: boolean) =>
  decideBooking({ db, keys: deriveAccountKeys(portal.secret) }, institution(), id, approve, portal.clock.now());
const cancel = (db: Queryable, id: string) =>
  inTransaction(db, (tx) =>
    cancelBooking(tx, { tenant: 'centre', id, member: 'm1' }, ['unused'], formatDate(portal.clock.now()), portal.clock.now()),
  );
const notices = async (): Promise<number> => (await sql`select id from inbox_message`.execute(portal.database.kysely)).rows.length;

/** Numbers that look random and are the same in every run, from 0 to below `limit`. */
function draw(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

describe('150 bookings of one room for one to four half-hours of a day, at once', () => {
  const asked = (seed: number): NewBooking[] => {
    const next = draw(seed);
    return Array.from({ length: 150 }, (_, index) => {
      const [begin, length] = [next(18), 1 + next(4)];
      const [from, to] = [540 + begin * 30, 540 + Math.min(18, begin + length) * 30];
      return newBooking(`${tomorrow()} ${formatClock(from)}-${formatClock(to)}`, { id: `b${index}`, member: `m${index % 15}` });
    });
  };
  const race = async (seed: number): Promise<{ standing: NewBooking[]; refused: NewBooking[] }> => {
    const all = asked(seed);
    const stands = await Promise.all(all.map((booking) => add(portal.database, booking, portal.clock.now())));
    return { standing: all.filter((_, index) => stands[index]), refused: all.filter((_, index) => !stands[index]) };
  };
  /** How often each half-hour is sold. */
  const sold = (standing: readonly NewBooking[]): number[] => {
    const counts = new Map<number, number>();
    for (const { minutes } of standing) for (const minute of minutes) counts.set(minute, (counts.get(minute) ?? 0) + 1);
    return [...counts.values()];
  };

  it.each([1, 2, 3])('sell no half-hour twice, and refuse nobody whose times stay free (seed %i)', async (seed) => {
    const { standing, refused } = await race(seed);
    expect(standing.length).toBeGreaterThan(3);
    expect(Math.max(...sold(standing))).toBe(1);
    const held = new Set(standing.flatMap(({ minutes }) => [...minutes]));
    expect(refused.filter(({ minutes }) => !minutes.some((minute) => held.has(minute)))).toEqual([]);
    const { rows } = await sql<{ minute: number }>`select minute from booking_slot`.execute(portal.database.kysely);
    expect(rows.map(({ minute }) => minute).sort()).toEqual([...held].sort());
  });

  it('control: without the key of half-hours some are sold twice', async () => {
    await lockHalfHours(portal.database, 'off');
    const most = async (): Promise<number> => {
      await clear();
      return Math.max(...sold((await race(1)).standing));
    };
    expect(await raceUntilBroken(1, most)).toBeGreaterThan(1);
  });
});

describe('a booking that operators approve and reject while its member takes it back', () => {
  const bookings = 10;
  interface Outcome {
    decided: number;
    cancelled: number;
    failed: number;
    status: number;
    held: number;
  }
  const fight = async (db: Queryable): Promise<Outcome[]> =>
    times(bookings, async (index) => {
      const booking = newBooking(`${tomorrow()} 09:00-10:30`, { id: `b${index}`, venue: `v${index}` });
      await add(portal.database, booking, portal.clock.now());
      // Each in another order.
      const all = [true, false, undefined, true, undefined, false, undefined, true, false].map(
        (approve, place) => [(place * (index + 2)) % 11, approve] as const,
      );
      const outcomes = await Promise.all(
        all
          .toSorted(([a], [b]) => a - b)
          .map(async ([, approve]) => ({
            approve,
            outcome: await (approve === undefined ? cancel(db, booking.id) : decide(db, booking.id, approve)).catch(() => 'failed'),
          })),
      );
      const done = outcomes.filter(({ outcome }) => outcome === 'done');
      const { rows } = await sql<{ status: number; held: number }>`
        select status, (select count(*)::integer from booking_slot where booking_id = id) as held
        from booking where id = ${booking.id}`.execute(portal.database.kysely);
      const { status = 0, held = -1 } = rows[0] ?? {};
      return {
        decided: done.filter(({ approve }) => approve !== undefined).length,
        cancelled: done.filter(({ approve }) => approve === undefined).length,
        failed: outcomes.filter(({ outcome }) => outcome === 'failed').length,
        status,
        held,
      };
    });

  it('ends in one state, of which its member is told once', async () => {
    const outcomes = await fight(portal.database);
    for (const { decided, cancelled, failed, status, held } of outcomes) {
      expect([decided, failed]).toEqual([1, 0]);
      // What was approved may be taken back, once; what was rejected holds no times.
      expect([
        { status: 1, cancelled: 0, held: 3 },
        { status: 2, cancelled: 1, held: 0 },
        { status: 5, cancelled: 0, held: 0 },
      ]).toContainEqual({ status, cancelled, held });
    }
    expect(await notices()).toBe(bookings);
  });

  it('control: without locks of rows it is decided on, and told of, more than once', async () => {
    const most = async (): Promise<number> => {
      await clear();
      return Math.max(...(await fight(withoutRowLocks(portal.database))).map(({ decided }) => decided));
    };
    expect(await raceUntilBroken(1, most)).toBeGreaterThan(1);
    expect(await notices()).toBeGreaterThan(bookings);
  });
});

describe('overlapping bookings of one room that two operators approve at once', () => {
  const pairs = 10;
  /** As an import from elsewhere would leave them: without their half-hours. */
  const waiting = (): Promise<string[][]> =>
    times(pairs, (pair) =>
      times(2, async (index) => {
        const { minutes, ...rest } = newBooking(`${tomorrow()} ${index === 0 ? '09:00-10:30' : '10:00-11:00'}`, {
          venue: `v${pair}`,
          id: `b${pair}-${index}`,
        });
        await add(portal.database, { ...rest, minutes: [] }, portal.clock.now());
        await sql`update booking set minutes = ${[...minutes]}::smallint[] where id = ${rest.id}`.execute(portal.database.kysely);
        return rest.id;
      }),
    );
  const approveAll = async (): Promise<string[][]> => {
    const found = await waiting();
    return Promise.all(found.map((pair) => Promise.all(pair.map((id) => decide(portal.database, id, true)))));
  };

  it('are approved one of each, the other operator is told why, and one member is told', async () => {
    expect((await approveAll()).map((pair) => pair.toSorted())).toEqual(Array.from({ length: pairs }, () => ['done', 'taken']));
    expect(await notices()).toBe(pairs);
  });

  it('control: without the key of half-hours members of both are told', async () => {
    await lockHalfHours(portal.database, 'off');
    const told = async (): Promise<number> => {
      await clear();
      await approveAll();
      return notices();
    };
    expect(await raceUntilBroken(pairs, told)).toBeGreaterThan(pairs);
  });
});
