import { connect, createServer } from 'node:net';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright/test';
import { attempt } from './contents';
import { handsOf } from './keys';
import { addMember, field, portalDatabase, review, sentItem, signIn, toast } from './members';
import { at, expect, expectSound, looks, open, takenOver, test } from './portal';
import { violations } from './violations';
import { joined } from './visits';

const pdf = (name: string, text = '%PDF-1.4\n%%EOF\n') => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) });
const own = (page: Page, name: string) => field(page, 'declare', name);
const dialog = (page: Page) => page.locator('dialog[open]');
const twice = '同样的内容刚刚已经提交成功，这一次没有重复提交';
const declared = async (member: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from item where module = 'declarerecord' and doc ->> 'memberId' = ${member}`.execute(
    (await portalDatabase()).kysely,
  );
  return rows[0]?.count ?? 0;
};

const unfinished = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from upload where status = 0`.execute(
    (await portalDatabase()).kysely,
  );
  return rows[0]?.count ?? -1;
};

/**
 * Passes everything on to the portal, but breaks the line when nine tenths of a file are through, until it is mended: browsers try once more by themselves.
 * @returns its address, and what mends and closes it
 */
async function openBrokenLine(): Promise<{ origin: string; mend: () => void; close: () => void }> {
  const portal = new URL(at('/'));
  const behind = Number(portal.port);
  let isBroken = true;
  const server = createServer((browser) => {
    const back = connect(behind, '127.0.0.1');
    let left = Infinity;
    const part = (): void => {
      browser.destroy();
      back.destroy();
    };
    browser.on('error', part).on('close', part);
    back.on('error', part).on('close', part).pipe(browser);
    browser.on('data', (bytes: Buffer) => {
      const length = /^POST \S+\/file\/upload .*?content-length: (\d+)/is.exec(bytes.toString('latin1'))?.[1];
      if (length !== undefined && isBroken) left = Number(length) * 0.9;
      back.write(bytes);
      left -= bytes.length;
      if (left <= 0) part();
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening());
  });
  const address = server.address();
  portal.port = String(typeof address === 'object' ? address?.port : '');
  return { origin: portal.origin, mend: () => (isBroken = false), close: () => server.close() };
}

for (const [name, look] of Object.entries(looks))
  test.describe(name, () => {
    test.use(look);
    const isWide = name === 'wide';
    /** By keys on a wide screen, by a finger on a phone. */
    const use = async (target: Locator, key = 'Enter'): Promise<void> => {
      // Keys are not kept waiting for what cannot be used yet.
      await expect(target).toBeEnabled();
      await (isWide ? target.press(key) : target.tap());
    };

    test(`[DECL-07] [DECL-08] [DECL-16] [DECL-17] [DECL-18] [DECL-19] [DECL-20] [DECL-21] [DECL-22] [DECL-31] [DECL-32] [DECL-33] [DECL-34] [DECL-38] [DECL-48] a member declares, is sent back with a reason, amends and is approved, on a ${name} screen`, async ({
      page,
      context,
      request,
      complaints,
    }) => {
      test.setTimeout(120_000);
      const phone = `138${attempt()}${isWide ? '000131' : '000132'}`;
      await addMember(request, phone);
      await signIn(context, phone);
      await open(page, at('/mydeclarations'));
      await expect(page.getByText('还没有申报', { exact: true })).toBeVisible();
      await expectSound(page);
      await open(page, at('/managementdeclarationDetail?columnId=6169&id=declare-001'));
      await use(page.getByRole('link', { name: '我要申报' }));
      await expect(page).toHaveURL(/\/toApply\?declareId=declare-001&columnId=6169/);
      await expect(page.getByRole('heading', { name: '青澜市第六批市级非物质文化遗产代表性项目申报' })).toBeVisible();
      await expect(page.getByText('还没有申报人，请先添加')).toBeVisible();
      const send = page.getByRole('button', { name: '提交申报' });
      const tick = page.getByRole('checkbox', { name: '我已阅读申报流程' });

      // Nothing is filled in: the first fault is told under 错误, then all of them, the tick among them.
      await use(send);
      await expect(dialog(page).getByRole('heading')).toHaveText('错误');
      await expect(dialog(page)).toContainText('请选择申报人');
      await page.keyboard.press('Enter');
      await expect(page.locator('.form-view-faults')).toContainText('请先阅读申报流程');

      for (const [person, id] of [
        ['某甲', '11010119900101231X'],
        ['某乙', '110101199001012336'],
      ] as const) {
        await use(page.getByRole('button', { name: '添加申报人' }));
        await dialog(page).locator('[id$=_name]').fill(person);
        await dialog(page).locator('[id$=_cellphone]').fill('13812345678');
        await dialog(page).locator('[id$=_idNo]').fill(id);
        const consent = dialog(page).getByRole('checkbox').first();
        if (await consent.isVisible()) await use(consent, 'Space');
        await use(dialog(page).getByRole('button', { name: '保存' }));
        await expect(page.getByRole('radio', { name: person })).toBeVisible();
      }
      await expect(page.getByText(/1101\*+231X/)).toBeVisible();
      await use(page.getByRole('radio', { name: '某甲' }), 'Space');
      await (isWide ? page.keyboard.press('ArrowDown') : page.getByRole('radio', { name: '某乙' }).tap());
      await expect(page.getByRole('radio', { name: '某乙' })).toBeChecked();
      await expect(page.getByRole('radio', { name: '某甲' })).not.toBeChecked();
      const project = {
        declareName: `水乡渔歌（${name}）`,
        territorial: '文澜区',
        protectionUnit: '渔歌传习所',
        legalPerson: '某甲',
        mailingAddress: '文澜区示范路1号',
        email: 'unit@example.org',
        workPhone: '13900001234',
      };
      for (const [key, value] of Object.entries(project)) await own(page, key).fill(value);

      // What is no PDF is refused by the server, whose words stand in the dialog; the next file is taken.
      await own(page, 'attachment').setInputFiles(pdf('假的.pdf', 'MZ'));
      await expect(dialog(page).getByRole('heading')).toHaveText('错误');
      await expect(dialog(page)).toContainText(/请选择|格式/);
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toHaveCount(0);
      await own(page, 'attachment').setInputFiles(pdf('水乡渔歌·申报书（第三稿）.pdf'));
      await expect(page.getByRole('link', { name: '水乡渔歌·申报书（第三稿）.pdf' })).toBeVisible();

      await use(tick, 'Space');
      await expect(dialog(page)).toContainText('登录后选择申报人');
      await expect(dialog(page).locator('ol > li').first()).toBeVisible();
      await use(dialog(page).getByRole('button', { name: '取消' }));
      await expect(tick).not.toBeChecked();
      await use(tick, 'Space');
      await use(dialog(page).getByRole('button', { name: '确定' }));
      await expect(tick).toBeChecked();
      await expectSound(page);
      if (isWide) expect(await violations(page)).toEqual([]);

      // Another window has what was typed in this one; it is sent from both.
      const [other] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open(location.href))]);
      await takenOver(other);
      await expect(own(other, 'declareName')).toHaveValue(project.declareName);
      await expect(other.getByRole('link', { name: '水乡渔歌·申报书（第三稿）.pdf' })).toBeVisible();

      const call = page.waitForRequest((made) => made.method() === 'POST' && made.url().includes('/declareContent/6169/upload'));
      const pressed = Date.now();
      await use(send);
      const sent = await call;
      expect(Date.now() - pressed).toBeGreaterThanOrEqual(1000);
      const said = sent.postDataJSON() as { userId: string };
      expect(said).toEqual({
        ...project,
        menuId: '6169',
        declareId: 'declare-001',
        userId: expect.any(String) as never,
        declarantId: expect.any(String) as never,
        attachment: expect.stringMatching(/^\/files\/[\w-]{22}\.pdf$/) as never,
        attachmentName: '水乡渔歌·申报书（第三稿）.pdf',
      });
      await expect(page).toHaveURL(/\/managementdeclaration\?columnId=6169/);
      await expect(toast(page, '提交成功，请等待审核。进度可在“我的申报”查看')).toBeVisible();
      const id = await sentItem('declarerecord', 'memberId', said.userId);

      // Telephones are kept nowhere.
      await own(other, 'workPhone').fill(project.workPhone);
      if (!(await other.getByRole('checkbox', { name: '我已阅读申报流程' }).isChecked())) {
        await other.getByRole('checkbox', { name: '我已阅读申报流程' }).press('Space');
        await dialog(other).getByRole('button', { name: '确定' }).press('Enter');
      }
      await expect(other.getByRole('button', { name: '提交申报' })).toBeEnabled();
      await other.getByRole('button', { name: '提交申报' }).press('Enter');
      await expect(dialog(other)).toContainText(twice);
      await dialog(other).getByRole('button').press('Enter');
      await expect(own(other, 'declareName')).toHaveValue(project.declareName);
      await other.close();
      expect(await declared(said.userId)).toBe(1);

      await use(page.getByRole('link', { name: '我的申报' }).first());
      await expect(page).toHaveURL(/\/mydeclarations/);
      const card = page.getByRole('article').filter({ hasText: project.declareName });
      await expect(card).toContainText('待审核');
      // Staff return it before it is withdrawn on a page that does not know it yet.
      expect(await review('move', id, 'return', '--reason', '请补充传承谱系')).toContain('returned');
      await use(card.getByRole('button', { name: '撤回' }));
      await use(dialog(page).getByRole('button', { name: '确定' }));
      await expect(toast(page, '已是“已驳回”，不能撤回')).toBeVisible();
      await expect(card).toContainText('请补充传承谱系');
      await expectSound(page);
      await use(card.getByRole('link', { name: '办理经过' }));
      await expect(page).toHaveURL(/mydeclarationDetail/);
      await expect(page.getByRole('region', { name: '办理经过' })).toContainText(/待审核.*已驳回.*请补充传承谱系/s);
      await expect(page.getByRole('link', { name: '附件下载' })).toHaveAttribute('download', '水乡渔歌·申报书（第三稿）.pdf');
      await expectSound(page);
      if (isWide) expect(await violations(page)).toEqual([]);

      await use(page.getByRole('link', { name: '修改' }));
      await expect(own(page, 'declareName')).toHaveValue(project.declareName);
      await expect(page.getByRole('link', { name: '水乡渔歌·申报书（第三稿）.pdf' })).toBeVisible();
      await own(page, 'declareName').fill(`${project.declareName}号子`);
      await use(tick, 'Space');
      await use(dialog(page).getByRole('button', { name: '确定' }));
      await use(send);
      await expect(page).toHaveURL(/\/managementdeclaration\?columnId=6169/);
      expect(await review('move', id, 'approve')).toContain('approved');
      await open(page, at('/mydeclaration'));
      await expect(card).toContainText('已通过');
      const record = page
        .locator('details')
        .filter({ hasText: `${project.declareName}号子` })
        .first();
      // The page is kept for some seconds as another visitor saw it.
      await expect(async () => {
        await open(page, at('/declerahistorydetail?columnId=6169&declareId=declare-001'));
        await expect(record).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await use(record.locator('summary'));
      await expect(record).toContainText('139****1234');
      await expect(record.getByRole('link', { name: '附件下载' })).toHaveAttribute('download', '水乡渔歌·申报书（第三稿）.pdf');
      await expectSound(page);
      expect(complaints.filter((complaint) => !/\b(400|409)\b/.test(complaint))).toEqual([]);
      complaints.length = 0;
    });
  });

