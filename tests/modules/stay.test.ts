import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { at } from '../server/portal';
import { openModules } from './harness';
import { articles, cardOf, control, fact, filterRows, listed, many, opens, pictures, section, titleOf, words } from './page';

const counters = { pv: 7, star: 3, isStar: 'true', collect: 2, isCollect: 'false' };
const hotel = {
  id: 'hotel',
  menuId: '9001',
  name: '云山半舍',
  enName: 'Yunshan Half House',
  price: 468,
  link: 'https://booking.example.org/yunshan',
  address: '云山路18号',
  images: ['/pictures/bamboo/hotel-1.svg', '/pictures/bamboo/hotel-2.svg', '/pictures/bamboo/hotel-3.svg'],
  image: '/pictures/bamboo/hotel.svg',
  content: '<p>十二间<em>客房</em>。</p>',
  labelBinkList: ['l4', 'l3'],
  facilityServiceBinkList: ['f1', 'f7'],
  departureTime: '14:00 入住，12:00 退房',
  petCarry: '可携带小型犬',
  decorateTime: '2024年',
  openingHours: '2019年5月',
  floorHeight: '3.2米',
  roomCapacity: '12间',
  insertTime: '2026-11-09 08:00:00',
  ...counters,
};
const shops: JsonObject[] = [
  {
    id: 'shop-1',
    name: '沈记糕团',
    image: '/pictures/tableware/shop.svg',
    link: 'https://shops.example.org/shen',
    introduction: '三代人的铺子',
  },
  { id: 'shop-2', name: '无链小铺' },
];
const dish = {
  id: 'dish',
  menuId: '9101',
  name: '定胜糕',
  introduction: '米香豆甜。',
  content: '<p>趁<strong>热</strong>吃。</p>',
  image: '/pictures/tableware/dish.svg',
  images: ['/pictures/tableware/dish-1.svg', '/pictures/tableware/dish-2.svg'],
  travelShops: shops,
  insertTime: '2026-11-08 08:00:00',
  ...counters,
};

const portal = openModules({}, async ({ put, count }) => {
  await put('centre', 'homestayhotel', [
    hotel,
    ...many(6, (number, day) => ({
      id: `near-${number}`,
      menuId: '9001',
      name: `邻居${number}`,
      price: 100 + number,
      labelBinkList: ['l1', 'l2'],
      insertTime: day,
    })),
    { id: 'plain', menuId: '9002', name: '素舍' },
    {
      id: 'inn',
      menuId: '6106',
      name: '湖滨客栈',
      areaType: 'd2',
      hotelType: 'h2',
      labelBinkList: ['l5'],
      facilityServiceBinkList: ['f2'],
      types: ['hs1'],
    },
    {
      id: 'resort',
      menuId: '6106',
      name: '山前度假',
      areaType: 'd3',
      hotelType: 'h4',
      labelBinkList: ['l4', 'l5'],
      facilityServiceBinkList: ['f2', 'f3'],
      types: ['hs2'],
    },
    ...many(21, (number, day) => ({ id: `many-${number}`, menuId: '9012', name: `客舍${number}`, insertTime: day })),
  ]);
  await put('centre', 'delicacy', [
    dish,
    { id: 'neighbour', menuId: '9101', name: '桂花藕', insertTime: '2026-11-07' },
    { id: 'famous', menuId: '6146', name: '东坡肉', types: ['ds1'], foodType: 'c2', areaType: 'a2' },
    { id: 'noodles', menuId: '6146', name: '片儿川', types: ['ds2'], foodType: 'c1', areaType: 'a1' },
    ...many(25, (number, day) => ({ id: `many-${number}`, menuId: '9112', name: `菜${number}`, insertTime: day })),
  ]);
  await count('9001', 'hotel', { pv: 88, star: 9, collect: 4 });
  await count('9001', 'near-1', { pv: 21, star: 2, collect: 1 });
  await count('9101', 'dish', { pv: 33, star: 6 });
});

const ids = async (url: string): Promise<unknown[]> => (await portal.ids(url, 'data', 'rows')).sort();

