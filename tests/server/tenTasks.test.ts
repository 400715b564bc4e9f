import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, words } from '../modules/page';
import { testPortal, type TestPortal } from './portal';

let portal: TestPortal;
const host = 'task.test';
const settings = { hosts: [host], code: 'TASK', fid: '100009', site: { title: '柳湾村文化礼堂' }, theme: { color: '#7a4b8a' } };
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

/** The files of an institution by name, each as it is written; tenant.json is laid on the settings above. */
type Patch = Readonly<Record<string, string>>;
interface Task {
  what: string;
  patch: Patch;
  /** What visitors get. */
  seen: () => Promise<void>;
}

/** Another institution's folder for each task would be another one to start: the files of one are written anew. */
async function write(patch: Patch): Promise<void> {
  const folder = join(portal.root, 'tenants/task');
  const own = JSON.parse(patch['tenant.json'] ?? '{}') as object;
  const files = {
    ...Object.fromEntries(['account', 'exhibit', 'home'].map((name) => [`modules/${name}.json`, '{}'])),
    'texts.json': '{}',
    ...patch,
  };
  for (const [name, text] of Object.entries({ ...files, 'tenant.json': JSON.stringify({ ...settings, ...own }) })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const page = (url: string, at = host): Promise<Document> => open(portal, url, at);
const all = (root: ParentNode, selector: string): string[] => [...root.querySelectorAll(selector)].map(words);
const sections = async (): Promise<string[]> => all(await page('/'), 'main h2');
const list = '/exhibit?columnId=exhibits';

const tasks: Task[] = [
  {
    what: 'host and colours',
    patch: {
      'tenant.json':
        '{ "hosts": ["task.test", "www.task.test"], "theme": { "color": "#1f5f8b", "accent": "#a88546", "header": "strong" } }',
    },
    async seen() {
      const { text } = await portal.get('/', 'www.task.test', { accept: 'text/html' });
      expect(text).toContain('#1f5f8b');
      expect(text).not.toContain('#7a4b8a');
    },
  },
  {
    what: 'sections of the home page',
    patch: {
      'modules/home.json': `{ "pages": { "home": { "sections": {
        "columns": { "label": "看看有什么" },
        "exhibits": null,
        "notice": { "section": "text", "label": "开馆通知", "text": "腊月二十八起闭馆", "before": "columns" }
      } } } }`,
    },
    async seen() {
      expect((await sections()).slice(0, 3)).toEqual(['柳湾村文化礼堂', '开馆通知', '看看有什么']);
    },
  },
  {
    what: 'words',
    patch: {
      'texts.json': '{ "noData": "这里还什么都没有" }',
      'modules/exhibit.json': '{ "pages": { "exhibit": { "search": { "placeholder": "找一件老物件" } } } }',
    },
    async seen() {
      expect((await page('/information?columnId=none')).body.textContent).toContain('这里还什么都没有');
      expect((await page(list)).querySelector('input[placeholder="找一件老物件"]')).not.toBeNull();
    },
  },
  {
    what: 'how many stand on a page',
    patch: { 'modules/exhibit.json': '{ "pages": { "exhibit": { "pageSize": 2 } } }' },
    async seen() {
      expect(all(await page(list), '#list article')).toHaveLength(2);
    },
  },
  {
    what: 'the foot of every page',
    patch: {
      'tenant.json': `{ "shell": { "footerHtml": "<p>柳湾村委会主办</p>", "footerLinks": { "county": { "title": "县文化馆", "href": "https://www.example.org" } } } }`,
    },
    async seen() {
      const foot = (await page(list)).querySelector('footer');
      expect(words(foot)).toContain('柳湾村委会主办');
      expect(foot?.querySelector('a[href="https://www.example.org"]')).not.toBeNull();
    },
  },
  {
    what: 'a list as a table',
    patch: {
      'modules/exhibit.json': `{
        "cards": { "line": { "shape": "table",
          "title": { "value": "/row/title", "label": "名称", "width": "40%" },
          "fields": { "era": { "value": "/row/era", "label": "年代", "width": "8em", "align": "end" } } } },
        "pages": { "exhibit": { "layouts": { "tiles": { "card": "line", "columns": 1 } } } }
      }`,
    },
    async seen() {
      const table = (await page(list)).querySelector('#list table');
      expect(all(table ?? document404(), 'thead th')).toEqual(['名称', '年代']);
      expect(all(table ?? document404(), 'tbody tr')).toHaveLength(3);
      expect([...(table?.querySelectorAll('col') ?? [])].map((col) => col.getAttribute('width'))).toEqual(['40%', '128']);
    },
  },
  {
    what: 'a field that the platform does not have',
    patch: {
      'modules/exhibit.json': `{
        "item": { "properties": { "donor": { "type": "string", "title": "捐赠者" } } },
        "pages": { "exhibitdetail": { "sections": { "heading": { "fields": { "donor": { "value": "/item/donor", "label": "捐赠" } } } } } }
      }`,
    },
    async seen() {
      // The field is stored once the portal knows of it.
      await page('/');
      await portal.put('task', 'exhibit', [{ id: 'given', menuId: 'gifts', title: '蓝印花布', donor: '柳家' }]);
      expect(words((await page('/exhibitdetail?columnId=gifts&id=given')).querySelector('main'))).toMatch(/捐赠.{0,2}柳家/);
    },
  },
  {
    what: 'a field that need not be filled in',
    patch: { 'modules/account.json': '{ "forms": { "registration": { "fields": { "sex": { "required": null } } } } }' },
    async seen() {
      const missing = async (at: string): Promise<string[]> => {
        const call = Object.values(portal.definitions.portal('museum')?.endpoints ?? {}).find(({ form }) => form === 'registration');
        const reply = await portal.app.inject({ method: 'POST', url: call?.template ?? '', headers: { host: at }, payload: {} });
        return Object.keys(reply.json<{ errors?: object }>().errors ?? {});
      };
      expect(await missing('museum.localhost')).toEqual(expect.arrayContaining(['name', 'sex']));
      expect(await missing(host)).toContain('name');
      expect(await missing(host)).not.toContain('sex');
      const form = (await page('/register')).querySelector('main form');
      expect(words(form)).toContain('性别');
    },
  },
  {
    what: 'a module off',
    patch: { 'tenant.json': '{ "modules": { "exhibit": false } }' },
    async seen() {
      expect((await portal.get(list, host, { accept: 'text/html' })).status).toBe(404);
      expect(all(await page('/'), '.columns-section-link')).not.toContain('馆藏精品');
      expect(all(await page('/', 'museum.localhost'), 'a[href^="/exhibit"]')).not.toEqual([]);
    },
  },
  {
    what: 'a page and a picture of its own',
    patch: {
      'media/hall.svg': drawing,
      'modules/about.json': `{ "title": "关于我们", "pages": { "about": { "kind": "composed", "title": "关于我们", "sections": {
        "words": { "section": "text", "label": "简介", "text": "始建于1956年", "image": { "const": "/media/hall.svg" } } } } } }`,
    },
    async seen() {
      const about = await page('/about');
      expect([all(about, 'h1'), all(about, 'main h2')]).toEqual([['关于我们'], ['简介']]);
      expect(all(await page('/'), '.columns-section-link')).toContain('关于我们');
      const picture = about.querySelector('img[src="/media/hall.svg"]')?.getAttribute('src') ?? '/none';
      expect((await portal.get(picture, host)).status).toBe(200);
      expect((await portal.get(picture, 'museum.localhost')).status).toBe(404);
    },
  },
];

function document404(): never {
  throw new Error('there is no table');
}

beforeAll(async () => {
  portal = await testPortal({ copy: true });
  await mkdir(join(portal.root, 'tenants/task'), { recursive: true });
  await write({});
  const items = ['商代铜鼎', '青瓷罐', '梅花图'].map((title, index) => ({ id: `e${index}`, menuId: 'exhibits', title, era: '明代' }));
  await portal.get('/', host);
  await portal.put('task', 'exhibit', items);
});
afterAll(() => portal.close());

test.each(tasks)('an institution does by at most 15 lines of JSON alone: $what', async ({ patch, seen }) => {
  const lines = Object.entries(patch).flatMap(([name, text]) => (name.endsWith('.json') ? text.split('\n') : []));
  expect(lines.length).toBeLessThanOrEqual(15);
  await write(patch);
  portal.problems.length = 0;
  await seen();
  expect(portal.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});
