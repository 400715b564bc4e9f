import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findDraw, type TakeDraw } from '../../../../src/database/enrolments/draws';
import type { JsonObject } from '../../../../src/model/json';
import { drawDue } from '../../../../src/server/rooms/enrolment/draw';
import { createAccounts } from '../../../../src/server/security/accountServices';
import { accountPortal, type AccountPortal, at, type Reply } from '../../accountPortal';
import { activity, addedContact, type Asker, enrolled, inTime, listed, surplus, unsubscribe } from '../../enrolments';

let portal: AccountPortal;
const members: Asker[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  for (let number = 0; number < 5; number += 1) members.push(await portal.member(`1360000${number}300`));
}, 120_000);
afterAll(() => portal.close());
afterEach(async () => {
  await sql`truncate contact, enrolment, enrol_place, enrolment_draw, line_gate, line_ticket, inbox_message`.execute(
    portal.database.kysely,
  );
});

const minute = 60_000;
const faults: unknown[] = [];
const accounts = () => ({
  ...createAccounts(portal.database, { secret: portal.secret }, portal.clock.now),
  report: (error: unknown) => faults.push(error),
});
const draw = (take?: TakeDraw): Promise<void> => drawDue(accounts(), (tenant) => portal.definitions.portal(tenant), take);
const published = async (id: string): Promise<JsonObject> => {
  const { body } = await portal.ask({ url: `/api/activity/web/draw/${id}?limit=100` });
  return { ...(body['data'] as JsonObject), rows: body['order'] ?? null, total: body['total'] ?? null };
};
const codes = async (): Promise<unknown[]> =>
  (await Promise.all(members.map((member) => listed(portal, member)))).map(([row]) => at(row, 'status', 'code'));
const titles = async (): Promise<string[]> =>
  (await sql<{ kind: string }>`select deed as kind from inbox_message order by 1`.execute(portal.database.kysely)).rows.map(
    ({ kind }) => kind.split(' ')[0] ?? '',
  );

const open = (id: string, more: JsonObject = {}): Promise<void> =>
  portal.put('centre', 'appointment', [
    activity(portal, id, { number: 2, waiting: 1, drawMinutes: 10, enrollBeginTime: inTime(portal, -minute), ...more }),
  ]);

async function ask(id: string): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const member of members) replies.push(await enrolled(portal, member, id, [await addedContact(portal, member)]));
  return replies;
}

describe('an activity whose places are drawn', () => {
  it('lets all who ask in time take part, gives nobody a place before, and nobody who comes between', async () => {
    await open('a');
    const replies = await ask('a');
    expect(replies.map(({ status, body }) => [status, at(body, 'data', 'status', 'code'), body['message']])).toEqual(
      members.map(() => [200, 6, '已参加抽签，结果会通知您']),
    );
    expect([await surplus(portal, 'a'), await codes()]).toEqual([2, [6, 6, 6, 6, 6]]);
    await draw();
    expect(await codes()).toEqual([6, 6, 6, 6, 6]);
    portal.clock.pass(10 * minute);
    const [late] = members;
    if (!late) throw new Error('nobody');
    const reply = await enrolled(portal, late, 'a', [await addedContact(portal, late)]);
    expect([reply.status, reply.body['data']]).toEqual([409, '正在抽签，请稍后再看结果']);
  });

  it('publishes the hash of the seed before, the seed after, and the order that anybody can work out from it', async () => {
    await open('b');
    const before = await published('b');
    expect(before).toMatchObject({ phase: 0, people: 0, rows: [] });
    expect(before['seed']).toBeUndefined();
    await ask('b');
    portal.clock.pass(10 * minute);
    expect(await published('b')).toMatchObject({ phase: 1, people: 5, seedHash: before['seedHash'] });
    await draw();
    const after = await published('b');
    const seed = Buffer.from(String(after['seed']), 'hex');
    expect(createHash('sha256').update(seed).digest('hex')).toBe(before['seedHash']);
    const ids = (await Promise.all(members.map((member) => listed(portal, member)))).flat().map(({ id }) => String(id));
    const rank = (id: string): string => createHmac('sha256', seed).update(id).digest('hex');
    const order = ids.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
    expect(after).toMatchObject({ phase: 2, people: 5, total: 5 });
    expect(after['rows']).toEqual(order.map((id, index) => ({ id, rank: index + 1, won: index < 2 })));
    const { rows } = await sql<{ id: string }>`select id from enrolment where status = 'waiting' order by place`.execute(
      portal.database.kysely,
    );
    expect(rows.map(({ id }) => id)).toEqual(order.slice(2));
    const own = (await Promise.all(members.map((member) => listed(portal, member)))).flat();
    expect(own.map(({ id, drawRank }) => [id, drawRank])).toEqual(own.map(({ id }) => [id, order.indexOf(String(id)) + 1]));
    expect([await surplus(portal, 'b'), faults]).toEqual([0, []]);
    expect(await titles()).toEqual([
      ...members.map(() => 'enrolment.enter'),
      ...['stay', 'stay', 'stay', 'win', 'win'].map((name) => `enrolment.${name}`),
    ]);
  });

  it('ends the others where no waiting list is kept, who may ask again when a place comes free', async () => {
    await open('c', { waiting: 0 });
    await ask('c');
    portal.clock.pass(10 * minute);
    await draw();
    const result = await codes();
    expect(result.toSorted()).toEqual([0, 0, 7, 7, 7]);
    const [winner, loser] = [members[result.indexOf(0)], members[result.indexOf(7)]];
    if (!winner || !loser) throw new Error('nobody');
    const [own] = await listed(portal, winner);
    expect((await unsubscribe(portal, winner, String(own?.['id']))).status).toBe(200);
    expect((await enrolled(portal, loser, 'c', [await addedContact(portal, loser)])).status).toBe(200);
  });

  it('does not draw who left, and waits when staff put it off', async () => {
    await open('d');
    await ask('d');
    const [gone] = members;
    if (!gone) throw new Error('nobody');
    const [own] = await listed(portal, gone);
    expect((await unsubscribe(portal, gone, String(own?.['id']))).status).toBe(200);
    portal.clock.pass(10 * minute);
    await open('d', { drawMinutes: 30, enrollBeginTime: inTime(portal, -11 * minute) });
    await draw();
    expect((await codes()).toSorted()).toEqual([2, 6, 6, 6, 6]);
    portal.clock.pass(20 * minute);
    await draw();
    expect((await codes()).toSorted()).toEqual([0, 0, 2, 4, 4]);
  });
});

const takeUnlocked: TakeDraw = (tx, key) => findDraw(tx, key);

it.each([
  ['is drawn once, however many servers draw at the same time', undefined, true],
  ['would be drawn again without the lock', takeUnlocked, false],
] as const)('%s', async (_what, take, once) => {
  await open('r', { number: 3 });
  await ask('r');
  portal.clock.pass(10 * minute);
  let drawn = 0;
  const counted: TakeDraw = async (tx, key, now) => {
    const found = await (take ?? (await import('../../../../src/database/enrolments/draws')).takeDraw)(tx, key, now);
    if (found) drawn += 1;
    return found;
  };
  await Promise.all([draw(counted), draw(counted), draw(counted), draw(counted)]);
  await draw();
  expect(drawn === 1).toBe(once);
  expect((await codes()).filter((code) => code === 0)).toHaveLength(3);
});
