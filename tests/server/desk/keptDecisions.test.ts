import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../../src/database/desk/audit';
import { type Decision, findDecisions, takeDecision } from '../../../src/database/desk/decisions';
import { inTransaction } from '../../../src/database/transaction';
import type { CompiledPortal } from '../../../src/model/compiled';
import type { JsonObject } from '../../../src/model/json';
import { takeEffect, undoDecision } from '../../../src/server/desk/decisions';
import { bookingDecisions } from '../../../src/server/rooms/booking/heldDecisions';
import { grantPoints } from '../../../src/server/rooms/points/grant';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { book, dayAhead, venue } from '../bookings';
import type { Asker } from '../enrolments';
import { creditOf, exchanged, goods, ordersOf, withdrawn } from '../points';
import { carryOutAll, type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

let portal: AccountPortal;
let site: CompiledPortal;
let desk: DeskBrowser;
let second: DeskBrowser;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('there is no portal');
  site = found;
  desk = await deskOf(portal, 'administrator');
  second = await deskOf(portal, 'frontDesk', 'desk.two');
  member = await portal.member('13900000071');
  await portal.put('centre', 'venue', [venue('hall')]);
  await portal.put('centre', 'pointsmall', [goods(portal, 'fan', { number: 50 })]);
  await grantPoints(portal.database, site, { member: member.id, reason: '补发', now: portal.clock.now(), points: 5000 });
});
afterAll(() => portal.close());

const rows = async (url: string): Promise<JsonObject[]> => at((await desk.call('GET', url)).body, 'data', 'rows') as JsonObject[];
const waiting = () => rows('/api/desk/bookings?page=1&size=50&state=waiting');
const booking = async (id: unknown) => (await rows('/api/desk/bookings?page=1&size=50')).find((row) => row['id'] === id);
const queue = async (kind: string) => (await rows(`/api/desk/waiting?page=1&size=50&kind=${kind}`)).map(({ id }) => id);
const move = (id: unknown, name: string, browser = desk, more: JsonObject = {}): Promise<DeskReply> =>
  browser.call('POST', `/api/desk/bookings/${name === 'reject' ? 'reject' : 'move'}`, { id: String(id), move: name, ...more });
const undo = async (): Promise<DeskReply> => {
  const left = at((await desk.call('GET', '/api/desk/undo')).body, 'data') as JsonObject;
  return desk.call('POST', '/api/desk/undo', { ids: String(left['ids']) });
};
const inbox = async (): Promise<string[]> => {
  const { body } = await portal.ask({ url: '/api/personal/web/inbox/page?page=1&limit=50', token: member.token });
  return (at(body, 'data', 'rows') as JsonObject[]).map((row) => JSON.stringify(row));
};

let day = 1;
/** A booking that awaits a decision, on a day of its own. */
async function booked(): Promise<string> {
  day += 1;
  expect((await book(portal, member, `${dayAhead(portal, day)} 09:00-10:00`)).status).toBe(200);
  return String((await waiting()).at(-1)?.['id']);
}

