import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, listed, many, titleOf, words } from './page';
import { inWords } from '../inWords';

const list = '/api/culture/CultureOrder/web';
const order = {
  id: 'full',
  menuId: '6190',
  orderName: '周同学',
  types: ['o2', 'o6'],
  typeValues: [{ value: '培训' }, { value: '流动服务' }],
  content: '想学漆扇',
  insertTime: '2026-11-19 16:22:00',
  answer: '周末开课',
};

const portal = openModules({}, async ({ put }) => {
  await put('centre', 'culturalorder', [
    { ...order, orderTelphoneNum: '13800000000', departmentCode: 'x' },
    { id: 'waiting', menuId: '6190', content: '想看戏', types: ['o1'], insertTime: '2026-11-18 09:00:00' },
  ]);
  await put(
    'centre',
    'culturalorder',
    [
      ['9010', 10],
      ['9021', 21],
    ].flatMap(([column, count]) =>
      many(Number(count), (number, day) => ({
        id: `${column}-${number}`,
        menuId: String(column),
        orderName: `点单人${number}`,
        content: '点单',
        insertTime: `${day} 10:00:00`,
      })),
    ),
  );
});

test('[ORDER-09, ORDER-13] the list answers status 0, totalSize and data, without telephone numbers', async () => {
  const { body } = await portal.get(`${list}/6190/list?pageNum=1&limit=10`);
  expect(body).toMatchObject({ status: 0, totalSize: 2 });
  expect(at(body, 'data', 0)).toEqual(order);
  expect(JSON.stringify(body)).not.toMatch(/138|departmentCode/);
});

test.each([
  ['types=o1', ['waiting']],
  ['types=o1,o2', ['full', 'waiting']],
  ['pageNum=2&limit=1', ['waiting']],
])('[ORDER-13] %s finds %j', async (query, ids) => {
  const rows = at((await portal.get(`${list}/6190/list?${query}`)).body, 'data');
  expect(Array.isArray(rows) && rows.map((row) => at(row, 'id'))).toEqual(ids);
});

test('[ORDER-13] what it does not declare it refuses, in its own envelope', async () => {
  const { status, body } = await portal.get(`${list}/6190/list?orderTelphoneNum=13800000000`);
  expect([status, at(body, 'status')]).toEqual([400, 400]);
});

test('[ORDER-10] the types of the column are a tree of id, name and children', async () => {
  expect(at((await portal.get('/api/communal/web/dict/searchType?menuId=6190')).body, 'data', 'customType', 0)).toMatchObject({
    id: 'o10',
    name: '类型',
  });
});

test('[ORDER-01] back route id 30 in the menu leads to /culturalorder', async () => {
  expect(await portal.inMenu('文化点单')).toEqual(['6190', 30, '/culturalorder?columnId=6190']);
});

describe('the reply centre', () => {
  test('[ORDER-09] shows name, types, words, time and answer of earlier orders', async () => {
    const page = await portal.open('/culturalorder?columnId=6190');
    expect([...page.querySelectorAll('h2')].map(words)).toContain('回复中心');
    const card = cardOf(page, '周同学');
    expect([...(card?.querySelectorAll('.tag') ?? [])].map(words)).toEqual(['培训', '流动服务']);
    expect([words(card?.querySelector('.post-card-text')), words(card?.querySelector('.card-date')), fact(card, '答复')]).toEqual([
      '想学漆扇',
      inWords('2026-11-19 16:22', 'dateTime'),
      '周末开课',
    ]);
    expect(fact(cardOf(page, '匿名'), '答复')).toBe('已收到，正在安排');
  });

  test('[ORDER-13] narrows by the types of the column', async () => {
    const page = await portal.open('/culturalorder?columnId=6190');
    expect(filterRows(page)['地点']).toEqual(['全部', '到馆参加', '送到社区', '送到学校']);
    expect(filterRows(page)['类型']).toEqual(['全部', '演出', '培训', '展览', '讲座', '文艺辅导', '流动服务']);
    expect(await portal.chosen(page, '类型', '演出')).toEqual(['匿名']);
  });

  test('[ORDER-11, ORDER-12] grows by 10 through a link, and ends with a message', async () => {
    const counts: number[] = [];
    for (let address: string | undefined = '/culturalorder?columnId=9021'; address !== undefined;) {
      const page: Document = await portal.open(address);
      counts.push(listed(page).length);
      address = linkTo(page, '加载更多');
      if (address === undefined) expect(words(page.querySelector('#list'))).toContain('已显示全部点单');
      else expect(words(page.querySelector('#list'))).not.toContain('已显示全部点单');
    }
    expect(counts).toEqual([10, 20, 21]);
  });

  test('[ORDER-12] a page that is not followed by another one ends at once', async () => {
    const page = await portal.open('/culturalorder?columnId=9010');
    expect([listed(page).length, control(page, '加载更多'), words(page.querySelector('.list-body-end'))]).toEqual([
      10,
      undefined,
      '已显示全部点单',
    ]);
  });

  test.each(['/culturalorder?columnId=9099', '/culturalorder'])('[CONV-06] %s says 暂无数据', async (address) => {
    const page = await portal.open(address);
    expect([listed(page).map(titleOf), words(page.querySelector('#list'))]).toEqual([[], expect.stringContaining('暂无数据')]);
  });
});
