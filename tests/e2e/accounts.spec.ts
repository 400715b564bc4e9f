import type { Page } from 'playwright/test';
import {
  addMember,
  approve,
  article,
  back,
  captchaText,
  editor,
  field,
  forgetLimits,
  mark,
  nextPicture,
  password,
  quickLogin,
  sendCode,
  sendComment,
  signIn,
  smsCode,
  toast,
} from './members';
import { at, expect, expectSound, expectSoundEverywhere, looks, open, takenOver, test } from './portal';

/** Opens the menu of the visitor; on a phone it is in the drawer. */
async function openAccount(page: Page, name: string): Promise<void> {
  const drawer = page.getByLabel('菜单', { exact: true });
  if (await drawer.isVisible()) await drawer.click();
  await page.locator('.account-links-menu summary:visible').filter({ hasText: name }).click();
}

async function fillRegistration(page: Page, phone: string, name: string): Promise<void> {
  await field(page, 'registration', 'mobilePhone').fill(phone);
  await field(page, 'registration', 'password').fill(password);
  await field(page, 'registration', 'conPassword').fill(password);
  await field(page, 'registration', 'name').fill(name);
  await page.getByLabel('女', { exact: true }).check();
  await sendCode(page, page.getByRole('button', { name: '获取验证码' }));
  await field(page, 'registration', 'verCode').fill(await smsCode(phone, 'registration'));
  await page.getByRole('button', { name: '我已阅读并同意用户注册协议' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '同意' }).click();
}

/** Approves what was written and waits until other visitors read it. */
async function expectApproved(page: Page, words: string, phone: string): Promise<void> {
  expect(await approve(words)).toContain(words);
  const comment = page.locator('.comments-top').filter({ hasText: words });
  // A page that another visitor opened a moment before the approval counts as new for a second.
  await expect(async () => {
    await open(page, at(article));
    await expect(comment).toContainText(`138****${phone.slice(-4)}`, { timeout: 1_000 });
  }).toPass();
  await expectSoundEverywhere(page);
}

for (const [name, look] of Object.entries(looks)) {
  // Which screen it is has no part in what becomes of a comment.
  const isWhole = name === 'wide';
  const phone = name === 'wide' ? '13800000001' : '13800000002';
  const member = name === 'wide' ? '周明' : '吴静';

  test.describe(name, () => {
    test.use(look);

    const rows =
      '[REG-01] [REG-13] [REG-15] [LOGIN-18] [COUNT-11] [COUNT-12] [COUNT-13] [COM-08] [COM-09] [COM-10] [SESSION-19] [SESSION-20] ';
    test(`${isWhole ? rows : ''}a visitor registers, logs in, likes, collects, comments and logs out, on a ${name} screen`, async ({
      page,
      context,
    }) => {
      test.slow();
      await forgetLimits();
      await open(page, at(`/register?${back}`));
      await expectSound(page);
      await fillRegistration(page, phone, member);
      await page.getByRole('button', { name: '注册', exact: true }).click();
      await expect(toast(page, '注册成功')).toBeVisible();
      await expect(page).toHaveURL(at(`/login?${back}`));

      await expectSound(page);
      await quickLogin(page, phone);
      await expect(toast(page, '登录成功')).toBeVisible();
      await expect(page).toHaveURL(at(article));
      await takenOver(page);

      for (const label of ['点赞', '收藏']) {
        const before = Number(await mark(page, label).locator('.toggle-button-count').innerText());
        await mark(page, label).click();
        await expect(mark(page, label)).toHaveAttribute('aria-pressed', 'true');
        await expect(mark(page, label).locator('.toggle-button-count')).toHaveText(String(before + 1));
      }
      const words = `展览很好，${name}`;
      await editor(page).fill(words);
      await sendComment(page);
      await expect(toast(page, '评论成功，请等待后台审核')).toBeVisible();
      await expect(editor(page)).toHaveValue('');
      await open(page, at(article));
      await expect(page.locator('.comments-end')).toBeVisible();
      await expect(page.locator('.comments-list').getByText(words)).toHaveCount(0);
      await expect(mark(page, '点赞')).toHaveAttribute('aria-pressed', 'true');
      await expect(mark(page, '收藏')).toHaveAttribute('aria-pressed', 'true');
      await mark(page, '点赞').click();
      await expect(page.getByRole('dialog', { name: '温馨提示' })).toContainText('确定取消点赞？');
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
      await expect(mark(page, '点赞')).toHaveAttribute('aria-pressed', 'true');

      if (isWhole) await expectApproved(page, words, phone);

      await openAccount(page, member);
      await page.getByRole('button', { name: '退出登录' }).locator('visible=true').click();
      await expect(page).toHaveURL(at('/'));
      const names = (await context.cookies()).map((cookie) => cookie.name);
      for (const gone of ['token', 'wlymobilephone', 'wlyuserimg', 'wlyuserid', 'wlyusername']) expect(names).not.toContain(gone);
      expect(names).toEqual(expect.arrayContaining(['culturalCloud_fid', 'museumCode']));
    });
  });
}

