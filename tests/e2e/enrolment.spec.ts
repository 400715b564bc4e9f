import type { Locator, Page } from 'playwright/test';
import { activity, addItems, attempt, day, hour, inTime, worker } from './contents';
import { skipToForm, tabTo } from './keys';
import { addMember, field, nextPicture, quickLogin, signIn, toast } from './members';
import { at, cards, expect, expectSound, looks, newWindow, open, takenOver, test } from './portal';
import { expectFineEverywhere, violations } from './violations';
import { addContact, answer, button, call, consent, dialog, enrol, enrolments, joined, shownPicture, type Contact } from './visits';

const woman: Contact = { name: '程立夏', cellphone: '13812345678', idNo: '110101199001010023' };
const man: Contact = { name: '程谷雨', cellphone: '13812345679', idNo: '110101199001010015' };
const sessionList = [
  { id: 's1', sessionName: '上午场', countLimit: 1, startTime: inTime(3 * day), endTime: inTime(3 * day + hour) },
  { id: 's2', sessionName: '下午场', countLimit: 19, startTime: inTime(3 * day + hour), endTime: inTime(3 * day + 2 * hour) },
];
const names = Object.keys(looks);
const idOf = (what: string, look = ''): string => `e2e-${what}-${look}${attempt()}`;
const titleOf = (words: string, look = ''): string => `${words}（${look}${attempt()}）`;
const phoneOf = (number: number, look: string): string => `138${worker}0001${look === 'wide' ? 0 : 1}${number}`;
const detailOf = (id: string): string => `/appointmentdetail?columnId=6113&id=${id}`;
const formOf = (id: string): string => `/appointmentenroll?id=${id}&columnId=6113`;

test.describe.configure({ mode: 'parallel' });

test.beforeEach(async () => {
  await addItems('appointment', [
    ...names.map((name) =>
      activity(idOf('women', name), titleOf('夜读会', name), {
        sexSet: { code: 1 },
        sex: { code: 2 },
        multipleSet: { code: 1 },
        multipleNumber: 2,
        sessionList,
      }),
    ),
    activity(idOf('full'), titleOf('满座茶会'), { number: 1 }),
    activity(idOf('queue'), titleOf('候补茶会'), { number: 1, waiting: 1 }),
    activity(idOf('door'), titleOf('晚间讲座')),
    activity(idOf('expiry'), titleOf('早间讲座'), { sessionList }),
    activity(idOf('keys'), titleOf('午间讲座'), { sessionList }),
  ]);
});

/** A record that a field offers. */
const record = (page: Page, words: string): Locator => page.locator('.pick-field-card').filter({ hasText: words });
const choice = (page: Page, words: string): Locator => record(page, words).getByRole('checkbox').or(record(page, words).getByRole('radio'));

async function addInDialog(page: Page, { name, cellphone, idNo }: Contact, isFirst: boolean): Promise<void> {
  await button(page, '添加联系人').click();
  const adding = dialog(page, '添加联系人');
  await adding.getByLabel('姓名').fill(name);
  await adding.getByLabel('手机号').fill(cellphone);
  await adding.getByLabel('身份证号').fill(idNo);
  await expect(consent(adding)).toHaveCount(isFirst ? 1 : 0);
  if (isFirst) await consent(adding).check();
  await button(adding, '保存').click();
  await expect(choice(page, name)).toBeVisible();
  await expect(adding).toHaveCount(0);
}

/** Searches the list for an activity and opens it. @returns its window */
async function findActivity(list: Page, title: string): Promise<Page> {
  await open(list, at('/appointment?columnId=6113'));
  await list.getByPlaceholder('搜索活动名称').fill(title);
  await list.keyboard.press('Enter');
  await expect(cards(list)).toHaveCount(1);
  const page = await newWindow(list, cards(list).getByRole('heading').getByRole('link'));
  await takenOver(page);
  return page;
}

async function acceptTerms(page: Page): Promise<void> {
  await button(page, '我已阅读并接受相关条款').click();
  await answer(page, '报名须知', '接受');
}

