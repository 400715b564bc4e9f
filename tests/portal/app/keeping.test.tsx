// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Card } from '../../../src/model/definitions.g';
import { createBrowserCall } from '../../../src/portal/data/api';
import { beginSession, endSession, readCookie } from '../../../src/portal/data/session';
import type { Call, CallValues } from '../../../src/runtime/pageData';
import { endpoint, listPayload } from '../payloads';
import { hydratePage, takeCalls, type Taken } from '../rendered';

const token = (from: number, until: number): string =>
  `x.${btoa(JSON.stringify({ iat: Math.floor(from / 1000), exp: Math.floor(until / 1000) }))}.y`;
const hour = 3_600_000;
const member = (life: string) => ({ token: life, mobilePhone: '13800000000', image: '', id: 'm1', name: '甲' });

let taken: Taken | undefined;
let calls: { name: string; values: CallValues }[] = [];
const call: Call = async (target, values) => {
  calls.push({ name: target.name, values });
  return { ok: true, rows: [], total: 0, item: { collect: 5, isCollect: 'true' } };
};
const writing = (name: string, service?: string) => ({
  ...endpoint(name, `/api/${name.replace(':', '/')}`),
  method: 'POST' as const,
  service,
  viewer: true,
});
const payload = (...args: Parameters<typeof listPayload>) => {
  const made = listPayload(...args);
  made.shell.calls = {
    'accounts.renew': writing('account:renew', 'accounts.renew'),
    'accounts.logout': writing('account:logout', 'accounts.logout'),
  };
  return made;
};
const named = (name: string): CallValues[] => calls.filter((made) => made.name === name).map(({ values }) => values);

beforeEach(() => {
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  calls = [];
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  act(() => endSession());
  vi.unstubAllGlobals();
});

test.each([
  ['young', -1, 11, 0],
  ['old', -11, 1, 1],
  ['over', -13, -1, 0],
])('a session that is %s is renewed so often on opening a page', async (_what, from, until, times) => {
  beginSession(member(token(Date.now() + from * hour, Date.now() + Math.max(until, 1) * hour)));
  document.cookie = `token=${token(Date.now() + from * hour, Date.now() + until * hour)}; Path=/`;
  taken = await hydratePage(payload(), call);
  expect(named('account:renew')).toHaveLength(times);
});

test('[SESSION-19] logging out ends the session on the server, and here also when that fails', async () => {
  beginSession(member('t'));
  taken = await hydratePage(payload(), async (target) => {
    calls.push({ name: target.name, values: {} });
    return { ok: false, rows: [], total: 0, fault: 'network' };
  });
  // jsdom cannot leave the page; that it tries is all that matters.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const leave = [...document.querySelectorAll('button')].find((button) => button.textContent === '退出登录');
  await act(async () => {
    leave?.click();
  });
  await expect.poll(() => readCookie('token')).toBeUndefined();
  expect(named('account:logout')).toHaveLength(1);
  quiet.mockRestore();
});

test.each([
  [true, 0],
  [false, 1],
])('[SESSION-05] a page that asks for a member leads to the login page and back (signed in: %s)', async (signedIn, times) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return new Promise(() => undefined);
  });
  if (signedIn) beginSession(member('t'));
  taken = await hydratePage(payload({ page: { requires: 'login' } }), call);
  if (times > 0) await expect.poll(() => asked).not.toEqual([]);
  expect(
    asked.filter(
      (url) => url === `/portal/page?url=${encodeURIComponent(`/login?redirect=${encodeURIComponent('/information?columnId=6101')}`)}`,
    ),
  ).toHaveLength(times);
});

test('[SESSION-05] who leaves such a page for another one and is no member any more, as after the end of an account, is not led to the login page', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return new Promise(() => undefined);
  });
  beginSession(member('t'));
  taken = await hydratePage(payload({ page: { requires: 'login' } }), call);
  const home = [...document.querySelectorAll('a')].find((link) => link.getAttribute('href') === '/');
  await act(async () => {
    home?.click();
  });
  await expect.poll(() => asked).toEqual(['/portal/page?url=%2F']);
  await act(async () => endSession());
  expect(asked).toHaveLength(1);
});

test('[ACT-07] a mark on a card is set for the row that it stands on', async () => {
  const card: Card = {
    shape: 'tile',
    title: '/row/title',
    controls: {
      collect: {
        label: '收藏',
        source: 'interaction:collect',
        with: { businessId: '/row/id', menuId: '/query/columnId' },
        about: { title: 'title' },
        count: '/row/counts/collect',
        on: { '/row/counts/isCollect': 'true' },
      },
    },
  };
  beginSession(member('t'));
  const made = payload({
    card,
    rows: [
      { id: 'a', title: '甲', counts: { collect: 4, isCollect: 'false' } },
      { id: 'b', title: '乙', counts: { collect: 0, isCollect: 'false' } },
    ],
  });
  made.page.endpoints['interaction:collect'] = { ...writing('interaction:collect'), method: 'PUT' };
  taken = await hydratePage(made, call);
  const first = taken.container.querySelector<HTMLButtonElement>('.card button[aria-pressed]');
  await act(async () => {
    first?.click();
  });
  expect(named('interaction:collect')).toEqual([{ businessId: 'a', menuId: '6101', title: '甲' }]);
  await expect.poll(() => first?.getAttribute('aria-pressed')).toBe('true');
  expect(first?.textContent).toContain('5');
});

test('[SESSION-07] [PC-28] contacts are kept for a while for the member who asked alone, never in a cookie, and not over a change of theirs', async () => {
  const people = endpoint('contact:list', '/api/activity/ta/contactsList/{memberId}/{museumCode}');
  const change = { ...writing('contact:add'), ok: { '/status': 200 } };
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(
      new Response(JSON.stringify({ status: 200, data: { rows: [{ id: '1', name: '甲', idNo: '1101**********7483' }], total: 1 } })),
    );
  });
  const made = await takeCalls(payload(), createBrowserCall(payload().shell));
  taken = made.taken;
  const list = (): Promise<unknown> => made.read(people, { memberId: 'm1', museumCode: 'centre' });
  const times = (): number => asked.filter((url) => url.includes('contactsList')).length;
  beginSession(member('t'));
  await list();
  await list();
  expect(times()).toBe(1);
  expect(document.cookie).not.toMatch(/1101|%E7%94%B2=|contact/);
  await made.call(change, { name: '乙' });
  await list();
  expect(times()).toBe(2);
  act(() => endSession());
  beginSession(member('u'));
  await list();
  expect(times()).toBe(3);
});
