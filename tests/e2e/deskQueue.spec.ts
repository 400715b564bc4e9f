import { sql } from 'kysely';
import type { BrowserContext } from 'playwright/test';
import { enter, headed, sizes } from './deskStaff';
import { addMember, comment, portalDatabase, sentItem, signIn } from './members';
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
      const content = `看完还想再来（${name}${testInfo.retry}）`;
      await comment(context, phone, 'info-0005', [content]);
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
      await expect(page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`, { exact: true }).first()).toBeVisible();
      await expect(page.getByText(phone)).toHaveCount(0);
      await page.getByRole('button', { name: '查看完整信息' }).click();
      const asked = page.getByRole('dialog');
      await asked.getByLabel(/查看原因/).fill('电话联系本人');
      expect(await violations(page)).toEqual([]);
      await asked.getByRole('button', { name: '查看完整信息' }).click();
      await expect(page.getByRole('dialog', { name: '完整信息', exact: true })).toContainText(phone);
      await page.getByRole('dialog', { name: '完整信息', exact: true }).getByRole('button', { name: '关闭' }).last().click();
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.getByRole('button', { name: '通过', exact: true }).click();
      const undo = page.getByRole('button', { name: '撤销', exact: true });
      await expect(undo).toBeVisible();
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
        page.evaluate(async () => (await fetch('/api/communal/web/comment?dataId=info-0005&page=1&limit=10')).text());
      await expect.poll(seen, { timeout: 10_000 }).toContain(content);
    });

    test('a reviewer answers a letter and returns a declaration for a reason of the list, and their member is told', async ({
      page,
      context,
    }, testInfo) => {
      const phone = name === 'wide' ? '13800000083' : '13800000084';
      const mark = `${name}${testInfo.retry}`;
      await addMember(context.request, phone);
      await signIn(context, phone);
      const token = (await context.cookies()).find((cookie) => cookie.name === 'token')?.value ?? '';
      const letter = `阅览室的灯坏了（${mark}）`;
      await sendLetter(context, token, letter);
      const project = `水乡渔歌（${mark}）`;
      await handInDeclaration(project, await sentItem('mailbox', 'title', letter));

      await enter(page, `queue-more-${mark}`, 'reviewer');
      const undo = page.locator('.undo-bar').filter({ has: page.getByRole('button', { name: '撤销', exact: true }) });
      const open = async (words: string): Promise<void> => {
        await page.goto(at('/admin/queue'));
        await headed(page, '待办');
        await page.getByRole('row').filter({ hasText: words }).getByRole('link').press('Enter');
        await expect(page.getByText('决定', { exact: true })).toBeVisible();
      };
      await open(letter);
      await page.getByRole('button', { name: '答复', exact: true }).press('Enter');
      const dialog = page.getByRole('dialog');
      // Before scripts have taken the form over it cannot be sent.
      await expect(dialog.getByRole('button', { name: '答复', exact: true })).toBeEnabled();
      await dialog.getByRole('button', { name: '答复', exact: true }).press('Enter');
      await expect(dialog.getByText('请填写答复').first()).toBeVisible();
      await dialog.getByRole('textbox', { name: '答复' }).fill('已经换上新的灯管，谢谢您。');
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: '答复', exact: true }).press('Enter');
      await expect(undo).toContainText('答复');

      await open(project);
      await page.getByRole('button', { name: '驳回', exact: true }).press('Enter');
      const reason = dialog.getByLabel('驳回原因');
      await reason.fill('材料不完整，请补充后重新提交。');
      await expect(dialog.locator('datalist option, [role=option]').first()).toBeAttached();
      await expect(dialog.getByRole('button', { name: '驳回', exact: true })).toBeEnabled();
      await dialog.getByRole('button', { name: '驳回', exact: true }).press('Enter');
      await expect(undo).toContainText('驳回');
      // They take effect by themselves, and the member reads of them.
      await expect(async () => {
        const reply = await context.request.get(at('/api/personal/web/inbox/page?page=1&limit=20'), { headers: { authorization: token } });
        const told = await reply.text();
        expect(told).toContain('已经换上新的灯管');
        expect(told).toContain(project);
      }).toPass({ timeout: 30_000 });
    });

    test('a reviewer decides on several things at once in the queue itself, and takes all of it back', async ({
      page,
      context,
    }, testInfo) => {
      const phone = name === 'wide' ? '13800000085' : '13800000086';
      const mark = `${name}${testInfo.retry}`;
      const words = [`一起看展（${mark}）`, `讲解很细（${mark}）`];
      await comment(context, phone, 'info-0006', words);
      const token = (await context.cookies()).find((cookie) => cookie.name === 'token')?.value ?? '';
      const letter = `阅览室想添书架（${mark}）`;
      await sendLetter(context, token, letter);
      await enter(page, `queue-bulk-${mark}`, 'reviewer');
      await page.goto(at('/admin/queue'));
      await headed(page, '待办');
      const line = (text: string) => page.getByRole('row').filter({ hasText: text });
      const all = [...words, letter];
      for (const text of all) await line(text).getByRole('checkbox').check();
      await expect(page.getByText('已选 3 项')).toBeVisible();
      // What can be done with none of them is not offered.
      await expect(page.getByRole('button', { name: '撤销兑换' })).toHaveCount(0);
      // What lies half below the bar on top, as the page was scrolled, would count as too small.
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: '通过', exact: true }).press('Enter');
      const asked = page.getByRole('dialog');
      expect(await violations(page)).toEqual([]);
      await asked.getByRole('button', { name: '通过', exact: true }).press('Enter');
      const undo = page.locator('.undo-bar').filter({ has: page.getByRole('button', { name: '撤销', exact: true }) });
      await expect(undo).toContainText('“通过” 3 项');
      for (const text of all) await expect(line(text)).toHaveCount(0);
      for (const body of await page.locator('.list-body').all()) await expect(body).toHaveCSS('opacity', '1');
      expect(await violations(page)).toEqual([]);
      await undo.getByRole('button').press('Enter');
      for (const text of all) await expect(line(text)).toBeVisible();

      for (const text of all) await line(text).getByRole('checkbox').check();
      await page.getByRole('button', { name: '不通过', exact: true }).press('Enter');
      await asked.getByLabel('内容与本栏目无关。').check();
      await asked.getByRole('button', { name: '不通过', exact: true }).press('Enter');
      await expect(undo).toContainText('“不通过” 3 项');
      await expect(async () => {
        const reply = await context.request.get(at('/api/personal/web/inbox/page?page=1&limit=20'), { headers: { authorization: token } });
        expect((await reply.text()).split('内容与本栏目无关')).toHaveLength(all.length + 1);
      }).toPass({ timeout: 30_000 });
    });
  });
}

/** Sends a letter as its form does. */
async function sendLetter(context: BrowserContext, token: string, title: string): Promise<void> {
  const sent = await context.request.post(at('/api/travel/web/mailbox/add'), {
    headers: { authorization: token },
    data: { title, menuId: '6175', image: '', departmentCode: 'QLWHG01' },
  });
  expect(await sent.json()).toMatchObject({ rel: true });
}

/** Puts a declaration where its own form would put it, of the member who handed another item in. */
async function handInDeclaration(project: string, by: string): Promise<void> {
  const { kysely } = await portalDatabase();
  const id = `declared-${project.length}-${by}`;
  await sql`
    insert into item (tenant, module, id, column_id, status, state, pub, title, doc)
    select tenant, 'declarerecord', ${id}, '6169', 0, 'sent', pub, ${project},
      jsonb_build_object('id', ${id}::text, 'projectName', ${project}::text, 'menuId', '6169', 'memberId', doc->>'memberId')
    from item where tenant = 'centre' and id = ${by}`.execute(kysely);
}
