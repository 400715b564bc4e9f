import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCookie } from 'cookie';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LockItem } from '../../../src/database/content/itemMoves';
import { getItem } from '../../../src/database/content/items';
import { putItems } from '../../../src/database/content/writeItems';
import { listAudit } from '../../../src/database/desk/audit';
import { inTransaction } from '../../../src/database/transaction';
import type { Json, JsonObject } from '../../../src/model/json';
import { formatIso } from '../../../src/runtime/time';
import { toRecord } from '../../../src/server/items/record';
import { RequestError } from '../../../src/server/api/errors';
import { doDue } from '../../../src/server/rooms/desk/due';
import { writeItem } from '../../../src/server/rooms/desk/save';
import { type AccountServices, createAccounts } from '../../../src/server/security/accountServices';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { copyOfDefinitions } from '../projectDefinitions';
import { type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

const minute = 60_000;
let portal: AccountPortal;
let editor: DeskBrowser;
let writer: DeskBrowser;
let accounts: AccountServices;
const failures: unknown[] = [];
beforeAll(async () => {
  const root = await copyOfDefinitions();
  // Somebody who writes and does not publish.
  const path = join(root, 'tenants/centre/tenant.json');
  const settings = JSON.parse(await readFile(path, 'utf8')) as JsonObject;
  await writeFile(path, JSON.stringify({ ...settings, staff: { roles: { writer: { label: '撰稿', may: { all: ['read', 'edit'] } } } } }));
  portal = await accountPortal(root);
  accounts = createAccounts(portal.database, { secret: portal.secret }, portal.clock.now, (error) => failures.push(error));
  editor = await deskOf(portal, 'editor');
  writer = await deskOf(portal, 'writer');
});
afterAll(() => portal.close());
beforeEach(() => failures.splice(0));

let made = 0;
/** The moment so many minutes from now, as the field of the form holds it. */
const inMinutes = (minutes: number): string => formatIso(portal.clock.now() + minutes * minute).slice(0, 16);
const save = (body: JsonObject, browser = editor): Promise<DeskReply> => browser.call('POST', '/api/desk/information/save', body);
const find = async (id: string, browser = editor): Promise<JsonObject> =>
  at((await browser.call('GET', `/api/desk/information/item/${id}`)).body, 'data') as JsonObject;
const act = async (what: string, id: string, browser = editor): Promise<DeskReply> =>
  browser.call('POST', `/api/desk/information/${what}`, { id, revision: (await find(id))['deskRevision'] ?? '' });
/** Saves what the form of an item holds, with changes. */
const change = async (id: string, values: JsonObject, browser = editor): Promise<DeskReply> => {
  const item = await find(id, browser);
  const { deskPublishAt: publish, deskWithdrawAt: withdraw, deskForm, deskRevision } = item;
  const times: JsonObject = browser === writer ? {} : { deskPublishAt: publish ?? '', deskWithdrawAt: withdraw ?? '' };
  return save({ ...(deskForm as JsonObject), ...times, deskId: id, deskRevision: deskRevision ?? '', ...values }, browser);
};
const write = async (action: string, values: JsonObject = {}, browser = editor): Promise<string> => {
  made += 1;
  const body = { title: `消息 ${made}`, columnId: '6101', content: '<p>一</p>', deskAction: action, ...values };
  const reply = await save(body, browser);
  expect(reply.body).toMatchObject({ status: 200 });
  return String(at(reply.body, 'data', 'id'));
};
/** What a visitor of a process is shown of an item; undefined where there is none. */
const seen = async (id: string, app = portal.app): Promise<string | undefined> => {
  const reply = await app.inject({ url: `/api/information/web/${id}`, headers: { host: 'localhost' } });
  return at(JSON.parse(reply.body), 'data', 'info', 'title') as string | undefined;
};
const due = (): Promise<void> => doDue(accounts, (tenant) => portal.definitions.portal(tenant));
const noted = async (id: string): Promise<string[]> => {
  const { rows } = await listAudit(portal.database, { tenant: 'centre', module: 'information', limit: 500, offset: 0 });
  return rows.filter(({ item }) => item === id).map(({ action }) => action);
};
const versions = async (id: string): Promise<JsonObject[]> =>
  at((await editor.call('GET', `/api/desk/information/versions/${id}`)).body, 'data', 'rows') as JsonObject[];

describe('changes of what visitors see', () => {
  it('stay beside it until they are published', async () => {
    const id = await write('publish', { title: '原来的' });
    const kept = await change(id, { title: '改过的', deskAction: 'change' });
    expect(kept.body['message']).toBe('修改已存下，还没有发布：访客看到的仍是原来的内容');
    expect(await seen(id)).toBe('原来的');
    const item = await find(id);
    expect(item).toMatchObject({ deskChanged: 'yes', deskStanding: '已发布，有未发布的修改', deskState: 'published' });
    expect((item['deskForm'] as JsonObject)['title']).toBe('改过的');
    const { body } = await editor.call('GET', '/api/desk/information/items?page=1&size=50&state=changed');
    expect((at(body, 'data', 'rows') as JsonObject[]).map((row) => row['id'])).toEqual([id]);
    expect((await change(id, { deskAction: 'publish' })).status).toBe(200);
    expect(await seen(id)).toBe('改过的');
    expect(await find(id)).not.toHaveProperty('deskChanged');
  });

  it('are prepared by who may not publish, and published by others', async () => {
    const id = await write('publish', { title: '甲' });
    expect((await change(id, { title: '乙', deskAction: 'publish' }, writer)).body).toMatchObject({ status: 403 });
    expect((await change(id, { title: '乙', deskAction: 'keep' }, writer)).body).toMatchObject({ status: 403 });
    expect((await change(id, { title: '乙', deskAction: 'schedule', deskPublishAt: inMinutes(5) }, writer)).status).toBe(403);
    expect((await change(id, { title: '乙', deskAction: 'draft' }, writer)).status).toBe(200);
    expect(await seen(id)).toBe('甲');
    expect((await act('withdraw', id, writer)).status).toBe(403);
    expect((await change(id, { deskAction: 'publish' })).status).toBe(200);
    expect(await seen(id)).toBe('乙');
  });

  it('are thrown away, and found among the versions', async () => {
    const id = await write('publish', { title: '甲' });
    await change(id, { title: '乙', deskAction: 'change' });
    expect((await act('discard', id, writer)).status).toBe(200);
    expect(((await find(id))['deskForm'] as JsonObject)['title']).toBe('甲');
    expect((await versions(id)).map((row) => row['versionNumber'])).toEqual([2, 1]);
    // A version of what visitors see comes back as a draft.
    const restored = await editor.call('POST', '/api/desk/information/restore', { id, number: '2' });
    expect(restored.body['message']).toBe('已恢复为未发布的修改，发布以后访客才能看到');
    expect(await seen(id)).toBe('甲');
    expect(((await find(id))['deskForm'] as JsonObject)['title']).toBe('乙');
    expect(await noted(id)).toEqual(['item.restore', 'item.discard', 'item.change', 'item.add']);
  });

  it('leave what others changed meanwhile', async () => {
    const id = await write('publish', { title: '甲' });
    await change(id, { title: '乙', deskAction: 'change' });
    const module = portal.definitions.portal('centre')?.modules['information'];
    const stored = await getItem(portal.database, 'centre', 'information', id);
    if (!module || !stored) throw new Error('there is no such item');
    await putItems(portal.database, [toRecord('centre', module, { ...(stored.doc as JsonObject), id, source: '新的来源' }, 'published')]);
    expect((await change(id, { deskAction: 'publish' })).status).toBe(200);
    expect((await getItem(portal.database, 'centre', 'information', id))?.doc).toMatchObject({ title: '乙', source: '新的来源' });
  });

  it('go with it when it is withdrawn, which is a deed of its own', async () => {
    const id = await write('publish', { title: '甲' });
    await change(id, { title: '乙', deskAction: 'change' });
    expect((await act('withdraw', id)).body).toMatchObject({ status: 200, message: '已撤下，访客看不到了' });
    expect(await seen(id)).toBeUndefined();
    expect(await find(id)).toMatchObject({ deskState: 'withdrawn', deskChanged: 'yes' });
    expect((await act('withdraw', id)).body).toMatchObject({ status: 409 });
    expect((await change(id, { deskAction: 'publish' })).status).toBe(200);
    expect(await seen(id)).toBe('乙');
  });
});

describe('times to publish and to withdraw', () => {
  it('are kept by every process, and noted', async () => {
    const id = await write('schedule', { title: '定时的', deskPublishAt: inMinutes(10), deskWithdrawAt: inMinutes(20) });
    const other = await portal.second();
    const item = await find(id);
    expect(item['deskStanding']).toMatch(/^草稿，\d{4}-\d\d-\d\d \d\d:\d\d 定时发布，\d{4}-\d\d-\d\d \d\d:\d\d 自动撤下$/);
    const { body } = await editor.call('GET', '/api/desk/information/items?page=1&size=50&state=scheduled');
    expect((at(body, 'data', 'rows') as JsonObject[]).map((row) => row['id'])).toEqual([id]);
    await due();
    expect(await seen(id, other)).toBeUndefined();
    portal.clock.pass(11 * minute);
    await due();
    expect(await seen(id, other)).toBe('定时的');
    expect(await seen(id)).toBe('定时的');
    expect(await find(id)).toMatchObject({ deskState: 'published', deskPublishAt: '', deskWithdrawAt: item['deskWithdrawAt'] });
    portal.clock.pass(10 * minute);
    await due();
    expect(await seen(id, other)).toBeUndefined();
    expect(await find(id)).toMatchObject({ deskState: 'withdrawn', deskStanding: '已撤下' });
    expect((await versions(id)).map((row) => row['versionState'])).toEqual(['已撤下', '已发布', '草稿']);
    expect(await noted(id)).toEqual(['item.due', 'item.due', 'item.schedule', 'item.add']);
    expect(failures).toEqual([]);
    await other.close();
  });

  it('publish changes of what visitors see', async () => {
    const id = await write('publish', { title: '甲' });
    expect((await change(id, { title: '乙', deskAction: 'schedule', deskPublishAt: inMinutes(5) })).status).toBe(200);
    expect(await seen(id)).toBe('甲');
    // Nobody changes what is to be published who may not publish.
    expect((await change(id, { title: '丙', deskAction: 'change' }, writer)).body).toMatchObject({ status: 409 });
    portal.clock.pass(6 * minute);
    await due();
    expect(await seen(id)).toBe('乙');
    expect(await find(id)).not.toHaveProperty('deskChanged');
  });

  it('are cancelled, and go with what is published or withdrawn by hand', async () => {
    const [one, two] = [await write('schedule', { deskPublishAt: inMinutes(5) }), await write('publish', { deskWithdrawAt: inMinutes(5) })];
    expect((await act('unschedule', one)).body).toMatchObject({ status: 200, message: '已取消定时' });
    expect((await act('withdraw', two)).status).toBe(200);
    portal.clock.pass(6 * minute);
    await due();
    expect(await seen(one)).toBeUndefined();
    expect(await find(two)).toMatchObject({ deskState: 'withdrawn', deskWithdrawAt: '' });
    expect((await noted(one)).slice(0, 1)).toEqual(['item.unschedule']);
  });

  it('are refused in words where there cannot be such', async () => {
    const [past, far] = ['这个时间已经过去了，请重新选择', '时间太远了，最远可以定在十年后'];
    const body = { title: '甲', columnId: '6101', deskAction: 'schedule' };
    const errors = async (values: JsonObject): Promise<unknown> => (await save({ ...body, ...values })).body['errors'];
    expect(await errors({ deskPublishAt: '1900-01-01T08:00' })).toEqual({ deskPublishAt: past });
    expect(await errors({ deskPublishAt: '9999-01-01T08:00' })).toEqual({ deskPublishAt: far });
    expect(await errors({})).toEqual({ deskPublishAt: '请选择定时发布时间' });
    const early = { deskWithdrawAt: '自动撤下时间要晚于发布时间' };
    expect(await errors({ deskPublishAt: inMinutes(10), deskWithdrawAt: inMinutes(5) })).toEqual(early);
    expect(await errors({ deskAction: 'publish', deskWithdrawAt: inMinutes(-5) })).toEqual(early);
    expect(await errors({ deskPublishAt: '2026-02-31T08:00' })).toHaveProperty('deskPublishAt');
    // As content any year will do.
    const id = await write('publish', { publishDate: '1900-01-01T08:00' });
    expect(await seen(id)).toBeDefined();
    expect(await seen(await write('publish', { publishDate: '9999-12-31T08:00' }))).toBeDefined();
  });

  it('mean now when they have just passed, and say so', async () => {
    const body = { title: '甲', columnId: '6101', deskAction: 'schedule', deskPublishAt: inMinutes(-3) };
    const reply = await save(body);
    expect(reply.body['message']).toBe('发布时间已经过去，已马上发布');
    const id = String(at(reply.body, 'data', 'id'));
    expect(await seen(id)).toBe('甲');
    const gone = await change(id, { deskAction: 'change', deskWithdrawAt: inMinutes(-3) });
    expect(gone.body['message']).toBe('撤下时间已经过去，已马上撤下');
    expect(await seen(id)).toBeUndefined();
  });

  it('are done once by several processes, which only their locks see to', async () => {
    const times = async (locks?: Parameters<typeof doDue>[2]): Promise<number> => {
      const id = await write('schedule', { deskPublishAt: inMinutes(1) });
      portal.clock.pass(2 * minute);
      const portalOf = (tenant: string) => portal.definitions.portal(tenant);
      await Promise.all([1, 2, 3].map(() => (locks ? doDue(accounts, portalOf, locks) : doDue(accounts, portalOf))));
      return (await noted(id)).filter((action) => action === 'item.due').length;
    };
    expect(await times()).toBe(1);
    let arrived = 0;
    let open = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      open = () => resolve();
    });
    const together: LockItem = async (tx, { tenant, module, id }) => {
      const stored = await getItem(tx, tenant, module, id);
      arrived += 1;
      if (arrived === 3) open();
      await all;
      return stored;
    };
    // Without them each of the three goes about it: it is done twice, or their versions collide.
    const done = await times({ due: async () => true, item: together });
    expect(done + failures.length).toBe(3);
  });
});

