import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideOnBooking } from '../../../../src/database/bookings/bookings';
import { inTransaction } from '../../../../src/database/transaction';
import { at, accountPortal, type AccountPortal } from '../../accountPortal';
import { add, book, dayAhead, newBooking, takenOn, venue, type Asker } from '../../bookings';

let portal: AccountPortal;
let member: Asker;
let other: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  // A morning, so that the same day still has times to book.
  portal.clock.pass(
    Date.parse(new Date(portal.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10)) + 86_400_000 - 3_600_000 - portal.clock.now(),
  );
  member = await portal.member('13600000001', { name: '王小明' });
  other = await portal.member('13600000002');
  const sections = [
    { startTime: '09:00', endTime: '11:00' },
    { startTime: '11:00', endTime: '12:45' },
    { startTime: '14:00', endTime: '16:00' },
  ];
  await portal.put('centre', 'venue', [
    venue('hall'),
    venue('sections', { isTimeSection: 1, timeSectionData: sections }),
    venue('closed', { bookable: false }),
    venue('weekends', { cycle: [0, 6] }),
    venue('odd', {
      isTimeSection: 1,
      timeSectionData: [
        { startTime: '09:00', endTime: '10:15' },
        { startTime: '10:15', endTime: '11:15' },
        { startTime: '14:45', endTime: '16:00' },
      ],
    }),
    venue('near', { days: 4 }),
    venue('free', { review: false }),
    venue('late', { startTime: '13:30', endTime: '21:00' }),
    venue('sloppy', { startTime: '8:30', endTime: '17:00:00' }),
  ]);
  await portal.put('museum', 'venue', [venue('theirs')]);
}, 60_000);
afterAll(() => portal.close());
beforeEach(async () => {
  await sql`truncate booking, booking_slot`.execute(portal.database.kysely);
});

const tomorrow = (): string => dayAhead(portal, 1);
const times = async (id: string, host?: string) => portal.ask({ url: `/api/onlinevenues/wt/time/${id}`, host });
const list = async (query = '', who = member) =>
  portal.ask({ url: `/api/onlinevenues/wt/venueScheduled/${who.id}${query}`, token: who.token });
const rows = async (query = '', who = member): Promise<Record<string, unknown>[]> =>
  at((await list(query, who)).body, 'data', 'rows') as Record<string, unknown>[];
const cancel = (id: string, who = member) => portal.ask({ method: 'PUT', url: `/api/onlinevenues/wt/unreg/${id}`, token: who.token });
const decide = (id: string, approve = true) =>
  inTransaction(portal.database, (tx) => decideOnBooking(tx, { tenant: 'centre', id }, approve, portal.clock.now()));
