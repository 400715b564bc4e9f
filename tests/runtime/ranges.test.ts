import { describe, expect, it } from 'vitest';
import type { ListPage } from '../../src/model/definitions.g';
import { buildListAddress, readListState } from '../../src/runtime/listState';
import { matchesParam } from '../../src/runtime/match';
import { dropWrongEnds, findNarrower } from '../../src/runtime/ranges';

const price = { numbers: { from: 'least', to: 'most' } };
const filters: ListPage['filters'] = { price };

describe('a range of numbers in the address', () => {
  it.each([
    [{ priceFrom: '10', priceTo: '99.5' }, ['10', '99.5'], ['10', '99.5']],
    [{ priceFrom: '99.5', priceTo: '10' }, ['10', '99.5'], ['10', '99.5']],
    [{ priceFrom: '-5' }, ['-5', ''], ['-5', '']],
    [{ priceTo: '１，２００' }, ['', '1200'], ['', '1200']],
    [{ priceFrom: ' +3 ' }, ['3', ''], ['3', '']],
    [{ priceFrom: 'cheap', priceTo: '8' }, ['cheap', '8'], ['', '8']],
    [{ priceFrom: '1e9' }, ['1e9', ''], ['', '']],
  ])('%j is read as %j and sent as %j', (query, read, sent) => {
    const { price: ends = [] } = readListState({ filters }, query).filters;
    expect(ends).toEqual(read);
    expect(dropWrongEnds(price, ends)).toEqual(sent);
  });

  it('is written as it is read', () => {
    const address = buildListAddress({ filters }, '/goods', { priceTo: '3' }, readListState({ filters }, { priceTo: '5', priceFrom: '7' }));
    expect(address).toBe('/goods?priceFrom=5&priceTo=7');
  });

  it('that is empty is none', () => expect(readListState({ filters }, { priceFrom: ' ' }).filters).toEqual({}));
});

describe('a range of a list that has fixed values of its own', () => {
  const both: ListPage['filters'] = { price, opened: { dates: { from: 'since', to: 'until' } } };
  it.each([
    [{ least: '100' }, { least: '60' }, { least: '100' }],
    [{ least: '30' }, { least: '60' }, {}],
    [{ least: '9' }, { least: 10 }, {}],
    [{ most: '30' }, { most: '60' }, { most: '30' }],
    [{ most: '100' }, { most: '60' }, {}],
    [{ since: '2026-11-20' }, { since: '2026-11-19 12:00:00' }, { since: '2026-11-20' }],
    [{ until: '2026-11-20' }, { until: '2026-11-19' }, {}],
    [{ least: '100' }, { kind: 'a' }, {}],
    [{ kind: 'b' }, { kind: 'a' }, {}],
  ])('chosen %j, fixed %j: %j is narrower', (chosen, fixed, narrower) => expect(findNarrower(both, chosen, fixed)).toEqual(narrower));
});

const noon = Date.parse('2026-11-20T12:00:00+08:00');

it.each([
  ['2026-11-20 09:00:00', undefined, '1'],
  ['2026-11-19 09:00:00', undefined, '2'],
  ['2026-11-19 09:00:00', '2026-11-20 12:00:01', '1'],
  ['2026-11-20 09:00:00', '2026-11-20 11:59:59', '2'],
  ['2026-11-20 12:00:01', undefined, '0'],
])('what begins at %s and ends at %s has, if it lasts a day without an end, the state %s', (begin, end, expected) => {
  const param = { name: 'status', phase: '/begin', until: '/end', lasts: 'day', type: 'string' } as const;
  const item = { begin, ...(end === undefined ? {} : { end }) };
  expect(['0', '1', '2'].filter((state) => matchesParam(item, param, state, noon))).toEqual([expected]);
});

it.each([
  ['from', 10, true],
  ['from', 10.5, false],
  ['to', 10, true],
  ['to', 9.5, false],
] as const)('%s %f includes the end itself, of lists that were fetched whole', (match, bound, found) => {
  const param = { name: 'p', field: '/price', match, type: 'number' } as const;
  expect(matchesParam({ price: 10 }, param, String(bound), 0)).toBe(found);
});
