import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { friday, openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, listed, many, opens, pictures, titleOf, words } from './page';

const list = '/api/information/web/page';
const full = {
  id: 'full',
  columnId: '9001',
  title: '剪纸进校园',
  remark: '<em>十二所</em>小学',
  image: '/pictures/lotus/info-full.svg',
  publishDate: '2026-11-18 09:30:00',
  updateTime: '2026-11-19 10:00:00',
  auther: '沈砚',
  source: '青澜日报',
  pv: 321,
  content: '<p>第一课在<strong>临河小学</strong>。</p>',
};
const bare = { id: 'bare', columnId: '9001', title: '只有标题', publishDate: '2026-11-01 00:00:00' };

const portal = openModules({ copy: true, now: friday }, async ({ put, count }) => {
  await put('centre', 'information', [
    full,
    bare,
    { id: 'typed-1', columnId: '6101', title: '甲', types: ['i1'], infoType: 'x1', publishDate: '2026-11-03' },
    { id: 'typed-2', columnId: '6101', title: '乙', types: ['i2', 'i3'], infoType: 'x2', publishDate: '2026-11-02' },
    {
      id: 'carded',
      columnId: '6176',
      title: '招募讲解员',
      remark: '<em>周末</em>到岗',
      image: '/pictures/lotus/info-carded.svg',
      types: ['n1'],
      publishDate: '2026-11-05 08:00:00',
    },
    { id: 'volunteers', columnId: '6197', title: '志愿者名单', types: ['n3'], publishDate: '2026-11-05' },
    ...many(25, (number, day) => ({ id: `many-${number}`, columnId: '9012', title: `第${number}篇`, publishDate: day })),
  ]);
  for (const tenant of ['museum', 'library']) {
    await put(tenant, 'information', [
      { id: 'own', columnId: '6176', title: '本栏目的', types: ['n3'], publishDate: '2026-11-05' },
      { id: 'other', columnId: '6197', title: '别的栏目的', types: ['n3'], publishDate: '2026-11-05' },
    ]);
  }
  await count('9001', 'full', { pv: 57 });
});

const ids = (query: string): Promise<unknown[]> => portal.ids(`${list}?${query}`, 'list', 'data', 'rows');

describe('calls', () => {
  test('[INFO-11, INFO-12] the list answers list.status, list.data.total and list.data.rows with every field but the body', async () => {
    const { content: _content, ...row } = full;
    expect((await portal.get(`${list}?page=1&limit=1&columnId=9001`)).body).toEqual({
      list: { status: 200, message: '操作成功', data: { total: 2, rows: [row] } },
    });
  });

  test('[INFO-11, INFO-13] the detail answers status and data.info with every field', async () => {
    expect((await portal.get('/api/information/web/full')).body).toEqual({ status: 200, message: '操作成功', data: { info: full } });
  });

  test.each([
    ['columnId=9001', ['full', 'bare']],
    ['columnId=6101&types=i1', ['typed-1']],
    ['columnId=6101&types=i1,i3', ['typed-1', 'typed-2']],
    ['columnId=6101&codes=i2', ['typed-2']],
    ['columnId=6101&infoType=x2', ['typed-2']],
    ['columnId=6101&types=i1&codes=i2', []],
    ['columnId=9001&page=2&limit=1', ['bare']],
  ])('[INFO-12] %s finds %j', async (query, expected) => expect(await ids(query)).toEqual(expected));

  test('[INFO-14, INFO-16] the book answers the newest articles of a column without their bodies', async () => {
    const { body } = await portal.get('/api/information/web/book?columnId=9012&page=1&limit=3');
    expect(body).toMatchObject({ status: 200, data: { total: 25, rows: [{ id: 'many-1' }, { id: 'many-2' }, { id: 'many-3' }] } });
    expect(at((await portal.get('/api/information/web/book?columnId=9001')).body, 'data', 'rows', 0)).not.toHaveProperty('content');
  });
});

