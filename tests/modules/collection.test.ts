import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { friday, openModules } from './harness';
import { cardOf, control, fact, filterRows, listed, many, opens, pictures, titleOf, words } from './page';
import { inWords } from '../inWords';

const vase = {
  id: 'vase',
  menuId: '9001',
  cover: '/pictures/porcelain/vase.svg',
  title: '青釉梅瓶',
  pictures: ['front', 'back', 'foot', 'mouth'].map((name) => ({
    id: name,
    image: `/pictures/porcelain/vase-${name}.svg`,
    description: `${name}`,
  })),
};
const opera = {
  id: 'opera',
  menuId: '9101',
  title: '《玉簪记》',
  venue: '临河剧场',
  insertTime: '2026-12-05 19:30:00',
  times: '150分钟',
  prices: '80/180/280元',
  remarks: '一米二以下谢绝入场',
  imageUrl: '/pictures/stage/opera.svg',
  url: 'https://tickets.example.org/opera',
};
const topic = {
  id: 'topic',
  menuId: '9201',
  title: '云上非遗馆',
  image: '/pictures/lotus/topic.svg',
  link: 'https://topics.example.org/heritage',
};

const portal = openModules({ now: friday }, async ({ put }) => {
  await put('centre', 'exhibit', [
    vase,
    { id: 'plain', menuId: '9002', title: '无图残片' },
    { id: 'single', menuId: '9002', title: '一图', pictures: [{ id: 'one', image: '/pictures/lotus/one.svg' }] },
    { id: 'print', menuId: '6103', title: '门神', types: ['a1'] },
    { id: 'wood', menuId: '6103', title: '牛腿', types: ['a4'] },
    ...many(25, (number) => ({ id: `many-${number}`, menuId: '9012', title: `藏品${number}` })),
  ]);
  await put('centre', 'ticket', [
    opera,
    { id: 'bare', menuId: '9101', title: '露天电影', insertTime: '2026-12-01 00:00:00' },
    { id: 'music', menuId: '6109', title: '弦乐四重奏', types: ['k2'], areaType: 'v2', insertTime: '2026-12-03 19:30:00' },
    { id: 'drama', menuId: '6109', title: '茶馆', types: ['k3'], areaType: 'v1', insertTime: '2026-12-02 19:30:00' },
    { id: 'past', menuId: '9111', title: '旧戏', insertTime: '2020-05-01 19:30:00', url: 'https://tickets.example.org/past' },
    {
      id: 'lasting',
      menuId: '9111',
      title: '常设展',
      insertTime: '2020-05-01 09:00:00',
      endTime: '2090-12-31 17:00:00',
      url: 'https://tickets.example.org/lasting',
    },
    { id: 'ahead', menuId: '9111', title: '新戏', insertTime: '2090-05-01 19:30:00', url: 'https://tickets.example.org/ahead' },
    { id: 'tonight', menuId: '9112', title: '今日的戏', insertTime: '2026-11-20 00:00:00' },
    { id: 'long-ago', menuId: '9112', title: '从前的戏', insertTime: '2020-05-01 19:30:00' },
    { id: 'shut', menuId: '9112', title: '撤展', insertTime: '2020-05-01 09:00:00', endTime: '2020-06-01 17:00:00' },
    { id: 'open', menuId: '9112', title: '展期中', insertTime: '2020-05-01 09:00:00', endTime: '2090-06-01 17:00:00' },
    { id: 'someday', menuId: '9112', title: '将来的戏', insertTime: '2090-05-01 19:30:00' },
    ...many(21, (number, day) => ({ id: `many-${number}`, menuId: '9110', title: `演出${number}`, insertTime: `${day} 19:30:00` })),
  ]);
  await put('centre', 'culture', [
    topic,
    { id: 'hall', menuId: '6110', title: '线上展厅', types: ['c2'] },
    { id: 'lesson', menuId: '6110', title: '艺术云课', types: ['c4'] },
    ...many(25, (number) => ({ id: `many-${number}`, menuId: '9212', title: `专题${number}` })),
  ]);
});

