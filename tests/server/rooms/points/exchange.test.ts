import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { findUnequalAccounts } from '../../../../src/database/points/entries';
import { decideOrder } from '../../../../src/server/rooms/points/decide';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { hashPickUpCode } from '../../../../src/server/security/storedHashes';
import { setCredit } from '../../../database/points';
import { accountPortal, type AccountPortal, at } from '../../accountPortal';
import type { Asker } from '../../enrolments';
import { creditOf, entriesOf, exchangeCall, exchanged, goods, ordersOf, withdrawn } from '../../points';

const hour = 3_600_000;
let portal: AccountPortal;
let phones = 13_600_000_000;
beforeAll(async () => {
  portal = await accountPortal();
  const [past, ahead] = [new Date(portal.clock.now() - hour).toISOString(), new Date(portal.clock.now() + hour).toISOString()];
  await portal.put('centre', 'pointsmall', [
    goods(portal, 'cup'),
    goods(portal, 'two', { stock: 2 }),
    goods(portal, 'none', { stock: 0 }),
    goods(portal, 'early', { startTime: ahead }),
    goods(portal, 'over', { endTime: past }),
    { id: 'always', menuId: '6182', name: '商品always', price: 100 },
    goods(portal, 'free', { price: 0 }),
  ]);
}, 60_000);
afterAll(async () => {
  expect(await findUnequalAccounts(portal.database, 'centre')).toEqual([]);
  await portal.close();
});

async function rich(points = 1000): Promise<Asker> {
  const who = await portal.member(String((phones += 1)));
  await setCredit(portal.database, 'centre', who.id, points);
  return who;
}
const institution = () => {
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  return found;
};
const surplusOf = async (id: string): Promise<unknown> =>
  at((await portal.ask({ url: `/api/personal/creditCommodity/web/${id}` })).body, 'data', 'surplus');

describe('an exchange', () => {
  test('takes the points, stores the order sealed, with a code, and is an entry', async () => {
    const who = await rich();
    expect((await exchanged(portal, who, 'cup', { remark: '周末送' })).body).toMatchObject({
      rel: true,
      message: '兑换成功，请等待工作人员与您联系',
    });
    expect([await creditOf(portal, who), (await entriesOf(portal, who, '?way=out'))[0]]).toEqual([900, ['兑换商品', '商品cup', -100]]);
    const [order] = await ordersOf(portal, who);
    expect(order).toMatchObject({
      ...{
        commodityName: '商品cup',
        price: 100,
        userName: '林晓',
        contact: '138****5678',
        address: '柳湾路1号',
        remark: '周末送',
        state: '1',
      },
      code: expect.stringMatching(/^\d{8}$/),
    });
    const { rows } = await sql`select * from point_order where member_id = ${who.id}`.execute(portal.database.kysely);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`林晓|13812345678|柳湾路|${String(order?.['code'])}`));
  });

  test.each([
    ['too few points', 'cup', '积分不足', 409],
    ['nothing of it left', 'none', '该商品已兑完', 409],
    ['goods that come later', 'early', '该商品尚未开始兑换', 409],
    ['goods whose time is over', 'over', '该商品的兑换已结束', 409],
    ['no such goods', 'made-up', '内容不存在或已下线', 404],
  ])('of %s takes nothing', async (what, id, message, status) => {
    const who = await rich(what === 'too few points' ? 99 : 1000);
    const before = await creditOf(portal, who);
    const reply = await exchanged(portal, who, id);
    expect([reply.status, reply.body['rel'], reply.body['message']]).toEqual([status, false, message]);
    expect([await creditOf(portal, who), await ordersOf(portal, who), await surplusOf('none')]).toEqual([before, [], 0]);
  });

  test.each([
    ['recipient', { userName: ' ' }, 'userName', '请输入收件人名称'],
    ['contact', { contact: '' }, 'contact', '请输入联系方式'],
    ['telephone', { contact: '12345' }, 'contact', '请输入正确的手机号'],
    ['address', { address: '' }, 'address', '请输入收件地址'],
  ])('without a proper %s is refused at its field', async (_what, more, field, message) => {
    const who = await rich();
    const reply = await exchanged(portal, who, 'cup', more);
    expect([reply.status, at(reply.body, 'errors', field), await creditOf(portal, who)]).toEqual([400, message, 1000]);
  });

  test('is for members, and by POST alone: a GET changes nothing', async () => {
    const who = await rich();
    expect((await exchanged(portal, {}, 'cup')).body).toMatchObject({ rel: false, status: 40101 });
    const query = 'commodityId=cup&userName=x&contact=13812345678&address=x';
    const reply = await portal.ask({ url: `/api/personal/credit/web/creditExchange?${query}`, token: who.token });
    expect([reply.status >= 400, await creditOf(portal, who)]).toEqual([true, 1000]);
  });

  test('that is sent again under its key is one', async () => {
    const who = await rich();
    const send = () => portal.ask(exchangeCall(who, 'cup', {}, { 'idempotency-key': 'k1' }));
    const replies = [await send(), await send()];
    expect(replies.map(({ body }) => body)).toEqual([replies[0]?.body, replies[0]?.body]);
    expect([await creditOf(portal, who), (await ordersOf(portal, who)).length]).toEqual([900, 1]);
  });

  test('that two windows send is one, also at the same time; another one, or the same once it was taken back, is not refused', async () => {
    const who = await rich();
    let windows = 0;
    const send = (remark = '') => portal.ask(exchangeCall(who, 'cup', { remark }, { 'idempotency-key': `w${(windows += 1)}` }));
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await send()).body).toMatchObject({ rel: false, message: '同样的内容刚刚已经提交成功，这一次没有重复提交' });
    expect([await creditOf(portal, who), (await ordersOf(portal, who)).length]).toEqual([900, 1]);
    expect((await withdrawn(portal, who, String((await ordersOf(portal, who))[0]?.['id']))).body).toMatchObject({ rel: true });
    expect([(await send()).status, (await send()).status, (await send('第二份')).status]).toEqual([200, 409, 200]);
    expect(await creditOf(portal, who)).toBe(800);
  });

  test.each([
    ['without a period', 'always', 900],
    ['that cost nothing', 'free', 1000],
  ])('of goods %s', async (_what, id, left) => {
    const who = await rich();
    expect((await exchanged(portal, who, id)).body).toMatchObject({ rel: true });
    expect(await creditOf(portal, who)).toBe(left);
  });

  test('of the last one leaves none to others, and one that is taken back is there again', async () => {
    const [who, other] = [await rich(), await rich()];
    for (const left of [1, 0]) {
      expect((await exchanged(portal, who, 'two')).body).toMatchObject({ rel: true });
      expect(await surplusOf('two')).toBe(left);
    }
    expect((await exchanged(portal, other, 'two')).body).toMatchObject({ message: '该商品已兑完' });
    expect((await withdrawn(portal, who, String((await ordersOf(portal, who))[0]?.['id']))).body).toMatchObject({ rel: true });
    expect([await surplusOf('two'), (await exchanged(portal, other, 'two')).body['rel']]).toEqual([1, true]);
  });
});

