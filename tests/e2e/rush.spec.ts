import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { BrowserContext, Locator, Page } from 'playwright/test';
import type { JsonObject } from '../../src/model/json';
import { activity, addItems, attempt, worker } from './contents';
import { forgetLimits, field, pictureText, portalDatabase } from './members';
import { at, cards, expect, expectSound, looks, open, takenOver, test } from './portal';
import { expectFineEverywhere } from './violations';
import { addContact, answer, button, call, type Contact, dialog, enrol, enrolments, joined, shownPicture, type Visitor } from './visits';

const first: Contact = { name: '程立夏', cellphone: '13812345678', idNo: '110101199001010023' };
const second: Contact = { name: '程谷雨', cellphone: '13812345679', idNo: '110101199001010015' };
const names = Object.keys(looks);
const idOf = (what: string, look: string): string => `e2e-${what}-${look}${attempt()}`;
const phoneOf = (number: number, look: string): string => `138${worker}0007${look === 'wide' ? 0 : look === 'phone' ? 1 : 2}${number}`;
const detailOf = (id: string): string => `/appointmentdetail?columnId=6113&id=${id}`;

test.describe.configure({ mode: 'parallel' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** It opened a day ago: for a day and ten minutes whoever asks takes part. */
const drawn = (id: string, name: string, more: JsonObject = {}): JsonObject =>
  activity(id, name, { number: 1, waiting: 1, drawMinutes: 24 * 60 + 10, ...more });

test.beforeEach(async () => {
  await addItems('appointment', [
    ...[...names, 'plain'].map((look) => activity(idOf('line', look), `新年音乐会（${look}${attempt()}）`)),
    ...[...names, 'plain'].map((look) => drawn(idOf('draw', look), `名家昆曲专场（${look}${attempt()}）`)),
  ]);
});

/** Lets so many turns of an activity be taken that the next one comes in some seconds. */
async function crowd(id: string, seconds: number): Promise<void> {
  const next = new Date(Date.now() + seconds * 1000);
  await sql`
    insert into line_gate values ('centre', 'appointment', ${id}, 'enrolled', ${next})
    on conflict (tenant, module, item_id, line) do update set next = excluded.next`.execute((await portalDatabase()).kysely);
}

/** Lets the turn of all who wait for an activity come. */
async function letIn(id: string): Promise<void> {
  await sql`update line_ticket set turn = now() where tenant = 'centre' and item_id = ${id}`.execute((await portalDatabase()).kysely);
}

/** Lets the time of a draw come. */
async function endDraw(id: string): Promise<void> {
  const { kysely } = await portalDatabase();
  await sql`update item set doc = jsonb_set(doc, '{drawMinutes}', '1') where tenant = 'centre' and id = ${id}`.execute(kysely);
  await sql`update enrolment_draw set closes = now() - interval '1 minute' where tenant = 'centre' and activity_id = ${id}`.execute(kysely);
}

async function fillIn(page: Page, id: string, name: string): Promise<void> {
  await open(page, at(`/appointmentenroll?id=${id}&columnId=6113`));
  await page.locator('.pick-field-card').filter({ hasText: name }).getByRole('checkbox').check();
  await field(page, 'enrol', 'verCode').fill(await shownPicture(page));
  await button(page, '我已阅读并接受相关条款').click();
  await answer(page, '报名须知', '接受');
}

/** Opens a page until it shows what it shall: one that is kept is shown once more while a new one is made. */
async function openUntil(page: Page, address: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(shown).toBeVisible({ timeout: 500 });
  }).toPass();
}

const panel = (page: Page, title: string): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const place = async (page: Page): Promise<number> => Number(await page.locator('.line-place').textContent());

/** Asks for a place without a page. */
async function askFor(visitor: Visitor, id: string, contact: string): Promise<Record<string, unknown>> {
  await forgetLimits();
  await visitor.context.request.get(at(`/api/auth/jwt/getCode?timestamp=${Date.now()}`));
  return call(visitor, 'PUT', '/api/activity/ta/signUp', {
    activityId: id,
    contactsId: contact,
    verCode: await pictureText(visitor.context),
  });
}

/** Has another member take part in the draw of an activity. */
async function takePart(context: BrowserContext, id: string, phone: string): Promise<void> {
  const visitor = await joined(context, context.request, phone);
  await enrol(visitor, id, [await addContact(visitor, second)]);
}

