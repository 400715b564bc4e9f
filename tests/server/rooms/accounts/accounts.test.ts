import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPortal, at, inject, password, type AccountPortal } from '../../accountPortal';
import { sendFile, sendPicture } from '../../files';
import { mp4 } from '../uploads/files';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
}, 60_000);
afterAll(() => portal.close());

const loginByCode = (phone: string, verCode: string, extra: object = {}) =>
  portal.ask({ method: 'POST', url: '/api/auth/jwt/login-phone', body: { phone, verCode, ...extra } });
const renew = (token: string, host?: string) => portal.ask({ method: 'POST', url: '/api/auth/jwt/renew', body: {}, token, host });

describe('registration', () => {
  it('[REG-14] the code is asked for with status 1; the reply says rel true and the message in data', async () => {
    const { status, body } = await portal.sendCode('13800000001', 1);
    expect(status).toBe(200);
    expect(body).toEqual({ rel: true, data: '验证码已发送' });
    expect(portal.codeOf('13800000001')).toMatch(/^\d{6}$/);
  });

  it('[REG-15, REG-17, REG-18] posts phone, password, conPassword, departmentCode, verCode, sex and name; success is status 200', async () => {
    const { status, body } = await portal.register('13800000002', { departmentCode: 'QLWHG01' });
    expect({ status, body }).toEqual({ status: 200, body: { status: 200, message: '注册成功' } });
  });

  it.each([
    ['REG-03', { phone: '' }, 'mobilePhone', '手机号不能为空'],
    ['REG-04', { phone: '12800000003' }, 'mobilePhone', '请输入正确的手机号'],
    ['REG-04', { phone: '1380000000' }, 'mobilePhone', '请输入正确的手机号'],
    ['REG-05', { password: 'abcdef', conPassword: 'abcdef' }, 'password', '请输入正确的密码格式'],
    ['REG-05', { password: 'a1b2', conPassword: 'a1b2' }, 'password', '请输入正确的密码格式'],
    ['REG-05', { password: `${'a1'.repeat(32)}b`, conPassword: `${'a1'.repeat(32)}b` }, 'password', '请输入正确的密码格式'],
    ['REG-06', { conPassword: '' }, 'conPassword', '请再次输入密码'],
    ['REG-07', { conPassword: 'other-99' }, 'conPassword', '两次输入的密码不一致！'],
    ['REG-08', { name: '长'.repeat(101) }, 'name', '长度不能超过100个字符'],
    ['REG-08', { name: '' }, 'name', '请输入姓名'],
    ['REG-09', { sex: '' }, 'sex', '请选择性别'],
    ['REG-10', { verCode: '' }, 'verCode', '请输入验证码'],
  ])('[%s] the server enforces the form with its words: %j', async (_row, values, field, message) => {
    const { status, body } = await portal.ask({
      method: 'POST',
      url: '/api/auth/jwt/registered',
      body: { phone: '13800000003', password, conPassword: password, name: 'Li', sex: '1', verCode: '000000', ...values },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 400, message, errors: { [field]: message } });
  });

  it('[REG-16] a phone that is registered is told so after its code was right', async () => {
    await portal.register('13800000004');
    portal.clock.pass(61_000);
    const { status, body } = await portal.register('13800000004');
    expect({ status, body }).toEqual({ status: 400, body: { status: 400, message: '该手机号已注册' } });
  });

  it('of many at once with one code one registers', async () => {
    await portal.sendCode('13800000005', 1);
    const body = { phone: '13800000005', password, conPassword: password, name: 'Li', sex: '1', verCode: portal.codeOf('13800000005') };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => portal.ask({ method: 'POST', url: '/api/auth/jwt/registered', body })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('quick login', () => {
  it('[LOGIN-14, LOGIN-15, LOGIN-31] the registration check answers rel and message', async () => {
    await portal.register('13800000010');
    const check = (phone: string, fid = '100001') => portal.ask({ url: `/api/admin/front/group/phone-exist?phone=${phone}&fid=${fid}` });
    expect(await check('13800000010')).toMatchObject({ status: 200, body: { rel: true, message: expect.any(String) } });
    expect(await check('13900000010')).toMatchObject({ status: 200, body: { rel: false, message: '该手机号尚未注册' } });
    expect((await check('13800000010', '100002')).status).toBe(400);
  });

  it('[LOGIN-20, LOGIN-21, LOGIN-22, LOGIN-23, SESSION-06] code with status 3, login with phone, verCode and fid, reply and cookies', async () => {
    await portal.register('13800000011', { name: '李 白;=' });
    portal.clock.pass(61_000);
    expect((await portal.sendCode('13800000011', 3)).body).toEqual({ rel: true, data: '验证码已发送' });
    const { status, body, cookies, setCookies } = await loginByCode('13800000011', portal.codeOf('13800000011'), { fid: '100001' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rel: true,
      message: '登录成功',
      data: { token: expect.any(String), mobilePhone: '13800000011', image: '', id: expect.any(String), name: '李 白;=' },
    });
    expect(cookies).toMatchObject({
      token: at(body, 'data', 'token'),
      wlymobilephone: '13800000011',
      wlyuserimg: '',
      wlyuserid: at(body, 'data', 'id'),
      wlyusername: '李 白;=',
      culturalCloud_fid: '100001',
      museumCode: 'QLWHG01',
    });
    expect(setCookies.every((line) => line.includes('SameSite=Lax') && line.includes('Path=/') && !line.includes('Secure'))).toBe(true);
  });

  it('cookies are Secure over https', async () => {
    await portal.register('13800000012');
    portal.clock.pass(61_000);
    await portal.sendCode('13800000012', 3);
    const reply = await portal.ask({
      method: 'POST',
      url: '/api/auth/jwt/login-phone',
      body: { phone: '13800000012', verCode: portal.codeOf('13800000012') },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(reply.setCookies).toHaveLength(8);
    expect(reply.setCookies.every((line) => line.includes('; Secure'))).toBe(true);
  });

  it('[LOGIN-11, LOGIN-12] needs a phone of 11 characters and a code', async () => {
    expect((await loginByCode('1380000', '1')).body).toMatchObject({ rel: false, data: '请输入11位', errors: { phone: '请输入11位' } });
    expect((await loginByCode('13800000011', '')).body).toMatchObject({ rel: false, errors: { verCode: '请输入验证码' } });
  });

  it('[LOGIN-26, LOGIN-28] failures: of the login in data, of the code request in message', async () => {
    expect((await loginByCode('13800000011', '000000')).body).toMatchObject({ rel: false, data: '短信验证码错误或已过期' });
    await portal.sendCode('13800000013', 3);
    expect(await portal.sendCode('13800000013', 3)).toMatchObject({ status: 429, body: { rel: false, message: '操作太频繁，请稍后再试' } });
  });
});

describe('codes', () => {
  it('are of one use: of 50 at once one succeeds', async () => {
    await portal.register('13800000020');
    portal.clock.pass(61_000);
    await portal.sendCode('13800000020', 3);
    const code = portal.codeOf('13800000020');
    const replies = await Promise.all(Array.from({ length: 50 }, () => loginByCode('13800000020', code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(49);
  });

  it('allow five tries, also at once', async () => {
    await portal.register('13800000021');
    portal.clock.pass(61_000);
    await portal.sendCode('13800000021', 3);
    const code = portal.codeOf('13800000021');
    const wrong = code === '123456' ? '654321' : '123456';
    await Promise.all(Array.from({ length: 5 }, () => loginByCode('13800000021', wrong)));
    expect((await loginByCode('13800000021', code)).status).toBe(400);
  });

  it('expire after ten minutes', async () => {
    await portal.register('13800000022');
    portal.clock.pass(61_000);
    await portal.sendCode('13800000022', 3);
    portal.clock.pass(10 * 60_000 + 1);
    expect((await loginByCode('13800000022', portal.codeOf('13800000022'))).status).toBe(400);
  });

  it('are of no use to another phone, purpose or institution', async () => {
    await portal.register('13800000023');
    await portal.register('13800000024');
    await portal.register('13800000023', {}, 'museum.localhost');
    portal.clock.pass(61_000);
    await portal.sendCode('13800000023', 2);
    const resetCode = portal.codeOf('13800000023');
    expect((await loginByCode('13800000023', resetCode)).status).toBe(400);
    portal.clock.pass(61_000);
    await portal.sendCode('13800000023', 3);
    const code = portal.codeOf('13800000023');
    expect((await loginByCode('13800000024', code)).status).toBe(400);
    expect(
      (
        await portal.ask({
          method: 'POST',
          url: '/api/auth/jwt/login-phone',
          body: { phone: '13800000023', verCode: code },
          host: 'museum.localhost',
        })
      ).status,
    ).toBe(400);
    expect((await loginByCode('13800000023', code)).status).toBe(200);
  });

  it('are not sent to phones that they are of no use to, and the reply does not tell', async () => {
    expect((await portal.sendCode('13900000025', 3)).body).toEqual({ rel: true, data: '验证码已发送' });
    expect((await portal.sendCode('13900000026', 2)).body).toEqual({ rel: true, data: '验证码已发送' });
    expect(portal.codeOf('13900000025') + portal.codeOf('13900000026')).toBe('');
  });

  it.each(['', '1', 'abcdefghijk', '138000000011', '+8613800000', '12800000001', '%00', '1380000000１'])(
    'are not sent to %j',
    async (phone) => {
      expect((await portal.ask({ url: `/api/auth/jwt/1/VERCode?phone=${encodeURIComponent(phone)}` })).status).toBe(400);
    },
  );

  it('know four statuses', async () => {
    expect((await portal.ask({ url: '/api/auth/jwt/9/VERCode?phone=13800000029' })).status).toBe(400);
    expect((await portal.ask({ url: '/api/auth/jwt/__proto__/VERCode?phone=13800000029' })).status).toBe(400);
  });
});

describe('password login', () => {
  it('[LOGIN-19, LOGIN-21, LOGIN-29, LOGIN-30] sends the form encrypted to the published key', async () => {
    await portal.register('13800000030');
    const { cookies, text } = await portal.captcha('13800000030');
    const body = await portal.encrypted({
      mobilePhone: '13800000030',
      passWord: password,
      departmentCode: 'QLWHG01',
      verCode: text.toLowerCase(),
    });
    const reply = await portal.ask({ method: 'POST', url: '/api/auth/jwt/member-token-enc', body, cookies });
    expect(reply).toMatchObject({ status: 200, body: { rel: true, message: '登录成功', data: { mobilePhone: '13800000030' } } });
    expect(reply.cookies['token']).toBe(at(reply.body, 'data', 'token'));
  });

  it.each([
    ['LOGIN-07', { mobilePhone: '' }, 'mobilePhone', '手机号不能为空'],
    ['LOGIN-08', { mobilePhone: '138' }, 'mobilePhone', '请输入11位'],
    ['LOGIN-09', { passWord: '' }, 'passWord', '密码不能为空'],
    ['LOGIN-10', { verCode: '' }, 'verCode', '请输入验证码'],
  ])('[%s] %j', async (_row, values, field, message) => {
    const body = await portal.encrypted({ mobilePhone: '13800000030', passWord: password, verCode: 'ABCD', ...values });
    expect(await portal.ask({ method: 'POST', url: '/api/auth/jwt/member-token-enc', body })).toMatchObject({
      status: 400,
      body: { rel: false, data: message, errors: { [field]: message } },
    });
  });

  it('[LOGIN-24] the picture is a PNG, its cookie is for the server alone', async () => {
    const reply = await portal.ask({ url: '/api/auth/jwt/getCode?timestamp=1&phone=' });
    expect(reply.type).toBe('image/png');
    expect([...reply.raw.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
    expect(reply.setCookies).toEqual([expect.stringMatching(/^captcha=[\w-]{24}; Max-Age=300; Path=\/api; HttpOnly; SameSite=Strict$/)]);
  });

  it("a picture is used up, right or wrong, and is this institution's and this browser's", async () => {
    await portal.register('13800000031');
    const send = async (text: string, cookies: Record<string, string>, host?: string) =>
      portal.ask({
        method: 'POST',
        url: '/api/auth/jwt/member-token-enc',
        body: await portal.encrypted({ mobilePhone: '13800000031', passWord: password, verCode: text }, host),
        cookies,
        host,
      });
    const wrong = await portal.captcha();
    expect((await send('ZZZZZZ', wrong.cookies)).body).toMatchObject({ rel: false, data: '验证码错误' });
    expect((await send(wrong.text, wrong.cookies)).body).toMatchObject({ data: '验证码错误' });
    const right = await portal.captcha();
    expect((await send(right.text, {})).status).toBe(400);
    expect((await send(right.text, right.cookies, 'museum.localhost')).body).toMatchObject({ data: '验证码错误' });
    expect((await send(right.text, right.cookies)).status).toBe(200);
    expect((await send(right.text, right.cookies)).status).toBe(400);
    const late = await portal.captcha();
    portal.clock.pass(5 * 60_000 + 1);
    expect((await send(late.text, late.cookies)).status).toBe(400);
  });

  it('five wrong passwords lock it for 15 minutes, also at once, and never the SMS login', async () => {
    await portal.register('13800000032');
    const wrong = await Promise.all(Array.from({ length: 8 }, () => portal.login('13800000032', 'wrong-11')));
    expect(wrong.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
    expect(await portal.login('13800000032', password)).toMatchObject({
      status: 429,
      body: { rel: false, data: '密码错误次数过多，请15分钟后再试，或使用快捷登录' },
    });
    portal.clock.pass(61_000);
    await portal.sendCode('13800000032', 3);
    expect((await loginByCode('13800000032', portal.codeOf('13800000032'))).status).toBe(200);
    portal.clock.pass(15 * 60_000);
    expect((await portal.login('13800000032', password)).status).toBe(200);
  });

  it('a wrong password and a phone of nobody look alike', async () => {
    await portal.register('13800000033');
    const [wrong, nobody] = [await portal.login('13800000033', 'wrong-11'), await portal.login('13900000033', 'wrong-11')];
    expect(wrong.body).toEqual({ rel: false, data: '手机号或密码错误', message: '手机号或密码错误' });
    expect(nobody.body).toEqual(wrong.body);
  });

  it.each([
    ['text', 'abc'],
    ['nothing', {}],
    ['no cipher', { userMsg: 'zz' }],
    ['a short cipher', { userMsg: '04ab' }],
    ['a forged cipher', { userMsg: 'a'.repeat(400) }],
    ['a list', { userMsg: ['x'] }],
    ['a number', { userMsg: 1 }],
    ['plain fields', { mobilePhone: '13800000033', passWord: 'x', verCode: 'y' }],
    ['a huge cipher', { userMsg: 'a'.repeat(30_000) }],
  ])('refuses %s with a clear 400', async (_what, body) => {
    const reply = await portal.ask({ method: 'POST', url: '/api/auth/jwt/member-token-enc', body });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toMatch(/node_modules|\.ts:/);
  });

  it.each([
    ['a list', [1]],
    ['a number', 5],
    ['an unknown key', { mobilePhone: '13800000033', passWord: 'x', verCode: 'y', admin: true }],
    ['a phone as a number', { mobilePhone: 13800000033, passWord: 'x', verCode: 'y' }],
    ['a list of passwords', { mobilePhone: '13800000033', passWord: ['x'], verCode: 'y' }],
  ])('refuses an encrypted message that is %s', async (_what, value) => {
    expect((await portal.ask({ method: 'POST', url: '/api/auth/jwt/member-token-enc', body: await portal.encrypted(value) })).status).toBe(
      400,
    );
  });
});

describe('password reset', () => {
  it('[PWD-12, PWD-13, PWD-14] status 2, then a new password; every session everywhere is over', async () => {
    const { token, phone } = await portal.member('13800000040');
    const other = await portal.second();
    expect((await inject(other, { method: 'POST', url: '/api/auth/jwt/renew', body: {}, token })).body).toMatchObject({ rel: true });
    portal.clock.pass(61_000);
    expect((await portal.sendCode(phone, 2)).body).toEqual({ rel: true, data: '验证码已发送' });
    const reply = await portal.ask({
      method: 'POST',
      url: '/api/auth/jwt/reset',
      body: { phone, verCode: portal.codeOf(phone), password: 'lotus_77', conPassword: 'lotus_77', departmentCode: 'QLWHG01' },
    });
    expect(reply).toMatchObject({ status: 200, body: { status: 200, message: '操作成功' } });
    expect((await renew(token)).body).toMatchObject({ rel: false, status: 40101 });
    await expect
      .poll(async () => (await inject(other, { method: 'POST', url: '/api/auth/jwt/renew', body: {}, token })).body['status'], {
        timeout: 2_000,
      })
      .toBe(40101);
    expect((await portal.login(phone, password)).status).toBe(400);
    expect((await portal.login(phone, 'lotus_77')).status).toBe(200);
  });

  it.each([
    ['PWD-06', { phone: '12800000040' }, 'phone', '请输入正确的手机号'],
    ['PWD-07', { verCode: '' }, 'verCode', '验证码不能为空'],
    ['a wrong code, on an earlier step', {}, 'verCode', '短信验证码错误或已过期'],
    ['PWD-08, PWD-15', { password: 'short', conPassword: 'short' }, 'password', '请输入正确的密码格式'],
    ['PWD-09', { conPassword: 'else-1234' }, 'conPassword', '两次输入的密码不一致！'],
  ])('[%s] %j', async (_row, values, field, message) => {
    const reply = await portal.ask({
      method: 'POST',
      url: '/api/auth/jwt/reset',
      body: { phone: '13800000040', verCode: '1', password, conPassword: password, ...values },
    });
    expect(reply).toMatchObject({ status: 400, body: { status: 400, errors: { [field]: message } } });
  });
});

it('[SESSION-21] a member logs in with a phone, comments, likes, collects, uploads a show, orders culture and resets the password', async () => {
  const phone = '13800000060';
  await portal.put('centre', 'information', [{ id: 'article', columnId: '6101', title: '剪纸进校园', publishDate: '2026-11-02' }]);
  expect((await portal.register(phone)).status).toBe(200);
  const login = await portal.login(phone, password);
  expect([login.status, login.cookies['wlymobilephone']]).toEqual([200, phone]);
  const [token, id] = [String(at(login.body, 'data', 'token')), String(at(login.body, 'data', 'id'))];
  const send = (method: 'POST' | 'PUT', url: string, body: object) => portal.ask({ method, url, token, body });

  const article = { dataId: 'article', dataMenuId: '6101', dataTitle: '剪纸进校园', parentId: '-1' };
  const comment = await send('POST', '/api/communal/web/comment', { ...article, content: '<p>好看</p>', memberId: id, fid: '100001' });
  expect([comment.status, comment.body['message']]).toEqual([200, '评论成功，请等待后台审核']);
  const marked = { menuId: '6101', businessId: 'article' };
  expect((await send('PUT', '/api/personal/web/personal/updateStar', marked)).body).toMatchObject({ data: { star: 1, isStar: 'true' } });
  expect((await send('PUT', '/api/personal/web/personal/updateCollect', marked)).body).toMatchObject({
    data: { collect: 1, isCollect: 'true' },
  });

  const shows = '/api/culture/web/cultureShow';
  const film = await sendFile(portal, { url: `${shows}/film`, name: 'a.mp4', type: 'video/mp4', bytes: mp4(), member: { token } });
  const show = await send('POST', `${shows}/add`, {
    userName: '阿禾',
    contact: phone,
    videoName: '包粽子',
    customTypeId: 'x3',
    accept: true,
    menuId: '6254',
    departmentCode: 'QLWHG01',
    videoUrl: String(at(film.json(), 'data', 'http')),
    image: await sendPicture(portal, { token }, `${shows}/cover`),
  });
  expect([show.status, show.body['message']]).toEqual([200, '上传成功,请等待管理员审核']);

  const { cookies, text } = await portal.captcha();
  const order = await portal.ask({
    method: 'POST',
    url: '/api/culture/CultureOrder/web/upload',
    token,
    cookies,
    body: {
      menuId: '6190',
      departmentCode: 'QLWHG01',
      orderName: '阿禾',
      orderTelphoneNum: phone,
      types: 'o1,o22',
      content: '想看皮影戏',
      code: text,
    },
  });
  expect([order.status, order.body['message']]).toEqual([200, '提交成功，请等待工作人员回复']);
  const { body: mine } = await portal.ask({ url: '/api/culture/CultureOrder/web/mine', token });
  expect(mine).toMatchObject({ data: { total: 1, rows: [{ content: '想看皮影戏' }] } });

  portal.clock.pass(61_000);
  await portal.sendCode(phone, 2);
  const fresh = { password: 'lotus_77', conPassword: 'lotus_77', departmentCode: 'QLWHG01' };
  const reset = { phone, verCode: portal.codeOf(phone), ...fresh };
  expect((await portal.ask({ method: 'POST', url: '/api/auth/jwt/reset', body: reset })).status).toBe(200);
  expect([(await portal.login(phone, password)).status, (await portal.login(phone, 'lotus_77')).status]).toEqual([400, 200]);
});