test.each([
  ['[HOTEL-01]', 59, '6106', 'homestayhotel', '民宿酒店'],
  ['[DELI-01]', 58, '6146', 'delicacy', '寻味美食'],
])('%s back route id %i in the menu leads to the page of column %s', async (_row, routeId, columnId, page, title) => {
  expect(await portal.inMenu(title)).toEqual([columnId, routeId, `/${page}?columnId=${columnId}`]);
});

describe('hotels', () => {
  const list = '/api/travel/web/homeStayHotel/page';

  test('[HOTEL-13, HOTEL-15] the list answers data.total and data.rows, a page by pageNum and pageSize', async () => {
    const { content: _content, images: _images, ...row } = hotel;
    expect((await portal.get(`${list}?menuId=9001&pageNum=1&pageSize=1`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 7, rows: [{ ...row, pinyin: 'yun shan ban she' }] },
    });
    expect(await ids(`${list}?menuId=9001&pageNum=7&pageSize=1`)).toEqual(['near-6']);
  });

  test('[HOTEL-13, HOTEL-16, HOTEL-18, CONV-08] the detail answers every field in data, its pictures joined by |', async () => {
    expect((await portal.get('/api/travel/web/homeStayHotel?id=hotel')).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...hotel, images: hotel.images.join('|'), pinyin: 'yun shan ban she' },
    });
  });

  test.each([
    ['areaType=d2', ['inn']],
    ['hotelType=h4', ['resort']],
    ['hotelLabel=l5', ['inn', 'resort']],
    ['hotelLabel=l4', ['resort']],
    ['facilityService=f3', ['resort']],
    ['customTypeId=hs1', ['inn']],
    ['areaType=d2&hotelType=h4', []],
  ])('[HOTEL-15] %s finds %j', async (query, expected) => expect(await ids(`${list}?menuId=6106&${query}`)).toEqual(expected));

  test('[HOTEL-02, HOTEL-03, HOTEL-14] a card shows its first label by name, price, pinyin and counters, and opens the detail', async () => {
    const card = cardOf(await portal.open('/homestayhotel?columnId=9001'), '云山半舍');
    for (const text of ['山景', '¥468起', 'yun shan ban she']) expect(words(card)).toContain(text);
    expect(words(card)).not.toMatch(/古宅|l4/);
    expect(['浏览', '点赞', '收藏'].map((label) => fact(card, label))).toEqual(['88', '9', '4']);
    expect(opens(card)).toEqual({ href: '/homestayhoteldetail?columnId=9001&id=hotel', newWindow: true });
    expect(words(cardOf(await portal.open('/homestayhotel?columnId=9002'), '素舍'))).not.toMatch(/¥|起/);
  });

  test('[HOTEL-04] the list filters by four dictionaries and by types', async () => {
    const page = await portal.open('/homestayhotel?columnId=6106');
    expect(filterRows(page)).toEqual({
      位置: ['全部', '古城片区', '湖滨片区', '山前片区', '老码头片区'],
      类型: ['全部', '民宿', '客栈', '精品酒店', '度假酒店'],
      特色: ['全部', '亲子', '近景区', '古宅', '山景', '湖景', '管家服务'],
      设施: ['全部', '无线网络', '停车场', '早餐', '空调', '洗衣房', '会议室', '茶室', '庭院'],
      风格: ['全部', '山水乡野', '老城人文'],
    });
    const found = await Promise.all(
      [
        ['位置', '湖滨片区'],
        ['类型', '度假酒店'],
        ['特色', '山景'],
        ['设施', '早餐'],
        ['风格', '山水乡野'],
      ].map(([row = '', choice = '']) => portal.chosen(page, row, choice)),
    );
    expect(found).toEqual([['湖滨客栈'], ['山前度假'], ['山前度假'], ['山前度假'], ['湖滨客栈']]);
  });

  test('[HOTEL-05] 10 are on a page', async () => expect(await portal.cardsPerPage('/homestayhotel?columnId=9012')).toEqual([10, 10, 1]));

  test('[HOTEL-17] /homstayhotel shows the same list', async () => {
    expect(
      listed(await portal.open('/homstayhotel?columnId=6106'))
        .map(titleOf)
        .sort(),
    ).toEqual(['山前度假', '湖滨客栈']);
    expect(
      listed(await portal.open('/homestayhotel?columnId=6106'))
        .map(titleOf)
        .sort(),
    ).toEqual(['山前度假', '湖滨客栈']);
  });

  const detail = (id: string, columnId = '9001'): Promise<Document> => portal.open(`/homestayhoteldetail?columnId=${columnId}&id=${id}`);

  test('[HOTEL-06, HOTEL-14] the detail shows name, English name, labels by name, price, address, views and a gallery', async () => {
    const page = await detail('hotel');
    expect(words(page.querySelector('h1'))).toBe('云山半舍');
    for (const text of ['Yunshan Half House', '山景', '古宅', '¥468起', '1 / 3'])
      expect(words(page.querySelector('main section'))).toContain(text);
    expect([fact(page, '地址'), fact(page, '浏览')]).toEqual(['云山路18号', '88']);
    expect(pictures(page.querySelector('main figure') ?? undefined)).toEqual(expect.arrayContaining(hotel.images));
  });

  test('[HOTEL-07] 立即预定 leads to the external address, without one it is not there', async () => {
    const book = control(await detail('hotel'), '立即预定');
    expect([book?.getAttribute('href'), book?.getAttribute('target')]).toEqual(['https://booking.example.org/yunshan', '_blank']);
    expect(control(await detail('plain', '9002'), '立即预定')).toBeUndefined();
  });

  test('[HOTEL-08, HOTEL-14] facilities by their names, rules and introduction are sections', async () => {
    const page = await detail('hotel');
    expect(words(section(page, '设施服务'))).toBe('设施服务无线网络茶室');
    expect(section(page, '订房必读')).toBeDefined();
    expect(section(page, '酒店介绍')?.querySelector('em')?.textContent).toBe('客房');
  });

  test('[HOTEL-09] the rules are six facts', async () => {
    const rules = section(await detail('hotel'), '订房必读');
    expect([...(rules?.querySelectorAll('dd') ?? [])].map(words)).toEqual([
      hotel.departureTime,
      hotel.petCarry,
      hotel.decorateTime,
      hotel.openingHours,
      hotel.floorHeight,
      hotel.roomCapacity,
    ]);
  });

  test('[HOTEL-10, HOTEL-12] 相关推荐 shows five others with price, labels and counters', async () => {
    const related = section(await detail('hotel'), '相关推荐');
    expect(related?.closest('aside')).not.toBeNull();
    expect(articles(related).map(titleOf)).toEqual(['邻居1', '邻居2', '邻居3', '邻居4', '邻居5']);
    const first = articles(related)[0];
    for (const text of ['¥101起', '亲子', '近景区']) expect(words(first)).toContain(text);
    expect(['浏览', '点赞', '收藏'].map((label) => fact(first, label))).toEqual(['21', '2', '1']);
    expect(articles(section(await detail('near-3'), '相关推荐')).map(titleOf)).toEqual(['云山半舍', '邻居1', '邻居2', '邻居4', '邻居5']);
  });

  test('[HOTEL-11, HOTEL-17] its 更多 leads to /homstayhotel?columnId', async () => {
    const more = [...(section(await detail('hotel'), '相关推荐')?.querySelectorAll('a') ?? [])].find((link) => words(link) === '更多');
    expect(more?.getAttribute('href')).toBe('/homstayhotel?columnId=9001');
  });
});

