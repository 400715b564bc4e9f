import type { Locator, Page } from 'playwright/test';
import { listWaitingBookings } from '../../src/database/bookings/bookingLists';
import { toClockParts, formatDate } from '../../src/runtime/time';
import { runProgram } from './programs';
import { addItems, attempt, day, venue, worker } from './contents';
import { skipToForm, tabTo } from './keys';
import { addMember, field, portalDatabase, quickLogin, toast } from './members';
import { at, cards, expect, expectSound, looks, open, takenOver, test } from './portal';
import { expectFineEverywhere, violations } from './violations';
import { addContact, answer, book, button, consent, dialog, joined, shownPicture } from './visits';

const names = Object.keys(looks);
const idOf = (what: string, look = ''): string => `e2e-${what}-${look}${attempt()}`;
const titleOf = (words: string, look = ''): string => `${words}（${look}${attempt()}）`;
const phoneOf = (number: number, look: string): string => `138${worker}0002${look === 'wide' ? 0 : 1}${number}`;
const formOf = (id: string): string => `/venueenroll?id=${id}&menuId=6140`;

test.describe.configure({ mode: 'parallel' });

test.beforeEach(async () => {
  await addItems('venue', [
    ...names.map((name) => venue(idOf('hours', name), titleOf('琴房', name), { bookNotice: '请自带乐谱。' })),
    venue(idOf('sections'), titleOf('茶室'), {
      isTimeSection: 1,
      timeSectionData: [
        { startTime: '09:00', endTime: '11:30' },
        { startTime: '14:00', endTime: '17:00' },
      ],
    }),
    venue(idOf('race'), titleOf('画室')),
    venue(idOf('keys'), titleOf('书房')),
  ]);
});

/** The day after tomorrow, as the picker and as a booking name it. */
function dayAhead(): { words: string; date: string } {
  const time = Date.now() + 2 * day;
  const { month, day: date } = toClockParts(time);
  return { words: `${month}月${date}日`, date: formatDate(time) };
}

const time = (page: Page): Locator => field(page, 'booking', 'time');
const picker = (page: Page): Locator => dialog(page, '选择预订时间');
const dayButton = (page: Page): Locator => page.locator('[data-day]').filter({ hasText: `${dayAhead().words} ` });
const slot = (page: Page, clock: string): Locator => page.getByRole('option', { name: new RegExp(` ${clock}[ –]`) });
/** Presses the button that sends the form, and agrees. */
async function send(page: Page): Promise<void> {
  await button(page, '预订').click();
  await answer(page, '提示', '确定');
}

/** Picks the day after tomorrow, which may be next month's. */
async function pickDay(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { name: /^本月/ })).toBeVisible();
  if (!(await dayButton(page).count())) await page.getByRole('tab', { name: /^下月/ }).click();
  await dayButton(page).click();
}

const booker = { name: '程立夏', cellphone: '13812345678', idNo: '110101199001010023' };

/** @param saved the name of the contact that is chosen instead of typing who comes */
async function fillForm(page: Page, saved?: string): Promise<void> {
  await field(page, 'booking', 'touse').fill('社区合唱排练');
  if (saved === undefined) {
    for (const [name, typed] of [
      ['name', booker.name],
      ['phone', booker.cellphone],
      ['idCard', booker.idNo],
    ] as const)
      await field(page, 'booking', name).fill(typed);
    await consent(page).check();
  } else {
    // Whose number is kept has agreed to it by then.
    await page.getByRole('radio', { name: new RegExp(`^${saved}`) }).check();
    for (const name of ['name', 'phone', 'idCard']) await expect(field(page, 'booking', name)).toHaveCount(0);
  }
  await field(page, 'booking', 'checkCode').fill(await shownPicture(page));
  await page.getByRole('checkbox', { name: '我已阅读并同意预订须知' }).check();
}

