import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, listed, many, opens, pictures, section, titleOf, words } from './page';

const counters = { pv: 7, star: 3, isStar: 'true', collect: 2, isCollect: 'false' };
const guide = {
  id: 'guide',
  menuId: '9001',
  title: '沿江骑行两日',
  content: '<p>从<strong>临河码头</strong>出发。</p>',
  image: '/pictures/river/guide.svg',
  source: '青澜文旅',
  travelTags: ['t6', 't3'],
  images: ['/pictures/river/guide-1.svg', '/pictures/river/guide-2.svg'],
  travelUrl: 'https://travel.example.org/ride',
  insertTime: '2026-11-02 08:00:00',
  ...counters,
};
const spot = {
  id: 'spot',
  menuId: '9101',
  spotName: '云门山',
  cnName: '云门',
  keyWord: '一线天光',
  hotList: 3,
  introduction: '山门如削。',
  detailUrl: 'https://voice.example.org/yunmen',
  trafficGuide: '乘3路到山门站',
  openTime: '8:00—17:00',
  relevantStrategy: '/travelguide?columnId=6104',
  culturalTourism: 'https://culture.example.org/yunmen',
  ticketPrice: '40元',
  place: '松溪县',
  famousScenery: '石门、古栈道',
  suggestedTime: '半天',
  suitableSeason: '秋季',
  ticketFree: 0,
  subject: 's1',
  areaType: 'a2',
  images: ['/pictures/landscape/spot-1.svg', '/pictures/landscape/spot-2.svg', '/pictures/landscape/spot-3.svg'],
  image: '/pictures/landscape/spot.svg',
  content: '<p>登山<em>两小时</em>。</p>',
  browseCount: 12,
  ...counters,
};
const bareSpot = { id: 'bare', menuId: '9101', spotName: '无名坡', ticketFree: 1 };

const portal = openModules({}, async ({ put, count }) => {
  await put('centre', 'travelguide', [
    guide,
    { id: 'still', menuId: '9001', title: '没有链接的攻略', images: ['/pictures/river/still.svg'], insertTime: '2026-11-01' },
    { id: 'old', menuId: '6104', title: '古镇一日', travelTags: ['t2'], types: ['g1'] },
    { id: 'study', menuId: '6104', title: '研学三日', travelTags: ['t5', 't2'], types: ['g3'] },
    ...many(21, (number, day) => ({ id: `many-${number}`, menuId: '9012', title: `路线${number}`, insertTime: day })),
  ]);
  await put('centre', 'scenicspot', [
    spot,
    bareSpot,
    { id: 'lake', menuId: '6105', spotName: '平湖', types: ['sp2'], subject: 's1', areaType: 'a2', hotList: 2 },
    { id: 'tower', menuId: '6105', spotName: '望楼', types: ['sp1'], subject: 's2', areaType: 'a1', hotList: 1, ticketFree: 0 },
    ...many(21, (number, day) => ({
      id: `many-${number}`,
      menuId: '9112',
      spotName: `景${number}`,
      hotList: 22 - number,
      insertTime: day,
    })),
  ]);
  await count('9001', 'guide', { pv: 41, star: 5 });
  await count('9101', 'spot', { pv: 19 });
  await count('6105', 'lake', { pv: 8, star: 6 });
});

const ids = async (url: string, ...path: string[]): Promise<unknown[]> => (await portal.ids(url, ...path)).sort();

test.each([
  ['[TRAV-01]', 50, '6104', 'travelguide', '旅行攻略'],
  ['[SCEN-01]', 74, '6105', 'scenicspot', '风景名胜'],
])('%s back route id %i in the menu leads to the page of column %s', async (_row, routeId, columnId, page, title) => {
  expect(await portal.inMenu(title)).toEqual([columnId, routeId, `/${page}?columnId=${columnId}`]);
});

