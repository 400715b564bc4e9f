import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../../src/runtime/action';
import { formatDisplay } from '../../src/runtime/display';
import { loadDemoContent } from '../../src/demo/loadDemoContent';
import { at } from '../server/portal';
import { friday, openModules } from './harness';
import { projectRoot } from '../server/projectDefinitions';
import { control, linkTo, listed, many, opens, pictures, titleOf, words } from './page';

const hosts = { centre: 'localhost', museum: 'museum.localhost', library: 'library.localhost' } as const;
const portal = openModules({ now: friday }, async ({ put, database, definitions }) => {
  const now = Date.parse('2026-11-20T10:00:00+08:00');
  await loadDemoContent(database, definitions, projectRoot, now);
  await put(
    'centre',
    'information',
    many(23, (number, day) => ({ id: `many-${number}`, columnId: '6101', title: `缠花第${number}讲`, publishDate: day })),
  );
});

const page = (query: Record<string, string>, host?: string): Promise<Document> =>
  portal.open(`/search?${new URLSearchParams(query).toString()}`, host);
const radios = (document: Document): [string, string, boolean][] =>
  [...document.querySelectorAll<HTMLInputElement>('#list input[type=radio]')].map((input) => [
    words(input.parentElement),
    input.value,
    input.checked,
  ]);
const kind = (card: Element): string => words(card.querySelector('.counters'));
const badge = (card: Element): string => words(card.querySelector('.badge'));

