import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { addChunk, finishUpload, startUpload } from '../../../../src/database/content/uploads';
import { addMessage } from '../../../../src/database/accounts/inbox';
import { addOldOrder, setCredit } from '../../../database/points';
import { listWaitingItems } from '../../../../src/database/content/review';
import { putItems } from '../../../../src/database/content/writeItems';
import type { JsonObject } from '../../../../src/model/json';
import { toRecord } from '../../../../src/server/items/record';
import { decideItems } from '../../../database/decideItems';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { completeIdNumber } from '../../../idNumbers';
import { accountPortal, at, type AccountPortal, inject, type Reply } from '../../accountPortal';

type Member = { token: string; id: string; phone: string };
let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
  await portal.put('centre', 'information', [{ id: 'i0', columnId: '6101', title: 'T', publishDate: '2026-11-01' }]);
}, 60_000);
afterAll(() => portal.close());

let members = 0;
const newMember = (values?: { name: string }): Promise<Member> =>
  portal.member(`1360000${String((members += 1) * 103).padStart(4, '0')}`, values);
const call = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  { token }: { token?: string },
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Reply> => portal.ask({ method, url, token, body, headers });
const exported = (who: { token?: string }) => call('GET', '/api/personal/web/profile/export', who);
const askCode = (who: { token?: string }, phone: string) => call('GET', `/api/auth/jwt/4/VERCode?unitName=x&phone=${phone}`, who);
const remove = (who: { token?: string }, verCode: unknown) => call('POST', '/api/personal/web/profile/remove', who, { verCode });
const removeNow = async (who: Member): Promise<Reply> => {
  portal.clock.pass(61_000);
  expect((await askCode(who, who.phone)).status).toBe(200);
  return remove(who, portal.codeOf(who.phone));
};
const comments = async (): Promise<Record<string, unknown>[]> =>
  at((await portal.ask({ url: '/api/communal/web/comment?dataId=i0' })).body, 'data', 'rows') as Record<string, unknown>[];

/** Leaves something of a member in every room. */
async function fill(who: Member): Promise<void> {
  const { seal } = deriveAccountKeys(portal.secret);
  await call(
    'POST',
    '/api/activity/ta/contacts/add',
    who,
    { name: '张三', cellphone: '13812345678', idNo: '110101199003070011', idNumberConsent: true },
    { 'idempotency-key': 'k' },
  );
  await call('PUT', '/api/personal/web/personal/updateCollect', who, {
    menuId: '6101',
    businessId: 'i0',
    title: 'collected',
    url: '/informationdetail?id=i0',
  });
  await call('PUT', '/api/personal/web/personal/updateStar', who, { menuId: '6101', businessId: 'i0', title: 'liked' });
  await call('POST', '/api/communal/web/comment', who, { content: '<p>好看</p>', dataMenuId: '6101', dataId: 'i0' });
  await decideItems(
    portal.database,
    'centre',
    (await listWaitingItems(portal.database, 'centre', 1000)).map(({ id }) => id),
    true,
  );
  await setCredit(portal.database, 'centre', who.id, 40);
  await addOldOrder(portal.database, 'centre', {
    id: `o-${who.id}`,
    member: who.id,
    commodityName: '杯子',
    userNameCipher: seal('centre', '李四'),
    contactCipher: seal('centre', '13887654321'),
    addressCipher: seal('centre', '柳湾路1号'),
    remark: '',
    state: 1,
    created: new Date(0),
  });
  const file = { tenant: 'centre', id: who.id.replaceAll('-', '').slice(0, 22) };
  await startUpload(portal.database, file, { owner: who.id, name: 'a.pdf', now: 0 });
  await addChunk(portal.database, file, 0, Buffer.from('%PDF'));
  await finishUpload(portal.database, file, { kind: 'file', extension: 'pdf', type: 'application/pdf', name: 'a.pdf', size: 4 });
  await addMessage(portal.database, { tenant: 'centre', member: who.id, kind: 'x', title: 'told', text: 'words', link: '/', at: 0 });
}

