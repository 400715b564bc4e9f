import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../../src/database/desk/audit';
import { getItem } from '../../../src/database/content/items';
import type { JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { copyOfDefinitions } from '../projectDefinitions';
import { type DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
let editor: DeskBrowser;
let reader: DeskBrowser;
let root: string;
beforeAll(async () => {
  root = await copyOfDefinitions();
  // A module that is like none that is shipped: what grows in a garden.
  await mkdir(join(root, 'tenants/centre/modules'), { recursive: true });
  await writeFile(
    join(root, 'tenants/centre/modules/plant.json'),
    JSON.stringify({
      title: '园中植物',
      item: {
        type: 'object',
        required: ['id', 'species'],
        properties: {
          id: { type: 'string', title: '编号' },
          species: { type: 'string', title: '学名', maxLength: 60 },
          planted: { type: 'string', title: '栽种日期', format: 'date' },
          height: { type: 'number', title: '株高', minimum: 0 },
          evergreen: { type: 'boolean', title: '常绿' },
          bed: {
            type: 'object',
            title: '花圃',
            properties: { row: { type: 'integer', title: '排' }, name: { type: 'string', title: '名称' } },
          },
          names: { type: 'array', title: '俗名', items: { type: 'string' } },
          measures: {
            type: 'array',
            title: '测量记录',
            items: {
              type: 'object',
              properties: { day: { type: 'string', title: '日期', format: 'date' }, size: { type: 'number', title: '株高' } },
            },
          },
          story: { type: 'string', title: '故事', contentMediaType: 'text/html' },
        },
      },
      roles: { title: '/species' },
      endpoints: {
        list: {
          get: '/api/plant/page{?page,limit}',
          paging: { page: 'page', size: 'limit', max: 100 },
          ok: { '/status': 200 },
          rows: '/data/rows',
          total: '/data/total',
        },
      },
      cards: { line: { shape: 'line', title: '/row/species' } },
      pages: { plant: { kind: 'list', source: 'list', layouts: { list: { card: 'line', columns: 1 } } } },
    }),
  );
  portal = await accountPortal(root);
  editor = await deskOf(portal, 'editor');
  reader = await deskOf(portal, 'frontDesk');
});
afterAll(() => portal.close());

const save = (body: JsonObject, browser = editor, module = 'plant') => browser.call('POST', `/api/desk/${module}/save`, body);
const list = async (query = '', module = 'plant'): Promise<JsonObject[]> =>
  at((await editor.call('GET', `/api/desk/${module}/items?page=1&size=50${query}`)).body, 'data', 'rows') as JsonObject[];
const find = async (id: string, module = 'plant'): Promise<JsonObject> =>
  at((await editor.call('GET', `/api/desk/${module}/item/${id}`)).body, 'data') as JsonObject;
const visible = async (): Promise<string[]> => {
  const { body } = await portal.ask({ url: '/api/plant/page?page=1&limit=50' });
  return (at(body, 'data', 'rows') as JsonObject[]).map(({ species }) => String(species));
};

describe('the desk of a module that nobody made one for', () => {
  const whole = {
    species: '银杏 🌳 Ginkgo biloba',
    planted: '1900-03-12',
    height: 21.5,
    evergreen: true,
    bed: { row: 3, name: '东苑' },
    names: ['公孙树', '白果'],
    measures: [
      { day: '2026-01-02', size: 21 },
      { day: '2026-06-02', size: 21.5 },
    ],
    story: '<p class="MsoNormal" style="mso-x:1">老树<o:p></o:p></p><script>alert(1)</script>',
  };

  it('takes an item of every kind of field as a draft that visitors do not see, and publishes it', async () => {
    const made = await save({ ...whole, deskAction: 'draft' });
    expect(made.body).toMatchObject({ status: 200, message: '已保存' });
    const id = String(at(made.body, 'data', 'id'));
    expect(await visible()).toEqual([]);
    const stored = await getItem(portal.database, 'centre', 'plant', id);
    expect(stored?.doc).toMatchObject({ ...whole, story: '<p>老树</p>' });
    const row = (await list()).find((each) => each['id'] === id);
    expect(row).toMatchObject({ deskState: 'draft', deskStateLabel: '草稿', deskTitle: whole.species });
    const item = await find(id);
    expect(item['deskForm']).toMatchObject({ planted: '1900-03-12', names: ['公孙树', '白果'], bed: { row: 3, name: '东苑' } });
    const sent = { ...(item['deskForm'] as JsonObject), deskId: id, deskRevision: item['deskRevision'] ?? '', deskAction: 'publish' };
    expect((await save(sent)).status).toBe(200);
    expect(await visible()).toEqual([whole.species]);
    expect((await getItem(portal.database, 'centre', 'plant', id))?.doc).toMatchObject({
      names: ['公孙树', '白果'],
      measures: whole.measures,
    });
  });

  it('finds by name, state and field, and in an order', async () => {
    for (const species of ['水杉', '柳杉', '垂柳']) await save({ species, height: species.length, deskAction: 'draft' });
    expect((await list('&keyword=杉&sort=title')).map(({ species }) => species).sort()).toEqual(['柳杉', '水杉']);
    expect((await list('&state=published')).map(({ species }) => species)).toEqual([whole.species]);
    expect(await list('&keyword=%25')).toEqual([]);
    expect((await editor.call('GET', '/api/desk/plant/items?page=1&size=5&sort=names')).status).toBe(400);
  });

  it('refuses what the item cannot have, in the words of the fields', async () => {
    expect((await save({ deskAction: 'draft' })).body).toMatchObject({ status: 400, errors: { species: '学名不能为空' } });
    expect((await save({ species: 'x'.repeat(61), deskAction: 'draft' })).status).toBe(400);
    expect((await save({ species: 'a', unknown: 1, deskAction: 'draft' })).status).toBe(400);
  });

  it('lets two who write the same item know of each other, and restores what was', async () => {
    const id = String(at((await save({ species: '梅', deskAction: 'publish' })).body, 'data', 'id'));
    const { deskRevision } = await find(id);
    const revision = deskRevision ?? '';
    const other = await deskOf(portal, 'editor', 'editor.two');
    expect((await save({ species: '腊梅', deskId: id, deskRevision: revision, deskAction: 'keep' }, other)).status).toBe(200);
    const late = await save({ species: '红梅', deskId: id, deskRevision: revision, deskAction: 'keep' });
    expect(late.body).toMatchObject({ status: 409 });
    expect((await find(id))['species']).toBe('腊梅');
    const { body } = await editor.call('GET', `/api/desk/plant/versions/${id}`);
    const versions = at(body, 'data', 'rows') as JsonObject[];
    expect(versions.map(({ versionName }) => versionName)).toEqual(['editor.two', 'editor']);
    expect(versions[0]?.['versionChanges']).toBe('学名: 梅 → 腊梅');
    expect((await editor.call('POST', '/api/desk/plant/restore', { id, number: '1' })).status).toBe(200);
    expect((await find(id))['species']).toBe('梅');
    // Visitors see it once it is published.
    expect(await visible()).toContain('腊梅');
  });

  it('lets one of two stand who write at the same moment', async () => {
    const id = String(at((await save({ species: '竹', deskAction: 'draft' })).body, 'data', 'id'));
    const { deskRevision } = await find(id);
    const write = (species: string) => save({ species, deskId: id, deskRevision: deskRevision ?? '', deskAction: 'keep' });
    const statuses = (await Promise.all(['毛竹', '紫竹', '方竹'].map(write))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409]);
  });

  it('shows each role what it may', async () => {
    const id = String(at((await save({ species: '菊', deskAction: 'publish' })).body, 'data', 'id'));
    expect((await save({ species: '兰', deskAction: 'draft' }, reader)).body).toMatchObject({ status: 403 });
    expect((await reader.call('GET', `/api/desk/plant/item/${id}`)).status).toBe(200);
    const museum = await deskOf(portal, 'editor', 'editor', 'museum', 'museum.localhost');
    expect((await museum.call('GET', `/api/desk/plant/item/${id}`)).status).toBe(404);
    const foreign = await save({ title: 'x', deskId: 'info-0001', deskRevision: '', deskAction: 'draft' }, museum, 'information');
    expect(foreign.status).not.toBe(200);
  });

  it('keeps who did what', async () => {
    const { rows } = await listAudit(portal.database, { tenant: 'centre', module: 'plant', limit: 100, offset: 0 });
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['item.add', 'item.change', 'item.restore']));
    expect(rows.every(({ name, item }) => name !== '' && item !== '')).toBe(true);
  });
});

