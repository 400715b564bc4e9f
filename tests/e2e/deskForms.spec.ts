import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { computeCode } from '../../src/server/staff/totp';
import { excavation, site } from '../server/desk/excavation';
import { headed, sizes } from './deskStaff';
import { type OwnPortal, startOwnPortal } from './ownPortal';
import { expect, test } from './portal';
import { violations } from './violations';

let portal: OwnPortal;
let secret = '';
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  portal = await startOwnPortal();
  const folder = join(portal.root, 'tenants/library/modules');
  await writeFile(join(folder, 'digsite.json'), JSON.stringify(site));
  await writeFile(join(folder, 'excavation.json'), JSON.stringify(excavation));
});
test.afterAll(() => portal.stop());

const desk = (path: string): string => portal.at(`/admin${path}`, 'library');
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true });
/** Waits until scripts have taken the form over: before that it cannot be sent. */
const taken = (page: Page) => expect(save(page)).toBeEnabled();

/** Logs in; a code is good once, so that whoever comes later takes that of the next half minute, which is let through too. */
async function logIn(page: Page): Promise<void> {
  await page.goto(desk(''));
  await headed(page, '登录工作台');
  await page.getByLabel('账号').fill('admin');
  await page.getByRole('textbox', { name: '密码' }).fill(await portal.password('library'));
  await page.getByRole('button', { name: '登录' }).click();
  await headed(page, '第二步验证');
  const isFirst = secret === '';
  if (isFirst) secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await page.getByLabel('验证码').fill(computeCode(secret, Math.floor(Date.now() / 30_000) + (isFirst ? 0 : 1)));
  await page.getByRole('button', { name: '确认' }).click();
  if (isFirst) await page.getByRole('dialog', { name: '请保存恢复码' }).getByRole('button').click();
  await headed(page, '概览');
}

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`forms of a module that was dropped in, on a ${name} screen`, () => {
    test.use({ viewport });

    test('are filled in by the keyboard, tell at the fields what is wrong, and show what was saved', async ({ page, complaints }) => {
      const title = `第十二次发掘 🏺（${name}）`;
      const where = `良渚古城（${name}）`;
      await logIn(page);
      await expect(async () => expect((await page.goto(desk('/content/digsite/edit')))?.status()).toBe(200)).toPass();
      await headed(page, '新建遗址');
      await taken(page);
      await expect(page.getByLabel('内部记录')).toHaveCount(0);
      await page.getByRole('textbox', { name: '名称' }).fill(where);
      await save(page).press('Enter');
      await headed(page, '遗址');

      await page.goto(desk('/content/excavation/edit'));
      await headed(page, '新建考古发掘');
      await taken(page);
      expect(await violations(page)).toEqual([]);
      // Nothing is typed: the summary leads to the field.
      await save(page).press('Enter');
      const field = page.getByRole('textbox', { name: '名称' }).first();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await page.getByRole('link', { name: '名称不能为空' }).press('Enter');
      await expect(field).toBeFocused();
      await page.keyboard.type('长'.repeat(61));
      await save(page).press('Enter');
      await expect(page.getByRole('link', { name: /最多60个字/ })).toBeVisible();
      await field.fill(title);
      await page.getByRole('combobox', { name: '时代' }).selectOption('讲座');
      const related = page.getByRole('combobox', { name: '所属遗址' });
      await related.pressSequentially(where);
      await expect(page.getByRole('option', { name: where })).toBeVisible();
      await related.press('ArrowDown');
      await related.press('Enter');
      await expect(related).toHaveValue(where);
      await page.getByRole('textbox', { name: '位置' }).fill('119.99,30.39');
      await page.getByLabel('发掘开始').fill('1900-03-12');
      await page.getByLabel('发掘结束').fill('1900-01-01');
      await save(page).press('Enter');
      await expect(page.getByRole('link', { name: /结束不能早于开始/ })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('发掘结束').fill('1900-06-01');
      const layers = page.getByRole('group', { name: '地层', exact: true });
      await layers.getByRole('button', { name: '添加一项' }).last().press('Enter');
      await layers.getByLabel('深度（米）').fill('1.5');
      await layers.getByRole('group', { name: '出土物' }).getByRole('button', { name: '添加一项' }).press('Enter');
      await layers.getByLabel('名称').fill('玉琮');
      await page.getByRole('textbox', { name: '简报' }).pressSequentially('出土玉琮一件');
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      await page.getByRole('radio', { name: /^发布/ }).press('Space');
      await save(page).press('Enter');
      await headed(page, '考古发掘');
      const row = page.getByRole('row').filter({ hasText: title });
      await expect(row).toContainText('讲座');
      expect(await violations(page)).toEqual([]);
      await row.getByRole('link', { name: title }).press('Enter');
      await headed(page, '编辑考古发掘');
      await expect(page.getByRole('combobox', { name: '所属遗址' })).toHaveValue(where);
      await expect(page.getByLabel('发掘开始')).toHaveValue('1900-03-12');
      await expect(page.getByRole('group', { name: '出土物' }).getByLabel('名称')).toHaveValue('玉琮');
      await expect(page.getByRole('textbox', { name: '简报' })).toHaveText('出土玉琮一件');
      complaints.length = 0;
    });
  });
}