/** How many rows of each table name the member. */
async function traces(who: Member): Promise<Record<string, number>> {
  const tables = [
    'consent',
    'contact',
    'member_flag',
    'point_account',
    'point_entry',
    'point_order',
    'inbox_message',
    'member_session',
    'submission',
  ];
  const found: Record<string, number> = {};
  for (const table of tables)
    found[table] = (await sql`select 1 from ${sql.table(table)} where member_id = ${who.id}`.execute(portal.database.kysely)).rows.length;
  found['member'] = (await sql`select 1 from member where id = ${who.id}`.execute(portal.database.kysely)).rows.length;
  found['upload'] = (
    await sql`select 1 from upload join upload_chunk on upload_id = id where owner = ${who.id}`.execute(portal.database.kysely)
  ).rows.length;
  found['item'] = (await sql`select 1 from item where doc::text like ${`%${who.id}%`}`.execute(portal.database.kysely)).rows.length;
  return found;
}

describe("the file of a member's data", () => {
  it('holds everything that is kept, whole, and of nobody else', async () => {
    const [who, other] = [await newMember({ name: '王小明' }), await newMember()];
    await fill(who);
    const reply = await portal.app.inject({
      url: '/api/personal/web/profile/export',
      headers: { host: 'localhost', authorization: who.token },
    });
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="account-\d{4}-\d{2}-\d{2}\.json"$/),
    });
    expect(JSON.parse(reply.body)).toMatchObject({
      institution: { code: 'QLWHG01' },
      account: { id: who.id, mobilePhone: who.phone, name: '王小明', sex: '1', registered: expect.stringMatching(/^\d{4}-/) },
      contacts: [{ name: '张三', idNo: '110101199003070011', cellphone: '13812345678' }],
      consents: [{ purpose: 'idNumber', words: expect.stringContaining('保存90天'), given: expect.stringMatching(/^\d{4}-/) }],
      favourites: [{ dataId: 'i0', title: 'collected' }],
      likes: [{ dataId: 'i0', title: 'liked' }],
      comments: [{ content: '<p>好看</p>' }],
      points: {
        credit: 40,
        entries: [
          { about: '测试' },
          { title: '首次添加联系人', credit: 5 },
          { title: '每日登录', credit: 1 },
          { title: '注册成为会员', credit: 20 },
        ],
        orders: [{ userName: '李四', contact: '13887654321', address: '柳湾路1号' }],
      },
      messages: [{ title: 'told', text: 'words' }],
      uploads: [
        {
          http: expect.stringMatching(/^\/files\/[\w-]{22}\.pdf$/),
          name: 'a.pdf',
          size: 4,
          fileType: 'file',
          uploaded: expect.stringMatching(/^1970-/),
        },
      ],
    });
    expect(reply.body).not.toContain('password');
    expect(JSON.parse((await exported(other)).text)).toMatchObject({
      account: { id: other.id },
      contacts: [],
      favourites: [],
      likes: [],
      comments: [],
      points: { credit: 21, orders: [] },
      messages: [],
      uploads: [],
    });
  });

  it('is handed to the member alone', async () => {
    const who = await newMember();
    expect((await exported({})).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await portal.ask({ url: '/api/personal/web/profile/export', token: who.token, host: 'museum.localhost' })).body).toMatchObject({
      status: 40101,
    });
    expect((await portal.ask({ url: `/api/personal/web/profile/export?memberId=${who.id}`, token: who.token })).status).toBe(400);
  });
});

