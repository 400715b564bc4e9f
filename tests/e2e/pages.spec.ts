import type { Page } from 'playwright/test';
import { at, cards, expect, expectSound, expectSoundEverywhere, looks, newWindow, open, takenOver, test } from './portal';
import { expectFineEverywhere, violations } from './violations';

/** A column of an institution: its name in the menu, the entry above it, its page and the page of an item. */
interface Column {
  title: string;
  id: string;
  page: string;
  above?: string;
  detail?: string;
  rows: string;
  route?: number;
  /** One of each kind of list: it is looked at for violations of WCAG too. */
  isSample?: boolean;
}

const columns: Column[] = [
  { title: '资讯动态', id: '6101', route: 32, page: 'information', detail: 'informationdetail', rows: '[INFO-01] [INFO-02] [INFO-06]' },
  { title: '公告招募', id: '6176', page: 'information', detail: 'informationdetail', above: '资讯动态', rows: '[INFO-06]' },
  { title: '文化活动', id: '6113', route: 28, page: 'appointment', detail: 'appointmentdetail', rows: '[SHELL-17]' },
  {
    title: '品牌活动',
    id: '6102',
    route: 117,
    page: 'brandactivity',
    detail: 'brandactivitydetail',
    above: '文化活动',
    rows: '[BRAND-01] [BRAND-04]',
  },
  {
    title: '场馆预订',
    id: '6140',
    route: 55,
    page: 'venue',
    detail: 'venuedetail',
    above: '文化活动',
    isSample: true,
    rows: '[VEN-01] [VEN-02] [VEN-03]',
  },
  { title: '演出票务', id: '6109', route: 67, page: 'ticket', isSample: true, rows: '[TICK-01] [TICK-02]' },
  { title: '民艺珍藏', id: '6103', route: 111, page: 'exhibit', detail: 'exhibitdetail', rows: '[EXH-01] [EXH-02] [EXH-03]' },
  { title: '数字专题', id: '6110', route: 76, page: 'culture', rows: '[TOPIC-01] [TOPIC-02]' },
  {
    title: '风景名胜',
    id: '6105',
    route: 74,
    page: 'scenicspot',
    detail: 'scenicspotdetail',
    above: '文旅青澜',
    rows: '[SCEN-01] [SCEN-03]',
  },
  {
    title: '旅行攻略',
    id: '6104',
    route: 50,
    page: 'travelguide',
    detail: 'travelguidedetail',
    above: '文旅青澜',
    rows: '[TRAV-01] [TRAV-03]',
  },
  {
    title: '民宿酒店',
    id: '6106',
    route: 59,
    page: 'homestayhotel',
    isSample: true,
    detail: 'homestayhoteldetail',
    above: '文旅青澜',
    rows: '[HOTEL-01] [HOTEL-03]',
  },
  { title: '寻味美食', id: '6146', route: 58, page: 'delicacy', detail: 'delicacydetail', above: '文旅青澜', rows: '[DELI-01] [DELI-03]' },
  {
    title: '文创商品',
    id: '6112',
    route: 60,
    page: 'culturalcommodity',
    detail: 'culturalcommoditydetail',
    above: '更多',
    rows: '[CMDY-01] [CMDY-02]',
  },
  {
    title: '旅游集市',
    id: '6111',
    route: 61,
    page: 'touristmarket',
    detail: 'touristmarketdetail',
    above: '更多',
    rows: '[MKT-01] [MKT-08]',
  },
  { title: '文旅企业', id: '6108', route: 78, page: 'enterprise', detail: 'enterprisedetail', above: '更多', rows: '[ENT-01] [ENT-05]' },
];

