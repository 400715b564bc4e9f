import { describe, expect, test } from 'vitest';
import { putItems } from '../../src/database/content/writeItems';
import { toRecord } from '../../src/server/items/record';
import type { JsonObject } from '../../src/model/json';
import { at } from '../server/portal';
import { openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, listed, many, opens, panel, pictures, tabs, titleOf, titlesIn, words } from './page';

const list = '/api/onlinevenues/web/pavilion/page';
const full = {
  id: 'full',
  menuId: '9001',
  grade: 1,
  title: '戏曲数字馆',
  image: '/pictures/stage/full.svg',
  address: '临河路66号',
  phone: '0571-00001061',
  synopsis: '<p>走进<strong>后台</strong>。</p>',
  detailUrl: 'https://digital.example.org/detail',
  website: 'https://digital.example.org/',
  attachImage: '/pictures/lattice/plan.svg',
  link: 'https://panorama.example.org/stage',
  content: '<p>六十四个<em>热点</em>。</p>',
  createTime: '2026-11-01 10:00:00',
  star: 2,
  isStar: 'false',
};

const portal = openModules({}, async ({ put, count }) => {
  await put('centre', 'digitalpavilion', [
    full,
    { id: 'bare', menuId: '9001', grade: 1, title: '只有名称的馆', createTime: '2026-10-01' },
    { id: 'featured-1', menuId: '9001', grade: 0, title: '首推一馆', image: '/pictures/stage/one.svg', createTime: '2026-09-02' },
    { id: 'featured-2', menuId: '9001', grade: 0, title: '首推二馆', image: '/pictures/stage/two.svg', createTime: '2026-09-01' },
    { id: 'stage', menuId: '6250', grade: 1, title: '古琴数字馆', types: ['j1'], createTime: '2026-09-02' },
    { id: 'craft', menuId: '6250', grade: 1, title: '竹编数字馆', types: ['j2'], createTime: '2026-09-01' },
    ...many(19, (number, day) => ({ id: `many-${number}`, menuId: '9012', grade: 1, title: `馆${number}`, createTime: day })),
  ]);
  const related = { digitalPavilionId: 'full' };
  await put(
    'centre',
    'venue',
    many(4, (number, day) => ({
      id: `venue-${number}`,
      columnId: '6140',
      name: `第${number}剧场`,
      image: '/pictures/stage/v.svg',
      insertTime: day,
      images: ['/pictures/a.svg', '/pictures/b.svg'],
      ...related,
    })),
  );
  await put('centre', 'information', [
    { id: 'linked', columnId: '6101', title: '媒体报道', link: 'https://news.example.org/1', publishDate: '2026-11-30', ...related },
    ...many(19, (number, day) => ({
      id: `info-${number}`,
      columnId: '6101',
      title: `消息${number}`,
      content: '<p>正文</p>',
      publishDate: day,
      ...related,
    })),
    { id: 'stranger', columnId: '6101', title: '无关消息', publishDate: '2026-12-01' },
  ]);
  await put(
    'centre',
    'appointment',
    many(5, (number, day) => ({
      id: `act-${number}`,
      columnId: '6113',
      name: `第${number}场`,
      image: '/pictures/stage/a.svg',
      address: '小剧场',
      beginTime: `${day} 14:00:00`,
      endTime: `${day} 16:00:00`,
      ...related,
    })),
  );
  await count('9001', 'full', { pv: 19, star: 6 });
});

const ids = (rows: unknown): unknown[] => (Array.isArray(rows) ? rows : []).map((row: JsonObject) => row['id']);
const detail = (id: string): Promise<Document> => portal.open(`/digitalpaviliondetail?columnId=9001&id=${id}`);
const reply = async (id: string, host?: string): Promise<JsonObject> =>
  (await portal.get(`/api/onlinevenues/web/pavilion/${id}`, host)).body;

test('[DPAV-01, SHELL-18] back route id 51 in the menu leads to /digitalpavilion', async () => {
  expect(await portal.inMenu('数字展馆')).toEqual(['6250', 51, '/digitalpavilion?columnId=6250']);
});

