import sharp from 'sharp';
import { enter, headed, sizes } from './deskStaff';
import { at, expect, test } from './portal';
import { violations } from './violations';

const draw = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`the media library on a ${name} screen`, () => {
    test.use({ viewport });

    test('an editor uploads pictures, says what is in one and where it is cropped to, uses it, and cannot remove it while it is used', async ({
      page,
    }, testInfo) => {
      const mark = `${name}-${testInfo.retry}`;
      const [hall, spare] = [`报告厅-${mark}.jpg`, `备用-${mark}.jpg`];
      const alt = `空无一人的报告厅（${mark}）`;
      const title = `报告厅重新开放（${mark}）`;
      await enter(page, `media-${mark}`, 'editor', 'library');
      await page.goto(at('/admin/library', 'library'));
      await headed(page, '媒体库');
      await page.getByRole('button', { name: '上传文件' }).click();
      const adding = page.getByRole('dialog', { name: '上传文件' });
      await adding.locator('input[type=file]').setInputFiles([
        { name: hall, mimeType: 'image/jpeg', buffer: await draw('#8c3b2e') },
        { name: spare, mimeType: 'image/jpeg', buffer: await draw('#2e6b5a') },
      ]);
      await expect(adding.getByRole('button', { name: `删除${spare}` })).toBeVisible();
      await adding.getByRole('button', { name: '放入媒体库' }).click();
      await expect(adding).toHaveCount(0);
      await expect(page.getByRole('link', { name: spare })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: hall }).click();
      await headed(page, '文件');
      await expect(page.getByText('1200 × 800')).toBeVisible();
      expect(await violations(page)).toEqual([]);

      const point = page.getByRole('slider', { name: '画面焦点' });
      await point.focus();
      for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('ArrowUp');
      await expect(point).toHaveAttribute('aria-valuetext', '横向20%，纵向48%');
      await page.getByLabel('替代文字').fill(alt);
      await page.getByRole('button', { name: '保存' }).click();
      await expect(page.getByText('已保存')).toBeVisible();

      await page.goto(at('/admin/content/information/edit', 'library'));
      await headed(page, '新建资讯');
      await page.getByLabel('栏目').selectOption('资讯与导读');
      await page.getByRole('textbox', { name: '标题' }).fill(title);
      await page.getByRole('button', { name: '从媒体库选择' }).click();
      const choosing = page.getByRole('dialog', { name: '从媒体库选择' });
      await choosing.getByRole('searchbox').fill(alt);
      await page.keyboard.press('Enter');
      await expect(choosing.getByRole('listitem')).toHaveCount(1);
      expect(await violations(page)).toEqual([]);
      await choosing.getByRole('button', { name: hall }).click();
      await expect(page.getByText(alt)).toBeVisible();
      await page.getByRole('button', { name: `${hall}的说明与焦点` }).click();
      const describing = page.getByRole('dialog', { name: `${hall}的说明与焦点` });
      await expect(describing.getByLabel('替代文字')).toHaveValue(alt);
      await expect(describing.getByRole('slider')).toHaveAttribute('aria-valuetext', '横向20%，纵向48%');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: '从媒体库插入图片 正文' }).click();
      const inserting = page.getByRole('dialog', { name: '从媒体库选择' });
      await inserting.getByRole('searchbox').fill(alt);
      await page.keyboard.press('Enter');
      await inserting.getByRole('button', { name: hall }).click();
      await expect(page.getByRole('textbox', { name: '正文' }).locator('img')).toHaveCount(1);
      await page.getByText('发布（访客马上能看到）').click();
      await page.getByRole('button', { name: '保存' }).click();
      await headed(page, '资讯');

      // Pages count as new for some seconds.
      await expect(async () => {
        await page.goto(at('/information?columnId=8101', 'library'));
        await expect(page.getByAltText(alt)).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(page.getByAltText(alt)).toHaveCSS('object-position', '20% 48%');
      expect(await violations(page)).toEqual([]);

      await page.goto(at(`/admin/library?keyword=${encodeURIComponent(hall)}`, 'library'));
      await page.getByRole('link', { name: hall }).click();
      await headed(page, '文件');
      await expect(page.getByRole('row').filter({ hasText: title })).toContainText('已发布');
      await page.getByRole('button', { name: '删除', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
      await expect(page.getByText(/正在1处使用，不能删除/)).toBeVisible();
      // Others look at the institution's pages meanwhile.
      await page.getByRole('link', { name: title }).click();
      await headed(page, '编辑资讯');
      await page.getByRole('button', { name: '撤下' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
      await expect(page.getByText('已撤下，访客看不到了')).toBeVisible();

      await page.goto(at(`/admin/library?keyword=${encodeURIComponent(spare)}`, 'library'));
      await page.getByRole('link', { name: spare }).click();
      await expect(page.getByText('现在没有用在任何地方。')).toBeVisible();
      await page.getByRole('button', { name: '删除', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
      await headed(page, '媒体库');
      await expect(page.getByRole('link', { name: spare })).toHaveCount(0);
    });
  });
}
