import { describe, expect, test } from 'vitest';
import type { Joins, ListPage } from '../../src/model/definitions.g';
import type { PageData, Reply } from '../../src/model/payload';
import { askAlong, joinRows } from '../../src/runtime/joinRows';
import type { Call, CallOptions, CallValues, PageSource } from '../../src/runtime/pageData';
import { endpoint } from '../portal/payloads';

const joins: Joins = {
  counts: { source: 'counts:all', with: { menuId: '/query/columnId' }, keys: 'ids', on: '/of', key: '/id', defaults: { pv: 0 } },
};
const endpoints = {
  'news:list': endpoint('news:list', '/api/news{?page}'),
  'counts:all': {
    ...endpoint('counts:all', '/api/counts/{menuId}{?ids}'),
    shape: { properties: { of: { type: 'string' as const }, pv: { type: 'integer' as const } } },
  },
};
const source: PageSource = {
  page: { kind: 'list', source: 'news:list' } as ListPage,
  endpoints,
  codelists: {},
  query: { columnId: '6101' },
  roots: {},
  now: 0,
};
const data: PageData = { state: { page: 1, filters: {}, keyword: '' }, loads: {}, lookup: {}, groups: {}, labels: {}, failures: [] };
const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }));
const countsOf = (...ids: string[]) => ids.map((of, index) => ({ of, pv: index + 1 }));

/** A back end that has the counts at hand of some rows. */
function backEnd(atHand: readonly string[] | undefined) {
  const asked: [string, CallValues, CallOptions['joins']?][] = [];
  const call: Call = async ({ name }, values, options): Promise<Reply> => {
    asked.push([name, values, ...(options?.joins ? [options.joins] : [])] as (typeof asked)[number]);
    const ids = String(values['ids'] ?? '').split(',');
    if (name === 'counts:all') return { ok: true, rows: countsOf(...ids), total: ids.length };
    const joined = atHand && { counts: { status: 200, data: { rows: countsOf(...atHand) } } };
    return { ok: true, rows: rowsOf('a', 'b'), total: 2, ...(joined ? { joined } : {}) };
  };
  return { asked, call };
}

describe('what is joined into rows', () => {
  test('is not asked for again where it came with the rows', async () => {
    const { asked, call } = backEnd(['a', 'c']);
    const along = askAlong(source, call, data, joins);
    const { rows } = await along.call(endpoints['news:list'], {});
    await joinRows(source, call, data, rows, joins, along.found);
    expect(asked).toEqual([['news:list', {}, { counts: { url: '/api/counts/6101?ids=%7Bkeys%7D', key: '/id' } }]]);
    expect(rows).toEqual([
      { id: 'a', counts: { of: 'a', pv: 1 } },
      { id: 'b', counts: { pv: 0 } },
    ]);
  });

  test('is asked for by a call of its own where it did not', async () => {
    const { asked, call } = backEnd(undefined);
    const along = askAlong(source, call, data, joins);
    const { rows } = await along.call(endpoints['news:list'], {});
    await joinRows(source, call, data, rows, joins, along.found);
    expect(asked[1]).toEqual(['counts:all', { menuId: '6101', ids: 'a,b' }]);
    expect(rows[1]).toEqual({ id: 'b', counts: { of: 'b', pv: 2 } });
  });

  test.each<[string, Joins]>([
    ['depends on a row', { counts: { ...joins['counts'], with: { menuId: '/row/id' } } as Joins[string] }],
    ['takes no keys', { counts: { source: 'counts:all', on: '/of', key: '/id' } }],
    ['is of no call', { counts: { ...joins['counts'], source: 'nothing:all' } as Joins[string] }],
  ])('is not asked for along with rows where it %s', async (_what, others) => {
    const { asked, call } = backEnd(undefined);
    await askAlong(source, call, data, others).call(endpoints['news:list'], { page: 1 });
    expect(asked).toEqual([['news:list', { page: 1 }]]);
  });

  test('is not asked for along with rows where members alone may ask', async () => {
    const { asked, call } = backEnd(undefined);
    const place = { ...source, endpoints: { ...endpoints, 'counts:all': { ...endpoints['counts:all'], viewer: true } } };
    await askAlong(place, call, data, joins).call(endpoints['news:list'], {});
    expect(asked).toEqual([['news:list', {}]]);
  });
});