describe('the list', () => {
  test('[DPAV-06, DPAV-14, DPAV-15, DPAV-17] its call answers list.status, list.data.total and list.data.rows', async () => {
    const { content: _content, ...row } = full;
    expect((await portal.get(`${list}?phone=13800000000&page=1&limit=1&menuId=9001&type=x&grade=1`)).body).toEqual({
      list: { status: 200, message: '操作成功', data: { total: 2, rows: [row] } },
    });
  });

  test.each([
    ['menuId=9001&grade=0', ['featured-1', 'featured-2']],
    ['menuId=9001&grade=1', ['full', 'bare']],
    ['menuId=6250&types=j2&grade=1', ['craft']],
    ['menuId=9001', ['full', 'bare', 'featured-1', 'featured-2']],
  ])('[DPAV-03, DPAV-14] %s finds %j', async (query, expected) => {
    expect(ids(at((await portal.get(`${list}?${query}`)).body, 'list', 'data', 'rows'))).toEqual(expected);
  });

  test('[DPAV-02, DPAV-03] featured halls stand in a carousel with their names, the others in the list', async () => {
    const page = await portal.open('/digitalpavilion?columnId=9001&subhomepage=travel');
    const carousel = page.querySelector('[aria-roledescription="轮播图"]') ?? undefined;
    expect(pictures(carousel)).toEqual(['/pictures/stage/one.svg', '/pictures/stage/two.svg']);
    expect(words(carousel)).toContain('首推一馆');
    expect(carousel?.querySelector('a')?.getAttribute('href')).toBe(
      '/digitalpaviliondetail?columnId=9001&id=featured-1&subhomepage=travel',
    );
    expect(listed(page).map(titleOf)).toEqual(['戏曲数字馆', '只有名称的馆']);
  });

  test('without scripts every featured hall is there, with its name and its link', async () => {
    const { text } = await portal.get('/digitalpavilion?columnId=9001', 'localhost', { accept: 'text/html' });
    const fallback = /<noscript><div class="slides-stacked">.*?<\/noscript>/.exec(text)?.[0] ?? '';
    expect(fallback).toContain('首推二馆');
    expect(fallback).toContain('/digitalpaviliondetail?columnId=9001&amp;id=featured-2');
  });

  test('[DPAV-02] it filters by type and says so when there is nothing', async () => {
    const page = await portal.open('/digitalpavilion?columnId=6250');
    expect(page.querySelector('[aria-roledescription="轮播图"]')).toBeNull();
    expect(filterRows(page)).toEqual({ 类型: ['全部', '戏曲音乐', '手作技艺', '城乡记忆'] });
    expect(await portal.chosen(page, '类型', '手作技艺')).toEqual(['竹编数字馆']);
    expect(words((await portal.open('/digitalpavilion?columnId=9099')).querySelector('#list'))).toContain('暂无数据');
  });

  test('[DPAV-04] 9 are on a page', async () => expect(await portal.cardsPerPage('/digitalpavilion?columnId=9012')).toEqual([9, 9, 1]));

  test('[DPAV-05, DPAV-16] a card carries the like of its visitor and their number, and opens the detail', async () => {
    const card = cardOf(await portal.open('/digitalpavilion?columnId=9001&subhomepage=travel'), '戏曲数字馆');
    expect(fact(card, '点赞')).toBe('6');
    expect(control(card, '点赞6')?.getAttribute('aria-pressed')).toBe('false');
    expect(opens(card)).toEqual({ href: '/digitalpaviliondetail?columnId=9001&id=full&subhomepage=travel', newWindow: true });
  });
});

describe('lists of other modules in the reply of one hall', () => {
  test('[DPAV-09, DPAV-13] at most 3 venues, 18 articles and 3 events come along, the newest first', async () => {
    const { data } = await reply('full');
    expect(at(data, 'pavilion')).toEqual(full);
    expect(ids(at(data, 'venueList'))).toEqual(['venue-1', 'venue-2', 'venue-3']);
    expect(ids(at(data, 'infoList'))).toEqual(['linked', ...Array.from({ length: 17 }, (_, index) => `info-${index + 1}`)]);
    expect(ids(at(data, 'activityList'))).toEqual(['act-1', 'act-2', 'act-3']);
  });

  test("[DPAV-13] their entries have the documents' fields, the column of a venue as nodeId, and no bodies", async () => {
    const { data } = await reply('full');
    expect(at(data, 'venueList', 0)).toMatchObject({
      id: 'venue-1',
      nodeId: '6140',
      name: '第1剧场',
      image: '/pictures/stage/v.svg',
      images: '/pictures/a.svg|/pictures/b.svg',
    });
    expect(at(data, 'venueList', 0)).not.toHaveProperty('columnId');
    expect(at(data, 'infoList', 0)).toMatchObject({
      id: 'linked',
      columnId: '6101',
      title: '媒体报道',
      publishDate: '2026-11-30',
      link: 'https://news.example.org/1',
    });
    expect(at(data, 'infoList', 1)).not.toHaveProperty('content');
    expect(at(data, 'activityList', 0)).toMatchObject({
      id: 'act-1',
      columnId: '6113',
      name: '第1场',
      image: '/pictures/stage/a.svg',
      address: '小剧场',
      beginTime: '2026-10-30 14:00:00',
    });
  });

  test('[DPAV-13] what awaits review, or is of another institution, does not come along', async () => {
    await portal.put('centre', 'digitalpavilion', [{ id: 'guarded', menuId: '9003', grade: 1, title: '守门馆' }]);
    await portal.put('museum', 'information', [{ id: 'foreign', columnId: '7102', title: '别馆消息', digitalPavilionId: 'guarded' }]);
    const module = portal.definitions.portal('centre')?.modules['information'];
    if (!module) throw new Error('the module is not there');
    await putItems(
      portal.database,
      [0, 2].map((status) =>
        toRecord('centre', module, { id: `status-${status}`, columnId: '6101', title: '未发布', digitalPavilionId: 'guarded' }, status),
      ),
    );
    expect(at((await reply('guarded')).data, 'infoList')).toEqual([]);
    await portal.put('centre', 'information', [{ id: 'status-0', columnId: '6101', title: '已发布', digitalPavilionId: 'guarded' }]);
    expect(ids(at((await reply('guarded')).data, 'infoList'))).toEqual(['status-0']);
  });

  test('[DPAV-13] a hall without any has empty lists, one that is not there none', async () => {
    expect(await reply('bare')).toMatchObject({ status: 200, data: { venueList: [], infoList: [], activityList: [] } });
    expect(await reply('none')).toEqual({ status: 404, message: '内容不存在或已下线' });
  });

  test('[DPAV-13] what no card of the page shows stays on the server', async () => {
    const body = await portal.payload('/digitalpaviliondetail?columnId=9001&id=full');
    const venue = at(body, 'data', 'main', 'item', 'venues', 0);
    expect(venue).toMatchObject({ id: 'venue-1', columnId: '6140', name: '第1剧场' });
    expect(venue).not.toHaveProperty('images');
    expect(at(body, 'data', 'main', 'item', 'infos', 0)).not.toHaveProperty('digitalPavilionId');
  });
});

