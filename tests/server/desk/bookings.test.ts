import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBlock, type NewBlock } from '../../../src/database/bookings/blockedTimes';
import { listAudit } from '../../../src/database/desk/audit';
import { inTransaction } from '../../../src/database/transaction';
import type { JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { add, book, type Captcha, dayAhead, newBooking, takenOn, venue } from '../bookings';
import type { Asker } from '../enrolments';
import { type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

let portal: AccountPortal;
let desk: DeskBrowser;
let other: DeskBrowser;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  [desk, other] = [await deskOf(portal, 'frontDesk'), await deskOf(portal, 'frontDesk', 'desk.two')];
  member = await portal.member('13900000031');
  await portal.put('centre', 'venue', [
    venue('hall'),
    venue('studio'),
    venue('rooms', { isTimeSection: 1, timeSectionData: [{ startTime: '09:00', endTime: '11:00' }] }),
  ]);
});
afterAll(() => portal.close());

const post = (call: string, body: object, browser = desk): Promise<DeskReply> => browser.call('POST', `/api/desk/venue/${call}`, body);
const rowsOf = ({ body }: DeskReply): JsonObject[] => at(body, 'data', 'rows') as JsonObject[];
/** The spans of a week of a place, or of one kind. */
const spans = async (date: string, kind?: string, id = 'hall'): Promise<JsonObject[]> =>
  rowsOf(await desk.call('GET', `/api/desk/venue/spans?id=${id}&day=${date}`)).filter(
    ({ spanKind }) => kind === undefined || spanKind === kind,
  );
const make = (day: string, from: string, until: string, more: JsonObject = {}, browser = desk): Promise<DeskReply> =>
  post('bookingMake', { venueId: 'hall', day, from, until, name: '赵大爷', phone: '13611112222', touse: '下棋', ...more }, browser);
const block = (day: string, more: JsonObject = {}, browser = desk): Promise<DeskReply> =>
  post('bookingBlock', { venueId: 'hall', day, from: '09:00', until: '10:00', repeat: 'once', ...more }, browser);
const move = ({ id, spanPlace, spanTime }: JsonObject, day: string, from: string, until: string, more: JsonObject = {}, browser = desk) =>
  post('bookingReschedule', { id, seenVenue: spanPlace, seenTime: spanTime, venueId: 'hall', day, from, until, ...more }, browser);
const heard = async (): Promise<JsonObject[]> =>
  at((await portal.ask({ url: '/api/personal/web/inbox/page?page=1&limit=50', token: member.token })).body, 'data', 'rows') as JsonObject[];
const actions = async (action: string): Promise<number> =>
  (await listAudit(portal.database, { tenant: 'centre', action, limit: 1, offset: 0 })).total;

describe('the week of a place', () => {
  it('has what is offered, what is booked and what is blocked, with names masked', async () => {
    const day = dayAhead(portal, 2);
    expect((await make(day, '10:00', '11:00')).status).toBe(200);
    expect((await block(day, { from: '14:00', until: '15:30', reason: '检修' })).status).toBe(200);
    const found = (await spans(day)).filter(({ spanDay }) => spanDay === day);
    expect(found.map(({ spanKind }) => spanKind)).toEqual(expect.arrayContaining(['open', 'blocked', 'unused']));
    expect(found.find(({ spanKind }) => spanKind === 'unused')).toMatchObject({
      spanTitle: '赵**',
      spanPhone: '136****2222',
      spanTime: `${day} 10:00-11:00`,
    });
    expect(found.find(({ spanKind }) => spanKind === 'blocked')).toMatchObject({ spanTitle: '检修', spanDays: 1 });
    expect(await spans(day, 'open', 'rooms')).toHaveLength(7);
    const all = rowsOf(await desk.call('GET', `/api/desk/venue/spans?view=day&day=${day}`));
    expect(new Set(all.flatMap(({ spanPlace }) => spanPlace ?? []))).toEqual(new Set(['hall', 'studio', 'rooms']));
  });

  it('is of one institution', async () => {
    const museum = await deskOf(portal, 'frontDesk', 'desk', 'museum', 'museum.localhost');
    const found = await museum.call('GET', `/api/desk/venue/spans?id=hall&day=${dayAhead(portal, 2)}`);
    expect(JSON.stringify(found.body)).not.toContain('赵');
  });

  it('is changed by those who serve alone', async () => {
    const editor = await deskOf(portal, 'editor');
    expect((await editor.call('GET', `/api/desk/venue/spans?id=hall`)).status).toBe(200);
    const day = dayAhead(portal, 20);
    expect((await make(day, '09:00', '10:00', {}, editor)).status).toBe(403);
    expect((await block(day, {}, editor)).status).toBe(403);
  });
});

