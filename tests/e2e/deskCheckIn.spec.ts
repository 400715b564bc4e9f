import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import type { APIRequestContext, Browser, Page } from 'playwright/test';
import { completeIdNumber } from '../idNumbers';
import { activity, addItems, attempt, hour, inTime, worker } from './contents';
import { enter, headed, sizes } from './deskStaff';
import { at, cards, expect, open, test } from './portal';
import { violations } from './violations';
import { addContact, button, call, dialog, enrol, joined, type Visitor } from './visits';

const minute = 60_000;
const names = ['赵立春', '钱谷雨', '孙白露', '李霜降'] as const;

/** An activity of today that is about to begin. */
const today = (id: string) =>
  activity(id, `签到活动${id}`, { beginTime: inTime(minute), endTime: inTime(2 * hour), enrollEndTime: inTime(hour) });

/** A visitor who enrolled four people, and their codes in the order of the names. */
async function party(
  browser: Browser,
  request: APIRequestContext,
  phone: string,
  id: string,
): Promise<{ visitor: Visitor; codes: string[] }> {
  const visitor = await joined(await browser.newContext({ reducedMotion: 'reduce' }), request, phone);
  const contacts: string[] = [];
  for (const [index, name] of names.entries())
    contacts.push(
      await addContact(visitor, {
        name,
        cellphone: `1381234567${index}`,
        idNo: completeIdNumber(`11010119900101${['123', '203', '303', '403'][index]}`),
      }),
    );
  await enrol(visitor, id, contacts);
  const { data } = (await call(visitor, 'GET', `/api/activity/ta/${visitor.id}?activityId=${id}`)) as {
    data: { rows: { name: string; signCode: string }[] };
  };
  return { visitor, codes: names.map((name) => data.rows.find((row) => row.name === name)?.signCode ?? '') };
}

const scanner = (id: string): string => at(`/admin/visits/scan?activityId=${id}`);
const list = (id: string, more = ''): string => at(`/admin/visits/attendees?activityId=${id}${more}`);
const result = (page: Page) => page.locator('.scanner-section-result');
const recent = (page: Page) => page.locator('.scanner-section-recent li');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function type(page: Page, code: string): Promise<void> {
  await page.getByLabel('签到码').fill(code);
  await page.keyboard.press('Enter');
}

test.describe('checking in on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

  test('people come in by their codes, with a connection and without, and each is told', async ({
    page,
    context,
    browser,
    request,
    complaints,
  }) => {
    test.slow();
    const id = `e2e-scan-${attempt()}`;
    await addItems('appointment', [today(id)]);
    const { visitor, codes } = await party(browser, request, `138${worker}0011${attempt()}`.slice(0, 11), id);
    const [one = '', two = '', three = '', four = ''] = codes;
    try {
      await enter(page, `scan-${attempt()}`, 'frontDesk');
      await page.goto(list(id));
      await page.getByRole('link', { name: '扫码签到' }).click();
      await headed(page, '扫码签到');
      await expect(page.getByText('不能用相机识别二维码')).toBeVisible();
      await expect(page.getByText('已联网')).toBeVisible();
      await type(page, one);
      await expect(result(page)).toContainText('签到成功');
      await expect(result(page)).toContainText('赵**');
      await expect(page.getByText('已签到1人')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await type(page, one);
      await expect(result(page)).toContainText(/已经签过到.*赵\*\*.*\d\d:\d\d 已签到/s);
      await type(page, '00');
      await expect(result(page)).toContainText('没有报名');
      expect(await violations(page)).toEqual([]);

      // What is held for a while without a connection names nobody.
      const kept = await page.evaluate(() => JSON.stringify([...Object.entries(sessionStorage), ...Object.entries(localStorage)]));
      for (const secret of [...names, ...codes.slice(1), '13812345']) expect(kept).not.toContain(secret);

      await context.setOffline(true);
      await type(page, two);
      await expect(result(page)).toContainText(/已记下.*钱\*\*/s);
      await expect(page.getByText('离线，1条待同步')).toBeVisible();
      await type(page, two);
      await expect(result(page)).toContainText('刚才已经记下');
      await type(page, three);
      await expect(page.getByText('离线，2条待同步')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      // The third came in by another door meanwhile.
      expect(await call(visitor, 'PUT', '/api/activity/web/signIn/code', { activityId: id, signCode: three })).toMatchObject({ rel: true });
      await context.setOffline(false);
      const told = page.getByRole('alert').filter({ hasText: '2条离线记录已上传，其中1条需要处理' });
      await expect(told.getByRole('listitem').filter({ hasText: '钱**' })).toContainText('签到成功');
      await expect(told.getByRole('listitem').filter({ hasText: '孙**' })).toContainText('已经签过到');
      expect(await violations(page)).toEqual([]);
      await button(page, '知道了').click();
      await expect(page.getByText('已联网')).toBeVisible();

      // The server is away, and the page is opened anew: what was noted is still there, and counts once.
      await page.route(/\/api\/desk\/visits\/(scan|roll)/, (route) => route.abort());
      await type(page, four);
      await expect(page.getByText('离线，1条待同步')).toBeVisible();
      await page.reload();
      await expect(page.getByText(/1条待同步/)).toBeVisible();
      await page.unroute(/\/api\/desk\/visits\/(scan|roll)/);
      await expect(page.getByText('1条离线记录已上传')).toBeVisible();
      await expect(recent(page).filter({ hasText: '李**' })).toContainText('签到成功');
      await expect(page.getByText('已签到4人')).toBeVisible();
      await recent(page).filter({ hasText: '李**' }).getByRole('button', { name: /^撤销/ }).click();
      await expect(recent(page).filter({ hasText: '李**' })).toContainText('已撤销');
      await expect(page.getByText('已签到3人')).toBeVisible();

      expect(complaints.splice(0).filter((complaint) => !complaint.includes('net::ERR'))).toEqual([]);

      // A browser that finds codes in pictures, first without the right to the camera.
      const camera = await context.newPage();
      await camera.addInitScript((code) => {
        let allowed = false;
        const drawn = (): MediaStream => {
          const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
          // Only a canvas that is drawn on has pictures to show.
          setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 64, 48), 50);
          return canvas.captureStream();
        };
        Object.assign(window, {
          BarcodeDetector: class {
            static getSupportedFormats(): Promise<string[]> {
              return Promise.resolve(['qr_code']);
            }
            detect(): Promise<{ rawValue: string }[]> {
              return Promise.resolve([{ rawValue: code }]);
            }
          },
        });
        navigator.mediaDevices.getUserMedia = () => {
          if (allowed) return Promise.resolve(drawn());
          allowed = true;
          return Promise.reject(new DOMException('', 'NotAllowedError'));
        };
      }, four);
      await camera.goto(scanner(id));
      await button(camera, '用相机扫码').click();
      await expect(camera.getByRole('alert').filter({ hasText: '没有使用相机的权限' })).toBeVisible();
      await button(camera, '用相机扫码').click();
      await expect(result(camera)).toContainText(/签到成功.*李\*\*/s);
      expect(await violations(camera)).toEqual([]);
      await button(camera, '关闭相机').click();
      await expect(camera.getByLabel('相机画面')).toHaveCount(0);
      await camera.close();
    } finally {
      await visitor.context.close();
    }
  });
});