// Which screen it is has no part in these two, and their pages are looked at on both.
test.describe('on a phone', () => {
  test.use(looks.phone);

  test(`[LOGIN-02] [LOGIN-06] [LOGIN-17] [LOGIN-24] [LOGIN-25] [LOGIN-26] [LOGIN-27] a password login with the characters of the picture comes back to the article`, async ({
    page,
    request,
    complaints,
  }) => {
    const own = '13800000004';
    await addMember(request, own);
    await nextPicture(page, () => open(page, at(`/login?${back}`)));
    // Who holds the phone needs no way to it.
    await expect(page.getByText('手机上也能看')).toBeHidden();
    await expectSound(page);
    const form = page.getByRole('tabpanel', { name: '密码登录' });
    const picture = form.getByRole('button', { name: '图形验证码' });
    await nextPicture(page, () => field(page, 'password', 'mobilePhone').fill(own), own);
    await field(page, 'password', 'passWord').fill(password);
    await field(page, 'password', 'verCode').fill('!!!!');
    await nextPicture(page, () => form.getByRole('button', { name: '登录' }).click(), own);
    await expect(toast(page, '验证码错误')).toBeVisible();
    await expect(field(page, 'password', 'verCode')).toHaveValue('');
    await expect(field(page, 'password', 'passWord')).toHaveValue(password);
    complaints.length = 0;

    const before = await captchaText(own);
    await nextPicture(page, () => picture.click(), own);
    expect(await captchaText(own)).not.toBe(before);
    await field(page, 'password', 'verCode').fill((await captchaText(own)).toLowerCase());
    await form.getByRole('button', { name: '登录' }).click();
    await expect(toast(page, '登录成功')).toBeVisible();
    await expect(page).toHaveURL(at(article));
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('登录');
  });
});

test.describe('on a wide screen', () => {
  test.use(looks.wide);

  test(`[PWD-01] [PWD-02] [PWD-03] [PWD-04] [PWD-13] a password is reset in three steps, which ends the sessions before`, async ({
    page,
    context,
    browser,
    request,
  }) => {
    const own = '13800000005';
    await addMember(request, own);
    const elsewhere = await browser.newContext();
    try {
      await signIn(elsewhere, own);
      await forgetLimits();
      await open(page, at(`/forget?${back}`));
      await expectSoundEverywhere(page);
      const step = page.locator('.step-head-step[aria-current=step]');
      await expect(step).toContainText('确认账号');
      await page.getByRole('button', { name: '下一步' }).click();
      await expect(page.getByText('验证码不能为空').first()).toBeVisible();
      await expect(step).toContainText('确认账号');
      await field(page, 'reset', 'phone').fill(own);
      await sendCode(page, page.getByRole('button', { name: '获取验证码' }));
      await field(page, 'reset', 'verCode').fill(await smsCode(own, 'reset'));
      await page.getByRole('button', { name: '下一步' }).click();
      await expect(step).toContainText('重置密码');
      await expect(page.locator('.step-head')).toBeFocused();
      await field(page, 'reset', 'password').fill('another-2026');
      await field(page, 'reset', 'conPassword').fill('another-2026');
      await page.getByRole('button', { name: '重置密码' }).click();
      await expect(step).toContainText('完成');
      await expect(page.getByText('密码已重置，请使用新密码登录。')).toBeVisible();

      const other = await elsewhere.newPage();
      await open(other, at(article));
      await mark(other, '点赞').click();
      await expect(toast(other, '登录已过期，请重新登录')).toBeVisible();
      await expect(other).toHaveURL(at(`/login?${back}`));

      await nextPicture(page, () => page.getByRole('link', { name: '去登录' }).click());
      await expect(page).toHaveURL(at(`/login?${back}`));
      await nextPicture(page, () => field(page, 'password', 'mobilePhone').fill(own), own);
      await field(page, 'password', 'passWord').fill('another-2026');
      await field(page, 'password', 'verCode').fill(await captchaText(own));
      await page.getByRole('tabpanel', { name: '密码登录' }).getByRole('button', { name: '登录' }).click();
      await expect(page).toHaveURL(at(article));
      expect((await context.cookies()).find((cookie) => cookie.name === 'wlymobilephone')?.value).toBe(own);
    } finally {
      await elsewhere.close();
    }
  });
});

test('[LOGIN-13] [LOGIN-14] [LOGIN-16] the button counts 60 s down after a code was sent, over a reload too', async ({ page, request }) => {
  const phone = '13800000013';
  await addMember(request, phone);
  await forgetLimits();
  await page.clock.install();
  await open(page, at('/login?tab=quick'));
  const button = page.locator('#form-panel-quick .field-button');
  await button.click();
  await expect(toast(page, '请填写手机号')).toBeVisible();
  await expect(field(page, 'quick', 'phone')).toBeFocused();
  await field(page, 'quick', 'phone').fill('13900000000');
  await expect(toast(page, '该手机号尚未注册')).toBeVisible();
  await field(page, 'quick', 'phone').fill(phone);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await button.click();
  await expect(button).toHaveText('重新发送 60s');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(1000);
  await expect(button).toHaveText('重新发送 59s');
  await page.reload();
  await takenOver(page);
  await expect(button).toHaveText('重新发送 59s');
  await page.clock.runFor(58_000);
  await expect(button).toHaveText('重新发送 1s');
  await page.clock.runFor(1000);
  await expect(button).toHaveText('获取验证码');
  await expect(button).not.toHaveAttribute('aria-disabled');
});

test('[LOGIN-17] the words of a login are seen for 1.5 s; it goes on after 2 s', async ({ page, request }) => {
  const phone = '13800000014';
  await addMember(request, phone);
  await forgetLimits();
  await page.clock.install();
  await open(page, at(`/login?tab=quick&${back}`));
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await quickLogin(page, phone);
  await expect(toast(page, '登录成功')).toBeVisible();
  await page.clock.runFor(1500);
  await expect(toast(page, '登录成功')).toHaveCount(0);
  await page.clock.runFor(499);
  await expect(page).toHaveURL(/\/login\?/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(at(article));
});
