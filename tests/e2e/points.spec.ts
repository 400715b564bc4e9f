import { runProgram } from './programs';
import { attempt } from './contents';
import { handsOf } from './keys';
import { toast } from './members';
import { at, expect, expectSound, looks, open, test } from './portal';
import { violations } from './violations';
import { button, joined } from './visits';

test.describe.configure({ mode: 'parallel' });

/** Marks an order handled, by the command that an institution's staff use. */
const handle = (code: string): Promise<string> => runProgram('points', 'handle', 'centre', code);

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } });

    // Which screen it is has no part in what becomes of an order.
    const isWhole = name === 'wide';
    const rows = '[MALL-06] [MALL-07] [MALL-08] [MALL-09] [MALL-10] [MALL-11] [MALL-12] [MALL-13] [MALL-22] [MALL-23] ';
    test(`${isWhole ? rows : ''}points are earned, exchanged${isWhole ? ', taken back and picked up' : ' and taken back'}, on a ${name} screen`, async ({
      page,
      context,
      request,
      complaints,
    }) => {
      // The whole way by keys alone, the other by touch.
      const hands = handsOf(page, isWhole);
      await open(page, at('/pointsmall?columnId=6182'));
      const bookmark = page.getByRole('link', { name: /节气书签/ }).first();
      await bookmark.evaluate((link) => link.removeAttribute('target'));
      await hands.press(bookmark);
      const form = page.locator('section').filter({ has: page.getByRole('heading', { name: '积分兑换' }) });
      await expect(
        form
          .getByRole('link', { name: '登录' })
          .or(form.getByRole('button', { name: '登录' }))
          .first(),
      ).toBeVisible();
      const goods = page.url();

      await joined(context, request, `138${attempt()}00014${isWhole ? 1 : 2}`);
      await open(page, at('/personalcenter/points'));
      await expect(page.locator('.fields-section-figures dd')).toHaveText('21');
      for (const words of ['注册成为会员', '每日登录']) await expect(page.getByRole('row').filter({ hasText: words })).toBeVisible();
      await expectSound(page);

      await open(page, goods);
      const field = (label: string) => form.getByLabel(label);
      await hands.press(button(form, '立即兑换'));
      for (const [label, words] of [
        ['收件人', '请输入收件人名称'],
        ['联系方式', '请输入联系方式'],
        ['收件地址', '请输入收件地址'],
      ] as const)
        await expect(field(label)).toHaveAccessibleDescription(new RegExp(words));
      expect(await violations(page)).toEqual([]);
      const fill = async (): Promise<void> => {
        await hands.write(field('收件人'), '程立夏');
        await hands.write(field('联系方式'), '13812345678');
        await hands.write(field('收件地址'), '柳湾路1号');
      };
      await fill();
      await page.keyboard.press('Enter');
      await expect(toast(page, '兑换成功，请等待工作人员与您联系')).toBeVisible();
      for (const label of ['收件人', '联系方式', '收件地址', '备注']) await expect(field(label)).toHaveValue('');
      await fill();
      await hands.press(button(form, '立即兑换'));
      await expect(toast(page, '积分不足')).toBeVisible();
      expect(complaints.splice(0).filter((complaint) => !complaint.includes('409'))).toEqual([]);
      await expectSound(page);

      await open(page, at('/pointsorder'));
      const order = page.getByRole('article').filter({ hasText: '节气书签' });
      for (const words of ['未处理', '程立夏', '138****5678', '柳湾路1号', '20积分']) await expect(order.first()).toContainText(words);
      await expect(order.getByRole('img', { name: '取货码的二维码' })).toBeVisible();
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      await hands.press(button(order, '撤销'));
      await hands.press(button(page.getByRole('dialog'), '确定'));
      await expect(toast(page, '兑换已撤销，积分已退回')).toBeVisible();
      await expect(order.first()).toContainText('已撤销');
      if (!isWhole) return;

      await open(page, goods);
      await fill();
      await hands.write(field('备注'), '周末送');
      const sent = page.waitForRequest('**/creditExchange');
      await hands.press(button(form, '立即兑换'));
      await expect(toast(page, '兑换成功，请等待工作人员与您联系')).toBeVisible();
      expect([(await sent).method(), Object.keys((await sent).postDataJSON() as object).sort()]).toEqual([
        'POST',
        ['address', 'commodityId', 'contact', 'remark', 'userName'],
      ]);
      expect(await (await (await sent).response())?.json()).toMatchObject({ rel: true, message: '兑换成功，请等待工作人员与您联系' });
      await open(page, at('/pointsorder'));
      const code = (await order.first().locator('.words-qr-words').textContent()) ?? '';
      expect(await handle(code)).toContain('handled');
      await open(page, at('/pointsorder'));
      await expect(order.first()).toContainText('已处理');
      await open(page, at('/personalcenter/points'));
      await expect(page.locator('.fields-section-figures dd')).toHaveText('1');
      for (const words of ['兑换商品', '撤销兑换，积分退回'])
        await expect(page.getByRole('row').filter({ hasText: words }).first()).toBeVisible();
    });
  });
}