/** The other columns of the menu that a back route id leads to; `name` is the page's where its address has another, `shows` what a page without cards shows. */
const more: (Column & { route: number; name?: string; shows?: string })[] = [
  { title: '文化直播', id: '6115', route: 29, page: 'newlive', detail: 'newlivedetail', rows: '[NLIVE-01]' },
  { title: '文化点单', id: '6190', route: 30, page: 'culturalorder', rows: '[ORDER-01]' },
  { title: '文化配送', id: '6255', route: 31, page: 'culturedistribution', detail: 'culturedistributiondetail', rows: '[DIST-01]' },
  { title: '文化地图', id: '6130', route: 43, page: 'map.html', name: 'culturemap', shows: '听松图书馆', rows: '[MAP-01]' },
  { title: '数字展馆', id: '6250', route: 51, page: 'digitalpavilion', detail: 'digitalpaviliondetail', rows: '[DPAV-01]' },
  { title: '剧场直播', id: '6116', route: 52, page: 'live', detail: 'livedetail', rows: '[LIVE-01]' },
  { title: '志愿者风采', id: '6261', route: 63, page: 'volunteer', rows: '[VOL-01]' },
  { title: '团队展示', id: '6262', route: 64, page: 'volunteercommunity', detail: 'volunteercommunitydetail', rows: '[VOL-02]' },
  { title: '志愿活动', id: '6263', route: 65, page: 'volunteeractivity', detail: 'volunteeractivitydetail', rows: '[VOL-03]' },
  { title: '服务风采', id: '6264', route: 66, page: 'activitystyle', detail: 'activitystyledetail', rows: '[VOL-04]' },
  { title: '文化秀场', id: '6254', route: 68, page: 'cultureshow', detail: 'cultureshowdetail', rows: '[SHOW-01]' },
  { title: '申报管理', id: '6169', route: 69, page: 'managementdeclaration', detail: 'managementdeclarationDetail', rows: '[DECL-01]' },
  { title: '馆长信箱', id: '6175', route: 75, page: 'mailbox', rows: '[MAIL-01]' },
  { title: '文化场馆', id: '6251', route: 79, page: 'pavilion', detail: 'paviliondetail', rows: '[PAV-01]' },
  { title: '积分商城', id: '6182', route: 82, page: 'pointsmall', detail: 'pointsmalldetail', rows: '[MALL-01]' },
  { title: '作品征集', id: '6188', route: 108, page: 'workCollect', detail: 'workCollectDetail', rows: '[WORK-01]' },
  { title: '图书推荐', id: '6253', route: 112, page: 'recommendbook', detail: 'recommendbookdetail', rows: '[BOOKS-01]' },
  { title: '博物馆地图', id: '6131', route: 113, page: 'museum-map', shows: '望舒博物馆', rows: '[MAP-02]' },
  { title: '艺术慕课', id: '6117', route: 130, page: 'jpkecheng', detail: 'jpkcdetail', rows: '[COURSE-01]' },
];
const routed: typeof more = [
  ...columns.flatMap((column) => (column.route === undefined ? [] : [{ ...column, route: column.route }])),
  ...more,
];

const others = [
  {
    tenant: 'museum',
    site: '望舒博物馆',
    columns: ['馆藏珍品', '展讯与研究', '展览与讲座', '教育活动', '场地预约', '线上博物馆', '文创商店'],
  },
  { tenant: 'library', site: '听松图书馆', columns: ['资讯与导读', '数字资源', '读者活动', '阅读品牌', '空间预约', '古籍特藏'] },
] as const;

/** The entry of the menu above a column of theirs. */
const above = new Map([
  ['阅读品牌', '读者活动'],
  ['空间预约', '读者活动'],
  ['场地预约', '教育活动'],
]);

test.describe.configure({ mode: 'parallel' });

for (const [index, column] of columns.entries()) {
  const next = columns[(index + 1) % columns.length] ?? column;
  test(`[CONV-01] [CONV-02] [CONV-29] [SHELL-05] [SHELL-06] [SHELL-07] [SHELL-16] ${column.rows} ${column.title} and its first item are sound on wide screens and on phones, and the menu leads on to ${next.title}`, async ({
    page,
  }) => {
    await page.setViewportSize(looks.wide.viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, at(`/${column.page}?columnId=${column.id}`));
    await expectList(page, column.title);
    await expectSoundEverywhere(page);
    if (column.isSample) expect(await violations(page)).toEqual([]);
    if (column.detail) await expectDetail(await newWindow(page, cards(page).first().getByRole('heading').getByRole('link')), column);
    else await expect(page.locator('#list').getByRole('link', { name: '（在新窗口打开）' }).first()).toHaveAttribute('href', /^https:\/\//);
    // Each column is opened once as the server sends it and once by its menu entry, which the test of the column before it chooses.
    await chooseInMenu(page, false, next.title, next.above);
    await expect(page).toHaveURL(at(`/${next.page}?columnId=${next.id}`));
    await expectList(page, next.title);
    await expectSound(page);
  });
}

for (const [name, look] of Object.entries(looks)) {
  const phone = name === 'phone';
  test.describe(name, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } });

    if (phone)
      test('columns of the first institution open one after another from the menu of phones', async ({ page }) => {
        await open(page, at('/'));
        // What all of them look like at this width is held above, that the menu leads to all of them below.
        for (const column of columns.filter(({ isSample, above }) => isSample || above === '更多')) {
          await test.step(column.title, async () => {
            await chooseInMenu(page, phone, column.title, column.above);
            await expect(page).toHaveURL(at(`/${column.page}?columnId=${column.id}`));
            await expectList(page, column.title);
            await expectSound(page);
            if (column.isSample) expect(await violations(page)).toEqual([]);
          });
        }
      });

    test(`[SHELL-01] [SHELL-24] the home page of the first institution shows its strips on a ${name} screen`, async ({ page }) => {
      await open(page, at('/'));
      await expectSound(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      for (const strip of ['近期活动', '馆内资讯', '公告招募', '近期演出', '民艺珍藏', '场馆预订', '跟着热榜去旅行', '专题资源']) {
        const section = page.getByRole('region', { name: strip });
        await expect(section.getByRole('article').first()).toBeVisible();
        await expect(section.getByRole('link', { name: `更多 ${strip}` })).toHaveAttribute('href', /^\/\w+\?columnId=\d+$/);
      }
      expect(await violations(page)).toEqual([]);
    });
  });
}

