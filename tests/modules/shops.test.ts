import { describe, expect, test } from 'vitest';
import { openModules } from './harness';
import { articles, cardOf, control, fact, filterRows, linkTo, listed, many, opens, pictures, section, titleOf, words } from './page';
import { inWords } from '../inWords';

const company = {
  id: 'company',
  menuId: '9001',
  title: '青澜文旅集团',
  image: '/pictures/city/company.svg',
  introduction: '演艺与研学。',
  content: '<p>成立于<strong>二〇〇三年</strong>。</p>',
  publishTime: '2026-11-11 09:00:00',
  updateTime: '2026-11-12 09:00:00',
};
const goods = {
  id: 'goods',
  menuId: '9101',
  title: '竹编茶匾',
  vendors: '松溪竹器社',
  price: 128,
  material: '毛竹',
  size: '40厘米',
  link: 'https://market.example.org/tray',
  images: ['/pictures/bamboo/tray-1.svg', '/pictures/bamboo/tray-2.svg', '/pictures/bamboo/tray-3.svg', '/pictures/bamboo/tray-4.svg'],
  image: '/pictures/bamboo/tray.svg',
  content: '<p>手工<em>六角孔</em>。</p>',
  insertTime: '2026-11-11 09:00:00',
};
const souvenir = {
  id: 'souvenir',
  menuId: '9201',
  name: '江景书签',
  introduction: '黄铜蚀刻。',
  price: 36,
  link: 'https://shop.example.org/bookmark',
  images: ['/pictures/desk/mark-1.svg', '/pictures/desk/mark-2.svg'],
  image: '/pictures/desk/mark.svg',
  content: '<p>一套<em>四枚</em>。</p>',
  productType: 'p1',
  insertTime: '2026-11-11 09:00:00',
};

const portal = openModules({}, async ({ put, count }) => {
  await put('centre', 'enterprise', [
    company,
    ...many(25, (number, day) => ({ id: `many-${number}`, menuId: '9012', title: `企业${number}`, publishTime: day })),
  ]);
  await put('centre', 'touristmarket', [
    goods,
    { id: 'plain', menuId: '9101', title: '无图土产', insertTime: '2026-11-01' },
    { id: 'dear', menuId: '9102', title: '贵', price: 900, insertTime: '2026-11-02' },
    { id: 'cheap', menuId: '9102', title: '廉', price: 9, insertTime: '2026-11-01' },
    ...many(25, (number, day) => ({ id: `many-${number}`, menuId: '9112', title: `好物${number}`, insertTime: day })),
  ]);
  await put('centre', 'culturalcommodity', [
    souvenir,
    ...many(5, (number, day) => ({ id: `near-${number}`, menuId: '9201', name: `伴手礼${number}`, insertTime: day })),
    { id: 'toy', menuId: '6112', name: '泥老虎', productType: 'p5' },
    { id: 'scarf', menuId: '6112', name: '丝巾', productType: 'p3' },
    ...many(13, (number, day) => ({ id: `many-${number}`, menuId: '9212', name: `文创${number}`, insertTime: day })),
  ]);
  await count('9001', 'company', { pv: 14 });
});

const ids = (url: string): Promise<unknown[]> => portal.ids(url, 'data', 'rows');

test.each([
  ['[ENT-01]', 78, '6108', 'enterprise', '文旅企业'],
  ['[MKT-01]', 61, '6111', 'touristmarket', '旅游集市'],
  ['[CMDY-01]', 60, '6112', 'culturalcommodity', '文创商品'],
])('%s back route id %i in the menu leads to the page of column %s', async (_row, routeId, columnId, page, title) => {
  expect(await portal.inMenu(title)).toEqual([columnId, routeId, `/${page}?columnId=${columnId}`]);
});