/** Opens a page until it shows what it shall: one that is kept is shown once more while a new one is made. */
async function openUntil(page: Page, address: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(shown).toBeVisible({ timeout: 500 });
  }).toPass();
  await takenOver(page);
}

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } });

    // Which screen it is has no part in the way there, nor in what becomes of the places.
    const isWhole = name === 'wide';
    const rows =
      '[ACT-02] [ACT-28] [ACT-23] [ACT-27] [ENR-01] [ENR-03] [ENR-04] [ENR-05] [ENR-07] [ENR-08] [ENR-09] [ENR-10] [ENR-12] [ENR-14] [ENR-17] [ENR-19] [ENR-20] [PC-04] [PC-05] [PC-06] [PC-07] [PC-08] [PC-10] ';
    test(`${isWhole ? rows : ''}a visitor ${isWhole ? 'finds an activity, ' : ''}enrols a contact and takes it back, on a ${name} screen`, async ({
      page: first,
      context,
      request,
    }) => {
      test.slow();
      const [phone, id, title] = [phoneOf(1, name), idOf('women', name), titleOf('夜读会', name)];
      await addMember(request, phone);
      if (!isWhole) await signIn(context, phone);
      const page = isWhole ? await findActivity(first, title) : first;
      if (!isWhole) await open(page, at(detailOf(id)));
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      const places = (left: number): Locator => page.locator('.summary-section').getByText(`余票（张）${left}`, { exact: true });
      await expect(places(20)).toBeVisible();
      await page.getByRole('link', { name: '我要报名' }).click();
      if (isWhole) {
        await expect(page).toHaveURL(at(`/login?redirect=${encodeURIComponent(formOf(id))}`));
        await quickLogin(page, phone);
      }
      await expect(page).toHaveURL(at(formOf(id)));
      await takenOver(page);

      await expect(page.getByText('还没有联系人，请先添加要参加的人')).toBeVisible();
      await addInDialog(page, woman, true);
      await addInDialog(page, man, false);
      await expectSound(page);
      await expect(choice(page, man.name)).toBeDisabled();
      await expect(record(page, man.name)).toContainText('仅限女性参加');
      const send = button(page, '报名');
      await expect(send).toBeDisabled();
      await send.click({ force: true });
      for (const fault of ['请勾选联系人', '请选择场次', '验证码不能为空', '请勾选我已阅读并接受相关条款'])
        await expect(page.locator('.form-view-faults').getByText(fault)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await choice(page, woman.name).check();
      await choice(page, '下午场').check();
      await field(page, 'enrol', 'verCode').fill(await shownPicture(page));
      await expect(send).toBeDisabled();
      await button(page, '我已阅读并接受相关条款').click();
      expect(await violations(page)).toEqual([]);
      await answer(page, '报名须知', '接受');
      await send.click();
      const done = dialog(page, '报名成功');
      for (const words of [title, '下午场', woman.name, '138****5678', '待参加']) await expect(done).toContainText(words);
      await expect(done.getByRole('img', { name: '签到码' })).toBeVisible();
      const code = await done.locator('.words-qr-words').innerText();
      expect(await violations(page)).toEqual([]);
      if (isWhole) {
        const saved = page.waitForEvent('download');
        await button(done, '加入日历').click();
        expect((await saved).suggestedFilename()).toMatch(/\.ics$/);
      }
      await expect(done.getByRole('link', { name: '查看票券' })).toHaveAttribute('href', '/personalcenter');
      await done.getByRole('link', { name: '返回活动' }).click();
      await expect(page).toHaveURL(at(detailOf(id)));
      const own = page.locator('.section-list').filter({ hasText: '我的报名' });
      for (const words of ['已报名', '下午场', woman.name, code]) await expect(own).toContainText(words);
      await expect(page.locator('.summary-section-marks')).toContainText('已报名');
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: '查看票券' }).click();
      await expect(page).toHaveURL(at('/personalcenter'));
      const ticket = cards(page).filter({ hasText: title });
      for (const words of ['未使用', '下午场', woman.name]) await expect(ticket).toContainText(words);
      await expect(ticket).toContainText(/签到码\s*\d{6}/);
      await page.emulateMedia({ media: 'print' });
      await expect(ticket.getByRole('img', { name: '签到码' })).toBeVisible();
      await expect(ticket.getByText(code)).toBeVisible();
      await expect(ticket.getByRole('heading', { name: title })).toBeInViewport();
      expect(await ticket.evaluate((card) => card.clientWidth / document.documentElement.clientWidth)).toBeGreaterThan(0.7);
      for (const used of ['header.header', 'footer', '.rail']) await expect(page.locator(used)).toBeHidden();
      await expect(button(ticket, '退订')).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      if (isWhole) {
        await openUntil(page, at(detailOf(id)), places(19));
        await open(page, at('/personalcenter'));
      }
      await button(ticket, '退订').click();
      await expect(dialog(page, '温馨提示')).toContainText('确定要取消预约吗？');
      await answer(page, '温馨提示', '取消');
      await expect(ticket).toContainText('未使用');
      await button(ticket, '退订').click();
      await answer(page, '温馨提示', '确定');
      await expect(toast(page, '退订成功')).toBeVisible();
      await expect(ticket).toContainText('已退订');
      await expect(button(ticket, '退订')).toHaveCount(0);
      if (isWhole) await openUntil(page, at(detailOf(id)), places(20));
    });
  });
}

