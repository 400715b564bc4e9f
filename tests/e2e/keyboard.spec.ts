import { focused, skipToForm, tabTo } from './keys';
import { addMember, article, back, field, forgetLimits, nextPicture, password, smsCode, toast } from './members';
import { at, expect, open, test } from './portal';

test('[REG-02] [REG-03] [REG-09] [REG-11] registration by the keyboard alone: order, visible focus, first fault, summary', async ({
  page,
}) => {
  const phone = '13800000011';
  const id = (name: string): string => `form-registration_${name}`;
  await forgetLimits();
  await open(page, at('/register'));
  await skipToForm(page, field(page, 'registration', 'mobilePhone'));
  await expect(field(page, 'registration', 'name'), 'a field without the focus').toHaveCSS('box-shadow', 'none');
  const order: string[] = [];
  for (let stop = 0; stop < 13; stop += 1) {
    order.push(await focused(page));
    await page.keyboard.press('Tab');
  }
  expect(order).toEqual([
    id('mobilePhone'),
    id('password'),
    '显示',
    id('conPassword'),
    '显示',
    id('name'),
    id('sex'),
    id('verCode'),
    '获取验证码',
    id('terms'),
    '我已阅读并同意用户注册协议',
    '注册',
    '已有账户，去登录',
  ]);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'registration', 'mobilePhone')).toBeFocused();
  const summary = page.locator('main .form-view-faults').filter({ hasText: '有7处需要修改' });
  await expect(summary).toContainText('手机号不能为空');
  await expect(summary).toContainText('请选择性别');
  await expect(field(page, 'registration', 'mobilePhone')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'registration', 'mobilePhone')).toHaveAccessibleDescription(/手机号不能为空/);

  await page.keyboard.type(phone);
  await tabTo(page, field(page, 'registration', 'password'));
  await page.keyboard.type(password);
  await tabTo(page, field(page, 'registration', 'conPassword'));
  await page.keyboard.type(password);
  await tabTo(page, field(page, 'registration', 'name'));
  await page.keyboard.type('冯楠');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('女', { exact: true })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: '获取验证码' }));
  await Promise.all([page.waitForResponse('**/VERCode?*'), page.keyboard.press('Enter')]);
  await expect(page.getByRole('button', { name: '重新发送' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type(await smsCode(phone, 'registration'));
  await tabTo(page, field(page, 'registration', 'terms'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: '同意' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(page, 'registration', 'terms')).toBeChecked();
  await expect(field(page, 'registration', 'terms')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: '注册', exact: true }));
  await page.keyboard.press('Enter');
  await expect(toast(page, '注册成功')).toBeVisible();
  await expect(page).toHaveURL(at('/login'));
});

test('[LOGIN-02] [LOGIN-07] [LOGIN-09] [LOGIN-10] login by the keyboard alone: tabs by arrows, visible focus, first fault, summary', async ({
  page,
  request,
}) => {
  const phone = '13800000012';
  await addMember(request, phone);
  await forgetLimits();
  await nextPicture(page, () => open(page, at(`/login?${back}`)));
  await skipToForm(page, page.getByRole('tab', { name: '密码登录' }));
  await tabTo(page, page.getByRole('tabpanel').getByRole('button', { name: '登录' }));
  await page.keyboard.press('Enter');
  await expect(field(page, 'password', 'mobilePhone')).toBeFocused();
  const summary = page.locator('main .form-view-faults').filter({ hasText: '有3处需要修改' });
  for (const words of ['手机号不能为空', '密码不能为空', '请输入验证码']) await expect(summary).toContainText(words);
  await page.keyboard.press('Shift+Tab');
  for (
    let pressed = 0;
    pressed < 4 && !(await page.getByRole('tab', { name: '密码登录' }).evaluate((tab) => tab === document.activeElement));
    pressed += 1
  )
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '快捷登录' })).toBeFocused();
  await expect(page.getByRole('tab', { name: '快捷登录' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, field(page, 'quick', 'phone'));
  await page.keyboard.type(phone);
  await tabTo(page, page.getByRole('button', { name: '获取验证码' }));
  await Promise.all([page.waitForResponse('**/VERCode?*'), page.keyboard.press('Enter')]);
  await expect(page.getByRole('button', { name: '重新发送' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type(await smsCode(phone, 'login'));
  await page.keyboard.press('Enter');
  await expect(toast(page, '登录成功')).toBeVisible();
  await expect(page).toHaveURL(at(article));
  await expect(page.locator('#main')).toBeFocused();
});
