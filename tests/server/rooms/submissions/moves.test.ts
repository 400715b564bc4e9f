import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runReview } from '../../../../src/cli/review/command';
import { getItem } from '../../../../src/database/content/items';
import { lockItem, type LockItem } from '../../../../src/database/content/itemMoves';
import { inTransaction } from '../../../../src/database/transaction';
import type { Definitions } from '../../../../src/definitions/load';
import type { CompiledModule, CompiledPortal } from '../../../../src/model/compiled';
import { RequestError } from '../../../../src/server/api/errors';
import { moveItem, type MoveRequest } from '../../../../src/server/items/moveItem';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { accountPortal, at, type AccountPortal, type Reply } from '../../accountPortal';
import { copyOfDefinitions, findProblems, loadKnownDefinitions, readExamples } from '../../projectDefinitions';
import { runTyped } from '../../../cli/shell';

type Member = { token: string; id: string; phone: string };
let folder: string;
let portal: AccountPortal;
let definitions: Definitions;
let member: Member;
let other: Member;

/** The module proposal as schemas/README.md shows it to authors. */
beforeAll(async () => {
  folder = await copyOfDefinitions();
  const shown = (await readExamples()).find((text) => text.includes('"title": "空间提案",\n')) ?? '';
  await writeFile(join(folder, 'schemas/modules/proposal.json'), shown);
  portal = await accountPortal(folder);
  definitions = await loadKnownDefinitions(folder);
  member = await portal.member('13600000001');
  other = await portal.member('13600000002');
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`delete from item where module = 'proposal'`.execute(portal.database.kysely);
  await sql`delete from throttle`.execute(portal.database.kysely);
  await sql`delete from inbox_message`.execute(portal.database.kysely);
});

const post = (path: string, body: object = {}, who: Member = member): Promise<Reply> =>
  portal.ask({ method: 'POST', url: `/api/proposal/web/${path}`, token: who.token, body });
const whole = { title: '把旧锅炉房改成小剧场', plan: '保留烟囱与钢架，加一百二十个座位。' };
const mine = async (who: Member = member, query = ''): Promise<Record<string, unknown>[]> =>
  at((await portal.ask({ url: `/api/proposal/web/mine?page=1&limit=10${query}`, token: who.token })).body, 'data', 'rows') as never;
const one = async (id: string, who: Member = member): Promise<Reply> =>
  portal.ask({ url: `/api/proposal/web/mine/${id}`, token: who.token });
const shown = async (): Promise<unknown> => at((await portal.ask({ url: '/api/proposal/web/page' })).body, 'data', 'rows');
const inbox = async (): Promise<Record<string, unknown>[]> =>
  (await sql<Record<string, unknown>>`select kind, title, body, link from inbox_message order by created`.execute(portal.database.kysely))
    .rows;
const review = (...args: string[]) =>
  runTyped(() => runReview(folder, async () => definitions), ['review', ...args], { DATABASE_URL: portal.database.databaseUrl });
async function sent(values: object = whole): Promise<string> {
  return String(at((await post('send', values)).body, 'data', 'id'));
}
function found(): { portal: CompiledPortal; module: CompiledModule } {
  const centre = portal.definitions.portal('centre');
  const module = centre?.modules['proposal'];
  if (!centre || !module) throw new Error('no module');
  return { portal: centre, module };
}

it('the module of the handbook has no fault', async () => {
  expect((await findProblems(folder)).filter(({ file }) => file.includes('proposal'))).toEqual([]);
});

