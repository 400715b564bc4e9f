import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { at } from '../server/portal';
import { openModules } from './harness';
import { control, fact, linkTo, pictures, words } from './page';

const api = '/api/culture/cultureDistribution/web';
const tower: JsonObject = {
  id: 'tower',
  cid: '6130',
  title: '镇海楼',
  address: '青澜市文澜区江边1号',
  telPhone: '0571-00009999',
  coordinate: '119.285,29.918',
  icon: '/pictures/logo/roof.svg',
  siteType: 'h6',
  image: ['/pictures/temple/tower.svg', '/pictures/temple/tower-1.svg'],
  openTime: '每天 8:30—17:00',
  content: '<p>登楼望江。</p><script>alert(1)</script>',
  panUrl: 'https://panorama.example.org/tower',
  insertTime: '2026-11-19 09:00:00',
};
const lost: JsonObject = {
  id: 'lost',
  cid: '6130',
  title: '失落的驿站',
  coordinate: '北纬三十度',
  siteType: 'h8',
  insertTime: '2026-11-18 09:00:00',
};

const portal = openModules({}, async ({ put }) => {
  const many = Array.from({ length: 23 }, (_, index): JsonObject => ({
    id: `m${index + 1}`,
    cid: '9500',
    title: `地点${index + 1}`,
    siteType: index < 21 ? 'a' : 'b',
    coordinate: `119.${200 + index},29.9`,
    insertTime: `2026-10-${String(28 - index).padStart(2, '0')} 09:00:00`,
  }));
  await put('centre', 'culturemap', [tower, lost, ...many]);
  await put('museum', 'culturemap', [
    { id: 'hall', cid: '7108', title: '云上馆', siteType: 'm1', openTime: '周二至周日', coordinate: '119.28,29.9' },
  ]);
  await put('library', 'culturemap', [{ id: 'box', cid: '8108', title: '桥头还书点', siteType: 'ts4' }]);
});

const entries = (page: Document): Element[] => [...page.querySelectorAll('[aria-label="地点列表"] li')];
const titles = (page: Document): string[] => entries(page).map((entry) => words(entry.querySelector('h2')));
const rows = async (url: string): Promise<unknown[]> => {
  const { body } = await portal.get(url);
  const found = at(body, 'data', 'rows') ?? at(body, 'data');
  return (Array.isArray(found) ? found : []).map((row) => at(row, 'id'));
};
const card = (page: Document): Element | undefined => page.querySelector('.map-card') ?? undefined;

describe('calls', () => {
  test('[MAP-14, MAP-13] the site list answers data.total and rows, its pictures joined by a bar', async () => {
    const { content: _content, image: _image, ...row } = tower;
    const { body } = await portal.get(`${api}/page?page=1&limit=1&nodeId=6130&departmentCode=QLWHG01`);
    expect(body).toEqual({
      status: 200,
      message: '操作成功',
      data: {
        total: 2,
        rows: [
          {
            ...row,
            siteTypeName: '历史建筑',
            image: '/pictures/temple/tower.svg|/pictures/temple/tower-1.svg',
            insertTime: expect.stringMatching(/^2026-11-19/) as string,
          },
        ],
      },
    });
  });

  test.each([
    ['nodeId=9500&siteType=b', ['m22', 'm23']],
    ['nodeId=9500&codes=b', ['m22', 'm23']],
    ['nodeId=6130&siteType=h6,h8', ['tower', 'lost']],
    ['nodeId=none', []],
  ])('[MAP-14] %s finds %j', async (query, expected) => expect(await rows(`${api}/page?page=1&limit=10&${query}`)).toEqual(expected));

  test('[MAP-15, MAP-21] the map answers every place at once, with what its mark needs', async () => {
    const { body } = await portal.get(`${api}/map?nodeId=6130`);
    expect(body).toEqual({
      status: 200,
      message: '操作成功',
      data: [
        {
          id: 'tower',
          cid: '6130',
          title: '镇海楼',
          address: '青澜市文澜区江边1号',
          coordinate: '119.285,29.918',
          icon: '/pictures/logo/roof.svg',
          siteType: 'h6',
        },
        { id: 'lost', cid: '6130', title: '失落的驿站', coordinate: '北纬三十度', siteType: 'h8' },
      ],
    });
    expect(await rows(`${api}/map?nodeId=9500`)).toHaveLength(23);
  });

  test('the detail has everything, its words cleaned', async () => {
    const { body } = await portal.get(`${api}/map/tower`);
    expect(at(body, 'data')).toMatchObject({
      id: 'tower',
      siteTypeName: '历史建筑',
      content: '<p>登楼望江。</p>',
      image: '/pictures/temple/tower.svg|/pictures/temple/tower-1.svg',
    });
    expect((await portal.get(`${api}/map/nobody`)).status).toBe(404);
  });

  test('places of another institution are not there', async () =>
    expect(await rows(`${api}/page?page=1&limit=100&nodeId=7108`)).toEqual([]));
});

