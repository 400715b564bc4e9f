// @vitest-environment jsdom
import { act, Simulate } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Call, CallValues } from '../../../src/runtime/pageData';
import { forgetWords, readRecentWords, rememberWord } from '../../../src/portal/data/recentWords';
import { endSession } from '../../../src/portal/data/session';
import { endpoint, listPayload } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;
let asked: CallValues[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  window.scrollTo = vi.fn();
  Element.prototype.scrollIntoView = vi.fn();
  localStorage.clear();
  asked = [];
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.useRealTimers();
});

const titles: Record<string, string[]> = { gjz: ['古建筑之美', '古建筑巡礼'], 古: ['古建筑之美', '古琴', '古籍'] };
const answer: Call = (made, values) => {
  if (made.name === 'search:hot') return Promise.resolve({ ok: true, rows: [{ id: '昆曲', title: '昆曲' }], total: 1 });
  asked.push(values);
  const rows = (titles[String(values['title'])] ?? []).map((title) => ({ id: title, title, label: '资讯', link: `/book?id=${title}` }));
  return Promise.resolve({ ok: true, rows, total: rows.length });
};

async function open(): Promise<HTMLInputElement> {
  const payload = listPayload();
  payload.shell.shell = { ...payload.shell.shell, search: '/search' };
  payload.shell.calls = {
    'search.suggest': endpoint('search:suggest', '/api/search/suggest{?title}'),
    'search.hot': endpoint('search:hot', '/api/search/hot'),
  };
  taken = await hydratePage(payload, answer);
  const line = document.querySelector<HTMLInputElement>('.site-search input') ?? document.createElement('input');
  expect(line.getAttribute('role')).toBeNull();
  await act(async () => line.focus());
  await settle();
  return line;
}

async function settle(milliseconds = 200): Promise<void> {
  await act(async () => {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
}
async function type(line: HTMLInputElement, words: string, isComposing = false): Promise<void> {
  line.value = words;
  act(() => Simulate.change(line, { nativeEvent: { isComposing } as never }));
  await settle();
}
function key(line: HTMLInputElement, name: string, isComposing = false): boolean {
  const preventDefault = vi.fn();
  act(() => Simulate.keyDown(line, { key: name, nativeEvent: { isComposing } as never, preventDefault }));
  return preventDefault.mock.calls.length > 0;
}
const options = (): (string | null)[] =>
  [...document.querySelectorAll('[role=listbox]:not([hidden]) [role=option]')].map((option) => option.textContent);
const status = (): string => document.querySelector('.suggestions [role=status]')?.textContent ?? '';

describe('the box of the site search', () => {
  test('becomes a combobox when it is gone to, with the words of this browser and those that many search for', async () => {
    rememberWord('古琴');
    const line = await open();
    expect([line.getAttribute('role'), line.getAttribute('aria-expanded'), line.getAttribute('aria-autocomplete')]).toEqual([
      'combobox',
      'true',
      'list',
    ]);
    expect(document.getElementById(line.getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox');
    expect(options()).toEqual(['古琴最近搜过', '昆曲大家在搜']);
    await act(async () => document.querySelector<HTMLElement>('.suggestions-forget')?.click());
    expect([options(), readRecentWords()]).toEqual([['昆曲大家在搜'], []]);
    expect(taken?.complaints).toEqual([]);
  });

  test('asks once typing pauses, and the keys choose', async () => {
    const line = await open();
    line.value = 'g';
    act(() => Simulate.change(line));
    await settle(100);
    await type(line, 'gjz');
    expect(asked).toEqual([{ title: 'gjz' }]);
    expect([options(), status()]).toEqual([['古建筑之美资讯', '古建筑巡礼资讯'], '有2条搜索建议，用上下方向键选择']);
    expect(line.getAttribute('aria-activedescendant')).toBeNull();
    expect([key(line, 'ArrowDown'), key(line, 'ArrowDown')]).toEqual([true, true]);
    const pointed = document.getElementById(line.getAttribute('aria-activedescendant') ?? '');
    expect([pointed?.textContent, pointed?.getAttribute('aria-selected')]).toEqual(['古建筑巡礼资讯', 'true']);
    key(line, 'ArrowDown');
    expect(document.getElementById(line.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('古建筑之美资讯');
    expect(key(line, 'Escape')).toBe(true);
    expect([options(), line.getAttribute('aria-expanded'), line.value]).toEqual([[], 'false', 'gjz']);
    expect(key(line, 'Escape')).toBe(false);
    expect(key(line, 'Enter')).toBe(false);
  });

  test('leaves the keys alone that an input method needs, and what it is composing', async () => {
    const line = await open();
    await type(line, 'gu', true);
    expect([asked, options()]).toEqual([[], ['昆曲大家在搜']]);
    expect([key(line, 'ArrowDown', true), key(line, 'Enter', true)]).toEqual([false, false]);
    expect(line.getAttribute('aria-activedescendant')).toBeNull();
    line.value = '古';
    act(() => Simulate.compositionEnd(line));
    await settle();
    expect([asked, options().length]).toEqual([[{ title: '古' }], 3]);
  });

  test('Enter without a choice searches for what was typed', async () => {
    const line = await open();
    await type(line, '古');
    expect(key(line, 'Enter')).toBe(false);
    expect(options()).toEqual([]);
  });

  test('says that there is nothing to suggest', async () => {
    const line = await open();
    await type(line, '%');
    expect([options(), status(), line.getAttribute('aria-expanded')]).toEqual([[], '没有搜索建议', 'false']);
  });
});

describe('the words of a browser', () => {
  test('are the last eight, the last first, each once', () => {
    for (const word of ['一', '二', '三', '四', '五', '六', '七', '八', '九', ' 三 ', '']) rememberWord(word);
    expect(readRecentWords()).toEqual(['三', '九', '八', '七', '六', '五', '四', '二']);
    forgetWords();
    expect(readRecentWords()).toEqual([]);
  });

  test('go when a member leaves, for others may come after', () => {
    rememberWord('古琴');
    endSession();
    expect(readRecentWords()).toEqual([]);
  });

  test.each(['{', '{"a":1}', '[1,{}]', 'null'])('are none where something else is kept: %s', (kept) => {
    localStorage.setItem('searchWords', kept);
    expect(readRecentWords()).toEqual([]);
  });
});
