import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelBooking, decideOnBooking, type NewBooking } from '../../../../src/database/bookings/bookings';
import type { Queryable } from '../../../../src/database/connection';
import { inTransaction } from '../../../../src/database/transaction';
import { formatDate } from '../../../../src/runtime/time';
import { at, accountPortal, inject, type AccountPortal, type Ask, type Reply } from '../../accountPortal';
import { add, book, dayAhead, newBooking, venue, type Asker, type Captcha } from '../../bookings';
import { raceUntilBroken } from '../../controls';
import { lockHalfHours, withoutRowLocks } from '../../locks';

let portal: AccountPortal;
const members: Asker[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  for (let number = 0; number < 10; number += 1) members.push(await portal.member(`1360000${String(number).padStart(2, '0')}00`));
  await portal.put('centre', 'venue', [venue('hall'), venue('free', { review: false })]);
}, 120_000);
afterAll(() => portal.close());
const clear = () => sql`truncate booking, booking_slot`.execute(portal.database.kysely);
afterEach(async () => {
  await clear();
  await lockHalfHours(portal.database, 'on');
});

const tomorrow = (): string => dayAhead(portal, 1);
const standing = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from booking where status in (1, 3)`.execute(portal.database.kysely)).rows[0]
    ?.count ?? -1;
const held = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from booking_slot`.execute(portal.database.kysely)).rows[0]?.count ?? -1;
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('200 bookings of overlapping times at once', () => {
  const ranges = ['09:00-10:30', '10:00-11:00', '09:30-10:30', '10:00-12:00', '10:00-10:30'];
  const race = () =>
    times(200, (index) => add(portal.database, newBooking(`${tomorrow()} ${ranges[index % ranges.length]}`), portal.clock.now()));

  it('one stands', async () => {
    expect((await race()).filter((stands) => stands)).toHaveLength(1);
    expect(await standing()).toBe(1);
  });

  it('control: without the key of half-hours more than one does', async () => {
    await lockHalfHours(portal.database, 'off');
    const standingOf = async (): Promise<number> => {
      await clear();
      return (await race()).filter((stands) => stands).length;
    };
    expect(await raceUntilBroken(1, standingOf)).toBeGreaterThan(1);
  });

  it('[BOOK-24, BOOK-26] one stands also when ten members send them to two servers; the others are told why', async () => {
    const other = await portal.second();
    const servers = [portal, { ...portal, ask: (call: Ask) => inject(other, call) }];
    const captchas: Captcha[] = [];
    for (let index = 0; index < 200; index += 1) captchas.push(await portal.captcha(members[index % 10]?.phone));
    const replies = await times(200, (index) =>
      book(
        servers[index % 2] as AccountPortal,
        members[index % 10] as Asker,
        `${tomorrow()} ${ranges[index % ranges.length]}`,
        {},
        { captcha: captchas[index] },
      ),
    );
    expect(replies.filter(({ body }) => body['message'] === '预订成功')).toHaveLength(1);
    expect(replies.filter(({ status, body }) => status === 409 && at(body, 'errors', 'time') === '时间已被预订，请重新选择')).toHaveLength(
      199,
    );
    expect(await standing()).toBe(1);
  }, 60_000);

  it('bookings beside each other all stand', async () => {
    const halves = Array.from({ length: 18 }, (_, index) => {
      const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      return `${clock(540 + index * 30)}-${clock(570 + index * 30)}`;
    });
    expect(
      (await times(18, (index) => add(portal.database, newBooking(`${tomorrow()} ${halves[index]}`), portal.clock.now()))).every(
        (stands) => stands,
      ),
    ).toBe(true);
    expect(await held()).toBe(18);
  });
});

describe('two approvals of overlapping bookings at once', () => {
  const pairs = 20;
  const waiting = async (): Promise<NewBooking[][]> =>
    times(pairs, async (pair) =>
      times(2, async (index) => {
        const booking = newBooking(`${tomorrow()} ${index === 0 ? '09:00-10:30' : '10:00-11:00'}`, {
          venue: `v${pair}`,
          id: `b${pair}-${index}`,
        });
        // As an import from elsewhere would leave them: without their half-hours.
        await add(portal.database, { ...booking, minutes: [] }, portal.clock.now());
        await sql`update booking set minutes = ${[...booking.minutes]}::smallint[] where id = ${booking.id}`.execute(
          portal.database.kysely,
        );
        return booking;
      }),
    );
  const approvals = async (): Promise<number[]> => {
    const found = await waiting();
    const decided = await Promise.all(
      found.map((pair) =>
        Promise.all(
          pair.map(({ id }) =>
            inTransaction(portal.database, (tx) => decideOnBooking(tx, { tenant: 'centre', id }, true, portal.clock.now())),
          ),
        ),
      ),
    );
    return decided.map((pair) => pair.filter((outcome) => outcome === 'done').length);
  };

  it('[PC-14] one is approved', async () => {
    expect(await approvals()).toEqual(Array.from({ length: pairs }, () => 1));
  });

  it('control: without the key of half-hours some pair has both', async () => {
    await lockHalfHours(portal.database, 'off');
    const most = async (): Promise<number> => {
      await clear();
      return Math.max(...(await approvals()));
    };
    expect(await raceUntilBroken(1, most)).toBe(2);
  });
});

