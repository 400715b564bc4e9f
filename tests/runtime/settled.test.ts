import { expect, test } from 'vitest';
import type { ClientEndpoint } from '../../src/model/compiled';
import type { ListPage, Lookup } from '../../src/model/definitions.g';
import type { PageData, Reply } from '../../src/model/payload';
import { type Call, loadPage, type PageSource } from '../../src/runtime/pageData';

const endpoint = (name: string, service: string): ClientEndpoint => ({
  name,
  service,
  method: 'GET',
  template: `/api/${name}`,
  variables: [],
  params: {},
  ok: { '/status': 200 },
  rows: '/data',
  shape: { properties: {} },
});
const lookup: Lookup = { slot: 'x', match: { '/adName': '/query/columnId' }, take: '/adDesc' };
const page = (lookups: Record<string, Lookup>): ListPage => ({
  kind: 'list',
  source: 'rows',
  layouts: {},
  lookups,
  filters: {
    kind: { label: '类型', dictionary: 'kinds', param: 'kind' },
    finer: { label: '细类', dictionary: 'kinds', dependsOn: 'kind', param: 'finer' },
  },
});
const source = (query: Record<string, string>, lookups: Record<string, Lookup>): PageSource => ({
  page: page(lookups),
  endpoints: { rows: endpoint('rows', 'items'), slot: endpoint('slot', 'site.slot'), choices: endpoint('choices', 'site.choices') },
  codelists: { level: { dictionary: 'levels' } },
  query: { columnId: 'c', ...query },
  roots: {},
  now: 0,
});
const names = new Set(['kind', 'finer', 'page']);

/** What is asked in another state of a page, after the first. */
async function askedNext(
  query: Record<string, string>,
  { lookups = { model: lookup }, spoil = () => undefined }: { lookups?: Record<string, Lookup>; spoil?: (data: PageData) => void } = {},
): Promise<{ asked: string[]; first: PageData; next: PageData }> {
  const asked: string[] = [];
  const call: Call = async ({ name }, values): Promise<Reply> => {
    asked.push(`${name} ${String(values['dictParentCode'] ?? '')}`.trim());
    const children = [{ dictCode: '11', dictName: '细' }];
    return {
      ok: true,
      rows: name === 'slot' ? [{ slotName: 'x', adDetails: [{ adName: 'c', adDesc: 'model2' }] }] : [],
      total: 0,
      ...(name === 'choices' ? { item: { dictType: [{ dictCode: '1', dictName: '粗', children }] } } : {}),
    };
  };
  const first = await loadPage(source({}, lookups), call);
  spoil(first);
  asked.length = 0;
  const next = await loadPage(source(query, lookups), call, { query: { columnId: 'c' }, data: first, names });
  return { asked: asked.sort(), first, next };
}

test('another state of a list asks for its rows alone, and has the same choices, labels and lookups', async () => {
  const { asked, first, next } = await askedNext({ page: '2' });
  expect(asked).toEqual(['rows']);
  expect(first).toMatchObject({ lookup: { model: 'model2' }, labels: { level: { 1: '粗', 11: '粗 细' } } });
  for (const part of ['lookup', 'groups', 'labels', 'trees'] as const) expect(next[part]).toEqual(first[part]);
});

test.each<[string, Parameters<typeof askedNext>, string[]]>([
  ['choices that hang on another choice', [{ kind: '1' }], ['choices kinds', 'rows']],
  [
    'a lookup that goes by the state',
    [{ page: '2' }, { lookups: { model: { ...lookup, match: { '/adName': '/query/kind' } } } }],
    ['rows', 'slot'],
  ],
  [
    'a lookup that is worked out',
    [{ page: '2' }, { lookups: { model: { ...lookup, else: 'model1', match: { '/adName': { expression: 'query.columnId' } } } } }],
    ['rows', 'slot'],
  ],
  ['what another column has', [{ columnId: 'd' }], ['choices kinds', 'choices levels', 'rows', 'slot']],
  ['choices that could not be had', [{ page: '2' }, { spoil: ({ groups }) => (groups['kind'] = []) }], ['choices kinds', 'rows']],
  ['labels that could not be had', [{ page: '2' }, { spoil: ({ labels }) => (labels['level'] = {}) }], ['choices levels', 'rows']],
  ['a lookup that found nothing', [{ page: '2' }, { spoil: ({ lookup: found }) => delete found['model'] }], ['rows', 'slot']],
])('%s are asked for again', async (_what, given, expected) => {
  expect((await askedNext(...given)).asked).toEqual(expected);
});