describe('the end of an account', () => {
  it('removes all that tells of the member, and nothing of others', async () => {
    const [who, other] = [await newMember({ name: '王小明' }), await newMember({ name: '李小红' })];
    await fill(who);
    await fill(other);
    const kept = await traces(other);
    expect(Object.values(await traces(who)).every((count) => count > 0)).toBe(true);
    const reply = await removeNow(who);
    expect(reply).toMatchObject({ status: 200, body: { status: 200, message: '账户已注销' } });
    expect(reply.setCookies.filter((cookie) => cookie.includes('Max-Age=0')).map((cookie) => cookie.split('=')[0])).toEqual([
      'token',
      'wlymobilephone',
      'wlyuserimg',
      'wlyuserid',
      'wlyusername',
    ]);
    expect(await traces(who)).toEqual({
      consent: 0,
      contact: 0,
      member_flag: 0,
      point_account: 0,
      point_entry: 0,
      point_order: 0,
      inbox_message: 0,
      member_session: 0,
      submission: 0,
      member: 0,
      upload: 0,
      item: 0,
    });
    expect(await traces(other)).toEqual(kept);
    expect((await exported(who)).body).toMatchObject({ status: 40101 });
    expect((await portal.login(who.phone, 'peony-88')).body).toMatchObject({ rel: false });
  });

  it('[COM-10] comments stay, without a name and a phone', async () => {
    const who = await newMember({ name: '赵小刚' });
    await fill(who);
    expect(await comments()).toContainEqual(expect.objectContaining({ name: '赵小刚' }));
    const before = (await comments()).length;
    await removeNow(who);
    const after = await comments();
    expect(after).toHaveLength(before);
    expect(after).not.toContainEqual(expect.objectContaining({ name: '赵小刚' }));
    expect(after).toContainEqual(expect.objectContaining({ name: '已注销用户', mobilePhone: '', image: '', content: '<p>好看</p>' }));
  });

  it('is known to every server at once, and the phone can register anew', async () => {
    const who = await newMember();
    const second = await portal.second();
    expect((await inject(second, { url: '/api/personal/web/inbox/page', token: who.token })).body).toMatchObject({ status: 200 });
    await removeNow(who);
    expect((await call('GET', '/api/personal/web/inbox/page', who)).body).toMatchObject({ status: 40101 });
    await expect
      .poll(async () => (await inject(second, { url: '/api/personal/web/inbox/page', token: who.token })).body, { timeout: 5_000 })
      .toMatchObject({ status: 40101 });
    portal.clock.pass(61_000);
    const again = await portal.member(who.phone);
    expect(again.id).not.toBe(who.id);
    expect(JSON.parse((await exported(again)).text)).toMatchObject({ contacts: [], points: { credit: 21 } });
  });

  it('needs the code of a message that was sent for it', async () => {
    const [who, other] = [await newMember(), await newMember()];
    const code = portal.codeOf(who.phone);
    expect(await remove(who, code)).toMatchObject({ status: 400, body: { status: 400, message: '短信验证码错误或已过期' } });
    portal.clock.pass(61_000);
    await askCode(other, other.phone);
    expect((await remove(who, portal.codeOf(other.phone))).status).toBe(400);
    await askCode(who, who.phone);
    const right = portal.codeOf(who.phone);
    for (let tries = 0; tries < 5; tries += 1) expect((await remove(who, right === '000000' ? '000001' : '000000')).status).toBe(400);
    expect((await remove(who, right)).status).toBe(400);
    expect(JSON.parse((await exported(who)).text)).toMatchObject({ account: { id: who.id } });
  });

  it("its code goes to the member's own phone alone", async () => {
    const [who, other] = [await newMember(), await newMember()];
    const sent = portal.outbox.length;
    expect((await askCode({}, who.phone)).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await askCode(other, who.phone)).status).toBe(403);
    expect(portal.outbox).toHaveLength(sent);
    portal.clock.pass(61_000);
    expect((await askCode(who, who.phone)).body).toMatchObject({ rel: true, data: '验证码已发送' });
    expect(portal.outbox.at(-1)).toMatchObject({ kind: 'sms', to: who.phone, purpose: 'removal' });
    expect((await portal.sendCode(who.phone, 9 as 1)).status).toBe(400);
  });

  it.each([
    ['no code', undefined, '请输入验证码'],
    ['an empty one', '', '请输入验证码'],
    ['a list', ['1'], undefined],
    ['a number', 123456, undefined],
    ['a long one', '1'.repeat(13), undefined],
  ])('%s is refused', async (_what, code, message) => {
    const who = await newMember();
    const reply = await remove(who, code);
    expect(reply).toMatchObject({ status: 400, body: { status: 400, ...(message === undefined ? {} : { message }) } });
    expect((await traces(who))['member']).toBe(1);
  });

  it('needs a member, and no other words', async () => {
    const who = await newMember();
    expect((await remove({}, '123456')).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await call('POST', '/api/personal/web/profile/remove', who, { verCode: '1', memberId: 'x' })).status).toBe(400);
    expect((await call('POST', '/api/personal/web/profile/remove', who, [1])).status).toBe(400);
  });

  it('is undone as a whole when one room fails', async () => {
    const who = await newMember();
    await fill(who);
    const before = await traces(who);
    await sql`alter table inbox_message rename to inbox_away`.execute(portal.database.kysely);
    const reply = await removeNow(who);
    await sql`alter table inbox_away rename to inbox_message`.execute(portal.database.kysely);
    expect(reply.status).toBe(500);
    expect(await traces(who)).toEqual(before);
    expect((await removeNow(who)).status).toBe(200);
  });

  it('and what is added at the same time leaves nothing behind', async () => {
    const who = await newMember();
    portal.clock.pass(61_000);
    await askCode(who, who.phone);
    const add = (number: number) =>
      call('POST', '/api/activity/ta/contacts/add', who, {
        name: 'x',
        cellphone: '123456',
        idNo: completeIdNumber(`1101011990030700${1 + number}`),
        idNumberConsent: true,
      });
    await Promise.all([add(0), add(1), remove(who, portal.codeOf(who.phone)), add(2), add(3), add(4)]);
    expect(await traces(who)).toMatchObject({ contact: 0, member: 0 });
  });
});

