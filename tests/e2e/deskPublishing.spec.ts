import type { Page } from 'playwright/test';
import { png } from '../server/rooms/uploads/files';
import { enter, headed, sizes } from './deskStaff';
import { at, expect, test } from './portal';
import { violations } from './violations';

const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true });
const title = (page: Page) => page.getByRole('textbox', { name: '标题' });
/** Waits until scripts have taken the form over: before that it cannot be sent. */
const taken = (page: Page) => expect(save(page)).toBeEnabled();
/** The next whole minute by the clock of the institution, as fields take it. */
const nextMinute = (): string => new Date(Math.ceil((Date.now() + 2_000) / 60_000) * 60_000 + 8 * 3_600_000).toISOString().slice(0, 16);

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`publishing on a ${name} screen`, () => {
    test.use({ viewport });
    // A time is a whole minute, which is waited for.
    test.describe.configure({ timeout: 180_000 });

    test('an editor writes an article with pictures, looks at it as visitors will, and it appears on time', async ({
      page,
      complaints,
    }, testInfo) => {
      const words = `定时的消息 🏮（${name}${testInfo.retry}）`;
      await enter(page, `plan-${name}-${testInfo.retry}`, 'editor', 'library');
      await page.goto(at('/admin/content/information/edit', 'library'));
      await headed(page, '新建资讯');
      await taken(page);
      await page.getByLabel('栏目').selectOption({ index: 1 });
      await title(page).fill(words);
      await page.getByRole('textbox', { name: '正文' }).pressSequentially('周六上午十点，报告厅见。');
      for (const index of [0, 1]) {
        await page
          .locator('input[type=file]')
          .nth(0)
          .setInputFiles({ name: `图${index}.png`, mimeType: 'image/png', buffer: png(40 + index) });
        await expect(page.locator('form img').first()).toBeVisible();
      }
      await page.getByText('先存下来，打开预览').click();
      await save(page).press('Enter');
      // Visitors will see it so; those who have not logged in find nothing there yet.
      await expect(page.getByRole('heading', { name: words })).toBeVisible();
      // The desk leads the browser out of itself, to a page of the site, without a fault.
      expect(complaints).toEqual([]);
      const shown = page.url();
      expect(shown).not.toContain('/admin/');
      await expect(page.getByText('周六上午十点，报告厅见。')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      // Programs do not know the hosts below localhost, browsers do.
      const seen = (): Promise<string> => page.evaluate(async () => (await fetch('/api/information/web/page?page=1&limit=5')).text());
      expect(await seen()).not.toContain(words);

      await page.goto(at(`/admin/content/information?keyword=${encodeURIComponent(words)}`, 'library'));
      await page.getByRole('row').filter({ hasText: words }).getByRole('link', { name: words }).press('Enter');
      await headed(page, '编辑资讯');
      await taken(page);
      await page.getByText('定时发布（到时间自动发布）').click();
      await page.getByLabel('自动撤下时间').fill('2020-01-01T00:00');
      await page.getByLabel('定时发布时间').fill(nextMinute());
      await save(page).press('Enter');
      await expect(page.getByText('这个时间已经过去了，请重新选择').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('自动撤下时间').fill('');
      await page.getByLabel('定时发布时间').fill(nextMinute());
      await save(page).press('Enter');
      await headed(page, '资讯');
      const row = page.getByRole('row').filter({ hasText: words });
      await expect(row).toContainText('定时发布');
      expect(await seen()).not.toContain(words);
      // Nobody does anything.
      await expect.poll(seen, { timeout: 100_000, intervals: [1_000] }).toContain(words);
      await page.reload();
      await expect(row).toContainText('已发布');

      // What is changed then waits beside what visitors see.
      await row.getByRole('link', { name: words }).press('Enter');
      await headed(page, '编辑资讯');
      await taken(page);
      await title(page).fill(`${words}（改）`);
      await save(page).press('Enter');
      await headed(page, '资讯');
      await expect(page.getByRole('row').filter({ hasText: words })).toContainText('有未发布的修改');
      expect(await seen()).not.toContain(`${words}（改）`);
      await page.getByRole('row').filter({ hasText: words }).getByRole('link').first().press('Enter');
      await taken(page);
      await expect(title(page)).toHaveValue(`${words}（改）`);
      await page.getByText('发布（访客马上能看到）').click();
      await save(page).press('Enter');
      await headed(page, '资讯');
      expect(await seen()).toContain(`${words}（改）`);
      // Others look at the institution's pages meanwhile.
      await page.getByRole('row').filter({ hasText: words }).getByRole('link').first().press('Enter');
      await page.getByRole('button', { name: '撤下' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
      await expect(page.getByText('已撤下，访客看不到了')).toBeVisible();
    });

    test('what was written without a connection is there again, for its writer and its article alone, and never over newer words', async ({
      page,
      context,
      complaints,
    }, testInfo) => {
      const words = (which: string): string => `断线时写的${which}（${name}${testInfo.retry}）`;
      await enter(page, `lost-${name}-${testInfo.retry}`, 'editor', 'library');
      const edit = async (which: string): Promise<string> => {
        await page.goto(at(`/admin/content/information?keyword=${encodeURIComponent(words(which))}`, 'library'));
        await page
          .getByRole('row')
          .filter({ hasText: words(which) })
          .getByRole('link')
          .first()
          .press('Enter');
        await headed(page, '编辑资讯');
        await taken(page);
        return page.url();
      };
      for (const which of ['甲', '乙']) {
        await page.goto(at('/admin/content/information/edit', 'library'));
        await taken(page);
        await page.getByLabel('栏目').selectOption({ index: 1 });
        await title(page).fill(words(which));
        await save(page).press('Enter');
        await headed(page, '资讯');
      }
      const first = await edit('甲');
      await context.setOffline(true);
      await title(page).fill(`${words('甲')}，改过`);
      await page.getByRole('textbox', { name: '正文' }).pressSequentially('写到一半');
      await save(page).press('Enter');
      await expect(page.locator('.form-view-refusal, .toasts-danger').first()).toBeVisible();
      await expect(title(page)).toHaveValue(`${words('甲')}，改过`);
      await context.setOffline(false);
      complaints.length = 0;

      // It is not put into another article.
      await edit('乙');
      await expect(title(page)).toHaveValue(words('乙'));
      await expect(page.getByText(/还没有保存的内容/)).toHaveCount(0);
      // In another window it is there again.
      const other = await context.newPage();
      await other.goto(first);
      await expect(other.getByText(/还没有保存的内容，已经为您填好/)).toBeVisible();
      await expect(title(other)).toHaveValue(`${words('甲')}，改过`);
      await expect(other.getByRole('textbox', { name: '正文' })).toHaveText('写到一半');
      expect(await violations(other)).toEqual([]);
      await other.close();

      // Somebody else changes the article meanwhile.
      await page.evaluate(
        async (id) => {
          const headers = { 'content-type': 'application/json', 'x-organization-id': 'x' };
          const item = (await (await fetch(`/admin/api/desk/information/item/${id}`, { headers })).json()) as {
            data: { deskForm: object; deskRevision: string };
          };
          const { deskForm, deskRevision } = item.data;
          const body = JSON.stringify({ ...deskForm, title: '别人改的标题', deskId: id, deskRevision, deskAction: 'draft' });
          await fetch('/admin/api/desk/information/save', { method: 'POST', headers, body });
        },
        new URL(first).searchParams.get('id') ?? '',
      );
      await page.goto(first);
      await taken(page);
      await expect(page.getByText(/之后这条内容又被修改过/)).toBeVisible();
      await expect(title(page)).toHaveValue('别人改的标题');
      await page.getByRole('button', { name: '填回我写的' }).press('Enter');
      await expect(title(page)).toHaveValue(`${words('甲')}，改过`);
      await taken(page);
      await save(page).press('Enter');
      await headed(page, '资讯');
      await page.goto(first);
      await taken(page);
      await expect(title(page)).toHaveValue(`${words('甲')}，改过`);
      await expect(page.getByText(/还没有保存的内容/)).toHaveCount(0);

      // Whoever logs out leaves nothing for the next at the same machine.
      await title(page).fill('没有保存的');
      await page.getByRole('button', { name: '退出登录' }).click();
      await headed(page, '登录工作台');
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('desk draft')))).toEqual([]);
    });
  });
}
