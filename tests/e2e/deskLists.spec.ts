import { enter, sizes } from './deskStaff';
import { comment } from './members';
import { at, expect, test } from './portal';
import { violations } from './violations';

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`lists of the desk on a ${name} screen`, () => {
    test.use({ viewport });

    test('a reviewer decides on several comments at once, is told of the one that was decided meanwhile, and chooses columns', async ({
      page,
      context,
    }, testInfo) => {
      const phone = name === 'wide' ? '13800000073' : '13800000074';
      const mark = `成批${name}${testInfo.retry}`;
      await comment(
        context,
        phone,
        'info-0006',
        [1, 2, 3].map((number) => `${mark}第${number}条`),
      );
      await enter(page, `lists-${name}-${testInfo.retry}`, 'reviewer');
      const list = at(`/admin/content/comment?keyword=${encodeURIComponent(mark)}`);
      const row = (number: number) => page.getByRole('row').filter({ hasText: `${mark}第${number}条` });
      await page.goto(list);
      await expect(row(3)).toBeVisible();
      await page.getByRole('checkbox', { name: '全选本页' }).check();
      await expect(page.getByText('已选 3 项')).toBeVisible();
      expect(await violations(page)).toEqual([]);

      // Somebody else is faster with one of them.
      const other = await context.newPage();
      await other.goto(list);
      await other
        .getByRole('row')
        .filter({ hasText: `${mark}第2条` })
        .getByRole('checkbox')
        .check();
      await other.getByRole('button', { name: '通过', exact: true }).click();
      await other.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click();
      await expect(other.getByText('“通过”：1 项已完成')).toBeVisible();
      await other.close();

      await page.getByRole('button', { name: '不通过', exact: true }).click();
      const dialog = page.getByRole('dialog');
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('radio').first().check();
      await dialog.getByRole('button', { name: '不通过', exact: true }).click();
      await expect(page.getByText('“不通过”：2 项已完成')).toBeVisible();
      const report = page.getByRole('dialog', { name: '不通过', exact: true });
      await expect(report).toContainText('1 项没有完成');
      expect(await violations(page)).toEqual([]);
      await report.getByRole('button', { name: '知道了' }).click();
      await expect(row(2)).not.toContainText('未通过');
      await expect(row(1)).toContainText('未通过');
      await expect(row(3)).toContainText('未通过');

      await page.getByRole('button', { name: '显示的列' }).click();
      await page.getByRole('checkbox', { name: '编号', exact: true }).check();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('columnheader', { name: '编号' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('columnheader', { name: '编号' })).toBeVisible();
    });
  });
}
