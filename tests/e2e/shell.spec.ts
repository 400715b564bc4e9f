import type { Locator, Page } from 'playwright/test';
import { at, cards, expect, expectSound, looks, open, takenOver, test } from './portal';
import { violations } from './violations';

const news = '/information?columnId=6101';
const menu = (page: Page): Locator => page.getByRole('navigation', { name: '主导航' });
const hamburger = (page: Page): Locator => page.getByLabel('菜单', { exact: true });
const letters = (page: Page): Promise<number> => page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));

test('[SHELL-10] [SHELL-12] the menu has seven entries and the rest below 更多; an entry for phones is not in it', async ({ page }) => {
  await open(page, at('/'));
  await expect(menu(page).locator('.menu-bar-list > li')).toHaveCount(8);
  await expect(menu(page).locator('.menu-bar-list > li').last()).toContainText('更多');
  await expect(menu(page).getByRole('link', { name: '文旅企业' })).toBeHidden();
  await menu(page).getByRole('button', { name: '更多' }).click();
  await expect(menu(page).getByRole('link', { name: '文旅企业' })).toBeVisible();
  await expect(menu(page).getByText('志愿招募')).toHaveCount(0);
});

test('[SHELL-11] the institution without a limit has no 更多', async ({ page }) => {
  await open(page, at('/', 'museum'));
  await expect.poll(() => menu(page).locator('.menu-bar-list > li').count()).toBeGreaterThan(5);
  await expect(menu(page).getByRole('button', { name: '更多' })).toHaveCount(0);
});

