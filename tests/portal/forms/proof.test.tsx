// @vitest-environment jsdom
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
let solve: () => Promise<string | undefined>;
vi.mock('../../../src/portal/forms/fields/solveTask', () => ({ solveTask: () => solve() }));

const call: Call = (endpoint, values) => {
  calls.push(`${endpoint.name} ${JSON.stringify(values)}`);
  return Promise.resolve({ ok: true, rows: [], total: 0, message: '验证码已发送', ...replies[endpoint.name] });
};
const endpoints = {
  ...accountEndpoints,
  'account:sendCode': {
    ...(accountEndpoints['account:sendCode'] as ClientEndpoint),
    proof: { challenge: 'account:challenge', picture: 'account:captcha' },
  },
};
const find = <T extends Element = HTMLElement>(selector: string): T => {
  const element = taken?.container.querySelector<T>(selector);
  if (!element) throw new Error(`nothing is ${selector}`);
  return element;
};
const settle = (work: () => void): Promise<void> =>
  act(async () => {
    work();
    await vi.advanceTimersByTimeAsync(50);
  });
const type = (id: string, value: string): void =>
  act(() => {
    const input = find<HTMLInputElement>(`#${id}`);
    input.value = value;
    Simulate.change(input);
  });
const press = (): Promise<void> => settle(() => find('.field-smsCode .field-button').click());
const pictures = (): (string | undefined)[] =>
  [...(taken?.container.querySelectorAll<HTMLImageElement>('.field-proof img') ?? [])].map((image) => image.src);
const typed = (): string => find<HTMLInputElement>('#form-quick_verCode-picture').value;
const asked = '"status":3,"phone":"13800000000","unitName":"青澜市文化馆"';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  sessionStorage.clear();
  vi.stubGlobal('crypto', webcrypto);
  window.scrollTo = vi.fn();
  calls = [];
  solve = () => Promise.resolve('c29sdXRpb24=');
  replies = { 'account:challenge': { item: { parameters: {}, signature: 's' } } };
  taken = await hydratePage(formPayload(['quick'], { endpoints }), call);
  type('form-quick_phone', '13800000000');
  calls = [];
});
afterEach(async () => {
  await act(async () => {
    vi.advanceTimersByTime(90_000);
  });
  taken?.close();
  taken = undefined;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[LOGIN-23] a code is asked for with work that nobody sees', async () => {
  expect(htmlOf(formPayload(['quick'], { endpoints }))).not.toContain('field-proof');
  await press();
  expect(calls).toEqual([`account:challenge {${asked}}`, `account:sendCode {${asked},"proof":"c29sdXRpb24="}`]);
  expect([pictures(), find('.toasts-item').textContent, find('.field-smsCode .field-button').textContent]).toEqual([
    [],
    '验证码已发送',
    expect.stringMatching(/^重新发送 \d+s$/),
  ]);
});

test.each<[string, () => void]>([
  ['without a secure connection', () => vi.stubGlobal('crypto', {})],
  ['when the work fails', () => (solve = () => Promise.reject(new Error('no chunk')))],
  ['when it takes too long', () => (solve = () => Promise.resolve(undefined))],
  ['when no task is set', () => (replies['account:challenge'] = { ok: false, message: '操作太频繁，请稍后再试' })],
])('%s a picture is read first', async (_when, fail) => {
  fail();
  await press();
  expect(calls.filter((line) => line.startsWith('account:sendCode'))).toEqual([]);
  expect(taken?.container.textContent).toContain('请输入图形验证码后再获取短信验证码');
  expect([pictures().length, find('label[for=form-quick_verCode-picture]').textContent]).toEqual([1, '图形验证码']);
  type('form-quick_verCode-picture', 'K7PX');
  await press();
  expect(calls.at(-1)).toBe(`account:sendCode {${asked},"verCode":"K7PX"}`);
});

test('without a network nobody is asked for a picture that could not be had either', async () => {
  replies['account:challenge'] = { ok: false, fault: 'network', message: '网络连接已断开，请检查网络后再试' };
  await press();
  expect([pictures().length, find('.toasts-item').textContent]).toEqual([0, '网络连接已断开，请检查网络后再试']);
  replies['account:challenge'] = { item: { parameters: {}, signature: 's' } };
  await press();
  expect(calls.at(-1)).toBe(`account:sendCode {${asked},"proof":"c29sdXRpb24="}`);
});

test('a picture is good for one message: a refused one brings the next', async () => {
  vi.stubGlobal('crypto', {});
  await press();
  const [first] = pictures();
  expect(first).toContain('phone=13800000000');
  type('form-quick_verCode-picture', 'WRONG');
  replies['account:sendCode'] = { ok: false, message: '验证码错误' };
  await press();
  expect([typed(), pictures().length, pictures()[0] === first]).toEqual(['', 1, false]);
  for (const words of ['验证码错误', '图形验证码已更换，请重新输入']) expect(taken?.container.textContent).toContain(words);
});