describe('dishes', () => {
  const list = '/api/travel/web/delicacyPage';

  test('[DELI-09, DELI-10, DELI-12, CONV-23] the list answers data.total and data.rows, at the root though its path is written without a slash', async () => {
    const { content: _content, images: _images, travelShops: _travelShops, ...row } = dish;
    expect((await portal.get(`${list}?page=1&limit=1&menuId=9101`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 2, rows: [row] },
    });
  });

  test('[DELI-09, DELI-11, DELI-12, CONV-08] the detail answers every field in data, its pictures joined by |', async () => {
    expect((await portal.get('/api/travel/web/delicacy/dish')).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...dish, images: dish.images.join('|') },
    });
  });

  test.each([
    ['types=ds1', ['famous']],
    ['foodType=c1', ['noodles']],
    ['areaType=a1,a2', ['famous', 'noodles']],
    ['types=ds2&foodType=c2', []],
  ])('[DELI-10] %s finds %j', async (query, expected) => expect(await ids(`${list}?menuId=6146&${query}`)).toEqual(expected));

  test('[DELI-02, DELI-12] the list has cards of image, name, star and views, types, and a box of the six newest', async () => {
    const page = await portal.open('/delicacy?columnId=9101');
    const card = listed(page).find((entry) => titleOf(entry) === '定胜糕');
    expect([pictures(card), fact(card, '点赞'), fact(card, '浏览')]).toEqual([['/pictures/tableware/dish.svg'], '6', '33']);
    const column = await portal.open('/delicacy?columnId=6146');
    expect(filterRows(column)).toMatchObject({
      类型: ['全部', '名菜', '街头小吃', '时令风味'],
      菜品: ['全部', '面点小吃', '热菜', '汤羹', '甜品茶点', '凉菜'],
    });
    expect(await portal.chosen(column, '类型', '名菜')).toEqual(['东坡肉']);
    const box = (await portal.open('/delicacy?columnId=9112')).querySelector('aside section') ?? undefined;
    expect(articles(box).map(titleOf)).toEqual(['菜1', '菜2', '菜3', '菜4', '菜5', '菜6']);
  });

  test('[DELI-03] a card opens the detail', async () =>
    expect(opens(listed(await portal.open('/delicacy?columnId=9101')).find((entry) => titleOf(entry) === '定胜糕'))).toEqual({
      href: '/delicacydetail?columnId=9101&id=dish',
      newWindow: true,
    }));

  test('[DELI-04] 12 are on a page', async () => expect(await portal.cardsPerPage('/delicacy?columnId=9112')).toEqual([12, 12, 1]));

  const detail = (query: string): Promise<Document> => portal.open(`/delicacydetail?${query}`);

  test('[DELI-05] the detail has a carousel that changes every 4 s', async () => {
    expect(pictures((await detail('columnId=9101&id=dish')).querySelector('[aria-roledescription="轮播图"]') ?? undefined)).toEqual(
      dish.images,
    );
    expect(at(await portal.payload('/delicacydetail?columnId=9101&id=dish'), 'definition', 'sections', 'summary', 'carousel')).toBe(4000);
  });

  test('[DELI-06] it shows name, views, introduction, guide and the shops that serve it (comments have tests of their own)', async () => {
    const page = await detail('columnId=9101&id=dish');
    expect(words(page.querySelector('h1'))).toBe('定胜糕');
    expect(fact(page, '浏览')).toBe('33');
    expect(words(page.querySelector('main section'))).toContain('米香豆甜。');
    expect(section(page, '美食攻略')?.querySelector('strong')?.textContent).toBe('热');
    const cards = articles(section(page, '推荐商家'));
    expect(cards.map(words)).toEqual(['沈记糕团三代人的铺子', '无链小铺']);
    expect([opens(cards[0]), opens(cards[1])]).toEqual([{ href: 'https://shops.example.org/shen', newWindow: true }, undefined]);
    expect(section(await detail('columnId=9101&id=neighbour'), '推荐商家')).toBeUndefined();
  });

  test('[DELI-07] it recommends other dishes of the column', async () =>
    expect(articles(section(await detail('columnId=9101&id=dish'), '推荐美食')).map(titleOf)).toEqual(['桂花藕']));

  test('[DELI-08] without a column it recommends those of column 6146', async () =>
    expect(
      articles(section(await detail('id=dish'), '推荐美食'))
        .map(titleOf)
        .sort(),
    ).toEqual(['东坡肉', '片儿川']));
});
