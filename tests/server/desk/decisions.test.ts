import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Decision,
  findDecisions,
  type HoldDecision,
  holdDecision,
  type TakeDecision,
  takeDecision,
} from '../../../src/database/desk/decisions';
import { listAudit } from '../../../src/database/desk/audit';
import { getItem } from '../../../src/database/content/items';
import { listMoves, lockItem, type LockItem } from '../../../src/database/content/itemMoves';
import { putItems } from '../../../src/database/content/writeItems';
import { inTransaction } from '../../../src/database/transaction';
import type { CompiledModule, CompiledPortal } from '../../../src/model/compiled';
import type { JsonObject } from '../../../src/model/json';
import { RequestError } from '../../../src/server/api/errors';
import { undoMs } from '../../../src/server/desk/buildDecision';
import { takeEffect, carryOutDue, type DecisionGuards, makeDecision, undoDecision } from '../../../src/server/desk/decisions';
import { moveItem } from '../../../src/server/items/moveItem';
import { toRecord } from '../../../src/server/items/record';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

let portal: AccountPortal;
let site: CompiledPortal;
let reviewer: DeskBrowser;
let second: DeskBrowser;
let member: { id: string; token: string };
beforeAll(async () => {
  portal = await accountPortal();
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('there is no centre');
  site = found;
  reviewer = await deskOf(portal, 'reviewer');
  second = await deskOf(portal, 'reviewer', 'reviewer.two');
  member = await portal.member('13900000021');
});
afterAll(() => portal.close());

const moduleOf = (name: string): CompiledModule => {
  const module = site.modules[name];
  if (!module) throw new Error(`there is no ${name}`);
  return module;
};
let count = 0;
/** Hands something in as the member. */
async function handedIn(name: 'comment' | 'declarerecord', state: string): Promise<string> {
  const id = `${name}-${(count += 1)}`;
  const time = `2026-11-01 10:00:${String(count).padStart(2, '0')}`;
  const item = { id, memberId: member.id, content: '说几句', dataTitle: '题', crtTime: time, projectName: '风筝', insertTime: time };
  await putItems(portal.database, [toRecord('centre', moduleOf(name), item, state)]);
  return id;
}
const comment = (): Promise<string> => handedIn('comment', 'waiting');
const decide = (browser: DeskBrowser, id: string, move: string, more: JsonObject = {}, module = 'comment'): Promise<DeskReply> =>
  browser.call('POST', `/api/desk/${module}/move${Object.keys(more).length > 0 ? `/${move}` : ''}`, {
    deskId: id,
    deskMove: move,
    ...more,
  });
const undo = (browser: DeskBrowser, reply: DeskReply): Promise<DeskReply> =>
  browser.call('POST', '/api/desk/undo', { ids: String(at(reply.body, 'data', 'deskUndo', 'ids')) });
const statusOf = async (id: string, module = 'comment'): Promise<number | undefined> =>
  (await getItem(portal.database, 'centre', module, id))?.status;
const waiting = async (query = ''): Promise<JsonObject[]> =>
  at((await reviewer.call('GET', `/api/desk/waiting?page=1&size=100${query}`)).body, 'data', 'rows') as JsonObject[];
const inbox = async (): Promise<string[]> =>
  (
    await sql<{ title: string }>`select title from inbox_message where member_id = ${member.id} order by created`.execute(
      portal.database.kysely,
    )
  ).rows.map(({ title }) => title);
const points = async (): Promise<number> =>
  (await sql`select 1 from point_entry where member_id = ${member.id}`.execute(portal.database.kysely)).rows.length;
const kit = () => ({
  db: portal.database,
  keys: deriveAccountKeys(portal.secret),
  clock: portal.clock.now,
  portalOf: (tenant: string) => portal.definitions.portal(tenant),
  report: (error: unknown) => {
    throw error;
  },
});
const carryOutAll = async (): Promise<number> => {
  portal.clock.pass(undoMs + 1);
  return carryOutDue(kit());
};

