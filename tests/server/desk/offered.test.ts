import { afterAll, beforeAll, expect, it } from 'vitest';
import { asObject, type JsonObject } from '../../../src/model/json';
import { renderPage } from '../../../src/portal/app/entryServer';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { projectRoot } from '../projectDefinitions';
import { type DeskBrowser, deskOf } from './staffPortal';

const roles = ['administrator', 'editor', 'reviewer', 'frontDesk'] as const;
let portal: AccountPortal;
const browsers = new Map<string, DeskBrowser>();
beforeAll(async () => {
  portal = await accountPortal(projectRoot, { render: renderPage });
  for (const role of roles) browsers.set(role, await deskOf(portal, role));
});
afterAll(() => portal.close());

async function open(role: string, path: string): Promise<JsonObject> {
  const { body } = (await browsers.get(role)?.call('GET', `/portal/page?url=${encodeURIComponent(path)}`)) ?? {};
  return body ?? {};
}
/** How a line of the table of a page looks. */
const readRow = (page: JsonObject): JsonObject => asObject(at(page, 'cards', `${String(page['module'])}:row`));
const listRowActions = (page: JsonObject): string[] => Object.keys(asObject(readRow(page)['actions']));
/** Where a row leads, in every case. */
const listWays = (page: JsonObject): unknown[] => {
  const { to, cases, otherwise } = asObject(readRow(page)['opens']);
  return [to, ...Object.values(asObject(cases)).map((way) => asObject(way)['to']), asObject(otherwise)['to']].filter(Boolean);
};

const decisions = ['approve', 'reject', 'checkIn', 'callOff'];
it.each([
  ['administrator', '/bookings', [...decisions, 'week']],
  ['frontDesk', '/bookings', [...decisions, 'week']],
  ['reviewer', '/bookings', ['week']],
  ['editor', '/bookings', ['week']],
  ['frontDesk', '/content/mailbox', ['review', 'preview']],
  ['reviewer', '/content/mailbox', ['review', 'preview']],
] as const)('offers %s with each line of %s what the role may do: %s', async (role, path, actions) => {
  expect(listRowActions(await open(role, path))).toEqual(actions);
});

it.each([
  ['editor', ['/content/mailbox/edit{?id}']],
  ['reviewer', ['/content/mailbox/review{?id}', '/content/mailbox/preview{?id}']],
  ['frontDesk', ['/content/mailbox/review{?id}', '/content/mailbox/preview{?id}']],
] as const)('leads %s from a line to a page that the role may open', async (role, ways) => {
  const found = listWays(await open(role, '/content/mailbox'));
  expect(found).toEqual(ways);
  for (const way of found)
    expect(await open(role, String(way).replace('{?id}', '?id=x')), String(way)).not.toMatchObject({
      status: 404,
      heading: '没有找到这个页面',
    });
});

it.each([
  ['administrator', true],
  ['reviewer', false],
  ['frontDesk', true],
] as const)('shows %s the form for what was exchanged: %s', async (role, shown) => {
  expect(at(await open(role, '/orders'), 'definition', 'above', 'handle') !== undefined).toBe(shown);
});

it.each([
  ['editor', true],
  ['reviewer', false],
] as const)('offers %s to upload files: %s', async (role, offered) => {
  expect(Object.keys(asObject(at(await open(role, '/library'), 'definition', 'actions'))).length > 0).toBe(offered);
});
