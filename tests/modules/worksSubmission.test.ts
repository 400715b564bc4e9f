import { describe, expect, test } from 'vitest';
import { listWaitingItems } from '../../src/database/content/review';
import { decideItems } from '../database/decideItems';
import { getItem } from '../../src/database/content/items';
import type { JsonObject } from '../../src/model/json';
import { formatIso } from '../../src/runtime/time';
import { at, type Reply } from '../server/accountPortal';
import { drawPng, sendFile, sendPicture } from '../server/files';
import { openAccounts } from './harness';
import type { Member } from './member';

const day = 86_400_000;
let member: Member;
let other: Member;
let cover = '';

const portal = openAccounts(async (portal) => {
  member = await portal.member('13600000051');
  other = await portal.member('13600000052');
  cover = await sendPicture(portal, member);
  const from = (days: number): string => formatIso(portal.clock.now() + days * day);
  const call = { menuId: '6188', activityName: '摄影征集', startDate: from(-9), endDate: from(9) };
  await portal.put('centre', 'workcollect', [
    { ...call, id: 'open' },
    { ...call, id: 'over', endDate: from(-1) },
    { ...call, id: 'early', startDate: from(1) },
    { ...call, id: 'three', actNumber: 3, actNumLimit: 1 },
    { ...call, id: 'crowded', actNumber: 5, actNumLimit: 1 },
    { ...call, id: 'unlimited', actNumber: 1, actNumLimit: 0 },
  ]);
});

const work = {
  author: '阿澄',
  authorNo: '',
  phone: '13812345678',
  worksTitle: '晨雾里的摆渡人',
  content: '<p>五点四十<script>alert(1)</script></p>',
  remark: '',
  menuId: '6188',
};
const submit = (activityId: string, who: Member = member, more: JsonObject = {}): Promise<Reply> =>
  portal.ask({
    method: 'POST',
    url: '/api/works/front/add',
    token: who.token,
    body: { ...work, cover, userId: who.id, activityId, ...more },
  });
const left = async (id: string): Promise<unknown> =>
  at((await portal.ask({ url: `/api/works/front/web/collect/${id}` })).body, 'data', 'surplusWorksCount');
const idOf = (reply: Reply): string => String(at(reply.body, 'data', 'id'));
const listed = async (activity: string): Promise<unknown> =>
  at((await portal.ask({ url: `/api/works/front/web/wk/page?activityId=${activity}` })).body, 'data', 'total');

describe('a work that is handed in', () => {
  test('[WORK-40, WORK-43, WORK-51] has the fields of the documents, awaits review, and is shown once it is approved', async () => {
    const reply = await submit('open');
    expect([reply.status, reply.body['message']]).toEqual([200, '提交成功，请等待审核']);
    const id = idOf(reply);
    expect((await listWaitingItems(portal.database, 'centre')).map((item) => item.id)).toContain(id);
    expect((await portal.ask({ url: `/api/works/front/web/wk/${id}`, token: member.token })).status).toBe(404);
    expect(await listed('open')).toBe(0);
    expect((await getItem(portal.database, 'centre', 'work', id))?.doc).toEqual({
      id,
      author: '阿澄',
      phone: '13812345678',
      worksTitle: '晨雾里的摆渡人',
      content: '<p>五点四十</p>',
      cover,
      menuId: '6188',
      activityId: 'open',
      userId: member.id,
      memberId: member.id,
      voteCount: 0,
      crtTime: expect.stringMatching(/\+08:00$/),
    });
    await decideItems(portal.database, 'centre', [id], true);
    const shown = (await portal.ask({ url: `/api/works/front/web/wk/${id}`, token: other.token })).body['data'];
    expect(shown).toMatchObject({ author: '阿澄', worksTitle: '晨雾里的摆渡人', voteCount: 0 });
    expect(Object.keys(shown as object)).not.toEqual(expect.arrayContaining(['phone']));
    expect(await listed('open')).toBe(1);
  });

  test('is of the member whose token it comes with, and of nobody without one', async () => {
    expect((await submit('open', member, { userId: other.id })).body['status']).toBe(403);
    const body = { ...work, activityId: 'open' };
    expect(at((await portal.ask({ method: 'POST', url: '/api/works/front/add', body })).body, 'status')).toBe(40101);
  });

  test.each([
    ['WORK-31', 'author', '', '请填写作者'],
    ['WORK-32', 'phone', '', '请输入联系电话'],
    ['WORK-33', 'phone', '12812345678', '请输入正确格式的联系电话'],
    ['WORK-34', 'worksTitle', '', '请填写作品名称'],
    ['WORK-35', 'content', '<p> </p>', '作品内容不能为空'],
    ['WORK-36', 'cover', '', '请上传封面图片'],
  ])('the server refuses what %s asks for: %s "%s"', async (_row, field, value, message) => {
    const { status, body } = await submit('open', member, { [field]: value });
    expect([status, body['message'], body['errors']]).toEqual([400, message, { [field]: message }]);
  });

  test('what is wrong is told in the order of the documents: content, cover, phone, author, title', async () => {
    const { body } = await submit('open', member, { author: '', phone: '1', worksTitle: '', content: '', cover: '' });
    expect([body['message'], Object.keys(body['errors'] ?? {})]).toEqual([
      '作品内容不能为空',
      ['content', 'cover', 'phone', 'author', 'worksTitle'],
    ]);
  });

  test('its cover is answered with its address, which no field of a work is', () =>
    expect(portal.definitions.portal('centre')?.endpoints['work:cover']?.shape.properties).toHaveProperty('http'));

  test('[WORK-38] has a cover that was uploaded here and is jpg, jpeg or png, under 5 MB', async () => {
    for (const wrong of ['https://example.org/a.png', '/files/AAAAAAAAAAAAAAAAAAAAAA.gif', '/pictures/boat/x.svg'])
      expect((await submit('open', member, { cover: wrong })).body).toMatchObject({ status: 400, errors: { cover: '请选择图片文件' } });
    const large = await sendFile(portal, {
      url: '/api/works/front/cover',
      member,
      name: 'a.png',
      bytes: await drawPng(5 * 1024 * 1024),
    });
    expect([large.statusCode, at(large.json(), 'message')]).toEqual([413, '上传的文件不要超过5M。']);
  });

  test.each([
    ['once the call is over', 'over', '活动已结束'],
    ['before the call begins', 'early', '征集还没有开始'],
  ])('is refused %s', async (_when, id, message) => expect((await submit(id)).body).toMatchObject({ status: 400, message }));
});

describe('places', () => {
  test('[WORK-14] run out, and come back when a work is rejected', async () => {
    const first = await submit('three');
    for (const _work of [2, 3]) expect((await submit('three')).status).toBe(200);
    expect(await left('three')).toBe(0);
    expect((await submit('three', other)).body).toEqual({ status: 409, message: '报名人数已满' });
    await decideItems(portal.database, 'centre', [idOf(first)], false);
    expect([await left('three'), (await submit('three', other)).status, await left('three')]).toEqual([1, 200, 0]);
  });

  test('are given once each, however many ask at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 16 }, (_none, index) => submit('crowded', index % 2 === 0 ? member : other)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(replies.map(({ body }) => body['message']))).toEqual(new Set(['提交成功，请等待审核', '报名人数已满']));
    expect(await left('crowded')).toBe(0);
  });

  test('of a call that limits none are not counted', async () => {
    for (const _work of [1, 2]) expect((await submit('unlimited', other)).status).toBe(200);
  });
});