describe('an order', () => {
  async function ordered(): Promise<{ who: Asker; id: string; code: string }> {
    const who = await rich();
    await exchanged(portal, who, 'cup');
    const [{ id, code } = {}] = await ordersOf(portal, who);
    return { who, id: String(id), code: String(code) };
  }
  const kit = () => ({ db: portal.database, keys: deriveAccountKeys(portal.secret) });
  const handle = (code: string) => {
    const codeHashes = hashPickUpCode(deriveAccountKeys(portal.secret), 'centre', code);
    return decideOrder(kit(), institution(), { codeHashes }, { handle: true, now: portal.clock.now() });
  };
  const messagesOf = async ({ token }: Asker): Promise<unknown[]> => {
    const { body } = await portal.ask({ url: '/api/personal/web/inbox/page', token });
    return (at(body, 'data', 'rows') as { title: string; text: string }[]).map(({ title, text }) => [title, text]);
  };

  test('that waits is taken back by its member: the points come back, once', async () => {
    const { who, id } = await ordered();
    expect((await withdrawn(portal, who, id)).body).toMatchObject({ rel: true, message: '兑换已撤销，积分已退回' });
    expect(await withdrawn(portal, who, id)).toMatchObject({ status: 409, body: { message: '该兑换已处理或已撤销' } });
    expect([await creditOf(portal, who), (await entriesOf(portal, who))[0]]).toEqual([1000, ['撤销兑换，积分退回', '商品cup', 100]]);
    const [order] = await ordersOf(portal, who);
    expect([order?.['state'], order?.['code']]).toEqual(['3', undefined]);
  });

  test('is handled by its code, once, and its member is told; then it stays', async () => {
    const { who, id, code } = await ordered();
    expect([await handle(code), await handle(code), await handle('00000000x')]).toEqual(['done', 'closed', 'missing']);
    expect((await withdrawn(portal, who, id)).status).toBe(409);
    expect([(await ordersOf(portal, who))[0]?.['state'], await creditOf(portal, who), await messagesOf(who)]).toEqual([
      '2',
      900,
      [['积分兑换已处理', '您兑换的商品cup已处理。']],
    ]);
  });

  test('is taken back by staff with a reason that its member reads', async () => {
    const { who, id } = await ordered();
    const withdraw = () => decideOrder(kit(), institution(), { id }, { handle: false, reason: '缺货', now: portal.clock.now() });
    expect([await withdraw(), await withdraw()]).toEqual(['done', 'closed']);
    expect([await creditOf(portal, who), await messagesOf(who)]).toEqual([
      1000,
      [['积分兑换已撤销', '您兑换的商品cup已由工作人员撤销，100积分已退回。缺货']],
    ]);
  });

  test("is its member's alone", async () => {
    const [{ id }, other] = [await ordered(), await rich()];
    expect((await withdrawn(portal, other, id)).status).toBe(404);
  });
});
