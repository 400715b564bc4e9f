// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Card } from '../../../src/model/definitions.g';
import type { Payload, Reply } from '../../../src/model/payload';
import { beginSession, endSession } from '../../../src/portal/data/session';
import type { Call, CallValues } from '../../../src/runtime/pageData';
import { endpoint, listPayload, patternsOf } from '../payloads';
import { htmlOf, hydratePage, type Taken } from '../rendered';

const card: Card = {
  shape: 'row',
  title: '/row/name',
  actions: {
    cancel: {
      label: '退订',
      tone: 'warning',
      when: { '/row/status': 0 },
      call: 'order:cancel',
      with: { id: '/row/id' },
      confirm: { title: '温馨提示', text: '确定要取消预约吗？' },
      success: { toast: '/reply/data', reload: true },
      failure: { toast: '/reply/data', tone: 'danger' },
    },
    vote: { label: '投票', call: 'order:vote', with: { id: '/row/id' }, success: { add: { '/row/votes': 1 } } },
  },
  counters: { votes: { value: '/row/votes', label: '票数' } },
};

let taken: Taken | undefined;
let calls: { name: string; values: CallValues }[] = [];
let rows: Reply['rows'] = [];
let refusal: string | undefined;
/** Votes are answered when this is. */
let answered: Promise<void>;
const call: Call = async (target, values) => {
  calls.push({ name: target.name, values });
  if (target.name === 'order:vote') await answered;
  if (target.name === 'order:list') return { ok: true, rows: structuredClone(rows), total: rows.length };
  return refusal === undefined
    ? { ok: true, rows: [], total: 0, message: '已取消预约' }
    : { ok: false, rows: [], total: 0, message: refusal };
};

function payload(): Payload {
  const made = listPayload({ rows: [], total: 0, card, page: { filters: {}, sorts: undefined, search: undefined, source: 'order:list' } });
  const { page } = made;
  page.endpoints = {
    'order:list': { ...endpoint('order:list', '/api/order{?page,limit}'), viewer: true },
    'order:cancel': { ...endpoint('order:cancel', '/api/order/cancel/{id}'), method: 'PUT', viewer: true },
    'order:vote': { ...endpoint('order:vote', '/api/order/vote/{id}'), method: 'PUT', viewer: true },
  };
  page.patterns = patternsOf();
  page.data.main = { ok: true, rows: [], total: 0, withheld: true };
  return made;
}

const button = (words: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((found) => found.textContent === words);
const press = async (words: string): Promise<void> => {
  await act(async () => {
    button(words)?.click();
  });
  await act(async () => {
    await vi.dynamicImportSettled();
  });
};
const text = (): string => document.body.textContent ?? '';
const made = (name: string): CallValues[] => calls.filter((each) => each.name === name).map(({ values }) => values);

beforeEach(() => {
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  calls = [];
  refusal = undefined;
  answered = Promise.resolve();
  rows = [{ id: '7', name: '古琴雅集', status: 0, votes: 3 }];
  beginSession({ token: 't', mobilePhone: '13800000000', image: '', id: 'm1', name: '甲' });
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  act(() => endSession());
  document.body.innerHTML = '';
});

test('a list for members alone is written by the server without their data and fetched once they are known', async () => {
  expect(htmlOf(payload())).not.toContain('暂无数据');
  taken = await hydratePage(payload(), call);
  expect(taken.complaints).toEqual([]);
  expect(text()).toContain('古琴雅集');
  expect(made('order:list')).toHaveLength(1);
});

test('it asks nothing for anybody who is not signed in, and shows nothing of who was', async () => {
  taken = await hydratePage(payload(), call);
  await act(async () => {
    endSession();
  });
  expect(text()).not.toContain('古琴雅集');
  expect(made('order:list')).toHaveLength(1);
});

test('[PC-08] an action asks first; then the call is made, said, and the list fetched again', async () => {
  taken = await hydratePage(payload(), call);
  await press('退订');
  await expect.poll(() => text()).toContain('确定要取消预约吗？');
  await press('取消');
  expect(made('order:cancel')).toEqual([]);
  await press('退订');
  rows = [{ id: '7', name: '古琴雅集', status: 2, votes: 3 }];
  await press('确定');
  expect(made('order:cancel')).toEqual([{ id: '7' }]);
  expect(text()).toContain('已取消预约');
  expect(made('order:list')).toHaveLength(2);
  expect(button('退订')).toBeUndefined();
});

test('[PC-09] a refusal is told in its own words and nothing is fetched', async () => {
  refusal = '已过取消时间';
  taken = await hydratePage(payload(), call);
  await press('退订');
  await press('确定');
  expect(text()).toContain('已过取消时间');
  expect(made('order:list')).toHaveLength(1);
});

test.each([
  ['to its entry, which stays', [{ id: '7', name: '古琴雅集', status: 2, votes: 3 }], 'ARTICLE', '古琴雅集'],
  ['to the list, when the entry goes too', [{ id: '8', name: '琵琶雅集', status: 2, votes: 0 }], 'DIV', '琵琶雅集'],
  ['to the list, when nothing is left in it', [], 'DIV', '暂无数据'],
] as const)('the focus of a button that goes away with what it did moves %s', async (_, left, name, words) => {
  taken = await hydratePage(payload(), call);
  button('退订')?.focus();
  await press('退订');
  rows = structuredClone([...left]);
  await press('确定');
  expect(button('退订')).toBeUndefined();
  expect(document.activeElement?.tagName).toBe(name);
  expect(document.activeElement?.textContent).toContain(words);
});

test('the focus stays where a visitor went with it while a button was at work', async () => {
  taken = await hydratePage(payload(), call);
  button('退订')?.focus();
  await press('退订');
  rows = [];
  const link = document.querySelector<HTMLElement>('a[href="#main"]');
  button('确定')?.addEventListener('click', () => queueMicrotask(() => link?.focus()));
  await press('确定');
  expect(button('退订')).toBeUndefined();
  expect(document.activeElement).toBe(link);
});

test('who presses twice to answer a question presses nothing that lay beneath it', async () => {
  taken = await hydratePage(payload(), call);
  const pressAs = (words: string, detail: number): Promise<void> =>
    act(async () => void button(words)?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true })));
  await press('退订');
  await pressAs('取消', 1);
  await pressAs('投票', 2);
  await act(async () => vi.dynamicImportSettled());
  expect(made('order:vote')).toEqual([]);
  await pressAs('投票', 1);
  await act(async () => vi.dynamicImportSettled());
  expect(made('order:vote')).toHaveLength(1);
});

test('a count goes up where the row is, before anything is fetched again', async () => {
  taken = await hydratePage(payload(), call);
  await press('投票');
  expect(text()).toMatch(/票数\s*4/);
  await press('投票');
  expect(text()).toMatch(/票数\s*5/);
  expect(made('order:list')).toHaveLength(1);
});

test('a count goes up before the call is answered, and down again when it is refused', async () => {
  refusal = '今日已投票';
  let answer: () => void = () => undefined;
  answered = new Promise((resolve) => {
    answer = resolve;
  });
  taken = await hydratePage(payload(), call);
  await press('投票');
  expect(text()).toMatch(/票数\s*4/);
  await act(async () => answer());
  await act(async () => {
    await vi.dynamicImportSettled();
  });
  expect(text()).toMatch(/票数\s*3/);
  expect(text()).toContain('今日已投票');
});
