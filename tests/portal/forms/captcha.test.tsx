import type { JsonObject } from '../../../src/model/json';
// @vitest-environment jsdom
import { createChallenge, verifySolution, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { webcrypto } from 'node:crypto';
import { act, Simulate } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientEndpoint } from '../../../src/model/compiled';
import type { Reply } from '../../../src/model/payload';
import type { Call } from '../../../src/runtime/pageData';
import { accountEndpoints, formPayload } from '../forms';
import { htmlOf, hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;
let calls: string[] = [];
let replies: Record<string, Partial<Reply>> = {};
/** Ends the solver's work. */
let solved: (payload: string | undefined) => void = () => {};
vi.mock('../../../src/portal/forms/fields/solveTask', () => ({
  solveTask: () =>
    new Promise((resolve) => {
      solved = resolve;
    }),
}));

const call: Call = (endpoint, values) => {
  calls.push(`${endpoint.name} ${JSON.stringify(values)}`);
  return Promise.resolve({ ok: true, rows: [], total: 0, ...replies[endpoint.name] });
};
const captcha = accountEndpoints['account:captcha'] as ClientEndpoint;
const endpoints = {
  ...accountEndpoints,
  'account:captcha': { ...captcha, alternative: { challenge: 'account:challenge', solve: 'account:solve' } },
};
const open = async (): Promise<void> => {
  taken = await hydratePage(formPayload(['password'], { endpoints }), call);
};
const find = <T extends Element = HTMLElement>(selector: string): T => {
  const element = taken?.container.querySelector<T>(selector);
  if (!element) throw new Error(`nothing is ${selector}`);
  return element;
};
const button = '.field-task button';
const buttons = (): number => taken?.container.querySelectorAll(button).length ?? 0;
const typed = (): string => find<HTMLInputElement>('#form-password_verCode').value;
const said = (): string | null => find('.field-task [role=status]').textContent;
const picture = (): string => find('.field-picture').querySelector('img')?.src ?? '';
const after = (work: () => void): Promise<void> =>
  act(async () => {
    work();
    await vi.advanceTimersByTimeAsync(5);
  });
const type = (id: string, value: string): void =>
  act(() => {
    const input = find<HTMLInputElement>(`#${id}`);
    input.value = value;
    Simulate.change(input);
  });
const start = (): Promise<void> =>
  after(() => {
    find(button).focus();
    find(button).click();
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('crypto', webcrypto);
  window.scrollTo = vi.fn();
  calls = [];
  replies = { 'account:challenge': { item: { parameters: {}, signature: 's' } }, 'account:solve': { item: { code: 'K7PX' } } };
});
afterEach(async () => {
  if (vi.isFakeTimers())
    await act(async () => {
      vi.advanceTimersByTime(30_000);
    });
  taken?.close();
  taken = undefined;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[LOGIN-24] who cannot read the picture presses a button, and the characters stand in the field', async () => {
  expect(htmlOf(formPayload(['password'], { endpoints })).includes('field-task')).toBe(false);
  await open();
  expect(taken?.complaints).toEqual([]);
  expect([find(button).textContent, said()]).toEqual(['看不清？免图验证', '']);
  await start();
  expect([said(), find(button).getAttribute('aria-disabled'), document.activeElement === find(button)]).toEqual([
    '正在验证…',
    'true',
    true,
  ]);
  await after(() => find(button).click());
  expect(calls).toEqual(['account:challenge {}']);
  await after(() => solved('c29sdXRpb24='));
  expect(calls).toEqual(['account:challenge {}', 'account:solve {"payload":"c29sdXRpb24="}']);
  expect([typed(), said(), buttons(), picture()]).toEqual(['K7PX', '已完成验证', 0, '']);
  expect(document.activeElement).toBe(find('#form-password_verCode'));
});

test('who went on to another field stays there', async () => {
  await open();
  await start();
  find('#form-password_passWord').focus();
  await after(() => solved('x'));
  expect(typed()).toBe('K7PX');
  expect(document.activeElement).toBe(find('#form-password_passWord'));
});

test('[LOGIN-25] characters that were earned outlive the telephone, not another picture', async () => {
  await open();
  await start();
  await after(() => solved('x'));
  type('form-password_mobilePhone', '13800000000');
  expect([typed(), said()]).toEqual(['K7PX', '已完成验证']);
  await after(() => find('.field-picture').click());
  expect([typed(), said(), buttons()]).toEqual(['', '', 1]);
  expect(picture()).toContain('/getCode?');
});

test('a picture that is asked for while the browser works ends the work', async () => {
  await open();
  await start();
  await after(() => find('.field-picture').click());
  await after(() => solved('x'));
  expect([typed(), said(), calls.length]).toEqual(['', '', 1]);
});

test.each([
  ['no task', 'account:challenge'],
  ['no characters', 'account:solve'],
])('a server that has %s says why', async (_what, name) => {
  replies[name] = { ok: false, item: undefined, message: '操作太频繁，请稍后再试' };
  await open();
  await start();
  await after(() => solved('x'));
  expect([typed(), said(), buttons(), find('.toasts-item').textContent]).toEqual(['', '', 1, '操作太频繁，请稍后再试']);
});

test('a picture that could not be had is fetched again by itself, and at once when the network is back', async () => {
  await open();
  const broken = (): boolean => find('.field-picture').textContent === '验证码加载失败，点击重试';
  const lose = (): void => act(() => Simulate.error(find('.field-picture img')));
  lose();
  expect([broken(), picture()]).toEqual([true, '']);
  await act(async () => {
    await vi.advanceTimersByTimeAsync(2_000);
  });
  expect([broken(), picture()]).toEqual([false, expect.stringContaining('/getCode?')]);
  lose();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(broken()).toBe(false);
});

test('a picture is waited for longer each time in a row that it cannot be had, in the end until it is pressed, and as at first once one was there', async () => {
  await open();
  const broken = (): boolean => find('.field-picture').textContent === '验证码加载失败，点击重试';
  const lose = (): void => act(() => Simulate.error(find('.field-picture img')));
  const pass = (ms: number): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
    });
  for (const wait of [2_000, 4_000, 8_000, 16_000, 30_000]) {
    lose();
    await pass(wait - 1);
    expect(broken()).toBe(true);
    await pass(1);
    expect(broken()).toBe(false);
  }
  lose();
  await pass(120_000);
  expect(broken()).toBe(true);
  act(() => void window.dispatchEvent(new Event('online')));
  act(() => Simulate.load(find('.field-picture img')));
  lose();
  await pass(2_000);
  expect(broken()).toBe(false);
});

