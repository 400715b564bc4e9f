import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderPage } from '../../../src/portal/app/entryServer';
import type { JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { copyOfDefinitions } from '../projectDefinitions';
import { addPerson, DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
let editor: DeskBrowser;
beforeAll(async () => {
  portal = await accountPortal(await copyOfDefinitions(), { render: renderPage });
  editor = await deskOf(portal, 'editor');
});
afterAll(() => portal.close());

const save = async (values: JsonObject): Promise<string> => {
  const body = { title: '展览预告', columnId: '6101', content: '<p>正文</p>', deskAction: 'publish', ...values };
  const reply = await editor.call('POST', '/api/desk/information/save', body);
  expect(reply.body).toMatchObject({ status: 200 });
  return String(at(reply.body, 'data', 'id'));
};
/** Saves other words beside what visitors see. */
const keepBeside = async (id: string, title: string): Promise<void> => {
  const item = at((await editor.call('GET', `/api/desk/information/item/${id}`)).body, 'data') as JsonObject;
  await save({ ...(item['deskForm'] as JsonObject), title, deskId: id, deskRevision: item['deskRevision'] ?? '', deskAction: 'change' });
};
const open = (url: string, cookie = '', host = 'localhost') =>
  portal.app.inject({ url, headers: { host, ...(cookie === '' ? {} : { cookie }) } });
/** Where the desk leads whoever wants to see an item as visitors will. */
const lead = async (id: string): Promise<string> =>
  String((await open(`/admin/content/information/preview?id=${id}`, editor.cookie)).headers['location']);

it('shows the public page with the draft, which visitors do not see', async () => {
  const id = await save({ title: '原来的标题' });
  await keepBeside(id, '改过的标题 🎉');
  const url = await lead(id);
  const shown = await open(url, editor.cookie);
  expect(shown.statusCode).toBe(200);
  expect(shown.body).toContain('改过的标题 🎉');
  expect(shown.body).not.toContain('原来的标题');
  expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(shown.headers).not.toHaveProperty('etag');
  // The page that visitors get is the same but for what is not published, whoever looks at it, also right after the preview.
  for (const cookie of ['', editor.cookie]) {
    const visited = await open(url.replace(/&deskpreview=1/, ''), cookie);
    expect(visited.body).toContain('原来的标题');
    expect(visited.body).not.toContain('改过的标题');
  }
});

it('is opened as a document of its own by who goes there within the desk, which is no fault', async () => {
  const id = await save({ title: '在工作台里打开' });
  const within = async (path: string, cookie: string) => {
    const reply = await open(`/admin/portal/page?${new URLSearchParams({ url: path }).toString()}`, cookie);
    return [reply.statusCode, reply.body];
  };
  const path = `/content/information/preview?id=${id}`;
  expect(await within(path, editor.cookie)).toEqual([204, '']);
  // So is the login.
  expect(await within(path, '')).toEqual([204, '']);
});

it('shows what was never published', async () => {
  const id = await save({ title: '还没有发布的', deskAction: 'draft' });
  const url = await lead(id);
  expect((await open(url, editor.cookie)).body).toContain('还没有发布的');
  expect((await open(url.replace(/&deskpreview=1/, ''), editor.cookie)).body).not.toContain('还没有发布的');
});

it('is for the staff of the institution alone, whatever the address', async () => {
  const id = await save({ title: '还没有发布的', deskAction: 'draft' });
  const url = await lead(id);
  const stranger = await deskOf(portal, 'editor', 'libraryeditor', 'library', 'library.localhost');
  for (const [cookie, host] of [
    ['', 'localhost'],
    [stranger.cookie, 'localhost'],
    [stranger.cookie, 'library.localhost'],
    [editor.cookie, 'library.localhost'],
  ] as const) {
    const page = await open(url, cookie, host);
    expect(page.statusCode, host).not.toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    const payload = await open(`/portal/page?url=${encodeURIComponent(url)}`, cookie, host);
    expect(payload.statusCode).not.toBe(200);
    expect(page.body + payload.body).not.toContain('还没有发布的');
  }
  const payload = await open(`/portal/page?url=${encodeURIComponent(url)}`, editor.cookie);
  expect(payload.body).toContain('还没有发布的');
  expect(payload.headers['cache-control']).toBe('no-store');
});

it('ends with the session', async () => {
  const id = await save({ title: '还没有发布的', deskAction: 'draft' });
  const url = await lead(id);
  const { password } = await addPerson(portal, 'leaving', 'editor');
  const leaving = new DeskBrowser(portal.app);
  await leaving.logIn('leaving', password, portal.clock.now);
  const { cookie } = leaving;
  expect((await open(url, cookie)).body).toContain('还没有发布的');
  await leaving.call('POST', '/api/desk/logout', {});
  expect((await open(url, cookie)).body).not.toContain('还没有发布的');
});