describe('an item with states of its own', () => {
  it('goes back with a reason, is filled in again and approved, and its member is told and sees what became of it', async () => {
    const id = await sent();
    expect(await mine()).toMatchObject([{ id, state: 'sent' }]);
    expect(await shown()).toEqual([]);
    expect((await review('list', '--tenant', 'centre')).printed).toMatch(
      new RegExp(`${id}\tcentre\tproposal\t.*\tsent: return, check, approve\t`),
    );

    expect(await review('move', id, 'return')).toMatchObject({ code: 1, printed: expect.stringContaining('请填写退回原因') as never });
    expect(await review('move', id, 'return', '--reason', '图纸缺一页')).toMatchObject({ code: 0 });
    expect(await mine()).toMatchObject([{ id, state: 'returned', reason: '图纸缺一页' }]);
    expect(await inbox()).toEqual([
      { kind: 'proposal.return', title: '提案已退回', body: `《${whole.title}》被退回：图纸缺一页`, link: `/proposal?id=${id}` },
    ]);

    expect((await post('send', { ...whole, title: '锅炉房小剧场', proposalId: id })).status).toBe(200);
    expect(await mine()).toMatchObject([{ id, state: 'sent', title: '锅炉房小剧场' }]);
    expect((await mine())[0]).not.toHaveProperty('reason');
    expect((await review('move', id, 'approve', '--give', 'grant=30000')).code).toBe(0);
    expect(await shown()).toMatchObject([
      { title: '锅炉房小剧场', grant: 30000, number: expect.stringMatching(/^20\d\d[2-9A-HJKMNP-Z]{12}$/) as never },
    ]);
    expect(at((await one(id)).body, 'data', 'history')).toMatchObject([
      { by: '本人', move: '提交', to: '待审核' },
      { by: '工作人员', move: '退回', from: '待审核', to: '已退回', reason: '图纸缺一页' },
      { by: '本人', move: '提交', to: '待审核' },
      { by: '工作人员', move: '立项', to: '已立项', grant: 30000 },
    ]);
    expect((await inbox()).map(({ body }) => body)).toContain('《锅炉房小剧场》获得资助30000元。');
  });

  it('is a draft as long as its member wants, of which kinds and lengths are checked, then judged by all rules', async () => {
    const saved = await post('save', { title: '半个想法', plan: '短' });
    expect(saved.body).toMatchObject({ status: 200, message: '草稿已保存' });
    const id = String(at(saved.body, 'data', 'id'));
    expect((await review('list', '--tenant', 'centre')).printed).toContain('0 await review');
    expect((await post('save', { title: '长'.repeat(41) })).body).toMatchObject({ errors: { title: '题目不能超过40字' } });
    expect((await post('save', { title: 5 })).status).toBe(400);
    expect((await post('save', { state: 'approved' })).status).toBe(400);
    expect(at((await post('save', { plan: '写一点', proposalId: id })).body, 'data', 'id')).toBe(id);
    expect(await mine()).toEqual([expect.objectContaining({ id, state: 'draft', plan: '写一点' }) as never]);
    expect(await mine(member, '&state=sent')).toEqual([]);
    expect((await post('send', { plan: '写一点', proposalId: id })).body).toMatchObject({
      errors: { title: '请填写题目', plan: '方案至少10字' },
    });
    expect(await mine()).toMatchObject([{ state: 'draft', plan: '写一点' }]);
    expect((await post('send', { ...whole, proposalId: id })).status).toBe(200);
    expect(await mine()).toMatchObject([{ id, state: 'sent' }]);
  });

  it.each([
    ['a stranger sees it', (id: string) => one(id, other), 404, '内容不存在或已下线'],
    ['a stranger fills it in again', (id: string) => post('send', { ...whole, proposalId: id }, other), 404, '内容不存在或已下线'],
    ['a stranger takes it back', (id: string) => post(`${id}/withdraw`, {}, other), 404, '内容不存在或已下线'],
    ['it is sent a second time', (id: string) => post('send', { ...whole, proposalId: id }), 409, '已是“待审核”，不能提交。请刷新后查看'],
    ['it becomes a draft again', (id: string) => post('save', { proposalId: id }), 409, '已是“待审核”，不能保存。请刷新后查看'],
    [
      'something is given that the move does not take',
      (id: string) => post(`${id}/withdraw`, { state: 'approved' }),
      400,
      '提交的内容不正确',
    ],
  ])('stays as it is when %s', async (_what, attempt, status, message) => {
    const id = await sent();
    expect((await attempt(id)).body).toMatchObject({ status, message });
    expect(await mine()).toMatchObject([{ id, state: 'sent', title: whole.title }]);
  });

  it('is not shown to its member while staff alone see it, nor the way there', async () => {
    const id = await sent();
    expect((await review('move', id, 'check')).code).toBe(0);
    expect(await mine()).toEqual([]);
    expect((await one(id)).status).toBe(404);
    expect((await post(`${id}/withdraw`)).status).toBe(404);
    expect((await review('move', id, 'approve', '--give', 'grant=1')).code).toBe(0);
    expect(at((await one(id)).body, 'data', 'history')).toMatchObject([{ to: '待审核' }, { from: '', to: '已立项' }]);
  });

  it('has numbers added to it as long as the condition of the move holds, and keeps its own number', async () => {
    const id = await sent();
    await review('move', id, 'approve', '--give', 'grant=30000');
    const number = at(await shown(), '0', 'number');
    expect((await review('move', id, 'raise', '--give', 'more=25000')).code).toBe(0);
    expect(await review('move', id, 'raise', '--give', 'more=1')).toMatchObject({
      code: 1,
      printed: expect.stringContaining('资助已满') as never,
    });
    expect(await shown()).toMatchObject([{ grant: 55000, number }]);
  });

  it.each([
    [['move', 'ID', 'publish'], 'proposal has no move "publish"; from sent: return, check, approve'],
    [['move', 'ID', 'return', '--give', 'why=x'], 'return takes no "why"; it takes reason'],
    [['move', 'ID', 'raise', '--give', 'more=1'], '已是“待审核”，不能追加'],
    [['move', 'nothing', 'return', '--reason', 'x'], 'no such item'],
    [['reject', 'ID'], 'proposal has no move "reject"'],
  ])('the command says why not: %j', async (words, reason) => {
    const id = await sent();
    const { printed, code } = await review(...words.map((word) => (word === 'ID' ? id : word)));
    expect(printed).toContain(reason);
    expect(code).toBe(1);
    expect((await review('list', '--module', 'proposal', '--state', 'sent')).printed).toContain('1 items');
  });
});

