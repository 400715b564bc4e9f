import type { Page } from 'playwright/test';
import { at, cards, expect, expectSound, looks, newWindow, open, takenOver, test } from './portal';

/** A column of an institution: its name in the menu, the entry above it, its page and the page of an item. */
interface Column { title: string; id: string; page: string; above?: string; detail?: string; rows: string }

const columns: Column[] = [
  { title: '资讯动态', id: '6101', page: 'information', detail: 'informationdetail', rows: '[INFO-01] [INFO-02] [INFO-06]' },
  { title: '公告招募', id: '6176', page: 'information', detail: 'informationdetail', above: '资讯动态', rows: '[INFO-06]' },
  { title: '文化活动', id: '6113', page: 'appointment', detail: 'appointmentdetail', rows: '[SHELL-17]' },
  { title: '品牌活动', id: '6102', page: 'brandactivity', detail: 'brandactivitydetail', above: '文化活动', rows: '[BRAND-01] [BRAND-04]' },
  { title: '场馆预订', id: '6140', page: 'venue', detail: 'venuedetail', above: '文化活动', rows: '[VEN-01] [VEN-02] [VEN-03]' },
  { title: '演出票务', id: '6109', page: 'ticket', rows: '[TICK-01] [TICK-02]' },
  { title: '民艺珍藏', id: '6103', page: 'exhibit', detail: 'exhibitdetail', rows: '[EXH-01] [EXH-02] [EXH-03]' },
  { title: '数字专题', id: '6110', page: 'culture', rows: '[TOPIC-01] [TOPIC-02]' },
  { title: '风景名胜', id: '6105', page: 'scenicspot', detail: 'scenicspotdetail', above: '文旅青澜', rows: '[SCEN-01] [SCEN-03]' },
  { title: '旅行攻略', id: '6104', page: 'travelguide', detail: 'travelguidedetail', above: '文旅青澜', rows: '[TRAV-01] [TRAV-03]' },
  { title: '民宿酒店', id: '6106', page: 'homestayhotel', detail: 'homestayhoteldetail', above: '文旅青澜', rows: '[HOTEL-01] [HOTEL-03]' },
  { title: '寻味美食', id: '6146', page: 'delicacy', detail: 'delicacydetail', above: '文旅青澜', rows: '[DELI-01] [DELI-03]' },
  { title: '文创商品', id: '6112', page: 'culturalcommodity', detail: 'culturalcommoditydetail', above: '更多', rows: '[CMDY-01] [CMDY-02]' },
  { title: '旅游集市', id: '6111', page: 'touristmarket', detail: 'touristmarketdetail', above: '更多', rows: '[MKT-01] [MKT-08]' },
  { title: '文旅企业', id: '6108', page: 'enterprise', detail: 'enterprisedetail', above: '更多', rows: '[ENT-01] [ENT-05]' },
];

const others = [
  { tenant: 'museum', site: '望舒博物馆', columns: ['馆藏珍品', '展讯与研究', '展览与讲座', '教育活动', '场地预约', '线上博物馆', '文创商店'] },
  { tenant: 'library', site: '听松图书馆', columns: ['资讯与导读', '数字资源', '读者活动', '阅读品牌', '空间预约', '古籍特藏'] },
] as const;

/** The entry of the menu above a column of theirs. */
const above = new Map([['阅读品牌', '读者活动'], ['空间预约', '读者活动'], ['场地预约', '教育活动']]);

test.describe.configure({ mode: 'parallel' });

for (const [name, look] of Object.entries(looks)) {
  const phone = name === 'phone';
  test.describe(name, () => {
    test.use(look);

    for (const column of columns) {
      test(`[CONV-01] [CONV-02] [CONV-29] [SHELL-05] [SHELL-06] [SHELL-07] [SHELL-16] ${column.rows} ${column.title} and its first item open from the menu on a ${name} screen`, async ({ page }) => {
        await open(page, at('/'));
        await chooseInMenu(page, phone, column.title, column.above);
        await expect(page).toHaveURL(at(`/${column.page}?columnId=${column.id}`));
        await expectList(page, column.title);
        await expectSound(page);
        if (!phone) {
          await page.reload();
          await takenOver(page);
          await expectList(page, column.title);
          await expectSound(page);
        }
        if (column.detail) await expectDetail(await newWindow(page, cards(page).first().getByRole('heading').getByRole('link')), column);
        else await expect(page.locator('#list').getByRole('link', { name: '（在新窗口打开）' }).first()).toHaveAttribute('href', /^https:\/\//);
      });
    }

    for (const { tenant, site, columns: titles } of others) {
      test(`[SHELL-01] the home page and the lists of ${tenant} open from the menu on a ${name} screen`, async ({ page }) => {
        await open(page, at('/', tenant));
        await expectSound(page, site);
        for (const title of titles) {
          await test.step(title, async () => {
            await chooseInMenu(page, phone, title, above.get(title));
            await expectList(page, title);
            await expectSound(page, site);
          });
        }
      });
    }

    test(`[SHELL-01] [SHELL-24] the home page of the first institution shows its strips on a ${name} screen`, async ({ page }) => {
      await open(page, at('/'));
      await expectSound(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      for (const strip of ['近期活动', '馆内资讯', '公告招募', '近期演出', '民艺珍藏', '场馆预订', '跟着热榜去旅行', '专题资源']) {
        const section = page.getByRole('region', { name: strip });
        await expect(section.getByRole('article').first()).toBeVisible();
        await expect(section.getByRole('link', { name: `更多 ${strip}` })).toHaveAttribute('href', /^\/\w+\?columnId=\d+$/);
      }
    });
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
}

async function expectDetail(page: Page, column: Column): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/${column.detail}\\?columnId=${column.id}&id=[\\w-]+$`));
  await takenOver(page);
  const steps = page.getByRole('navigation', { name: '当前位置' });
  await expect(steps.getByRole('link').nth(1)).toHaveAttribute('href', `/${column.page}?columnId=${column.id}`);
  await expect(steps.locator('[aria-current=page]')).toHaveText('详情页');
  expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(80);
  await expectSound(page);
}