describe('booking at the desk', () => {
  it('stands at once, holds its time and is noted', async () => {
    const day = dayAhead(portal, 3);
    expect((await make(day, '09:00', '10:00')).status).toBe(200);
    expect((await make(day, '09:30', '10:30')).body).toMatchObject({ status: 409, message: '时间已被预订，请重新选择' });
    expect((await make(day, '07:00', '08:00')).status).toBe(400);
    expect((await make(day, '11:00', '12:00', { phone: 'x' })).status).toBe(400);
    expect(await takenOn(portal, day)).toEqual([{ venueTime: `${day} 09:00-10:00` }]);
    expect(await actions('booking.book')).toBeGreaterThan(0);
  });

  it('is the booking of a member whose phone it is, who hears of it', async () => {
    const day = dayAhead(portal, 4);
    expect((await make(day, '09:00', '10:00', { member: true })).body).toMatchObject({ status: 400 });
    expect((await make(day, '09:00', '10:00', { member: true, phone: member.phone })).status).toBe(200);
    const mine = await portal.ask({ url: `/api/onlinevenues/wt/venueScheduled/${member.id}?page=1&limit=10`, token: member.token });
    expect(at(mine.body, 'data', 'rows', '0')).toMatchObject({ status: 1, venueTime: `${day} 09:00-10:00`, name: '赵大爷' });
    expect((await heard())[0]?.['title']).toBe('场馆预订成功');
  });
});

describe('moving a booking', () => {
  it('frees its time, takes the other and tells the member; what awaited a decision stands', async () => {
    const [day, later] = [dayAhead(portal, 5), dayAhead(portal, 6)];
    await book(portal, member, `${day} 09:00-10:00`);
    const [found = {}] = (await spans(day, 'waiting')).filter(({ spanDay }) => spanDay === day);
    expect((await move(found, later, '15:00', '16:00', { venueId: 'studio', reason: '合唱团演出' })).status).toBe(200);
    expect(await takenOn(portal, day)).toEqual([]);
    expect(await takenOn(portal, later, 'studio')).toEqual([{ venueTime: `${later} 15:00-16:00` }]);
    const [news] = await heard();
    expect(news).toMatchObject({ title: '场馆预订已改期' });
    expect(JSON.stringify(news)).toMatch(/V hall .*09:00.*V studio.*15:00.*合唱团演出/);
    expect(await actions('booking.move')).toBe(1);
    // Whoever saw it before does not move it again.
    expect((await move(found, later, '11:00', '12:00')).body).toMatchObject({
      status: 409,
      message: '这个预订刚刚被别人改过时间。请刷新后再看。',
    });
  });

  it('within its own time, and back again, tells each time', async () => {
    const day = dayAhead(portal, 7);
    await book(portal, member, `${day} 09:00-10:00`);
    const before = (await heard()).length;
    for (const [from, until] of [
      ['09:30', '10:30'],
      ['09:00', '10:00'],
      ['09:30', '10:30'],
    ] as const) {
      const [found = {}] = [...(await spans(day, 'waiting')), ...(await spans(day, 'unused'))].filter(({ spanDay }) => spanDay === day);
      expect((await move(found, day, from, until)).status).toBe(200);
    }
    expect(await takenOn(portal, day)).toEqual([{ venueTime: `${day} 09:30-10:30` }]);
    expect((await heard()).length).toBe(before + 3);
  });

  it('onto a taken time is refused in words, and leaves it where it was', async () => {
    const day = dayAhead(portal, 8);
    await make(day, '09:00', '10:00');
    await make(day, '10:00', '11:00');
    const [first = {}] = (await spans(day, 'unused')).filter(({ spanDay }) => spanDay === day);
    expect((await move(first, day, '10:00', '11:00')).body).toMatchObject({ status: 409, message: '时间已被预订，请重新选择' });
    expect(await takenOn(portal, day)).toEqual([{ venueTime: `${day} 09:00-10:00` }, { venueTime: `${day} 10:00-11:00` }]);
  });

  it("of two that want each other's times none waits for the other", async () => {
    const day = dayAhead(portal, 9);
    await make(day, '09:00', '10:00');
    await make(day, '10:00', '11:00');
    const [one = {}, two = {}] = (await spans(day, 'unused')).filter(({ spanDay }) => spanDay === day);
    const replies = await Promise.all([move(one, day, '10:00', '11:00'), move(two, day, '09:00', '10:00', {}, other)]);
    expect(replies.map(({ status }) => status)).toEqual([409, 409]);
  });
});

