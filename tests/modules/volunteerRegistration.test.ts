import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { at, type Reply } from '../server/accountPortal';
import { moveByStaff } from '../server/moveByStaff';
import { openAccounts } from './harness';
import type { Member } from './member';

let member: Member;
const portal = openAccounts(async (portal) => {
  member = await portal.member('13600000091');
});

const calls = '/api/volunteer/token';
const allowed = async (who: Member = member): Promise<JsonObject> =>
  (await portal.ask({ url: `${calls}/isRegistered?fid=100001`, token: who.token })).body;
const register = (body: object = {}, who: Member = member): Promise<Reply> =>
  portal.ask({
    method: 'POST',
    url: `${calls}/registered`,
    token: who.token,
    body: { name: '某甲', phone: '13812345678', skills: 'guide,photo', ...body },
  });
const mine = async (): Promise<unknown> => at((await portal.ask({ url: `${calls}/mine`, token: member.token })).body, 'data', 'rows', '0');
const post = (path: string): Promise<Reply> => portal.ask({ method: 'POST', url: `${calls}/${path}`, token: member.token, body: {} });
const staff = (id: string, move: string, given?: JsonObject): Promise<void> =>
  moveByStaff(portal, { module: 'volunteerregistration', id, move, given });

describe('a registration of a volunteer', () => {
  test('[VOL-17, VOL-18, VOL-24] may be made once, is refused with a reason, made again, approved, and gathers hours', async () => {
    expect(await allowed()).toMatchObject({ rel: true });
    const reply = await register();
    expect(reply.body).toMatchObject({ rel: true, message: '提交成功，请等待审核' });
    const id = String(at(reply.body, 'data', 'id'));
    expect(await allowed()).toMatchObject({ rel: false, message: '您已经报名，可以在个人中心查看' });
    expect((await register()).body).toMatchObject({ rel: false, message: '您已经报名，可以在个人中心查看' });

    await staff(id, 'reject', { reason: '未满16周岁' });
    expect(await mine()).toMatchObject({ state: 'returned', reason: '未满16周岁' });
    expect(await allowed()).toMatchObject({ rel: true });
    expect((await register({ registrationId: id })).body).toMatchObject({ rel: true });
    await staff(id, 'approve');
    await staff(id, 'record', { hours: 3, about: '展厅讲解' });
    await staff(id, 'record', { hours: 4 });
    expect(await mine()).toMatchObject({
      state: 'registered',
      serviceTime: 7,
      skills: ['guide', 'photo'],
      history: [
        { to: '待审核' },
        { reason: '未满16周岁' },
        { to: '待审核' },
        { to: '已注册' },
        { move: '记录服务时长', hours: 3, about: '展厅讲解' },
        { hours: 4 },
      ],
    });
  });

  test('is left and taken up again with its hours', async () => {
    const id = String(at(await mine(), 'id'));
    expect((await post(`${id}/leave`)).status).toBe(200);
    expect((await register({ registrationId: id })).status).toBe(200);
    expect((await post(`${id}/withdraw`)).status).toBe(200);
    expect(await mine()).toMatchObject({ state: 'withdrawn', serviceTime: 7 });
  });

  test('has a certificate from the first hours on, which whoever has its number can check and nobody else', async () => {
    const own = (await mine()) as JsonObject;
    const number = String(own['number']);
    expect(number).toMatch(/^2026[2-9A-HJ-NP-Z]{12}$/);
    const check = async (said: string): Promise<Reply> =>
      portal.ask({ url: `/api/volunteer/web/certificate?number=${encodeURIComponent(said)}` });
    const typed = ` ${number.slice(0, 4)}-${number.slice(4).toLowerCase()} `;
    for (const said of [number, typed])
      expect((await check(said)).body).toEqual({
        status: 200,
        message: expect.any(String) as string,
        data: { number, name: '某**', serviceTime: 7, recordTime: expect.stringMatching(/^2026-/) as string },
      });
    for (const said of [`${number.slice(0, -1)}1`, 'undefined', '%', String(own['id'])])
      expect(await check(said)).toMatchObject({ status: 404, body: { status: 404, message: '没有这个编号的证书，请核对后再试' } });
    expect((await portal.ask({ url: '/api/volunteer/web/certificate' })).status).toBe(404);
    expect((await portal.ask({ url: `/api/volunteer/web/certificate?number=${number}`, host: 'museum.localhost' })).status).toBe(404);
    let last: Reply | undefined;
    for (let asked = 0; asked < 60; asked += 1) last = await check(number);
    expect(last).toMatchObject({ status: 429, body: { message: '操作太频繁，请稍后再试' } });
  });

  test.each([
    ['name', '', '姓名不能为空'],
    ['phone', '123', '手机号格式不正确'],
  ])('is refused when its %s is %j', async (name, value, message) => {
    const other = await portal.member(name === 'name' ? '13600000092' : '13600000093');
    expect((await register({ [name]: value }, other)).body).toMatchObject({ rel: false, errors: { [name]: message } });
  });

  test('is for members alone', async () => {
    expect((await portal.ask({ url: `${calls}/isRegistered?fid=100001` })).body).toMatchObject({ status: 40101 });
  });
});
