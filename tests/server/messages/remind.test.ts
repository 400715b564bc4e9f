import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CompiledPortal } from '../../../src/model/compiled';
import { formatDateTime, formatIso, parseTime } from '../../../src/runtime/time';
import { createRooms, createSweep } from '../../../src/server/rooms';
import { type AccountServices, createAccounts } from '../../../src/server/security/accountServices';
import { accountPortal, type AccountPortal } from '../accountPortal';
import { add, newBooking, venue } from '../bookings';
import { activity, addedContact, type Asker, day, enrolled, hour, listed, unsubscribe } from '../enrolments';

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
  await sql`truncate enrolment, enrol_place, booking, booking_slot, inbox_message, message_outbox`.execute(portal.database.kysely);
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
  const words = `您报名的“A next”将于${formatDateTime(begin)}开始，请按时参加。`;
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
  const words = `您预订的${(booking as { name: string }).name}（${next} 09:00-10:00）即将开始，请按时到场。`;
  expect(await remind(morning)).toEqual([words]);
  expect(await remind(morning + hour)).toEqual([words]);
});
