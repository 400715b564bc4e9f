import { afterAll, beforeAll, expect, it } from 'vitest';
import { getItem } from '../../../src/database/content/items';
import { asObject, isObject, type JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { deskOf } from './staffPortal';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
});
afterAll(() => portal.close());

/** The field of a module's form at the desk. */
function findField(module: string, name: string): JsonObject {
  const form = portal.definitions.current.desk('centre')?.modules[module]?.definition.forms?.['edit']?.fields ?? {};
  const find = (fields: JsonObject): JsonObject | undefined =>
    Object.entries(fields)
      .map(([key, field]) => (key === name ? asObject(field) : find(asObject(asObject(field)['fields']))))
      .find(Boolean);
  return find(form as object as JsonObject) ?? {};
}
/** What pages call the value of a field. */
function listLabels(module: string, name: string): unknown[] {
  const found = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    if (typeof value['value'] === 'string' && value['value'].startsWith(`/item/${name}`)) found.add(value['label']);
    Object.values(value).forEach(visit);
  };
  visit(portal.definitions.portal('centre')?.modules[module]?.definition.pages);
  return [...found];
}

it.each([
  ['appointment', 'multipleNumber'],
  ['appointment', 'sex'],
  ['exhibit', 'types'],
])('the form of %s calls %s what visitors see it called', (module, name) => {
  const field = findField(module, name);
  // An object of one value is called as a whole.
  const inner = Object.values(asObject(field['fields'])).map((one) => asObject(one)['label']);
  expect(listLabels(module, name)).toContain(inner[0] ?? field['label']);
});

it('tells of the limit what counts: all people of an account, whoever enrols', () => {
  const { hint } = findField('appointment', 'multipleNumber');
  expect(hint).toContain('每个账户');
  expect(hint).toContain('包括本人');
});

it('lets a waiting list be chosen in the words of the portal, as there is no number to be given', async () => {
  expect(Object.values(asObject(findField('appointment', 'waiting')['options'])).map((option) => asObject(option)['label'])).toEqual([
    '不能候补',
    '可候补',
  ]);
  const editor = await deskOf(portal, 'editor');
  const { body } = await editor.call('POST', '/api/desk/appointment/save', {
    name: '候补',
    columnId: '6113',
    waiting: '1',
    deskAction: 'draft',
  });
  expect(body).toMatchObject({ status: 200 });
  const id = String(at(body, 'data', 'id'));
  expect((await getItem(portal.database, 'centre', 'appointment', id))?.doc['waiting']).toBe(1);
  const shown = await editor.call('GET', `/api/desk/appointment/item/${id}`);
  expect(String(at(shown.body, 'data', 'deskForm', 'waiting'))).toBe('1');
});