describe('decisions on several items', () => {
  it('are taken back together, and each but those that somebody decided on before', async () => {
    const ids = [await comment(), await comment(), await comment()];
    expect(await decide(second, ids[1] ?? '', 'reject')).toMatchObject({ status: 200 });
    const replies = [];
    for (const id of ids) replies.push((await decide(reviewer, id, 'approve')).status);
    expect(replies).toEqual([200, 409, 200]);
    const left = at((await reviewer.call('GET', '/api/desk/undo')).body, 'data') as JsonObject;
    expect(left).toMatchObject({ text: '“通过” 2 项' });
    expect((await reviewer.call('POST', '/api/desk/undo', { ids: String(left['ids']) })).body).toMatchObject({
      status: 200,
      data: { count: 2 },
    });
    const open = (await waiting()).map((row) => row['id']);
    expect(ids.map((id) => open.includes(id))).toEqual([true, false, true]);
    await carryOutAll();
  });

  it('are kept, and found by what was done and by words', async () => {
    const boss = await deskOf(portal, 'administrator', 'auditor');
    const list = async (query: string): Promise<JsonObject[]> => {
      const { body } = await boss.call('GET', `/api/desk/audit?page=1&size=100${query}`);
      return at(body, 'data', 'rows') as JsonObject[];
    };
    const decisions = await list('&kind=decision');
    expect(new Set(decisions.map((row) => row['action']))).toEqual(new Set(['审核', '撤销审核决定']));
    expect((await list('&kind=staff')).every((row) => row['module'] === '')).toBe(true);
    expect((await list('&keyword=REVIEWER.two')).every((row) => row['name'] === 'reviewer.two')).toBe(true);
    expect(await list('&keyword=%25')).toEqual([]);
    expect((await boss.call('GET', '/api/desk/audit?page=1&size=10&kind=nothing')).status).toBe(400);
  });
});

