// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { Card } from '../../../src/model/definitions.g';
import type { JsonObject } from '../../../src/model/json';
import { listPayload, pageOf, shellOf } from '../payloads';
import { htmlOf, hydratePage } from '../rendered';

const card: Card = {
  shape: 'table',
  title: { value: '/row/name', label: '姓名' },
  fields: {
    document: { value: '/row/document', label: '证件类型' },
    phone: { value: '/row/phone', label: '手机号' },
    number: { value: '/index', label: '序号' },
  },
  actions: { open: { label: '查看', to: '/informationdetail{?id}', with: { id: '/row/id' }, when: { '/row/phone': { present: true } } } },
};
const rows: JsonObject[] = [
  { id: 'a', name: '林一', document: '身份证', phone: '139****0001' },
  { id: 'b', name: '林二', document: '身份证' },
];

function made(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page;
}

const words = (elements: Iterable<Element>): string[] => [...elements].map((element) => element.textContent ?? '');
const cells = (row: Element | undefined): [string | null, string][] =>
  [...(row?.children ?? [])].map((cell) => [cell.getAttribute('data-label'), cell.textContent ?? '']);

describe('the columns of a table', () => {
  const wide: Card = {
    ...card,
    title: { value: '/row/name', label: '姓名', width: '40%' },
    fields: {
      document: { value: '/row/document', label: '证件类型', width: '8em' },
      phone: { value: '/row/phone', label: '手机号', align: 'end' },
    },
  };

  test('have the widths and the places that its card says, without styles of their own', () => {
    const table = made(htmlOf(listPayload({ card: wide, rows, columns: 1 }))).querySelector('table');
    expect([...(table?.querySelectorAll('colgroup > col') ?? [])].map((col) => col.getAttribute('width'))).toEqual([
      '40%',
      '128',
      null,
      null,
    ]);
    expect(
      [...(table?.querySelectorAll('tr') ?? [])].map(({ children }) => [...children].map(({ className }) => className.includes('at-end'))),
    ).toEqual(Array(3).fill([false, false, true, false]));
    expect(table?.querySelector('[style]')).toBeNull();
  });

  test('are left to what is in them when nothing is said', () => {
    expect(made(htmlOf(listPayload({ card, rows, columns: 1 }))).querySelector('colgroup')).toBeNull();
  });
});

describe('a list of table cards', () => {
  const page = made(
    htmlOf(
      listPayload({ card, rows, total: 27, columns: 1, page: { pageSize: 2 }, data: { state: { page: 3, filters: {}, keyword: '' } } }),
    ),
  );
  const table = page.querySelector('#list table');

  test('[PC-25] is one table: the number of the row, the title, the fields, the actions', () => {
    expect(words(table?.querySelectorAll('thead th') ?? [])).toEqual(['序号', '姓名', '证件类型', '手机号', '操作']);
    expect([...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => cells(row)[1])).toEqual([
      ['姓名', '林一'],
      ['姓名', '林二'],
    ]);
  });

  test('[PC-25] numbers go on from page to page', () => {
    expect([...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => cells(row)[0]?.[1])).toEqual(['5', '6']);
  });

  test('a cell carries the head of its column, also when it is empty', () => {
    const [first, second] = [...(table?.querySelectorAll('tbody tr') ?? [])];
    expect(cells(first)).toEqual([
      ['序号', '5'],
      ['姓名', '林一'],
      ['证件类型', '身份证'],
      ['手机号', '139****0001'],
      ['操作', '查看'],
    ]);
    expect(cells(second).slice(3)).toEqual([
      ['手机号', ''],
      ['操作', ''],
    ]);
  });

  test('fields may be called what the parts of a card are called', () => {
    const fields = Object.fromEntries(
      ['date', 'price', 'text', 'tags', 'title'].map((name) => [name, { value: '/row/phone', label: name }]),
    );
    const drawn = made(htmlOf(listPayload({ card: { shape: 'table', title: '/row/name', fields }, rows, columns: 1 })));
    expect(words(drawn.querySelectorAll('#list thead th')).slice(1)).toEqual(['date', 'price', 'text', 'tags', 'title']);
  });

  test('has a caption, heads with a scope, and keeps its roles where a style sheet takes the table apart', () => {
    expect(table?.querySelector('caption')?.textContent).toBe('资讯动态');
    expect([...(table?.querySelectorAll('thead th') ?? [])].every((head) => head.getAttribute('scope') === 'col')).toBe(true);
    expect(table?.querySelector('tbody th')?.getAttribute('scope')).toBe('row');
    const roles = ['table', 'thead', 'tbody', 'tbody tr', 'thead th', 'tbody th', 'tbody td'].map((selector) =>
      page.querySelector(`#list ${selector}`)?.getAttribute('role'),
    );
    expect(roles).toEqual(['table', 'rowgroup', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell']);
  });

  test('a title without words of its own is called by a shared text, and no actions make no column', () => {
    const { actions: _actions, ...bare } = card;
    const other = made(htmlOf(listPayload({ card: { ...bare, title: '/row/name' }, rows })));
    expect(words(other.querySelectorAll('#list thead th'))).toEqual(['序号', '名称', '证件类型', '手机号']);
  });

  test('whatever else the card shows has its column, and its link opens from the title', () => {
    const other = made(
      htmlOf(
        listPayload({
          rows: [{ ...rows[0], day: '2026-11-20', price: 3 }],
          card: {
            ...card,
            date: { value: '/row/day', label: '日期' },
            price: { value: '/row/price', label: '积分' },
            opens: { to: '/informationdetail{?id}', with: { id: '/row/id' } },
          },
        }),
      ),
    );
    expect(words(other.querySelectorAll('#list thead th'))).toEqual(['序号', '姓名', '证件类型', '手机号', '日期', '积分', '操作']);
    expect(other.querySelector('tbody th a')?.getAttribute('href')).toBe('/informationdetail?id=a');
  });

  test('is taken over by the browser without a complaint', async () => {
    const { complaints, close } = await hydratePage(listPayload({ card, rows, columns: 1 }));
    expect(complaints).toEqual([]);
    close();
  });
});

test('a section with table cards is a table of its heading', () => {
  const page = made(
    htmlOf({
      shell: shellOf(),
      page: pageOf(
        { kind: 'composed', sections: { people: { section: 'list', label: '同行人', rows: '/people/rows', card: 'information:card' } } },
        { loads: { people: { ok: true, rows, total: 2 } } },
        { cards: { 'information:card': card } },
      ),
    }),
  );
  expect(page.querySelector('table caption')?.textContent).toBe('同行人');
  expect([...page.querySelectorAll('tbody tr')].map((row) => cells(row)[0]?.[1])).toEqual(['1', '2']);
});

test('rows for members that nobody asked for yet keep their place, and no number of them is told', () => {
  const page = made(
    htmlOf(
      listPayload({
        card,
        columns: 1,
        page: { tabs: { all: { label: '全部' } } },
        data: { main: { ok: true, rows: [], total: 0, withheld: true } },
      }),
    ),
  );
  expect(page.querySelector('#list .skeleton')).not.toBeNull();
  expect([page.querySelector('.empty-state'), page.querySelector('.list-controls-count')?.textContent]).toEqual([null, '加载中']);
});

test('a list has the actions of its page in its bar, also when it is empty', () => {
  const page = made(
    htmlOf(
      listPayload({
        rows: [],
        total: 0,
        page: { sorts: undefined, search: undefined, actions: { add: { label: '新增', to: '/information' } } },
      }),
    ),
  );
  expect(words(page.querySelectorAll('.list-controls .list-controls-actions a'))).toEqual(['新增']);
});
