import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listMessages } from '../../../../src/database/accounts/inbox';
import { checkInBooking } from '../../../../src/database/bookings/bookings';
import { inTransaction } from '../../../../src/database/transaction';
import type { CompiledPortal } from '../../../../src/model/compiled';
import { formatDate } from '../../../../src/runtime/time';
import { createRooms } from '../../../../src/server/rooms';
import { decideBooking } from '../../../../src/server/rooms/booking/decide';
import { type AccountServices, createAccounts } from '../../../../src/server/security/accountServices';
import { accountPortal, type AccountPortal, at } from '../../accountPortal';
import { addedContact } from '../../enrolments';
import { add, type Asker, book, day, dayAhead, newBooking, takenOn, venue } from '../../bookings';
import { inWords } from '../../../inWords';

let portal: AccountPortal;
let centre: CompiledPortal;
let kit: AccountServices;
let member: Asker;
let other: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  centre = found;
  kit = createAccounts(portal.database, { secret: portal.secret }, portal.clock.now);
  member = await portal.member('13600000001');
  other = await portal.member('13600000002');
  await portal.put('centre', 'venue', [venue('hall')]);
}, 60_000);
afterAll(() => portal.close());
beforeEach(async () => {
  await sql`truncate booking, booking_slot, inbox_message`.execute(portal.database.kysely);
});

const tomorrow = (): string => dayAhead(portal, 1);
const asked = async (range: string, who = member): Promise<string> =>
  String(at((await book(portal, who, `${tomorrow()} ${range}`)).body, 'data', 'id'));
const messages = async (who = member) => (await listMessages(portal.database, 'centre', who.id, { limit: 10, offset: 0 })).rows;

describe('a decision', () => {
  it.each([
    [true, 'done', { kind: 'booking.approve', title: '场馆预订已通过', text: '您预订的V hall（{time}）已通过审核，请按时到场。' }],
    [false, 'done', { kind: 'booking.reject', title: '场馆预订未通过', text: '您预订的V hall（{time}）未通过审核，请选择其他时间。' }],
  ] as const)('is told to the member, once: approved %j', async (approve, outcome, message) => {
    const id = await asked('09:00-10:30');
    expect(await decideBooking(kit, centre, id, approve, portal.clock.now())).toBe(outcome);
    expect(await decideBooking(kit, centre, id, approve, portal.clock.now())).toBe('decided');
    expect(await messages()).toMatchObject([
      { ...message, text: message.text.replace('{time}', inWords(`${tomorrow()} 09:00-10:30`, 'moment')), link: '/personalcenter/venues' },
      {
        kind: 'booking.ask',
        title: '场馆预订已提交',
        text: `您预订的V hall（${inWords(`${tomorrow()} 09:00-10:30`, 'moment')}）已提交，请等待审核。`,
      },
    ]);
    expect(await messages(other)).toEqual([]);
  });

  it("of another institution's booking is none", async () => {
    const id = await asked('09:00-10:30');
    expect(await decideBooking(kit, { ...centre, tenant: 'museum' }, id, true, portal.clock.now())).toBe('missing');
    expect(await messages()).toMatchObject([{ kind: 'booking.ask' }]);
  });
});

