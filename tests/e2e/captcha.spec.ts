import { addMember, article, back, field, forgetLimits, nextPicture, password, toast } from './members';
import { at, expect, looks, open, test } from './portal';

test.use(looks.wide);

test('[LOGIN-24] a password login by the keyboard alone, without reading the picture', async ({ page, request }) => {
  const phone = '13800000021';
  await addMember(request, phone);
  await forgetLimits();
  await nextPicture(page, () => open(page, at(`/login?${back}`)));
  const form = page.getByRole('tabpanel', { name: '密码登录' });
  await nextPicture(page, () => field(page, 'password', 'mobilePhone').fill(phone), phone);
  await field(page, 'password', 'passWord').fill(password);
  const button = form.getByRole('button', { name: '看不清？免图验证' });
  for (let pressed = 0; pressed < 6 && !(await button.evaluate((element) => element === document.activeElement)); pressed += 1)
    await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByText('已完成验证')).toBeVisible();
  await expect(field(page, 'password', 'verCode')).toHaveValue(/^[A-Z0-9]{4,6}$/);
  await expect(field(page, 'password', 'verCode')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, '登录成功')).toBeVisible();
  await expect(page).toHaveURL(at(article));
});
