import { expect, test } from 'vitest';
import type { ClientEndpoint } from '../../src/model/compiled';
import type { Load } from '../../src/model/definitions.g';
import { loadPage, type PageSource } from '../../src/runtime/pageData';

const endpoint = (name: string): ClientEndpoint => ({
  name,
  method: 'GET',
  template: `/api/${name}{?of}`,
  variables: [],
  params: { of: { name: 'of', type: 'string' } },
  ok: { '/status': 200 },
  rows: '/data',
  shape: { properties: {} },
});
/** A page with two loads, of which the second is written first. */
const source = (second: Omit<Load, 'source'>): PageSource => ({
  page: { kind: 'composed', sections: {}, loads: { second: { source: 'second', ...second }, first: { source: 'first' } } },
  endpoints: { second: endpoint('second'), first: endpoint('first') },
  codelists: {},
  query: {},
  roots: { viewer: { signedIn: false } },
  now: 0,
});

test.each<[string, Omit<Load, 'source'>, number, string[]]>([
  ['that takes a value of another', { with: { of: '/first/total' } }, 1, ['first', 'second']],
  ['on condition of another that holds', { when: { '/first/total': 1 } }, 1, ['first', 'second']],
  ['on condition of another that fails', { when: { '/first/total': 1 } }, 2, ['first']],
  ['on condition of another by an expression', { when: { expression: ['>', { $data: '/first/total' }, 0] } }, 1, ['first', 'second']],
  ['by itself', {}, 1, ['second', 'first']],
])('a load %s waits for what it needs', async (_what, second, total, made) => {
  const calls: string[] = [];
  await loadPage(source(second), async ({ name }) => {
    calls.push(name);
    return { ok: true, rows: [], total };
  });
  expect(calls).toEqual(made);
});
