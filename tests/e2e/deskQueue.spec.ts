import { enter, headed, sizes } from './deskStaff';
import { addMember, signIn } from './members';
import { at, expect, test } from './portal';
import { violations } from './violations';

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`the queue on a ${name} screen`, () => {
    test.use({ viewport });

    test('a reviewer sees who handed a comment in, takes an approval back by the keyboard, and approves it again', async ({
      page,
      context,
    }, testInfo) => {
      const phone = name === 'wide' ? '13800000081' : '13800000082';
      await addMember(context.request, phone);
      await signIn(context, phone);
      const token = (await context.cookies()).find((cookie) => cookie.name === 'token')?.value ?? '';
      const content = `看完还想再来（${name}${testInfo.retry}）`;
      const reply = await context.request.post(at('/api/communal/web/comment'), {
        headers: { authorization: token },
        data: { content, dataId: 'info-0005', dataMenuId: '6101', dataTitle: '题' },
      });
      expect(await reply.json()).toMatchObject({ status: 200 });
      await enter(page, `queue-${name}-${testInfo.retry}`, 'reviewer');

      const row = page.getByRole('row').filter({ hasText: content });
      const open = async (): Promise<void> => {
        await page.goto(at('/admin/queue?kind=comment'));
        await headed(page, '待办');
        await row.getByRole('link').click();
        await expect(page.getByText('决定', { exact: true })).toBeVisible();
      };
      await page.goto(at('/admin/queue?kind=comment'));
      await headed(page, '待办');
      expect(await violations(page)).toEqual([]);
      await open();
      await expect(page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)).toBeVisible();
      await expect(page.getByText(phone)).toHaveCount(0);
      await page.getByRole('button', { name: '查看完整信息' }).click();
      const asked = page.getByRole('dialog');
      await asked.getByLabel(/查看原因/).fill('电话联系本人');
      expect(await violations(page)).toEqual([]);
      await asked.getByRole('button', { name: '查看完整信息' }).click();
      await expect(page.getByRole('dialog').filter({ hasText: phone })).toBeVisible();
      await page.getByRole('button', { name: '关闭' }).last().click();

      await page.getByRole('button', { name: '通过', exact: true }).click();
      const undo = page.getByRole('button', { name: '撤销', exact: true });
      await expect(undo).toBeVisible();
      await page.screenshot({ path: testInfo.outputPath('undo.png') });
      expect(await violations(page)).toEqual([]);
      await undo.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('已撤销，回到待办')).toBeVisible();
      await open();
      await page.getByRole('button', { name: '通过', exact: true }).click();
      await expect(undo).toBeVisible();
      await expect(undo).toHaveCount(0, { timeout: 15_000 });
      // Programs do not know the hosts below localhost, browsers do.
      const seen = (): Promise<string> =>
        page.evaluate(async () => (await fetch('/api/communal/web/comment?dataId=info-0005&dataMenuId=6101&page=1&limit=50')).text());
      await expect.poll(seen, { timeout: 10_000 }).toContain(content);
    });
  });
}