describe('[MAP-01, MAP-02, SHELL-15] the menu', () => {
  test('43 opens /map.html with columnId, and so does culturemap', async () => {
    expect(at((await portal.get('/api/admin/front/menu/department/QLWHG01')).body, 'data')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          children: expect.arrayContaining([expect.objectContaining({ id: '6130', backRouteId: 43, page: '/map.html' })]) as unknown,
        }),
      ]),
    );
    expect(linkTo(await portal.open('/'), '文化地图')).toBe('/map.html?columnId=6130');
    expect(titles(await portal.open('/culturemap?columnId=6130'))).toEqual(['镇海楼', '失落的驿站']);
  });

  test('113 opens the museum map, a page of its own with the museums of its column', async () => {
    expect(linkTo(await portal.open('/', 'museum.localhost'), '博物馆地图')).toBe('/museum-map?columnId=7108');
    const page = await portal.open('/museum-map?columnId=7108', 'museum.localhost');
    expect([titles(page), words(entries(page)[0]), words(page.querySelector('h1'))]).toEqual([
      ['云上馆'],
      '云上馆周二至周日',
      '博物馆地图',
    ]);
    expect(titles(await portal.open('/museummap?columnId=7108', 'museum.localhost'))).toEqual(['云上馆']);
  });
});

