import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listAudit } from '../../../src/database/desk/audit';
import { getRemainingTime } from '../../../src/database/deadline';
import * as transaction from '../../../src/database/transaction';
import * as versions from '../../../src/database/desk/settingsVersions';
import type { Json, JsonObject } from '../../../src/model/json';
import type { SettingsForm } from '../../../src/model/settingsForm';
import { DefinitionFolder } from '../../../src/server/config/definitionFolder';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { patientMs } from '../patience';
import { copyOfDefinitions, openDefinitions } from '../projectDefinitions';
import { type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

let portal: AccountPortal;
let admin: DeskBrowser;
let editor: DeskBrowser;
let root: string;
let kept: string;
const path = (file = 'tenant.json'): string => join(root, 'tenants/library', file);
const text = (file?: string): Promise<string> => readFile(path(file), 'utf8');
beforeAll(async () => {
  root = await copyOfDefinitions();
  // How its own back end is reached is nobody's business at the desk.
  const written = await text();
  kept = written.replace('"code":', '"description": "a note",\n  "code":');
  await writeFile(path(), kept);
  portal = await accountPortal(root);
  admin = await deskOf(portal, 'administrator', 'admin', 'library', 'library.localhost');
  editor = await deskOf(portal, 'editor', 'writer', 'library', 'library.localhost');
});
afterAll(() => portal.close());
beforeEach(async () => {
  await writeFile(path(), kept);
});
afterEach(() => vi.restoreAllMocks());

const form = async (group: string, file = '', browser = admin): Promise<SettingsForm> => {
  const { body } = await browser.call('GET', `/api/desk/settings/form?group=${group}&file=${encodeURIComponent(file)}`);
  return at(body, 'data', 'editor') as SettingsForm;
};
const send = (
  of: Pick<SettingsForm, 'group' | 'hash'> & { chosen?: string },
  values: Record<string, Json>,
  what = 'save',
): Promise<DeskReply> =>
  admin.call('POST', `/api/desk/settings/${what}`, {
    group: of.group,
    hash: of.hash,
    file: of.chosen ?? '',
    values: JSON.stringify(values),
  });
/** Changes a copy of what a group is now. */
async function change(group: string, wish: (values: Record<string, JsonObject>) => void): Promise<DeskReply> {
  const read = await form(group);
  const values = structuredClone(read.values) as Record<string, JsonObject>;
  wish(values);
  return send({ group, hash: read.hash }, values);
}
const title = async (): Promise<unknown> => {
  await portal.ask({ url: '/healthz', host: 'library.localhost' });
  return portal.definitions.portal('library')?.settings.site.title;
};

describe('the home page at the desk', () => {
  const file = 'modules/home.json';
  const own = async (): Promise<unknown> => at(JSON.parse(await text(file)) as JsonObject, 'pages', 'home');
  const sections = async (): Promise<string[]> => {
    await portal.ask({ url: '/healthz', host: 'library.localhost' });
    const found = [...(portal.definitions.portal('library')?.pages.values() ?? [])].find((page) => page.path === '/');
    return found?.definition.kind === 'composed' ? Object.keys(found.definition.sections) : [];
  };
  const pick = (of: Record<string, JsonObject>, part: string): Record<string, JsonObject> =>
    of[`/pages/home/${part}`] as Record<string, JsonObject>;

  it('is read in the order in which its sections stand, and only what is changed is written', async () => {
    const before = await text(file);
    const read = await form('home');
    expect(Object.keys(read.values['/pages/home/sections'] as JsonObject)).toEqual(await sections());
    expect(Object.keys(read.defaults['/pages/home/sections'] as JsonObject)).toContain('contact');
    const wanted = (await sections()).filter((name) => name !== 'exhibits');
    const reply = await change('home', (values) => {
      const { exhibits: _gone, ...kept } = pick(values, 'sections');
      const [first, ...rest] = Object.keys(kept);
      values['/pages/home/sections'] = Object.fromEntries([...rest, first ?? ''].map((name) => [name, kept[name] ?? {}]));
      Object.assign(pick(values, 'loads')['news'] ?? {}, { limit: 3 });
    });
    expect(reply.body).toMatchObject({ status: 200 });
    expect(await sections()).toEqual([...wanted.slice(1), wanted[0]]);
    expect(await own()).toMatchObject({ loads: { news: { limit: 3 }, guides: { limit: 4 } }, sections: { exhibits: null, columns: null } });
    await writeFile(path(file), before);
  });

  it('has its headings changed, and what was taken away put back', async () => {
    const before = await text(file);
    const { defaults } = await form('home');
    const contact = pick(defaults as Record<string, JsonObject>, 'sections')['contact'] ?? {};
    await change('home', (values) => {
      values['/pages/home/sections'] = { ...pick(values, 'sections'), contact: { ...contact, label: '找到我们' } };
    });
    expect((await sections()).at(-1)).toBe('contact');
    expect(at((await own()) as JsonObject, 'sections', 'contact')).toEqual({ label: '找到我们' });
    await writeFile(path(file), before);
  });
});

describe('settings of an institution at its desk', () => {
  it('are read and written in a time of their own, not in that of the request: the portals are compiled with them first', async () => {
    const left: (number | undefined)[] = [];
    const { lockSettings } = versions;
    const store = portal.definitions;
    const refreshNow = store.refreshNow.bind(store);
    vi.spyOn(store, 'refreshNow').mockImplementation(() => {
      left.push(getRemainingTime());
      return refreshNow();
    });
    vi.spyOn(versions, 'lockSettings').mockImplementation((...given) => {
      left.push(getRemainingTime());
      return lockSettings(...given);
    });
    const reply = await change('site', (values) => void ((values['/site'] as JsonObject)['title'] = '听松书院'));
    expect(reply.body).toMatchObject({ status: 200 });
    // The form is read, what was sent is held against the files as they are now, and written.
    expect(left.length).toBeGreaterThanOrEqual(3);
    for (const time of left) expect(time).toBeGreaterThan(patientMs);
  });

  it('are for who manages the institution', async () => {
    expect((await editor.call('GET', '/api/desk/settings/form?group=site')).status).toBe(403);
    expect((await editor.call('POST', '/api/desk/settings/save', { group: 'site', hash: 'x', values: '{}' })).status).toBe(403);
    expect((await editor.call('GET', '/api/desk/settings/versions?page=1&size=5')).status).toBe(403);
    expect((await portal.ask({ url: '/admin/api/desk/settings/form?group=site', host: 'library.localhost' })).status).toBe(401);
  });

  it('are shown with what they are and what they were without the institution', async () => {
    const read = await form('theme');
    expect(read).toMatchObject({ title: '外观', writable: true, problems: [], file: 'library/tenant.json' });
    expect(read.values['/theme']).toMatchObject({ color: '#2b4a7d', display: 'serif' });
    expect(read.defaults['/theme']).toMatchObject({ color: '#8c3b2e', display: 'serif' });
    expect(read.nodes['/theme']?.fields?.['header']?.options).toContainEqual({ value: 'split', label: '标志在上，菜单在下' });
    const { body } = await admin.call('GET', '/api/desk/settings?area=site');
    expect((at(body, 'data', 'rows') as JsonObject[]).map((row) => row['id'])).toContain('menu');
  });

  it('take no main colour that cannot be read on white, and say what it lacks', async () => {
    const paint = (color: string): Promise<DeskReply> =>
      change('theme', (values) => void ((values['/theme'] as JsonObject)['color'] = color));
    const { status, body } = await paint('#ffffff');
    expect(status).toBe(400);
    expect(at(body, 'errors', '/theme/color')).toBe(
      '#ffffff 与白色的对比度只有 1.0:1，低于 4.5:1，在白底上看不清，文字会改用比它深的颜色。请选深一些的颜色。',
    );
    expect(await text()).toBe(kept);
    expect((await paint('#7a4b8a')).status).toBe(200);
  });

  it('take the address of a picture as the logo, and no words', async () => {
    const draw = (logo: string): Promise<DeskReply> => change('site', (values) => void ((values['/site'] as JsonObject)['appLogo'] = logo));
    const wrong = await draw('我们的标志');
    expect(wrong.status).toBe(400);
    expect(at(wrong.body, 'errors', '/site/appLogo')).toMatch(/图片地址/);
    expect((await draw('/files/aaaaaaaaaaaaaaaaaaaaaa.png')).status).toBe(200);
  });

  it('can be changed while the colour of the files cannot be read', async () => {
    await writeFile(path(), kept.replace('"#2b4a7d"', '"#ffff66"'));
    expect((await change('site', (values) => void ((values['/site'] as JsonObject)['title'] = '听松书院'))).status).toBe(200);
  });

  it('are written as the least change of the file, and count from the next call on', async () => {
    const reply = await change('site', (values) => void ((values['/site'] as JsonObject)['title'] = '听松书院'));
    expect(reply.body).toMatchObject({ status: 200, message: '已保存，网站马上生效' });
    expect(await text()).toBe(kept.replace('"title": "听松图书馆"', '"title": "听松书院"'));
    expect(await title()).toBe('听松书院');
    const { rows } = await listAudit(portal.database, { tenant: 'library', action: 'settings.change', limit: 1, offset: 0 });
    expect(rows[0]).toMatchObject({ name: 'admin', title: '基本信息 tenant.json' });
  });

  it('take up entries, orders and what is taken away', async () => {
    await change('menu', (values) => {
      const menu = values['/menu'] as JsonObject;
      const { home, news, books, works: _works, ...others } = menu as Record<string, JsonObject>;
      values['/menu'] = {
        home: home as JsonObject,
        books: books as JsonObject,
        news: { ...news, title: '新闻' },
        ...others,
        about: { title: '关于', href: '/about' },
      };
    });
    const menu = portal.definitions.portal('library')?.settings.menu ?? {};
    expect(Object.keys(menu)).toEqual(['home', 'books', 'news', 'resources', 'activities', 'rareBooks', 'map', 'mailbox', 'about']);
    expect(menu['news']?.title).toBe('新闻');
    await change('types', (values) => {
      (values['/types'] as Record<string, JsonObject>)['8101'] = {
        ...(values['/types'] as Record<string, JsonObject>)['8101'],
        talks: { id: 'r9', name: '讲座回顾' },
      };
    });
    await change('reasons', (values) => {
      const { unlawful: _unlawful, ...others } = values['/staff/reasons'] as JsonObject;
      values['/staff/reasons'] = { ...others, doubled: '已经提交过相同的内容。' };
    });
    const settings = portal.definitions.portal('library')?.settings;
    expect(settings?.types?.['8101']?.['talks']).toEqual({ id: 'r9', name: '讲座回顾' });
    expect(Object.keys(settings?.staff?.reasons ?? {})).toEqual(['incomplete', 'unclear', 'unfit', 'occupied', 'doubled']);
    expect(JSON.parse(await text())).toMatchObject({ staff: { reasons: { unlawful: null, doubled: '已经提交过相同的内容。' } } });
  });

  it('take words, and leave out what is as the platform has it', async () => {
    const before = await text('texts.json');
    const read = await form('texts');
    const own = read.values[''] as JsonObject;
    const defaults = read.defaults[''] as Record<string, string>;
    await send(read, { '': { ...own, noDataHint: '换个词再找', openTime: defaults['openTime'] ?? '' } });
    expect(portal.definitions.portal('library')?.texts['noDataHint']).toBe('换个词再找');
    expect(JSON.parse(await text('texts.json'))).toMatchObject({ noDataHint: '换个词再找' });
    expect(JSON.parse(await text('texts.json'))).not.toHaveProperty('openTime');
    await writeFile(path('texts.json'), before);
  });

  it('refuse what is wrong at its place, in Chinese, and write nothing', async () => {
    const reply = await change('theme', (values) => void ((values['/theme'] as JsonObject)['radius'] = 99));
    expect(reply.body).toMatchObject({ status: 400, message: '没有保存：有填写不对的地方，已在下面标出' });
    expect(at(reply.body, 'errors', '/theme/radius')).toMatch(/24/);
    expect(String(at(reply.body, 'errors', '/theme/radius'))).toMatch(/[\u4e00-\u9fff]/);
    expect(await text()).toBe(kept);
    const missing = await change('menu', (values) => void ((values['/menu'] as JsonObject)['x'] = { title: '不在', module: 'nowhere' }));
    expect(at(missing.body, 'errors', '/menu/x/module')).toMatch(/nowhere/);
    const same = await change('theme', () => undefined);
    expect(same.body).toMatchObject({ status: 409, message: '没有要保存的修改' });
    expect((await admin.call('GET', '/api/desk/settings/form?group=nothing')).status).toBe(404);
  });

  it('warn of a colour that is hard to read, and say what would change', async () => {
    const read = await form('theme');
    const reply = await send(read, { ...read.values, '/theme': { ...(read.values['/theme'] as JsonObject), accent: '#ffe9a8' } }, 'check');
    expect(JSON.parse(String(at(reply.body, 'data', 'patch')))).toEqual({ theme: { accent: '#ffe9a8' } });
    // Browsers read of a reply what the definition declares.
    const { item } = JSON.parse(await readFile(join(root, 'schemas/desk/modules/deskSettings.json'), 'utf8')) as JsonObject;
    expect(Object.keys(at(item, 'properties') as JsonObject)).toEqual(
      expect.arrayContaining(Object.keys(at(reply.body, 'data') as JsonObject)),
    );
    expect(at(reply.body, 'data', 'warnings', '0')).toMatch(/3/);
    expect(await text()).toBe(kept);
  });

  it('never overwrite what somebody else wrote meanwhile', async () => {
    const read = await form('site');
    await writeFile(path(), kept.replace('松下有风', '松上有月'));
    const reply = await send(read, { ...read.values, '/site': { ...(read.values['/site'] as JsonObject), phone: '1' } });
    expect(reply.body).toMatchObject({ status: 409 });
    expect(await text()).toContain('松上有月');
  });

  it.each([
    ['one is written and the other is told', true],
    ['both would be written without the lock', false],
  ])('of two at the same time %s', async (_name, locked) => {
    if (!locked) vi.spyOn(versions, 'lockSettings').mockResolvedValue();
    const read = await form('site');
    // Both have read the file before either writes it.
    let waiting = 0;
    const original = DefinitionFolder.prototype.write;
    let open: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (open = resolve));
    vi.spyOn(DefinitionFolder.prototype, 'write').mockImplementation(async function (this: DefinitionFolder, ...args) {
      waiting += 1;
      if (waiting === 2 || locked) open();
      await both;
      return original.apply(this, args);
    });
    const replies = await Promise.all(
      ['1', '2'].map((phone) => send(read, { ...read.values, '/site': { ...(read.values['/site'] as JsonObject), phone } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual(locked ? [200, 409] : [200, 200]);
  });

  it('are checked with what others wrote until the moment of writing, and are as before where the record cannot be kept', async () => {
    const lock = versions.lockSettings;
    const other = path('modules/appointment.json');
    const before = await readFile(other, 'utf8');
    vi.spyOn(versions, 'lockSettings').mockImplementationOnce(async (...given) => {
      await lock(...given);
      await writeFile(other, '{ "title": 5 }');
    });
    const wish = (values: Record<string, JsonObject>): void => void ((values['/site'] as JsonObject)['phone'] = '123');
    const reply = await change('site', wish);
    expect(reply.status).toBe(400);
    expect(at(reply.body, 'errors', '')).toMatch(/modules\/appointment\.json/);
    await writeFile(other, before);
    const inTransaction = transaction.inTransaction;
    vi.spyOn(transaction, 'inTransaction').mockImplementation((db, work) =>
      inTransaction(db, async (tx) => {
        const done = await work(tx);
        if ((await text()).includes('"phone": "123"')) throw new Error('the connection is gone');
        return done;
      }),
    );
    expect((await change('site', wish)).status).toBe(500);
    expect(await text()).toBe(kept);
  });

  it('switch a module off, by its name among those that are on and those that are off', async () => {
    expect((await form('modules')).names.modules).toContainEqual({ value: 'mailbox', label: expect.any(String) as string });
    const before = await form('modules');
    expect(
      (await send(before, { ...before.values, '/modules': { ...(before.values['/modules'] as JsonObject), delicacy: false } })).status,
    ).toBe(200);
    const { names } = await form('modules');
    expect(names.modules.map(({ value }) => value)).not.toContain('delicacy');
    expect(names.off.find(({ value }) => value === 'delicacy')?.label).toMatch(/[\u4e00-\u9fff]/);
  });

  it('say which words no comment may have, from the next comment on', async () => {
    const { token } = await portal.member('13600000077', { name: '王小明' }, 'library.localhost');
    await portal.put('library', 'information', [{ id: 'word1', columnId: '8101', title: '一则', publishDate: '2026-11-01' }]);
    const comment = (content: string): Promise<{ body: unknown }> =>
      portal.ask({
        method: 'POST',
        url: '/api/communal/web/comment',
        host: 'library.localhost',
        token,
        body: { dataId: 'word1', dataMenuId: '8101', dataTitle: '一则', content },
      });
    expect((await comment('<p>请加微信ABC</p>')).body).toMatchObject({ status: 200 });
    await change('comments', (values) => void (values['/comments'] = { words: ['代办', '微信 abc'] }));
    const refused = { status: 400, message: '评论里有不能发布的词：“微信 abc”，请修改后再提交' };
    expect((await comment('<p>请加微<b>信</b>\u200b ＡＢＣ</p>')).body).toMatchObject(refused);
    expect((await comment('<p>请加电话</p>')).body).toMatchObject({ status: 200 });
  });

  it('count in other processes without a restart', async () => {
    const other = await openDefinitions(root);
    await change('site', (values) => void ((values['/site'] as JsonObject)['title'] = '听松书院'));
    await vi.waitFor(async () => {
      await other.refresh();
      expect(other.portal('library')?.settings.site.title).toBe('听松书院');
    });
  });

  it('reach no file of another institution, whatever they are asked for', async () => {
    const files = [
      '../museum/tenant.json',
      'modules/../../museum/tenant.json',
      '/etc/passwd',
      'content/news.ndjson',
      'modules/nowhere.json',
      'en/tenant.json',
      'tenant.json\u0000',
    ];
    for (const file of files) {
      expect([400, 404], file).toContain(
        (await admin.call('GET', `/api/desk/settings/form?group=files&file=${encodeURIComponent(file)}`)).status,
      );
      expect((await send({ group: 'files', hash: 'none', chosen: file }, { '': {} })).status, file).toBe(404);
    }
    await rename(path('modules'), path('kept'));
    await mkdir(join(root, 'tenants/museum/modules'), { recursive: true });
    await symlink('../museum/modules', path('modules'));
    const reply = await admin.call('GET', '/api/desk/settings/form?group=files&file=modules/home.json');
    expect(reply.status).toBeGreaterThanOrEqual(400);
    await rm(path('modules'));
    await rename(path('kept'), path('modules'));
  });

  it('show and change nothing that only who runs the portal sets', async () => {
    const secret = '{ "base": "https://api.example.org", "headers": { "X-Key": "very-secret" } }';
    await writeFile(path(), kept.replace('"code":', `"backends": { "own": ${secret} },\n  "code":`));
    const read = await form('files');
    expect(JSON.stringify(read)).not.toContain('very-secret');
    expect(read.values['']).not.toHaveProperty('hosts');
    const whole = read.values[''] as JsonObject;
    expect((await send(read, { '': { ...whole, hosts: ['museum.localhost'] } })).status).toBe(403);
    expect((await send(read, { '': { ...whole, shell: { ...(whole['shell'] as JsonObject), login: '/elsewhere' } } })).status).toBe(403);
    const reply = await send(read, { '': { ...whole, gray: true } });
    expect(reply.status).toBe(200);
    expect(await text()).toContain('very-secret');
    const { body } = await admin.call('GET', '/api/desk/settings/versions?page=1&size=50');
    expect(JSON.stringify(body)).not.toContain('very-secret');
  });

  it('let nobody shut themselves out, nor weaken a call', async () => {
    const roles = await change('roles', (values) => {
      (values['/staff/roles'] as Record<string, JsonObject>)['administrator'] = { label: '管理员', may: { all: ['read'] } };
    });
    expect(roles.body).toMatchObject({ status: 409, message: '没有保存：这样改了以后，您自己就不能再管理设置了' });
    const read = await form('files', 'modules/appointment.json');
    const weak = await send(
      { group: 'files', hash: read.hash, chosen: 'modules/appointment.json' },
      { '': { endpoints: { list: { ok: { '/status': 500 } } } } },
    );
    expect(weak.status).toBe(400);
    expect(await text()).toBe(kept);
  });

  it('are kept with who and when, and go back', async () => {
    await change('site', (values) => void ((values['/site'] as JsonObject)['slogan'] = '新的标语'));
    const again = await change(
      'menu',
      (values) => void (((values['/menu'] as Record<string, JsonObject>)['news'] as JsonObject)['title'] = '新闻'),
    );
    expect(again.body).toMatchObject({ status: 200 });
    const rows = async (): Promise<JsonObject[]> =>
      at((await admin.call('GET', '/api/desk/settings/versions?page=1&size=5')).body, 'data', 'rows') as JsonObject[];
    const [menu, site] = await rows();
    expect(menu).toMatchObject({ title: '菜单', versionName: 'admin', changes: '菜单 › 新闻 › 名称：资讯与导读 → 新闻', restorable: true });
    expect(site).toMatchObject({ title: '基本信息', changes: '基本信息 › 标语：松下有风，书中有人 → 新的标语' });
    const back = (id: Json | undefined, hash: Json | undefined): Promise<DeskReply> =>
      admin.call('POST', '/api/desk/settings/restore', { id, hash });
    expect((await back(site?.['id'], 'another')).status).toBe(409);
    expect((await back(site?.['id'], site?.['hash'])).body).toMatchObject({ status: 200, message: '已退回，网站马上生效' });
    expect(await text()).toBe(kept);
    expect((await back('999999', site?.['hash'])).status).toBe(404);
    // A file that was not there is away again.
    const read = await form('files', 'modules/mailbox.json');
    expect(read.hash).toBe('none');
    expect((await send({ group: 'files', hash: 'none', chosen: 'modules/mailbox.json' }, { '': { title: '写信' } })).status).toBe(200);
    expect(portal.definitions.portal('library')?.modules['mailbox']?.definition.title).toBe('写信');
    const [made] = await rows();
    expect((await back(made?.['id'], made?.['hash'])).status).toBe(200);
    await expect(text('modules/mailbox.json')).rejects.toThrow();
  });

  it('say so where the folder cannot be written, with the change to hand over', async () => {
    vi.spyOn(DefinitionFolder.prototype, 'write').mockResolvedValue(false);
    const reply = await change('site', (values) => void ((values['/site'] as JsonObject)['phone'] = '123'));
    expect(reply.status).toBe(409);
    expect(JSON.parse(String(at(reply.body, 'errors', 'patch')))).toEqual({ site: { phone: '123' } });
    const { rows } = await versions.listSettingsVersions(portal.database, 'library', { limit: 1, offset: 0 });
    expect(String(rows[0]?.after)).not.toContain('"123"');
  });

  it('tell what is wrong with files that somebody broke by hand', async () => {
    await writeFile(path(), kept.replace('"radius": 8', '"radius": 88'));
    const read = await form('theme');
    expect(read.problems.join()).toMatch(/tenant\.json.*24/);
    const files = await form('files');
    const whole = files.values[''] as Record<string, JsonObject>;
    expect((await send(files, { '': { ...whole, theme: { ...whole['theme'], radius: 8 } } })).status).toBe(200);
    expect(await text()).toBe(kept);
  });
});
