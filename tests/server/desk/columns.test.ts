import { afterAll, beforeAll, expect, it } from 'vitest';
import { getItem } from '../../../src/database/content/items';
import type { Value } from '../../../src/model/definitions.g';
import { asObject, type JsonObject } from '../../../src/model/json';
import { evaluate } from '../../../src/runtime/value';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { deskOf } from './staffPortal';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
});
afterAll(() => portal.close());

/** The field of a form at the desk that chooses the column of an item, and what it offers. */
function readColumn(tenant: string, module: string): { field: unknown; offers: unknown[]; starts: unknown } | undefined {
  const desk = portal.definitions.current.desk(tenant);
  const column = portal.definitions.portal(tenant)?.modules[module]?.definition.roles?.column?.slice(1) ?? '';
  const find = (fields: JsonObject): JsonObject | undefined =>
    Object.entries(fields)
      .map(([name, field]) => (name === column ? asObject(field) : find(asObject(asObject(field)['fields']))))
      .find(Boolean);
  const found = find((desk?.modules[module]?.definition.forms?.['edit']?.fields ?? {}) as object as JsonObject);
  return (
    found && {
      field: found['field'],
      offers: Object.values(asObject(found['options'])).map((option) => asObject(option)['value']),
      starts: found['default'],
    }
  );
}

it.each([
  ['shows the module alone', 'appointment', ['6113']],
  ['only another module’s page reads, as the questions of the mailbox', 'mailboxissue', ['6175']],
  ['another module’s page reads besides, as the points of the museum map', 'culturemap', ['6130', '6131']],
  ['what is handed in is about', 'work', ['6188']],
] as const)('the form offers the column that %s', (_name, module, offers) => {
  expect(readColumn('centre', module)).toMatchObject({ field: 'select', offers });
});

it.each([
  ['is the only one', 'mailboxissue', '6175'],
  ['is one of several', 'culturemap', undefined],
] as const)('a new entry starts in the column that %s: %s in %s', (_name, module, column) => {
  const { starts } = readColumn('centre', module) ?? {};
  expect(evaluate(starts as Value, { stored: {} })).toBe(column);
  expect(evaluate(starts as Value, { stored: { item: { deskForm: { menuId: '9', cid: '9' } } } })).toBe('9');
});

it('asks for no column where the institution has none, and the entry is stored and shown without', async () => {
  expect(readColumn('museum', 'brandactivity')).toBeUndefined();
  const editor = await deskOf(portal, 'editor', 'm', 'museum', 'museum.localhost');
  const { body } = await editor.call('POST', '/api/desk/brandactivity/save', { name: '不在菜单里', deskAction: 'publish' });
  expect(body).toMatchObject({ status: 200 });
  expect(await getItem(portal.database, 'museum', 'brandactivity', String(at(body, 'data', 'id')))).toMatchObject({
    status: 1,
    column: '',
  });
  const { text } = await portal.ask({ url: '/api/activity/web/brandActivity/page?page=1&limit=5', host: 'museum.localhost' });
  expect(text).toContain('不在菜单里');
});