// What these look like is held to both widths on the way; which of them it is has no part in the rest.
test.describe('on a wide screen', () => {
  test.use({ ...looks.wide, contextOptions: { reducedMotion: 'reduce' } });

  test('[ACT-25] [ACT-29] [PC-08] the last place is taken and comes free for who waits', async ({ page, context, browser, request }) => {
    test.slow();
    const elsewhere = await browser.newContext();
    try {
      const other = await joined(elsewhere, request, phoneOf(2, 'wide'));
      const contact = await addContact(other, man);
      for (const what of ['full', 'queue']) await enrol(other, idOf(what), [contact]);
      await addContact(await joined(context, request, phoneOf(3, 'wide')), woman);

      await open(page, at(detailOf(idOf('full'))));
      const full = page.locator('.summary-section').getByRole('link', { name: '已报满' });
      await expect(full).toBeDisabled();
      await expect(full).toHaveCSS('cursor', 'not-allowed');
      await open(page, at(detailOf(idOf('queue'))));
      await page.getByRole('link', { name: '候补报名' }).click();
      await expect(page).toHaveURL(at(`/appointmentwait?id=${idOf('queue')}&columnId=6113`));
      await choice(page, woman.name).check();
      await field(page, 'wait', 'verCode').fill(await shownPicture(page));
      await acceptTerms(page);
      await button(page, '候补报名').click();
      await expect(dialog(page, '已加入候补')).toContainText('候补中');
      await dialog(page, '已加入候补').getByRole('link', { name: '个人中心' }).click();
      const ticket = cards(page).filter({ hasText: titleOf('候补茶会') });
      for (const words of ['候补中', '排在第一位']) await expect(ticket).toContainText(words);

      for (const { id } of await enrolments(other))
        expect(await call(other, 'PUT', `/api/activity/ta/unsubscribe/${id}`, {})).toMatchObject({ rel: true });
      await page.reload();
      await expect(ticket).toContainText('未使用');
      await takenOver(page);
      await page.getByRole('link', { name: '我的消息' }).click();
      await expect(page).toHaveURL(at('/personalcenter/messages'));
      const message = cards(page)
        .filter({ hasText: titleOf('候补茶会') })
        .filter({ hasText: '候补成功' });
      await expect(message).toContainText(`${woman.name}已报名成功`);
      await expect(message).toContainText('未读');
      await expectFineEverywhere(page);
      await button(message, '标为已读').click();
      await expect(message).not.toContainText('未读');
      await message.getByRole('link', { name: '查看' }).click();
      await expect(page).toHaveURL(at('/personalcenter'));
    } finally {
      await elsewhere.close();
    }
  });

  test('[SIGN-01] [SIGN-02] [SIGN-03] [SIGN-04] [SIGN-05] [SIGN-06] [SIGN-07] a visitor checks in at the door', async ({
    page,
    context,
    request,
    complaints,
  }) => {
    const visitor = await joined(context, request, phoneOf(4, 'wide'));
    await enrol(visitor, idOf('door'), [await addContact(visitor, woman)]);
    const code = (await enrolments(visitor))[0]?.signCode ?? '';
    await open(page, at(`/activitysignin?id=${idOf('door')}`));
    await expectFineEverywhere(page);
    const box = field(page, 'signIn', 'signCode');
    await button(page, '验证').click();
    await expect(box).toHaveAccessibleDescription(/校验码不能为空/);
    for (const [typed, state, again] of [
      ['000000', '校验码错误', '重新输入'],
      [code, '验证成功', '继续验证'],
      [code, '已经验证过', '继续验证'],
    ] as const) {
      await box.fill(typed);
      await box.press('Enter');
      await expect(page.locator('.last-step')).toContainText(state);
      await expect(page.locator('.last-step')).toBeFocused();
      await expectFineEverywhere(page);
      await button(page, again).click();
      await expect(box).toBeFocused();
      await expect(box).toHaveValue('');
    }
    expect(complaints.splice(0).filter((complaint) => !/40[09]/.test(complaint))).toEqual([]);
    await open(page, at('/personalcenter?tab=used'));
    const ticket = cards(page).filter({ hasText: titleOf('晚间讲座') });
    await expect(ticket).toContainText('已使用');
    await expect(button(ticket, '退订')).toHaveCount(0);
  });
});