for (const { tenant, site, columns: titles } of others) {
  test(`[SHELL-01] the home page and the lists of ${tenant} open from the menu, and are sound on wide screens and on phones`, async ({
    page,
  }) => {
    await page.setViewportSize(looks.wide.viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, at('/', tenant));
    await expectFineEverywhere(page, site);
    for (const title of titles) {
      await test.step(title, async () => {
        await chooseInMenu(page, false, title, above.get(title));
        await expectList(page, title);
        await expectSoundEverywhere(page, site);
      });
    }
    // Each institution has a look of its own, so that each is looked at.
    expect(await violations(page)).toEqual([]);
  });
}

test('[SHELL-18] the menu leads to all 33 page names, and each is served with its content', async ({ request }) => {
  expect(new Set(routed.map(({ route }) => route)).size).toBe(33);
  const home = await (await request.get(at('/'))).text();
  for (const { title, id, page, name, shows } of routed) {
    await test.step(page, async () => {
      expect(home).toMatch(new RegExp(`href="/${page}\\?columnId=${id}"[^>]*>${title}<`));
      const reply = await request.get(at(`/${page}?columnId=${id}`));
      const html = await reply.text();
      expect([reply.status(), html.match(/<h1[^>]*>([^<]*)/g)?.map((heading) => heading.replace(/<[^>]*>/, ''))]).toEqual([200, [title]]);
      expect(html).toMatch(shows === undefined ? /<article/ : new RegExp(shows));
      if (name !== undefined) expect((await request.get(at(`/${name}?columnId=${id}`))).status()).toBe(200);
    });
  }
});

for (const { title, id, route, page: name, detail, shows, rows } of more) {
  test(`[SHELL-18] ${rows} ${title}, back route id ${route}, is sound on wide screens and on phones, and its first card leads on`, async ({
    page,
  }) => {
    await open(page, at(`/${name}?columnId=${id}`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    if (shows === undefined) await expect(cards(page).first()).toBeVisible();
    else await expect(page.getByText(shows).first()).toBeVisible();
    await expectSoundEverywhere(page);
    if (!detail) return;
    const link = cards(page).locator(`:is(h2, h3) a[href^="/${detail}?"]`).first();
    await open(page, at((await link.getAttribute('href')) ?? ''));
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(80);
    await expectSoundEverywhere(page);
  });
}

async function chooseInMenu(page: Page, phone: boolean, title: string, above?: string): Promise<void> {
  if (phone) await page.getByLabel('菜单', { exact: true }).click();
  const menu = page.getByRole('navigation', { name: '主导航' });
  if (!phone && above) await menu.getByRole('listitem').filter({ hasText: above }).first().hover();
  await menu.getByRole('link', { name: title, exact: true }).click();
}

async function expectList(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(cards(page).first()).toBeVisible();
  const steps = page.getByRole('navigation', { name: '当前位置' });
  await expect(steps.getByRole('link').first()).toHaveText('首页');
  await expect(steps.locator('[aria-current=page]')).toHaveText(title);
  await expect(page.locator('.banner img')).toBeVisible();
  // What the page is for can be seen without scrolling.
  expect(
    await cards(page)
      .first()
      .evaluate((card) => card.getBoundingClientRect().top + window.scrollY),
  ).toBeLessThan(690);
}

async function expectDetail(page: Page, column: Column): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/${column.detail}\\?columnId=${column.id}&id=[\\w-]+$`));
  await takenOver(page);
  const steps = page.getByRole('navigation', { name: '当前位置' });
  await expect(steps.getByRole('link').nth(1)).toHaveAttribute('href', `/${column.page}?columnId=${column.id}`);
  await expect(steps.locator('[aria-current=page]')).not.toHaveText(/^(详情页)?$/);
  expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(80);
  await expectSoundEverywhere(page);
}