test('[SHELL-10] the entries below an entry open by the keyboard, and close by Escape and by leaving', async ({ page }) => {
  await open(page, at('/'));
  const opener = menu(page).getByRole('button', { name: '资讯动态的下级栏目' });
  const below = menu(page).getByRole('link', { name: '公告招募' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(below).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(below).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await expect(menu(page).getByRole('link', { name: '资讯动态' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(below).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(menu(page).getByRole('link', { name: '文化活动' })).toBeFocused();
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('End');
  await expect(menu(page).getByRole('button', { name: '更多' })).toBeFocused();
  await opener.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at('/information?columnId=6176'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('公告招募');
  await expect(page.locator('#main')).toBeFocused();
});

test('[SHELL-22] below 768 px the menu is behind a button, from 768 px on it is not', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await open(page, at('/'));
  await expect(hamburger(page)).toBeHidden();
  await expect(menu(page).getByRole('link', { name: '资讯动态' })).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(hamburger(page)).toBeVisible();
  await expect(menu(page)).toBeHidden();
  await expectSound(page);
});

test.describe('on a phone', () => {
  test.use(looks.phone);

  test('[SHELL-12] [SHELL-22] the menu of phones has every entry, closes by Escape and after a choice', async ({ page }) => {
    await open(page, at('/'));
    await hamburger(page).click();
    expect(await violations(page)).toEqual([]);
    await expect(menu(page).getByRole('link', { name: '志愿招募' })).toBeVisible();
    await expect(menu(page).getByRole('link', { name: '文旅企业' })).toBeAttached();
    await expect(page.getByRole('link', { name: '登录' })).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await hamburger(page).click();
    await menu(page).getByRole('link', { name: '志愿招募' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('志愿招募');
    await expect(menu(page)).toBeHidden();
  });

  test('the menu of phones closes after another column of the same page is chosen', async ({ page }) => {
    await open(page, at('/information?columnId=6101'));
    await hamburger(page).click();
    await menu(page).getByRole('link', { name: '公告招募' }).click();
    await expect(page).toHaveURL(at('/information?columnId=6176'));
    await expect(menu(page)).toBeHidden();
  });
});

test('[SHELL-02] login and registration come back to the page, which names its column in the menu', async ({ page }) => {
  await open(page, at(`${news}&page=2`));
  const back = encodeURIComponent(`${news}&page=2`);
  await expect(page.getByRole('link', { name: '登录' })).toHaveAttribute('href', `/login?redirect=${back}`);
  await expect(page.getByRole('link', { name: '注册' })).toHaveAttribute('href', `/register?redirect=${back}`);
  await expect(menu(page).getByRole('link', { name: '资讯动态' })).toHaveAttribute('aria-current', 'page');
});

test('[SHELL-03] a visitor who is logged in has a menu with personal centre and logout, which ends the session', async ({
  page,
  context,
}) => {
  await context.addCookies(
    ['wlymobilephone', 'token', 'wlyusername'].map((name) => ({
      name,
      value: name === 'wlymobilephone' ? '13800000000' : 'x',
      url: at('/'),
    })),
  );
  await open(page, at(news));
  await page
    .locator('.header-top')
    .getByLabel(/^我的账户/)
    .click();
  await expect(page.getByRole('link', { name: '个人中心' })).toHaveAttribute('href', '/personalcenter');
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(at('/'));
  await expect(page.getByRole('link', { name: '登录' })).toBeVisible();
  expect((await context.cookies()).filter(({ name }) => name === 'token' || name.startsWith('wlymobile'))).toEqual([]);
});

test('[SHELL-04] the foot of every page has friendly links, which open in new windows, and the rich text of the institution', async ({
  page,
}) => {
  for (const path of ['/', news, '/informationdetail?columnId=6101&id=info-0001']) {
    await page.goto(at(path));
    const links = page.getByRole('contentinfo').getByRole('navigation', { name: '友情链接' }).getByRole('link');
    await expect(links).toHaveCount(4);
    for (const link of await links.all()) await expect(link).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('contentinfo')).toContainText('服务监督与意见建议');
  }
});

test('large letters grow all words, stay for the next page and visit, and can be taken back', async ({ page, context }) => {
  await open(page, at('/'));
  const before = await letters(page);
  await page.getByRole('button', { name: '大字版' }).click();
  await expect.poll(() => letters(page)).toBeGreaterThan(before);
  const large = await letters(page);
  await page.reload();
  await takenOver(page);
  expect(await letters(page)).toBe(large);
  await expect(page.getByRole('button', { name: '标准版' })).toHaveAttribute('aria-pressed', 'true');
  await menu(page).getByRole('link', { name: '资讯动态' }).click();
  await expect(cards(page).first()).toBeVisible();
  await expectSound(page);
  const second = await context.newPage();
  await open(second, at(news));
  expect(await letters(second)).toBe(large);
  await second.getByRole('button', { name: '标准版' }).click();
  await expect.poll(() => letters(second)).toBe(before);
});

test('[SHELL-23] in gray mode the whole page is drawn in gray', async ({ page }) => {
  await page.goto(at('/'));
  const filter = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).filter);
  expect(await filter()).toBe('none');
  await page.evaluate(() => document.documentElement.classList.add('is-gray'));
  expect(await filter()).toMatch(/grayscale\((1|100%)\)/);
});

test('the first press of Tab offers to skip the menu', async ({ page }) => {
  await open(page, at(news));
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '跳到主要内容' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('the way to the content takes twelve stops at most, for menus stay closed until they are asked for; searches have names of their own', async ({
  page,
}) => {
  for (const [path, tenant] of [
    ['/', undefined],
    [news, undefined],
    ['/exhibit?columnId=7101', 'museum'],
    ['/recommendbook?columnId=8253', 'library'],
  ] as const) {
    await open(page, at(path, tenant));
    let stops = 0;
    while (!(await page.evaluate(() => document.activeElement?.closest('main') != null)) && stops < 40) {
      await page.keyboard.press('Tab');
      stops += 1;
      await expect(menu(page).locator('[aria-expanded=true]')).toHaveCount(0);
    }
    // The first of them leads there at once.
    expect(stops - 1, path).toBeLessThanOrEqual(12);
    const searches = await page.getByRole('search').all();
    const names = await Promise.all(searches.map((search) => search.getAttribute('aria-label')));
    expect(names.every((name) => name !== null && name !== '')).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('Tab reaches everything that can be used, each shows that it has the focus', async ({ page }) => {
  await open(page, at('/homestayhotel?columnId=6106'));
  const waiting = await page.evaluate(markUsable);
  expect(waiting).toBeGreaterThan(40);
  const unmarked: string[] = [];
  const left = (): Promise<number> => page.evaluate(() => document.querySelectorAll('[data-waiting]').length);
  // The menus that open on the way have links of their own.
  for (let press = 0; press < 3 * waiting && (press < waiting || (await left()) > 0); press += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(visitFocused);
    if (seen !== '') unmarked.push(seen);
  }
  expect(
    await page.evaluate(() => [...document.querySelectorAll('[data-waiting]')].map((element) => element.outerHTML.slice(0, 120))),
  ).toEqual([]);
  expect(unmarked).toEqual([]);
});

/** Marks what is visible and can be used, and counts it. */
function markUsable(): number {
  const usable = [
    ...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not([type=hidden]), select, summary'),
  ].filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0);
  for (const element of usable) element.dataset['waiting'] = '';
  return usable.length;
}

/** Takes the mark from what has the focus; answers what shows no sign of it. */
function visitFocused(): string {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return '';
  delete focused.dataset['waiting'];
  const around = [focused, focused.parentElement, focused.closest('article'), focused.closest('form')];
  const marked = around.some((element) => {
    if (!element) return false;
    return [undefined, '::before', '::after'].some((part) => {
      const style = getComputedStyle(element, part);
      return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    });
  });
  return marked ? '' : focused.outerHTML.slice(0, 120);
}

test('an address without a page answers 404 and offers ways on', async ({ page, complaints }) => {
  const answer = await page.goto(at('/nothing/here'));
  expect(answer?.status()).toBe(404);
  await takenOver(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有找到这个页面');
  await expectSound(page);
  await expect(page.getByRole('navigation', { name: '看看这些栏目' }).getByRole('link', { name: '资讯动态' })).toHaveAttribute(
    'href',
    news,
  );
  await page.getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(at('/'));
  await expect(page.getByRole('region', { name: '近期活动' })).toBeVisible();

  expect((await page.goto(at('/informationdetail?columnId=6101&id=never')))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有找到这个页面');
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  complaints.length = 0;
});

test('going from page to page in place sets title, focus and scroll position, and Back returns', async ({ page }) => {
  await open(page, at('/'));
  await page.evaluate(() => {
    document.documentElement.dataset['same'] = '';
    window.scrollTo(0, 600);
  });
  await page.getByRole('region', { name: '馆内资讯' }).getByRole('link', { name: '更多' }).click();
  await expect(page).toHaveTitle('资讯动态 - 青澜市文化馆');
  await expect(page.locator('#main')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('region', { name: '近期活动' })).toBeVisible();
  await expect(page).toHaveTitle(/^青澜市文化馆/);
  await expect(page.locator('html[data-same]')).toHaveCount(1);
});