describe('the detail', () => {
  test('[DPAV-07] it shows image, title, phone, address, website, synopsis, a second picture that pops up and the way into the panorama', async () => {
    const page = await detail('full');
    expect(words(page.querySelector('h1'))).toBe('戏曲数字馆');
    expect(pictures(page.querySelector('.summary-section-pictures') ?? undefined)).toEqual(['/pictures/stage/full.svg']);
    expect(['电话', '地址', '网址', '浏览'].map((label) => fact(page, label))).toEqual([
      '0571-00001061',
      '临河路66号',
      'https://digital.example.org/',
      '19',
    ]);
    expect(linkTo(page, 'https://digital.example.org/')).toBe('https://digital.example.org/');
    expect([...page.querySelectorAll('.summary-section strong')].map(words)).toEqual(['后台']);
    const popup = control(page, '查看附图')?.closest('.picture-button') ?? undefined;
    expect(popup?.querySelector('.picture-button-panel img')?.getAttribute('src')).toBe('/pictures/lattice/plan.svg');
    expect([control(page, '全景漫游')?.getAttribute('href'), control(page, '全景漫游')?.getAttribute('target')]).toEqual([
      'https://panorama.example.org/stage',
      '_blank',
    ]);
  });

  test('[DPAV-07] what is optional is not there when it is missing', async () => {
    const page = await detail('bare');
    expect([
      fact(page.querySelector('main') ?? undefined, '地址'),
      fact(page, '网址'),
      control(page, '查看附图'),
      control(page, '全景漫游'),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each([
    ['full', ['图文介绍', '预订场馆', '文化资讯', '相关活动']],
    ['bare', ['图文介绍']],
  ])('[DPAV-08] the hall %s has the tabs %j', async (id, expected) => expect(tabs(await detail(id))).toEqual(expected));

  test('[DPAV-08, DPAV-09] each tab has its list', async () => {
    const page = await detail('full');
    expect([...(panel(page, '图文介绍')?.querySelectorAll('em') ?? [])].map(words)).toEqual(['热点']);
    expect(titlesIn(panel(page, '预订场馆'))).toEqual(['第1剧场', '第2剧场', '第3剧场']);
    expect(titlesIn(panel(page, '文化资讯'))).toHaveLength(18);
    expect(titlesIn(panel(page, '相关活动'))).toEqual(['第1场', '第2场', '第3场']);
  });

  test.each([
    ['DPAV-10', '预订场馆', '/venue?columnId=6140&digitalPavilionId=full'],
    ['DPAV-11', '文化资讯', '/information?columnId=6101'],
    ['DPAV-11', '相关活动', '/appointment?columnId=6113'],
  ])('[DPAV-10, DPAV-11] (%s) more of %s leads to %s', async (_row, tab, address) =>
    expect(linkTo(panel(await detail('full'), tab), '更多')).toBe(address),
  );

  test('[DPAV-10] there all venues of the hall are listed', async () =>
    expect(listed(await portal.open('/venue?columnId=6140&digitalPavilionId=full')).map(titleOf)).toEqual([
      '第1剧场',
      '第2剧场',
      '第3剧场',
      '第4剧场',
    ]));

  test.each([
    ['预订场馆', '第1剧场', '/venuedetail?columnId=6140&id=venue-1'],
    ['文化资讯', '消息1', '/informationdetail?columnId=6101&id=info-1'],
    ['文化资讯', '媒体报道', 'https://news.example.org/1'],
    ['相关活动', '第1场', '/appointmentdetail?columnId=6113&id=act-1'],
  ])('[DPAV-12] in %s, %s opens %s', async (tab, title, address) => {
    const root = panel(await detail('full'), tab);
    expect(root && opens(cardOf(root, title))?.href).toBe(address);
  });
});
