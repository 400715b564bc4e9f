import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { JsonObject } from '../../../../src/model/json';
import { accountPortal, at, type AccountPortal, type Reply } from '../../accountPortal';
import { activity, addedContact, type Asker, day, enrolled, hour, inTime, listed, unsubscribe } from '../../enrolments';

let portal: AccountPortal;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001');
}, 60_000);
afterAll(() => portal.close());

let items = 0;
/** A new activity for which the member has enrolled so many. */
async function put(
  count = 1,
  more: JsonObject = {},
  order: Record<string, unknown> = {},
): Promise<{ id: string; codes: string[]; enrolments: string[] }> {
  const id = `a${(items += 1)}`;
  await portal.put('centre', 'appointment', [activity(portal, id, more)]);
  await sql`delete from contact`.execute(portal.database.kysely);
  const contacts = [];
  for (let number = 0; number < count; number += 1) contacts.push(await addedContact(portal, member));
  if (count > 0) await enrolled(portal, member, id, contacts, order);
  const rows = (await listed(portal, member, '?status=0')).filter((row) => at(row, 'activityInfo', 'id') === id);
  return { id, codes: rows.map((row) => String(row['signCode'])), enrolments: rows.map((row) => String(row['id'])) };
}
let addresses = 0;
const address = (): string => `10.9.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`;
const signIn = (activityId: string, signCode: unknown, from = address()): Promise<Reply> =>
  portal.ask({ method: 'PUT', url: '/api/activity/web/signIn/code', body: { activityId, signCode }, address: from });

describe('checking in', () => {
  it('[SIGN-03, SIGN-04] answers status, rel and data, and makes the enrolment a used one', async () => {
    const {
      id,
      codes: [code = ''],
    } = await put();
    expect(await signIn(id, code)).toMatchObject({ status: 200, body: { status: 200, rel: true, data: '验证成功' } });
    expect((await listed(portal, member)).find((row) => at(row, 'activityInfo', 'id') === id)).toMatchObject({
      status: { code: 1, description: '已使用' },
    });
  });

  it('[SIGN-07] a second time says that it is one', async () => {
    const {
      id,
      codes: [code = ''],
    } = await put();
    await signIn(id, ` ${code} `);
    expect(await signIn(id, code)).toMatchObject({ status: 409, body: { status: 409, rel: false, data: '重复签到' } });
  });

  it.each([
    ['', '校验码不能为空'],
    ['   ', '校验码不能为空'],
    ['abc', '校验码不存在'],
    ['0', '校验码不存在'],
    [undefined, '校验码不能为空'],
  ])('[SIGN-02, SIGN-06] with %j is refused: %s', async (code, message) => {
    const { id } = await put();
    expect(await signIn(id, code)).toMatchObject({ status: 400, body: { status: 400, rel: false, data: message } });
  });

  it('[SIGN-06] a code is one of its own activity, and none after the enrolment was taken back', async () => {
    const [first, second] = [await put(), await put()];
    expect((await signIn(second.id, first.codes[0])).body).toMatchObject({ rel: false, data: '校验码不存在' });
    await unsubscribe(portal, member, first.enrolments[0] ?? '');
    expect((await signIn(first.id, first.codes[0])).body).toMatchObject({ rel: false, data: '校验码不存在' });
    expect((await signIn('made-up', '123456')).status).toBe(404);
  });

  it('everybody has another code', async () => {
    const { codes } = await put(25);
    expect(new Set(codes).size).toBe(25);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  });

  it('ends with the session', async () => {
    const times = (end: number): JsonObject => ({
      endTime: inTime(portal, 9 * day),
      sessionList: [{ id: 's1', startTime: inTime(portal, end - hour), endTime: inTime(portal, end) }, { id: 's2' }],
    });
    const {
      id,
      codes: [code = ''],
    } = await put(1, times(hour), { sessionId: 's1' });
    await portal.put('centre', 'appointment', [activity(portal, id, times(-hour))]);
    expect((await signIn(id, code)).body).toMatchObject({ rel: false, data: '活动已结束' });
  });

  it('100 times at once with one code succeeds once', async () => {
    const {
      id,
      codes: [code = ''],
    } = await put();
    const replies = await Promise.all(Array.from({ length: 100 }, () => signIn(id, code)));
    expect(replies.filter(({ body }) => body['rel'] === true)).toHaveLength(1);
    expect(replies.filter(({ body }) => body['data'] === '重复签到')).toHaveLength(99);
  });

  it('is closed to an address after thirty wrong codes in ten minutes, of all activities; right ones do not count', async () => {
    const { id, codes } = await put(40);
    const [hall, guesser] = [address(), address()];
    for (const code of codes) expect((await signIn(id, code, hall)).body).toMatchObject({ rel: true });
    const {
      id: another,
      codes: [code],
    } = await put();
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, number) => signIn(number % 2 === 0 ? id : another, `x${number}`, guesser)),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(30);
    expect(await signIn(another, code, guesser)).toMatchObject({ status: 429, body: { rel: false, data: '操作太频繁，请稍后再试' } });
    portal.clock.pass(10 * 60_000);
    expect((await signIn(another, code, guesser)).body).toMatchObject({ rel: true });
  });
});
