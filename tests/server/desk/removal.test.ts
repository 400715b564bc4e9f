import { afterAll, beforeAll, expect, it } from 'vitest';
import { getItem } from '../../../src/database/content/items';
import { listAudit } from '../../../src/database/desk/audit';
import type { JsonObject } from '../../../src/model/json';
import { formatIso } from '../../../src/runtime/time';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

let portal: AccountPortal;
let editor: DeskBrowser;
beforeAll(async () => {
  portal = await accountPortal();
  editor = await deskOf(portal, 'editor');
});
afterAll(() => portal.close());

let made = 0;
const calls = '/api/desk/information';
const find = async (id: string): Promise<JsonObject> => at((await editor.call('GET', `${calls}/item/${id}`)).body, 'data') as JsonObject;
const act = async (what: string, id: string, browser = editor): Promise<DeskReply> =>
  browser.call('POST', `${calls}/${what}`, { id, revision: (await find(id))['deskRevision'] ?? '' });
const write = async (action: string, values: JsonObject = {}): Promise<string> => {
  made += 1;
  const body = { title: `要删的 ${made}`, columnId: '6101', content: '<p>一</p>', deskAction: action, ...values };
  const reply = await editor.call('POST', `${calls}/save`, body);
  expect(reply.body).toMatchObject({ status: 200 });
  return String(at(reply.body, 'data', 'id'));
};
/** The ids of what the list finds of what these tests write. */
const list = async (query = ''): Promise<unknown[]> => {
  const { body } = await editor.call('GET', `${calls}/items?page=1&size=50&keyword=${encodeURIComponent('要删的')}${query}`);
  return (at(body, 'data', 'rows') as JsonObject[]).map((row) => row['id']);
};

it('a draft leaves the lists of the desk, is found among what was removed, and comes back as it was', async () => {
  const id = await write('draft');
  expect(await find(id)).toMatchObject({ deskRemovable: 'yes' });
  const { texts } = portal.definitions.current.desk('centre') ?? {};
  for (const name of ['deskRemoveAsk', 'deskRemovedSay'] as const) expect(texts?.[name]).toContain('会一直保留，不会自动清除');
  expect((await act('remove', id)).body).toMatchObject({ status: 200, message: '已移到回收站，在列表的“状态”里选“回收站”可以找到' });
  expect([await list(), await list('&state=draft'), await list('&state=removed')]).toEqual([[], [], [id]]);
  expect(await find(id)).toMatchObject({ deskState: 'removed', deskStanding: '回收站', deskRemoved: 'yes' });
  expect((await act('putBack', id)).body).toMatchObject({ status: 200, message: '已放回列表' });
  expect([await list(), await list('&state=removed')]).toEqual([[id], []]);
  expect(await find(id)).toMatchObject({ deskState: 'draft' });
  const { rows } = await listAudit(portal.database, { tenant: 'centre', module: 'information', limit: 50, offset: 0 });
  expect(rows.filter(({ item }) => item === id).map(({ action }) => action)).toEqual(['item.putBack', 'item.remove', 'item.add']);
  await act('remove', id);
});

it('what visitors see is withdrawn first; put back it is as it was withdrawn', async () => {
  const id = await write('publish');
  expect((await act('remove', id)).body).toMatchObject({ status: 409, message: '访客正看得到这条内容，请先撤下再删除' });
  await act('withdraw', id);
  expect((await act('remove', id)).status).toBe(200);
  expect((await getItem(portal.database, 'centre', 'information', id))?.status).not.toBe(1);
  await act('putBack', id);
  expect(await find(id)).toMatchObject({ deskState: 'withdrawn' });
  expect((await act('putBack', id)).body).toMatchObject({ status: 400 });
  await act('remove', id);
});

it('what is removed is not published when its time comes, and is not written by who saw it before', async () => {
  const id = await write('schedule', { deskPublishAt: formatIso(portal.clock.now() + 600_000).slice(0, 16) });
  const seen = (await find(id))['deskRevision'] ?? '';
  await act('remove', id);
  expect(await find(id)).toMatchObject({ deskPublishAt: '', deskStanding: '回收站' });
  expect((await editor.call('POST', `${calls}/putBack`, { id, revision: seen })).status).toBe(409);
  const saved = await editor.call('POST', `${calls}/save`, {
    deskId: id,
    deskRevision: seen,
    title: '乙',
    columnId: '6101',
    content: '<p>二</p>',
    deskAction: 'publish',
  });
  expect(saved.status).toBe(409);
});

it('who may not edit removes nothing, and what visitors handed in is not removed', async () => {
  const id = await write('draft');
  const reviewer = await deskOf(portal, 'reviewer');
  const revision = (await find(id))['deskRevision'] ?? '';
  expect((await reviewer.call('POST', `${calls}/remove`, { id, revision })).status).toBe(403);
  for (const module of ['cultureshow', 'comment', 'mailbox'])
    expect((await editor.call('POST', `/api/desk/${module}/remove`, { id, revision })).status, module).toBe(404);
  expect(await list()).toEqual([id]);
});
