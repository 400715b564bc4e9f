import { addMember, article, back, editor, field, mark, password, quickLogin, sendComment, signIn, toast } from './members';
import { at, expect, looks, open, takenOver, test } from './portal';

// Which screen it is has no part in these: comments are written, liked and logged in for on both in accounts.spec.ts.
test.describe('on a wide screen', () => {
  test.use(looks.wide);

  test('[SESSION-13] [SESSION-05] a session that ends in the middle of a comment comes back to it, with what was written', async ({
    page,
    context,
    request,
  }) => {
    const own = '13800000007';
    await addMember(request, own);
    await signIn(context, own);
    await open(page, at(article));
    await editor(page).fill('写到一半\n的评论');
    await context.addCookies([{ name: 'token', value: 'broken', url: at('/') }]);
    await sendComment(page);
    await expect(toast(page, '登录已过期，请重新登录')).toBeVisible();
    await expect(page).toHaveURL(at(`/login?${back}`));
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('token');
    await quickLogin(page, own);
    await expect(page).toHaveURL(at(article));
    await expect(editor(page)).toHaveValue('写到一半\n的评论');
    await sendComment(page);
    await expect(toast(page, '评论成功，请等待后台审核')).toBeVisible();
    await page.reload();
    await takenOver(page);
    await expect(editor(page)).toHaveValue('');
  });
});

test.describe('on a phone screen', () => {
  test.use(looks.phone);

  test('[SESSION-03] [COM-06] [COM-07] [COUNT-18] an anonymous comment or like leads to the login page and back', async ({ page }) => {
    await open(page, at(article));
    await sendComment(page);
    await expect(page.getByText('评论不能为空')).toBeVisible();
    await editor(page).fill('想说两句');
    await sendComment(page);
    const dialog = page.getByRole('dialog', { name: '温馨提示' });
    await expect(dialog).toContainText('请登录后再评论');
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(at(article));
    await sendComment(page);
    await dialog.getByRole('button', { name: '确定' }).click();
    await expect(page).toHaveURL(at(`/login?${back}`));
    await page.goBack();
    await expect(editor(page)).toHaveValue('想说两句');

    for (const label of ['点赞', '收藏']) {
      await mark(page, label).click();
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: '确定' }).click();
      await expect(page).toHaveURL(at(`/login?${back}`));
      await page.goBack();
      await expect(mark(page, label)).toHaveAttribute('aria-pressed', 'false');
    }
  });
});

for (const [row, answer, words] of [
  ['[SESSION-14]', { json: { status: 40301, message: 'x' } }, '登录已过期，请重新登录'],
  ['[SESSION-16]', { status: 403, json: { status: 403, message: 'x' } }, '登录凭证无效，请重新登录'],
] as const) {
  test(`${row} an answer that ends the session keeps a comment's draft (${words})`, async ({ page, context, complaints }) => {
    await context.addCookies(['token', 'wlymobilephone', 'wlyuserid'].map((name) => ({ name, value: '13800000009', url: at('/') })));
    await open(page, at(article));
    await page.route('**/api/communal/web/comment', (route) => route.fulfill(answer));
    await editor(page).fill('尚未发表');
    await sendComment(page);
    await expect(toast(page, words)).toBeVisible();
    await expect(page).toHaveURL(at(`/login?${back}`));
    await page.goBack();
    await expect(editor(page)).toHaveValue('尚未发表');
    complaints.length = 0;
  });
}

test('a form that is left half filled in is as it was on coming back, without passwords and codes', async ({ page }) => {
  await open(page, at(`/register?${back}`));
  await field(page, 'registration', 'mobilePhone').fill('13800000010');
  await field(page, 'registration', 'password').fill(password);
  await field(page, 'registration', 'name').fill('郑和');
  await page.getByLabel('男', { exact: true }).check();
  await page.getByRole('main').getByRole('link', { name: '已有账户，去登录' }).click();
  await expect(page).toHaveURL(at(`/login?${back}`));
  await page.getByRole('link', { name: '马上注册' }).click();
  await expect(page).toHaveURL(at(`/register?${back}`));
  const kept = async (): Promise<void> => {
    await expect(field(page, 'registration', 'mobilePhone')).toHaveValue('13800000010');
    await expect(field(page, 'registration', 'name')).toHaveValue('郑和');
    await expect(page.getByLabel('男', { exact: true })).toBeChecked();
    await expect(field(page, 'registration', 'password')).toHaveValue('');
  };
  await kept();
  await page.reload();
  await kept();
});
