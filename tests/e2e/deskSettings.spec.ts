import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { computeCode } from '../../src/server/staff/totp';
import { type OwnPortal, startOwnPortal } from './ownPortal';
import { expect, test } from './portal';
import { violations } from './violations';

let portal: OwnPortal;
test.beforeAll(async () => {
  portal = await startOwnPortal();
});
test.afterAll(() => portal.stop());

const file = (): string => join(portal.root, 'tenants/library/tenant.json');
const headed = (page: Page, title: string) => expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();
const saved = (page: Page) => expect(page.locator('form').getByRole('status').filter({ hasText: '已保存，网站马上生效' })).toBeVisible();

async function logIn(page: Page): Promise<void> {
  await page.goto(portal.at('/admin', 'library'));
  await headed(page, '登录工作台');
  await page.getByLabel('账号').fill('admin');
  await page.getByRole('textbox', { name: '密码' }).fill(await portal.password('library'));
  await page.getByRole('button', { name: '登录' }).click();
  await headed(page, '第二步验证');
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await page.getByLabel('验证码').fill(computeCode(secret, Math.floor(Date.now() / 30_000)));
  await page.getByRole('button', { name: '确认' }).click();
  await page.getByRole('dialog', { name: '请保存恢复码' }).getByRole('button').click();
  await headed(page, '概览');
}

/** Opens a group of settings from their list. */
async function openGroup(page: Page, title: string): Promise<void> {
  await page.goto(portal.at('/admin/settings', 'library'));
  await headed(page, '站点设置');
  await page.getByRole('link', { name: title, exact: true }).click();
  await headed(page, title);
}

test.use({ viewport: { width: 1440, height: 900 } });

test('an administrator changes the menu, types and dictionaries, sees the site changed at once, is told of mistakes, and goes back', async ({
  page,
  complaints,
}) => {
  test.slow();
  const before = await readFile(file(), 'utf8');
  await logIn(page);
  const site = await page.context().newPage();
  const see = async (path: string): Promise<void> => {
    await site.goto(portal.at(path, 'library'));
  };

  // The menu: a new name, and another place by the keyboard.
  await openGroup(page, '菜单');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '好书推荐', exact: true }).click();
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('馆员荐书');
  await page.getByRole('button', { name: '“馆员荐书”上移' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('有还没保存的修改')).toBeVisible();
  await save(page);
  await saved(page);
  await see('/');
  const menu = site.getByRole('navigation').first();
  await expect(menu.getByText('馆员荐书').first()).toBeVisible();
  await expect(menu).toContainText(/首页.*馆员荐书.*资讯与导读/s);
  expect(await readFile(file(), 'utf8')).toContain('"books": { "id": "8253", "title": "馆员荐书"');

  // A type of a column, which visitors filter by.
  await openGroup(page, '栏目分类');
  await page.getByRole('button', { name: '资讯与导读', exact: true }).click();
  await page.getByRole('button', { name: '添加一个类型' }).click();
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('讲座回顾');
  await save(page);
  await saved(page);
  await see('/information?columnId=8101');
  await expect(site.getByText('讲座回顾')).toBeVisible();

  // An entry of a dictionary.
  await openGroup(page, '字典与地区');
  await page.getByRole('button', { name: '服务点', exact: true }).first().click();
  await page.getByRole('button', { name: '添加一个选项' }).click();
  await page.getByRole('textbox', { name: '名称', exact: true }).last().fill('流动书车');
  await save(page);
  await saved(page);
  expect(await readFile(file(), 'utf8')).toContain('流动书车');

  // On a tablet the same form fits, and the keyboard alone is enough.
  await page.setViewportSize({ width: 820, height: 1180 });
  await openGroup(page, '审核理由');
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await width()).toBe(0);
  const more = page.getByRole('button', { name: '添加理由' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('照片不够清楚');
  expect(await violations(page)).toEqual([]);
  for (const _step of ['remove', 'add', 'save']) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await saved(page);
  expect(await readFile(file(), 'utf8')).toContain('照片不够清楚');
  await page.setViewportSize({ width: 1440, height: 900 });

  // The words of the portal, each beside what the platform says.
  await openGroup(page, '网站文字');
  await page.getByRole('searchbox').fill('noDataHint');
  await page.getByRole('listitem').getByRole('textbox').fill('换个词再找找看');
  await save(page);
  await saved(page);
  expect(await readFile(join(portal.root, 'tenants/library/texts.json'), 'utf8')).toContain('换个词再找找看');

  // What is wrong is told at its field, and nothing of it is kept.
  await openGroup(page, '外观');
  const radius = page.getByLabel('圆角');
  await radius.fill('99');
  await save(page);
  await expect(radius).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.settings-field').filter({ has: radius }).locator('.input-error')).toContainText('24');
  expect(await readFile(file(), 'utf8')).toContain('"radius": 8');
  await radius.fill('6');
  await page.getByRole('textbox', { name: '主色', exact: true }).fill('#1f5a50');
  await expect(page.getByText(/与白色的对比 7\.\d:1/)).toBeVisible();
  await page.getByRole('textbox', { name: '点缀色', exact: true }).fill('#ffe9a8');
  await save(page);
  await saved(page);
  await expect(page.getByRole('status').getByRole('listitem')).toContainText('#ffe9a8');
  expect(await violations(page)).toEqual([]);
  await see('/');
  await expect
    .poll(() => site.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color').trim()))
    .toBe('#1f5a50');

  // Somebody else edits the file meanwhile.
  await openGroup(page, '基本信息');
  await page.getByLabel('电话').fill('0571-12345678');
  const meanwhile = await readFile(file(), 'utf8');
  await writeFile(file(), meanwhile.replace('松下有风，书中有人', '风过松间'));
  await save(page);
  await expect(page.getByRole('alert').filter({ hasText: '刚刚被别人修改过' }).first()).toBeVisible();
  expect(await readFile(file(), 'utf8')).toContain('风过松间');
  await expect(page.getByLabel('标语')).toHaveValue('风过松间');
  await expect(page.getByLabel('电话')).toHaveValue('0571-12345678');
  await save(page);
  await saved(page);
  expect(await readFile(file(), 'utf8')).toMatch(/风过松间[^]*0571-12345678/);

  // Who changed what, and back to before all of it.
  await page.goto(portal.at('/admin/settings/versions', 'library'));
  await headed(page, '修改记录');
  const first = page.getByRole('row').filter({ hasText: '馆员荐书' });
  await expect(first).toContainText('菜单 › 馆员荐书 › 名称：好书推荐 → 馆员荐书');
  await expect(first).toContainText('听松图书馆');
  expect(await violations(page)).toEqual([]);
  await first.getByRole('button', { name: '退回到修改之前' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /确/ }).click();
  await expect(page.getByText('已退回，网站马上生效')).toBeVisible();
  expect(await readFile(file(), 'utf8')).toBe(before);
  await see('/');
  await expect(menu.getByText('好书推荐').first()).toBeVisible();
  complaints.length = 0;
});
