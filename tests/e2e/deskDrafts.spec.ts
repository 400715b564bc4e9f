import type { Page } from 'playwright/test';
import { enter, headed, sizes } from './deskStaff';
import { at, expect, test } from './portal';

const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true });
const title = (page: Page) => page.getByRole('textbox', { name: '标题' });
/** Waits until scripts have taken the form over: before that it cannot be sent. */
const taken = (page: Page) => expect(save(page)).toBeEnabled();
const notice = (page: Page) => page.getByText(/还没有保存的内容/);

test.use({ viewport: sizes.wide });

test('new entries in two tabs are apart, and one whose tab is gone is offered to who begins another', async ({
  page,
  context,
}, testInfo) => {
  const words = (which: string): string => `两个标签页的${which}（${testInfo.retry}）`;
  const begin = async (tab: Page): Promise<void> => {
    await tab.goto(at('/admin/content/information/edit', 'library'));
    await headed(tab, '新建资讯');
    await taken(tab);
  };
  await enter(page, `tabs-${testInfo.retry}`, 'editor', 'library');
  await begin(page);
  await title(page).fill(words('甲'));
  const other = await context.newPage();
  await begin(other);
  await expect(title(other)).toHaveValue('');
  await expect(notice(other)).toHaveCount(0);
  await title(other).fill(words('乙'));
  await page.getByLabel('栏目').selectOption({ index: 1 });
  await save(page).press('Enter');
  await headed(page, '资讯');
  await other.reload();
  await taken(other);
  await expect(title(other)).toHaveValue(words('乙'));
  await expect(notice(other)).toBeVisible();
  await begin(page);
  await expect(title(page)).toHaveValue('');
  await other.close({ runBeforeUnload: true });
  await begin(page);
  await expect(title(page)).toHaveValue(words('乙'));
  await expect(notice(page)).toBeVisible();
});

test('who saves an entry that was refused first finds no words about drafts at another', async ({ page, complaints }, testInfo) => {
  const name = `送错一次的展品（${testInfo.retry}）`;
  await enter(page, `refused-${testInfo.retry}`, 'editor');
  await page.goto(at('/admin/content/exhibit/edit'));
  await headed(page, '新建展品');
  await taken(page);
  await page.getByLabel('栏目').selectOption({ index: 1 });
  await page.getByRole('textbox', { name: '名称' }).first().fill(name);
  await page
    .getByRole('group', { name: '展览经历' })
    .getByRole('button', { name: /添加|增加/ })
    .click();
  await page.getByRole('textbox', { name: '网址' }).fill('不是网址');
  await save(page).press('Enter');
  await expect(page.locator('.form-view-refusal, .toasts-danger, .toasts-warning').first()).toBeVisible();
  complaints.length = 0;
  await page.getByRole('textbox', { name: '网址' }).fill('https://example.org/');
  await save(page).press('Enter');
  await headed(page, '展品');
  await page.getByRole('row').nth(3).getByRole('link').first().press('Enter');
  await headed(page, '编辑展品');
  await taken(page);
  await expect(notice(page)).toHaveCount(0);
});