describe('[BOOK-07] bookings left unused', () => {
  /** An approved booking that ended some days ago. */
  const past = (daysAgo: number, more = {}) => {
    const ends = portal.clock.now() - daysAgo * day;
    return newBooking(`${formatDate(ends)} 09:00-09:30`, {
      venue: `v${Math.random()}`,
      member: member.id,
      status: 1,
      starts: ends - 1_800_000,
      ends,
      ...more,
    });
  };
  const unused = async (count: number, more = {}) => {
    for (let index = 0; index < count; index += 1) await add(portal.database, past(1 + index, more), portal.clock.now() - 300 * day);
  };

  it('ten in a year keep a member from new ones, nine do not', async () => {
    await unused(9);
    expect((await book(portal, member, `${tomorrow()} 09:00-09:30`)).status).toBe(200);
    await unused(1);
    expect(await book(portal, member, `${tomorrow()} 10:00-10:30`)).toMatchObject({
      status: 409,
      body: { message: '一年内已有10次预约未使用，暂时不能预约' },
    });
    expect((await book(portal, other, `${tomorrow()} 10:00-10:30`)).status).toBe(200);
  });

  it.each([
    [
      'of more than a year ago',
      async () => {
        for (let index = 0; index < 10; index += 1) await add(portal.database, past(366 + index), portal.clock.now() - 500 * day);
      },
    ],
    [
      'that were used',
      async () => {
        await unused(10);
        await sql`update booking set checked_in = ends`.execute(portal.database.kysely);
      },
    ],
    ['where nobody looks', () => unused(10, { checkIn: false })],
    [
      'that were taken back',
      async () => {
        await unused(10);
        await sql`update booking set status = 2`.execute(portal.database.kysely);
      },
    ],
    ['of somebody else', () => unused(10, { member: 'somebody' })],
    [
      'yet to come',
      async () => {
        for (let index = 0; index < 10; index += 1) await add(portal.database, past(-2), portal.clock.now());
      },
    ],
  ])('do not count: those %s', async (_what, make) => {
    await make();
    expect((await book(portal, member, `${tomorrow()} 09:00-09:30`)).status).toBe(200);
  });

  it('are counted as used once somebody recorded the visit, on the day or later', async () => {
    const [today, later] = [
      newBooking(`${dayAhead(portal, 0)} 23:00-23:30`, { status: 1 }),
      newBooking(`${tomorrow()} 09:00-09:30`, { status: 1 }),
    ];
    for (const booking of [today, later]) await add(portal.database, booking, portal.clock.now() - day);
    const check = (id: string) => checkInBooking(portal.database, { tenant: 'centre', id }, dayAhead(portal, 0), portal.clock.now());
    const came = { member: 'm1', module: 'venue', venueName: 'Hall' };
    expect([await check(today.id), await check(today.id), await check(later.id), await check('made-up')]).toEqual([
      came,
      came,
      undefined,
      undefined,
    ]);
  });
});

describe("a member's data", () => {
  it('has the bookings whole, and they go with the account, which frees their times', async () => {
    await asked('09:00-10:30');
    await asked('11:00-12:00', other);
    const bookingData = createRooms(() => undefined)
      .flatMap(({ personalData = [] }) => personalData)
      .find(({ name }) => name === 'bookings');
    if (!bookingData) throw new Error('no data of bookings');
    expect(await bookingData.read(kit, 'centre', member.id, centre)).toMatchObject([
      { venueTime: `${tomorrow()} 09:00-10:30`, name: '王小明', mobilePhone: '13600000001', identityCard: '110101199001011237', status: 3 },
    ]);
    await inTransaction(portal.database, (tx) => bookingData.forget(tx, 'centre', member.id, centre, kit));
    expect(await bookingData.read(kit, 'centre', member.id, centre)).toEqual([]);
    expect(await takenOn(portal, tomorrow())).toEqual([{ venueTime: `${tomorrow()} 11:00-12:00` }]);
    expect((await book(portal, other, `${tomorrow()} 09:00-10:30`)).status).toBe(200);
  });
});

describe('a booking for a saved contact', () => {
  const typed = { name: undefined, mobilePhone: undefined, identityCard: undefined };
  const stored = () =>
    createRooms(() => undefined)
      .flatMap(({ personalData = [] }) => personalData)
      .find(({ name }) => name === 'bookings')
      ?.read(kit, 'centre', member.id, centre);

  it('has name, phone and ID number as they are kept, whatever else is sent', async () => {
    const contactIds = await addedContact(portal, member, { id: '110101199001010023', name: '程立夏', phone: '13812345678' });
    expect((await book(portal, member, `${tomorrow()} 09:00-09:30`, { ...typed, contactIds })).status).toBe(200);
    expect((await book(portal, member, `${tomorrow()} 10:00-10:30`, { contactIds })).status).toBe(200);
    const kept = { name: '程立夏', mobilePhone: '13812345678', identityCard: '110101199001010023' };
    expect(await stored()).toMatchObject([kept, kept]);
  });

  it("is refused at the field when it is nobody's, or another member's", async () => {
    const theirs = await addedContact(portal, other, { id: '110101199001010031', name: '王小明', phone: '13812345679' });
    for (const contactIds of [theirs, 'made-up'])
      expect(await book(portal, member, `${tomorrow()} 09:00-09:30`, { ...typed, contactIds })).toMatchObject({
        status: 404,
        body: { errors: { contactIds: '联系人不存在或已删除' } },
      });
    expect(await stored()).toEqual([]);
  });
});
