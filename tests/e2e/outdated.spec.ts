import { at, expect, open, test } from './portal';

const article = '/informationdetail?columnId=6101&id=info-0003';
const words = '没有加载成功，可能是网络中断，或网站刚刚更新';

test('a section whose file is gone says so in its place, and is there once it can be had', async ({ page, complaints }) => {
  const gone = '**/assets/RichTextSection-*.js';
  await page.route(gone, (route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }));
  await page.goto(at(article));
  const alert = page.locator('.error-message');
  await expect(alert).toContainText(words);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '当前位置' })).toBeVisible();
  await page.unroute(gone);
  await alert.getByRole('button', { name: '刷新页面' }).click();
  await expect(page.locator('.rich-text')).toBeVisible();
  await expect(alert).toHaveCount(0);
  complaints.length = 0;
});

test('a page whose files are gone is opened by the browser itself, and its form is there once they can be had', async ({
  page,
  complaints,
}) => {
  await open(page, at('/information?columnId=6101'));
  const gone = '**/assets/FormPage-*.js';
  await page.route(gone, (route) => route.abort());
  const opened = page.waitForRequest((request) => request.isNavigationRequest() && request.url().includes('/login'));
  await page.getByRole('banner').getByRole('link', { name: '登录' }).click();
  await opened;
  const alert = page.locator('.error-message');
  await expect(alert).toContainText(words);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.unroute(gone);
  await alert.getByRole('button', { name: '刷新页面' }).click();
  await expect(page.locator('form.form-view-fields').first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  complaints.length = 0;
});