describe('travel guides', () => {
  const list = '/api/travel/web/travel-guide/page';

  test('[TRAV-07, TRAV-08, TRAV-10] the list answers data.total and data.rows without bodies, with the beginning of the text in place', async () => {
    const { content: _content, images: _images, ...row } = guide;
    expect((await portal.get(`${list}/9001?page=1&limit=1`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 2, rows: [{ ...row, summary: '从临河码头出发。' }] },
    });
  });

  test('[TRAV-07, TRAV-09, TRAV-10, CONV-08] the detail answers every field, its pictures joined by |', async () => {
    const { data } = (await portal.get('/api/travel/web/travel-guide/guide')).body;
    expect(data).toEqual({ ...guide, images: '/pictures/river/guide-1.svg|/pictures/river/guide-2.svg', summary: '从临河码头出发。' });
  });

  test.each([
    ['6104?travelTags=t2', ['old', 'study']],
    ['6104?travelTags=t5', ['study']],
    ['6104?customTypeIds=g1', ['old']],
    ['6104?travelTags=t2&customTypeIds=g3&page=1&limit=10', ['study']],
    ['9001', ['guide', 'still']],
  ])('[TRAV-08] %s finds %j', async (query, expected) => expect(await ids(`${list}/${query}`, 'data', 'rows')).toEqual(expected));

  test('[TRAV-02, TRAV-03] a card shows title, text without tags, views, star and 详情, and opens the detail', async () => {
    const card = cardOf(await portal.open('/travelguide?columnId=9001'), '沿江骑行两日');
    expect(words(card)).toContain('从临河码头出发。');
    expect([...(card?.querySelectorAll('strong') ?? [])]).toEqual([]);
    expect([fact(card, '浏览'), fact(card, '点赞')]).toEqual(['41', '5']);
    expect(linkTo(card, '详情')).toBe('/travelguidedetail?columnId=9001&id=guide');
    expect(opens(card)).toEqual({ href: '/travelguidedetail?columnId=9001&id=guide', newWindow: true });
  });

  test('[TRAV-04] the list filters by tags and by types', async () => {
    const page = await portal.open('/travelguide?columnId=6104');
    expect(filterRows(page)).toEqual({
      主题: ['全部', '亲子', '古镇', '山水', '美食', '研学', '自驾'],
      行程: ['全部', '一日游', '周末两日', '三日以上'],
    });
    expect(await portal.chosen(page, '主题', '研学')).toEqual(['研学三日']);
    expect(await portal.chosen(page, '行程', '一日游')).toEqual(['古镇一日']);
  });

  test('[TRAV-05] 10 are on a page', async () => expect(await portal.cardsPerPage('/travelguide?columnId=9012')).toEqual([10, 10, 1]));

  test('[TRAV-06, TRAV-10] the detail shows title, source, views, body and a carousel whose pictures lead to travelUrl (comments have tests of their own)', async () => {
    const page = await portal.open('/travelguidedetail?columnId=9001&id=guide');
    expect(words(page.querySelector('h1'))).toBe('沿江骑行两日');
    expect([fact(page, '来源'), fact(page, '浏览')]).toEqual(['青澜文旅', '41']);
    expect([...page.querySelectorAll('main strong')].map(words)).toContain('临河码头');
    const carousel = page.querySelector('[aria-roledescription="轮播图"]') ?? undefined;
    expect(pictures(carousel)).toEqual(guide.images);
    expect(carousel?.querySelector('img')?.closest('a')?.getAttribute('href')).toBe('https://travel.example.org/ride');
    expect(
      pictures(
        (await portal.open('/travelguidedetail?columnId=9001&id=still')).querySelector('[aria-roledescription="轮播图"] a') ?? undefined,
      ),
    ).toEqual([]);
  });
});