test('a login that the network swallowed brings the next picture, and says that it has to be typed', async () => {
  replies['account:login'] = { ok: false, fault: 'network', message: '网络连接已断开，请检查网络后再试' };
  replies['account:key'] = { ok: false, fault: 'network', message: '网络连接已断开，请检查网络后再试' };
  await open();
  const first = picture();
  expect(said()).toBe('');
  type('form-password_mobilePhone', '13800000000');
  type('form-password_passWord', 'lotus-77');
  type('form-password_verCode', 'K7PX');
  vi.setSystemTime(Date.now() + 1000);
  await after(() => Simulate.submit(find('form.form-view-fields')));
  expect([typed(), said(), picture() === first]).toEqual(['', '图形验证码已更换，请重新输入', false]);
  expect(taken?.container.textContent).toContain('网络连接已断开，请检查网络后再试');
  type('form-password_verCode', 'A');
  expect(said()).toBe('');
});

test('without a secure connection, or a definition that names it, there is only the picture', async () => {
  vi.stubGlobal('crypto', {});
  await open();
  expect(taken?.container.querySelector('.field-task')).toBeNull();
  taken?.close();
  vi.stubGlobal('crypto', webcrypto);
  taken = await hydratePage(formPayload(['password']), call);
  expect(taken.container.querySelector('.field-task')).toBeNull();
});

test('the solver solves, and can be given up', async () => {
  vi.useRealTimers();
  const { solveTask } = await vi.importActual<typeof import('../../../src/portal/forms/fields/solveTask')>(
    '../../../src/portal/forms/fields/solveTask',
  );
  const secrets = { hmacSignatureSecret: 'a', hmacKeySignatureSecret: 'b' };
  const set = async (counter: number): Promise<JsonObject> =>
    JSON.parse(
      JSON.stringify(await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter, deriveKey, ...secrets })),
    ) as JsonObject;
  const payload = JSON.parse(atob((await solveTask(await set(20), new AbortController().signal)) ?? '')) as Payload;
  expect(await verifySolution({ ...payload, deriveKey, ...secrets })).toMatchObject({ verified: true });
  const giving = new AbortController();
  const waiting = solveTask(await set(1_000_000), giving.signal);
  giving.abort();
  expect(await waiting).toBeUndefined();
});