describe('decisions', () => {
  let reviewer: DeskBrowser;
  beforeAll(async () => {
    reviewer = await deskOf(portal, 'reviewer');
    const site = portal.definitions.portal('centre');
    const [module, order] = [site?.modules['comment'], site?.modules['culturalorder']];
    if (!module || !order) throw new Error('there are no comments, or no orders');
    const { toRecord } = await import('../../../src/server/items/record');
    const { putItems } = await import('../../../src/database/content/writeItems');
    const comments = ['c1', 'c2', 'c3'].map((id) =>
      toRecord('centre', module, { id, content: `说几句 ${id}`, crtTime: '2026-11-01 10:00:00' }, 'waiting'),
    );
    const orders = [
      toRecord('centre', order, { id: 'o1', menuId: '6190', content: '想看戏', insertTime: '2026-11-02 10:00:00' }, 'waiting'),
    ];
    await putItems(portal.database, [...comments, ...orders]);
  });
  const decide = (browser: DeskBrowser, id: string, move: string, more: JsonObject = {}) =>
    browser.call('POST', `/api/desk/comment/move${Object.keys(more).length > 0 ? `/${move}` : ''}`, {
      deskId: id,
      deskMove: move,
      ...more,
    });

  it('wait in one queue, the oldest first', async () => {
    const { body } = await reviewer.call('GET', '/api/desk/waiting?page=1&size=50');
    const rows = at(body, 'data', 'rows') as JsonObject[];
    expect(rows.filter(({ module }) => module === 'comment').map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
    expect(rows[0]).toMatchObject({ moduleTitle: '评论', state: '待审核', text: '说几句 c1' });
  });

  it('are said once in it where their words are their title', async () => {
    const { body } = await reviewer.call('GET', '/api/desk/waiting?page=1&size=50');
    const order = (at(body, 'data', 'rows') as JsonObject[]).find(({ id }) => id === 'o1');
    expect([order?.['title'], order?.['text']]).toEqual(['想看戏', '']);
  });

  it('are made by who may, with a reason, and noted', async () => {
    expect((await decide(editor, 'c1', 'approve')).body).toMatchObject({ status: 403 });
    expect((await decide(reviewer, 'c1', 'approve')).status).toBe(200);
    expect((await getItem(portal.database, 'centre', 'comment', 'c1'))?.status).toBe(0);
    expect((await decide(reviewer, 'c2', 'reject', { reason: '与本栏目无关' })).status).toBe(200);
    const { rows } = await listAudit(portal.database, { tenant: 'centre', module: 'comment', limit: 10, offset: 0 });
    expect(rows.map(({ action, item }) => `${action} ${item}`)).toEqual(['move.reject c2', 'move.approve c1']);
  });

  it('stand once: of two at the same moment the other is told', async () => {
    const second = await deskOf(portal, 'reviewer', 'reviewer.two');
    const replies = await Promise.all([decide(reviewer, 'c3', 'approve'), decide(second, 'c3', 'reject', { reason: '不合适的内容' })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.text).toMatch(/已发布|未通过/);
  });
});
