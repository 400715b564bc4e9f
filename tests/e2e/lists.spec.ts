import type { Locator, Page } from 'playwright/test';
import { at, cards, days, expect, expectAllListed, hold, looks, newWindow, open, test, titles, total } from './portal';
import { violations } from './violations';

const hotels = '/homestayhotel?columnId=6106';
const news = '/information?columnId=6101';

const chip = (page: Page, row: string, name: string): Locator =>
  page.getByRole('group', { name: row, exact: true }).getByRole('link', { name, exact: true });
const pager = (page: Page): Locator => page.getByRole('navigation', { name: '翻页' });
const openPage = (page: Page): Locator => pager(page).locator('[aria-current=page]');
const query = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

/** The queries of the list calls that the browser makes from here on. */
function callsTo(page: Page, path: string): Record<string, string>[] {
  const calls: Record<string, string>[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === path) calls.push(Object.fromEntries(url.searchParams));
  });
  return calls;
}

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } });

    test(`[CONV-05] [HOTEL-04] [HOTEL-05] [HOTEL-15] a filter narrows the list from its first page on, and Back undoes it, on a ${name} screen`, async ({
      page,
    }) => {
      await open(page, at(`${hotels}&page=3`));
      await expect(openPage(page)).toHaveText('3');
      const all = await total(page);
      const calls = callsTo(page, '/api/travel/web/homeStayHotel/page');

      const label = page.getByRole('group', { name: '特色', exact: true }).getByRole('link').nth(1);
      await label.click();
      await expect(openPage(page)).toHaveText('1');
      await expect(label).toHaveAttribute('aria-current', 'true');
      await expect.poll(() => total(page)).toBeLessThan(all);
      const narrowed = await total(page);
      await expect(cards(page)).toHaveCount(Math.min(10, narrowed));
      const chosen = query(page)['label'] ?? '';
      expect(query(page)).toEqual({ columnId: '6106', label: chosen });
      expect(calls).toEqual([{ menuId: '6106', hotelLabel: chosen, pageNum: '1', pageSize: '10' }]);
      const first = await titles(page);

      await page.reload();
      expect(await titles(page)).toEqual(first);
      await expect(label).toHaveAttribute('aria-current', 'true');

      await page.goBack();
      await expect(openPage(page)).toHaveText('3');
      expect(await total(page)).toBe(all);
      await page.goForward();
      await expect(openPage(page)).toHaveText('1');
      expect(await titles(page)).toEqual(first);
    });

    test(`who goes back before the page of a reload is at work gets the state before, on a ${name} screen`, async ({ page }) => {
      await open(page, at(hotels));
      const [all, first] = [await total(page), await titles(page)];
      const label = page.getByRole('group', { name: '特色', exact: true }).getByRole('link').nth(1);
      await label.click();
      await expect.poll(() => total(page)).toBeLessThan(all);

      const release = await hold(page, '**/assets/*.js');
      await page.reload({ waitUntil: 'commit' });
      await expect(label).toHaveAttribute('aria-current', 'true');
      await page.evaluate(() => window.history.back());
      await page.waitForURL((url) => !url.searchParams.has('label'), { waitUntil: 'commit' });
      release();
      await expect(label).not.toHaveAttribute('aria-current', 'true');
      await expect.poll(() => total(page)).toBe(all);
      expect(await titles(page)).toEqual(first);
      await page.unroute('**/assets/*.js');
    });

    test(`[CONV-06] [INFO-07] an empty list says so and can be cleared, on a ${name} screen`, async ({ page }) => {
      await open(page, at(news));
      const all = await total(page);
      await page.getByRole('searchbox', { name: '搜索标题' }).fill('没有这样的标题');
      await page.getByRole('searchbox', { name: '搜索标题' }).press('Enter');
      await expect(page.locator('#list').getByText('暂无数据')).toBeVisible();
      await expect(cards(page)).toHaveCount(0);
      await expect(pager(page)).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: '清空条件' }).click();
      await expect(cards(page)).toHaveCount(12);
      expect(await total(page)).toBe(all);
      await expect(page.getByRole('searchbox', { name: '搜索标题' })).toHaveValue('');
    });
  });
}

