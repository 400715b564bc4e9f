import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { at, testPortal, type TestPortal } from '../server/portal';
import { linkTo, open, pictures, section, words } from '../modules/page';
import { changeTenant, objectIn } from './changed';

let portal: TestPortal;
let time = Date.parse('2026-11-20T10:00:00+08:00');
const entries = (count: number): Record<string, { id: string; title: string; module: string }> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `entry${index}`,
      { id: `81${index}`, title: `栏目${'甲乙丙丁戊己庚辛壬癸'[index] ?? ''}`, module: 'information' },
    ]),
  );

beforeAll(async () => {
  portal = await testPortal({ copy: true, clock: () => time });
  await portal.put('centre', 'information', [
    { id: 'article', columnId: '6101', title: '长文', publishDate: '2026-11-19' },
    { id: 'notice', columnId: '6176', title: '公告', publishDate: '2026-11-18' },
  ]);
  await portal.put('centre', 'travelguide', [{ id: 'guide', menuId: '6104', title: '沿江骑行' }]);
  await portal.put('centre', 'appointment', [
    { id: 'soon', columnId: '6113', name: '雅集', beginTime: '2026-12-01 14:00:00', endTime: '2026-12-01 16:00:00' },
    { id: 'past', columnId: '6113', name: '旧事', beginTime: '2026-01-01 14:00:00', endTime: '2026-01-01 16:00:00' },
  ]);
  await portal.put('centre', 'venue', [
    { id: 'hall', columnId: '6140', name: '排练厅' },
    { id: 'apart', columnId: '9001', name: '别馆' },
  ]);
  await portal.put('centre', 'exhibit', [{ id: 'vase', menuId: '6103', title: '梅瓶' }]);
});
afterAll(() => portal.close());
// Pages of an earlier state are kept for a minute.
beforeEach(() => {
  time += 120_000;
});

const crumbs = (page: Document): { title: string; href: string | undefined }[] =>
  [...page.querySelectorAll('.crumbs-step')].map((crumb) => ({
    title: words(crumb),
    href: crumb.getAttribute('href') ?? undefined,
  }));
const menu = (page: Document): Element | undefined => page.querySelector('nav[aria-label="主导航"]') ?? undefined;
const topEntries = (page: Document): string[] =>
  [...(menu(page)?.querySelectorAll(':scope > ul > li') ?? [])].map((entry) => words(entry.querySelector(':scope > a, :scope > button')));

describe('breadcrumbs', () => {
  test.each([
    [
      '/information?columnId=6101',
      [
        { title: '首页', href: '/' },
        { title: '资讯动态', href: '/information?columnId=6101' },
      ],
    ],
    [
      '/travelguide?columnId=6104',
      [
        { title: '首页', href: '/' },
        { title: '旅行攻略', href: '/travelguide?columnId=6104' },
      ],
    ],
    [
      '/information?columnId=6197',
      [
        { title: '首页', href: '/' },
        { title: '志愿招募', href: '/information?columnId=6197' },
      ],
    ],
  ])('[SHELL-05, SHELL-06, SHELL-07] %s names its column, at any depth of the menu, and ends there', async (url, expected) =>
    expect(crumbs(await open(portal, url))).toEqual(expected),
  );

  test('[SHELL-05] a form that was opened from a column has its own name behind it', async () => {
    expect(crumbs(await open(portal, '/activitysignin?id=soon&columnId=6113'))).toEqual([
      { title: '首页', href: '/' },
      { title: '文化活动', href: '/appointment?columnId=6113' },
      { title: '活动签到', href: undefined },
    ]);
  });

  test('a form about an item stands in the column of the item where its address names none', async () => {
    expect(crumbs(await open(portal, '/venueenroll?id=hall&menuId=6140'))).toEqual([
      { title: '首页', href: '/' },
      { title: '场馆预订', href: '/venue?columnId=6140' },
      { title: '排练厅', href: '/venuedetail?columnId=6140&id=hall' },
      { title: '场馆预订', href: undefined },
    ]);
    expect(crumbs(await open(portal, '/venueenroll?id=apart')).map(({ title }) => title)).toEqual(['首页', '别馆', '场馆预订']);
  });

  test.each([
    ['/informationdetail?columnId=6101&id=article', '资讯动态', '/information?columnId=6101'],
    ['/travelguidedetail?columnId=6104&id=guide&subhomepage=other', '旅行攻略', '/travelguide?columnId=6104&subhomepage=other'],
  ])('[SHELL-07, SHELL-08] %s has a crumb for its column with its address, and one more for the detail', async (url, title, href) => {
    expect(crumbs(await open(portal, url))).toEqual([
      { title: '首页', href: '/' },
      { title, href },
      { title: expect.stringMatching(/^(?!详情页).+/), href: undefined },
    ]);
  });

  test('[SHELL-08] a column that the back office names by its route id alone is linked to the page of the id', async () => {
    expect(crumbs(await open(portal, '/ticket?columnId=6109'))[1]).toEqual({ title: '演出票务', href: '/ticket?columnId=6109' });
  });

  test.each([
    ['travel', '/scenicspot?columnId=6105&subhomepage=travel'],
    ['unknown', '/'],
    ['', '/'],
  ])('[SHELL-09] with subhomepage %j home is %s', async (name, href) => {
    expect(crumbs(await open(portal, `/travelguide?columnId=6104&subhomepage=${name}`))[0]).toEqual({ title: '首页', href });
  });

  test('[SHELL-09, TENANT-06] the advert of one institution does not count at another', async () => {
    expect(crumbs(await open(portal, '/information?columnId=7102&subhomepage=travel', 'museum.localhost'))[0]?.href).toBe('/');
  });
});

