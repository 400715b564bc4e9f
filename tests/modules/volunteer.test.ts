import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { friday, openModules } from './harness';
import { cardOf, control, fact, linkTo, listed, many, opens, section, titleOf, words } from './page';

const activity = {
  id: 'act',
  menuId: '6263',
  name: '冬至雅集',
  image: '/pictures/plum/act.svg',
  activityDate: '2026-12-22 13:00:00',
  address: '北庭院',
  initiator: '节庆活动组',
  content: '<p>需要<strong>四十位</strong>。</p>',
};
const event = {
  id: 'event',
  menuId: '6264',
  title: '三百副春联',
  image: '/pictures/lotus/event.svg',
  publishTime: '2026-11-06 10:00:00',
  communityName: '书画志愿者',
  content: '<p>十二刀<strong>红纸</strong>。</p>',
};
const linked = {
  id: 'linked',
  menuId: '6264',
  title: '一场看不见的电影',
  publishTime: '2026-11-05',
  communityName: '口述影像队',
  link: 'https://volunteers.example.org/snow',
};
const team = {
  id: 'team',
  menuId: '6262',
  name: '展厅讲解队',
  image: '/pictures/scroll/team.svg',
  introduction: '周末在岗。',
  memberCount: 126,
  serviceTime: 41200,
  foundTime: '2014年3月5日',
  content: '<p>分<strong>三组</strong>。</p>',
};

const portal = openModules({ copy: true, now: friday }, async ({ put }) => {
  await put('centre', 'volunteerstatistics', [{ id: '100001', volunteer: 12486, serviceTime: 358920, volunteerGroup: 87 }]);
  await put('museum', 'volunteerstatistics', [{ id: '100002', volunteer: 1, serviceTime: 2, volunteerGroup: 3 }]);
  await put('centre', 'volunteer', [
    {
      id: 'person',
      menuId: '6261',
      name: '阿禾',
      communityName: '展厅讲解队',
      serviceTime: 612,
      introduction: '讲'.repeat(50),
      insertTime: '2026-11-01',
    },
  ]);
  await put('centre', 'volunteercommunity', [
    team,
    ...many(19, (number, day) => ({ id: `team-${number}`, menuId: '9012', name: `队${number}`, foundTime: day })),
  ]);
  await put('centre', 'volunteeractivity', [
    activity,
    ...many(5, (number, day) => ({ id: `near-${number}`, menuId: '6263', name: `近${number}`, activityDate: day })),
    { id: 'elsewhere', menuId: '9999', name: '别栏', activityDate: '2027-01-01' },
    ...many(9, (number, day) => ({ id: `act-${number}`, menuId: '9012', name: `活动${number}`, activityDate: day })),
  ]);
  await put('centre', 'activitystyle', [
    event,
    linked,
    ...many(25, (number, day) => ({ id: `event-${number}`, menuId: '9012', title: `事${number}`, publishTime: day })),
  ]);
});

const home = (host?: string): Promise<Document> => portal.open('/volunteerhome?columnId=6260', host);
const rowIds = (url: string): Promise<unknown[]> => portal.ids(url, 'data', 'rows');

test.each([
  ['VOL-01', 63, '6261', 'volunteer', '志愿者风采'],
  ['VOL-02', 64, '6262', 'volunteercommunity', '团队展示'],
  ['VOL-03', 65, '6263', 'volunteeractivity', '志愿活动'],
  ['VOL-04', 66, '6264', 'activitystyle', '服务风采'],
])(
  '[VOL-01, VOL-02, VOL-03, VOL-04, SHELL-18] (%s) back route id %i in the menu leads to column %s of /%s',
  async (_row, routeId, columnId, page, title) => {
    expect(await portal.inMenu(title)).toEqual([columnId, routeId, `/${page}?columnId=${columnId}`]);
  },
);

