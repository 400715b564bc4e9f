import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { formatDate, formatIso } from '../../src/runtime/time';
import { importContent } from '../../src/server/importing/importContent';
import { openRows } from '../../src/server/importing/rows';
import { at, type Ask, type Reply } from '../server/accountPortal';
import { openSession } from '../security/matrix';
import { openAccounts } from './harness';
import { raceUntilBroken } from '../server/controls';
import type { Member } from './member';

const day = 86_400_000;
let voter: Member;
let other: Member;

/** Lets time go by, after which members log in again. */
async function pass(milliseconds: number): Promise<void> {
  portal.clock.pass(milliseconds);
  for (const member of [voter, other]) member.token = await openSession(portal, 'centre', member.id);
}

const portal = openAccounts(async (portal) => {
  voter = await portal.member('13600000041');
  other = await portal.member('13600000042');
  const from = (days: number): string => formatIso(portal.clock.now() + days * day);
  const call = { menuId: '6188', activityName: '摄影征集', startDate: from(-9) };
  await portal.put('centre', 'workcollect', [
    { ...call, id: 'open', endDate: from(400) },
    { ...call, id: 'over', endDate: from(-1) },
  ]);
  const work = { menuId: '6188', activityId: 'open', worksTitle: '晨雾', voteCount: 7 };
  const ids = ['crowd', 'often', 'night', 'foreign', 'brought', 'left', 'lone', 'network'];
  await portal.put('centre', 'work', [
    ...ids.map((id) => ({ ...work, id })),
    { ...work, id: 'ended', activityId: 'over' },
    { ...work, id: 'uncounted', voteCount: null },
  ]);
});

const vote = (id: string, who: Member | undefined = voter, more: Partial<Ask> = {}): Promise<Reply> =>
  portal.ask({ method: 'POST', url: `/api/works/front/${id}/${who.id}`, token: who.token, ...more });
const worksOf = async (query = ''): Promise<JsonObject[]> =>
  at((await portal.ask({ url: `/api/works/front/web/wk/page?activityId=open${query}` })).body, 'data', 'rows') as JsonObject[];
const countOf = async (id: string): Promise<unknown> =>
  at((await portal.ask({ url: `/api/works/front/web/wk/${id}`, token: voter.token })).body, 'data', 'voteCount');
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, index) => make(index)));
const statuses = (replies: readonly Reply[]): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const { body } of replies) counted[String(body['status'])] = (counted[String(body['status'])] ?? 0) + 1;
  return counted;
};

describe('a vote', () => {
  test('[WORK-28, WORK-50] is POST /api/works/front/{work}/{member} without a body, of the member alone whose token it has', async () => {
    const reply = await vote('lone');
    expect([reply.status, reply.body]).toEqual([200, { status: 200, message: '投票成功', data: { id: 'lone', voteCount: 8 } }]);
    expect(await countOf('lone')).toBe(8);
    const stored = await sql<{ member: string }>`select member_id as member from vote where item_id = 'lone'`.execute(
      portal.database.kysely,
    );
    expect(stored.rows).toEqual([{ member: voter.id }]);
    expect((await vote('foreign', other, { token: voter.token })).body['status']).toBe(403);
    expect(at((await portal.ask({ method: 'POST', url: `/api/works/front/foreign/${voter.id}` })).body, 'status')).toBe(40101);
    expect(await countOf('foreign')).toBe(7);
  });

  test('is for what is published alone, also for a work that had none before', async () => {
    expect((await vote('nosuch')).status).toBe(404);
    expect(at((await vote('uncounted')).body, 'data')).toEqual({ id: 'uncounted', voteCount: 1 });
    await sql`update item set status = 0 where id = 'uncounted'`.execute(portal.database.kysely);
    expect((await vote('uncounted', other)).status).toBe(404);
  });

  test('[WORK-26] is refused once the call for works is over', async () => {
    expect((await vote('ended')).body).toEqual({ status: 400, message: '活动已结束，不能再投票' });
  });
});

