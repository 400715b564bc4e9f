import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getItem } from '../../../src/database/content/items';
import type { JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { copyOfDefinitions } from '../projectDefinitions';
import { excavation, site } from './excavation';
import { type DeskBrowser, deskOf } from './staffPortal';
import { word } from './wordClipboard';

let portal: AccountPortal;
let editor: DeskBrowser;
beforeAll(async () => {
  const root = await copyOfDefinitions();
  const folder = join(root, 'tenants/centre/modules');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'excavation.json'), JSON.stringify(excavation));
  await writeFile(join(folder, 'digsite.json'), JSON.stringify(site));
  portal = await accountPortal(root);
  editor = await deskOf(portal, 'editor');
});
afterAll(() => portal.close());

const save = (body: JsonObject, module = 'excavation') => editor.call('POST', `/api/desk/${module}/save`, { deskAction: 'draft', ...body });
const idOf = (body: JsonObject): string => String(at(body, 'data', 'id'));
const find = async (id: string): Promise<JsonObject> =>
  at((await editor.call('GET', `/api/desk/excavation/item/${id}`)).body, 'data') as JsonObject;
const stored = async (id: string): Promise<unknown> => (await getItem(portal.database, 'centre', 'excavation', id))?.doc;

describe('fields that are derived from an item that is like none that is shipped', () => {
  let dig = '';
  beforeAll(async () => {
    dig = idOf((await save({ name: '良渚古城 🏺', place: '119.99, 30.39' }, 'digsite')).body);
  });
  const whole = (): JsonObject => ({
    title: '第十二次发掘 🏺',
    coordinate: '119.990000，30.390000',
    beginDate: '1900-03-12',
    endDate: '1900-06-01',
    digsite: { id: dig, label: '不论写什么' },
    others: [{ id: dig, label: 'x' }],
    layers: [
      {
        depth: 1.5,
        opened: { from: '2026-01-01', to: '2026-01-02' },
        finds: [{ name: '玉琮', pictures: '/files/a.png,/files/b.png' }],
        tags: ['红烧土'],
      },
      { depth: 2, finds: [{ name: '陶片' }, { name: '石斧' }] },
    ],
  });

  it('takes lists within lists, objects, related items, places and days of 1900, and gives them back to the form', async () => {
    const made = await save(whole());
    expect(made.body).toMatchObject({ status: 200 });
    const id = idOf(made.body);
    const doc = (await stored(id)) as JsonObject;
    expect(doc).toMatchObject({
      title: '第十二次发掘 🏺',
      coordinate: '119.99,30.39',
      beginDate: '1900-03-12',
      digsite: dig,
      others: [dig],
      layers: [
        {
          depth: 1.5,
          opened: { from: '2026-01-01', to: '2026-01-02' },
          finds: [{ name: '玉琮', pictures: ['/files/a.png', '/files/b.png'] }],
          tags: ['红烧土'],
        },
        { finds: [{ name: '陶片' }, { name: '石斧' }] },
      ],
    });
    const layers = doc['layers'] as JsonObject[];
    const ids = layers.map((layer) => layer['id']);
    expect(new Set(ids).size).toBe(2);
    expect(String(ids[0])).toMatch(/^[\w-]{12}$/);
    const item = await find(id);
    expect(item['deskForm']).toMatchObject({
      digsite: { id: dig, label: '良渚古城 🏺' },
      others: [{ id: dig, label: '良渚古城 🏺' }],
      layers: [{ finds: [{ name: '玉琮', pictures: '/files/a.png,/files/b.png' }], tags: ['红烧土'] }, {}],
    });
    // Moved, a row keeps what it is.
    const form = item['deskForm'] as JsonObject;
    const moved = {
      ...form,
      layers: [...(form['layers'] as JsonObject[])].reverse(),
      deskId: id,
      deskRevision: item['deskRevision'] ?? '',
      deskAction: 'keep',
    };
    expect((await save(moved)).status).toBe(200);
    expect(((await stored(id)) as JsonObject)['layers']).toEqual([...layers].reverse());
    const { body } = await editor.call('GET', `/api/desk/excavation/items?page=1&size=5&keyword=${encodeURIComponent('🏺')}`);
    expect((at(body, 'data', 'rows') as JsonObject[])[0]?.['deskTitle']).toBe('第十二次发掘 🏺');
  });

  it('tells at the fields what cannot be: an end before its beginning, a title too long, no place, no such item', async () => {
    const fault = async (change: JsonObject): Promise<unknown> => (await save({ ...whole(), ...change })).body['errors'];
    expect(await fault({ endDate: '1900-01-01' })).toEqual({ 'deskBeginDateRange.endDate': '结束不能早于开始' });
    expect(await fault({ title: '长'.repeat(10_000) })).toEqual({ title: '最多60个字，请写短一些' });
    expect(await fault({ coordinate: '东经120度' })).toEqual({ coordinate: '请按“经度,纬度”填写，例如 120.155070,30.274085' });
    expect(await fault({ coordinate: '720,99' })).toEqual({ coordinate: '请按“经度,纬度”填写，例如 120.155070,30.274085' });
    expect(await fault({ digsite: { id: 'nowhere', label: 'x' } })).toEqual({ digsite: expect.stringContaining('已经不存在') as string });
    expect(await fault({ layers: [{ depth: 1, source: 'javascript:alert(1)' }] })).toEqual({
      'layers.0.source': '“出处”应以 https://、http:// 或 / 开头',
    });
    expect(await fault({ layers: [{ opened: { from: '2026-02-01', to: '2026-01-01' } }] })).toEqual({
      'layers.0.opened.to': '结束不能早于开始',
    });
  });

  it('keeps the structure of what was pasted from Word and nothing else of it', async () => {
    const { body } = await save({ ...whole(), report: word });
    const report = String(((await stored(idOf(body))) as JsonObject)['report']).replaceAll(/>\s+</g, '><');
    expect(report).toBe(
      '<h2>探方概况</h2><p>出土<b>玉琮</b>一件</p><ol><li><p>第一层</p><ul><li><p>陶片</p></li></ul></li><li><p>第二层</p></li></ol><table><tr><td><p>玉器</p></td></tr></table>',
    );
  });

  it('keeps to what admin says: hidden and read-only fields stay, no item is added where none may be', async () => {
    const id = idOf((await save({ ...whole(), number: 'K-1' })).body);
    expect(((await stored(id)) as JsonObject)['number']).toBeUndefined();
    expect((await save({ name: 'x', secret: '1' }, 'digsite')).status).toBe(400);
    expect((await save({ content: 'x', dataId: 'y' }, 'comment')).status).toBe(404);
    expect((await save({ title: '无人留言' }, 'mailbox')).status).toBe(400);
  });
});

