import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompiledPortal } from '../../../src/model/compiled';
import { formatIso, parseTime } from '../../../src/runtime/time';
import { createReminders } from '../../../src/server/messages/reminders';
import { createRooms, createSweep } from '../../../src/server/rooms';
import { type AccountServices, createAccounts } from '../../../src/server/security/accountServices';
import { accountPortal, type AccountPortal } from '../accountPortal';
import { add, newBooking, venue } from '../bookings';
import { activity, addedContact, type Asker, day, enrolled, hour, listed, unsubscribe } from '../enrolments';
import { inWords } from '../../inWords';

let portal: AccountPortal;
let centre: CompiledPortal;
let kit: AccountServices;
let member: Asker;
/** Ten in the morning of a day on the clocks of Asia/Shanghai. */
let morning = 0;
const moment = { now: 0 };
const faults: unknown[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  centre = found;
  kit = createAccounts(
    portal.database,
    { secret: portal.secret },
    () => moment.now,
    (error) => void faults.push(error),
  );
  member = await portal.member('13600000001');
  await portal.put('centre', 'venue', [venue('hall')]);
  morning = (parseTime(formatIso(portal.clock.now() + 10 * day).slice(0, 10)) ?? 0) + 10 * hour;
}, 60_000);
afterAll(() => portal.close());
beforeEach(async () => {
  await sql`truncate enrolment, enrol_place, booking, booking_slot, inbox_message, message_outbox, item_reminder`.execute(
    portal.database.kysely,
  );
});

const remind = async (now: number): Promise<string[]> => {
  moment.now = now;
  const sweep = createSweep(
    createRooms(() => centre),
    kit,
    () => [centre],
  );
  await Promise.all([sweep(), sweep()]);
  expect(faults).toEqual([]);
  const { rows } = await sql<{ body: string }>`select body from inbox_message where kind like '%.remind' order by body`.execute(
    portal.database.kysely,
  );
  return rows.map(({ body }) => body);
};
const show = (id: string, begin: number) =>
  activity(portal, id, { enrollEndTime: formatIso(begin), beginTime: formatIso(begin), endTime: formatIso(begin + hour) });

it('reminds who has a place on the next day: once, from the hour on, and again of another day', async () => {
  const begin = morning + day + 9 * hour;
  await portal.put('centre', 'appointment', [show('next', begin), show('gone', begin), show('later', begin + day)]);
  for (const id of ['next', 'gone', 'later'])
    await enrolled(portal, member, id, [await addedContact(portal, member), await addedContact(portal, member)]);
  for (const row of await listed(portal, member))
    if ((row['activityInfo'] as { id: string }).id === 'gone') await unsubscribe(portal, member, String(row['id']));
  expect(await remind(morning - 1)).toEqual([]);
  const words = `您报名的“A next”将于${inWords(formatIso(begin), 'moment')}开始，请按时参加。`;
  expect(await remind(morning)).toEqual([words]);
  expect(await remind(morning + 3 * hour)).toEqual([words]);
  await portal.put('centre', 'appointment', [show('next', begin + day)]);
  expect(await remind(morning + day)).toHaveLength(3);
});

it('reminds of approved bookings of the next day, once', async () => {
  const next = formatIso(morning + day).slice(0, 10);
  for (const [id, time, status] of [
    ['approved', `${next} 09:00-10:00`, 1],
    ['waiting', `${next} 11:00-12:00`, 3],
    ['other', `${formatIso(morning).slice(0, 10)} 13:00-14:00`, 1],
  ] as const)
    await add(portal.database, newBooking(time, { id, member: member.id, status }), portal.clock.now());
  const booking = (await sql`select venue_name as name from booking where id = 'approved'`.execute(portal.database.kysely)).rows[0];
  const words = `您预订的${(booking as { name: string }).name}（${inWords(`${next} 09:00-10:00`, 'moment')}）即将开始，请按时到场。`;
  expect(await remind(morning)).toEqual([words]);
  expect(await remind(morning + hour)).toEqual([words]);
});