test('[CONV-05] several choices of a row are added to each other, the first choice takes them back', async ({ page }) => {
  await open(page, at(hotels));
  const all = await total(page);
  const choices = page.getByRole('group', { name: '特色', exact: true }).getByRole('link');
  await choices.nth(1).click();
  await expect(choices.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => total(page)).toBeLessThan(all);
  const one = await total(page);
  await choices.nth(2).click();
  await expect.poll(() => total(page)).toBeGreaterThan(one);
  expect(query(page)['label']?.split(',')).toHaveLength(2);
  await chip(page, '特色', '全部').click();
  await expect.poll(() => total(page)).toBe(all);
  expect(query(page)).toEqual({ columnId: '6106' });
});

test('[CONV-04] [CMDY-02] the pager reads previous, five pages, next and turns the pages', async ({ page }) => {
  await open(page, at('/culturalcommodity?columnId=6112'));
  const first = await titles(page);
  await expect(cards(page)).toHaveCount(6);
  await expect(pager(page).getByRole('listitem')).toHaveText(['1', '2', '3', '4', '5']);
  await expect(pager(page).getByRole('link').first()).toHaveText('上一页');
  await expect(pager(page).getByRole('link').last()).toHaveText('下一页');
  await expect(pager(page).getByRole('link', { name: '上一页' })).toHaveAttribute('aria-disabled', 'true');

  await pager(page).getByRole('link', { name: '下一页' }).click();
  await expect(openPage(page)).toHaveText('2');
  await expect.poll(() => titles(page)).not.toEqual(first);
  expect(query(page)).toEqual({ columnId: '6112', page: '2' });
  await pager(page).getByRole('link', { name: '第5页' }).click();
  await expect(openPage(page)).toHaveText('5');
  await expect(pager(page).getByRole('link', { name: '下一页' })).toHaveAttribute('aria-disabled', 'true');
  await pager(page).getByRole('link', { name: '第1页' }).click();
  await expect.poll(() => titles(page)).toEqual(first);
});

test('a page of the pager is shown from its top', async ({ page }) => {
  await open(page, at(news));
  await pager(page).scrollIntoViewIfNeeded();
  await pager(page).getByRole('link', { name: '第2页' }).click();
  await expect(openPage(page)).toHaveText('2');
  await expect(cards(page).first()).toBeInViewport();
});

test('[INFO-12] a search keeps the words in its box and in the address, and narrows to titles with them', async ({ page }) => {
  await open(page, at(`${news}&page=2`));
  const calls = callsTo(page, '/api/information/web/page');
  const box = page.getByRole('searchbox', { name: '搜索标题' });
  await box.fill('非遗');
  await page.locator('#list').getByRole('search').getByRole('button', { name: '搜索' }).click();
  await expect.poll(async () => (await titles(page)).every((title) => title.includes('非遗'))).toBe(true);
  expect(query(page)).toEqual({ columnId: '6101', keyword: '非遗' });
  expect(calls).toEqual([{ columnId: '6101', title: '非遗', page: '1', limit: '12' }]);
  await page.reload();
  await expect(box).toHaveValue('非遗');
  await expectAllListed(page);
});

test('a list can be ordered by price, both ways', async ({ page }) => {
  await open(page, at('/touristmarket?columnId=6111'));
  const prices = async (): Promise<number[]> =>
    (await cards(page).locator('.price').allInnerTexts()).map((words) => Number(words.replace(/[^\d.]/g, '')));
  const sorts = page.getByRole('navigation', { name: '排序方式' });
  await expect(sorts.locator('[aria-current=true]')).toHaveText('最新');
  await sorts.getByRole('link', { name: '价格从低到高' }).click();
  await expect.poll(async () => isSorted(await prices())).toBe(true);
  await expect(sorts.locator('[aria-current=true]')).toHaveText('价格从低到高');
  await sorts.getByRole('link', { name: '价格从高到低' }).click();
  await expect.poll(async () => isSorted((await prices()).reverse())).toBe(true);
});

const isSorted = (numbers: number[]): boolean =>
  numbers.length > 1 && numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0));

test('[TICK-02] a list narrowed by dates has entries of those days alone', async ({ page }) => {
  await open(page, at('/ticket?columnId=6109'));
  const all = await total(page);
  const [, day = '', , , later = ''] = await days(page);
  await page.getByLabel('开始日期').fill(day);
  await page.getByLabel('结束日期').fill(later);
  await page.getByRole('group', { name: '日期' }).getByRole('button', { name: '确定' }).click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  const listed = await days(page);
  expect(listed).toHaveLength(await total(page));
  expect(listed.filter((each) => each < day || each > later)).toEqual([]);
  expect(query(page)).toEqual({ columnId: '6109', datesFrom: day, datesTo: later });
  await page.getByRole('group', { name: '日期' }).getByRole('link', { name: '清除' }).click();
  await expect.poll(() => total(page)).toBe(all);
});