describe('a moment', () => {
  it('stays as exact as it was when nobody changed it, and is what was typed when somebody did', async () => {
    const id = idOf((await save({ title: '通知', columnId: '6101', content: '<p>正文</p>', deskAction: 'publish' }, 'information')).body);
    const key = ['centre', 'information', id] as const;
    const doc = async (): Promise<JsonObject> => (await getItem(portal.database, ...key))?.doc as JsonObject;
    await portal.put('centre', 'information', [{ ...(await doc()), publishDate: '2026-03-04T06:20:54+08:00' }]);
    const again = async (values: JsonObject): Promise<void> => {
      const item = at((await editor.call('GET', `/api/desk/information/item/${id}`)).body, 'data') as JsonObject;
      const form = item['deskForm'] as JsonObject;
      expect(form['publishDate']).toMatch(/T\d\d:\d\d$/);
      const body = { ...form, ...values, deskId: id, deskRevision: item['deskRevision'] ?? '', deskAction: 'publish' };
      expect((await save(body, 'information')).body).toMatchObject({ status: 200 });
    };
    await again({ auther: '张三' });
    expect(await doc()).toMatchObject({ auther: '张三', publishDate: '2026-03-04T06:20:54+08:00' });
    await again({ publishDate: '2026-03-04T06:21' });
    expect(String((await doc())['publishDate'])).toMatch(/^2026-03-04T06:21(?::00)?(?:\+08:00)?$/);
  });
});

describe('the times of what members enrol for', () => {
  const errors = async (body: JsonObject): Promise<unknown> => at((await save(body, 'appointment')).body, 'errors');
  const lasts = { beginTime: '2027-03-01T09:00', endTime: '2027-03-01T11:00' };
  const place = 'deskEnrollBeginTimeRange.enrollEndTime';

  it('let nobody enrol after the end', async () => {
    const times = { enrollBeginTime: '2027-02-01T09:00', enrollEndTime: '2027-03-02T09:00' };
    expect(await errors({ ...lasts, ...times })).toMatchObject({ [place]: '“报名结束”不能晚于“活动结束”' });
    expect(await errors({ ...lasts, ...times, enrollEndTime: lasts.endTime })).not.toHaveProperty([place]);
    expect(await errors({ beginTime: lasts.beginTime, ...times })).not.toHaveProperty([place]);
  });
});
