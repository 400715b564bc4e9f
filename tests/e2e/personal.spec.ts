import { readFile } from 'node:fs/promises';
import { completeIdNumber } from '../idNumbers';
import { worker } from './contents';
import { tabTo } from './keys';
import { article, editor, mark, password, sendCode, sendComment, smsCode, toast } from './members';
import { at, cards, expect, expectSound, looks, open, test } from './portal';
import { expectFineEverywhere, violations } from './violations';
import { answer, button, consent, dialog, joined } from './visits';

test.describe.configure({ mode: 'parallel' });

const phoneOf = (look: string, number: number): string => `138${worker}0003${look === 'wide' ? 0 : 1}${number}`;

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } });

    test(`[PC-02] [PC-25] [PC-26] [PC-27] [PC-28] [PC-31] [ENR-21] [ENR-22] [ENR-23] [ENR-24] [ENR-25] contacts are added, edited and deleted, on a ${name} screen`, async ({
      page,
      context,
      request,
      complaints,
    }) => {
      await joined(context, request, phoneOf(name, 1));
      await open(page, at('/personalcenter'));
      await expect(page.getByText('暂无活动预约')).toBeVisible();
      await page.getByRole('link', { name: '联系人管理' }).click();
      await expect(page).toHaveURL(at('/personalcenter/contacts'));
      await expect(page.getByText('还没有联系人，添加后可以为他们报名活动')).toBeVisible();
      await expectSound(page);
      const adding = dialog(page, '添加联系人');
      const add = async (values: readonly [name: string, cellphone: string, idNo: string]): Promise<void> => {
        for (const [index, label] of ['姓名', '手机号', '身份证号'].entries()) await adding.getByLabel(label).fill(values[index] ?? '');
        await button(adding, '保存').click();
      };
      await button(page, '添加联系人').click();
      await button(adding, '保存').click();
      for (const words of ['姓名不能为空', '手机号不能为空', '身份证号不能为空', '请先阅读说明并单独同意处理身份证号'])
        await expect(adding.locator('.form-view-faults').getByText(words)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await add(['程立夏', '1381', '11010119900101']);
      for (const [label, words] of [
        ['手机号', '请输入11位或者6位'],
        ['身份证号', '请输入正确的身份证号'],
      ] as const)
        await expect(adding.getByLabel(label)).toHaveAccessibleDescription(new RegExp(words));
      await expect(consent(adding)).toHaveAccessibleDescription(/活动或预订结束后保存90天/);
      await consent(adding).check();
      await add(['程立夏', '13812345678', '110101199001010023']);
      await expect(toast(page, '联系人已添加')).toBeVisible();
      await expect(adding).toHaveCount(0);
      const row = page.getByRole('row').filter({ hasText: '1101**********0023' });
      for (const words of ['程立夏', '身份证', '138****5678']) await expect(row).toContainText(words);

      await button(page, '添加联系人').click();
      const guardian = adding.getByRole('checkbox', { name: '我是该未成年人的父母或其他监护人' });
      await expect(guardian).toHaveCount(0);
      await add(['程谷雨', '13812345678', completeIdNumber(`110101${new Date().getFullYear() - 9}0101001`)]);
      await expect(guardian).toHaveAccessibleDescription(/请由监护人填写并勾选同意/);
      expect(await violations(page)).toEqual([]);
      await add(['程谷雨', '13812345678', '110101199001010023']);
      await expect(guardian).toHaveCount(0);
      await expect(consent(adding)).toHaveCount(0);
      await expect(toast(page, '该证件号码的联系人已存在')).toBeVisible();
      await expect(page.locator('.toasts:popover-open'), 'the message lies above the dialog').toHaveCount(1);
      await expect(adding.getByLabel('身份证号')).toHaveAccessibleDescription(/该证件号码的联系人已存在/);
      expect(complaints.splice(0).filter((complaint) => !/4(00|09)/.test(complaint))).toEqual([]);
      await button(adding, '关闭').click();

      await button(row, '编辑').click();
      const editing = dialog(page, '编辑联系人');
      await expect(editing.getByLabel('身份证号')).toHaveValue('1101**********0023');
      await editing.getByLabel('姓名').fill('程小满');
      await editing.getByLabel('手机号').press('End');
      await page.keyboard.type('1');
      await expect(editing.getByLabel('手机号'), 'nothing is left of the mask').toHaveValue('1');
      await page.keyboard.type('3700001111');
      expect(await violations(page)).toEqual([]);
      await button(editing, '保存').click();
      await expect(toast(page, '联系人已保存')).toBeVisible();
      for (const words of ['程小满', '137****1111']) await expect(row).toContainText(words);
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      await button(row, '删除').click();
      await expect(dialog(page, '温馨提示')).toContainText('确定要删除该联系人吗？');
      await answer(page, '温馨提示', '确定');
      await expect(toast(page, '联系人已删除')).toBeVisible();
      await expect(page.getByText('还没有联系人，添加后可以为他们报名活动')).toBeVisible();
    });
  });
}

