import { sql } from 'kysely';
import type { Locator, Page } from 'playwright/test';
import { tabTo } from './keys';
import { addMember, field, portalDatabase, review, signIn, toast } from './members';
import { at, expect, expectSound, looks, open, takenOver, test } from './portal';
import { violations } from './violations';

const file = { name: '申报书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
const own = (page: Page, name: string) => field(page, 'declare', name);
const dialog = (page: Page) => page.locator('dialog[open]');
const newest = async (module: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from item where tenant = 'centre' and module = ${module} and doc ->> 'memberId' is not null order by updated desc limit 1`.execute(
    (await portalDatabase()).kysely,
  );
  return rows[0]?.id ?? '';
};

for (const [name, look] of Object.entries({ wide: looks.wide }))
  test.describe(name, () => {
    test.use(look);

    test(`[DECL-07] [DECL-08] [DECL-16] [DECL-17] [DECL-18] [DECL-19] [DECL-21] [DECL-22] [DECL-34] a member declares, is sent back with a reason, amends and is approved, on a ${name} screen`, async ({
      page,
      context,
      request,
    }) => {
      const phone = name === 'wide' ? '13800000131' : '13800000132';
      await addMember(request, phone);
      await signIn(context, phone);
      await open(page, at('/managementdeclarationDetail?columnId=6169&id=declare-001'));
      await page.getByRole('link', { name: '我要申报' }).click();
      await expect(page).toHaveURL(/\/toApply\?declareId=declare-001&columnId=6169/);
      await expect(page.getByText('还没有申报人，请先添加')).toBeVisible();

      // Nothing is filled in: the first fault is told under 错误.
      await page.getByRole('button', { name: '提交申报' }).click();
      await expect(dialog(page).getByRole('heading')).toHaveText('错误');
      await expect(dialog(page)).toContainText('请选择申报人');
      await page.keyboard.press('Enter');

      for (const [person, id] of [
        ['某甲', '110101199001012315'],
        ['某乙', '11010119900101233X'],
      ] as const) {
        await page.getByRole('button', { name: '添加申报人' }).click();
        await dialog(page).locator('[id$=_name]').fill(person);
        await dialog(page).locator('[id$=_cellphone]').fill('13812345678');
        await dialog(page).locator('[id$=_idNo]').fill(id);
        const consent = dialog(page).getByRole('checkbox').first();
        if (await consent.isVisible()) await consent.check();
        await dialog(page).getByRole('button', { name: '保存' }).click();
        await expect(page.getByRole('radio', { name: person })).toBeVisible();
      }
      await expect(page.getByText(/1101\*+2315/)).toBeVisible();
      await page.getByRole('radio', { name: '某甲' }).check();
      await page.getByRole('radio', { name: '某乙' }).check();
      await expect(page.getByRole('radio', { name: '某甲' })).not.toBeChecked();
      const project = `水乡渔歌（${name}）`;
      for (const [key, value] of Object.entries({
        declareName: project,
        territorial: '文澜区',
        protectionUnit: '渔歌传习所',
        legalPerson: '某甲',
        mailingAddress: '文澜区示范路1号',
        email: 'unit@example.org',
        workPhone: '13900001234',
      }))
        await own(page, key).fill(value);
      await own(page, 'attachment').setInputFiles(file);
      await expect(page.getByText('申报书.pdf').first()).toBeVisible();
      await page.getByRole('checkbox', { name: '我已阅读申报流程' }).click();
      await expect(dialog(page)).toContainText('登录后选择申报人');
      await expect(dialog(page).locator('ol > li').first()).toBeVisible();
      await dialog(page).getByRole('button', { name: '取消' }).click();
      await expect(page.getByRole('checkbox', { name: '我已阅读申报流程' })).not.toBeChecked();
      await page.getByRole('checkbox', { name: '我已阅读申报流程' }).click();
      await dialog(page).getByRole('button', { name: '确定' }).click();
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: '提交申报' }).click();
      await expect(page).toHaveURL(/\/managementdeclaration\?columnId=6169/);

      const id = await newest('declarerecord');
      expect(await review('move', id, 'return', '--reason', '请补充传承谱系')).toContain('returned');
      await open(page, at('/mydeclarations'));
      await expect(page.getByText('请补充传承谱系')).toBeVisible();
      await page.getByRole('link', { name: '修改' }).click();
      await expect(own(page, 'declareName')).toHaveValue(project);
      await own(page, 'declareName').fill(`${project}号子`);
      await page.getByRole('checkbox', { name: '我已阅读申报流程' }).click();
      await dialog(page).getByRole('button', { name: '确定' }).click();
      await page.getByRole('button', { name: '提交申报' }).click();
      await expect(page).toHaveURL(/\/managementdeclaration\?columnId=6169/);
      expect(await review('move', id, 'approve')).toContain('approved');
      await open(page, at(`/mydeclarationDetail?id=${id}`));
      await expect(page.getByText('已通过').first()).toBeVisible();
    });
  });

for (const [name, look] of Object.entries(looks))
  test.describe(name, () => {
    test.use(look);

    test(`[VOL-16] a member signs up as a volunteer once, sees the hours and has a certificate that anybody can check, on a ${name} screen`, async ({
      page,
      context,
      request,
      browser,
    }) => {
      const wide = name === 'wide';
      const phone = wide ? '13800000133' : '13800000134';
      /** On a wide screen all is done by keys, on the other by touch. */
      const press = async (target: Locator, most = 40): Promise<void> => {
        if (!wide) return target.click();
        await tabTo(page, target, { most });
        await page.keyboard.press('Enter');
      };
      await addMember(request, phone);
      await signIn(context, phone);
      await open(page, at('/volunteercertificate'));
      await expect(page.getByText('还没有证书')).toBeVisible();
      await expect(page.getByRole('button', { name: '打印证书' })).toHaveCount(0);
      await open(page, at('/volunteerhome?columnId=6260'));
      await page.getByRole('link', { name: /志愿者报名/ }).click();
      await expect(page).toHaveURL(/volunteerregister/);
      await takenOver(page);
      const own = field(page, 'register', 'name');
      if (wide) {
        await tabTo(page, own, { most: 40 });
        await page.keyboard.type('林晓月');
        await tabTo(page, page.getByRole('checkbox', { name: '讲解' }));
        await page.keyboard.press('Space');
      } else {
        await own.fill('林晓月');
        await page.getByRole('checkbox', { name: '讲解' }).check();
      }
      await expect(page.getByRole('checkbox', { name: '讲解' })).toBeChecked();
      await expectSound(page);
      await press(page.getByRole('button', { name: '提交报名' }));
      await expect(toast(page, '提交成功，请等待审核')).toBeVisible();
      await expect(page).toHaveURL(/myvolunteering/);
      const id = await newest('volunteerregistration');
      expect(await review('approve', id)).toContain('registered');
      for (const [hours, about] of [
        ['3', '展厅讲解'],
        ['12', '秩序引导'],
      ])
        expect(await review('move', id, 'record', '--give', `hours=${hours}`, '--give', `about=${about}`)).toContain('registered');
      await open(page, at('/myvolunteering'));
      await expect(page.getByText('15小时').first()).toBeVisible();
      await expectSound(page);
      await press(page.getByRole('link', { name: '查看证书' }), 60);
      await expect(page).toHaveURL(/volunteercertificate/);
      const sheet = page.getByRole('article', { name: '志愿服务证书' });
      for (const words of ['林晓月', '15小时', '青澜市文化馆']) await expect(sheet).toContainText(words);
      await expect(sheet.getByRole('img', { name: '扫码核验真伪的二维码' })).toBeVisible();
      await expectSound(page);
      expect(await violations(page)).toEqual([]);

      // The sheet alone is printed, on one page of A4.
      await page.evaluate(() => Object.assign(window, { print: () => document.documentElement.setAttribute('data-printed', '') }));
      await press(page.getByRole('button', { name: '打印证书' }));
      await expect(page.locator('html[data-printed]')).toHaveCount(1);
      await page.emulateMedia({ media: 'print' });
      for (const hidden of [page.locator('header'), page.locator('footer'), page.getByRole('button', { name: '打印证书' })])
        await expect(hidden.first()).toBeHidden();
      await expect(sheet).toBeVisible();
      const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(paper.match(/\/Count (\d+)/)?.[1]).toBe('1');
      expect(paper.match(/\/MediaBox \[0 0 (\d+)[.\d]* (\d+)/)?.slice(1)).toEqual(['594', '841']);
      await page.emulateMedia({ media: 'screen' });

      const address = (await sheet.getByRole('link', { name: '扫码核验真伪' }).getAttribute('href')) ?? '';
      const stranger = await browser.newPage(look);
      await open(stranger, at(address));
      await expect(stranger.getByRole('heading', { name: '该证书真实有效' })).toBeVisible();
      for (const words of ['林**', '15小时', '青澜市文化馆']) await expect(stranger.getByRole('main')).toContainText(words);
      await expect(stranger.getByRole('main')).not.toContainText('林晓月');
      await expectSound(stranger);
      expect(await violations(stranger)).toEqual([]);
      const asked = field(stranger, 'volunteerregistration-check', 'number');
      const number = await asked.inputValue();
      await asked.fill(`${number.slice(0, -1)}0`);
      await stranger.keyboard.press('Enter');
      await expect(stranger.getByRole('alert').getByText('没有这个编号的证书').first()).toBeVisible();
      await asked.fill(`${number.slice(0, 4)}-${number.slice(4).toLowerCase()}`);
      await stranger.keyboard.press('Enter');
      await expect(stranger.getByRole('heading', { name: '该证书真实有效' })).toBeVisible();
      await open(stranger, at('/volunteercheck?number=20260000'));
      await expect(stranger.getByText('没有这个编号的证书，请核对后再试')).toBeVisible();
      await stranger.close();

      await open(page, at('/volunteerregister?columnId=6261'));
      await expect(page.getByText('您已经报名，可以在个人中心查看')).toBeVisible();
    });
  });
