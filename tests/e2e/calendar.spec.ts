import { tabTo } from './keys';
import { at, expect, looks, newWindow, open, test } from './portal';
import { expectFineEverywhere, violations } from './violations';

const talk = '读懂著作权：复制、引用与扫描的界限';

test('from what holds today to the calendar, by keys to a day of it, to what is on there, and back', async ({ page }) => {
  await page.setViewportSize(looks.phone.viewport);
  await open(page, at('/', 'library'));
  const today = page.getByRole('region', { name: '今日' });
  const box = await today.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? Infinity), 'what holds today is on the first screen of a phone').toBeLessThanOrEqual(844);
  // Whatever the time of the day is, something is on or comes next.
  await expect(today.getByRole('listitem').getByRole('link').first()).toBeVisible();
  await page.setViewportSize(looks.wide.viewport);
  await today.getByRole('link', { name: '读者活动日历' }).click();

  const title = page.locator('.list-calendar-title');
  const month = await title.textContent();
  const cell = page.locator('td[aria-current="date"] .month-table-cell');
  await expect(page.getByRole('grid')).toBeVisible();
  await tabTo(page, cell, { most: 60 });
  const days = page.locator('td[data-day] .month-table-cell');
  await page.keyboard.press('PageDown');
  await expect(title).not.toHaveText(month ?? '');
  await expect(days.and(page.locator(':focus'))).toHaveCount(1);
  await expect(page.locator('.list-calendar')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('PageUp');
  await expect(title).toHaveText(month ?? '');
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await expect(days.and(page.locator(':focus'))).toHaveCount(1);
  await expect(page.locator('.list-calendar')).toHaveAttribute('aria-busy', 'false');
  expect(await violations(page)).toEqual([]);

  await tabTo(page, page.getByRole('link', { name: '列表' }), { most: 60, key: 'Shift+Tab' });
  await cell.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/datesFrom=(\d{4}-\d\d-\d\d)&datesTo=\1$/);
  // A day of the calendar is a link with the same words as the card.
  const calendarIsGone = (): Promise<void> => expect(page.locator('.list-calendar')).toHaveCount(0);
  await calendarIsGone();
  const card = page.locator('#list').getByRole('link', { name: talk });
  await tabTo(page, card, { most: 60 });
  await page.goBack();
  await expect(title).toHaveText(month ?? '');
  await page.goForward();
  await calendarIsGone();
  const read = await newWindow(page, card);
  await expect(read.getByRole('heading', { level: 1, name: talk })).toBeVisible();
});

test('a calendar is sound on wide screens and on phones, and leads on without scripts', async ({ page, browser }) => {
  const address = at('/appointment?columnId=8103&view=calendar', 'library');
  await open(page, address);
  await expectFineEverywhere(page, '听松图书馆');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(address);
  await plain.getByRole('link', { name: '下个月' }).click();
  await plain.getByRole('link', { name: '回到今天' }).click();
  await plain.locator('td[aria-current="date"] a').click();
  await expect(plain.locator('#list').getByRole('link', { name: talk })).toBeVisible();
  await context.close();
});