test.describe('the list of an activity', () => {
  test.use({ viewport: sizes.wide, contextOptions: { reducedMotion: 'reduce' } });

  test('it is taken out, printed, written to, and tells who did not come', async ({ page, browser, request }) => {
    test.slow();
    const id = `e2e-rollcall-${attempt()}`;
    await addItems('appointment', [today(id)]);
    const { visitor, codes } = await party(browser, request, `138${worker}0012${attempt()}`.slice(0, 11), id);
    try {
      await enter(page, `rollcall-${attempt()}`, 'administrator');
      await page.goto(list(id));
      await page.getByRole('textbox', { name: '签到码', exact: true }).fill(codes[0] ?? '');
      await button(page, '签到').first().click();
      await expect(row(page, '赵**')).toContainText('已签到');

      await button(page, '导出 XLSX').click();
      const [download] = await Promise.all([page.waitForEvent('download'), button(page.getByRole('dialog'), '导出 XLSX').click()]);
      const book = new ExcelJS.Workbook();
      await book.xlsx.load((await readFile(await download.path())) as never);
      const cells: string[][] = [];
      book.worksheets[0]?.eachRow((line) => cells.push((line.values as unknown[]).slice(1).map(String)));
      const shown = await page.getByRole('row').filter({ hasText: '**' }).allInnerTexts();
      expect(cells).toHaveLength(shown.length + 1);
      for (const name of ['赵**', '钱**', '孙**', '李**']) {
        const line = cells.find((values) => values.includes(name)) ?? [];
        expect(line).toContain(name === '赵**' ? '已签到' : '未签到');
        expect(shown.find((text) => text.includes(name))).toContain(line.find((value) => value.includes('****')));
      }

      await page.getByRole('link', { name: '签到表' }).click();
      await headed(page, '签到表');
      await page.emulateMedia({ media: 'print' });
      await expect(row(page, '钱**')).toBeVisible();
      await expect(button(page, '打印')).toBeHidden();
      await expect(page.getByRole('navigation').first()).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }));
      await button(page, '打印').click();
      await expect(page.locator('body')).toHaveAttribute('data-printed', '');

      await page.goto(list(id));
      await page.getByRole('link', { name: '发消息' }).click();
      await headed(page, '给报名的会员发消息');
      await page.getByLabel('标题').fill('请带水杯');
      await page.getByLabel('内容').fill('现场有热水，请自带水杯。');
      expect(await violations(page)).toEqual([]);
      await button(page, '发送').click();
      const question = dialog(page, '发送这条消息？');
      await expect(question).toContainText('将发给1位会员');
      await button(question, '发送').click();
      await expect(page.locator('.toasts').getByText('已发给1位会员')).toBeVisible();
      const inbox = await visitor.context.newPage();
      await open(inbox, at('/personalcenter/messages'));
      await expect(cards(inbox).filter({ hasText: '请带水杯' })).toContainText('请自带水杯');

      await addItems('appointment', [
        activity(`${id}-over`, '已结束'),
        { ...today(id), beginTime: inTime(-2 * hour), endTime: inTime(-hour), enrollEndTime: inTime(-hour) },
      ]);
      await page.goto(list(id));
      await page.getByRole('link', { name: '未到场名单' }).click();
      await expect(row(page, '钱**')).toContainText('未到场');
      await expect(row(page, '赵**')).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
    } finally {
      await visitor.context.close();
    }
  });
});

test('who withdraws an activity is told how many people are enrolled for it', async ({ page, browser, request }) => {
  const id = `e2e-withdrawn-${attempt()}`;
  await addItems('appointment', [today(id)]);
  await party(browser, request, `138${worker}0077${attempt()}`.slice(0, 11), id);
  await enter(page, `withdraw-${attempt()}`, 'editor');
  await page.goto(at(`/admin/content/appointment/edit?id=${id}`));
  await headed(page, '编辑活动');
  await page.getByRole('button', { name: '撤下' }).click();
  await expect(page.getByRole('dialog')).toContainText('还有4人报了名（含候补）');
});