test('an upload whose line breaks near its end says so, leaves nothing behind, and is sent again', async ({
  page,
  context,
  request,
  complaints,
}) => {
  await addMember(request, `138${attempt()}000135`);
  await signIn(context, `138${attempt()}000135`);
  const line = await openBrokenLine();
  await open(page, `${line.origin}/toApply?declareId=declare-001&columnId=6169`);
  await own(page, 'declareName').fill('水乡渔歌');
  await expect(own(page, 'attachment')).toBeEnabled();
  await own(page, 'attachment').setInputFiles(pdf('申报书.pdf', `%PDF-1.4\n${'0'.repeat(8_000_000)}`));
  await expect(dialog(page).getByRole('heading')).toHaveText('错误');
  await expect(dialog(page)).toContainText('上传失败');
  await page.keyboard.press('Enter');
  await expect(page.locator('.upload-field-broken')).toContainText(/上传中断，已传(9\d|100)%/);
  await expect.poll(unfinished).toBe(0);
  line.mend();
  await page.getByRole('button', { name: '重新上传申报书.pdf' }).press('Enter');
  await expect(page.getByRole('link', { name: '申报书.pdf' })).toBeVisible();
  await expect(own(page, 'declareName')).toHaveValue('水乡渔歌');
  expect(complaints.filter((complaint) => !complaint.includes('/file/upload') && !complaint.includes('net::ERR'))).toEqual([]);
  complaints.length = 0;
  line.close();
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
      // Each move of staff is a program of its own, on a machine that may be busy.
      test.slow();
      const phone = `138${attempt()}${wide ? '000133' : '000134'}`;
      // All is done by keys on a wide screen, by touch on the other.
      const hands = handsOf(page, wide);
      const member = await joined(context, request, phone);
      await open(page, at('/volunteercertificate'));
      await expect(page.getByText('还没有证书')).toBeVisible();
      await expect(page.getByRole('button', { name: '打印证书' })).toHaveCount(0);
      await open(page, at('/volunteerhome?columnId=6260'));
      await hands.press(page.getByRole('link', { name: /志愿者报名/ }));
      await expect(page).toHaveURL(/volunteerregister/);
      await takenOver(page);
      await hands.write(field(page, 'register', 'name'), '林晓月');
      await hands.tick(page.getByRole('checkbox', { name: '讲解' }));
      await expect(page.getByRole('checkbox', { name: '讲解' })).toBeChecked();
      await expectSound(page);
      await hands.press(page.getByRole('button', { name: '提交报名' }));
      await expect(toast(page, '提交成功，请等待审核')).toBeVisible();
      await expect(page).toHaveURL(/myvolunteering/);
      const id = await sentItem('volunteerregistration', 'memberId', member.id);
      expect(await review('approve', id)).toContain('registered');
      for (const [hours, about] of [
        ['3', '展厅讲解'],
        ['12', '秩序引导'],
      ])
        expect(await review('move', id, 'record', '--give', `hours=${hours}`, '--give', `about=${about}`)).toContain('registered');
      await open(page, at('/myvolunteering'));
      await expect(page.getByText('15小时').first()).toBeVisible();
      await expectSound(page);
      await hands.press(page.getByRole('link', { name: '查看证书' }));
      await expect(page).toHaveURL(/volunteercertificate/);
      const sheet = page.getByRole('article', { name: '志愿服务证书' });
      for (const words of ['林晓月', '15小时', '青澜市文化馆']) await expect(sheet).toContainText(words);
      await expect(sheet.getByRole('img', { name: '扫码核验真伪的二维码' })).toBeVisible();
      await expectSound(page);
      expect(await violations(page)).toEqual([]);

      // The sheet alone is printed, on one page of A4.
      await page.evaluate(() => Object.assign(window, { print: () => document.documentElement.setAttribute('data-printed', '') }));
      await hands.press(page.getByRole('button', { name: '打印证书' }));
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
