import { describe, expect, it } from 'vitest';
import type { ListPage } from '../../src/model/definitions.g';
import { dropHidden, findVisible, setFilter } from '../../src/runtime/filters';
import { readListState } from '../../src/runtime/listState';

const filters: ListPage['filters'] = {
  province: { param: 'province', dictionary: 'divisions' },
  city: { param: 'city', dictionary: 'divisions', dependsOn: 'province' },
  district: { param: 'district', dictionary: 'divisions', dependsOn: 'city' },
  kind: { param: 'kind', options: { show: { value: 'show', label: 'Show' }, talk: { value: 'talk', label: 'Talk' } } },
  stage: { param: 'stage', when: { '/query/kind': 'show' }, options: { open: { value: 'open', label: 'Open' } } },
  seats: {
    param: 'seats',
    when: { '/query/stage': { present: true } },
    options: { few: { value: 'few', label: 'Few' }, many: { value: 'many', label: 'Many', when: { '/query/kind': 'talk' } } },
  },
  day: { dates: { from: 'since', to: 'until' }, dependsOn: 'kind' },
};
const list = { filters };
const read = (query: Record<string, string>, prefix = '') => ({
  list,
  prefix,
  state: readListState(list, query, prefix),
  scope: { query },
});
const names = (query: Record<string, string>) => findVisible(read(query)).filters.map(([name]) => name);
const counts = (query: Record<string, string>, prefix = '') => dropHidden(read(query, prefix)).filters;

describe('filters that hang on others', () => {
  it.each([
    [{}, ['province', 'kind']],
    [{ province: '33' }, ['province', 'city', 'kind']],
    [{ city: '3301', district: '330106' }, ['province', 'kind']],
    [{ kind: 'show' }, ['province', 'kind', 'stage', 'day']],
    [{ kind: 'show', stage: 'open' }, ['province', 'kind', 'stage', 'seats', 'day']],
    [{ kind: 'talk', stage: 'open' }, ['province', 'kind', 'day']],
  ])('are there with %j: %j', (query, there) => expect(names(query)).toEqual(there));

  it.each([
    [{ city: '3301', district: '330106' }, {}],
    [{ province: '33', district: '330106' }, { province: ['33'] }],
    [
      { province: '33', city: '3301', district: '330106' },
      { province: ['33'], city: ['3301'], district: ['330106'] },
    ],
    [{ kind: 'talk', stage: 'open', seats: 'few' }, { kind: ['talk'] }],
    [
      { kind: 'show', stage: 'open', seats: 'many' },
      { kind: ['show'], stage: ['open'] },
    ],
    [{ dayFrom: '2026-11-20' }, {}],
    [
      { kind: 'talk', dayFrom: '2026-11-20' },
      { kind: ['talk'], day: ['2026-11-20', ''] },
    ],
  ])('count in %j only while they are there: %j', (query, left) => expect(counts(query)).toEqual(left));

  it('are those of their own list', () => {
    expect(counts({ worksProvince: '33', worksCity: '3301', city: '3302' }, 'works')).toEqual({ province: ['33'], city: ['3301'] });
  });

  it('go when another choice is made above them, and stay when one is made beside them', () => {
    const { state } = read({ province: '33', city: '3301', district: '330106', kind: 'talk', page: '3' });
    expect(setFilter(list, state, 'province', ['32'])).toMatchObject({ filters: { province: ['32'], kind: ['talk'] }, page: 1 });
    expect(setFilter(list, state, 'city', [])).toMatchObject({ filters: { province: ['33'], kind: ['talk'] } });
    expect(setFilter(list, state, 'kind', ['show']).filters).toEqual({
      province: ['33'],
      city: ['3301'],
      district: ['330106'],
      kind: ['show'],
    });
  });
});