/** Approves what a venue was booked for at a time, by the command that an institution's staff use. */
async function approve(venueId: string, time: string): Promise<void> {
  const waiting = await listWaitingBookings(await portalDatabase(), 'centre', Date.now());
  const ids = waiting.filter(({ venue: place, venueTime }) => place === venueId && venueTime === time).map(({ id }) => id);
  expect(ids).toHaveLength(1);
  expect(await runProgram('bookings', 'approve', 'centre', ...ids)).toContain('approved');
}

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } });

    // Which screen it is has no part in the way there, nor in what becomes of a booking.
    const isWhole = name === 'wide';
    const rows =
      '[VEN-13] [VEN-14] [VEN-16] [BOOK-01] [BOOK-04] [BOOK-05] [BOOK-06] [BOOK-09] [BOOK-10] [BOOK-11] [PICK-07] [PICK-13] [PICK-14] [PICK-15] [PICK-16] [PC-13] [PC-14] [PC-15] [PC-16] ';
    test(`${isWhole ? rows : ''}a visitor books three half-hours${isWhole ? ' and takes them back' : ''}, on a ${name} screen`, async ({
      page,
      browser,
      context,
      request,
    }) => {
      test.slow();
      const [id, title, { words, date }] = [idOf('hours', name), titleOf('琴房', name), dayAhead()];
      const elsewhere = await browser.newContext();
      try {
        await book(await joined(elsewhere, request, phoneOf(2, name)), id, `${date} 14:00-15:00`);
      } finally {
        await elsewhere.close();
      }
      if (isWhole) await addMember(request, phoneOf(1, name));
      else await addContact(await joined(context, request, phoneOf(1, name)), booker);
      await open(page, at(`/venuedetail?columnId=6140&id=${id}`));
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: '立即预定' }).click();
      if (isWhole) {
        await expect(page).toHaveURL(at(`/login?redirect=${encodeURIComponent(formOf(id))}`));
        await quickLogin(page, phoneOf(1, name));
      }
      await expect(page).toHaveURL(at(formOf(id)));
      await takenOver(page);
      await expectSound(page);
      for (const told of ['一年内累计有十张票未使用的，将取消预订资格', '请自带乐谱。']) await expect(page.getByText(told)).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('bookNotice'))).toBe('请自带乐谱。');
      expect(await violations(page)).toEqual([]);

      await time(page).click();
      await pickDay(page);
      await expect(slot(page, '14:00')).toBeDisabled();
      await button(picker(page), '确定').click();
      await expect(picker(page).getByRole('alert')).toHaveText('请选择时间');
      await slot(page, '13:00').click();
      await slot(page, '15:30').click();
      const alert = page.getByRole('alertdialog');
      await expect(alert).toContainText('选中时间区有不允许预约时间段，请确认!');
      expect(await violations(page)).toEqual([]);
      await alert.getByRole('button').click();
      await slot(page, '13:00').click();
      await slot(page, '10:00').click();
      await slot(page, '11:00').click();
      for (const clock of ['10:00', '10:30', '11:00']) await expect(slot(page, clock)).toHaveAttribute('aria-selected', 'true');
      await expect(picker(page)).toContainText(`已选 ${words} 10:00–11:30，共1.5小时`);
      expect(await violations(page)).toEqual([]);
      await button(picker(page), '月历').click();
      await expect(picker(page).getByRole('grid')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await button(picker(page), '确定').click();
      await expect(time(page)).toBeFocused();
      await expect(time(page)).toContainText('10:00–11:30');

      await expect(button(page, '预订')).toBeDisabled();
      await fillForm(page, isWhole ? undefined : booker.name);
      if (!isWhole) expect(await violations(page)).toEqual([]);
      await button(page, '预订').click();
      await expect(dialog(page, '提示')).toContainText('确定要预订吗?');
      await answer(page, '提示', '取消');
      await expect(toast(page, '已取消')).toBeVisible();
      await expect(time(page)).toContainText('10:00–11:30');
      await send(page);
      await expect(toast(page, '预订已提交，请等待管理员审核')).toBeVisible();
      await expect(page).toHaveURL(at('/venue?columnId=6140'));

      await open(page, at('/personalcenter/venues'));
      const ticket = cards(page).filter({ hasText: title });
      await expect(ticket).toContainText('待审核');
      await expect(button(ticket, '退订')).toHaveCount(0);
      if (!isWhole) return;
      await approve(id, `${date} 10:00-11:30`);
      await page.reload();
      await takenOver(page);
      await expect(ticket).toContainText('未使用');
      await expectFineEverywhere(page);
      await button(ticket, '退订').click();
      await answer(page, '温馨提示', '确定');
      await expect(toast(page, '退订成功')).toBeVisible();
      await expect(ticket).toContainText('已退订');
      await expect(button(ticket, '退订')).toHaveCount(0);
      await page.getByRole('link', { name: '未使用' }).click();
      await expect(page.getByText('暂无场馆预订')).toBeVisible();
      await page.getByRole('link', { name: '我的消息' }).click();
      await expect(cards(page).filter({ hasText: '场馆预订已通过' })).toContainText(title);
    });
  });
}

