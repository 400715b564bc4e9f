import { computeCode } from '../../src/server/staff/totp';
import { headed, logInByHand, sizes } from './deskStaff';
import { comment } from './members';
import { at, expect, test } from './portal';
import { runProgram } from './programs';
import { violations } from './violations';

/** The smallest picture that is one. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`the desk on a ${name} screen`, () => {
    test.use({ viewport });

    test('an editor writes an article with a picture, keeps it as a draft, publishes it, and sees what was changed', async ({
      page,
      complaints,
    }, testInfo) => {
      const title = `编辑写的消息（${name}）`;
      await logInByHand(page, `editor-${name}-${testInfo.retry}`, 'editor', 'library');
      expect(await violations(page)).toEqual([]);
      await page.goto(at('/admin/content/information', 'library'));
      await headed(page, '资讯');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: '新建' }).click();
      await headed(page, '新建资讯');
      await page.getByLabel('栏目').selectOption({ index: 1 });
      await page.getByRole('textbox', { name: '标题' }).fill(title);
      await page.locator('input[type=file]').first().setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: picture });
      await expect(page.locator('form img').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: '保存' }).click();
      await headed(page, '资讯');
      const row = page.getByRole('row').filter({ hasText: title });
      await expect(row).toContainText('草稿');
      // Programs do not know the hosts below localhost, browsers do.
      const seen = (): Promise<string> => page.evaluate(async () => (await fetch('/api/information/web/page?page=1&limit=5')).text());
      expect(await seen()).not.toContain(title);
      await row.getByRole('link', { name: title }).click();
      await headed(page, '编辑资讯');
      await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(title);
      await page.getByRole('textbox', { name: '标题' }).fill(`${title}，定稿`);
      await page.getByText('发布（访客马上能看到）').click();
      await page.getByRole('button', { name: '保存' }).click();
      await headed(page, '资讯');
      await expect(row).toContainText('已发布');
      expect(await seen()).toContain(title);
      // Others look at the institution's pages meanwhile.
      await row.getByRole('link', { name: title }).click();
      await headed(page, '编辑资讯');
      await page.getByRole('button', { name: '撤下' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
      await expect(page.getByText('已撤下，访客看不到了')).toBeVisible();
      expect(await seen()).not.toContain(title);
      await page.goto(at('/admin/content/information', 'library'));
      await expect(row).toContainText('已撤下');
      await row.getByRole('link', { name: title }).click();
      await page.getByRole('link', { name: '历史版本' }).click();
      await headed(page, '历史版本');
      await expect(page.getByRole('row').filter({ hasText: '第3版' })).toContainText('已撤下');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('row').filter({ hasText: '第2版' }).getByRole('link', { name: '比较' }).press('Enter');
      await headed(page, '第2版与前一版比较');
      const titles = page.getByRole('row').filter({ hasText: '标题' });
      await expect(titles).toContainText(title);
      await expect(titles.locator('mark')).toHaveText('，定稿');
      expect(await violations(page)).toEqual([]);
      await page.goto(at('/admin/staff', 'library'));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('没有找到这个页面');
      complaints.length = 0;
    });

    test('a reviewer approves a comment and refuses another with a reason', async ({ page, context }, testInfo) => {
      const phone = name === 'wide' ? '13800000071' : '13800000072';
      const words = [`值得一看（${name}${testInfo.retry}）`, `广告（${name}${testInfo.retry}）`];
      await comment(context, phone, 'info-0005', words);
      await logInByHand(page, `reviewer-${name}-${testInfo.retry}`, 'reviewer');
      for (const [index, content] of words.entries()) {
        await page.goto(at('/admin/queue'));
        await headed(page, '待办');
        await page.getByRole('row').filter({ hasText: content }).getByRole('link').click();
        await expect(page.getByText('决定', { exact: true })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        if (index === 0) await page.getByRole('button', { name: '通过', exact: true }).click();
        else {
          await page.getByRole('button', { name: '不通过' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('原因').fill('内容与本栏目无关。');
          await dialog.getByRole('button', { name: '不通过' }).click();
        }
        // What is decided on next opens; until then the decision can be taken back.
        await expect(page.locator('.undo-bar')).toContainText(index === 0 ? '通过' : '不通过');
        await expect(page.getByRole('button', { name: '撤销', exact: true })).toBeVisible();
        await page.goto(at('/admin/queue'));
        await headed(page, '待办');
        await expect(page.getByRole('row').filter({ hasText: content })).toHaveCount(0);
      }
    });
  });
}

test('who takes too long over the second factor begins anew, and comes to the page that was asked for', async ({
  page,
  context,
  complaints,
}, testInfo) => {
  const login = `slow-${testInfo.repeatEachIndex}-${testInfo.retry}`;
  const password = (await runProgram('staff', 'add', 'centre', login, 'editor')).split('\t').at(-1)?.trim() ?? '';
  const logIn = async (): Promise<string> => {
    await headed(page, '登录工作台');
    await page.getByLabel('账号').fill(login);
    await page.getByRole('textbox', { name: '密码' }).fill(password);
    await page.getByRole('button', { name: '登录' }).press('Enter');
    await headed(page, '第二步验证');
    return (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  };
  const confirm = async (secret: string): Promise<void> => {
    await page.getByLabel('验证码').fill(computeCode(secret, Math.floor(Date.now() / 30_000)));
    await page.getByRole('button', { name: '确认' }).press('Enter');
  };
  await page.goto(at('/admin/queue?kind=comment'));
  const first = await logIn();
  // What the server does when the time is over: it knows the half session no more.
  await context.clearCookies();
  await confirm(first);
  const second = await logIn();
  expect(await violations(page)).toEqual([]);
  await confirm(second);
  await page.getByRole('dialog', { name: '请保存恢复码' }).getByRole('button').press('Enter');
  await headed(page, '待办');
  expect(new URL(page.url()).search).toBe('?kind=comment');
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('401'))).toEqual([]);
});