for (const [name, look] of Object.entries(looks)) {
  test.describe(`on a ${name} screen`, () => {
    test.use(look);

    test('a form waits in the line, whose page keeps the place, and is sent when it is its turn', async ({
      page,
      context,
      request,
      complaints,
    }) => {
      const id = idOf('line', name);
      await addContact(await joined(context, request, phoneOf(1, name)), first);
      await fillIn(page, id, first.name);
      await crowd(id, 40);
      await button(page, '报名').click();
      const waiting = page.locator('.form-line');
      await expect(waiting).toContainText('正在排队');
      await expect(waiting).toContainText(/您排在第[\d,]+位/);
      await expectFineEverywhere(page);
      const [queue] = await Promise.all([
        context.waitForEvent('page'),
        waiting.getByRole('link', { name: '在单独的页面看排队进度' }).click(),
      ]);
      await expect(queue.getByRole('heading', { level: 1 })).toHaveText('正在排队');
      const before = await place(queue);
      expect(before).toBeGreaterThan(500);
      await queue.reload();
      expect(await place(queue)).toBeLessThanOrEqual(before);
      expect(await place(queue)).toBeGreaterThan(0);
      await expectFineEverywhere(queue);
      await letIn(id);
      await expect(dialog(page, '报名成功')).toContainText(first.name, { timeout: 20_000 });
      await expect(queue.getByRole('heading', { level: 1 })).toHaveText(/轮到您了|您不在队伍中/, { timeout: 20_000 });
      expect(complaints.splice(0).filter((complaint) => !complaint.includes('429'))).toEqual([]);
    });

    test('a visitor takes part in a draw, leaves it, comes back and sees the result', async ({ page, browser, context, request }) => {
      test.slow();
      const id = idOf('draw', name);
      const visitor = await joined(context, request, phoneOf(2, name));
      const contact = await addContact(visitor, first);
      await open(page, at(detailOf(id)));
      const published = (await panel(page, '名额抽签').textContent())?.match(/[0-9a-f]{64}/)?.[0];
      expect(published).toBeDefined();
      await expectSound(page);
      await expectFineEverywhere(page);
      await page.getByRole('link', { name: '报名抽签' }).click();
      await takenOver(page);
      await fillIn(page, id, first.name);
      await button(page, '报名抽签').click();
      const told = dialog(page, '已参加抽签');
      await expect(told).toContainText('现在还没有名额');
      await expect(told).toContainText('等待抽签');
      await expect(told).not.toContainText('签到码');
      await expectFineEverywhere(page);
      await told.getByRole('link', { name: '返回活动' }).click();
      const own = panel(page, '我的报名');
      await expect(own).toContainText('抽签中');
      await expect(panel(page, '名额抽签')).toContainText('1人');
      await button(own, '退出抽签').click();
      await answer(page, '温馨提示', '确定');
      await expect(own).toHaveCount(0);
      await enrol(visitor, id, [contact]);
      const elsewhere = await browser.newContext();
      await takePart(elsewhere, id, phoneOf(3, name));
      await elsewhere.close();
      await endDraw(id);
      await openUntil(page, at(detailOf(id)), page.getByRole('heading', { name: '抽签结果' }));
      await takenOver(page);
      const result = (await panel(page, '抽签结果').textContent()) ?? '';
      const [, seed = ''] = result.match(/种子([0-9a-f]{64})/) ?? [];
      expect(createHash('sha256').update(seed, 'hex').digest('hex')).toBe(published);
      const order = await panel(page, '抽签顺序').getByRole('row').allTextContents();
      const ids = order.flatMap((row) => row.match(/[0-9a-f-]{36}/) ?? []);
      expect(ids).toHaveLength(2);
      const rank = (each: string): string => createHmac('sha256', Buffer.from(seed, 'hex')).update(each).digest('hex');
      expect(ids.map(rank)).toEqual(ids.map(rank).toSorted());
      const [mine] = await enrolments(visitor);
      const won = ids[0] === mine?.id;
      await expect(own).toContainText(won ? '已报名' : '候补中');
      await expect(own).toContainText(`第${won ? 1 : 2}位`);
      await expectFineEverywhere(page);
      await open(page, at('/personalcenter/messages'));
      await expect(
        cards(page)
          .filter({ hasText: won ? '中签通知' : '抽签结果' })
          .first(),
      ).toBeVisible();
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of a line keeps the place over reloads and asks again by itself', async ({ page, context, request }) => {
    const id = idOf('line', 'plain');
    const visitor = await joined(context, request, phoneOf(1, 'plain'));
    const contact = await addContact(visitor, first);
    await crowd(id, 30);
    const { line } = (await askFor(visitor, id, contact)) as { line: { page: string; place: number } };
    await page.goto(at(line.page));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('正在排队');
    const before = await place(page);
    expect(before).toBeLessThanOrEqual(line.place);
    await page.reload();
    expect(await place(page)).toBeLessThanOrEqual(before);
    await letIn(id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('轮到您了', { timeout: 20_000 });
    await page.getByRole('link', { name: '返回' }).click();
    await expect(page).toHaveURL(at(detailOf(id)));
    expect(await call(visitor, 'PUT', '/api/activity/ta/signUp', { activityId: id, contactsId: contact, verCode: 'used' })).toEqual(
      expect.objectContaining({ rel: true }),
    );
  });

  test('what is published of a draw can be read', async ({ page, browser }) => {
    const id = idOf('draw', 'plain');
    await openUntil(page, at(detailOf(id)), page.getByRole('heading', { name: '名额抽签' }));
    await expect(panel(page, '名额抽签')).toContainText(/[0-9a-f]{64}/);
    const elsewhere = await browser.newContext();
    await takePart(elsewhere, id, phoneOf(2, 'plain'));
    await elsewhere.close();
    await endDraw(id);
    await openUntil(page, at(detailOf(id)), page.getByRole('heading', { name: '抽签结果' }));
    await expect(panel(page, '抽签顺序').getByRole('row').filter({ hasText: '中签' })).toHaveCount(1);
  });
});