// What these look like is held to both widths on the way; which of them it is has no part in the rest.
test.describe('on a wide screen', () => {
  test.use({ ...looks.wide, contextOptions: { reducedMotion: 'reduce' } });

  test('[BOOK-12] [BOOK-27] [PICK-18] [PICK-20] sections that are chosen on the page of times are in the form, and booked', async ({
    page,
    context,
    request,
  }) => {
    const id = idOf('sections');
    await joined(context, request, phoneOf(3, 'wide'));
    await open(page, at(`/venuedetail?columnId=6140&id=${id}`));
    await page.getByRole('link', { name: '可订时间' }).click();
    await expect(page).toHaveURL(at(`/venuetime?id=${id}&menuId=6140`));
    await pickDay(page);
    for (const clock of ['09:00', '14:00']) await slot(page, clock).click();
    await expectFineEverywhere(page);
    await button(page, '确定').click();
    await page.getByRole('link', { name: '立即预定' }).click();
    await expect(page).toHaveURL(/\/venueenroll\?.*venueTime=/);
    await takenOver(page);
    await expect(time(page)).toContainText('09:00–11:30、14:00–17:00');
    await fillForm(page);
    await send(page);
    await expect(toast(page, '预订已提交，请等待管理员审核')).toBeVisible();
    await open(page, at('/personalcenter/venues'));
    await expect(cards(page).filter({ hasText: titleOf('茶室') })).toContainText('09:00–11:30、14:00–17:00');
  });

  test('[BOOK-26] [PICK-07] times that are taken meanwhile are chosen anew', async ({ page, context, browser, request, complaints }) => {
    const id = idOf('race');
    await joined(context, request, phoneOf(4, 'wide'));
    await open(page, at(formOf(id)));
    await time(page).click();
    await pickDay(page);
    await slot(page, '10:00').click();
    await button(picker(page), '确定').click();
    await fillForm(page);
    const elsewhere = await browser.newContext();
    try {
      await book(await joined(elsewhere, request, phoneOf(5, 'wide')), id, `${dayAhead().date} 09:30-10:30`);
    } finally {
      await elsewhere.close();
    }
    await send(page);
    await expect(toast(page, '时间已被预订，请重新选择')).toBeVisible();
    await expect(picker(page).getByRole('alert')).toHaveText('所选时间已被预约，请重新选择');
    await expect(slot(page, '10:00')).toBeDisabled();
    expect(complaints.splice(0).filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await slot(page, '10:30').click();
    await button(picker(page), '确定').click();
    for (const [kept, typed] of [
      ['touse', '社区合唱排练'],
      ['name', '程立夏'],
      ['idCard', '110101199001010023'],
    ] as const)
      await expect(field(page, 'booking', kept)).toHaveValue(typed);
    await field(page, 'booking', 'checkCode').fill(await shownPicture(page));
    await send(page);
    await expect(toast(page, '预订已提交，请等待管理员审核')).toBeVisible();
  });
});

test('[BOOK-08] [PICK-09] [PICK-14] a booking by the keyboard alone: days and times by arrows, visible focus that comes back', async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const { words } = dayAhead();
  await joined(context, request, phoneOf(6, 'wide'));
  await open(page, at(formOf(idOf('keys'))));
  await skipToForm(page, time(page));
  await page.keyboard.press('Enter');
  // The focus is on the first day that can be booked: today, or tomorrow once today is over.
  await expect(page.locator('[data-day]:focus')).toHaveCount(1);
  for (let pressed = 0; pressed < 2 && (await page.locator('[data-day="2"]:focus').count()) === 0; pressed += 1)
    await page.keyboard.press('ArrowRight');
  await tabTo(page, dayButton(page), { most: 0 });
  await page.keyboard.press('Enter');
  await expect(dayButton(page)).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, slot(page, '09:00'), { most: 3 });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, slot(page, '10:00'), { most: 0 });
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await tabTo(page, slot(page, '11:00'), { most: 0 });
  await tabTo(page, button(picker(page), '确定'), { most: 1 });
  await expect(picker(page)).toContainText(`已选 ${words} 10:00–11:30`);
  await page.keyboard.press('Enter');
  await expect(time(page)).toBeFocused();
  await expect(time(page)).toContainText('10:00–11:30');
  for (const [name, typed] of [
    ['touse', '社区合唱排练'],
    ['name', '程立夏'],
    ['phone', '13812345678'],
    ['idCard', '110101199001010023'],
  ] as const) {
    await tabTo(page, field(page, 'booking', name), { most: 1 });
    await page.keyboard.type(typed);
  }
  await tabTo(page, consent(page), { most: 1 });
  await page.keyboard.press('Space');
  await tabTo(page, button(page, '看不清？免图验证'), { most: 3 });
  await page.keyboard.press('Enter');
  await expect(field(page, 'booking', 'checkCode')).toBeFocused();
  await tabTo(page, page.getByRole('checkbox', { name: '我已阅读并同意预订须知' }), { most: 3 });
  await page.keyboard.press('Space');
  await tabTo(page, button(page, '预订'), { most: 2 });
  await page.keyboard.press('Enter');
  await tabTo(page, button(dialog(page, '提示'), '取消'), { most: 1 });
  await page.keyboard.press('Enter');
  await expect(toast(page, '已取消')).toBeVisible();
  await expect(button(page, '预订')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, button(dialog(page, '提示'), '确定'), { most: 2 });
  await page.keyboard.press('Enter');
  await expect(toast(page, '预订已提交，请等待管理员审核')).toBeVisible();
  await expect(page).toHaveURL(at('/venue?columnId=6140'));
  await expect(page.locator('#main')).toBeFocused();
});
