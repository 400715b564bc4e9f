// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Card, Page } from '../../../src/model/definitions.g';
import type { PageData, Payload, Reply } from '../../../src/model/payload';
import type { CallValues } from '../../../src/runtime/pageData';
import { endpoint, pageOf, patternsOf, rowsOf, shellOf } from '../payloads';
import { htmlOf, hydratePage, type Taken } from '../rendered';

const card: Card = {
  shape: 'tile',
  image: '/row/image',
  title: '/row/title',
  badge: {
    value: '/index',
    text: '第{value}名',
    when: { '/index': { maximum: 3 }, '/list/sort': 'usual', '/list/keyword': { present: false } },
  },
  opens: { to: '/other' },
};

const page: Page = {
  kind: 'detail',
  source: 'call:detail',
  loads: {
    works: {
      source: 'work:list',
      limit: 8,
      paging: 'pages',
      sorts: { usual: { label: '默认' }, votes: { label: '票数' } },
      search: {
        choose: '请选择',
        missing: '请选择搜索条件',
        fields: { author: { label: '作者', param: 'author' }, title: { label: '作品名称', param: 'title' } },
      },
    },
    rules: { source: 'work:list', limit: 2, paging: 'more' },
  },
  sections: {
    tabs: {
      section: 'tabs',
      tabs: {
        words: { label: '详情', sections: { text: { section: 'text', text: '介绍' } } },
        works: {
          label: '展示',
          sections: {
            list: {
              section: 'list',
              rows: '/works/rows',
              card: 'work:tile',
              empty: '/texts/noData',
              opens: { to: '/item{?worksId,call}', requires: 'login', with: { worksId: '/row/id', call: '/item/id' } },
            },
          },
        },
      },
    },
    rules: {
      section: 'dialog',
      button: '查看规则',
      title: '规则',
      sections: { list: { section: 'list', rows: '/rules/rows', card: 'work:tile', empty: '/texts/noData', end: '就这些' } },
    },
  },
};

function payload(data: Partial<PageData> = {}, query: Record<string, string> = {}): Payload {
  return {
    shell: shellOf(),
    page: pageOf(
      page,
      {
        main: { ok: true, rows: [], total: 0, item: { id: 'c1' } },
        loads: { works: { ok: true, rows: rowsOf(8), total: 20 }, rules: { ok: true, rows: rowsOf(2), total: 3 } },
        ...data,
      },
      {
        path: '/call',
        patterns: patternsOf('第{value}名'),
        query: { id: 'c1', ...query },
        cards: { 'work:tile': card },
        endpoints: {
          'call:detail': endpoint('call:detail', '/api/call/{id}'),
          'work:list': endpoint('work:list', '/api/work{?page,limit,author,title}'),
        },
      },
    ),
  };
}

function made(html: string): HTMLElement {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  return holder;
}

const links = (root: ParentNode, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '');
const texts = (root: ParentNode, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent ?? '');

let taken: Taken | undefined;
beforeEach(() => {
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  taken?.close();
  taken = undefined;
  window.history.replaceState(null, '', '/');
});