describe('two who publish the same item at once', () => {
  const race = async (publish: (id: string, revision: Json, title: string) => Promise<number>): Promise<[string, number[]]> => {
    const id = await write('draft', { title: '甲' });
    const { deskRevision } = await find(id);
    return [id, await Promise.all(['乙', '丙', '丁'].map((title) => publish(id, deskRevision ?? '', title)))];
  };

  it('are told of each other: one stands', async () => {
    const [id, statuses] = await race(async (item, revision, title) => {
      const reply = await save({ title, columnId: '6101', deskId: item, deskRevision: revision, deskAction: 'publish' });
      if (reply.status !== 200) expect(reply.body['message']).toMatch(/刚刚被别人修改过/);
      return reply.status;
    });
    expect([...statuses].sort()).toEqual([200, 409, 409]);
    expect(await seen(id)).toBe(['乙', '丙', '丁'][statuses.indexOf(200)]);
  });

  it('would overwrite each other without the lock', async () => {
    const desk = portal.definitions.deskOfHost('localhost');
    const endpoint = desk?.endpoints['information:save'];
    const viewer = desk && (await accounts.staff.identify(desk, parseCookie(editor.cookie)));
    if (!desk || !endpoint || !viewer) throw new Error('there is no desk');
    let arrived = 0;
    let open = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      open = () => resolve();
    });
    const together: LockItem = async (tx, { tenant, module, id }) => {
      const stored = await getItem(tx, tenant, module, id);
      arrived += 1;
      if (arrived === 3) open();
      await all;
      return stored;
    };
    const [, statuses] = await race(async (item, revision, title) => {
      const body = { title, columnId: '6101', deskId: item, deskRevision: revision, deskAction: 'publish' };
      const caller = { address: '', cookies: {}, secure: false, arrived: 0 };
      const request = { portal: desk, endpoint, parameters: new Map<string, string>(), body, now: portal.clock.now(), viewer, caller };
      // None is told that another was there; only that their versions have one number keeps them apart.
      return inTransaction(portal.database, (tx) => writeItem(tx, request, together)).then(
        () => 200,
        (error: unknown) => (error instanceof RequestError ? error.status : 200),
      );
    });
    expect(statuses).toEqual([200, 200, 200]);
  });
});
