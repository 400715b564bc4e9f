import type { Page } from 'playwright/test';
import { enter, headed, sizes } from './deskStaff';
import { at, expect, test } from './portal';
import { violations } from './violations';

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
/** Presses a button and says yes to what it asks. */
async function confirm(page: Page, name: string, yes = name): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click();
}

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`removing on a ${name} screen`, () => {
    test.use({ viewport });

    test('an editor removes a draft from its form and another from the list, finds both in the bin, and puts them back', async ({
      page,
    }, testInfo) => {
      const mark = `删错了${name}${testInfo.retry}`;
      await enter(page, `removal-${name}-${testInfo.retry}`, 'editor', 'library');
      for (const which of ['甲', '乙']) {
        await page.goto(at('/admin/content/information/edit', 'library'));
        await headed(page, '新建资讯');
        await page.getByRole('textbox', { name: '标题' }).fill(`${mark}${which}`);
        await page.getByLabel('栏目').selectOption({ index: 1 });
        await page.getByRole('button', { name: '保存', exact: true }).click();
        await headed(page, '资讯');
      }
      const list = at(`/admin/content/information?keyword=${encodeURIComponent(mark)}`, 'library');
      await page.goto(list);
      await row(page, `${mark}甲`)
        .getByRole('link', { name: `${mark}甲` })
        .click();
      await confirm(page, '删除', '确定');
      await expect(page.getByText('这条内容在回收站里：访客看不到，平时的列表里也没有。')).toBeVisible();
      await expect(page.getByRole('button', { name: '放回', exact: true })).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await page.goto(list);
      await expect(row(page, `${mark}乙`)).toBeVisible();
      await expect(row(page, `${mark}甲`)).toHaveCount(0);
      await row(page, `${mark}乙`).getByRole('checkbox').check();
      await confirm(page, '删除');
      await expect(page.getByText('“删除”：1 项已完成')).toBeVisible();
      await expect(row(page, mark)).toHaveCount(0);

      await page.goto(`${list}&state=removed`);
      await expect(row(page, mark)).toHaveCount(2);
      await expect(row(page, `${mark}甲`)).toContainText('回收站');
      await page.getByRole('checkbox', { name: '全选本页' }).check();
      await confirm(page, '放回');
      await expect(page.getByText('“放回”：2 项已完成')).toBeVisible();
      await page.goto(list);
      await expect(row(page, mark)).toHaveCount(2);
      await expect(row(page, `${mark}乙`)).toContainText('草稿');
    });
  });
}