describe('the page', () => {
  test('[SHELL-02] every page has a search that leads here with key', async () => {
    for (const address of ['/', '/venue?columnId=6140', '/search']) {
      const form = (await portal.open(address)).querySelector('header form');
      expect([form?.getAttribute('action'), form?.getAttribute('method'), form?.querySelector('input')?.getAttribute('name')]).toEqual([
        '/search',
        'get',
        'key',
      ]);
    }
  });

  test('[SRCH-01, SRCH-02] it shows a keyword box and radio filters in their state', async () => {
    const document = await page({ key: '昆曲', type: 'activity' });
    expect(document.querySelector('#list input[type=search]')).toMatchObject({ name: 'key', value: '昆曲' });
    expect(radios(document).slice(0, 4)).toEqual([
      ['全部', '', false],
      ['资讯 1', 'info', false],
      ['活动 1', 'activity', true],
      ['场馆 1', 'venue', false],
    ]);
    expect(radios(await page({}))).toEqual([
      ['全部', '', true],
      ['资讯', 'info', false],
      ['活动', 'activity', false],
      ['场馆', 'venue', false],
    ]);
    expect(radios(await page({ key: '昆曲' })).flatMap(([label, , checked]) => (checked ? [label] : []))).toEqual(['全部']);
    expect(listed(document).map(kind)).toEqual(['活动']);
    expect(words(document.querySelector('h1'))).toBe('站内搜索');
  });

  test('the choices are the kinds that something is found of, in the words of the menu, and what was chosen', async () => {
    expect(radios(await page({ key: '民宿' })).map(([label, value]) => [label.replace(/ \d+$/, ''), value])).toEqual(
      expect.arrayContaining([
        ['全部', ''],
        ['民宿酒店', 'homestayhotel'],
      ]),
    );
    expect(radios(await page({ key: '缠花' }))).toEqual([
      ['全部', '', true],
      ['资讯 23', 'info', false],
    ]);
    expect(radios(await page({ key: 'zzzz', type: 'venue' }))).toEqual([
      ['全部', '', false],
      ['场馆 0', 'venue', true],
    ]);
  });

  test('the counts of a kind are those of its results, whichever is chosen', async () => {
    for (const [label, value] of radios(await page({ key: '讲座' })).filter(([, kind]) => kind !== '')) {
      const narrowed = await page({ key: '讲座', type: value });
      expect(words(narrowed.querySelector('#list [role=status]'))).toBe(`共${label.split(' ').at(-1) ?? ''}条`);
      expect(radios(narrowed).find(([, kind]) => kind === value)?.[0]).toBe(label);
    }
  });

  test('[SRCH-03, SRCH-04] results are labelled by their module and lead to its detail page', async () => {
    const cards = listed(await page({ key: '昆曲' }));
    const seen = Object.fromEntries(cards.map((card) => [kind(card), opens(card)?.href]));
    expect(seen).toMatchObject({
      资讯: '/informationdetail?columnId=6101&id=info-0016',
      活动: '/appointmentdetail?columnId=6113&id=act-0001',
      场馆: '/venuedetail?columnId=6140&id=venue-0006',
    });
    for (const address of Object.values(seen))
      expect((await portal.get(address ?? '', 'localhost', { accept: 'text/html' })).status).toBe(200);
  });

  test('what a result can be done with is said as on the list of its module', async () => {
    const [activity] = listed(await page({ key: '昆曲', type: 'activity' }));
    const onList = listed(await portal.open('/appointment?columnId=6113&keyword=昆曲&field=name')).find((card) =>
      opens(card)?.href.includes('act-0001'),
    );
    expect(badge(activity as Element)).not.toBe('');
    expect(badge(activity as Element)).toBe(badge(onList as Element));
    expect(listed(await page({ key: '昆曲', type: 'info' })).map(badge)).toEqual(['']);
  });

  test.each([
    ['info', '资讯', '/informationdetail?columnId=9&id=7'],
    ['venue', '场馆', '/venuedetail?columnId=9&id=7'],
    ['activity', '活动', '/appointmentdetail?columnId=9&id=7'],
  ])(
    '[SRCH-03, SRCH-04, SRCH-06] of a back end that answers nothing but the six fields, %s is labelled and leads on as well',
    (moduleType, label, href) => {
      const compiled = portal.definitions.portal('centre')?.pages.get('/search');
      const card = compiled?.cards['search:result'];
      const scope = { row: { id: '1', entityId: '7', menuId: '9', title: '标题', moduleType, fid: '100001' } };
      const labels = Object.fromEntries(Object.entries(compiled?.codelists ?? {}).map(([name, { options }]) => [name, options ?? {}]));
      const shown = [card?.counters?.['kind'], card?.title].map(
        (display) => formatDisplay(display, scope, { patterns: {}, texts: {}, labels, now: 0 })?.text,
      );
      expect([...shown, resolveTarget(card?.opens, scope, { patterns: {}, login: '', here: '', signedIn: false })?.href]).toEqual([
        label,
        '标题',
        href,
      ]);
    },
  );

  test('what was searched for is marked in titles and texts', async () => {
    const card = listed(await page({ key: '录音棚' })).find((each) => titleOf(each).startsWith('声音的房间'));
    expect(words(card?.querySelector('h2 mark'))).toBe('录音棚');
    expect(words(card?.querySelector('.card-text'))).not.toBe('');
    expect(pictures(card)[0]).toMatch(/^\/pictures\//);
  });

  test('[SRCH-05] 10 results a page, with a pager that keeps the search', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((number) => page({ key: '缠花', type: 'info', page: number })));
    expect(pages.map((document) => listed(document).length)).toEqual([10, 10, 3]);
    expect(words(pages[0]?.querySelector('#list [role=status]'))).toBe('共23条');
    expect(linkTo(pages[0], '下一页')).toBe('/search?type=info&key=%E7%BC%A0%E8%8A%B1&page=2');
    expect(new Set(pages.flatMap((document) => listed(document).map(titleOf))).size).toBe(23);
  });

  test('[SRCH-05] an empty state when nothing matches, and before anything was asked', async () => {
    const nothing = await page({ key: 'zzzz', type: 'venue' });
    expect([listed(nothing).length, words(nothing.querySelector('.empty-state-title'))]).toEqual([0, '没有找到相关内容']);
    expect(linkTo(nothing, '清空条件')).toBe('/search?key=zzzz');
    expect(words((await page({})).querySelector('.empty-state-title'))).toBe('请输入要搜索的关键词');
    expect(control(await page({ key: 'zzzz' }), '清空条件')).toBeUndefined();
  });

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'; drop table item; --",
    '🎉',
    '%',
    'x'.repeat(1000),
    '昆'.repeat(400),
    '\u0000',
    '&type=venue',
    '茶',
    '../',
  ])('answers %j', async (key) => {
    const { status, text } = await portal.get(`/search?${new URLSearchParams({ key }).toString()}`, 'localhost', { accept: 'text/html' });
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script>alert|<img src=x/);
  });

  test('an unknown kind finds nothing, a page beyond the last one neither', async () => {
    expect(listed(await page({ key: '昆曲', type: 'made-up' }))).toEqual([]);
    expect(listed(await page({ key: '昆曲', page: '99' }))).toEqual([]);
  });

  test('[SRCH-05] of a question of any length the beginning is looked for and stands in the box', async () => {
    const long = await page({ key: '昆'.repeat(1000) });
    expect(words(long.querySelector('.empty-state-title'))).toBe('没有找到相关内容');
    expect(long.querySelector<HTMLInputElement>('main input[name=key]')?.value).toBe('昆'.repeat(100));
  });
});