describe('scenic spots', () => {
  const list = '/api/travel/web/scenicSpot/page';

  test('[SCEN-14, SCEN-15] the list answers data.data.rows and data.data.total', async () => {
    const { content: _content, images: _images, trafficGuide: _trafficGuide, ...row } = spot;
    expect((await portal.get(`${list}?page=1&limit=1&menuId=9101&subject=s1`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { data: { total: 1, rows: [row] } },
    });
  });

  test('[SCEN-14, SCEN-16, CONV-08] the detail answers every field, its pictures joined by |', async () => {
    expect((await portal.get('/api/travel/web/scenicSpot?id=spot')).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...spot, images: spot.images.join('|') },
    });
  });

  test.each([
    ['menuId=6105&areaType=a1', ['tower']],
    ['menuId=6105&subject=s1,s2', ['lake', 'tower']],
    ['menuId=6105&areaType=a2&subject=s2', []],
  ])('[SCEN-15] %s finds %j', async (query, expected) => expect(await ids(`${list}?${query}`, 'data', 'data', 'rows')).toEqual(expected));

  test('[SCEN-02, SCEN-17] the list has types, a pager, and a box of the ten hottest beside it', async () => {
    const page = await portal.open('/scenicspot?columnId=6105');
    expect(filterRows(page)).toMatchObject({ 等级: ['全部', '世界遗产', '5A级景区', '国家级风景名胜区'] });
    expect(await portal.chosen(page, '等级', '5A级景区')).toEqual(['平湖']);
    const box = section((await portal.open('/scenicspot?columnId=9112')).querySelector('aside') ?? page, '热门景区');
    expect([...(box?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual(Array.from({ length: 10 }, (_, index) => `景${21 - index}`));
    expect((await portal.open('/scenicspot?columnId=9112')).querySelector('[aria-label="翻页"]')).not.toBeNull();
  });

  test('[SCEN-03] a card opens the detail with id and columnId', async () =>
    expect(opens(cardOf(await portal.open('/scenicspot?columnId=9101'), '云门山'))).toEqual({
      href: '/scenicspotdetail?columnId=9101&id=spot',
      newWindow: true,
    }));

  test('[SCEN-04] a card shows place and views, and 免费 for ticketFree 0 alone', async () => {
    const [free, paid] = listed(await portal.open('/scenicspot?columnId=9101'))
      .sort((one, other) => titleOf(one).localeCompare(titleOf(other)))
      .map(words);
    expect(free).toMatch(/免费.*云门山.*松溪县.*浏览19/);
    expect(paid).toContain('无名坡');
    expect(paid).not.toContain('免费');
    const { '0': dear } = listed(await portal.open('/scenicspot?columnId=6105&types=sp2'));
    expect(words(dear)).not.toContain('免费');
  });

  test('[SCEN-05, SCEN-17, CONV-24] the ad slot scenicspot chooses the version whose cards count likes', async () => {
    expect(fact(cardOf(await portal.open('/scenicspot?columnId=6105'), '平湖'), '点赞')).toBe('6');
    expect(fact(cardOf(await portal.open('/scenicspot?columnId=9101'), '云门山'), '点赞')).toBeUndefined();
  });

  test('[SCEN-06] 10 are on a page', async () => expect(await portal.cardsPerPage('/scenicspot?columnId=9112')).toEqual([10, 10, 1]));

  const detail = (id: string): Promise<Document> => portal.open(`/scenicspotdetail?columnId=9101&id=${id}`);

  test('[SCEN-07] the detail has a carousel that changes every 4 s', async () => {
    expect(pictures((await detail('spot')).querySelector('[aria-roledescription="轮播图"]') ?? undefined)).toEqual(spot.images);
    expect(at(await portal.payload('/scenicspotdetail?columnId=9101&id=spot'), 'definition', 'sections', 'pictures')).toMatchObject({
      section: 'carousel',
      interval: 4000,
    });
  });

  test('[SCEN-08] it shows name, keyword, rank, introduction, traffic guide and opening time', async () => {
    const page = await detail('spot');
    expect(words(page.querySelector('h1'))).toBe('云门山');
    for (const text of ['一线天光', '第3位', '山门如削。']) expect(words(page.querySelector('main'))).toContain(text);
    expect([fact(page, '交通指南'), fact(page, '开放时间')]).toEqual(['乘3路到山门站', '8:00—17:00']);
    expect(words((await detail('bare')).querySelector('main'))).not.toMatch(/第.*位|交通指南|开放时间/);
  });

  test('[SCEN-09] the voice guide is linked only where there is one', async () => {
    expect(linkTo(await detail('spot'), '语音讲解')).toBe('https://voice.example.org/yunmen');
    expect(control(await detail('bare'), '语音讲解')).toBeUndefined();
  });

  test('[SCEN-10] guides and discoveries are linked', async () => {
    const page = await detail('spot');
    expect([linkTo(page, '推荐攻略'), linkTo(page, '文化旅游发现')]).toEqual([
      '/travelguide?columnId=6104',
      'https://culture.example.org/yunmen',
    ]);
  });

  test('[SCEN-10, SCEN-11] without an address the two are buttons that say 暂无相关内容～', async () => {
    const page = await detail('bare');
    expect(['推荐攻略', '文化旅游发现'].map((name) => control(page, name)?.tagName)).toEqual(['BUTTON', 'BUTTON']);
    const body = await portal.payload('/scenicspotdetail?columnId=9101&id=bare');
    const actions = at(body, 'definition', 'sections', 'summary', 'actions');
    expect([at(actions, 'strategy', 'otherwise', 'notice'), at(actions, 'culture', 'otherwise', 'notice')]).toEqual([
      '暂无相关内容～',
      '暂无相关内容～',
    ]);
  });

  const labels = ['类别', '门票', '所在地', '著名景观', '建议游玩时长', '适宜季节'];

  test('[SCEN-12] the facts are shown, the category by its name', async () => {
    const page = await detail('spot');
    expect(labels.map((label) => fact(page, label))).toEqual(['自然风光', '40元', '松溪县', '石门、古栈道', '半天', '秋季']);
  });

  test.each(
    labels.map((label, index) => [
      label,
      ['subject', 'ticketPrice', 'place', 'famousScenery', 'suggestedTime', 'suitableSeason'][index] ?? '',
    ]),
  )('[SCEN-12] %s is left out when %s is empty', async (label, field) => {
    await portal.put('centre', 'scenicspot', [{ ...spot, id: `no-${field}`, menuId: '9102', [field]: '' }]);
    const page = await detail(`no-${field}`);
    expect(labels.filter((name) => fact(page, name) === undefined)).toEqual([label]);
  });

  test('[SCEN-13] it shows its rich text (comments have tests of their own)', async () =>
    expect([...(await detail('spot')).querySelectorAll('main em')].map(words)).toContain('两小时'));
});
