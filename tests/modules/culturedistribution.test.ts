import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { openModules } from './harness';
import { cardOf, fact, filterRows, many, opens, words } from './page';
import { inWords } from '../inWords';

const list = '/api/culture/cultureDistribution/web/list';
const full = {
  id: 'full',
  menuId: '9001',
  name: '竹编果盘',
  imageUrl: '/pictures/bamboo/full.svg',
  businessTypeList: [{ name: '培训' }, { name: '非遗' }],
  money: 15,
  startTime: '2026-11-17 09:00:00',
  endTime: '2027-03-17 17:00:00',
  number: 40,
  sponsor: '青澜市文化馆',
  phone: '0571-00001306',
  touchName: '阿舟老师',
  content: '<p>编成一只<strong>果盘</strong>。</p>',
  persionalCommon: { starCount: 3, isStar: 'true' },
  distributionType: 'y3',
  venueType: 'w1',
};

const portal = openModules({}, async ({ put, count }) => {
  await put('centre', 'culturedistribution', [
    full,
    { id: 'free', menuId: '9001', name: '普法讲座', money: 0, startTime: '2026-10-01' },
    {
      id: 'show',
      menuId: '6255',
      name: '昆曲进校园',
      types: ['h1'],
      distributionType: 'y1',
      venueType: 'w2',
      areaType: 'QL0101',
      startTime: '2026-10-02',
    },
    {
      id: 'tour',
      menuId: '6255',
      name: '巡回展',
      types: ['h4'],
      distributionType: 'y4',
      venueType: 'w3',
      areaType: 'QL0202',
      startTime: '2026-10-01',
    },
    ...many(25, (number, day) => ({ id: `many-${number}`, menuId: '9012', name: `项目${number}`, startTime: day })),
  ]);
  await count('9001', 'full', { pv: 12, star: 4 });
});

test('[DIST-01, SHELL-18] back route id 31 in the menu leads to /culturedistribution', async () => {
  expect(await portal.inMenu('文化配送')).toEqual(['6255', 31, '/culturedistribution?columnId=6255']);
});

describe('calls', () => {
  test('[DIST-03, DIST-04] the list answers status 0, totalSize and data', async () => {
    const { content: _content, ...row } = full;
    expect((await portal.get(`${list}?pageNum=1&limit=1&menuId=9001`)).body).toEqual({
      status: 0,
      message: '操作成功',
      totalSize: 2,
      data: [row],
    });
  });

  test.each([
    ['types=h1', ['show']],
    ['distributionType=y4', ['tour']],
    ['venueType=w2,w3', ['show', 'tour']],
    ['areaType=QL0202', ['tour']],
    ['types=h1&areaType=QL0202', []],
    ['pageNum=2&limit=1', ['tour']],
  ])('[DIST-04] menuId=6255&%s finds %j', async (query, expected) => {
    const rows = at((await portal.get(`${list}?menuId=6255&${query}`)).body, 'data');
    expect((Array.isArray(rows) ? rows : []).map((row) => at(row, 'id'))).toEqual(expected);
  });

  test('[DIST-03, DIST-05] one item is answered with every field', async () =>
    expect((await portal.get('/api/culture/cultureDistribution/web/full')).body).toEqual({ status: 0, message: '操作成功', data: full }));

  test('[DIST-05] one that is not there fails with the message in its own envelope', async () => {
    expect(await portal.get('/api/culture/cultureDistribution/web/none')).toMatchObject({ status: 404, body: { status: 404 } });
  });
});

describe('pages', () => {
  test('[DIST-06] the list filters by type, content, place and area', async () => {
    const page = await portal.open('/culturedistribution?columnId=6255');
    expect(filterRows(page)).toEqual({
      类型: ['全部', '文艺演出', '艺术普及', '公益讲座', '巡回展览'],
      配送内容: ['全部', '演出', '讲座', '培训', '展览'],
      适合场地: ['全部', '社区', '学校', '乡村', '企业园区'],
      城区: ['全部', '文澜区', '临河区', '栖霞区'],
      县域: ['全部', '柳湾县', '松溪县'],
    });
    // Three rows are seen at once, the others when they are unfolded or one of them is in use.
    const folded = async (query = ''): Promise<[number | undefined, boolean | undefined]> => {
      const more = (await portal.open(`/culturedistribution?columnId=6255${query}`)).querySelector<HTMLDetailsElement>(
        'details.filter-rows-more',
      );
      return [more?.querySelectorAll('[role="group"]').length, more?.hasAttribute('open')];
    };
    expect([await folded(), await folded('&types=t1'), await folded('&area=QL0101')]).toEqual([
      [2, false],
      [2, false],
      [2, true],
    ]);
    for (const [row, choice, expected] of [
      ['类型', '巡回展览', '巡回展'],
      ['配送内容', '演出', '昆曲进校园'],
      ['适合场地', '乡村', '巡回展'],
      ['城区', '文澜区', '昆曲进校园'],
    ] as const)
      expect(await portal.chosen(page, row, choice)).toEqual([expected]);
  });

  test('[DIST-02, DIST-06] a card shows sponsor, place, number, price and likes, and opens the detail', async () => {
    const page = await portal.open('/culturedistribution?columnId=9001');
    const card = cardOf(page, '竹编果盘');
    expect(words(card)).toMatch(/培训.*竹编果盘.*青澜市文化馆.*适合社区.*可配送40场.*¥15.*4/);
    expect(fact(card, '点赞')).toBe('4');
    expect(opens(card)).toEqual({ href: '/culturedistributiondetail?columnId=9001&id=full', newWindow: true });
    expect(words(cardOf(page, '普法讲座'))).toContain('免费');
    expect(await portal.cardsPerPage('/culturedistribution?columnId=9012')).toEqual([12, 12, 1]);
    expect(words((await portal.open('/culturedistribution?columnId=9099')).querySelector('#list'))).toContain('暂无数据');
  });

  test('[DIST-02, DIST-03, DIST-06] the detail shows every fact', async () => {
    const page = await portal.open('/culturedistributiondetail?columnId=9001&id=full');
    expect(words(page.querySelector('h1'))).toBe('竹编果盘');
    expect(
      ['配送时间', '可配送', '配送内容', '适合场地', '主办单位', '联系人', '联系电话', '点赞', '浏览'].map((label) => fact(page, label)),
    ).toEqual([
      inWords('2026-11-17 09:00', 'moment', { until: '2027-03-17 17:00' }),
      '40场',
      '培训',
      '社区',
      '青澜市文化馆',
      '阿舟老师',
      '0571-00001306',
      '4',
      '12',
    ]);
    expect(words(page.querySelector('main'))).toMatch(/培训.*非遗.*¥15/);
    expect([...page.querySelectorAll('main strong')].map(words)).toContain('果盘');
  });
});