// What these look like is held to both widths on the way; which of them it is has no part in the rest.
test.describe('on a wide screen', () => {
  test.use({ ...looks.wide, contextOptions: { reducedMotion: 'reduce' } });

  test('[PC-20] [PC-22] [PC-23] [PC-24] what was collected is listed, leads back and is dropped', async ({ page, context, request }) => {
    await joined(context, request, phoneOf('wide', 2));
    await open(page, at('/personalcenter/collect'));
    await expect(page.getByText('您还没有收藏内容')).toBeVisible();
    await open(page, at(article));
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    await mark(page, '收藏').click();
    await expect(mark(page, '收藏')).toHaveAttribute('aria-pressed', 'true');
    await open(page, at('/personalcenter/collect'));
    const card = cards(page).filter({ hasText: title });
    await expect(card.getByRole('link').first()).toHaveAttribute('href', article);
    await expectFineEverywhere(page);
    await button(card, '取消收藏').click();
    await answer(page, '温馨提示', '确定');
    await expect(toast(page, '已取消收藏')).toBeVisible();
    await expect(page.getByText('您还没有收藏内容')).toBeVisible();
  });

  test('what a member wrote stands in one list, by kind, with its state and the way back', async ({ page, context, request }) => {
    await joined(context, request, phoneOf('wide', 6));
    await open(page, at(article));
    await editor(page).fill('这一篇写得真好');
    await sendComment(page);
    await expect(toast(page, '评论成功，请等待后台审核')).toBeVisible();
    await open(page, at('/personalcenter/contributions'));
    const card = cards(page).filter({ hasText: '这一篇写得真好' });
    for (const words of ['评论', '待审核']) await expect(card).toContainText(words);
    await expectFineEverywhere(page);
    await page.locator('#list').getByRole('link', { name: '作品', exact: true }).click();
    await expect(page).toHaveURL(/kind=work/);
    await expect(page.getByText('还没有投稿和评论')).toBeVisible();
    await page.goBack();
    const back = card.getByRole('link', { name: '查看' });
    await tabTo(page, back, { most: 60 });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(at(article));
  });

  test('a member changes name, password and phone', async ({ page, context, request, complaints }) => {
    test.slow();
    const [phone, next] = [phoneOf('wide', 4), phoneOf('wide', 5)];
    await joined(context, request, phone);
    await open(page, at('/personalcenter/account'));
    const main = page.locator('#main');
    await button(page, '修改姓名').focus();
    await page.keyboard.press('Enter');
    const renaming = dialog(page, '修改姓名');
    await expect(renaming.getByLabel('姓名')).toHaveValue('林晓');
    await expectFineEverywhere(page);
    await renaming.getByLabel('姓名').fill('林晓晓');
    await page.keyboard.press('Enter');
    await expect(toast(page, '姓名已修改')).toBeVisible();
    await expect(renaming).toHaveCount(0);
    await expect(main).toContainText('林晓晓');
    await expect(page.getByRole('navigation', { name: '个人中心' })).toContainText('林晓晓');
    await expect(button(page, '修改姓名'), 'the focus is back where it was').toBeFocused();

    await button(page, '修改密码').click();
    const renewing = dialog(page, '修改密码');
    for (const [label, value] of Object.entries({ 原密码: 'wrong-1234', 新密码: 'lotus-2026', 确认密码: 'lotus-2026' }))
      await renewing.getByLabel(label).fill(value);
    await expectFineEverywhere(page);
    await button(renewing, '修改密码').click();
    await expect(renewing.getByLabel('原密码')).toHaveAccessibleDescription(/原密码不正确/);
    expect(complaints.splice(0).filter((complaint) => !complaint.includes('400'))).toEqual([]);
    await renewing.getByLabel('原密码').fill(password);
    await button(renewing, '修改密码').click();
    await expect(toast(page, '登录密码已修改')).toBeVisible();

    await button(page, '更换手机号').click();
    const changing = dialog(page, '更换手机号');
    await expect(changing).toContainText('由工作人员核实身份后更换');
    await expectFineEverywhere(page);
    const ask = changing.getByRole('button', { name: '获取验证码' });
    await sendCode(page, ask.first());
    await changing.getByLabel('原手机号的验证码').fill(await smsCode(phone, 'oldPhone'));
    await ask.click();
    await expect(toast(page, '请填写手机号')).toBeVisible();
    await changing.getByPlaceholder('请输入新手机号').fill(next);
    await sendCode(page, ask);
    await changing.getByLabel('新手机号的验证码').fill(await smsCode(next, 'newPhone'));
    await button(changing, '更换').click();
    await expect(toast(page, '手机号已更换')).toBeVisible();
    await expect(main).toContainText(`${next.slice(0, 3)}****${next.slice(-4)}`);
    await open(page, at('/personalcenter/messages'));
    for (const words of ['登录密码已修改', '手机号已更换']) await expect(cards(page).filter({ hasText: words })).toHaveCount(1);
  });

  test('[PC-01] [PC-03] [PC-32] [CORD-01] a member sees every panel, takes all data along and leaves', async ({
    page,
    context,
    request,
  }) => {
    test.slow();
    const phone = phoneOf('wide', 3);
    await joined(context, request, phone);
    await open(page, at('/personalcenter'));
    for (const [link, address, words] of [
      ['场馆预订', '/personalcenter/venues', '暂无场馆预订'],
      ['积分兑换', '/pointsorder', '未处理'],
      ['当前积分', '/personalcenter/points', '积分'],
      ['我的投稿与评论', '/personalcenter/contributions', '还没有投稿和评论'],
      ['我的消息', '/personalcenter/messages', '暂无消息'],
      ['账号设置', '/personalcenter/account', '注销账户'],
    ] as const) {
      const menu = page.getByRole('navigation', { name: '个人中心' });
      await menu.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(at(address));
      await expect(page.locator('#main').getByText(words).first()).toBeVisible();
      await expect(menu.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page');
      await expectFineEverywhere(page);
    }
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, '导出我的数据').click()]);
    expect(file.suggestedFilename()).toMatch(/^account-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      institution: { code: 'QLWHG01' },
      account: { mobilePhone: phone, name: '林晓' },
    });

    await button(page, '注销账户').click();
    const leaving = dialog(page, '注销账户');
    await sendCode(page, leaving.getByRole('button', { name: '获取验证码' }));
    await leaving.getByLabel('短信验证码').fill(await smsCode(phone, 'removal'));
    expect(await violations(page)).toEqual([]);
    await button(leaving, '注销账户').click();
    await expect(dialog(page, '温馨提示')).toContainText('确定要注销账户吗？注销后无法恢复。');
    await answer(page, '温馨提示', '确定');
    await expect(toast(page, '账户已注销')).toBeVisible();
    await expect(page).toHaveURL(at('/'));
    const held = (await context.cookies()).map((cookie) => cookie.name);
    for (const gone of ['token', 'wlymobilephone', 'wlyuserid', 'wlyusername']) expect(held).not.toContain(gone);
    await page.goto(at('/personalcenter'));
    await expect(page).toHaveURL(at('/login?redirect=%2Fpersonalcenter'));
  });
});
