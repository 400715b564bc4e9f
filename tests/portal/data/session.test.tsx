// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientEndpoint } from '../../../src/model/compiled';
import { createBrowserCall } from '../../../src/portal/data/api';
import { beginSession, endSession, onSessionEnd, readCookie, readTokenLife } from '../../../src/portal/data/session';
import { isNearItsEnd } from '../../../src/portal/app/useSessionKeeping';
import { accountEndpoints } from '../forms';
import { endpoint, listPayload, shellOf } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

const shell = shellOf();
const list = endpoint('information:list', '/api/information/page{?page,limit}');
const names = ['token', 'wlymobilephone', 'wlyuserimg', 'wlyuserid', 'wlyusername'];
const member = { token: 't1', mobilePhone: '13800000000', image: '/a.png', id: 'm1', name: '张三' };
let taken: Taken | undefined;
let requests: { url: string; headers: Record<string, string> }[] = [];

const answer = (status: number, body: unknown): void => {
  vi.stubGlobal('fetch', (url: string, init: { headers: Record<string, string> }) => {
    requests.push({ url, headers: init.headers });
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  });
};

beforeEach(() => {
  window.scrollTo = vi.fn();
  requests = [];
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  endSession();
  vi.unstubAllGlobals();
  document.cookie = 'culturalCloud_fid=; Max-Age=0';
  document.cookie = 'museumCode=; Max-Age=0';
});

test("[LOGIN-22] a login's reply sets the five cookies together", async () => {
  answer(200, { rel: true, message: '登录成功', data: member });
  await createBrowserCall(shell)(accountEndpoints['account:loginByCode'] as ClientEndpoint, { phone: '13800000000', verCode: '1' });
  expect(names.map(readCookie)).toEqual(['t1', '13800000000', '/a.png', 'm1', '张三']);
});

test('cookies are read once in a row, and again in the next task and when a session has begun or ended', async () => {
  const read = vi.spyOn(Document.prototype, 'cookie', 'get');
  try {
    names.map(readCookie);
    names.map(readCookie);
    expect(read).toHaveBeenCalledTimes(1);
    beginSession(member);
    expect(names.map(readCookie)).toEqual(['t1', '13800000000', '/a.png', 'm1', '张三']);
    endSession();
    expect(readCookie('token')).toBeUndefined();
    await Promise.resolve();
    document.cookie = 'token=t2';
    expect(readCookie('token')).toBe('t2');
  } finally {
    read.mockRestore();
  }
});

test('[SESSION-08] [SESSION-09] every call carries the token and the organisation', async () => {
  beginSession(member);
  answer(200, { status: 200, data: { rows: [], total: 0 } });
  await createBrowserCall(shell)(list, { page: 1 });
  expect(requests[0]?.headers).toMatchObject({ Authorization: 't1', 'X-Organization-Id': 'fid-1' });
});

test.each([40101, 40301])('[SESSION-13] [SESSION-14] a body status of %i clears the session and says so once', async (status) => {
  beginSession(member);
  document.cookie = 'culturalCloud_fid=f';
  document.cookie = 'museumCode=c';
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  answer(200, { status, message: '旧消息' });
  const reply = await createBrowserCall(shell)(list, { page: 1 });
  stop();
  expect(reply).toMatchObject({ ok: false, fault: 'session', message: '登录已过期，请重新登录' });
  expect(ended.mock.calls).toEqual([['expired']]);
  expect(names.map(readCookie)).toEqual(names.map(() => undefined));
  expect([readCookie('culturalCloud_fid'), readCookie('museumCode')]).toEqual(['f', 'c']);
});

test.each([40101, 40301])(
  '[SESSION-13] [SESSION-14] [SESSION-05] after %i the visitor is told and led to the login page, which comes back to the same state of the list',
  async (status) => {
    beginSession(member);
    answer(200, { status, message: 'x' });
    const call = createBrowserCall(shell);
    taken = await hydratePage(listPayload(), call);
    window.history.replaceState(null, '', '/information?columnId=6101&page=3&type=2');
    await act(async () => {
      await call(list, { page: 1 });
    });
    expect([...taken.container.querySelectorAll('.toasts-item')].map((toast) => toast.textContent)).toContain('登录已过期，请重新登录');
    expect(requests.at(-1)?.url).toBe(
      `/portal/page?url=${encodeURIComponent(`/login?redirect=${encodeURIComponent('/information?columnId=6101&page=3&type=2')}`)}`,
    );
  },
);