describe('a decision', () => {
  it('leaves the queue at once, and the house when it can no longer be taken back', async () => {
    const id = await comment();
    const [told, earned] = [(await inbox()).length, await points()];
    expect(await waiting()).toContainEqual(expect.objectContaining({ id, moduleTitle: '评论' }));
    const reply = await decide(reviewer, id, 'approve');
    expect(reply).toMatchObject({ status: 200 });
    expect(at(reply.body, 'data', 'deskUndo')).toMatchObject({ milliseconds: 10_000 });
    const left = await reviewer.call('GET', '/api/desk/undo');
    expect(at(left.body, 'data')).toMatchObject({ text: '通过' });
    const milliseconds = Number(at(left.body, 'data', 'milliseconds'));
    expect(milliseconds > 5_000 && milliseconds <= 10_000).toBe(true);
    expect((await waiting()).map((row) => row['id'])).not.toContain(id);
    expect(at((await reviewer.call('GET', `/api/desk/comment/item/${id}`)).body, 'data', 'deskStateLabel')).toContain('即将生效');
    portal.clock.pass(undoMs - 2_000);
    expect(await carryOutDue(kit())).toBe(0);
    expect([await statusOf(id), (await inbox()).length, await points()]).toEqual([0, told, earned]);
    expect(await carryOutAll()).toBe(1);
    expect([await statusOf(id), (await inbox()).length]).toEqual([1, told + 1]);
    expect(await carryOutAll()).toBe(0);
    expect((await inbox()).length).toBe(told + 1);
  });

  it('that is taken back leaves no trace for the member, and can be made again', async () => {
    const id = await comment();
    const told = (await inbox()).length;
    const reply = await decide(reviewer, id, 'approve');
    expect((await undo(second, reply)).status).toBe(409);
    expect((await undo(reviewer, reply)).status).toBe(200);
    expect((await undo(reviewer, reply)).status).toBe(409);
    expect(await carryOutAll()).toBe(0);
    expect([await statusOf(id), (await inbox()).length]).toEqual([0, told]);
    expect((await listMoves(portal.database, { tenant: 'centre', module: 'comment' }, [id])).get(id) ?? []).toEqual([]);
    expect(await waiting()).toContainEqual(expect.objectContaining({ id }));
    await decide(reviewer, id, 'approve');
    expect(await carryOutAll()).toBe(1);
    expect(await statusOf(id)).toBe(1);
    const { rows } = await listAudit(portal.database, { tenant: 'centre', module: 'comment', limit: 3, offset: 0 });
    expect(rows.map(({ action }) => action)).toEqual(['move.approve', 'decision.undo', 'move.approve']);
  });

  it('takes effect though the server that took it was killed: each server carries out what is due, once', async () => {
    const ids = [await comment(), await comment(), await comment()];
    for (const id of ids) await decide(reviewer, id, 'approve');
    portal.clock.pass(undoMs + 1);
    // One dies on its way: what it has begun is undone with its transaction.
    const [dying] = (await findDecisions(portal.database, { tenant: 'centre', module: 'comment' }, ids)).values();
    await expect(
      inTransaction(portal.database, async (tx) => {
        if (dying) await takeEffect(tx, kit(), site, dying);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    const told = (await inbox()).length;
    const done = await Promise.all([carryOutDue(kit()), carryOutDue(kit())]);
    expect(done.reduce((sum, each) => sum + each)).toBe(3);
    expect((await inbox()).length).toBe(told + 3);
    expect(await Promise.all(ids.map((id) => statusOf(id)))).toEqual([1, 1, 1]);
  });

  it('leads to the next waiting thing', async () => {
    const [first, next] = [await comment(), await comment()];
    const goTo = async (id: string) => String(at((await decide(reviewer, id, 'approve')).body, 'data', 'goTo'));
    expect(await goTo(first)).toBe(`/content/comment/review?id=${next}`);
    await carryOutAll();
  });
});

describe('who handed something in', () => {
  const reveal = (browser: DeskBrowser, id: string, deskReason: string) =>
    browser.call('POST', '/api/desk/comment/reveal', { deskId: id, deskReason });

  it('is shown masked, and whole to who may, for a reason that is noted', async () => {
    const id = await comment();
    const { body, text } = await reviewer.call('GET', `/api/desk/comment/item/${id}`);
    expect(at(body, 'data')).toMatchObject({ deskPhone: '139****0021' });
    expect(text).not.toContain('13900000021');
    expect((await reveal(await deskOf(portal, 'editor'), id, '核对身份')).status).toBe(403);
    expect((await reveal(reviewer, id, ' ')).text).not.toContain('13900000021');
    const shown = await reveal(reviewer, id, '核对身份');
    expect(shown.text).toContain('13900000021');
    const { rows } = await listAudit(portal.database, { tenant: 'centre', module: 'comment', limit: 1, offset: 0 });
    expect(rows[0]).toMatchObject({ action: 'item.reveal', item: id, detail: { reason: '核对身份' } });
    expect(JSON.stringify(rows)).not.toContain('13900000021');
  });
});

describe('the queue', () => {
  it('counts by kind, and shows what has waited for long', async () => {
    const id = await comment();
    const { body } = await reviewer.call('GET', '/api/desk/waiting?page=1&size=5&kind=comment&age=week&counts=true');
    expect(Number(at(body, 'data', 'counts', 'kind', 'comment'))).toBeGreaterThan(0);
    expect(await waiting('&kind=comment&age=week')).toContainEqual(
      expect.objectContaining({ id, href: `/content/comment/review?id=${id}&kind=comment` }),
    );
    expect(await waiting('&kind=work')).toEqual([]);
    expect((await waiting()).every(({ who }) => !String(who).includes('林先生'))).toBe(true);
  });
});

describe('of two at the same moment', () => {
  it('one reviewer decides, and the other is told who did, and how', async () => {
    const id = await comment();
    const replies = await Promise.all([decide(reviewer, id, 'approve'), decide(second, id, 'reject', { reason: '不合适的内容' })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = replies.find(({ status }) => status === 409);
    expect(late?.text).toMatch(replies[0]?.status === 200 ? /reviewer刚刚已经处理：通过/ : /reviewer\.two刚刚已经处理：不通过/);
    await carryOutAll();
    expect((await decide(second, id, 'approve')).text).toMatch(/刚刚已经处理/);
  });

  /** What reads without keeping others away, and what looks before it writes. */
  const unlocked: LockItem = (tx, { tenant, module, id }) => getItem(tx, tenant, module, id);
  const looks: HoldDecision = async (tx, decision) => {
    if ((await findDecisions(tx, decision, [decision.id])).size > 0) return false;
    await sql`delete from decision where id = ${decision.id} and tenant = ${decision.tenant}`.execute(tx.kysely);
    return true;
  };
  const looksFirst: TakeDecision = async (tx, { tenant, decision }) => {
    const { rows } = await sql`select 1 from decision where tenant = ${tenant} and id = ${decision}`.execute(tx.kysely);
    return rows.length > 0;
  };
  const guarded: DecisionGuards = { lock: lockItem, hold: holdDecision, take: takeDecision };
  const unguarded: DecisionGuards = { lock: unlocked, hold: looks, take: looksFirst };

  /** Both have read the item before either goes on, unless the lock keeps one of them waiting. */
  function meet(using: DecisionGuards): DecisionGuards {
    let [arrived, release] = [0, (): void => undefined];
    const both = new Promise<void>((resolve) => (release = resolve));
    return {
      ...using,
      lock: async (tx, key) => {
        const item = await using.lock(tx, key);
        if (using === guarded || ++arrived === 2) release();
        await both;
        return item;
      },
    };
  }
  const deciding = (id: string, move: string, name: string, module = 'comment') => ({
    site,
    module: moduleOf(module),
    id,
    move,
    given: {},
    staff: { id: name, name },
    now: portal.clock.now(),
  });
  const keys = () => ({ keys: deriveAccountKeys(portal.secret) });

  async function twoDecide(using: DecisionGuards): Promise<number> {
    const id = await comment();
    const tools = meet(using);
    const made = await Promise.allSettled(
      ['approve', 'reject'].map((move) =>
        inTransaction(portal.database, (tx) => makeDecision(tx, keys(), deciding(id, move, move), tools)),
      ),
    );
    return made.filter(({ status }) => status === 'fulfilled').length;
  }

  it('one decision is kept', async () => {
    for (let round = 0; round < 5; round += 1) expect(await twoDecide(guarded)).toBe(1);
  });
  it('control: both believe to have decided when they only look first', async () => {
    expect(await twoDecide(unguarded)).toBe(2);
  });

  async function decidedOn(id: string, move: string, module?: string): Promise<Decision> {
    const { decision } = await inTransaction(portal.database, (tx) => makeDecision(tx, keys(), deciding(id, move, 'one', module)));
    return decision;
  }

  /** It is taken back while a server carries it out. */
  async function undoMeetsDue(using: DecisionGuards): Promise<{ undone: boolean; done: boolean; status?: number }> {
    const id = await comment();
    const decision = await decidedOn(id, 'approve');
    const tools = meet(using);
    const [undone, done] = await Promise.all([
      inTransaction(portal.database, (tx) => undoDecision(tx, decision, tools)),
      inTransaction(portal.database, (tx) => takeEffect(tx, kit(), site, decision, tools)),
    ]);
    return { undone, done, status: await statusOf(id) };
  }

  it('undoing or taking effect comes true, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { undone, done, status } = await undoMeetsDue(guarded);
      expect([undone, done, status]).toEqual(undone ? [true, false, 0] : [false, true, 1]);
    }
  });
  it('control: both come true when they only look first', async () => {
    expect(await undoMeetsDue(unguarded)).toMatchObject({ undone: true, done: true });
  });

  it('a member who withdraws before a decision takes effect has withdrawn, and the record says that the decision lapsed', async () => {
    await carryOutAll();
    const id = await handedIn('declarerecord', 'sent');
    await decidedOn(id, 'approve', 'declarerecord');
    const told = (await inbox()).length;
    const moving = { portal: site, module: moduleOf('declarerecord'), id, by: 'member', member: member.id, given: {}, ...keys() } as const;
    await inTransaction(portal.database, (tx) => moveItem(tx, { ...moving, which: { name: 'withdraw' }, now: portal.clock.now() }));
    expect(await carryOutAll()).toBe(0);
    expect((await getItem(portal.database, 'centre', 'declarerecord', id))?.state).toBe('withdrawn');
    expect((await inbox()).length).toBe(told);
    const { rows } = await listAudit(portal.database, { tenant: 'centre', module: 'declarerecord', limit: 1, offset: 0 });
    expect(rows[0]).toMatchObject({ action: 'decision.lapse', item: id });
  });

  it('a withdrawal meets a decision that takes effect: one stands, and the other is told or noted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await handedIn('declarerecord', 'sent');
      const decision = await decidedOn(id, 'approve', 'declarerecord');
      const moving = {
        portal: site,
        module: moduleOf('declarerecord'),
        id,
        by: 'member',
        member: member.id,
        given: {},
        ...keys(),
      } as const;
      const tools = meet(guarded);
      const [withdrawn, done] = await Promise.all([
        inTransaction(portal.database, (tx) =>
          moveItem(tx, { ...moving, which: { name: 'withdraw' }, now: portal.clock.now() }, tools.lock),
        ).then(
          () => true,
          (error: unknown) => !(error instanceof RequestError && error.code === 'moveLate'),
        ),
        inTransaction(portal.database, (tx) => takeEffect(tx, kit(), site, decision, tools)),
      ]);
      expect(withdrawn).toBe(!done);
      expect((await getItem(portal.database, 'centre', 'declarerecord', id))?.state).toBe(done ? 'approved' : 'withdrawn');
    }
  });
});