describe('the page as the server sends it', () => {
  test('[MAP-03] has the list, the types as a cascade, and room for the map', async () => {
    const page = await portal.open('/map.html?columnId=6130');
    expect(page.title).toBe('文化地图 - 青澜市文化馆');
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    expect(titles(page)).toEqual(['镇海楼', '失落的驿站']);
    expect(words(entries(page)[0])).toBe('镇海楼历史建筑青澜市文澜区江边1号');
    expect(words(page.querySelector('[role="status"]'))).toBe('共2处');
    const tree = [...page.querySelectorAll('.map-types-column > li')].map((entry) => [...entry.querySelectorAll('a')].map(words));
    expect(tree).toEqual([
      ['全部类型'],
      ['全部文化场馆', '文化馆', '图书馆', '博物馆', '剧场'],
      ['全部非遗与古迹', '非遗工坊', '历史建筑'],
      ['公园广场'],
      ['文化驿站'],
    ]);
    expect(linkTo(page.querySelector('.map-types') ?? undefined, '全部非遗与古迹')).toBe('/map.html?columnId=6130&siteType=h20%2Ch5%2Ch6');
    expect(page.querySelector('.map-area')).not.toBeNull();
    expect(page.body.innerHTML).not.toContain('style="');
  });

  test('types come from the dictionary whdtcdlx where the institution has one', async () => {
    const page = await portal.open('/map.html?columnId=8108', 'library.localhost');
    expect([...page.querySelectorAll('.map-type')].map(words)).toEqual(['全部类型', '总馆', '分馆', '城市书房', '还书点']);
    expect(words(entries(page)[0])).toBe('桥头还书点还书点暂无坐标，未在地图上标注');
  });

  test('a chosen type narrows the list and is named', async () => {
    const page = await portal.open('/map.html?columnId=6130&siteType=h20%2Ch5%2Ch6');
    expect([titles(page), words(page.querySelector('.map-types summary'))]).toEqual([['镇海楼'], '类型非遗与古迹']);
  });

  test('[MAP-04, MAP-06] ten places, 查看更多 for ten more, 已显示全部 at the end', async () => {
    const first = await portal.open('/map.html?columnId=9500');
    expect([titles(first).length, titles(first)[0], linkTo(first, '查看更多')]).toEqual([10, '地点1', '/map.html?columnId=9500&page=2']);
    const second = await portal.open('/map.html?columnId=9500&page=2');
    expect([titles(second).length, linkTo(second, '查看更多')]).toEqual([20, '/map.html?columnId=9500&page=3']);
    const last = await portal.open('/map.html?columnId=9500&page=3');
    expect([titles(last).length, control(last, '查看更多'), words(last.querySelector('.map-more'))]).toEqual([23, undefined, '已显示全部']);
    expect(titles(await portal.open('/map.html?columnId=9500&page=99'))).toHaveLength(23);
    expect(titles(await portal.open('/map.html?columnId=9500&page=x'))).toHaveLength(10);
  });

  test('[MAP-05] a list without places says 暂无数据', async () =>
    expect(words((await portal.open('/map.html?columnId=9599')).querySelector('.map-scroll'))).toBe('暂无数据'));

  test('[MAP-03, MAP-13] the open place shows what is known of it, and is closed by its link', async () => {
    const page = await portal.open('/map.html?columnId=6130&id=tower');
    const shown = card(page);
    expect(page.title).toBe('镇海楼 - 青澜市文化馆');
    expect([words(shown?.querySelector('h2')), fact(shown, '地址'), fact(shown, '电话'), fact(shown, '开放时间')]).toEqual([
      '镇海楼',
      '青澜市文澜区江边1号',
      '0571-00009999',
      '每天 8:30—17:00',
    ]);
    expect(words(shown)).toContain('登楼望江。');
    expect(pictures(shown)).toContain('/pictures/temple/tower.svg');
    expect([control(shown, '全景漫游')?.getAttribute('href'), control(shown, '全景漫游')?.getAttribute('target')]).toEqual([
      'https://panorama.example.org/tower',
      '_blank',
    ]);
    expect(linkTo(shown, '关闭')).toBe('/map.html?columnId=6130');
    expect((await portal.get('/map.html?columnId=6130&id=tower', 'localhost', { accept: 'text/html' })).text).not.toContain('alert(1)');
  });

  test('a place that the address names without its column is shown with the name of its type', async () => {
    const page = await portal.open('/map.html?id=tower');
    expect(words(card(page)?.querySelector('.tags'))).toBe('历史建筑');
  });

  test('a place with a coordinate that cannot be is in the list, which says so', async () => {
    expect(words(entries(await portal.open('/map.html?columnId=6130'))[1])).toContain('暂无坐标，未在地图上标注');
    expect(words(card(await portal.open('/map.html?columnId=6130&id=lost')))).toContain('暂无坐标，未在地图上标注');
  });

  test('a place that is not there leaves the list as it is', async () => {
    const page = await portal.open('/map.html?columnId=6130&id=nobody');
    expect([titles(page).length, card(page)]).toEqual([2, undefined]);
  });

  test('[ACT-38] an address is shown with what is there, and can be looked up elsewhere', async () => {
    const page = await portal.open(`/map.html?address=${encodeURIComponent('江边<3>号')}&title=${encodeURIComponent('望江雅集')}`);
    const shown = card(page);
    expect([words(shown?.querySelector('h2')), words(shown?.querySelector('.map-card-address'))]).toEqual(['望江雅集', '江边<3>号']);
    expect(linkTo(shown, '在高德地图中查找')).toBe(
      'https://uri.amap.com/search?keyword=%E6%B1%9F%E8%BE%B9%3C3%3E%E5%8F%B7&view=map&src=culture-portal&callnative=0',
    );
  });

  test('what is not declared in its address does not reach it', async () =>
    expect((await portal.get('/map.html?columnId=6130&evil=%3Cscript%3E', 'localhost', { accept: 'text/html' })).text).not.toContain(
      'evil',
    ));
});