test.describe('on a phone screen', () => {
  test.use({ ...looks.phone, contextOptions: { reducedMotion: 'reduce' } });

  test('[SESSION-05] [SESSION-13] a session that ends in the middle of an enrolment comes back to it, with what was chosen', async ({
    page,
    context,
    request,
  }) => {
    const visitor = await joined(context, request, phoneOf(5, 'wide'));
    for (const contact of [woman, man]) await addContact(visitor, contact);
    const form = formOf(idOf('expiry'));
    await open(page, at(form));
    await choice(page, man.name).check();
    await choice(page, '下午场').check();
    await field(page, 'enrol', 'verCode').fill(await shownPicture(page));
    await acceptTerms(page);
    await context.addCookies([{ name: 'token', value: 'broken', url: at('/') }]);
    await button(page, '报名').click();
    await expect(toast(page, '登录已过期，请重新登录')).toBeVisible();
    await expect(page).toHaveURL(at(`/login?redirect=${encodeURIComponent(form)}`));
    await quickLogin(page, visitor.phone);
    await expect(page).toHaveURL(at(form));
    for (const chosen of [man.name, '下午场']) await expect(choice(page, chosen)).toBeChecked();
    for (const other of [woman.name, '上午场']) await expect(choice(page, other)).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: '我已阅读并接受相关条款' })).toBeChecked();
    await field(page, 'enrol', 'verCode').fill(await shownPicture(page));
    await button(page, '报名').click();
    await expect(dialog(page, '报名成功')).toContainText(man.name);
  });
});

test('[ENR-06] [BOOK-03] visitors who are not logged in are led to the login page and back', async ({ page }) => {
  for (const address of ['/appointmentenroll?id=act-0033&columnId=6113', '/venueenroll?id=venue-0001&menuId=6140']) {
    await page.goto(at(address));
    await expect(page).toHaveURL(at(`/login?redirect=${encodeURIComponent(address)}`));
  }
});

test('[ENR-13] [ENR-36] an enrolment by the keyboard alone: a contact in the dialog, a failure in between, visible focus that comes back', async ({
  page,
  context,
  request,
  complaints,
}) => {
  test.slow();
  await addContact(await joined(context, request, phoneOf(6, 'wide')), man);
  await open(page, at(formOf(idOf('keys'))));
  await choice(page, man.name).waitFor();
  const opener = button(page, '添加联系人');
  await skipToForm(page, choice(page, man.name));
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const adding = dialog(page, '添加联系人');
  for (const [label, typed] of [
    ['姓名', woman.name],
    ['手机号', woman.cellphone],
    ['身份证号', woman.idNo],
  ] as const) {
    await tabTo(page, adding.getByLabel(label), { most: 1 });
    await page.keyboard.type(typed);
  }
  await page.keyboard.press('Enter');
  await expect(adding).toHaveCount(0);
  await expect(opener).toBeFocused();
  await tabTo(page, choice(page, woman.name), { key: 'Shift+Tab', most: 1 });
  await page.keyboard.press('Space');
  await tabTo(page, choice(page, '上午场'), { most: 2 });
  await page.keyboard.press('ArrowDown');
  await expect(choice(page, '下午场')).toBeChecked();
  await tabTo(page, field(page, 'enrol', 'verCode'), { most: 1 });
  await page.keyboard.type('????');
  await tabTo(page, page.getByRole('checkbox', { name: '我已阅读并接受相关条款' }));
  await page.keyboard.press('Space');
  await tabTo(page, button(dialog(page, '报名须知'), '接受'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: '我已阅读并接受相关条款' })).toBeFocused();
  await tabTo(page, button(page, '报名'), { most: 2 });
  await nextPicture(page, () => page.keyboard.press('Enter'));
  await expect(toast(page, '验证码错误')).toBeVisible();
  await expect(field(page, 'enrol', 'verCode')).toHaveValue('');
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('400'))).toEqual([]);
  await expect(button(page, '报名')).toBeFocused();

  await tabTo(page, field(page, 'enrol', 'verCode'), { key: 'Shift+Tab' });
  await tabTo(page, button(page, '看不清？免图验证'), { most: 3 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('已完成验证')).toBeVisible();
  await expect(field(page, 'enrol', 'verCode')).toBeFocused();
  await expect(button(page, '报名')).toBeEnabled();
  await page.keyboard.press('Enter');
  const done = dialog(page, '报名成功');
  await expect(done).toContainText(woman.name);
  await tabTo(page, done.getByRole('link', { name: '查看票券' }), { most: 4 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at('/personalcenter'));
  await expect(page.locator('#main')).toBeFocused();
});