const ids = async (url: string, ...path: string[]): Promise<unknown[]> => (await portal.ids(url, ...path)).sort();

test.each([
  ['[EXH-01]', 111, '6103', 'exhibit', '民艺珍藏'],
  ['[TICK-01]', 67, '6109', 'ticket', '演出票务'],
  ['[TOPIC-01]', 76, '6110', 'culture', '数字专题'],
])('%s back route id %i in the menu leads to the page of column %s', async (_row, routeId, columnId, page, title) => {
  expect(await portal.inMenu(title)).toEqual([columnId, routeId, `/${page}?columnId=${columnId}`]);
});

describe('exhibits', () => {
  const list = '/api/portal/web/exhibit/page';

  test('[EXH-07, EXH-08, CONV-23] the list answers data.data.rows and data.data.total, at the root though its path is written without a slash', async () => {
    const { pictures: _pictures, ...row } = vase;
    expect((await portal.get(`${list}?page=1&limit=12&menuId=9001`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { data: { total: 1, rows: [row] } },
    });
  });

  test.each([
    ['menuId=6103&types=a1', ['print']],
    ['menuId=6103&type=dict&types=a1,a4', ['print', 'wood']],
    ['menuId=9002', ['plain', 'single']],
  ])('[EXH-08] %s finds %j', async (query, expected) => expect(await ids(`${list}?${query}`, 'data', 'data', 'rows')).toEqual(expected));

  test('[EXH-07, EXH-09] the detail answers id, cover and title, and id, image and description of its pictures', async () => {
    expect((await portal.get('/api/portal/web/exhibit/vase')).body).toEqual({ status: 200, message: '操作成功', data: vase });
  });

  test('[EXH-02] the list has banner, breadcrumbs, types, cards of cover and title, and a pager', async () => {
    const page = await portal.open('/exhibit?columnId=6103');
    expect(pictures(page.querySelector('main') ?? undefined)).toContain('/pictures/textile/head.svg?size=1600x200');
    expect(words(page.querySelector('[aria-label="当前位置"]'))).toContain('民艺珍藏');
    expect(filterRows(page)).toEqual({ 纸上布上: ['全部', '年画', '剪纸', '刺绣'], 雕刻塑造: ['全部', '木雕', '陶塑'] });
    expect(await portal.chosen(page, '雕刻塑造', '木雕')).toEqual(['牛腿']);
    const card = cardOf(await portal.open('/exhibit?columnId=9001'), '青釉梅瓶');
    expect([words(card), pictures(card)]).toEqual(['青釉梅瓶', ['/pictures/porcelain/vase.svg']]);
    expect((await portal.open('/exhibit?columnId=9012')).querySelector('[aria-label="翻页"]')).not.toBeNull();
  });

  test('[EXH-02] an empty list says 暂无数据', async () =>
    expect(words((await portal.open('/exhibit?columnId=9099')).querySelector('#list'))).toContain('暂无数据'));

  test('[EXH-03] a card opens the detail with columnId, id and subhomepage', async () => {
    expect(opens(cardOf(await portal.open('/exhibit?columnId=9001&subhomepage=travel'), '青釉梅瓶'))).toEqual({
      href: '/exhibitdetail?columnId=9001&id=vase&subhomepage=travel',
      newWindow: true,
    });
    expect(opens(cardOf(await portal.open('/exhibit?columnId=9001'), '青釉梅瓶'))?.href).toBe('/exhibitdetail?columnId=9001&id=vase');
  });

  test('[EXH-04] 12 are on a page', async () => expect(await portal.cardsPerPage('/exhibit?columnId=9012')).toEqual([12, 12, 1]));

  test('[EXH-05] the detail has a gallery with a strip of three visible thumbnails and the number of the picture among all', async () => {
    const page = await portal.open('/exhibitdetail?columnId=9001&id=vase');
    const gallery = page.querySelector('main figure') ?? undefined;
    expect(words(gallery)).toContain('1 / 4');
    const thumbnails = [...(gallery?.querySelectorAll('a[aria-label^="第"]') ?? [])];
    expect(thumbnails.map((link) => link.getAttribute('href'))).toEqual(vase.pictures.map((picture) => picture.image));
    expect(thumbnails.filter((link) => link.hasAttribute('data-in'))).toHaveLength(3);
    expect(
      at(
        await portal.payload('/exhibitdetail?columnId=9001&id=vase'),
        'definition',
        'sections',
        'look',
        'sections',
        'pictures',
        'thumbnails',
      ),
    ).toBe(3);
  });

  test('[EXH-05] one picture needs neither strip nor number, none no gallery', async () => {
    const single = (await portal.open('/exhibitdetail?columnId=9002&id=single')).querySelector('main figure') ?? undefined;
    expect(pictures(single)).toEqual(['/pictures/lotus/one.svg']);
    expect(words(single)).not.toContain('/');
    expect((await portal.open('/exhibitdetail?columnId=9002&id=plain')).querySelector('main figure')).toBeNull();
  });

  test('[EXH-06] the sidebar shares the page under the title 图片 with its own address (comments have tests of their own)', async () => {
    const body = await portal.payload('/exhibitdetail?columnId=9001&id=vase');
    expect(at(body, 'definition', 'tools', 'share')).toEqual({ tool: 'share', title: '图片' });
    expect(at(body, 'head', 'canonical')).toBe('http://localhost/exhibitdetail?columnId=9001&id=vase');
    const page = await portal.open('/exhibitdetail?columnId=9001&id=vase');
    expect(control(page.querySelector('[aria-label="页面工具"]') ?? undefined, '分享')).toBeDefined();
  });

  test('the museum shows nine in its own columns', async () => {
    await portal.put(
      'museum',
      'exhibit',
      many(10, (number) => ({ id: `m-${number}`, menuId: '7101', title: `馆藏${number}` })),
    );
    expect(listed(await portal.open('/exhibit?columnId=7101', 'museum.localhost'))).toHaveLength(9);
  });
});

describe('tickets', () => {
  const list = '/api/onlinevenues/web/ticket/page';

  test('[TICK-06, TICK-07] the list answers data.total and data.rows with every field', async () => {
    expect((await portal.get(`${list}?page=2&limit=1&menuId=9101`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 2, rows: [{ ...opera, status: { code: 0 } }] },
    });
  });

  test.each([
    ['menuId=6109&types=k2', ['music']],
    ['menuId=6109&type=dict&areaType=v1', ['drama']],
    ['menuId=6109&types=k2,k3', ['drama', 'music']],
  ])('[TICK-07] %s finds %j', async (query, expected) => expect(await ids(`${list}?${query}`, 'data', 'rows')).toEqual(expected));

  test('[TICK-02] the page filters by type, venue and date', async () => {
    const page = await portal.open('/ticket?columnId=6109');
    expect(filterRows(page)).toMatchObject({
      类型: ['全部', '戏曲', '音乐', '话剧', '舞蹈', '曲艺'],
      场馆: ['全部', '剧场', '音乐厅', '小剧场', '户外'],
    });
    expect(await portal.chosen(page, '类型', '音乐')).toEqual(['弦乐四重奏']);
    expect(await portal.chosen(page, '场馆', '剧场')).toEqual(['茶馆']);
    expect(listed(await portal.open('/ticket?columnId=6109&datesFrom=2026-12-03&datesTo=2026-12-03')).map(titleOf)).toEqual(['弦乐四重奏']);
    expect((await portal.open('/ticket?columnId=9110')).querySelector('[aria-label="翻页"]')).not.toBeNull();
  });

  test('[TICK-03] a card shows title, venue, start, duration, prices and remarks', async () => {
    const card = cardOf(await portal.open('/ticket?columnId=9101'), '《玉簪记》');
    expect(['场馆', '开始时间', '时长', '票价', '备注'].map((label) => fact(card, label))).toEqual([
      '临河剧场',
      inWords('2026-12-05 19:30', 'moment', { now: friday }),
      '150分钟',
      '80/180/280元',
      '一米二以下谢绝入场',
    ]);
    expect(pictures(card)).toEqual(['/pictures/stage/opera.svg']);
  });

  test('[TICK-03] without venue, duration and remarks their labels are not there', async () => {
    const card = cardOf(await portal.open('/ticket?columnId=9101'), '露天电影');
    expect(['场馆', '时长', '票价', '备注'].map((label) => fact(card, label))).toEqual([undefined, undefined, undefined, undefined]);
    expect(fact(card, '开始时间')).toBe(inWords('2026-12-01', 'moment', { now: friday }));
  });

  test('[TICK-04] the button buys at the address of the item in a new window', async () => {
    const page = await portal.open('/ticket?columnId=9101');
    const buy = control(cardOf(page, '《玉簪记》'), '在线购票');
    expect([buy?.getAttribute('href'), buy?.getAttribute('target')]).toEqual(['https://tickets.example.org/opera', '_blank']);
    expect(control(cardOf(page, '露天电影'), '在线购票')).toBeUndefined();
  });

  test('what is on comes first, then what is to come; nothing is sold of what is over', async () => {
    const page = await portal.open('/ticket?columnId=9111');
    expect(listed(page).map(titleOf)).toEqual(['常设展', '新戏', '旧戏']);
    expect(fact(cardOf(page, '常设展'), '结束时间')).toBe(inWords('2090-12-31', 'day', { now: friday }));
    expect(['常设展', '新戏', '旧戏'].map((title) => control(cardOf(page, title), '在线购票')?.getAttribute('target'))).toEqual([
      '_blank',
      '_blank',
      undefined,
    ]);
    expect(words(cardOf(page, '旧戏'))).toContain('已结束');
  });

  test.each([
    ['0', ['someday']],
    ['1', ['open', 'tonight']],
    ['2', ['long-ago', 'shut']],
  ])('what has no end is, for those who ask for the state %s, on until its day ends', async (status, expected) => {
    expect(await ids(`${list}?menuId=9112&status=${status}`, 'data', 'rows')).toEqual(expected);
    const { body } = await portal.get(`${list}?menuId=9112&limit=100`);
    const rows = (body as { data: { rows: { id: string; status?: { code?: number } }[] } }).data.rows;
    expect(rows.flatMap(({ id, status: { code } = {} }) => (String(code) === status ? [id] : [])).sort()).toEqual(expected);
  });

  test('[TICK-05] 10 are on a page', async () => expect(await portal.cardsPerPage('/ticket?columnId=9110')).toEqual([10, 10, 1]));
});

describe('topics', () => {
  const list = '/api/culture/web/topicLink/page';

  test('[TOPIC-05, TOPIC-06, TOPIC-07] the list answers data.total and data.rows with every field', async () => {
    expect((await portal.get(`${list}?page=1&limit=12&menuId=9201`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 1, rows: [topic] },
    });
  });

  test('[TOPIC-06] type names types of the column', async () =>
    expect(await ids(`${list}?menuId=6110&type=c2`, 'data', 'rows')).toEqual(['hall']));

  test('[TOPIC-02] the page filters by the types of its column', async () => {
    const page = await portal.open('/culture?columnId=6110');
    expect(filterRows(page)).toEqual({ 类型: ['全部', '非遗档案', '线上展厅', '全民艺普', '艺术云课'] });
    expect(await portal.chosen(page, '类型', '艺术云课')).toEqual(['艺术云课']);
  });

  test('[TOPIC-03] a card opens its link in a new window, without a link nothing', async () => {
    const card = cardOf(await portal.open('/culture?columnId=9201'), '云上非遗馆');
    expect(opens(card)).toEqual({ href: 'https://topics.example.org/heritage', newWindow: true });
    expect(pictures(card)).toEqual(['/pictures/lotus/topic.svg']);
    expect(opens(cardOf(await portal.open('/culture?columnId=6110'), '线上展厅'))).toBeUndefined();
  });

  test('[TOPIC-04] 12 are on a page', async () => expect(await portal.cardsPerPage('/culture?columnId=9212')).toEqual([12, 12, 1]));
});
