import { afterAll, beforeAll, expect, test } from 'vitest';
import { putItems } from '../../../src/database/content/writeItems';
import type { Derivation } from '../../../src/model/definitions.g';
import { findItems } from '../../../src/server/items/query';
import { toRecord } from '../../../src/server/items/record';
import { testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
const now = Date.parse('2026-11-20T10:00:00+08:00');
beforeAll(async () => {
  portal = await testPortal();
}, 60_000);
afterAll(() => portal.close());

/** Returns the one item of a list whose call leaves fields out, as it was read. */
async function read(omit: string[], derive: Record<string, Derivation> = {}): Promise<unknown> {
  const centre = portal.definitions.portal('centre');
  const module = centre?.modules['information'];
  const list = module?.endpoints['list'];
  if (!centre || !module || !list) throw new Error('no list of news');
  const doc = { id: 'o1', columnId: '6101', title: 'x', publishDate: '2026-11-01', content: '<p>y</p>', source: '13900001111' };
  await putItems(portal.database, [toRecord('centre', module, doc)]);
  const own = { ...module, definition: { ...module.definition, derive: { ...module.definition.derive, ...derive } } };
  const parameters = new Map([['columnId', '6101']]);
  const { items } = await findItems(portal.database, { portal: centre, endpoint: { ...list, omit }, parameters, now }, own);
  return items.find(({ id }) => id === 'o1');
}

test('what a call leaves out is not even read', async () => {
  const item = await read(['/content', '/source']);
  expect(item).toMatchObject({ id: 'o1', title: 'x' });
  expect(item).not.toHaveProperty('content');
  expect(item).not.toHaveProperty('source');
});

test.each([
  [
    'what another field is derived of',
    ['/content', '/source'],
    { '/phone': { function: 'mask', of: '/source' } },
    { source: '13900001111', phone: '139****1111' },
  ],
  ['what an item is found and counted by', ['/id', '/columnId'], {}, { id: 'o1', columnId: '6101' }],
  ['of what something else lies within', ['/content/words'], {}, { content: '<p>y</p>' }],
] satisfies [string, string[], Record<string, Derivation>, object][])('but %s', async (_what, omit, derive, expected) => {
  expect(await read(omit, derive)).toMatchObject(expected);
});