const slots = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from booking_slot`.execute(portal.database.kysely)).rows[0]?.count ?? -1;

describe('when a venue can be booked', () => {
  it.each([
    ['hall', { isTimeSection: 0, startTime: '09:00', endTime: '18:00', cycle: [0, 1, 2, 3, 4, 5, 6], timeSectionData: [], days: 30 }],
    [
      'sections',
      {
        isTimeSection: 1,
        timeSectionData: [
          { startTime: '09:00', endTime: '11:00' },
          { startTime: '11:00', endTime: '12:45' },
          { startTime: '14:00', endTime: '16:00' },
        ],
      },
    ],
    ['weekends', { cycle: [0, 6] }],
    ['near', { days: 4 }],
    ['closed', { bookable: false }],
    ['late', { startTime: '13:30', endTime: '21:00' }],
    ['sloppy', { startTime: '08:30', endTime: '17:00' }],
  ])('[PICK-12, PICK-17, PICK-18, PICK-21] of %s is told completely', async (id, said) => {
    expect(await times(id)).toMatchObject({ status: 200, body: { status: 200, data: { id, ...said } } });
  });

  it("is told of no venue that is not there, not published or not the institution's", async () => {
    expect((await times('made-up')).status).toBe(404);
    expect((await times('theirs')).status).toBe(404);
    expect((await times('theirs', 'museum.localhost')).status).toBe(200);
  });
});

describe('a booking', () => {
  it('[BOOK-23, BOOK-24, PC-14] holds its times and awaits review', async () => {
    const reply = await book(portal, member, `${tomorrow()} 09:00-10:30`);
    expect(reply).toMatchObject({
      status: 200,
      body: { message: '预订成功', data: { status: 3, venueTime: `${tomorrow()} 09:00-10:30` } },
    });
    expect(await takenOn(portal, tomorrow())).toEqual([{ venueTime: `${tomorrow()} 09:00-10:30` }]);
    expect(await slots()).toBe(3);
    expect(await rows()).toMatchObject([{ id: at(reply.body, 'data', 'id'), status: 3 }]);
  });

  it('stands at once where bookings await no review', async () => {
    expect((await book(portal, member, `${tomorrow()} 09:00-10:30`, { venueId: 'free' })).body).toMatchObject({
      message: '预订成功',
      data: { status: 1 },
    });
  });

  it.each([
    ['2026-11-21 09:00', '预订时间不正确，请重新选择'],
    ['2026-02-30 09:00-10:00', '预订时间不正确，请重新选择'],
    [() => `${tomorrow()} 10:00-10:00`, '预订时间不正确，请重新选择'],
    [() => `${tomorrow()} 09:00-11:00,10:00-12:00`, '预订时间不正确，请重新选择'],
    [() => `${tomorrow()} 14:00-16:00,09:00-11:00`, '预订时间不正确，请重新选择'],
    ['x'.repeat(700), '预订时间不正确，请重新选择'],
    [() => `${dayAhead(portal, -1)} 09:00-10:00`, '预订时间已过，请重新选择'],
    ['2001-01-01 09:00-10:00', '预订时间已过，请重新选择'],
    [() => `${dayAhead(portal, 30)} 09:00-10:00`, '只能预订30天内的时间，请重新选择'],
    ['2099-01-01 09:00-10:00', '只能预订30天内的时间，请重新选择'],
    [() => `${tomorrow()} 08:30-10:00`, '开放时间为09:00-18:00，请重新选择'],
    [() => `${tomorrow()} 17:00-18:30`, '开放时间为09:00-18:00，请重新选择'],
    [() => `${tomorrow()} 09:15-10:00`, '时间须以30分钟为单位，请重新选择'],
    [() => `${tomorrow()} 09:00-10:10`, '时间须以30分钟为单位，请重新选择'],
    [() => `${tomorrow()} 09:00-10:00,11:00-12:00`, '请选择一段连续的时间'],
    [() => `${dayAhead(portal, 4)} 09:00-10:00`, '只能预订4天内的时间，请重新选择', 'near'],
    [() => `${tomorrow()} 09:00-10:00`, '开放时间为13:30-21:00，请重新选择', 'late'],
    [() => `${tomorrow()} 09:00-10:00`, '没有这个时段，请重新选择', 'sections'],
    [() => `${tomorrow()} 09:00-12:45`, '没有这个时段，请重新选择', 'sections'],
    [() => `${tomorrow()} 09:00-11:00,15:00-16:00`, '没有这个时段，请重新选择', 'sections'],
  ])('[PICK-01, PICK-06, PICK-12, PICK-18] at %s is refused at its field: %s', async (time, message, venueId = 'hall') => {
    const reply = await book(portal, member, typeof time === 'string' ? time : time(), { venueId });
    expect(reply).toMatchObject({ status: 400, body: { message, errors: { time: message } } });
    expect(await slots()).toBe(0);
  });

  it('[PICK-01, PICK-06] may begin later today, and be on the last of the days', async () => {
    const now = new Date(portal.clock.now() + 8 * 3_600_000).toISOString();
    expect(now.slice(11, 13)).toBe('07');
    expect((await book(portal, member, `${dayAhead(portal, 0)} 09:00-09:30`)).status).toBe(200);
    expect((await book(portal, member, `${dayAhead(portal, 29)} 17:30-18:00`)).status).toBe(200);
    expect((await book(portal, member, `${dayAhead(portal, 3)} 09:00-18:00`, { venueId: 'near' })).status).toBe(200);
  });

  it('[PICK-19] is made on the weekdays of the venue alone', async () => {
    const days = Array.from({ length: 7 }, (_, ahead) => dayAhead(portal, ahead + 1));
    for (const date of days) {
      const weekend = [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
      expect([date, (await book(portal, member, `${date} 09:00-10:00`, { venueId: 'weekends' })).body]).toMatchObject([
        date,
        { message: weekend ? '预订成功' : '该日不开放预订，请重新选择' },
      ]);
    }
  });

  it('[PICK-18, PICK-20] of sections holds each of them, with every half-hour that it touches', async () => {
    expect((await book(portal, member, `${tomorrow()} 11:00-12:45,14:00-16:00`, { venueId: 'sections' })).body).toMatchObject({
      message: '预订成功',
    });
    expect(await takenOn(portal, tomorrow(), 'sections')).toEqual([{ venueTime: `${tomorrow()} 11:00-13:00,14:00-16:00` }]);
    expect((await book(portal, other, `${tomorrow()} 09:00-11:00,14:00-16:00`, { venueId: 'sections' })).status).toBe(409);
    expect((await book(portal, other, `${tomorrow()} 09:00-11:00`, { venueId: 'sections' })).status).toBe(200);
  });

  it.each([
    ['09:00-10:15,10:15-11:15', ['09:00-10:30,10:30-11:30'], 5],
    ['14:45-16:00', ['14:30-16:00'], 3],
    ['10:15-11:15', ['10:00-11:30'], 3],
  ])('[PICK-20] of sections off the half-hour is told as it is held: %s', async (sections, told, count) => {
    expect((await book(portal, member, `${tomorrow()} ${sections}`, { venueId: 'odd' })).status).toBe(200);
    expect(await takenOn(portal, tomorrow(), 'odd')).toEqual(told.map((range) => ({ venueTime: `${tomorrow()} ${range}` })));
    expect(await slots()).toBe(count);
    expect((await book(portal, other, `${tomorrow()} 09:00-10:15`, { venueId: 'odd' })).status).toBe(
      sections === '14:45-16:00' ? 200 : 409,
    );
  });

  it.each(['09:00-10:30', '09:30-10:00', '08:30-09:30', '10:00-11:00', '09:00-18:00'])(
    '[BOOK-26, PICK-07] that is taken meanwhile says so at the field of the time: %s',
    async (range) => {
      await book(portal, other, `${tomorrow()} 09:00-10:30`, { venueId: 'sloppy' });
      const fits = range !== '09:00-18:00';
      const reply = await book(portal, member, `${tomorrow()} ${fits ? range : '08:30-17:00'}`, { venueId: 'sloppy' });
      expect(reply).toMatchObject({
        status: 409,
        body: { message: '时间已被预订，请重新选择', errors: { time: '时间已被预订，请重新选择' } },
      });
      expect(await rows()).toEqual([]);
      expect(await slots()).toBe(3);
    },
  );

  it.each(['08:30-09:00', '10:30-11:00'])('beside another one stands: %s', async (range) => {
    await book(portal, other, `${tomorrow()} 09:00-10:30`, { venueId: 'sloppy' });
    expect((await book(portal, member, `${tomorrow()} ${range}`, { venueId: 'sloppy' })).status).toBe(200);
  });

  it.each([
    ['a venue that takes none', { venueId: 'closed' }, 409, '该场馆暂不开放预订'],
    ["another institution's venue", { venueId: 'theirs' }, 404, '内容不存在或已下线'],
    ['no venue', { venueId: undefined }, 404, '内容不存在或已下线'],
    ['a strange venue', { venueId: '\u0000' }, 404, '内容不存在或已下线'],
    ["somebody else's id", { memberId: 'x' }, 403, '登录凭证无效，请重新登录'],
    ["somebody else's phone", { phone: '13600000002' }, 403, '登录凭证无效，请重新登录'],
    ['an unknown key', { status: 1 }, 400, '提交的内容不正确'],
    ['a number', { purpose: 5 }, 400, '用途不能超过500个字符'],
  ])('of %s is refused', async (_what, more, status, message) => {
    expect(await book(portal, member, `${tomorrow()} 09:00-10:30`, more)).toMatchObject({ status, body: { message } });
    expect(await slots()).toBe(0);
  });

  it('[BOOK-03] is made by members alone', async () => {
    expect((await book(portal, { ...member, token: '' }, `${tomorrow()} 09:00-10:30`)).body).toMatchObject({
      status: 40101,
      message: '请先登录',
    });
    expect((await book(portal, { ...member, token: 'stale' }, `${tomorrow()} 09:00-10:30`)).body).toMatchObject({ status: 40101 });
  });

  it('keeps nothing of whose it is in the clear', async () => {
    await book(portal, member, `${tomorrow()} 09:00-10:30`, { mobilePhone: '13712345678', identityCard: '11010119900101231X' });
    const { rows: stored } = await sql`select * from booking`.execute(portal.database.kysely);
    expect(JSON.stringify(stored)).not.toMatch(/13712345678|110101199001|王小明/);
    expect(await takenOn(portal, tomorrow())).toEqual([{ venueTime: `${tomorrow()} 09:00-10:30` }]);
  });
});

describe('the form [BOOK-13, BOOK-14, BOOK-15, BOOK-16, BOOK-17, BOOK-18, BOOK-19, BOOK-21, BOOK-22, BOOK-25]', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['[BOOK-15]', { venueTime: undefined }, 'time', '请选择时间'],
    ['[BOOK-13]', { purpose: undefined }, 'touse', '请填写用途'],
    ['[BOOK-13]', { purpose: '  ' }, 'touse', '请填写用途'],
    ['[BOOK-14]', { name: undefined }, 'name', '请输入姓名'],
    ['[BOOK-25]', { name: '王' }, 'name', '请输入2到20个字的姓名'],
    ['[BOOK-25]', { name: '王3明' }, 'name', '请输入2到20个字的姓名'],
    ['[BOOK-16]', { mobilePhone: undefined }, 'phone', '请输入手机号'],
    ...['12600000001', '02600000001', '1360000000', '136000000011', '1360000000a', '+8613600000001'].map(
      (mobilePhone): [string, Record<string, unknown>, string, string] => ['[BOOK-17]', { mobilePhone }, 'phone', '请输入正确的手机号'],
    ),
    ['[BOOK-18]', { identityCard: undefined }, 'idCard', '请输入身份证号'],
    ...['11010119900101123', '1101011990010112345', '11010119900101123Y', '1101011990010X', '12345678901234', '1234567890123456'].map(
      (identityCard): [string, Record<string, unknown>, string, string] => [
        '[BOOK-19]',
        { identityCard },
        'idCard',
        '请输入正确的身份证号',
      ],
    ),
    ...['110101199001011234', '11010119900101123X', '110101199002301230', '110101900230123'].map(
      (identityCard): [string, Record<string, unknown>, string, string] => [
        '[BOOK-19]',
        { identityCard },
        'idCard',
        '身份证号有误，请核对出生日期和最后一位',
      ],
    ),
    ['[BOOK-21]', { verCode: undefined }, 'checkCode', '请输入验证码'],
    ['[BOOK-22]', { verCode: 'wrong' }, 'checkCode', '验证码错误'],
  ])('%s refuses %j at %s: %s', async (_row, more, field, message) => {
    expect(await book(portal, member, `${tomorrow()} 09:00-10:30`, more)).toMatchObject({
      status: 400,
      body: { message, errors: { [field]: message } },
    });
    expect(await slots()).toBe(0);
  });

  it.each<[string, Record<string, unknown>]>([
    ['BOOK-25', { name: '王明' }],
    ['BOOK-25', { name: '王小明明' }],
    ...['13600000001', '14600000001', '15600000001', '17600000001', '18600000001'].map((mobilePhone): [string, Record<string, unknown>] => [
      'BOOK-17',
      { mobilePhone },
    ]),
    ...['110101900101123', '110101199001011237', '11010119900101231X', '11010119900101231x', '１１０１０１１９９００１０１２３１ｘ'].map(
      (identityCard): [string, Record<string, unknown>] => ['BOOK-19', { identityCard }],
    ),
    ['BOOK-02', { menuId: undefined }],
  ])('[%s] takes %j', async (_row, more) => {
    expect((await book(portal, member, `${tomorrow()} 09:00-10:30`, more)).body).toMatchObject({ message: '预订成功' });
  });

  it('[BOOK-22] a picture serves once, also when its booking is refused', async () => {
    const { cookies, text } = await portal.captcha(member.phone);
    const body = (venueTime: string) => ({
      name: '王小明',
      mobilePhone: member.phone,
      identityCard: '110101199001011237',
      idNumberConsent: true,
      purpose: 'x',
      venueId: 'hall',
      menuId: '6140',
      verCode: text,
      venueTime,
    });
    const send = (venueTime: string) =>
      portal.ask({ method: 'POST', url: '/api/onlinevenues/wt/venue/scheduled', token: member.token, cookies, body: body(venueTime) });
    expect((await send(`${tomorrow()} 08:00-09:00`)).body).toMatchObject({ errors: { time: '开放时间为09:00-18:00，请重新选择' } });
    expect((await send(`${tomorrow()} 09:00-10:00`)).body).toMatchObject({ errors: { checkCode: '验证码错误' } });
  });
});

describe("a member's bookings", () => {
  const asked = async (time: string, more: Record<string, unknown> = {}, who = member): Promise<string> =>
    String(at((await book(portal, who, time, more)).body, 'data', 'id'));

  it("[PC-17, PC-18, CONV-34] have what they need, with masked contacts, and are the member's own", async () => {
    const id = await asked(`${tomorrow()} 09:00-10:30`);
    await asked(`${tomorrow()} 11:00-11:30`, {}, other);
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 200, data: { total: 1 } });
    expect(at(body, 'data', 'rows')).toEqual([
      {
        id,
        status: 3,
        may: { cancel: false },
        venueTime: `${tomorrow()} 09:00-10:30`,
        purpose: '排练',
        insertTime: expect.stringMatching(/^\d{4}-/),
        name: '王小明',
        mobilePhone: '136****0001',
        identityCard: '1101**********1237',
        venueData: { id: 'hall', columnId: '6140', name: 'V hall', address: '1 Test Road', image: '/pictures/hall.svg' },
      },
    ]);
    expect((await portal.ask({ url: `/api/onlinevenues/wt/venueScheduled/${other.id}`, token: member.token })).status).toBe(403);
    expect((await portal.ask({ url: `/api/onlinevenues/wt/venueScheduled/${member.id}` })).body).toMatchObject({ status: 40101 });
  });

  it('of one place, in one of several states, are those of the member who asks', async () => {
    const id = await asked(`${tomorrow()} 09:00-10:30`);
    await asked(`${tomorrow()} 11:00-11:30`, {}, other);
    await asked(`${tomorrow()} 09:00-11:00`, { venueId: 'sections' });
    expect((await rows('?venueId=hall&status=0,1,3')).map((row) => row['id'])).toEqual([id]);
    expect(await rows('?venueId=hall&status=0,1')).toEqual([]);
  });

  it('come page by page, the newest first', async () => {
    for (const hour of ['09', '10', '11']) {
      await asked(`${tomorrow()} ${hour}:00-${hour}:30`);
      portal.clock.pass(1_000);
    }
    expect((await rows('?page=1&limit=2')).map(({ venueTime }) => venueTime)).toEqual([
      `${tomorrow()} 11:00-11:30`,
      `${tomorrow()} 10:00-10:30`,
    ]);
    expect(await rows('?page=2&limit=2')).toHaveLength(1);
    expect((await list('?page=2&limit=2')).body).toMatchObject({ data: { total: 3 } });
    expect((await list('?limit=101')).status).toBe(400);
    expect((await list('?status=x')).status).toBe(400);
  });

  it('of a venue that is gone still say what it was', async () => {
    await portal.put('centre', 'venue', [venue('gone')]);
    await asked(`${tomorrow()} 09:00-10:30`, { venueId: 'gone' });
    await sql`delete from item where id = 'gone'`.execute(portal.database.kysely);
    expect(await rows()).toMatchObject([{ venueData: { id: 'gone', columnId: '6140', name: 'V gone' } }]);
  });

  it('of a venue that is no longer published say of it only what it was called', async () => {
    await portal.put('centre', 'venue', [venue('withdrawn')]);
    await asked(`${tomorrow()} 09:00-10:30`, { venueId: 'withdrawn' });
    await sql`update item set status = 0, doc = doc || '{"name": "Secret"}' where id = 'withdrawn'`.execute(portal.database.kysely);
    expect((await rows())[0]?.['venueData']).toEqual({ id: 'withdrawn', columnId: '6140', name: 'V withdrawn' });
    expect((await book(portal, member, `${tomorrow()} 11:00-12:00`, { venueId: 'withdrawn' })).status).toBe(404);
  });

  it.each([
    ['awaits review', 3, { status: 3, offset: 60 }],
    ['approved, to come', 1, { status: 1, offset: 60 }],
    ['goes on', 0, { status: 1, offset: -30 }],
    ['over, the visitor came', -1, { status: 1, offset: -90, came: true }],
    ['over, nobody came', 4, { status: 1, offset: -90 }],
    ['over, where nobody looks', -1, { status: 1, offset: -90, checkIn: false }],
    ['not decided on in time', 4, { status: 3, offset: -30 }],
    ['taken back', 2, { status: 2, offset: -90 }],
    ['rejected', 5, { status: 5, offset: 60 }],
  ] as const)('[PC-13, PC-14, PC-35] %s: status %i, and among those of it alone', async (_what, status, { offset, ...stored }) => {
    const starts = portal.clock.now() + offset * 60_000;
    const booking = newBooking(`${dayAhead(portal, 0)} 09:00-10:00`, {
      member: member.id,
      nameCipher: await sealed('x'),
      phoneCipher: await sealed('x'),
      idCipher: await sealed('x'),
      starts,
      ends: starts + 3_600_000,
      checkIn: !('checkIn' in stored),
    });
    expect(await add(portal.database, booking, portal.clock.now() - 2 * 3_600_000)).toBe(true);
    await sql`update booking set status = ${stored.status}, checked_in = ${'came' in stored ? new Date() : null}`.execute(
      portal.database.kysely,
    );
    expect((await rows()).map((row) => row['status'])).toEqual([status]);
    for (const asked of [-1, 0, 1, 2, 3, 4, 5])
      expect([asked, (await rows(`?status=${asked}`)).length]).toEqual([asked, asked === status ? 1 : 0]);
  });

  const sealed = async (_text: string): Promise<string> => {
    await asked(`${dayAhead(portal, 5)} 09:00-09:30`);
    const { rows: found } = await sql<{ cipher: string }>`delete from booking returning phone_cipher as cipher`.execute(
      portal.database.kysely,
    );
    await sql`truncate booking_slot`.execute(portal.database.kysely);
    return found[0]?.cipher ?? '';
  };
});

describe('taking a booking back', () => {
  const approved = async (time: string): Promise<string> =>
    String(at((await book(portal, member, time, { venueId: 'free' })).body, 'data', 'id'));

  it('[PC-15, PC-19] frees its times, once', async () => {
    const id = await approved(`${tomorrow()} 09:00-10:30`);
    expect(await cancel(id)).toMatchObject({ status: 200, body: { rel: true, data: '退订成功' } });
    expect(await rows()).toMatchObject([{ id, status: 2 }]);
    expect(await takenOn(portal, tomorrow(), 'free')).toEqual([]);
    expect((await book(portal, other, `${tomorrow()} 09:00-10:30`, { venueId: 'free' })).status).toBe(200);
    expect(await cancel(id)).toMatchObject({ status: 409, body: { rel: false, message: '只有未使用的预订可以退订' } });
    expect(await slots()).toBe(3);
  });

  it('[PC-16] is for approved ones alone', async () => {
    const id = String(at((await book(portal, member, `${tomorrow()} 09:00-10:30`)).body, 'data', 'id'));
    expect((await cancel(id)).body).toMatchObject({ rel: false, message: '只有未使用的预订可以退订' });
    await decide(id, false);
    expect((await cancel(id)).body).toMatchObject({ rel: false, message: '只有未使用的预订可以退订' });
  });

  it('[BOOK-08] is possible until the day before', async () => {
    const id = await approved(`${dayAhead(portal, 0)} 17:00-18:00`);
    expect(await cancel(id)).toMatchObject({ status: 409, body: { rel: false, message: '预订当日不能退订，请至少提前一天' } });
    expect(await slots()).toBe(2);
    expect(await rows()).toMatchObject([{ id, status: 1, may: { cancel: false }, cancelLate: true }]);
    await approved(`${tomorrow()} 09:00-10:30`);
    const [latest] = await rows();
    expect(latest).toMatchObject({ may: { cancel: true } });
    expect(latest).not.toHaveProperty('cancelLate');
  });

  it('is for its member alone', async () => {
    const id = await approved(`${tomorrow()} 09:00-10:30`);
    expect(await cancel(id, other)).toMatchObject({ status: 404, body: { message: '预订不存在' } });
    expect((await cancel('made-up')).status).toBe(404);
    expect((await portal.ask({ method: 'PUT', url: `/api/onlinevenues/wt/unreg/${id}`, body: {} })).body).toMatchObject({ status: 40101 });
    expect(await rows()).toMatchObject([{ status: 1 }]);
  });
});

describe('deciding', () => {
  it('[PC-14] approval keeps the times, rejection frees them, and each is decided once', async () => {
    const ids = [];
    for (const range of ['09:00-10:00', '10:00-11:00'])
      ids.push(String(at((await book(portal, member, `${tomorrow()} ${range}`)).body, 'data', 'id')));
    const [first = '', second = ''] = ids;
    expect([await decide(first), await decide(second, false)]).toEqual(['done', 'done']);
    expect(await takenOn(portal, tomorrow())).toEqual([{ venueTime: `${tomorrow()} 09:00-10:00` }]);
    expect((await rows()).map(({ status }) => status).sort()).toEqual([1, 5]);
    expect([await decide(first), await decide(first, false), await decide(second), await decide('made-up')]).toEqual([
      'decided',
      'decided',
      'decided',
      'missing',
    ]);
    expect(await slots()).toBe(2);
  });

  it('minds bookings that stand without their half-hours, as after an import', async () => {
    const standing = newBooking(`${tomorrow()} 09:00-10:00`, { status: 1 });
    const waiting = newBooking(`${tomorrow()} 09:30-11:00`);
    await add(portal.database, waiting, portal.clock.now());
    await add(portal.database, { ...standing, minutes: [] }, portal.clock.now());
    await sql`update booking set minutes = ${[...standing.minutes]}::smallint[] where id = ${standing.id}`.execute(portal.database.kysely);
    expect((await book(portal, member, `${tomorrow()} 09:00-09:30`)).status).toBe(409);
    expect(await decide(waiting.id)).toBe('taken');
  });

  it('looks again: of two that came without their times and overlap, one is approved', async () => {
    const both = ['09:00-10:00', '09:30-11:00'].map((range, index) =>
      newBooking(`${tomorrow()} ${range}`, { id: `imported${index}`, day: `${tomorrow()}` }),
    );
    for (const booking of both) {
      await add(portal.database, { ...booking, minutes: [] }, portal.clock.now());
      await sql`update booking set minutes = ${[...booking.minutes]}::smallint[] where id = ${booking.id}`.execute(portal.database.kysely);
    }
    expect(await decide('imported0')).toBe('done');
    expect(await decide('imported1')).toBe('taken');
    expect(await slots()).toBe(2);
    expect((await book(portal, member, `${tomorrow()} 09:30-10:00`)).status).toBe(409);
  });

  it('comes too late once a booking has begun; the rest of its times can then be booked', async () => {
    const starts = portal.clock.now() - 1_000;
    const booking = newBooking(`${dayAhead(portal, 0)} 09:00-12:00`, { member: member.id, starts });
    await add(portal.database, booking, portal.clock.now() - 60_000);
    expect(await decide(booking.id)).toBe('over');
    expect(await takenOn(portal, dayAhead(portal, 0))).toEqual([]);
    expect((await book(portal, other, `${dayAhead(portal, 0)} 11:00-12:00`)).status).toBe(200);
    expect(await slots()).toBe(2);
  });
});

describe('what is taken', () => {
  it.each(['2026-02-30', 'tomorrow', '2026-11-21 09:00-10:00'])('[PICK-22] is told for a day, not for %s', async (date) => {
    expect(
      (await portal.ask({ url: `/api/onlinevenues/wt/time/notCanUse?venueTime=${encodeURIComponent(date)}&venueId=hall&menuId=1` })).status,
    ).toBe(400);
  });

  it('[PICK-22] is told of a venue of the institution, whatever the menu', async () => {
    await book(portal, member, `${tomorrow()} 09:00-10:30`);
    expect(
      (await portal.ask({ url: `/api/onlinevenues/wt/time/notCanUse?venueTime=${tomorrow()}&venueId=hall&menuId=1` })).body,
    ).toMatchObject({ status: 200, data: [{ venueTime: `${tomorrow()} 09:00-10:30` }] });
    expect((await portal.ask({ url: `/api/onlinevenues/wt/time/notCanUse?venueTime=${tomorrow()}&venueId=theirs` })).status).toBe(404);
    expect(await takenOn(portal, dayAhead(portal, 2))).toEqual([]);
  });
});

describe('a calendar file', () => {
  it('has an event for each range, tentative until it was approved', async () => {
    const reply = await book(portal, member, `${tomorrow()} 09:00-11:00,14:00-16:00`, { venueId: 'sections' });
    const id = String(at(reply.body, 'data', 'id'));
    const get = (who: Asker) => portal.ask({ url: `/api/onlinevenues/wt/venueScheduled/${id}/calendar`, token: who.token });
    const file = await get(member);
    const date = tomorrow().replaceAll('-', '');
    expect(file).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
    expect(file.text.split('\r\n').filter((line) => /^(DTSTART|DTEND|SUMMARY|LOCATION|STATUS)/.test(line))).toEqual([
      `DTSTART:${date}T010000Z`,
      `DTEND:${date}T030000Z`,
      'SUMMARY:场馆预订：V sections',
      'LOCATION:1 Test Road',
      'STATUS:TENTATIVE',
      `DTSTART:${date}T060000Z`,
      `DTEND:${date}T080000Z`,
      'SUMMARY:场馆预订：V sections',
      'LOCATION:1 Test Road',
      'STATUS:TENTATIVE',
    ]);
    expect((await get(other)).status).toBe(404);
    await decide(id);
    expect((await get(member)).text).toContain('STATUS:CONFIRMED');
    await cancel(id);
    expect((await get(member)).status).toBe(409);
  });
});
