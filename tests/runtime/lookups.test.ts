import type { JsonObject } from '../../src/model/json';
import { expect, test } from 'vitest';
import type { Lookup, Page } from '../../src/model/definitions.g';
import type { ClientEndpoint } from '../../src/model/compiled';
import type { PageData } from '../../src/model/payload';
import { loadLookups } from '../../src/runtime/lookups';
import type { Call, CallValues } from '../../src/runtime/pageData';

const endpoint = (service: string): ClientEndpoint => ({
  name: `site:${service}`,
  method: 'GET',
  template: '/api/x',
  variables: [],
  params: {},
  service: `site.${service}`,
  shape: { properties: {} },
});
const column = (id: string, backRouteId?: number | string, children: JsonObject[] = []): JsonObject => ({
  id,
  ...(backRouteId === undefined ? {} : { backRouteId }),
  children,
});
const menu = [
  column('1', 28, [column('11', 64), column('12', '65')]),
  column('2', undefined, [column('21', undefined, [column('211', 66)])]),
  column('3', 64),
];
const slots = [
  {
    slotName: 'x',
    adDetails: [
      { adCode: 'a', adLink: 'https://a.example/' },
      { adCode: 'b', adLink: 'https://b.example/' },
    ],
  },
];

async function found(lookup: Lookup, rows = { menu, slot: slots }): Promise<{ value: unknown; calls: CallValues[] }> {
  const page: Page = { kind: 'composed', lookups: { it: lookup }, sections: {} };
  const data: PageData = { state: { page: 1, filters: {}, keyword: '' }, loads: {}, lookup: {}, groups: {}, labels: {}, failures: [] };
  const calls: CallValues[] = [];
  const call: Call = async ({ service }, values) => {
    calls.push(values);
    return { ok: true, total: 0, rows: service === 'site.menu' ? rows.menu : rows.slot };
  };
  await loadLookups(
    {
      page,
      endpoints: { menu: endpoint('menu'), slot: endpoint('slot') },
      codelists: {},
      query: { columnId: 'b' },
      roots: { tenant: { code: 'QL' } },
      now: 0,
    },
    call,
    data,
  );
  return { value: data.lookup['it'], calls };
}

test.each<[string, Lookup, unknown]>([
  ['a column at the top', { routeId: 28 }, '1'],
  ['one below it, before a later one at the top', { routeId: 64 }, '11'],
  ['one whose number came as text', { routeId: 65 }, '12'],
  ['one deep below', { routeId: 66 }, '211'],
  ['none', { routeId: 99 }, undefined],
  ['none, with a value instead', { routeId: 99, else: '7' }, '7'],
])('[VOL-09] %s is found by its back route id', async (_name, lookup, expected) => {
  const { value, calls } = await found(lookup);
  expect(value).toBe(expected);
  expect(calls).toEqual([{ museumCode: 'QL' }]);
});

test.each<[string, Lookup, unknown]>([
  ['the first entry that matches', { slot: 'x', match: { '/adCode': '/query/columnId' }, take: '/adLink' }, 'https://b.example/'],
  ['none', { slot: 'x', match: { '/adCode': { const: 'c' } }, take: '/adLink', else: 'z' }, 'z'],
])('of a slot %s is taken', async (_name, lookup, expected) => {
  const { value, calls } = await found(lookup);
  expect(value).toBe(expected);
  expect(calls).toEqual([{ slotName: 'x' }]);
});
