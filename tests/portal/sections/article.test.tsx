import type { JsonObject } from '../../../src/model/json';
// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Page } from '../../../src/model/definitions.g';
import type { Payload } from '../../../src/model/payload';
import { pageOf, patternsOf, shellOf } from '../payloads';
import { htmlOf, hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.location.hash = '';
});

function detail(
  sections: Extract<Page, { kind: 'detail' }>['sections'],
  item: JsonObject = {},
  query: Record<string, string> = {},
): Payload {
  return {
    shell: shellOf(),
    page: pageOf(
      { kind: 'detail', source: 'a:b', sections },
      { main: { ok: true, rows: [], total: 0, item: { title: '题目', ...item } } },
      { patterns: patternsOf(), query },
    ),
  };
}

function parse(payload: Payload): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = htmlOf(payload);
  return page;
}

const main = (): HTMLElement | null => document.getElementById('main');

test('[CONV-07] four sizes are offered, standard is chosen, and a choice lasts for the visit', async () => {
  const payload = detail({ head: { section: 'heading', title: '/item/title', fontSizes: true } });
  taken = await hydratePage(payload);
  const sizes = [...taken.container.querySelectorAll<HTMLInputElement>('.font-sizes-size input')];
  expect([...taken.container.querySelectorAll('.font-sizes-size')].map((size) => size.textContent)).toEqual(['超大', '大', '标准', '小']);
  expect(sizes.find((size) => size.checked)?.value).toBe('standard');
  act(() => {
    sizes[0]?.click();
  });
  expect(main()?.dataset['size']).toBe('super');
  taken.close();
  taken = await hydratePage(payload);
  expect(main()?.dataset['size']).toBe('super');
});

test('facts without a value are left out, and so is a section without facts', () => {
  const page = parse(
    detail(
      {
        facts: { section: 'fields', fields: { era: { value: '/item/era', label: '年代' }, size: { value: '/item/size', label: '尺寸' } } },
        none: { section: 'fields', fields: { size: { value: '/item/size', label: '尺寸' } } },
      },
      { era: '唐' },
    ),
  );
  expect([...page.querySelectorAll('.fact')].map((fact) => fact.textContent)).toEqual(['年代唐']);
});

test.each<[string, Extract<Page, { kind: 'detail' }>['sections'][string], boolean]>([
  ['facts', { section: 'fields', label: '概况', fields: { size: { value: '/item/size', label: '尺寸' } } }, false],
  ['links', { section: 'actions', label: '概况', actions: { site: { label: '官网', url: '/item/link' } } }, false],
  ['words', { section: 'text', label: '概况', text: '/item/words' }, false],
  ['rich text', { section: 'richText', label: '概况', value: '/item/content' }, false],
  ['rich text with words for none', { section: 'richText', label: '概况', value: '/item/content', else: '暂无介绍' }, true],
  ['entries', { section: 'list', label: '概况', rows: '/item/list', card: 'a:card' }, false],
  ['entries with words for none', { section: 'list', label: '概况', rows: '/item/list', card: 'a:card', empty: '暂无数据' }, true],
  ['pictures', { section: 'gallery', label: '概况', images: '/item/pictures' }, false],
])('a section without %s is left out with its heading unless it says what else', (_, section, shown) => {
  const page = parse(detail({ head: { section: 'heading', title: '/item/title' }, section }));
  expect(page.querySelectorAll('main section').length).toBe(shown ? 2 : 1);
  expect([...page.querySelectorAll('main h2')].map((heading) => heading.textContent)).toEqual(shown ? ['概况'] : []);
});

test('a section whose condition fails is not there', () => {
  const page = parse(
    detail(
      {
        words: { section: 'text', text: '看得见', when: { '/item/era': '唐' } },
        other: { section: 'text', text: '看不见', when: { '/item/era': '宋' } },
      },
      { era: '唐' },
    ),
  );
  expect(page.querySelector('#main')?.textContent).toContain('看得见');
  expect(page.querySelector('#main')?.textContent).not.toContain('看不见');
});

test('a list within the item is shown by its card; an empty one says so or is left out', () => {
  const payload = detail(
    {
      shops: { section: 'list', label: '店铺', rows: '/item/shops', card: 'a:shop' },
      none: { section: 'list', label: '无', rows: '/item/none', card: 'a:shop' },
      words: { section: 'list', rows: '/item/none', card: 'a:shop', empty: '还没有店铺' },
    },
    { shops: [{ id: '1', name: '云水阁' }] },
  );
  const page = parse({ ...payload, page: { ...payload.page, cards: { 'a:shop': { shape: 'line', title: '/row/name' } } } });
  expect([...page.querySelectorAll('.card-title')].map((title) => title.textContent)).toEqual(['云水阁']);
  expect([...page.querySelectorAll('.section-title')].map((title) => title.textContent)).toEqual(['店铺']);
  expect(page.querySelector('.empty-state-title')?.textContent).toBe('还没有店铺');
});

const tabs = {
  tabs: {
    section: 'tabs',
    tabs: {
      intro: { label: '介绍', sections: { words: { section: 'text', text: '介绍的话' } } },
      works: { label: '作品', sections: { words: { section: 'text', text: '作品的话' } } },
    },
  },
} as const;

test('tabs: without scripts every tab is a link to its panel, and the address opens one', () => {
  const page = parse(detail(tabs, {}, { tab: 'works' }));
  expect([...page.querySelectorAll('.tabs-section-tab')].map((tab) => tab.getAttribute('href'))).toEqual(['#tab-intro', '#tab-works']);
  expect(page.querySelector('.tabs-section-panel[data-open]')?.id).toBe('tab-works');
});