describe('enterprises', () => {
  const list = '/api/culture/web/culturalTourismCompany';

  test('[ENT-07, ENT-08] the list answers data.rows and data.total', async () => {
    const { content: _content, ...row } = company;
    expect((await portal.get(`${list}/page?page=1&limit=12&menuId=9001`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 1, rows: [row] },
    });
    expect(await ids(`${list}/page?page=25&limit=1&menuId=9012`)).toEqual(['many-25']);
  });

  test('[ENT-07, ENT-09] the detail answers every field in data', async () =>
    expect((await portal.get(`${list}?id=company`)).body).toEqual({ status: 200, message: '操作成功', data: company }));

  test('[ENT-02] 12 are on a page', async () => expect(await portal.cardsPerPage('/enterprise?columnId=9012')).toEqual([12, 12, 1]));

  test('[ENT-02, ENT-03, ENT-05] a card shows image, title and introduction, and opens the detail with the menuId, id and subhomepage', async () => {
    const card = cardOf(await portal.open('/enterprise?columnId=9001&subhomepage=travel'), '青澜文旅集团');
    expect(pictures(card)).toEqual(['/pictures/city/company.svg']);
    expect(words(card)).toBe('青澜文旅集团演艺与研学。查看详情');
    const address = '/enterprisedetail?columnId=9001&id=company&subhomepage=travel';
    expect([linkTo(card, '查看详情'), opens(card)]).toEqual([address, { href: address, newWindow: true }]);
    const anywhere = cardOf(await portal.open('/enterprise'), '青澜文旅集团');
    expect([linkTo(anywhere, '查看详情'), opens(anywhere)?.href]).toEqual(Array(2).fill('/enterprisedetail?columnId=9001&id=company'));
  });

  test('[ENT-04] an empty list says 暂无数据', async () =>
    expect(words((await portal.open('/enterprise?columnId=9099')).querySelector('#list'))).toContain('暂无数据'));

  test('[ENT-06] the detail shows title, time, views, letter sizes and rich text', async () => {
    const page = await portal.open('/enterprisedetail?columnId=9001&id=company');
    expect([words(page.querySelector('h1')), fact(page, '发布时间'), fact(page, '浏览')]).toEqual([
      '青澜文旅集团',
      inWords('2026-11-11', 'date'),
      '14',
    ]);
    expect([...page.querySelectorAll('[aria-label="字号"] label')].map(words)).toEqual(['超大', '大', '标准', '小']);
    expect([...page.querySelectorAll('main strong')].map(words)).toContain('二〇〇三年');
  });
});