describe('blocking times', () => {
  it('keeps visitors out, who read the reason when they may, until it is freed', async () => {
    const day = dayAhead(portal, 10);
    expect((await block(day, { reason: '设备检修', shown: true })).status).toBe(200);
    expect(await takenOn(portal, day)).toEqual([{ venueTime: `${day} 09:00-10:00` }]);
    const times = await portal.ask({ url: '/api/onlinevenues/wt/time/hall' });
    expect(at(times.body, 'data', 'closures')).toMatch(/09:00.*10:00 设备检修$/);
    const refused = await book(portal, member, `${day} 09:30-10:30`);
    expect(refused.body).toMatchObject({ message: '该时段暂停开放，请重新选择' });
    expect((await make(day, '09:00', '10:00')).status).toBe(409);
    expect((await block(day, { from: '09:30', until: '11:00' })).body).toMatchObject({ status: 409 });
    const [found = {}] = (await spans(day, 'blocked')).filter(({ spanDay }) => spanDay === day);
    expect((await post('bookingUnblock', { id: found['id'], day })).status).toBe(200);
    expect((await post('bookingUnblock', { id: found['id'], day })).status).toBe(404);
    expect(await takenOn(portal, day)).toEqual([]);
  });

  it('tells of bookings that stand there first, and blocks nothing of the rest', async () => {
    const day = dayAhead(portal, 11);
    await make(day, '15:00', '16:00');
    const reply = await block(day, { wholeDay: true, from: '', until: '' });
    expect(reply.body['message']).toBe(`该时间已有1个预订（${day} 15:00-16:00）。请先改期或取消，再停用。`);
    expect(await takenOn(portal, day)).toEqual([{ venueTime: `${day} 15:00-16:00` }]);
  });

  it('repeats weekly until a day; one day of it is freed alone, then all that follow', async () => {
    const days = [12, 19, 26].map((ahead) => dayAhead(portal, ahead));
    const [first = '', second = '', third = ''] = days;
    expect((await block(first, { repeat: 'weekly', lastDay: dayAhead(portal, 27) })).status).toBe(200);
    for (const day of days) expect(await takenOn(portal, day)).toHaveLength(1);
    expect(await takenOn(portal, dayAhead(portal, 13))).toEqual([]);
    const [found = {}] = await spans(second, 'blocked');
    expect(found).toMatchObject({ spanDay: second, spanDays: 3 });
    expect((await post('bookingUnblock', { id: found['id'], day: second })).status).toBe(200);
    expect(
      [await takenOn(portal, first), await takenOn(portal, second), await takenOn(portal, third)].map((all) => (all as []).length),
    ).toEqual([1, 0, 1]);
    expect((await post('bookingUnblock', { id: found['id'], day: first, all: true })).status).toBe(200);
    expect([await takenOn(portal, first), await takenOn(portal, third)]).toEqual([[], []]);
  });

  it('refuses hours off the half-hour, days that are over and spans without an end', async () => {
    const day = dayAhead(portal, 14);
    expect((await block(day, { from: '09:10' })).status).toBe(400);
    expect((await block(day, { from: '11:00', until: '10:00' })).status).toBe(400);
    expect((await block(dayAhead(portal, -1))).status).toBe(400);
    expect((await block(day, { repeat: 'daily', lastDay: dayAhead(portal, 13) })).status).toBe(400);
  });
});

describe('one half-hour', () => {
  it('is held by one of fifty who book, book at the desk, move and block at the same moment', async () => {
    const [day, elsewhere] = [dayAhead(portal, 15), dayAhead(portal, 16)];
    const minutes = (at: number): string => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    for (let index = 0; index < 12; index += 1) await make(elsewhere, minutes(540 + index * 30), minutes(570 + index * 30));
    const movable = (await spans(elsewhere, 'unused')).filter(({ spanDay }) => spanDay === elsewhere);
    expect(movable).toHaveLength(12);
    // Pictures that are asked for at the same time are confused.
    const askers: { asker: Asker; captcha: Captcha }[] = [];
    for (const last of [0, 1, 2, 3, 4]) {
      const asker = await portal.member(`1390000004${last}`);
      askers.push({ asker, captcha: await portal.captcha(asker.phone) });
    }
    const attempts: Promise<number>[] = [
      ...askers.map(({ asker, captcha }) =>
        book(portal, asker, `${day} 09:00-10:00`, {}, { captcha }).then(({ body }) => (body['message'] === '预订成功' ? 200 : 409)),
      ),
      ...movable.map((span, index) => move(span, day, '09:30', '10:30', {}, index % 2 ? desk : other).then(({ status }) => status)),
      ...Array.from({ length: 17 }, (_, index) => make(day, '09:00', '10:00', {}, index % 2 ? desk : other).then(({ status }) => status)),
      ...Array.from({ length: 16 }, (_, index) => block(day, {}, index % 2 ? desk : other).then(({ status }) => status)),
    ];
    expect(attempts).toHaveLength(50);
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((status) => status === 200)).toHaveLength(1);
    expect(outcomes.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await takenOn(portal, day)).toHaveLength(1);
  });

  it('is blocked and booked at once where nothing holds it: the control', async () => {
    const time = `${dayAhead(portal, 17)} 09:00-10:00`;
    const now = portal.clock.now();
    const blocked: NewBlock = {
      tenant: 'centre',
      id: 'control',
      module: 'venue',
      venue: 'hall',
      days: [dayAhead(portal, 17)],
      minutes: [],
      begins: 540,
      ends: 600,
      reason: '',
      shown: false,
      staff: 'x',
    };
    // Without half-hours neither is in the way of the other.
    const both = await Promise.all([
      inTransaction(portal.database, (tx) => addBlock(tx, blocked, now)),
      add(portal.database, newBooking(time, { id: 'beside' }), now),
    ]);
    expect(both).toEqual([{ outcome: 'done' }, true]);
  });
});