describe('one booking, approved and rejected at once', () => {
  const decisions = async (db: Queryable): Promise<number> => {
    await clear();
    const booking = newBooking(`${tomorrow()} 09:00-10:30`);
    await add(portal.database, booking, portal.clock.now());
    const outcomes = await times(40, (index) =>
      inTransaction(db, (tx) => decideOnBooking(tx, { tenant: 'centre', id: booking.id }, index % 2 === 0, portal.clock.now())),
    );
    return outcomes.filter((outcome) => outcome === 'done').length;
  };

  it('is decided on once', async () => {
    expect(await decisions(portal.database)).toBe(1);
    const { rows } = await sql<{ status: number }>`select status from booking`.execute(portal.database.kysely);
    expect(await held()).toBe(rows[0]?.status === 1 ? 3 : 0);
  });

  it('control: without locks of rows it is more than once', async () => {
    expect(await raceUntilBroken(1, () => decisions(withoutRowLocks(portal.database)))).toBeGreaterThan(1);
  });
});

describe('50 repeats of one submission', () => {
  const member = (): Asker => members[0] as Asker;
  const repeats = async (headers: Record<string, string> | undefined): Promise<Reply[]> => {
    const { cookies, text } = await portal.captcha(member().phone);
    const body = {
      name: '王小明',
      mobilePhone: '13600000001',
      identityCard: '110101199001011237',
      idNumberConsent: true,
      purpose: 'x',
      venueId: 'hall',
      menuId: '6140',
      verCode: text,
      venueTime: `${tomorrow()} 09:00-10:30`,
    };
    return times(50, () =>
      portal.ask({ method: 'POST', url: '/api/onlinevenues/wt/venue/scheduled', token: member().token, cookies, body, headers }),
    );
  };
  const succeeded = (replies: Reply[]): unknown[] =>
    replies.filter(({ body }) => body['message'] === '预订成功').map(({ body }) => at(body, 'data', 'id'));

  it('with one Idempotency-Key make one record and are answered alike', async () => {
    const ids = succeeded(await repeats({ 'idempotency-key': 'one' }));
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(1);
    expect([await standing(), await held()]).toEqual([1, 3]);
  });

  it('control: without the key they are submissions of their own', async () => {
    expect(succeeded(await repeats(undefined))).toHaveLength(1);
  });

  it('a refused one may be tried again under its key', async () => {
    const blocking = newBooking(`${tomorrow()} 09:00-10:30`);
    await add(portal.database, blocking, portal.clock.now());
    expect((await book(portal, member(), `${tomorrow()} 09:00-10:30`, {}, { headers: { 'idempotency-key': 'again' } })).status).toBe(409);
    await inTransaction(portal.database, (tx) => decideOnBooking(tx, { tenant: 'centre', id: blocking.id }, false, portal.clock.now()));
    expect((await book(portal, member(), `${tomorrow()} 09:00-10:30`, {}, { headers: { 'idempotency-key': 'again' } })).status).toBe(200);
  });
});

describe('100 cancellations of one booking at once', () => {
  const cancellations = async (db: Queryable): Promise<number> => {
    await clear();
    const booking = newBooking(`${tomorrow()} 09:00-10:30`, { status: 1 });
    await add(portal.database, booking, portal.clock.now());
    const outcomes = await times(100, () =>
      inTransaction(db, (tx) =>
        cancelBooking(
          tx,
          { tenant: 'centre', id: booking.id, member: 'm1' },
          ['unused'],
          formatDate(portal.clock.now()),
          portal.clock.now(),
        ),
      ),
    );
    expect(outcomes.every((outcome) => outcome === 'done' || outcome === 'refused')).toBe(true);
    return outcomes.filter((outcome) => outcome === 'done').length;
  };

  it('[PC-15] free its times once', async () => {
    expect(await cancellations(portal.database)).toBe(1);
    expect(await held()).toBe(0);
  });

  it('control: without locks of rows more than once', async () => {
    expect(await raceUntilBroken(1, () => cancellations(withoutRowLocks(portal.database)))).toBeGreaterThan(1);
  });

  it('[PC-15, PC-16, PC-19] over the calls: one succeeds, the others are told, and who books next keeps the times', async () => {
    const [member, next] = [members[0] as Asker, members[1] as Asker];
    const id = at((await book(portal, member, `${tomorrow()} 09:00-10:30`, { venueId: 'free' })).body, 'data', 'id');
    const cancel = () => portal.ask({ method: 'PUT', url: `/api/onlinevenues/wt/unreg/${String(id)}`, token: member.token, body: {} });
    const first = times(60, cancel);
    const booked = book(portal, next, `${tomorrow()} 11:00-12:00`, { venueId: 'free' });
    const replies = [...(await first), ...(await times(40, cancel))];
    expect((await booked).status).toBe(200);
    expect(replies.filter(({ body }) => body['rel'] === true)).toHaveLength(1);
    expect(replies.filter(({ status, body }) => status === 409 && body['message'] === '只有未使用的预订可以退订')).toHaveLength(99);
    expect((await book(portal, next, `${tomorrow()} 09:00-10:30`, { venueId: 'free' })).status).toBe(200);
    expect([(await cancel()).status, await held()]).toEqual([409, 5]);
  });
});