describe('a list with a state of its own in a group of sections', () => {
  test('[WORK-16, WORK-19] has orders, a count and a pager, whose addresses lead back to it', () => {
    const html = made(htmlOf(payload()));
    const list = html.querySelector('#list-works') ?? html;
    expect(texts(list, '.sort-links-link')).toEqual(['默认', '票数']);
    expect(list.querySelector('.list-controls-count')?.textContent).toBe('共20条');
    expect(links(list, '.sort-links-link')).toEqual(['/call?id=c1#list-works', '/call?id=c1&worksSort=votes#list-works']);
    expect(links(list, '.pager-page')).toEqual([
      '/call?id=c1#list-works',
      '/call?id=c1&worksPage=2#list-works',
      '/call?id=c1&worksPage=3#list-works',
    ]);
  });

  test('[WORK-17] searches by a selector, under its own names and without losing the rest', () => {
    const form = made(
      htmlOf(payload({ states: { works: { page: 2, filters: {}, keyword: '', sort: 'votes' } } }, { worksSort: 'votes', worksPage: '2' })),
    ).querySelector('#list-works form');
    expect(form?.getAttribute('action')).toBe('/call#list-works');
    expect(texts(form ?? document, 'option')).toEqual(['请选择', '作者', '作品名称']);
    expect([...(form?.querySelectorAll('[name]') ?? [])].map((field) => [field.getAttribute('name'), field.getAttribute('value')])).toEqual(
      [
        ['id', 'c1'],
        ['worksSort', 'votes'],
        ['worksField', null],
        ['worksKeyword', ''],
      ],
    );
  });

  test.each<[string, Partial<PageData>, string[]]>([
    ['the first page of the default order', {}, ['第1名', '第2名', '第3名']],
    ['the second page', { states: { works: { page: 2, filters: {}, keyword: '' } } }, []],
    ['another order', { states: { works: { page: 1, filters: {}, keyword: '', sort: 'votes' } } }, []],
    ['a search', { states: { works: { page: 1, filters: {}, keyword: '船', field: 'title' } } }, []],
  ])('[WORK-20] ranks on %s are %j', (_name, data, ranks) =>
    expect(texts(made(htmlOf(payload(data))), '#list-works .badge')).toEqual(ranks),
  );

  test('[WORK-21] its entries open what the section says, and for strangers the login page', () => {
    expect(links(made(htmlOf(payload())), '#list-works article h3 a')[0]).toBe(
      `/login?redirect=${encodeURIComponent('/item?worksId=row-1&call=c1')}`,
    );
  });

  test('says that nothing was found and how to see all again, and what went wrong', () => {
    const none = made(
      htmlOf(
        payload({
          loads: { works: { ok: true, rows: [], total: 0 } },
          states: { works: { page: 1, filters: {}, keyword: '船', field: 'title' } },
        }),
      ),
    );
    expect([none.querySelector('#list-works .empty-state-title')?.textContent, links(none, '#list-works .empty-state a')]).toEqual([
      '暂无数据',
      ['/call?id=c1#list-works'],
    ]);
    const failed = made(htmlOf(payload({ loads: { works: { ok: false, rows: [], total: 0, message: '系统维护中' } } })));
    expect(failed.querySelector('#list-works [role=alert]')?.textContent).toContain('系统维护中');
  });

  test('is taken over by the browser without a complaint, its group opened by the address of the list', async () => {
    window.history.replaceState(null, '', '/call?id=c1#list-works');
    taken = await hydratePage(payload());
    expect(taken.complaints).toEqual([]);
    expect(document.querySelector('#tab-works')?.hasAttribute('data-open')).toBe(true);
  });

  test('[WORK-16, WORK-18] changes its order in place, and asks for a condition before it searches', async () => {
    const asked: CallValues[] = [];
    const call = (target: { name: string }, values: CallValues): Promise<Reply> => {
      asked.push({ name: target.name, ...values });
      return Promise.resolve(
        target.name === 'call:detail' ? { ok: true, rows: [], total: 0, item: { id: 'c1' } } : { ok: true, rows: rowsOf(3), total: 3 },
      );
    };
    taken = await hydratePage(payload(), call);
    await act(async () => {
      document.querySelectorAll<HTMLElement>('#list-works .sort-links-link')[1]?.click();
    });
    await expect.poll(() => texts(document, '#list-works article h3')).toHaveLength(3);
    expect(asked.filter(({ name }) => name === 'work:list').map(({ page: number, limit }) => [number, limit])).toContainEqual([1, 8]);
    const form = document.querySelector<HTMLFormElement>('#list-works form');
    await act(async () => {
      form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    expect(form?.querySelector('[role=alert]')?.textContent).toBe('请选择搜索条件');
  });
});

describe('sections in a dialog', () => {
  test('[MALL-16] are there from the start, opened by a link to them without scripts', () => {
    const html = made(htmlOf(payload()));
    expect(links(html, '.section-dialog > .wrap > a')).toEqual(['#dialog-section-rules']);
    expect([
      html.querySelector('#dialog-section-rules h2')?.textContent,
      html.querySelectorAll('#dialog-section-rules article').length,
    ]).toEqual(['规则', 2]);
    expect(links(html, '#dialog-section-rules .list-body-more a')).toEqual(['/call?id=c1&rulesPage=2#list-rules']);
  });

  test('[MALL-16] open and close by buttons with scripts', async () => {
    taken = await hydratePage(payload());
    const dialog = document.querySelector<HTMLDialogElement>('#dialog-section-rules');
    expect(dialog?.open).toBe(false);
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.push(call));
    await act(async () => {
      document.querySelector<HTMLElement>('.section-dialog > .wrap > button')?.click();
    });
    expect(dialog?.open).toBe(false);
    frames.forEach((call) => call(0));
    await expect.poll(() => dialog?.open).toBe(true);
    await act(async () => {
      dialog?.querySelector<HTMLElement>('.dialog-close')?.click();
    });
    expect(dialog?.open).toBe(false);
  });

  test('are open when the address names a list in them', async () => {
    window.history.replaceState(null, '', '/call?id=c1&rulesPage=2#list-rules');
    taken = await hydratePage(payload({ states: { rules: { page: 2, filters: {}, keyword: '' } } }));
    expect(document.querySelector<HTMLDialogElement>('#dialog-section-rules')?.open).toBe(true);
    expect(document.querySelector('#list-rules .list-body-end')?.textContent).toBe('就这些');
  });
});

test('an item for members keeps its place until it is known who asks, and may not be there', () => {
  const withheld = made(htmlOf(payload({ main: { ok: true, rows: [], total: 0, withheld: true } })));
  expect([withheld.querySelector('#article .skeleton') === null, withheld.querySelector('.tabs-section')]).toEqual([false, null]);
  expect(withheld.querySelector('noscript')?.textContent).toContain('登录后才能查看');
  expect(made(htmlOf(payload({ main: { ok: false, rows: [], total: 0, status: 404 } }))).querySelector('h1')?.textContent).toBe(
    '没有找到这个页面',
  );
});