describe('calls', () => {
  test('[VOL-14, VOL-21] the figures of the institution are answered by its fid, and of no other', async () => {
    const figures = (fid: string): Promise<JsonObject> => portal.get(`/api/volunteer/web/getFirstData?fid=${fid}`).then(({ body }) => body);
    expect(await figures('100001')).toEqual({
      status: 0,
      message: '操作成功',
      data: { id: '100001', volunteer: 12486, serviceTime: 358920, volunteerGroup: 87 },
    });
    expect(await figures('100002')).not.toHaveProperty('data');
    expect((await portal.get('/api/volunteer/web/getFirstData')).status).toBe(400);
  });

  test('[VOL-12, VOL-19, VOL-22] activities are answered with status 0 and without bodies', async () => {
    const { content: _content, ...row } = activity;
    expect((await portal.get('/api/volunteer/web/appointment/page?page=1&limit=1&menuId=6263')).body).toEqual({
      status: 0,
      message: '操作成功',
      data: { total: 6, rows: [row] },
    });
    expect((await portal.get('/api/volunteer/web/appointment/act')).body).toMatchObject({ status: 0, data: activity });
  });

  test('[VOL-13, VOL-20, VOL-22] so are events', async () => {
    const { content: _content, ...row } = event;
    expect((await portal.get('/api/volunteer/web/activityStyle/page?page=1&limit=1&menuId=6264')).body).toEqual({
      status: 0,
      message: '操作成功',
      data: { total: 2, rows: [row] },
    });
    expect((await portal.get('/api/volunteer/web/activityStyle/event')).body).toMatchObject({ status: 0, data: event });
  });

  test.each([
    [`community/page?menuId=6262&name=${encodeURIComponent('讲解')}`, ['team']],
    ['volunteerStyle/page?menuId=6261', ['person']],
    [`activityStyle/page?title=${encodeURIComponent('电影')}`, ['linked']],
  ])('[VOL-25] %s finds %j', async (query, expected) => expect(await rowIds(`/api/volunteer/web/${query}`)).toEqual(expected));
});