describe('tourist market', () => {
  const list = '/api/travel/web/touristMarket';

  test('[MKT-05, MKT-06] the list answers data.rows and data.total', async () => {
    const { content: _content, images: _images, ...row } = goods;
    expect((await portal.get(`${list}/page?page=1&limit=1&menuId=9101`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 2, rows: [row] },
    });
  });

  test('[MKT-05, MKT-07, CONV-08] the detail answers every field, its pictures joined by |', async () =>
    expect((await portal.get(`${list}?id=goods`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...goods, images: goods.images.join('|') },
    }));

  test('[MKT-08] the list shows twelve cards with picture, name, seller and price, to be ordered by price', async () => {
    expect(await portal.cardsPerPage('/touristmarket?columnId=9112')).toEqual([12, 12, 1]);
    const card = cardOf(await portal.open('/touristmarket?columnId=9101'), '竹编茶匾');
    expect([pictures(card), words(card)]).toEqual([['/pictures/bamboo/tray.svg'], '竹编茶匾松溪竹器社¥128']);
    expect(opens(card)).toEqual({ href: '/touristmarketdetail?columnId=9101&id=goods', newWindow: true });
    const page = await portal.open('/touristmarket?columnId=9102');
    expect(listed(await portal.open(linkTo(page, '价格从低到高') ?? '')).map(titleOf)).toEqual(['廉', '贵']);
    expect(listed(await portal.open(linkTo(page, '价格从高到低') ?? '')).map(titleOf)).toEqual(['贵', '廉']);
  });

  const detail = (id: string): Promise<Document> => portal.open(`/touristmarketdetail?columnId=9101&id=${id}`);

  test('[MKT-02] the detail has a gallery with three visible thumbnails, rich text and a sidebar (comments have tests of their own)', async () => {
    const page = await detail('goods');
    const gallery = page.querySelector('main figure') ?? undefined;
    const thumbnails = [...(gallery?.querySelectorAll('a[aria-label^="第"]') ?? [])];
    expect(thumbnails.map((link) => link.getAttribute('href'))).toEqual(goods.images);
    expect(thumbnails.filter((link) => link.hasAttribute('data-in'))).toHaveLength(3);
    expect(section(page, '商品介绍')?.querySelector('em')?.textContent).toBe('六角孔');
    expect(control(page.querySelector('[aria-label="页面工具"]') ?? undefined, '分享')).toBeDefined();
  });

  test('[MKT-03] it shows seller, suggested price, material and size', async () => {
    const page = await detail('goods');
    expect(['商家', '建议售价', '材质', '尺寸'].map((label) => fact(page, label))).toEqual(['松溪竹器社', '¥128', '毛竹', '40厘米']);
    const bare = await detail('plain');
    expect(['商家', '建议售价', '材质', '尺寸'].map((label) => fact(bare, label))).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('[MKT-04] it is bought at its link, without one not at all', async () => {
    expect(linkTo(await detail('goods'), '立即购买')).toBe('https://market.example.org/tray');
    expect(control(await detail('plain'), '立即购买')).toBeUndefined();
  });
});

describe('cultural commodities', () => {
  const list = '/api/travel/web/culturalCommodity';

  test('[CMDY-08, CMDY-10] the list answers data.rows and data.total', async () => {
    const { content: _content, images: _images, ...row } = souvenir;
    expect((await portal.get(`${list}/page?page=1&limit=1&menuId=9201`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 6, rows: [row] },
    });
  });

  test('[CMDY-08, CMDY-11, CONV-08] the detail answers every field, its pictures joined by |', async () =>
    expect((await portal.get(`${list}?id=souvenir`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...souvenir, images: souvenir.images.join('|') },
    }));

  test('[CMDY-02] 6 are on a page, and a card opens the detail', async () => {
    expect(await portal.cardsPerPage('/culturalcommodity?columnId=9212')).toEqual([6, 6, 1]);
    expect(opens(cardOf(await portal.open('/culturalcommodity?columnId=9201'), '江景书签'))).toEqual({
      href: '/culturalcommoditydetail?columnId=9201&id=souvenir',
      newWindow: true,
    });
  });

  test('[CMDY-09] the list filters by productType', async () => {
    const page = await portal.open('/culturalcommodity?columnId=6112');
    expect(filterRows(page)).toEqual({ 品类: ['全部', '文具', '家居', '服饰', '书画', '玩具'] });
    expect(await portal.chosen(page, '品类', '玩具')).toEqual(['泥老虎']);
    expect(await ids(`${list}/page?menuId=6112&productType=p3`)).toEqual(['scarf']);
  });

  const detail = (): Promise<Document> => portal.open('/culturalcommoditydetail?columnId=9201&id=souvenir');

  test('[CMDY-03] the detail shows a gallery with thumbnails, name, introduction and rich text (comments have tests of their own)', async () => {
    const page = await detail();
    expect([...page.querySelectorAll('main figure a[aria-label^="第"]')].map((link) => link.getAttribute('href'))).toEqual(souvenir.images);
    expect(words(page.querySelector('h1'))).toBe('江景书签');
    expect(words(page.querySelector('main section'))).toContain('黄铜蚀刻。');
    expect(section(page, '商品详情')?.querySelector('em')?.textContent).toBe('四枚');
  });

  test('[CMDY-04] the price has a dollar sign, on card and detail', async () => {
    expect(words((await detail()).querySelector('main section'))).toContain('$36');
    expect(words(cardOf(await portal.open('/culturalcommodity?columnId=9201'), '江景书签'))).toContain('$36');
  });

  test('[CMDY-05] it is bought in a new window', async () => {
    const buy = control(await detail(), '立即购买');
    expect([buy?.getAttribute('href'), buy?.getAttribute('target')]).toEqual(['https://shop.example.org/bookmark', '_blank']);
  });

  test('[CMDY-06, CMDY-07] 热门推荐 shows four others and leads to the whole list', async () => {
    const related = section(await detail(), '热门推荐');
    expect(articles(related).map(titleOf)).toEqual(['伴手礼1', '伴手礼2', '伴手礼3', '伴手礼4']);
    expect([...(related?.querySelectorAll('a') ?? [])].find((link) => words(link) === '更多')?.getAttribute('href')).toBe(
      '/culturalcommodity?columnId=9201',
    );
    expect(articles(section(await portal.open('/culturalcommoditydetail?columnId=9201&id=near-2'), '热门推荐')).map(titleOf)).not.toContain(
      '伴手礼2',
    );
  });
});
