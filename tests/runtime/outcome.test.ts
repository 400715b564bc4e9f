import { expect, test } from 'vitest';
import type { ClientEndpoint } from '../../src/model/compiled';
import type { PageData } from '../../src/model/payload';
import { addCounts } from '../../src/portal/data/addCounts';
import { chooseEffects, buildReplyRoot } from '../../src/runtime/outcome';
import { loadPage, type PageSource } from '../../src/runtime/pageData';
import { isPrivate } from '../../src/runtime/pageSource';
import { resolveTarget } from '../../src/runtime/action';

const effects = {
  toast: 'no',
  tone: 'danger',
  cases: {
    unknown: { when: { '/reply/message': { pattern: 'not there' } }, step: 'wrong' },
    again: { when: { '/reply/data': { pattern: 'again' } }, step: 'repeated', toast: '' },
  },
} as const;

test.each([
  ['is not there', { toast: 'no', tone: 'danger', step: 'wrong' }],
  ['once again', { toast: '', tone: 'danger', step: 'repeated' }],
  ['busy', { toast: 'no', tone: 'danger' }],
])('the case of a reply that says %j is laid over the rest', (message, expected) => {
  expect(chooseEffects(effects, { reply: buildReplyRoot({ ok: false, rows: [], total: 0, message }) })).toMatchObject(expected);
});

const endpoint = (viewer: boolean): ClientEndpoint => ({
  name: 'x',
  method: 'GET',
  template: '/api/x',
  variables: [],
  params: {},
  ok: { '/status': 200 },
  rows: '/data',
  shape: { properties: {} },
  viewer,
});
const source = (signedIn: boolean): PageSource => ({
  page: { kind: 'composed', sections: {}, loads: { open: { source: 'open' }, own: { source: 'own' } } },
  endpoints: { open: endpoint(false), own: endpoint(true) },
  codelists: {},
  query: {},
  roots: { viewer: { signedIn } },
  now: 0,
});

test.each([
  [false, ['open']],
  [true, ['open', 'own']],
])('calls for members are made only for members (signed in: %s)', async (signedIn, made) => {
  const calls: string[] = [];
  const page = source(signedIn);
  const data = await loadPage(page, async (called) => {
    calls.push(called === page.endpoints['own'] ? 'own' : 'open');
    return { ok: true, rows: [{ id: '1' }], total: 1 };
  });
  expect(calls.sort()).toEqual(made);
  expect(data.loads['own']).toEqual(
    signedIn ? { ok: true, rows: [{ id: '1' }], total: 1 } : { ok: true, rows: [], total: 0, withheld: true },
  );
  expect(isPrivate(page)).toBe(true);
});

test("a detail page of a member's item is no missing page while nobody is known", async () => {
  const page: PageSource = { ...source(false), page: { kind: 'detail', source: 'own', sections: {} } };
  const data = await loadPage(page, async () => {
    throw new Error('not called');
  });
  expect(data.main).toMatchObject({ ok: true, withheld: true });
  expect(data.failures).toEqual([]);
});

const row = { id: 'b', counts: { vote: 3 } };
const data = (): PageData => ({
  state: { page: 1, filters: {}, keyword: '' },
  main: { ok: true, rows: [{ id: 'a' }, row], total: 2, item: { id: 'i', votes: 1 } },
  loads: { votes: { ok: true, rows: [], total: 0, item: { left: 2 } } },
  lookup: {},
  groups: {},
  labels: {},
  failures: [],
});

test.each([
  [{ '/item/votes': 1 }, ['main', 'item', 'votes'], 2],
  [{ '/item/likes': 2 }, ['main', 'item', 'likes'], 2],
  [{ '/row/counts/vote': 1 }, ['main', 'rows', '1', 'counts', 'vote'], 4],
  [{ '/votes/item/left': -1 }, ['loads', 'votes', 'item', 'left'], 1],
])('counts go up where %j leads', (counts, path, expected) => {
  const before = data();
  const after = addCounts(before, counts, { row });
  expect(path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], after)).toBe(expected);
  expect(before).toEqual(data());
});

test('a reference into nothing adds nothing', () => {
  const before = data();
  expect(addCounts(before, { '/row/x': 1, '/query/id': 1 }, {})).toBe(before);
});

const acting = { patterns: {}, login: '/login', here: '/loans?page=2', signedIn: false };
test.each([
  [{ label: 'End', call: 'x:end' }, acting, { does: true }],
  [{ label: 'End', call: 'x:end', requires: 'login' as const }, acting, { does: false, href: '/login?redirect=%2Floans%3Fpage%3D2' }],
  [{ label: 'End', form: 'x:end', requires: 'login' as const }, { ...acting, signedIn: true }, { does: true }],
  [{ label: 'End', call: 'x:end', disabled: true }, acting, { does: false, disabled: true }],
])('an action that does something is no link: %j', (action, context, expected) => {
  expect(resolveTarget(action, {}, context)).toMatchObject(expected);
});
