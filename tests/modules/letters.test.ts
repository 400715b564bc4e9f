import { describe, expect, test } from 'vitest';
import { listWaitingItems } from '../../src/database/content/review';
import { decideItems } from '../database/decideItems';
import { asObjects, type JsonObject } from '../../src/model/json';
import { at } from '../server/accountPortal';
import { moveByStaff } from '../server/moveByStaff';
import { openAccounts } from './harness';
import type { Member } from './member';

let member: Member;
const portal = openAccounts(async (portal) => {
  member = await portal.member('13600000041', { name: '林晓' });
});
const write = (body: object, token?: string): ReturnType<typeof portal.ask> =>
  portal.ask({ method: 'POST', url: '/api/travel/web/mailbox/add', body, ...(token === undefined ? {} : { token }) });

test('[MAIL-14, MAIL-16] a letter is handed in with its words, column, pictures and department, and is public once it was looked through', async () => {
  const letter = { title: '灯坏了', menuId: '6175', image: '', departmentCode: 'QLWHG01' };
  expect((await write(letter, member.token)).body).toMatchObject({ rel: true, message: '上传成功' });
  const page = '/api/travel/web/mailbox/page?page=1&limit=5&menuId=6175';
  expect(at((await portal.ask({ url: page })).body, 'data', 'total')).toBe(0);
  const [waiting] = await listWaitingItems(portal.database, 'centre');
  expect(waiting?.doc).toMatchObject({ title: '灯坏了', menuId: '6175', departmentCode: 'QLWHG01', memberId: member.id });
  await decideItems(portal.database, 'centre', [waiting?.id ?? ''], true);
  const { body } = await portal.ask({ url: page });
  expect(at(body, 'data', 'rows', '0')).toMatchObject({ title: '灯坏了', releaseMan: '林晓' });
  expect(JSON.stringify(body)).not.toMatch(/memberId|departmentCode/);
});

test('a letter is answered when it is published; who wrote is told, and sees the answer', async () => {
  await write({ title: '几点开门', menuId: '6175', image: '', departmentCode: 'QLWHG01' }, member.token);
  const [waiting] = await listWaitingItems(portal.database, 'centre');
  const answer = (given: JsonObject): Promise<void> =>
    moveByStaff(portal, { module: 'mailbox', id: waiting?.id ?? '', move: 'answer', given });
  await answer({ answer: '九点开门' });
  const read = async (): Promise<unknown> =>
    asObjects(at((await portal.ask({ url: '/api/travel/web/mailbox/page?page=1&limit=5&menuId=6175' })).body, 'data', 'rows')).find(
      ({ id }) => id === waiting?.id,
    );
  expect(await read()).toMatchObject({ title: '几点开门', reply: '九点开门' });
  const inbox = await portal.ask({ url: '/api/personal/web/inbox/page', token: member.token });
  expect(JSON.stringify(inbox.body)).toMatch(/您的留言有了答复.*九点开门.*\/mailbox\?columnId=6175/);
  await answer({ answer: '九点半开门' });
  expect(await read()).toMatchObject({ reply: '九点半开门' });
});

test('who wrote a letter that is not published is told why', async () => {
  await write({ title: '加我微信', menuId: '6175', image: '', departmentCode: 'QLWHG01' }, member.token);
  const waiting = (await listWaitingItems(portal.database, 'centre')).find(({ doc }) => doc['title'] === '加我微信');
  await moveByStaff(portal, { module: 'mailbox', id: waiting?.id ?? '', move: 'reject', given: { reason: '这是广告' } });
  const inbox = await portal.ask({ url: '/api/personal/web/inbox/page', token: member.token });
  expect(JSON.stringify(inbox.body)).toMatch(/您的留言未通过审核.*“加我微信”未通过审核。这是广告/);
});

test.each([
  ['a stranger', { title: '灯坏了', menuId: '6175' }, undefined, { status: 40101 }],
  ['no words', { menuId: '6175' }, 'token', { message: '内容不能为空' }],
  ['more words than fit', { title: '灯'.repeat(1001), menuId: '6175' }, 'token', { message: '内容不能超过1000个字' }],
])('%s hands in nothing', async (_who, body, token, told) => {
  expect((await write(body, token && member.token)).body).toMatchObject(told);
});