const selectedTab = (): string | null | undefined => taken?.container.querySelector('.tabs-section-tab[aria-selected="true"]')?.textContent;
const openPanel = (): string | undefined => taken?.container.querySelector('.tabs-section-panel[data-open]')?.id;

test('tabs: arrow keys and clicks open one, and its name is in the address', async () => {
  taken = await hydratePage(detail(tabs));
  const list = taken.container.querySelector('.tabs-section-list');
  act(() => {
    list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  });
  expect(selectedTab()).toBe('作品');
  expect(document.activeElement?.id).toBe('tab-to-works');
  await expect.poll(openPanel).toBe('tab-works');
  expect(window.location.hash).toBe('#tab-works');
  act(() => {
    taken?.container.querySelector<HTMLElement>('.tabs-section-tab')?.click();
  });
  await expect.poll(openPanel).toBe('tab-intro');
  expect(window.location.hash).toBe('#tab-intro');
});

test('tabs: the first frame shows which tab was pressed, the next its panel; the last of two presses counts, also for arrow keys', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.push(call));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  taken = await hydratePage(detail(tabs));
  const [first, second] = taken.container.querySelectorAll<HTMLElement>('.tabs-section-tab');
  act(() => second?.click());
  expect([selectedTab(), openPanel(), window.location.hash]).toEqual(['作品', 'tab-intro', '']);
  act(() => {
    frames.splice(0).forEach((call) => call(0));
    vi.advanceTimersByTime(1);
  });
  expect([selectedTab(), openPanel(), window.location.hash]).toEqual(['作品', 'tab-works', '#tab-works']);
  act(() => first?.click());
  act(() => void first?.parentElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })));
  expect([selectedTab(), openPanel()]).toEqual(['作品', 'tab-works']);
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  expect([selectedTab(), openPanel(), window.location.hash]).toEqual(['作品', 'tab-works', '#tab-works']);
});

test('tabs: an address opens its panel at once, and gives up one that is about to open', async () => {
  taken = await hydratePage(detail(tabs));
  const [, second] = taken.container.querySelectorAll<HTMLElement>('.tabs-section-tab');
  act(() => second?.click());
  window.location.hash = '#tab-intro';
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
  expect([selectedTab(), openPanel()]).toEqual(['介绍', 'tab-intro']);
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect([selectedTab(), openPanel(), window.location.hash]).toEqual(['介绍', 'tab-intro', '#tab-intro']);
});

test('long text is cut, expands and collapses', async () => {
  taken = await hydratePage(
    detail(
      { top: { section: 'summary', title: '/item/title', text: { value: '/item/words', length: 3, expand: true } } },
      { words: '一二三四五' },
    ),
  );
  const words = taken.container.querySelector('.summary-section-text');
  expect(words?.textContent).toBe('一二三…展开');
  act(() => {
    words?.querySelector('button')?.click();
  });
  expect(words?.textContent).toBe('一二三四五收起');
});

test('an action that requires a login leads anonymous visitors there; a disabled one is no link', () => {
  const page = parse(
    detail({
      top: {
        section: 'summary',
        title: '/item/title',
        actions: { enrol: { label: '我要报名', requires: 'login', to: '/enrol' }, full: { label: '已报满', disabled: true } },
      },
    }),
  );
  expect(page.querySelector('.summary-section-actions a')?.getAttribute('href')).toBe('/login?redirect=%2Fenrol');
  expect(page.querySelector('.summary-section-actions [aria-disabled]')?.textContent).toBe('已报满');
});

test('sections of a group keep their shares of the width, also when one of them is left out', () => {
  const text = (value: string) => ({ section: 'text', text: value }) as const;
  const group = {
    section: 'group',
    widths: [7, 2, 4],
    sections: {
      first: text('/item/title'),
      none: { ...text('/item/title'), when: { '/item/size': { present: true } } },
      last: text('/item/title'),
    },
  } as const;
  const page = parse(
    detail({ group: { ...group, widths: [...group.widths] }, even: { section: 'group', sections: { one: text('/item/title') } } }),
  );
  const shares = [...page.querySelectorAll('.group-section')].map((part) =>
    [...part.children].map((child) => /group-section-share-(\d+)/.exec(child.className)?.[1]),
  );
  expect(shares).toEqual([['7', '4'], ['1']]);
});

test('a moment and a span are times to machines, their words are one text, and what stands between two ends is read out', async () => {
  taken = await hydratePage(
    detail(
      {
        facts: {
          section: 'fields',
          fields: {
            made: { value: '/item/made', format: 'date', label: '发布' },
            opens: { value: '/item/begin', until: '/item/end', format: 'moment', label: '时间' },
          },
        },
      },
      { made: '2025-11-18T09:00:00+08:00', begin: '2026-11-20T09:00:00+08:00', end: '2026-11-20T16:30:00+08:00' },
    ),
  );
  const { container } = taken;
  expect([...container.querySelectorAll('#main dd')].map((fact) => fact.textContent)).toEqual([
    '2025年11月18日',
    '11月20日 周五 09:00–16:30',
  ]);
  expect([...container.querySelectorAll('#main dd time')].map((time) => time.getAttribute('datetime'))).toEqual([
    '2025-11-18',
    '2026-11-20T09:00+08:00',
    '2026-11-20T16:30+08:00',
  ]);
  expect(container.querySelector('#main dd [role=img]')?.getAttribute('aria-label')).toBe('至');
});