describe('menu', () => {
  test('[SHELL-17] a column opens the page of its route id with its columnId', async () => {
    const page = await open(portal, '/');
    expect(linkTo(menu(page), '演出票务')).toBe('/ticket?columnId=6109');
    expect(linkTo(menu(page), '寻味美食')).toBe('/delicacy?columnId=6146');
  });

  test('[SHELL-17] a visitor of a sub home page keeps it in the addresses of columns', async () => {
    expect(linkTo(menu(await open(portal, '/ticket?columnId=6109&subhomepage=travel')), '寻味美食')).toBe(
      '/delicacy?columnId=6146&subhomepage=travel',
    );
  });

  test('[SHELL-17] the route ids of the modules lead to the pages that the documents name', async () => {
    const pages: Record<number, string> = {
      28: '/appointment',
      32: '/information',
      50: '/travelguide',
      58: '/delicacy',
      59: '/homestayhotel',
      60: '/culturalcommodity',
      61: '/touristmarket',
      67: '/ticket',
      74: '/scenicspot',
      76: '/culture',
      78: '/enterprise',
      111: '/exhibit',
      117: '/brandactivity',
    };
    expect(portal.definitions.portal('centre')?.routeIds).toMatchObject(pages);
  });

  test('[SHELL-10] seven top entries, the others below 更多', async () => {
    await changeTenant(portal, 'library', () => ({ menu: entries(9) }));
    const page = await open(portal, '/', 'library.localhost');
    expect(topEntries(page)).toEqual(['首页', '栏目甲', '栏目乙', '栏目丙', '栏目丁', '栏目戊', '栏目己', '更多']);
    expect([...(menu(page)?.querySelectorAll(':scope > ul > li:last-child li') ?? [])].map(words)).toEqual(['栏目庚', '栏目辛', '栏目壬']);
  });

  test('[SHELL-11] one institution is configured to show them all', async () => {
    await changeTenant(portal, 'museum', () => ({ menu: entries(9) }));
    expect(topEntries(await open(portal, '/', 'museum.localhost'))).toHaveLength(10);
  });

  test('[SHELL-12] an entry described as mobilenav is not in it', async () => {
    const page = await open(portal, '/');
    expect(words(menu(page))).toContain('公告招募');
    expect(words(menu(page))).not.toContain('志愿招募');
  });

  test('[SHELL-13] an entry to a platform that requires a login leads anonymous visitors to it with a way back', async () => {
    await changeTenant(portal, 'library', () => ({
      menu: { ...entries(1), courses: { title: '在线课程', href: 'https://courses.example.org/list?a=1', requires: 'login' } },
    }));
    expect(linkTo(menu(await open(portal, '/', 'library.localhost')), '在线课程')).toBe('/login?redirect=%2F');
  });

  test('[SHELL-14] the home entry of one institution opens an external site, that of others does not', async () => {
    await changeTenant(portal, 'library', (settings) => ({
      menu: entries(1),
      shell: { ...objectIn(settings, 'shell'), home: 'https://group.example.org/' },
    }));
    expect(linkTo(menu(await open(portal, '/', 'library.localhost')), '首页')).toBe('https://group.example.org/');
    expect(linkTo(menu(await open(portal, '/')), '首页')).toBe('/');
  });
});

