import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callBookingOff } from '../../../src/server/rooms/booking/decide';
import { callEnrolmentsOff } from '../../../src/server/rooms/enrolment/callOff';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { book, dayAhead, venue } from '../bookings';
import { activity, addedContact, type Asker, enrolled, listed, unsubscribe } from '../enrolments';
import { copyOfDefinitions } from '../projectDefinitions';
import { inWords } from '../../inWords';

/** What an institution calls things, and what it lets members do. */
const patches = {
  enrolment: {
    states: {
      unused: { label: '待入场', reached: null, tone: 'positive' },
      waiting: { label: '排队中' },
      calledOff: { label: '馆方取消' },
    },
    moves: { cancel: null, callOff: { message: { sms: '{state}' } } },
  },
  booking: {
    states: { waiting: { label: '审批中' }, unsubscribed: { label: '已撤回' } },
    moves: { cancel: { from: ['waiting', 'unused'] }, ask: { message: { text: '预订{state}' } } },
  },
};
let portal: AccountPortal;
let member: Asker;
beforeAll(async () => {
  const folder = await copyOfDefinitions();
  for (const [name, patch] of Object.entries(patches))
    await writeFile(join(folder, `tenants/centre/modules/${name}.json`), JSON.stringify(patch));
  portal = await accountPortal(folder);
  member = await portal.member('13600000001');
  await portal.put('centre', 'appointment', [activity(portal, 'show', { number: 1, waiting: 1 })]);
  await portal.put('centre', 'venue', [venue('hall')]);
}, 60_000);
afterAll(() => portal.close());

const centre = () => {
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  return found;
};
const kit = () => ({ db: portal.database, keys: deriveAccountKeys(portal.secret) });
const messages = async (): Promise<unknown[]> =>
  (await sql<{ body: string }>`select body from inbox_message order by created, kind`.execute(portal.database.kysely)).rows.map(
    ({ body }) => body,
  );
/** What the personal centre's page calls a state, on its cards and its tabs, and in which colour. */
function shown(path: string, value: string): unknown[] {
  const page = [...centre().pages.values()].find((one) => one.path === path);
  const [options] = Object.values(page?.codelists ?? {}).flatMap(({ options: found }) => (found ? [found] : []));
  const badge = JSON.stringify(Object.values(page?.cards ?? {})[0]?.badge);
  const tabs = page?.definition.kind === 'list' ? Object.values(page.definition.tabs ?? {}).map(({ label }) => label) : [];
  return [options?.[value], badge, tabs];
}

test('[PC-05, PC-37] a state is called what the institution calls it: on the ticket, the card, the tab and in messages', async () => {
  const ticket = await enrolled(portal, member, 'show', [await addedContact(portal, member, { name: '王一' })]);
  expect(at(ticket.body, 'data', 'status')).toEqual({ code: 0, description: '待入场' });
  const waiting = await enrolled(portal, member, 'show', [await addedContact(portal, member, { name: '韩二' })], {}, { path: 'wait' });
  expect(at(waiting.body, 'data', 'status')).toEqual({ code: 4, description: '排队中' });
  expect((await listed(portal, member)).map(({ status }) => at(status, 'description')).toSorted()).toEqual(['待入场', '排队中'].toSorted());
  const [label, badge, tabs] = shown('/personalcenter', '0');
  expect([label, tabs]).toEqual(['待入场', ['全部', '待入场', '已退订', '已过期', '已使用']]);
  expect(badge).toContain('"positive":{"/row/status/code":{"enum":[0]}}');
  expect((await messages()).join()).toContain('您报名的“A show”排队中，共1人');
});

test('[PC-06] members make the moves that are theirs, and no others', async () => {
  const rows = await listed(portal, member);
  const [kept, left] = [0, 4].map((code) => rows.find(({ status }) => at(status, 'code') === code));
  expect([kept?.['may'], left?.['may']]).toEqual([{ leave: false }, { leave: true }]);
  expect((await unsubscribe(portal, member, String(kept?.['id']))).body).toMatchObject({ rel: false });
  const id = String(at((await book(portal, member, `${dayAhead(portal, 2)} 09:00-10:00`)).body, 'data', 'id'));
  const cancel = () => portal.ask({ method: 'PUT', url: `/api/onlinevenues/wt/unreg/${id}`, token: member.token, body: {} });
  expect((await cancel()).body).toMatchObject({ rel: true });
  expect(shown('/personalcenter/venues', '2')[0]).toBe('已撤回');
  expect((await messages()).join()).toContain('预订审批中');
});

test('the institution calls off what was enrolled for and booked: who waits moves into no place, and each is told once, with the reason', async () => {
  const id = String(at((await book(portal, member, `${dayAhead(portal, 3)} 09:00-10:00`)).body, 'data', 'id'));
  await sql`truncate inbox_message`.execute(portal.database.kysely);
  const now = portal.clock.now();
  const callOff = () => callEnrolmentsOff(kit(), centre(), { activity: 'show', isMeant: () => true, reason: '台风', now });
  expect([await callOff(), await callOff()]).toEqual([2, 0]);
  const booking = () => callBookingOff(kit(), centre(), id, '', now);
  expect([await booking(), await booking()]).toEqual(['done', 'refused']);
  expect((await listed(portal, member)).map(({ status }) => status)).toEqual(Array(2).fill({ code: 5, description: '馆方取消' }));
  expect((await messages()).toSorted()).toEqual(
    [
      `您预订的V hall（${inWords(`${dayAhead(portal, 3)} 09:00-10:00`, 'moment')}）已取消。`,
      '王一报名的“A show”馆方取消。台风',
      '韩二报名的“A show”馆方取消。台风',
    ].toSorted(),
  );
  expect((await book(portal, member, `${dayAhead(portal, 3)} 09:00-10:00`)).status).toBe(200);
});
