import type { Locator, Page } from 'playwright/test';
import { formatDate } from '../../src/runtime/time';
import { addItems, attempt, day, venue, worker } from './contents';
import { enter, headed, sizes } from './deskStaff';
import { toast } from './members';
import { at, cards, expect, open, test } from './portal';
import { violations } from './violations';
import { book, button, dialog, joined } from './visits';

/** The day after tomorrow, and the one after it. */
const [date, later] = [formatDate(Date.now() + 2 * day), formatDate(Date.now() + 3 * day)];
const weekOf = (id: string, shown: string): string => at(`/admin/content/venue/week?id=${id}&day=${shown}`);
/** The number of a day's column: Monday's is the first. */
const columnOf = (shown: string): number => (new Date(shown).getUTCDay() + 6) % 7;
/** What a day has with words in it. */
const taken = (page: Page, shown: string, words: RegExp): Locator =>
  page.locator(`[role=grid] [data-cell^="${columnOf(shown)}-"]`).filter({ hasText: words });
/** What begins at an hour of a day. */
const free = (page: Page, shown: string, hour: number): Locator =>
  page.locator(`[role=grid] [data-cell="${columnOf(shown)}-${hour * 60}"]`);
const idOf = (name: string): string => `e2e-week-${name}${attempt()}`;

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`the week of a place on a ${name} screen`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('the desk approves a booking, moves it, blocks a time and books for somebody', async ({ page, browser, request }) => {
      test.slow();
      const id = idOf(name);
      await addItems(
        'venue',
        Object.keys(sizes).map((size) => venue(idOf(size), `排练厅（${size}${attempt()}）`)),
      );
      const elsewhere = await browser.newContext({ reducedMotion: 'reduce' });
      try {
        await book(await joined(elsewhere, request, `138${worker}0009${name === 'wide' ? 0 : 1}1`), id, `${date} 10:00-11:00`);
        await enter(page, `week-${name}-${attempt()}`, 'frontDesk');
        await page.goto(weekOf(id, date));
        await headed(page, '预订日历');
        await expect(page.getByLabel('场地')).toHaveValue(id);
        expect(await violations(page)).toEqual([]);

        // By the keyboard alone: the calendar is one stop, arrows move within.
        await taken(page, date, /程/).focus();
        await page.keyboard.press('ArrowDown');
        await expect(free(page, date, 11)).toBeFocused();
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog')).toContainText('待审核');
        expect(await violations(page)).toEqual([]);
        await button(page.getByRole('dialog'), '通过').click();
        // Taken back, it waits again; decided on once more, it takes effect by itself.
        const undo = page.locator('.undo-bar').filter({ has: button(page, '撤销') });
        await expect(undo).toContainText('通过');
        await expect(taken(page, date, /程/)).toContainText('即将生效');
        expect(await violations(page)).toEqual([]);
        await button(undo, '撤销').press('Enter');
        await expect(toast(page, '已撤销，回到待办')).toBeVisible();
        await expect(taken(page, date, /程/)).toContainText('待审核');
        await taken(page, date, /程/).click();
        await button(page.getByRole('dialog'), '通过').click();
        await expect(taken(page, date, /程/)).toContainText('即将生效');
        await expect(taken(page, date, /程/)).not.toContainText('即将生效', { timeout: 20_000 });
        await expect(taken(page, date, /程/)).toContainText('未使用');

        await taken(page, date, /程/).click();
        await button(page.getByRole('dialog'), '改期').click();
        const moving = dialog(page, '改期');
        await moving.getByLabel('日期').fill(later);
        await moving.getByLabel('开始时间').fill('14:00');
        await moving.getByLabel('结束时间').fill('15:00');
        await moving.getByLabel('原因').fill('设备检修');
        expect(await violations(page)).toEqual([]);
        await button(moving, '改期').click();
        await expect(toast(page, '已改期，会员会收到通知')).toBeVisible();
        await page.goto(weekOf(id, later));
        await expect(taken(page, later, /程/)).toContainText('未使用');

        await free(page, later, 9).click();
        await button(page.getByRole('dialog'), '停用时间').click();
        const blocking = dialog(page, '停用时间');
        await blocking.getByLabel('原因', { exact: true }).fill('钢琴调律');
        await blocking.getByLabel('访客可以看到原因').check();
        expect(await violations(page)).toEqual([]);
        await button(blocking, '停用时间').click();
        await expect(taken(page, later, /钢琴调律/)).toBeVisible();

        await free(page, later, 11).click();
        await button(page.getByRole('dialog'), '代订').click();
        const making = dialog(page, '代订');
        await making.getByLabel('用途').fill('社区下棋');
        await making.getByLabel('姓名').fill('赵大爷');
        await making.getByRole('textbox', { name: '手机号' }).fill('13611112222');
        expect(await violations(page)).toEqual([]);
        await button(making, '代订').click();
        await expect(taken(page, later, /赵/)).toContainText('未使用');
        expect(await violations(page)).toEqual([]);

        const visitor = await elsewhere.newPage();
        await open(visitor, at(`/venuetime?id=${id}&menuId=6140`));
        await expect(visitor.getByText(/09:00.*10:00 钢琴调律/)).toBeVisible();
        await open(visitor, at('/personalcenter/messages'));
        await expect(cards(visitor).filter({ hasText: '场馆预订已改期' })).toContainText('设备检修');
      } finally {
        await elsewhere.close();
      }
    });
  });
}