describe('what a member has handed in', () => {
  type Row = { kind: string; title: string; text: string; state: string; link: string };
  const list = async (who: Member, query = ''): Promise<{ rows: Row[]; total: unknown }> => {
    const { body } = await call('GET', `/api/personal/web/contributions/page?limit=3${query}`, who);
    return { rows: at(body, 'data', 'rows') as Row[], total: at(body, 'data', 'total') };
  };
  const hand = async (who: Member, module: string, day: string, standing: number | string, values: JsonObject): Promise<void> => {
    const found = portal.definitions.portal('centre')?.modules[module];
    if (!found) throw new Error(`no module ${module}`);
    const item = { id: `${module}-${who.id}`, memberId: who.id, crtTime: day, insertTime: day, ...values };
    await putItems(portal.database, [toRecord('centre', found, item, standing)]);
  };

  it('is listed from all modules together, the newest first, with its state and the page that shows it, and by kind', async () => {
    const [who, other] = [await newMember(), await newMember()];
    expect(await list(who)).toEqual({ rows: [], total: 0 });
    for (const each of [who, other]) {
      await hand(each, 'work', '2026-03-01', 1, { worksTitle: '春', menuId: '1', activityId: 'c' });
      await hand(each, 'mailbox', '2026-03-02', 0, { title: '信', menuId: '2' });
      await hand(each, 'declarerecord', '2026-03-03', 'returned', { projectName: '剪纸', menuId: '3' });
      await call('POST', '/api/communal/web/comment', each, {
        content: '<p>好<b>看</b></p>',
        dataTitle: 'T',
        dataMenuId: '6101',
        dataId: 'i0',
      });
    }
    const shown = ({ kind, title, text, state, link }: Row): string[] => [kind, title, text, state, link];
    const first = await list(who);
    expect([first.total, first.rows.map(shown)]).toEqual([
      4,
      [
        ['评论', 'T', '好看', '待审核', '/informationdetail?columnId=6101&id=i0'],
        ['申报', '剪纸', '', '已驳回', `/mydeclarationDetail?id=declarerecord-${who.id}`],
        ['信件', '信', '', '待审核', ''],
      ],
    ]);
    expect((await list(who, '&page=2')).rows.map(shown)).toEqual([
      ['作品', '春', '', '已发布', `/worksItemDetail?worksId=work-${who.id}&columnId=1&activityId=c`],
    ]);
    expect((await list(who, '&kind=declarerecord')).rows.map(({ title }) => title)).toEqual(['剪纸']);
    expect(await list(who, '&kind=information'), 'what nobody hands in').toEqual({ rows: [], total: 0 });
    expect((await call('GET', '/api/personal/web/contributions/page', {})).body).toMatchObject({ status: 40101 });
  });
});
