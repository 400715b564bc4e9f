import { describe, expect, test } from 'vitest';
import type { Page } from '../../src/model/definitions.g';
import type { Reply } from '../../src/model/payload';
import { collectListNames, buildListAddress, readListState, readLoadStates } from '../../src/runtime/listState';
import { findStatefulLists, type Controls } from '../../src/runtime/lists';
import { findNeighbours } from '../../src/runtime/pageData';

const controls: Controls = {
  filters: { type: { label: '类型', param: 'type', dictionary: 'd' }, day: { dates: { from: 'a', to: 'b' } } },
  sorts: { usual: { label: '默认' }, votes: { label: '票数' } },
  search: { fields: { author: { label: '作者', param: 'author' } } },
};
const page: Page = {
  kind: 'detail',
  source: 'a:b',
  sections: {},
  loads: { works: { source: 'a:list', limit: 8, paging: 'pages', ...controls }, related: { source: 'a:list', limit: 3 } },
};

describe('a list with a state of its own on a page', () => {
  test('[WORK-16, WORK-19] is that of a load which is paged, ordered or searched', () => {
    expect(findStatefulLists(page).map(({ prefix }) => prefix)).toEqual(['works']);
    expect(findStatefulLists({ ...page, kind: 'list', layouts: {} }).map(({ prefix }) => prefix)).toEqual(['', 'works']);
  });

  test('has names in the address that begin with that of its load', () => {
    expect([...collectListNames(page)].sort()).toEqual([
      'worksDay',
      'worksDayFrom',
      'worksDayTo',
      'worksField',
      'worksKeyword',
      'worksPage',
      'worksSort',
      'worksTab',
      'worksType',
      'worksTypeFrom',
      'worksTypeTo',
    ]);
  });

  test('is read from these names alone', () => {
    const query = {
      page: '9',
      sort: 'votes',
      worksPage: '2',
      worksSort: 'votes',
      worksKeyword: ' 船 ',
      worksField: 'author',
      worksType: 'x,y',
      worksDayFrom: '2026-11-01',
    };
    expect(readLoadStates(page, query)).toEqual({
      works: { page: 2, sort: 'votes', tab: undefined, keyword: '船', field: 'author', filters: { type: ['x'], day: ['2026-11-01', ''] } },
    });
    expect(readLoadStates(page, { worksPage: '-1', worksSort: 'toString', worksField: '__proto__' })).toEqual({
      works: { page: 1, filters: {}, keyword: '', sort: undefined, tab: undefined, field: undefined },
    });
  });

  test.each([
    [{ page: 1, filters: {}, keyword: '' }, '/p?id=1&page=3'],
    [
      { page: 2, filters: { type: ['x'], day: ['2026-11-01', '2026-11-30'] }, keyword: '船', field: 'author', sort: 'votes' },
      '/p?id=1&page=3&worksType=x&worksDayFrom=2026-11-01&worksDayTo=2026-11-30&worksSort=votes&worksKeyword=%E8%88%B9&worksField=author&worksPage=2',
    ],
    [{ page: 1, filters: {}, keyword: '', sort: 'usual', field: 'author' }, '/p?id=1&page=3'],
  ])('state %# has the address that it is read from, and leaves the rest of it alone', (state, address) => {
    const base = { id: '1', page: '3', worksPage: '7', worksSort: 'votes' };
    expect(buildListAddress(controls, '/p', base, state, 'works')).toBe(address);
    const read = readListState(controls, Object.fromEntries(new URLSearchParams(address.split('?')[1])), 'works');
    expect(read).toMatchObject({ page: state.page, filters: state.filters, keyword: state.keyword });
  });
});

describe('[WORK-23] neighbours', () => {
  const reply: Reply = { ok: true, total: 3, rows: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] };
  test.each([
    ['a', 'c', 'b'],
    ['b', 'a', 'c'],
    ['c', 'b', 'a'],
  ])('of %s are %s and %s: the ends of the list are joined', (id, previous, next) => {
    expect(findNeighbours(reply, id)).toEqual({ ok: true, total: 3, rows: [], previous: { id: previous }, next: { id: next } });
  });

  test('of one of two are the other one, twice', () =>
    expect(findNeighbours({ ...reply, rows: [{ id: 1 }, { id: 2 }] }, '1')).toMatchObject({ previous: { id: 2 }, next: { id: 2 } }));
  test.each([
    ['x', reply.rows],
    ['a', [{ id: 'a' }]],
    ['a', []],
    [undefined, reply.rows],
  ])('%j among %j has none', (id, rows) =>
    expect(findNeighbours({ ...reply, rows: rows ?? [] }, id)).toEqual({ ok: true, total: 3, rows: [] }),
  );
});