describe('at the same time', () => {
  test('a hundred votes of one member are one, whatever they come from', async () => {
    const replies = await times(100, (index) => vote('crowd', voter, { address: `10.9.${index}.1` }));
    expect(statuses(replies)).toEqual({ 200: 1, 409: 99 });
    expect(await countOf('crowd')).toBe(8);
  });

  test('control: without the unique key more are taken', async () => {
    const { kysely } = portal.database;
    await sql`create table plain_vote as select * from vote where false`.execute(kysely);
    const taken = async (): Promise<number> => {
      await sql`truncate plain_vote`.execute(kysely);
      await times(20, async () => {
        const { rows } = await sql`select 1 from plain_vote where member_id = 'm' and item_id = 'i'`.execute(kysely);
        if (rows.length === 0) await sql`insert into plain_vote values ('centre', 'm', 'work', '', 'i', '', 1, now())`.execute(kysely);
      });
      return (await sql`select 1 from plain_vote`.execute(kysely)).rows.length;
    };
    expect(await raceUntilBroken(1, taken)).toBeGreaterThan(1);
  });

  test('votes of two members are two, and a list is ordered by them at once', async () => {
    const [one, two] = [await vote('often'), await vote('often', other)];
    expect([one.status, two.status, await countOf('often')]).toEqual([200, 200, 9]);
    expect((await worksOf('&voteCountSort=desc&limit=1'))[0]?.['id']).toBe('often');
  });
});

describe('in time', () => {
  test('[WORK-54] a member votes for a work once a day, from midnight to midnight in Shanghai', async () => {
    const untilMidnight = day - ((portal.clock.now() + 8 * 3_600_000) % day);
    await pass(untilMidnight - 60_000);
    const evening = formatDate(portal.clock.now());
    expect((await vote('night')).status).toBe(200);
    expect((await vote('night')).body).toEqual({ status: 409, message: '今天已经给这件作品投过票了，明天再来吧' });
    await pass(61_000);
    expect(formatDate(portal.clock.now())).not.toBe(evening);
    expect([(await vote('night')).status, (await vote('night')).status, await countOf('night')]).toEqual([200, 409, 9]);
  });
});

describe('one network address', () => {
  test('gives a work twenty votes a day, of whichever members; what is refused counts for nobody', async () => {
    const key = 'vote ';
    await vote('network', voter, { address: '203.0.113.7' });
    await sql`update throttle set count = 20 where key like ${`${key}%`}`.execute(portal.database.kysely);
    const refused = await vote('network', other, { address: '203.0.113.7' });
    expect(refused.body).toEqual({ status: 429, message: '这个网络今天投的票太多了，请明天再来' });
    expect([(await vote('network', other, { address: '203.0.113.8' })).status, await countOf('network')]).toEqual([200, 9]);
  });
});

describe('what is kept', () => {
  test('an import brings the votes given elsewhere, and those given here stay', async () => {
    await vote('brought');
    const module = portal.definitions.portal('centre')?.modules['work'];
    if (!module) throw new Error('There are no works');
    const line = JSON.stringify({ id: 'brought', menuId: '6188', activityId: 'open', worksTitle: '晨雾', voteCount: 500 });
    const chunks = (async function* chunk() {
      yield Buffer.from(line);
    })();
    const result = await importContent(portal.database, { tenant: 'centre', module }, await openRows('ndjson', chunks), {});
    expect([result.failed, await countOf('brought')]).toEqual([0, 501]);
    expect((await worksOf('&voteCountSort=desc&limit=1'))[0]?.['id']).toBe('brought');
  });

  test('a member is handed out the own votes, and they go with the account; the counts stay', async () => {
    const leaver = await portal.member('13600000043');
    await vote('left', leaver);
    const exported = await portal.ask({ url: '/api/personal/web/profile/export', token: leaver.token });
    expect(at(JSON.parse(exported.raw.toString()), 'votes')).toEqual([
      { module: 'work', id: 'left', votes: 1, at: expect.stringContaining(formatDate(portal.clock.now())) },
    ]);
    portal.clock.pass(61_000);
    await portal.ask({ url: `/api/auth/jwt/4/VERCode?unitName=x&phone=${leaver.phone}`, token: leaver.token });
    const body = { verCode: portal.codeOf(leaver.phone) };
    const removed = await portal.ask({ method: 'POST', url: '/api/personal/web/profile/remove', token: leaver.token, body });
    expect(removed.status).toBe(200);
    const kept = await sql`select 1 from vote where member_id = ${leaver.id}`.execute(portal.database.kysely);
    expect([kept.rows, await countOf('left')]).toEqual([[], 8]);
  });
});
