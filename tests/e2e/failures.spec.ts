import type { Page, Route } from 'playwright/test';
import { at, cards, expect, expectAllListed, hold, open, test } from './portal';

const news = '/information?columnId=6101';
const calls = '**/api/information/web/page?*';
const wait = '数据整理中，请十分钟后再来';

/** Opens the list, answers its next call in a way of its own and chooses a type. */
async function chooseWhile(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await open(page, at(news));
  await page.route(calls, answer);
  await choose(page, '政策法规');
}

const choose = (page: Page, type: string): Promise<void> =>
  page.getByRole('group', { name: '类型' }).getByRole('link', { name: type }).click();
const toast = (page: Page, words: string) => page.locator('.toasts').getByText(words);
const block = (page: Page) => page.locator('#list').getByRole('alert');

test('[CONV-26] [CONV-11] [CONV-31] a list call that fails shows what the server said, and can be tried again', async ({ page }) => {
  await page.clock.install();
  await chooseWhile(page, (route) => route.fulfill({ json: { list: { status: 500, message: wait } } }));
  await expect(toast(page, wait)).toBeVisible();
  await expect(block(page)).toContainText(wait);
  await expect(cards(page)).toHaveCount(0);
  await page.clock.runFor(1500);
  await expect(page.locator('.toasts-item')).toHaveCount(0);

  await page.unroute(calls);
  await block(page).getByRole('button', { name: '重试' }).click();
  await expect(cards(page).first()).toBeVisible();
  await expectAllListed(page);
  await expect(block(page)).toHaveCount(0);
});

test('[CONV-26] after a failure another choice is asked for afresh, and the first one shows its rows again', async ({ page }) => {
  await chooseWhile(page, (route) => route.fulfill({ json: { list: { status: 500, message: wait } } }));
  await expect(block(page)).toContainText(wait);
  await page.unroute(calls);
  await choose(page, '全部');
  await expect(cards(page)).toHaveCount(12);
  await choose(page, '非遗保护');
  await expect(cards(page).first()).toBeVisible();
  await expect(block(page)).toHaveCount(0);
});

test('a server that is busy is told in words', async ({ page, complaints }) => {
  await chooseWhile(page, (route) => route.fulfill({ status: 503, body: 'upstream' }));
  await expect(toast(page, '服务器繁忙，请稍候')).toBeVisible();
  await expect(block(page)).toContainText('服务器繁忙，请稍候');
  complaints.length = 0;
});

test('an answer that is no JSON is told in words', async ({ page }) => {
  await chooseWhile(page, (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }));
  await expect(block(page)).toContainText('服务器繁忙，请稍候');
});

test('a lost connection is told in words, and the list comes with the connection', async ({ page, context, complaints }) => {
  await open(page, at(news));
  await context.setOffline(true);
  await choose(page, '政策法规');
  await expect(block(page)).toContainText('网络连接已断开，请检查网络后再试');
  await context.setOffline(false);
  await block(page).getByRole('button', { name: '重试' }).click();
  await expect(cards(page).first()).toBeVisible();
  complaints.length = 0;
});

test('a call without an answer is given up after 30 s', async ({ page }) => {
  await page.addInitScript(() => {
    const times: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => {
      times.push(milliseconds);
      document.documentElement.dataset['patience'] = times.join(' ');
      return timeout(50);
    };
  });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await chooseWhile(page, async (route) => {
    await released;
    await route.abort();
  });
  await expect(block(page)).toContainText('请求超时，请稍后再试');
  await expect(page.locator('html')).toHaveAttribute('data-patience', /^30000( 30000)*$/);
  release();
});

test('counters that cannot be had leave the list as it is', async ({ page, complaints }) => {
  await open(page, at(news));
  await page.route('**/api/communal/web/amount/**', (route) => route.fulfill({ status: 500, body: '' }));
  await choose(page, '政策法规');
  await expect(page).toHaveURL(/types=/);
  await expectAllListed(page);
  await expect(block(page)).toHaveCount(0);
  complaints.length = 0;
});

test('[CONV-31] a detail page that cannot be loaded in place is opened by the browser itself', async ({ page }) => {
  await open(page, at('/informationdetail?columnId=6101&id=info-0003'));
  await page.route('**/portal/page?*', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: 'proxy' }));
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '资讯动态' }).click();
  await expect(page).toHaveURL(at(news));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('资讯动态');
  await expect(cards(page)).toHaveCount(12);
});

test('a picture that cannot be had is drawn instead, and leaves no broken frame where that cannot be had either', async ({
  page,
  complaints,
}) => {
  const pictured = cards(page).locator('img').first();
  const state = (): Promise<unknown> =>
    pictured.evaluate((picture: HTMLImageElement) => [
      picture.naturalWidth > 0,
      getComputedStyle(picture).visibility,
      picture.getAttribute('src') === picture.dataset['fallback'],
    ]);
  await page.goto(at(news));
  const own = (await pictured.getAttribute('src')) ?? '';
  const fallback = (await pictured.getAttribute('data-fallback')) ?? '';
  expect([own, fallback].every((address) => address.startsWith('/pictures/')) && own !== fallback).toBe(true);
  await page.route(
    (url) => url.pathname === own,
    (route) => route.abort(),
  );
  await open(page, at(news));
  await pictured.scrollIntoViewIfNeeded();
  await expect.poll(state).toEqual([true, 'visible', true]);
  await page.route(
    (url) => url.pathname === fallback,
    (route) => route.abort(),
  );
  await open(page, at(news));
  await pictured.scrollIntoViewIfNeeded();
  await expect.poll(state).toEqual([false, 'hidden', true]);
  complaints.length = 0;
});

test('words of 300 letters, tags and tables of any width stay within the page on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, at('/appointmentdetail?columnId=6113&id=act-0001'));
  const beyond = await page.evaluate(() => {
    const long = 'W'.repeat(300);
    const wide = `<table><tr>${'<td>xxxxxxxxxxxxxxxxxxxx</td>'.repeat(30)}</tr></table><pre>${long}</pre><img src="data:," width="9000" height="10" alt="">`;
    const room = document.createElement('div');
    room.className = 'wrap';
    room.innerHTML = `<p class="heading-section-facts"><span class="inline"><span>${long}</span></span></p><span class="tags"><span class="tag">${long}</span></span><div class="summary-section-text"><span class="rich-text-line">${wide}${long}</span></div>`;
    document.querySelector('main')?.append(room);
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(beyond).toBe(0);
});

test('a form that is sent before its checks have come is checked and sent when they are there', async ({ page }) => {
  const release = await hold(page, '**/portal/validators/**');
  await page.goto(at('/login'));
  const send = page.getByRole('button', { name: '登录', exact: true });
  await expect(send).toBeEnabled();
  await send.press('Enter');
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('手机号不能为空')).toHaveCount(0);
  release();
  await expect(page.getByLabel('手机号')).toBeFocused();
  await expect(page.getByText('手机号不能为空').first()).toBeVisible();
  await expect(send).not.toHaveAttribute('aria-busy');
});