describe('the list', () => {
  test('[INFO-01] back route id 32 in the menu leads to /information', async () => {
    expect(await portal.inMenu('资讯动态')).toEqual(['6101', 32, '/information?columnId=6101']);
  });

  test('[INFO-02] it has a banner, breadcrumbs, the types of its column and a pager', async () => {
    const page = await portal.open('/information?columnId=6101');
    expect(pictures(page.querySelector('main') ?? undefined)).toContain('/pictures/scroll/head.svg?size=1600x200');
    expect(words(page.querySelector('[aria-label="当前位置"]'))).toMatch(/^首页 ?\/? ?资讯动态$/);
    expect(filterRows(page)).toEqual({ 类型: ['全部', '馆内动态', '政策法规', '非遗保护', '志愿服务', '艺术普及'] });
    expect(await portal.chosen(page, '类型', '非遗保护')).toEqual(['乙']);
    expect((await portal.open('/information?columnId=9012')).querySelector('[aria-label="翻页"]')).not.toBeNull();
  });

  test('[INFO-03, INFO-05] a column without an advert shows model1: image, title, remark without tags and date in a row', async () => {
    const card = cardOf(await portal.open('/information?columnId=9001'), '剪纸进校园');
    expect(pictures(card)).toEqual(['/pictures/lotus/info-full.svg']);
    expect(words(card)).toContain('十二所小学');
    expect(card?.querySelector('em')).toBeNull();
    expect(words(card)).toContain('11月18日');
    expect(control(card, '查看详情')).toBeUndefined();
  });

  test('[INFO-04, INFO-05] a column with model2 in the ad slot information shows cards: image, title, date, HTML remark and a link to the details', async () => {
    const page = await portal.open('/information?columnId=6176');
    const card = cardOf(page, '招募讲解员');
    expect(pictures(card)).toEqual(['/pictures/lotus/info-carded.svg']);
    expect(card?.querySelector('em')?.textContent).toBe('周末');
    expect(words(card)).toContain('11月5日');
    expect(linkTo(card, '查看详情')).toBe('/informationdetail?columnId=6176&id=carded');
  });

  test.each([
    ['', ''],
    ['&subhomepage=travel', '&subhomepage=travel'],
  ])('[INFO-06] with %j in the address a card opens its detail with %j, in a new window', async (given, kept) => {
    const page = await portal.open(`/information?columnId=9001${given}`);
    expect(opens(cardOf(page, '剪纸进校园'))).toEqual({ href: `/informationdetail?columnId=9001&id=full${kept}`, newWindow: true });
  });

  test('[INFO-07] a column without articles says so', async () =>
    expect(words((await portal.open('/information?columnId=9099')).querySelector('#list'))).toContain('暂无数据'));

  test('[INFO-08] 12 articles are on a page', async () =>
    expect(await portal.cardsPerPage('/information?columnId=9012')).toEqual([12, 12, 1]));
});

describe('one column in place of another', () => {
  test('[INFO-15] choosing the one code in column 6176 lists column 6197 at the one institution', async () => {
    expect(listed(await portal.open('/information?columnId=6176&types=n3')).map(titleOf)).toEqual(['志愿者名单']);
    expect(listed(await portal.open('/information?columnId=6176&types=n1')).map(titleOf)).toEqual(['招募讲解员']);
    expect(listed(await portal.open('/information?columnId=6176')).map(titleOf)).toEqual(['招募讲解员']);
  });

  test('[INFO-15, TENANT-06] other institutions are not touched by it', async () => {
    expect(listed(await portal.open('/information?columnId=6176&types=n3', 'museum.localhost')).map(titleOf)).toEqual(['本栏目的']);
  });

  test('[INFO-17] it is configuration: an institution says its own columns and code in its files', async () => {
    const columnId = {
      cases: { moved: { when: { '/query/columnId': '6176', '/query/types': 'n3' }, value: { const: '6197' } } },
      otherwise: '/query/columnId',
    };
    await writeFile(
      join(portal.root, 'tenants/library/modules/information.json'),
      JSON.stringify({ pages: { information: { with: { columnId } } } }),
    );
    portal.pass(120_000);
    expect(listed(await portal.open('/information?columnId=6176&types=n3', 'library.localhost')).map(titleOf)).toEqual(['别的栏目的']);
    expect(portal.problems).toEqual([]);
  });
});

describe('the detail', () => {
  test('[INFO-09] it shows title, date, views, body, four letter sizes and tools (comments have tests of their own)', async () => {
    const page = await portal.open('/informationdetail?columnId=9001&id=full');
    expect(words(page.querySelector('h1'))).toBe('剪纸进校园');
    expect(fact(page, '发布时间')).toBe('11月18日');
    expect(fact(page, '浏览')).toBe('57');
    expect([...page.querySelectorAll('main strong')].map(words)).toContain('临河小学');
    expect([...page.querySelectorAll('[aria-label="字号"] label')].map(words)).toEqual(['超大', '大', '标准', '小']);
    const tools = page.querySelector('[aria-label="页面工具"]') ?? undefined;
    expect(control(tools, '分享')).toBeDefined();
    const body = await portal.payload('/informationdetail?columnId=9001&id=full');
    expect(at(body, 'definition', 'tools')).toMatchObject({ share: { tool: 'share' }, top: { tool: 'top' } });
  });

  test('[INFO-10] author and source are shown', async () => {
    const page = await portal.open('/informationdetail?columnId=9001&id=full');
    expect([fact(page, '作者'), fact(page, '来源')]).toEqual(['沈砚', '青澜日报']);
  });

  test('[INFO-10] without author and source their labels are not there', async () => {
    const page = await portal.open('/informationdetail?columnId=9001&id=bare');
    expect(words(page.querySelector('h1'))).toBe('只有标题');
    expect([fact(page, '作者'), fact(page, '来源')]).toEqual([undefined, undefined]);
    expect(words(page.querySelector('main'))).not.toMatch(/作者|来源/);
  });

  test('the articles beside it are others', async () => {
    const beside = (await portal.open('/informationdetail?columnId=9001&id=full')).querySelector('aside');
    expect([...(beside?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual(['只有标题']);
  });
});