test('[CONV-16] types with types below them have a row for each group; one choice takes the place of the other', async ({ page }) => {
  await open(page, at('/exhibit?columnId=6103'));
  const all = await total(page);
  await chip(page, '纸上布上', '剪纸').click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  const cuts = await titles(page);
  await chip(page, '雕刻塑造', '木雕').click();
  await expect(chip(page, '纸上布上', '全部')).toHaveAttribute('aria-current', 'true');
  await expect(chip(page, '雕刻塑造', '木雕')).toHaveAttribute('aria-current', 'true');
  await expect.poll(async () => (await titles(page)).some((title) => cuts.includes(title))).toBe(false);
});

test('[CONV-24] [INFO-03] [INFO-04] [INFO-05] the ad slot of a column chooses between rows and cards with a link to the details', async ({
  page,
}) => {
  await page.goto(at(news));
  await expect(cards(page)).toHaveCount(12);
  await expect(cards(page).getByRole('link', { name: '查看详情' })).toHaveCount(0);
  const sides = async (): Promise<[picture: { right: number; bottom: number }, title: { left: number; top: number }]> => {
    const card = cards(page).first();
    const [picture, title] = [await card.locator('.picture').boundingBox(), await card.getByRole('heading').boundingBox()];
    if (!picture || !title) throw new Error('a card without a picture or a title');
    return [
      { right: picture.x + picture.width, bottom: picture.y + picture.height },
      { left: title.x, top: title.y },
    ];
  };
  // A picture stands beside the words of a row, and above those of a card.
  const [besidePicture, rowTitle] = await sides();
  expect(rowTitle.left).toBeGreaterThan(besidePicture.right);
  expect(rowTitle.top).toBeLessThan(besidePicture.bottom);
  await page.goto(at('/information?columnId=6176'));
  await expect(cards(page).getByRole('link', { name: '查看详情' })).toHaveCount(await cards(page).count());
  const [abovePicture, cardTitle] = await sides();
  expect(cardTitle.top).toBeGreaterThanOrEqual(abovePicture.bottom);
});

test('[INFO-15] [INFO-17] the recruiting type of the notices shows the column of volunteers', async ({ page }) => {
  await open(page, at('/information?columnId=6176'));
  const before = await titles(page);
  const calls = callsTo(page, '/api/information/web/page');
  await chip(page, '类型', '招募').click();
  await expect.poll(() => titles(page)).not.toEqual(before);
  expect(calls[0]).toMatchObject({ columnId: '6197', types: 'n3' });
});

test('[CONV-03] cards open their item in a new window, which cannot reach the list', async ({ page }) => {
  await open(page, at(news));
  const title = (await titles(page))[2] ?? '';
  const link = cards(page).nth(2).getByRole('heading').getByRole('link');
  await expect(link).toHaveAttribute('rel', /noopener/);
  const detail = await newWindow(page, link);
  expect(title).toContain(await detail.getByRole('heading', { level: 1 }).innerText());
  await expect(page).toHaveURL(at(news));
});

test('a choice is shown as made while the rows are still on their way', async ({ page }) => {
  await open(page, at(news));
  const release = await hold(page, '**/api/information/web/page?*');
  await chip(page, '类型', '政策法规').click();
  await expect(chip(page, '类型', '政策法规')).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('#list').getByRole('status')).toHaveText('加载中');
  await expect(cards(page)).toHaveCount(12);
  release();
  await expectAllListed(page);
});

test('another page of a list is one call: the counts come with its rows, and choices and labels are there', async ({ page }) => {
  await open(page, at(news));
  const first = await titles(page);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await pager(page).getByRole('link', { name: '下一页' }).click();
  await expect(pager(page).locator('[aria-current=page]')).toHaveText('2');
  await expect.poll(() => titles(page)).not.toEqual(first);
  await expect(cards(page).first().locator('.counters')).toHaveText(/\d/);
  expect(calls.filter((path) => path.startsWith('/api/'))).toEqual(['/api/information/web/page']);
});