describe('head and banner', () => {
  test.each([
    ['localhost', '青澜市文化馆', '/pictures/logo/ripple.svg', '群众文化'],
    ['museum.localhost', '望舒博物馆', '/pictures/logo/moon.svg', '馆藏文物'],
  ])('[TENANT-08] on %s logo, title and keywords are those of %s', async (host, title, logo, keyword) => {
    const page = await open(portal, '/', host);
    expect(page.title).toBe(title);
    expect(pictures(page.querySelector('header') ?? undefined)).toContain(logo);
    expect(words(page.querySelector('header'))).toContain(title);
    expect(page.querySelector('meta[name="keywords"]')?.getAttribute('content')).toContain(keyword);
  });

  test.each([
    ['list', '/information?columnId=6101'],
    ['detail', '/informationdetail?columnId=6101&id=article'],
  ])('[SHELL-16] the banner of a %s page comes from the ad slot pcinnerbanner', async (_kind, url) => {
    const own = '/pictures/scroll/head.svg?size=1600x200';
    const general = '/pictures/river/centre-inner.svg?size=1600x200';
    const banner = async (): Promise<string | undefined> => pictures((await open(portal, url)).querySelector('main') ?? undefined)[0];
    const change = async (slot: JsonObject): Promise<void> => {
      await changeTenant(portal, 'centre', (settings) => ({ slots: { ...objectIn(settings, 'slots'), pcinnerbanner: slot } }));
      time += 120_000;
    };
    const before = objectIn(
      objectIn(JSON.parse(JSON.stringify(portal.definitions.portal('centre')?.settings ?? {})), 'slots'),
      'pcinnerbanner',
    );
    expect(await banner()).toBe(own);
    const season = { adName: 'season', imgPath: '/pictures/lotus/season.svg' };
    for (const [adDetails, expected] of [
      [{ other: { adName: '6113', imgPath: '/pictures/stage/a.svg' }, season }, '/pictures/lotus/season.svg'],
      [{ season, own: { adName: '6101', imgPath: '/pictures/plum/a.svg' } }, '/pictures/plum/a.svg'],
      [{ other: { adName: '6113', imgPath: '/pictures/stage/a.svg' } }, general],
    ] as const) {
      await change({ imgPath: general, adDetails });
      expect(await banner()).toBe(expected);
    }
    await change(before);
  });

  test('below the heading of a list stands what its column holds; not on details, and not the word that hides a column', async () => {
    const news = objectIn(objectIn(JSON.parse(JSON.stringify(portal.definitions.portal('centre')?.settings ?? {})), 'menu'), 'news');
    const lead = async (url: string): Promise<string> => words((await open(portal, url)).querySelector('.banner'));
    expect(await lead('/information?columnId=6101')).toBe(`资讯动态${String(news['description'])}`);
    expect(await lead('/information?columnId=6197')).toBe('志愿招募');
    expect(await lead('/informationdetail?columnId=6101&id=article')).toBe('资讯动态');
  });

  test('[SHELL-23] gray mode is on when the lookup says 1, off for others', async () => {
    await changeTenant(portal, 'library', () => ({ gray: true }));
    expect(at((await portal.get('/api/admin/front/group/web', 'library.localhost')).body, 'data', 'g')).toBe(1);
    expect((await open(portal, '/', 'library.localhost')).documentElement.classList.contains('is-gray')).toBe(true);
    expect(at((await portal.get('/api/admin/front/group/web')).body, 'data', 'g')).toBe(0);
    expect((await open(portal, '/')).documentElement.classList.contains('is-gray')).toBe(false);
  });
});

describe('home page', () => {
  test('[SHELL-24] it shows what the institution composed: hero, shortcuts and strips of what there is', async () => {
    const page = await open(portal, '/');
    expect(words(page.querySelector('main'))).toContain('二十四节气·佳节雅集');
    expect([...page.querySelectorAll('main a')].find((link) => words(link).startsWith('找活动'))?.getAttribute('href')).toBe(
      '/appointment?columnId=6113',
    );
    expect(words(section(page, '近期活动'))).toContain('雅集');
    expect(words(section(page, '近期活动'))).not.toContain('旧事');
    expect([...(section(page, '馆内资讯')?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/information?columnId=6101', '/informationdetail?columnId=6101&id=article']),
    );
    expect(section(page, '公告招募')).toBeDefined();
    expect(words(section(page, '民艺珍藏'))).toContain('梅瓶');
    expect(section(page, '近期演出')).toBeUndefined();
  });

  test('[SHELL-24, SHELL-04] friendly links and rich text of the foot are settings of the institution', async () => {
    const foot = (await open(portal, '/', 'museum.localhost')).querySelector('footer') ?? undefined;
    expect(linkTo(foot, '国家文物局')).toBe('http://www.ncha.gov.cn');
    expect(words(foot)).toContain('凭有效身份证件免费参观');
    expect(words((await open(portal, '/')).querySelector('footer'))).not.toContain('国家文物局');
  });
});

describe('language', () => {
  const pages = [
    ...[
      '',
      'information',
      'appointment',
      'brandactivity',
      'exhibit',
      'culture',
      'ticket',
      'scenicspot',
      'travelguide',
      'homestayhotel',
      'delicacy',
      'culturalcommodity',
      'touristmarket',
      'enterprise',
    ].map((name) => `/${name}?columnId=9999`),
    '/informationdetail?columnId=6101&id=article',
    '/exhibitdetail?columnId=6103&id=vase',
    '/nothing',
  ];

  test.each(pages)('[SHELL-01] %s speaks Chinese', async (url) => {
    const page = await open(portal, url);
    expect(page.documentElement.lang).toBe('zh-CN');
    const root = page.getElementById('root');
    for (const foreign of root?.querySelectorAll('[lang="en"]') ?? []) foreign.remove();
    const labels = [...(root?.querySelectorAll('[aria-label], [placeholder], [alt], [title]') ?? [])].flatMap((element) =>
      ['aria-label', 'placeholder', 'alt', 'title'].map((name) => element.getAttribute(name) ?? ''),
    );
    // The number of the record is official as it is, and what a browser lacks has a name.
    expect([words(root), ...labels].filter((text) => /[A-Za-z]{2,}/.test(text.replace(/浙ICP备\d+号|JavaScript/g, '')))).toEqual([]);
    expect(words(root)).toContain('青澜市文化馆');
  });
});
