import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from './portal';

let portal: TestPortal;
const least = { hosts: ['new.test'], code: 'NEW', fid: '100009', site: { title: '柳湾村文化礼堂' }, theme: { color: '#7a4b8a' } };
const about = { title: '关于我们', pages: { about: { kind: 'composed', sections: { words: { section: 'text', text: '始建于1956年' } } } } };

/** Writes what the new institution's files are. */
async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(join(portal.root, 'tenants/new/modules'), { recursive: true });
  for (const [file, value] of Object.entries(files)) await writeFile(join(portal.root, 'tenants/new', file), JSON.stringify(value));
}

const open = async (url = '/'): Promise<Document> =>
  new JSDOM((await portal.get(url, 'new.test', { accept: 'text/html' })).text).window.document;
const texts = (page: Document, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
const tiles = (page: Document): string[] => texts(page, '.columns-section-tile');
const strips = (page: Document): string[] => texts(page, 'main h2');

beforeAll(async () => {
  portal = await testPortal({ copy: true });
  await write({ 'tenant.json': least });
});
afterAll(() => portal.close());

describe('an institution that has written nothing but who it is', () => {
  test('has a home page with its name and a picture, and a link and words for each column of a menu that it has not written', async () => {
    const page = await open();
    expect(portal.problems).toEqual([]);
    expect(texts(page, '.hero-section-title')).toEqual(['柳湾村文化礼堂']);
    expect(page.querySelector('.hero-section-picture')?.getAttribute('src')).toMatch(/^\/pictures\/landscape\/.+\.svg$/);
    const defaults = JSON.parse(await readFile(join(portal.root, 'schemas/tenant.json'), 'utf8')) as {
      menu: Record<string, { title: string }>;
    };
    const titles = Object.values(defaults.menu).map(({ title }) => title);
    expect(
      texts(page, 'header a')
        .filter((title) => titles.includes(title))
        .slice(0, titles.length),
    ).toEqual(titles);
    expect(tiles(page)).toEqual(titles.slice(1).map((title) => `${title}内容正在准备中`));
    for (const link of page.querySelectorAll<HTMLAnchorElement>('.columns-section-link'))
      expect((await portal.get(link.getAttribute('href') ?? '', 'new.test')).status).toBe(200);
    expect(strips(page)).toEqual([expect.stringContaining('柳湾村'), '栏目导览']);
    expect(page.querySelectorAll('main article')).toHaveLength(0);
  });

  test('shows the newest of a column under its name as soon as there is something, and the words are gone', async () => {
    const item = (index: number, column: string) => ({
      id: `${column}-${index}`,
      menuId: column,
      activityName: `征集${index}`,
      startDate: `2026-11-0${index}T00:00:00Z`,
      endDate: '2099-01-01T00:00:00Z',
    });
    await portal.put('new', 'workcollect', [...[1, 2, 3, 4, 5].map((index) => item(index, 'works')), item(9, 'elsewhere')]);
    await portal.put('new', 'information', [{ id: 'n1', columnId: 'news', title: '消息', publishDate: '2026-11-01T00:00:00Z' }]);
    // Other words, for the page as it was is kept for some seconds.
    await write({ 'tenant.json': { ...least, site: { ...least.site, slogan: '乡音乡情' } } });
    const page = await open();
    expect(texts(page, '.hero-section-text')).toEqual(['乡音乡情']);
    // News have a strip already.
    expect(strips(page)).toEqual([expect.stringContaining('柳湾村'), '最新资讯', '栏目导览', '作品征集']);
    expect(tiles(page)).toEqual(expect.arrayContaining(['资讯动态', '作品征集', '场馆预订内容正在准备中']));
    const strip = [...page.querySelectorAll('section')].find((section) => section.querySelector('h2')?.textContent === '作品征集');
    expect([...(strip?.querySelectorAll('h3') ?? [])].map(({ textContent }) => textContent)).toEqual(
      ['征集5', '征集4', '征集3', '征集2'].map((title) => expect.stringContaining(title) as unknown),
    );
    expect(strip?.querySelector('.list-section-more')?.getAttribute('href')).toBe('/workCollect?columnId=works');
  });
});

describe('the menu of an institution', () => {
  const news = { title: '村里的事', module: 'information' };
  test.each([
    ['of its own is all that there is', { menu: { home: { title: '首页', href: '/' }, mine: { ...news, id: '9101' } } }, ['村里的事']],
    [
      'without one it had from the start',
      { menu: { news: null, works: null } },
      ['活动报名', '场馆预订', '馆藏精品', '专题资源', '关于我们'],
    ],
    [
      'with another word',
      { menu: { news: { title: '村里的事' } } },
      ['村里的事', '活动报名', '场馆预订', '馆藏精品', '专题资源', '作品征集', '关于我们'],
    ],
    [
      'with one beside',
      { menu: { links: { title: '村委会', href: '/files/x.pdf', after: 'news' } } },
      ['资讯动态', '村委会', '活动报名', '场馆预订', '馆藏精品', '专题资源', '作品征集', '关于我们'],
    ],
    [
      'without a module that is off',
      { modules: { venue: false, exhibit: false, about: false } },
      ['资讯动态', '活动报名', '专题资源', '作品征集'],
    ],
  ])('%s', async (_what, patch, titles) => {
    await write({ 'tenant.json': { ...least, ...patch }, 'modules/about.json': about });
    expect(texts(await open(), '.columns-section-link')).toEqual(titles);
    expect(portal.problems).toEqual([]);
  });

  test('shows a column by the picture that it names', async () => {
    await write({ 'tenant.json': { ...least, menu: { news: { image: '/pictures/tea/mine.svg' } } } });
    expect((await open()).querySelector('.columns-section-tile img')?.getAttribute('src')).toBe('/pictures/tea/mine.svg');
  });
});

describe('a page of its own', () => {
  test('has banner, heading and breadcrumbs unless it does without', async () => {
    await write({ 'tenant.json': least, 'modules/about.json': about });
    const page = await open('/about');
    expect(texts(page, 'h1')).toEqual(['关于我们']);
    expect(page.querySelector('.banner-picture')).not.toBeNull();
    expect(texts(page, '.crumbs-step')).toEqual(['首页', '关于我们']);
    const bare = { ...about, pages: { about: { ...about.pages.about, banner: false, crumbs: false } } };
    await write({ 'modules/about.json': bare });
    expect((await open('/about')).querySelector('.banner, .crumbs')).toBeNull();
  });
});