describe('the home page', () => {
  test("[VOL-05, VOL-09, VOL-23] it leads to the sign-up, to the teams and to the volunteers' style, in the columns that the menu has for them", async () => {
    const page = await home();
    expect(words(page.querySelector('h1'))).toBe('志愿服务');
    expect(
      [...page.querySelectorAll('main .actions-section-tile')].map((tile) => [
        words(tile.querySelector('.actions-section-label')),
        tile.getAttribute('href'),
      ]),
    ).toEqual([
      ['志愿者报名', '/login?redirect=%2Fvolunteerregister%3FcolumnId%3D6261'],
      ['团队展示', '/volunteercommunity?columnId=6262'],
      ['志愿者风采', '/volunteer?columnId=6261'],
    ]);
  });

  test('[VOL-15, VOL-14] the three figures are there as they are, before any script runs, over a wave that says nothing', async () => {
    const banner = (await home()).querySelector('.statistics-section') ?? undefined;
    expect(
      ['注册志愿者（人）', '累计服务（小时）', '志愿团队（支）'].map(
        (label) => [...(banner?.querySelectorAll('dt') ?? [])].find((term) => words(term) === label)?.nextElementSibling?.textContent,
      ),
    ).toEqual(['12,486', '358,920', '87']);
    expect(banner?.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });

  test('[VOL-06, VOL-09, VOL-10] four activities of the column, each to its page, and the way to all', async () => {
    const list = section(await home(), '志愿活动');
    expect([...(list?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual(['冬至雅集', '近1', '近2', '近3']);
    expect(list && opens(cardOf(list, '冬至雅集'))?.href).toBe('/volunteeractivitydetail?columnId=6263&id=act');
    expect(linkTo(list, '更多')).toBe('/volunteeractivity?columnId=6263');
  });

  test('[VOL-07, VOL-08, VOL-09] service events, their external link first, and the way to all', async () => {
    const list = section(await home(), '服务风采');
    expect([...(list?.querySelectorAll('article') ?? [])].map((card) => opens(card)?.href)).toEqual([
      '/activitystyledetail?columnId=6264&id=event',
      'https://volunteers.example.org/snow',
    ]);
    expect(linkTo(list, '更多')).toBe('/activitystyle?columnId=6264');
  });

  test('[VOL-09] an institution without such columns has the page with links that name none', async () => {
    const page = await home('museum.localhost');
    expect(linkTo(page.querySelector('main') ?? page, '团队展示认识身边的志愿队伍')).toBe('/volunteercommunity');
    expect([...page.querySelectorAll('.statistics-section dd')].map(words)).toEqual(['1', '2', '3']);
    expect(words(section(page, '志愿活动'))).toContain('近期没有招募中的活动');
  });

  test('[VOL-09] the columns are those of the menu at the time', async () => {
    const file = join(portal.root, 'tenants/centre/tenant.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"6264", "title"', '"6299", "title"'));
    portal.pass(120_000);
    expect(linkTo(section(await home(), '志愿活动'), '更多')).toBe('/volunteeractivity?columnId=6263');
    expect(section(await home(), '服务风采')).toBeUndefined();
    await writeFile(file, (await readFile(file, 'utf8')).replace('"6299", "title"', '"6264", "title"'));
    portal.pass(120_000);
    expect(linkTo(section(await home(), '服务风采'), '更多')).toBe('/activitystyle?columnId=6264');
  });
});

describe('the pages of its parts', () => {
  test.each([
    ['VOL-10', '/volunteeractivity', [4, 4, 1]],
    ['VOL-11', '/activitystyle', [12, 12, 1]],
    ['VOL-25', '/volunteercommunity', [9, 9, 1]],
  ])('[VOL-10, VOL-11, VOL-25] (%s) %s shows %j on its pages', async (_row, address, expected) =>
    expect(await portal.cardsPerPage(`${address}?columnId=9012`)).toEqual(expected),
  );

  test.each(['/volunteer', '/volunteercommunity', '/volunteeractivity', '/activitystyle'])(
    '%s says when there is nothing',
    async (address) => expect(words((await portal.open(`${address}?columnId=9099`)).querySelector('#list'))).toContain('暂无数据'),
  );

  test('[VOL-08] a service event opens its external link if it has one, else its page', async () => {
    const page = await portal.open('/activitystyle?columnId=6264');
    expect([opens(cardOf(page, '一场看不见的电影')), opens(cardOf(page, '三百副春联'))]).toEqual([
      { href: 'https://volunteers.example.org/snow', newWindow: true },
      { href: '/activitystyledetail?columnId=6264&id=event', newWindow: true },
    ]);
  });

  test('[VOL-23, VOL-25] /volunteer introduces volunteers', async () => {
    const [card] = listed(await portal.open('/volunteer?columnId=6261'));
    expect(words(card)).toMatch(/^阿禾 ?展厅讲解队 ?讲{48}… ?展开 ?服务612小时$/);
    expect(control(card, '展开')).toBeDefined();
  });

  test('[VOL-12] an activity says when, where and by whom', async () => {
    const page = await portal.open('/volunteeractivitydetail?columnId=6263&id=act');
    expect(words(page.querySelector('h1'))).toBe('冬至雅集');
    expect(['活动时间', '地点', '发起方'].map((label) => fact(page.querySelector('main') ?? page, label))).toEqual([
      '12月22日 周二 13:00',
      '北庭院',
      '节庆活动组',
    ]);
    expect([...page.querySelectorAll('main strong')].map(words)).toEqual(['四十位']);
  });

  test('[VOL-13] an event says when and by which team, and others stand below it', async () => {
    const page = await portal.open('/activitystyledetail?columnId=6264&id=event');
    expect([words(page.querySelector('h1')), fact(page, '发布时间'), fact(page, '团队')]).toEqual(['三百副春联', '11月6日', '书画志愿者']);
    expect([...(section(page, '更多风采')?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual(['一场看不见的电影']);
    expect(linkTo(await portal.open('/activitystyledetail?columnId=6264&id=linked'), '查看原文')).toBe(
      'https://volunteers.example.org/snow',
    );
  });

  test('[VOL-25] a team has its members, hours and words', async () => {
    expect(opens(cardOf(await portal.open('/volunteercommunity?columnId=6262'), '展厅讲解队'))?.href).toBe(
      '/volunteercommunitydetail?columnId=6262&id=team',
    );
    const page = await portal.open('/volunteercommunitydetail?columnId=6262&id=team');
    expect(['队员', '累计服务', '成立时间'].map((label) => fact(page, label))).toEqual(['126人', '41200小时', '2014年3月5日']);
    expect([...page.querySelectorAll('main strong')].map(words)).toEqual(['三组']);
  });
});
