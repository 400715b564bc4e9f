import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { enter, headed, sizes } from './deskStaff';
import { at, expect, test } from './portal';
import { violations } from './violations';

const file = (name: string, lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}`) });
const part = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true });
const send = (page: Page, sent: ReturnType<typeof file>) => page.getByLabel('选择文件').setInputFiles(sent);
/** Presses what is reached by its name, by the keyboard alone. */
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`an import at the desk on a ${name} screen`, () => {
    test.use({ viewport });

    test('an editor says what the columns are, is told what is wrong, and brings the good rows in', async ({ page }, testInfo) => {
      const mark = `${name}${testInfo.retry}`;
      const title = `导入的书讯（${mark}）`;
      await enter(page, `import-${mark}`, 'editor', 'library');
      await page.goto(at('/admin/content/information', 'library'));
      await headed(page, '资讯');
      await page.getByRole('link', { name: '导入', exact: true }).click();
      await headed(page, '导入资讯');
      expect(await violations(page)).toEqual([]);

      await send(page, file('不是表格.pdf', ['%PDF-1.7']));
      await expect(page.getByRole('alert').filter({ hasText: '这不是表格文件' })).toBeVisible();
      await send(
        page,
        file('书讯.csv', ['编号,书名,发布时间', `${mark}-1,${title},2026-03-01`, `${mark}-2,,2026-03-02`, `${mark}-3,丙,昨天`]),
      );
      await expect(part(page, '每一列导入为什么')).toBeVisible();
      await expect(page.getByRole('row', { name: /发布时间/ }).getByRole('combobox')).toHaveValue('/publishDate');
      expect(await violations(page)).toEqual([]);

      // By the keyboard: the column that nobody knew, the menu column of all rows, drafts.
      const column = page.getByLabel('“书名”导入为');
      await column.focus();
      // Fields that other columns fill are passed over, and stay theirs.
      for (let step = 0; step < 5 && (await column.inputValue()) !== '/title'; step += 1) await page.keyboard.press('ArrowDown');
      await expect(column).toHaveValue('/title');
      await expect(page.getByLabel('“编号”导入为')).toHaveValue('/id');
      await page.getByLabel('栏目（必填）').selectOption({ index: 1 });
      await page.getByRole('radio', { name: '发布（访客马上能看到）' }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: '草稿（访客看不到）' })).toBeChecked();
      await press(page, '检查全部行');
      await expect(part(page, '检查结果')).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: '共 3 行，2 行有错误；其余新增 1 条，已有 0 条' })).toBeVisible();
      const faults = page.getByRole('region', { name: '有问题的行' });
      await expect(faults.getByRole('row')).toHaveText([
        '行列问题和改法',
        '3书名不能为空，请填写文字',
        /^4发布时间应为时间，例如 .+现在是"昨天"$/,
      ]);
      await expect(page.getByRole('radio', { name: '草稿（访客看不到）' })).toBeChecked();
      expect(await violations(page)).toEqual([]);
      const [saved] = await Promise.all([page.waitForEvent('download'), press(page, '下载错误清单（CSV）')]);
      expect(await readFile(await saved.path(), 'utf8')).toContain('3,书名,标题,不能为空');

      // Who comes back finds it where it was left.
      await page.reload();
      await press(page, '开始导入');
      await expect(part(page, '导入结果')).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: '新增 1 条，更新 0 条，保持不变 0 条，错误 2 行' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: '查看列表' }).click();
      await headed(page, '资讯');
      await expect(page.getByRole('row').filter({ hasText: title })).toContainText('草稿');

      // What the columns were is remembered.
      await page.getByRole('link', { name: '导入', exact: true }).click();
      await expect(page.getByRole('row').filter({ hasText: '书讯.csv' }).first()).toContainText('新增 1 条');
      await send(page, file('再来.csv', ['书名', '丁']));
      await expect(page.getByLabel('“书名”导入为')).toHaveValue('/title');
    });
  });
}

test('an import that is stopped half-way leaves nothing where it is all or nothing', async ({ page }, testInfo) => {
  const mark = `停下${testInfo.retry}`;
  await enter(page, `stop-${testInfo.retry}`, 'editor');
  await page.goto(at('/admin/content/information/import'));
  const rows = Array.from({ length: 25_000 }, (_, index) => `${mark}-${index},${mark}的第${index}条`);
  await send(page, file('很多.csv', ['编号,标题', ...rows]));
  await expect(part(page, '每一列导入为什么')).toBeVisible();
  await page.getByLabel('栏目（必填）').selectOption({ index: 1 });
  await page.getByText('有一行错误就全部不导入').click();
  await page.getByText('草稿（访客看不到）').click();
  // What was checked is stopped, too, and can be checked again.
  await press(page, '检查全部行');
  await expect(part(page, '正在检查')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await press(page, '停止');
  await expect(page.getByRole('status').filter({ hasText: /检查在第 \d+ 行停止了/ })).toBeVisible();
  await page.getByRole('button', { name: '重新检查' }).click();
  await expect(page.getByRole('button', { name: '开始导入' })).toBeVisible({ timeout: 60_000 });
  await press(page, '开始导入');
  await expect(part(page, '正在导入')).toBeVisible();
  await expect(page.getByText(/已处理 [1-9]\d* 行/)).toBeVisible();
  await press(page, '停止');
  await expect(part(page, '已停止')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '什么都没有改动' })).toBeVisible();
  await page.goto(at(`/admin/content/information?keyword=${encodeURIComponent(mark)}`));
  await expect(page.getByText('这里还没有内容')).toBeVisible();
});