/** Institution, question, and the items that must be among the first ten. */
const questions: [keyof typeof hosts, string, string[]][] = [
  ['centre', '昆曲', ['info-0016', 'act-0001', 'venue-0006']],
  ['centre', '录音棚', ['info-0002', 'venue-0011']],
  ['centre', '戏曲身段', ['act-0014']],
  ['centre', '皮影', ['info-0023']],
  ['centre', '剪纸', ['act-0013', 'cexhibit-0015']],
  ['centre', '志愿者招募', ['info-0043', 'info-0045', 'info-0046']],
  ['centre', '古琴', ['info-0017', 'act-0020']],
  ['centre', '二胡', ['info-0030', 'act-0031']],
  ['centre', '元旦开放时间', ['info-0035']],
  ['centre', '非物质文化遗产公示', ['info-0039']],
  ['centre', '排练厅怎么预订', ['venue-0003']],
  ['centre', '排练厅', ['venue-0003', 'venue-0004']],
  ['centre', '茶', ['info-0019']],
  ['centre', '合唱团招新', ['info-0041']],
  ['centre', '亲子扎染', ['act-0006']],
  ['centre', '5·18', ['info-0006']],
  ['centre', '听澜', ['venue-0001']],
  ['centre', '陶艺 工坊', ['venue-0010']],
  ['centre', '怎么看戏曲', ['info-0034']],
  ['centre', '无障碍环境', ['info-0012']],
  ['museum', '青瓷', ['minfo-0002']],
  ['museum', '铜镜', ['minfo-0012', 'minfo-0015', 'mappt-0001']],
  ['museum', '考古', ['mappt-0003', 'mvenue-0005', 'minfo-0021']],
  ['museum', '拓印教室', ['mvenue-0004']],
  ['museum', '编钟', ['mappt-0005']],
  ['museum', '青铜是怎样铸成的', ['minfo-0001', 'mappt-0009']],
  ['museum', '临展厅', ['mvenue-0006']],
  ['library', '听松讲座', ['lappt-0001', 'lappt-0002', 'lappt-0003', 'lappt-0004', 'linfo-0004']],
  ['library', '借书证', ['linfo-0024']],
  ['library', '视障读者', ['linfo-0029', 'lappt-0020']],
  ['library', '古籍修复', ['linfo-0019']],
  ['library', '徐霞客', ['linfo-0009']],
  ['library', '中秋诗会', ['linfo-0005']],
  ['library', '研讨室', ['lvenue-0002', 'lvenue-0003', 'lvenue-0004']],
  ['library', '四库全书', ['linfo-0018']],
];

describe('the demo content', () => {
  test.each(Object.entries(hosts))('every module of the menu of the %s that has public items is searched', async (tenant, host) => {
    const compiled = portal.definitions.portal(tenant);
    const { rows } = await sql<{ module: string }>`
      select distinct module from item where tenant = ${tenant} and status = 1`.execute(portal.database.kysely);
    const entered = await sql<{ module: string }>`select distinct module from search_entry where tenant = ${tenant}`.execute(
      portal.database.kysely,
    );
    const inMenu = new Set(JSON.stringify(compiled?.settings.menu).match(/(?<="module":")\w+|(?<="backRouteId":)\d+/g));
    const named = rows
      .map(({ module }) => module)
      .filter((name) => inMenu.has(name) || inMenu.has(String(compiled?.modules[name]?.definition.backRouteId)));
    expect(named.length).toBeGreaterThan(8);
    expect(entered.rows.map(({ module }) => module)).toEqual(expect.arrayContaining(named));
    expect(Object.keys(compiled?.searched ?? {})).toEqual(expect.arrayContaining(named));
    expect((await portal.get('/search?key=x', host, { accept: 'text/html' })).status).toBe(200);
  });

  test('what has no page of its own is found where it stands: in the list of its column, narrowed to it', async () => {
    const topic = (await found('localhost', '昆曲', 'link')).find((address) => String(address).startsWith('/ticket?'));
    const list = await portal.open(String(topic));
    expect(listed(list).length).toBe(1);
    expect(titleOf(listed(list)[0] as Element)).toContain('昆曲');
  });

  const found = async (host: string, title: string, field = 'entityId'): Promise<unknown[]> => {
    const rows = at(
      (await portal.get(`/api/portal/web/search?${new URLSearchParams({ title, limit: '10' }).toString()}`, host)).body,
      'data',
      'rows',
    );
    return (Array.isArray(rows) ? rows : []).map((row) => at(row, field));
  };

  test.each(questions)('[SRCH-08] of the %s, asked for %s, answers %j first', async (tenant, question, expected) => {
    expect(await found(hosts[tenant], question)).toEqual(expect.arrayContaining(expected));
  });

  test.each(Object.entries(hosts))('of the %s is found by every title of its own', async (tenant, host) => {
    const lost: string[] = [];
    for (const module of Object.keys(portal.definitions.portal(tenant)?.searched ?? {})) {
      const { rows: items } = await sql<{ id: string; title: string }>`
        select id, title from item where tenant = ${tenant} and module = ${module} and status = 1`.execute(portal.database.kysely);
      for (const { id, title } of items) if ((await found(host, title, 'title'))[0] !== title) lost.push(`${id} ${title}`);
    }
    expect(lost).toEqual([]);
  });
});