describe('a cultural order', () => {
  const url = '/api/culture/CultureOrder/web/upload';
  const list = '/api/culture/CultureOrder/web/6190/list?pageNum=1&limit=10';
  const order = async (values: object, right = true): ReturnType<typeof portal.ask> => {
    const { cookies, text } = await portal.captcha();
    const body = {
      menuId: '6190',
      departmentCode: 'QLWHG01',
      orderName: '周同学',
      orderTelphoneNum: '13600000077',
      types: 'o1,o22',
      content: '想看戏',
      code: right ? text : 'wrong',
      ...values,
    };
    return portal.ask({ method: 'POST', url, body, cookies });
  };

  test('[ORDER-08] is sent with name, telephone, captcha, words and types, and shown with their names once it was looked through', async () => {
    expect((await order({})).body).toMatchObject({ status: 200, message: '提交成功，请等待工作人员回复' });
    expect(at((await portal.ask({ url: list })).body, 'totalSize')).toBe(0);
    const [waiting] = await listWaitingItems(portal.database, 'centre');
    expect(waiting?.doc).toMatchObject({ types: ['o1', 'o22'], orderTelphoneNum: '13600000077', departmentCode: 'QLWHG01' });
    expect(waiting?.doc).not.toHaveProperty('code');
    await decideItems(portal.database, 'centre', [waiting?.id ?? ''], true);
    const { body } = await portal.ask({ url: list });
    expect(at(body, 'data', '0')).toMatchObject({
      orderName: '周同学',
      content: '想看戏',
      typeValues: [{ value: '演出' }, { value: '送到社区' }],
    });
    expect(JSON.stringify(body)).not.toContain('13600000077');
  });

  test.each([
    [{ orderName: '' }, '请输入姓名'],
    [{ orderTelphoneNum: '' }, '请输入联系方式'],
    [{ code: '' }, '请输入验证码'],
    [{ content: '' }, '请输入内容'],
    [{ types: '' }, '请选择类型'],
    [{ types: 'o1' }, '请选择地点'],
    [{ types: 'o22' }, '请选择类型'],
    [{ types: 'o1,o2,o22' }, '没有这个类型，请重新选择'],
    [{ types: 'x1,o1,o22' }, '没有这个类型，请重新选择'],
  ])('with %j it says %s', async (values, message) => {
    expect((await order(values)).body).toMatchObject({ status: 400, message });
  });

  test('a wrong captcha is refused', async () => {
    expect((await order({}, false)).body).toMatchObject({ message: expect.stringContaining('验证码') as string });
  });

  test('[ORDER-14] comes by GET as a query too, of a member by the token in a header alone, once, kept and logged nowhere', async () => {
    const { cookies, text } = await portal.captcha();
    const said = { menuId: '6190', orderName: '周同学', orderTelphoneNum: '13600000078', types: 'o1,o22', content: '想听评弹' };
    const get = (values: Record<string, string>, asked: object = {}): ReturnType<typeof portal.ask> =>
      portal.ask({ url: `${url}?${new URLSearchParams(values).toString()}`, cookies, ...asked });
    const whole = { ...said, code: text };
    const count = async (): Promise<number> =>
      (await listWaitingItems(portal.database, 'centre')).filter(({ doc }) => doc['content'] === '想听评弹').length;
    // A cookie opens no session, nor does a token in the query.
    const session = { token: member.token, culturalCloud_token: member.token };
    expect((await get(whole)).body).toMatchObject({ status: 40101 });
    expect((await get(whole, { cookies: { ...cookies, ...session } })).body).toMatchObject({ status: 40101 });
    expect((await get(whole, { token: 'x'.repeat(40) })).body).toMatchObject({ status: 40101 });
    expect((await get({ ...whole, token: member.token }, { token: member.token })).body).toMatchObject({ status: 400 });
    expect((await get({ ...whole, orderName: '' }, { token: member.token })).body).toMatchObject({ status: 400, message: '请输入姓名' });
    expect((await portal.ask({ url: `${url}?content=1&content=2`, token: member.token })).body).toMatchObject({ status: 400 });
    expect(await count()).toBe(0);
    const reply = await portal.app.inject({
      url: `${url}?${new URLSearchParams(whole).toString()}`,
      headers: {
        host: 'localhost',
        authorization: member.token,
        cookie: Object.entries(cookies)
          .map((pair) => pair.join('='))
          .join('; '),
      },
    });
    expect(reply.json()).toMatchObject({ status: 200, message: '提交成功，请等待工作人员回复' });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect((await get(whole, { token: member.token })).body).toEqual(reply.json());
    expect(await count()).toBe(1);
    // What does not say that it may come so does not.
    expect((await portal.ask({ url: '/api/travel/web/mailbox/add?title=x', token: member.token })).status).toBe(404);
  });

  test('is answered, delivered and rated once by its member, whose words are shown when they were looked through', async () => {
    const { cookies, text } = await portal.captcha();
    const body = { menuId: '6190', orderName: '林晓', orderTelphoneNum: '13600000079', types: 'o1,o22', content: '想看木偶戏', code: text };
    const id = String(at((await portal.ask({ method: 'POST', url, body, cookies, token: member.token })).body, 'data', 'id'));
    const staff = (move: string, given?: JsonObject): Promise<void> => moveByStaff(portal, { module: 'culturalorder', id, move, given });
    const rate = (values: object, token: string | undefined = member.token): ReturnType<typeof portal.ask> =>
      portal.ask({ method: 'POST', url: `/api/culture/CultureOrder/web/${id}/rate`, body: values, token });
    const mine = async (): Promise<unknown> =>
      asObjects(at((await portal.ask({ url: '/api/culture/CultureOrder/web/mine', token: member.token })).body, 'data', 'rows')).find(
        (row) => row['id'] === id,
      );
    const shown = async (): Promise<unknown> =>
      asObjects(at((await portal.ask({ url: list })).body, 'data')).find((row) => row['id'] === id);

    expect(await mine()).toMatchObject({ state: 'waiting', content: '想看木偶戏', typeValues: [{ value: '演出' }, { value: '送到社区' }] });
    await staff('approve');
    await expect(staff('deliver')).rejects.toThrow('moveRefused');
    await staff('answer', { answer: '周六来演' });
    expect(await rate({ stars: 5 })).toMatchObject({ status: 409 });
    await staff('deliver');
    const inbox = await portal.ask({ url: '/api/personal/web/inbox/page', token: member.token });
    expect(JSON.stringify(inbox.body)).toMatch(/您的点单已完成.*想看木偶戏.*\/myculturalorders.*您的点单有了答复.*周六来演/);
    for (const [values, message] of [
      [{}, '请选择评分'],
      [{ stars: 6 }, '评分为1到5星'],
      [{ stars: 0 }, '评分为1到5星'],
      [{ stars: 2.5 }, '评分为1到5星'],
      [{ stars: 4, opinion: '好'.repeat(301) }, '评价不能超过300个字'],
    ] as const)
      expect(await rate(values)).toMatchObject({ status: 400, body: { message } });
    const other = await portal.member('13600000042');
    expect((await rate({ stars: 1 }, other.token)).status).toBe(404);
    expect((await rate({ stars: 1 }, '')).body).toMatchObject({ status: 40101 });
    expect((await rate({ stars: 4, opinion: '孩子们很喜欢' })).status).toBe(200);
    expect((await rate({ stars: 1, opinion: '再来' })).status).toBe(409);
    expect(await mine()).toMatchObject({ state: 'rated', stars: 4, opinion: '孩子们很喜欢' });
    expect(await shown()).toMatchObject({ stars: 4, answer: '周六来演' });
    expect(JSON.stringify(await shown())).not.toMatch(/孩子们很喜欢|memberId|13600000079/);
    await staff('showRating');
    expect(await shown()).toMatchObject({ stars: 4, comment: '孩子们很喜欢' });
  });
});