test('a member whose cookies have run out while the window shows them is told and led to the login page, once', async () => {
  beginSession(member);
  answer(200, { status: 40101, message: '请先登录' });
  const call = createBrowserCall(shell);
  taken = await hydratePage(listPayload(), call);
  for (const name of names) document.cookie = `${name}=; Max-Age=0; Path=/`;
  await Promise.resolve();
  let reply: unknown;
  await act(async () => {
    reply = await call(list, { page: 1 });
  });
  expect(reply).toMatchObject({ ok: false, fault: 'session' });
  expect([...taken.container.querySelectorAll('.toasts-item')].map((toast) => toast.textContent)).toContain('登录已过期，请重新登录');
  expect(requests.at(-1)?.url).toMatch(/^\/portal\/page\?url=%2Flogin/);
  expect(await call(list, { page: 1 })).toMatchObject({ ok: false, message: '请先登录' });
});

test('[SESSION-22] the phone cookie alone is what a login is seen by', async () => {
  taken = await hydratePage(listPayload());
  const seen = (): [boolean, boolean] => [
    taken?.container.querySelector('.account-links-menu') !== null,
    taken?.container.querySelector('.account-links') !== null,
  ];
  const change = (cookie: string): Promise<void> =>
    act(async () => {
      document.cookie = `${cookie}; Path=/`;
      window.dispatchEvent(new Event('focus'));
    });
  expect(seen()).toEqual([false, true]);
  await change('wlyuserid=m1');
  await change('token=t1');
  expect(seen()).toEqual([false, true]);
  await change('wlymobilephone=13800000000');
  expect(seen()).toEqual([true, false]);
  act(() => endSession());
  expect([seen(), names.map(readCookie)]).toEqual([[false, true], names.map(() => undefined)]);
});

test('a visitor without a session is told what the server says', async () => {
  answer(200, { status: 40101, message: '请先登录' });
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  expect(await createBrowserCall(shell)(list, { page: 1 })).toMatchObject({ ok: false, message: '请先登录' });
  stop();
  expect(ended).not.toHaveBeenCalled();
});

test("[SESSION-15] a body status of 500 gives the server's message", async () => {
  answer(200, { status: 500, message: '报名人数已满' });
  expect(await createBrowserCall(shell)(list, { page: 1 })).toMatchObject({ ok: false, message: '报名人数已满', status: 500 });
});

test('[SESSION-16] HTTP 403 clears the session', async () => {
  beginSession(member);
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  answer(403, { status: 403, message: 'x' });
  expect(await createBrowserCall(shell)(list, { page: 1 })).toMatchObject({ fault: 'session', message: '登录凭证无效，请重新登录' });
  stop();
  expect(ended.mock.calls).toEqual([['invalid']]);
  expect(readCookie('token')).toBeUndefined();
});

test.each([500, 503])('[SESSION-17] HTTP %i', async (status) => {
  answer(status, '<html>');
  expect(await createBrowserCall(shell)(list, { page: 1 })).toMatchObject({ ok: false, fault: 'http', message: '服务器繁忙，请稍候' });
});

test('[SESSION-18] any other HTTP error gives the message of its body', async () => {
  answer(409, { status: 409, message: '已经报过名了' });
  expect(await createBrowserCall(shell)(list, { page: 1 })).toMatchObject({ ok: false, fault: 'http', message: '已经报过名了' });
});

test('a refusal by rule asks to be told in a header, for browsers write failed requests in the console, and is read from there', async () => {
  const refusal = { status: 409, message: '该手机号已提交过报名' };
  const told = new Response(JSON.stringify(refusal), { status: 200, headers: { 'X-Refusal-Status': '409' } });
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(told));
  vi.stubGlobal('fetch', fetched);
  const reply = await createBrowserCall(shell)({ ...list, ok: {} }, {});
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ 'X-Refusal-Status': 'header' });
  expect(reply).toMatchObject({ ok: false, message: refusal.message, status: 409, fault: 'http' });
});

test('[SESSION-10] a call that is not answered, and a browser that is offline', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('', 'TimeoutError')));
  expect((await createBrowserCall(shell)(list, { page: 1 })).message).toBe('请求超时，请稍后再试');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  expect((await createBrowserCall(shell)(list, { page: 1 })).message).toBe('网络连接已断开，请检查网络后再试');
});

test('a token is renewed in the last third of its life, not after it', () => {
  const token = `x.${btoa(JSON.stringify({ iat: 0, exp: 900 }))}.y`;
  expect(readTokenLife(token)).toEqual({ from: 0, until: 900_000 });
  expect([599_000, 601_000, 899_000, 901_000].map((now) => isNearItsEnd(token, now))).toEqual([false, true, true, false]);
  expect(isNearItsEnd('no token', 0)).toBe(false);
});
