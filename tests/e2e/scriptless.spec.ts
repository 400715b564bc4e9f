import type { Locator, Page } from 'playwright/test';
import { at, days, expect, expectSound, looks, test, titles, total } from './portal';

test.use({ javaScriptEnabled: false });

const pager = (page: Page): Locator => page.getByRole('navigation', { name: '翻页' });

test('without scripts filters, pager, sorts and search of a list work', async ({ page }) => {
  await page.goto(at('/homestayhotel?columnId=6106'));
  const all = await total(page);
  const first = await titles(page);
  await pager(page).getByRole('link', { name: '下一页' }).click();
  await expect(pager(page).locator('[aria-current=page]')).toHaveText('2');
  expect(await titles(page)).not.toEqual(first);

  await page.getByRole('group', { name: '特色', exact: true }).getByRole('link').nth(1).click();
  await expect(pager(page).locator('[aria-current=page]')).toHaveText('1');
  const labelled = await total(page);
  expect(labelled).toBeLessThan(all);

  await page.getByRole('navigation', { name: '排序方式' }).getByRole('link', { name: '价格从低到高' }).click();
  await page.waitForURL(/sort=/);
  expect(await total(page)).toBe(labelled);
  const word = ((await titles(page))[0] ?? '').slice(0, 2);
  await page.getByRole('searchbox', { name: '搜索名称' }).fill(word);
  await page.getByRole('searchbox', { name: '搜索名称' }).press('Enter');
  await page.waitForURL(/keyword=/);
  expect((await titles(page)).every((title) => title.includes(word))).toBe(true);
  expect(Object.keys(Object.fromEntries(new URL(page.url()).searchParams)).sort()).toEqual(['columnId', 'keyword', 'label', 'sort']);

  await page.goto(at('/homestayhotel?columnId=6106&keyword=%E6%B2%A1%E6%9C%89%E8%BF%99%E4%B8%80%E5%AE%B6'));
  await expect(page.locator('#list').getByText('暂无数据')).toBeVisible();
  await page.getByRole('link', { name: '清空条件' }).click();
  await page.waitForURL((url) => !url.searchParams.has('keyword'));
  expect(await titles(page)).toEqual(first);
});

test('without scripts a list is narrowed by dates', async ({ page }) => {
  await page.goto(at('/ticket?columnId=6109'));
  const all = await total(page);
  const [, , , , day = ''] = await days(page);
  await page.getByLabel('开始日期').fill(day);
  await page.getByRole('group', { name: '日期' }).getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/datesFrom=/);
  const rest = await total(page);
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThan(all);
  await expect(page.getByLabel('开始日期')).toHaveValue(day);
});

test('without scripts an item can be read: all pictures, the text and the way back', async ({ page }) => {
  await page.goto(at('/exhibitdetail?columnId=6103&id=cexhibit-0001'));
  await expectSound(page);
  const gallery = page.getByRole('main').locator('figure').first();
  await expect(gallery.locator('.slides-stage img, .slides-stacked img')).toHaveCount(4);
  // The words below a picture speak for it.
  await expect(gallery.locator('figcaption, .slides-caption')).toHaveCount(4);
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '民艺珍藏' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('民艺珍藏');
  await page.goto(at('/informationdetail?columnId=6101&id=info-0001'));
  expect((await page.locator('#article').innerText()).length).toBeGreaterThan(150);
});

test('[BRAND-08] [BRAND-09] without scripts the tabs of a series lead to their parts', async ({ page }) => {
  await page.goto(at('/brandactivitydetail?columnId=6102&id=brand-0001'));
  await page.getByRole('tab', { name: '相关活动' }).click();
  await expect(page.getByRole('tabpanel', { name: '相关活动' }).getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('tabpanel', { name: '相关活动' })).toBeInViewport();
  await page.getByRole('tab', { name: '文化资讯' }).click();
  await expect(page.getByRole('tabpanel', { name: '文化资讯' }).getByRole('article').first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(looks.phone);

  test('without scripts the menu opens and leads on', async ({ page }) => {
    await page.goto(at('/'));
    await page.getByLabel('菜单', { exact: true }).click();
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '文旅企业' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('文旅企业');
    await expectSound(page);
  });
});
