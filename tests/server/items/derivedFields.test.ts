import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putItems } from '../../../src/database/content/writeItems';
import { takePlaces } from '../../../src/database/enrolments/places';
import type { CompiledModule, CompiledPortal } from '../../../src/model/compiled';
import type { Codelist, Derivation } from '../../../src/model/definitions.g';
import type { JsonObject } from '../../../src/model/json';
import { readCapacity, addDerivedFields, addDerivedFieldsAndOthers } from '../../../src/server/items/derivedFields';
import { toRecord } from '../../../src/server/items/record';
import { testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
let centre: CompiledPortal;
const now = Date.parse('2026-11-20T10:00:00+08:00');
beforeAll(async () => {
  portal = await testPortal();
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  centre = found;
}, 60_000);
afterAll(() => portal.close());

/** A module that derives these fields. */
const module = (derive: Record<string, Derivation>, codelists: Record<string, Codelist> = {}): CompiledModule => ({
  name: 'lectures',
  definition: { title: 'x', pages: {}, roles: { title: '/name', column: '/columnId' }, derive, codelists },
  endpoints: {},
  slots: {},
  tags: [],
  grams: [],
  shapeHash: '',
  lifecycle: { states: {}, moves: {} },
});
const derived = (items: Parameters<typeof addDerivedFields>[0], own: CompiledModule) =>
  addDerivedFields(items, { db: portal.database, portal: centre, module: own, now });

describe('a label', () => {
  const types = { types: { 7001: { plays: { id: 'p', name: '演出', children: { opera: { id: 'o', name: '昆曲' } } } } } };
  it.each([
    ['of options, also where the code is a number', { options: { one: { value: '1', label: '甲' } } }, 1, '甲'],
    ['of a shared text', { options: { one: { value: 1, label: '/texts/requestOk' } } }, '1', '操作成功'],
    ['of a dictionary', { dictionary: 'jdbq' }, 't1', '亲子'],
    ["of the column's types, at any depth", { types: true as const }, 'o', '昆曲'],
    ['of a code that the list has not', { options: { one: { value: '1', label: '甲' } } }, '2', undefined],
    ['of no code', { options: { one: { value: '1', label: '甲' } } }, null, undefined],
  ])('%s', async (_what, codelist, code, label) => {
    const own = module({ '/words': { function: 'label', of: '/code', codelist: 'list' } }, { list: codelist });
    const [item] = await addDerivedFields([{ id: '1', columnId: '7001', code }], {
      db: portal.database,
      portal: { ...centre, settings: { ...centre.settings, ...types } },
      module: own,
      now,
    });
    expect(item?.['words']).toBe(label);
  });

  it('can be that of a phase', async () => {
    const own = module(
      { '/state': { function: 'phase', of: '/from', until: '/to' }, '/words': { function: 'label', of: '/state', codelist: 'list' } },
      { list: { options: { in: { value: '1', label: '进行中' } } } },
    );
    expect(await derived([{ id: '1', from: '2026-11-01', to: '2026-12-01' }], own)).toMatchObject([{ state: 1, words: '进行中' }]);
  });
});

describe('the places left', () => {
  const own = module({ '/left': { function: 'remaining', of: '/places' } });

  it('are the number less those that are taken, of each item, never below none', async () => {
    await takePlaces(portal.database, { tenant: 'centre', module: 'lectures', activity: 'a', session: '' }, 10, 4);
    await takePlaces(portal.database, { tenant: 'centre', module: 'lectures', activity: 'a', session: 's' }, 10, 9);
    await takePlaces(portal.database, { tenant: 'museum', module: 'lectures', activity: 'b', session: '' }, 10, 1);
    const items: JsonObject[] = [
      { id: 'a', places: 10 },
      { id: 'b', places: 10 },
      { id: 'a', places: 3 },
      { id: 'a', places: 10, left: 5 },
      { id: 'b', places: 10, left: 12 },
      { id: 'c' },
      { id: 'd', places: 0 },
    ];
    expect((await derived(items, own)).map((item) => item['left'])).toEqual([6, 10, 0, 1, 10, undefined, 0]);
  });

  it('are none to give where the module says nothing of places', () => {
    expect([
      readCapacity({ id: 'a', places: 3 }, own),
      readCapacity({ id: 'a', places: 3 }, module({})),
      readCapacity({ id: 'a' }, own),
    ]).toEqual([3, 0, 0]);
  });
});

describe('others like an item', () => {
  it('are found by whatever field they share, not by the column alone', async () => {
    const talks: CompiledModule = {
      ...module({ '/others': { function: 'others', of: '/theme', length: 2 } }),
      name: 'talks',
      slots: { column: '/columnId', s1: '/theme' },
    };
    talks.definition.item = {
      properties: {
        id: { type: 'string' },
        name: { type: 'string' },
        theme: { type: 'string' },
        others: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
      },
    };
    const items = ['dock', 'ship', 'dock', 'dock'].map((theme, index) => ({ id: `t${index}`, name: `${index}`, theme }));
    await putItems(
      portal.database,
      items.map((item) => toRecord('centre', talks, item)),
    );
    const found = await addDerivedFieldsAndOthers(items[0] ?? {}, { db: portal.database, portal: centre, module: talks, now });
    expect(found['others']).toEqual([{ id: 't3' }, { id: 't2' }]);
  });
});