describe('what members asked to be reminded of', () => {
  const minute = 60_000;
  const stream = (id: string, begin: number) => ({
    id,
    menuId: '6115',
    name: `直播${id}`,
    beginTime: formatIso(begin),
    endTime: formatIso(begin + hour),
  });
  const put = (...items: ReturnType<typeof stream>[]) => portal.put('centre', 'newlive', items);
  const reminder = (method: 'GET' | 'PUT' | 'DELETE', id: string, who: { token?: string } = member) =>
    portal.ask({
      method,
      url: `/api/culture/newLive/web/${id}/reminder`,
      token: who.token,
      ...(method === 'PUT' ? { body: {} } : {}),
    });
  /** Two servers look at once. @returns what the member was told, with what it leads to */
  const look = async (now: number): Promise<string[]> => {
    moment.now = now;
    const { sweep } = createReminders(
      createRooms(() => centre),
      kit,
      () => centre,
    );
    await Promise.all([sweep(), sweep()]);
    expect(faults).toEqual([]);
    const { rows } = await sql<{ told: string }>`
      select body || ' ' || link as told from inbox_message where kind = 'item.reminder' order by created, body`.execute(
      portal.database.kysely,
    );
    return rows.map(({ told }) => told);
  };
  const words = (id: string, begin: number): string =>
    `您预约提醒的“直播${id}”将于${inWords(formatIso(begin), 'moment')}开始，请准时参与。 /newlivedetail?columnId=6115&id=${id}`;

  it('is told a quarter of an hour before, once, wherever it was put off to by then', async () => {
    const begin = morning + 9 * hour;
    await put(stream('a', begin));
    expect((await reminder('GET', 'a')).body).toMatchObject({ status: 200, data: { reminded: false } });
    for (let twice = 0; twice < 2; twice += 1)
      expect((await reminder('PUT', 'a')).body).toMatchObject({ status: 200, message: '预约成功，开始前15分钟提醒您' });
    expect((await reminder('GET', 'a')).body).toMatchObject({ data: { reminded: true } });
    expect(await look(begin - 15 * minute - 1)).toEqual([]);
    await put(stream('a', begin + hour));
    expect(await look(begin - 15 * minute)).toEqual([]);
    const told = [words('a', begin + hour)];
    expect(await look(begin + hour - 15 * minute)).toEqual(told);
    expect(await look(begin + hour - minute)).toEqual(told);
    await put(stream('a', begin + hour + 5 * minute));
    expect(await look(begin + hour), 'what is moved by minutes is no news').toEqual(told);
    await put(stream('a', begin + day));
    expect(await look(begin + day - minute)).toEqual([...told, words('a', begin + day)]);
    expect(await look(begin + day)).toHaveLength(2);
    expect((await reminder('GET', 'a')).body, 'what has begun is forgotten').toMatchObject({ data: { reminded: false } });
  });

  it('is not told to who took it back, nor of what is withdrawn or gone or has begun', async () => {
    const begin = morning + 9 * hour;
    await put(...['dropped', 'withdrawn', 'gone', 'begun', 'told'].map((id) => stream(id, begin)));
    for (const id of ['dropped', 'withdrawn', 'gone', 'begun', 'told']) expect((await reminder('PUT', id)).status).toBe(200);
    expect((await reminder('DELETE', 'dropped')).body).toMatchObject({ status: 200, message: '已取消提醒' });
    await sql`update item set status = 2 where module = 'newlive' and id = 'withdrawn'`.execute(portal.database.kysely);
    await sql`delete from item where module = 'newlive' and id = 'gone'`.execute(portal.database.kysely);
    await put(stream('begun', morning));
    expect(await look(begin - minute)).toEqual([words('told', begin)]);
    const { rows } = await sql`select item_id as id from item_reminder order by id`.execute(portal.database.kysely);
    expect(rows).toEqual([{ id: 'told' }, { id: 'withdrawn' }]);
  });

  it('can be asked for by members alone, of what is published and to come', async () => {
    await put(stream('past', portal.clock.now() - hour), stream('next', portal.clock.now() + hour));
    expect((await reminder('PUT', 'next', {})).body).toMatchObject({ status: 40101 });
    expect((await reminder('GET', 'next', {})).body).toMatchObject({ status: 40101 });
    expect((await reminder('PUT', 'past')).body).toMatchObject({ status: 400, message: '已经开始，不能再预约提醒' });
    expect((await reminder('PUT', 'none')).status).toBe(404);
    const other = await portal.member('13600000002');
    await reminder('PUT', 'next');
    expect((await reminder('GET', 'next', other)).body).toMatchObject({ data: { reminded: false } });
    await reminder('DELETE', 'next', other);
    expect((await reminder('GET', 'next')).body, 'nobody takes back what another asked for').toMatchObject({ data: { reminded: true } });
  });

  it('goes by text message too where the institution sends any, as long before as its settings say', async () => {
    const settings = { ...centre.settings, messages: { ...centre.settings.messages, channels: ['sms' as const], remindMinutes: 60 } };
    const open = { ...centre, settings };
    const begin = portal.clock.now() + hour;
    await put(stream('b', begin));
    await reminder('PUT', 'b');
    moment.now = begin - 60 * minute;
    await createReminders(
      createRooms(() => open),
      kit,
      () => open,
    ).sweep();
    const { rows } = await sql`select channel, kind from message_outbox where member_id = ${member.id}`.execute(portal.database.kysely);
    expect(rows).toEqual([{ channel: 'sms', kind: 'item.reminder' }]);
  });
});