describe('two moves at the same moment', () => {
  /** What reads without keeping others away. */
  const unlocked: LockItem = (tx, { tenant, module, id }) => getItem(tx, tenant, module, id);

  /** Staff return what its member takes back, both having read it before either writes. @returns how many were told that it was done */
  async function race(id: string, lock: LockItem): Promise<{ done: number; refusals: string[] }> {
    let [waiting, release] = [0, (): void => undefined];
    const both = new Promise<void>((resolve) => (release = resolve));
    // The lock lets only one come here before the other is done: it does not wait for the other then.
    const meet: LockItem = async (tx, key) => {
      const item = await lock(tx, key);
      if (lock === lockItem || ++waiting === 2) release();
      await both;
      return item;
    };
    const common = { ...found(), id, now: Date.now(), keys: deriveAccountKeys(portal.secret) };
    const asked: MoveRequest[] = [
      { ...common, by: 'staff' as const, which: { name: 'return' }, given: { reason: '不完整' } },
      { ...common, by: 'member' as const, member: member.id, which: { name: 'withdraw' }, given: {} },
    ];
    const outcomes = await Promise.allSettled(asked.map((request) => inTransaction(portal.database, (tx) => moveItem(tx, request, meet))));
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' && outcome.reason instanceof RequestError ? [outcome.reason.code] : [],
    );
    return { done: outcomes.filter(({ status }) => status === 'fulfilled').length, refusals };
  }

  it('leave one standing, and the other is told', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await sent();
      expect(await race(id, lockItem)).toEqual({ done: 1, refusals: ['moveLate'] });
      const history = at((await one(id)).body, 'data', 'history') as { to: string }[];
      expect(history).toHaveLength(2);
      expect(await mine(member, '')).toContainEqual(
        expect.objectContaining({ id, state: history[1]?.to === '已退回' ? 'returned' : 'withdrawn' }),
      );
    }
  });

  it('would both count without the lock, which shows that the test could fail', async () => {
    expect((await race(await sent(), unlocked)).done).toBe(2);
  });

  it('by two reviewers through two processes: one approves, the other is told', async () => {
    const id = await sent();
    const outcomes = await Promise.all(
      ['1', '2'].map((grant) => {
        const request = {
          ...found(),
          id,
          by: 'staff' as const,
          which: { name: 'approve' },
          given: { grant: Number(grant) },
          now: Date.now(),
          keys: deriveAccountKeys(portal.secret),
        };
        return inTransaction(portal.database, (tx) => moveItem(tx, request)).then(
          () => 'done',
          (error: unknown) => (error instanceof RequestError ? error.code : 'accident'),
        );
      }),
    );
    expect(outcomes.sort()).toEqual(['done', 'moveLate']);
    expect(await inbox()).toHaveLength(1);
  });
});