describe('a decision on a booking', () => {
  it('is taken back within ten seconds: its member hears nothing, and it waits again', async () => {
    const id = await booked();
    const told = (await inbox()).length;
    const reply = await move(id, 'approve');
    expect(reply.body).toMatchObject({ status: 200, message: '通过：已完成' });
    expect(await booking(id)).toMatchObject({ state: 'deciding', stateLabel: expect.stringContaining('未使用') as unknown });
    expect([await waiting(), await queue('booking')]).toEqual([[], []]);
    expect(at((await desk.call('GET', '/api/desk/undo')).body, 'data')).toMatchObject({ text: '通过' });
    expect((await undo()).body).toMatchObject({ status: 200 });
    expect(await carryOutAll(portal)).toBe(0);
    expect(await booking(id)).toMatchObject({ state: 'waiting' });
    expect(await queue('booking')).toEqual([id]);
    expect((await inbox()).length).toBe(told);
    expect((await move(id, 'reject', desk, { reason: '设备检修' })).status).toBe(200);
    expect(await carryOutAll(portal)).toBe(1);
    expect(await booking(id)).toMatchObject({ state: 'rejected' });
    expect((await inbox()).filter((message) => message.includes('设备检修'))).toHaveLength(1);
    expect((await undo()).status).toBe(409);
  });

  it('stands before that of another, who is told who decided, and how', async () => {
    const id = await booked();
    expect((await move(id, 'approve')).status).toBe(200);
    const late = await move(id, 'reject', second, { reason: '场地另有安排' });
    expect(late.status).toBe(409);
    expect(late.body['message']).toMatch(/刚刚已经处理：通过/);
    expect(await carryOutAll(portal)).toBe(1);
    expect(await booking(id)).toMatchObject({ state: 'unused' });
  });

  it('lapses where the booking was called off meanwhile, which the record says', async () => {
    const id = await booked();
    expect((await move(id, 'approve')).status).toBe(200);
    const off = { id, move: 'callOff', reason: '闭馆检修' };
    expect((await second.call('POST', '/api/desk/bookings/call-off', off)).status).toBe(200);
    expect(await carryOutAll(portal)).toBe(0);
    expect(await booking(id)).toMatchObject({ state: 'calledOff' });
    const { rows: kept } = await listAudit(portal.database, { tenant: 'centre', module: 'booking', limit: 1, offset: 0 });
    expect(kept[0]).toMatchObject({ action: 'decision.lapse', item: id });
  });

  const effect = (decision: Decision, take = takeDecision): Promise<boolean> =>
    inTransaction(portal.database, (tx) =>
      takeEffect(
        tx,
        { keys: deriveAccountKeys(portal.secret), clock: portal.clock.now, kept: { 'booking.list': bookingDecisions } },
        site,
        decision,
        { lock: async () => undefined, hold: async () => false, take },
      ),
    );
  const held = async (): Promise<Decision> => {
    expect((await move(await booked(), 'approve')).status).toBe(200);
    const [decision] = (await findDecisions(portal.database, { tenant: 'centre', module: 'booking' })).values();
    if (!decision) throw new Error('nothing is held');
    return decision;
  };

  it('is taken back or takes effect, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const decision = await held();
      const [undone, done] = await Promise.all([inTransaction(portal.database, (tx) => undoDecision(tx, decision)), effect(decision)]);
      expect(undone).toBe(!done);
      expect((await booking(decision.id))?.['state']).toBe(done ? 'unused' : 'waiting');
      if (undone) await move(decision.id, 'callOff', desk, { reason: '测试' });
    }
  });
  it('control: takes effect though it was taken back, when it is not taken out itself', async () => {
    const decision = await held();
    expect(await inTransaction(portal.database, (tx) => undoDecision(tx, decision))).toBe(true);
    expect(await effect(decision, async () => true)).toBe(true);
    expect((await booking(decision.id))?.['state']).toBe('unused');
  });
});

describe('a decision on an order for points', () => {
  beforeAll(() => carryOutAll(portal));
  const ordered = async (): Promise<JsonObject> => {
    expect((await exchanged(portal, member, 'fan')).status).toBe(200);
    return (await rows('/api/desk/orders')).at(-1) ?? {};
  };
  it('is taken back within ten seconds, and gives the points back after that', async () => {
    const before = await creditOf(portal, member);
    const { id = '' } = await ordered();
    const body = { id, reason: '缺货' };
    expect((await desk.call('POST', '/api/desk/orders/take-back', body)).status).toBe(200);
    expect(await rows('/api/desk/orders')).toEqual([]);
    expect((await undo()).status).toBe(200);
    expect((await rows('/api/desk/orders')).map((row) => row['id'])).toEqual([id]);
    expect(await carryOutAll(portal)).toBe(0);
    expect((await desk.call('POST', '/api/desk/orders/take-back', body)).status).toBe(200);
    expect(await carryOutAll(portal)).toBe(1);
    expect(await creditOf(portal, member)).toEqual(before);
  });

  it('keeps the goods and the points apart: what was handed over is not taken back by its member', async () => {
    const { id = '' } = await ordered();
    const code = String((await ordersOf(portal, member)).find((order) => order['id'] === id)?.['code']);
    expect((await desk.call('POST', '/api/desk/orders/handle', { code })).status).toBe(200);
    const withdraw = () => withdrawn(portal, member, String(id));
    expect((await withdraw()).body).toMatchObject({ rel: false, message: '该兑换已处理或已撤销' });
    expect(await carryOutAll(portal)).toBe(1);
    expect((await withdraw()).body).toMatchObject({ rel: false });
    expect((await ordersOf(portal, member)).find((order) => order['id'] === id)).toMatchObject({ id });
  });
});
