import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { JsonObject } from '../../../../src/model/json';
import { accountPortal, at, type AccountPortal, type Reply } from '../../accountPortal';
import { activity, addedContact, type Asker, day, enrolled, hour, idNumber, inTime, listed, surplus, unsubscribe } from '../../enrolments';

let portal: AccountPortal;
let member: Asker;
let other: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001');
  other = await portal.member('13600000102');
}, 60_000);
afterAll(() => portal.close());
afterEach(async () => {
  await sql`truncate contact, enrolment, enrol_place, inbox_message`.execute(portal.database.kysely);
});

let items = 0;
async function put(more: JsonObject = {}): Promise<string> {
  const id = `a${(items += 1)}`;
  await portal.put('centre', 'appointment', [activity(portal, id, more)]);
  return id;
}
const change = (id: string, more: JsonObject): Promise<void> => portal.put('centre', 'appointment', [activity(portal, id, more)]);
const contact = (values: Parameters<typeof addedContact>[2] = {}, of: Asker = member): Promise<string> => addedContact(portal, of, values);
/** Enrols a new contact. @returns the id of the enrolment */
async function enrol(
  id: string,
  of: Asker = member,
  more: Record<string, unknown> = {},
  path: 'signUp' | 'wait' = 'signUp',
  values: Parameters<typeof addedContact>[2] = {},
): Promise<string> {
  const reply = await enrolled(portal, of, id, [await contact(values, of)], more, { path });
  expect(reply.body).toMatchObject({ rel: true });
  return String((await listed(portal, of))[0]?.['id']);
}
const refusal = ({ status, body }: Reply): unknown => (status >= 400 && body['rel'] === false ? body['data'] : body);
const statusOf = async (of: Asker, id: string): Promise<unknown> =>
  at(
    (await listed(portal, of)).find((row) => row['id'] === id),
    'status',
    'code',
  );
const messages = async (of: Asker): Promise<{ kind: string }[]> =>
  (
    await sql<{
      kind: string;
    }>`select kind, title, body as text, link from inbox_message where member_id = ${of.id} order by created`.execute(
      portal.database.kysely,
    )
  ).rows;

describe('the contacts for an activity', () => {
  const standing = async (id: string, of: Asker = member): Promise<unknown[]> => {
    const { body } = await portal.ask({ url: `/api/activity/ta/contactsList/${of.id}/QLWHG01?activityId=${id}`, token: of.token });
    return (at(body, 'data') as JsonObject[]).map(({ name, fit, enrolledFor }) => [name, fit, enrolledFor]);
  };

  it('how many more the account may enrol is told before a form is sent', async () => {
    const of = await portal.member('13600000203');
    const left = async (id: string): Promise<unknown[]> => {
      const { body } = await portal.ask({ url: `/api/activity/ta/contactsList/${of.id}/QLWHG01?activityId=${id}`, token: of.token });
      return (at(body, 'data') as JsonObject[]).map(({ fit, left }) => [fit, left]);
    };
    const [limited, open] = [await put({ multipleSet: { code: 1 }, multipleNumber: 2 }), await put({ multipleNumber: 2 })];
    const first = await enrol(limited, of);
    await contact({}, of);
    expect(await left(limited)).toEqual([
      ['enrolled', 1],
      ['ok', 1],
    ]);
    await enrol(limited, of);
    expect(await left(limited)).toEqual([
      ['enrolled', 0],
      ['most', 0],
      ['enrolled', 0],
    ]);
    expect(await left(open)).toEqual(Array.from({ length: 3 }, () => ['ok', undefined]));
    await unsubscribe(portal, of, first);
    expect(await left(limited)).toEqual([
      ['ok', 1],
      ['ok', 1],
      ['enrolled', 1],
    ]);
  });

  it('[ENR-05] who has a place or waits for one cannot be chosen again, until it is taken back', async () => {
    const id = await put({ number: 1, waiting: 1 });
    const enrolment = await enrol(id, member, {}, 'signUp', { name: '王一', id: idNumber('male', '19900101') });
    await enrol(id, member, {}, 'wait', { name: '王二', id: idNumber('male', '19910101') });
    await contact({ name: '王三', id: idNumber('male', '19920101') });
    expect(await standing(id)).toEqual([
      ['王一', 'enrolled', undefined],
      ['王二', 'waiting', undefined],
      ['王三', 'ok', undefined],
    ]);
    await unsubscribe(portal, member, enrolment);
    expect(await standing(id)).toEqual([
      ['王一', 'ok', undefined],
      ['王二', 'enrolled', undefined],
      ['王三', 'ok', undefined],
    ]);
    expect((await standing(await put())).map((row) => (row as unknown[])[1])).toEqual(['ok', 'ok', 'ok']);
  });

  it('[ENR-05] of an activity with sessions they say which ones they are enrolled for', async () => {
    const id = await put({
      sessionList: [
        { id: 's1', sessionName: '上午场' },
        { id: 's2', sessionName: '下午场' },
      ],
    });
    const one = await contact({ name: '王一' });
    for (const sessionId of ['s2', 's1'])
      expect((await enrolled(portal, member, id, [one], { sessionId })).body).toMatchObject({ rel: true });
    expect(await standing(id)).toEqual([['王一', 'ok', '上午场、下午场']]);
  });
});

describe('the enrolments for one activity', () => {
  const own = async (id: string, of: Asker, status = '0,4'): Promise<unknown> =>
    at((await portal.ask({ url: `/api/activity/ta/${of.id}?activityId=${id}&status=${status}`, token: of.token })).body, 'data');

  it('are those of the member who asks, with session, code and place in the queue, and nobody else hears of them', async () => {
    const id = await put({ number: 1, waiting: 1, sessionList: [{ id: 's1', sessionName: '上午场' }] });
    await enrol(await put());
    const mine = await enrol(id, member, { sessionId: 's1' });
    const theirs = await enrol(id, other, { sessionId: 's1' }, 'wait');
    expect(await own(id, member)).toMatchObject({
      total: 1,
      rows: [{ id: mine, sessionName: '上午场', signCode: expect.stringMatching(/^\d{6}$/), status: { code: 0 } }],
    });
    expect(await own(id, other)).toMatchObject({ total: 1, rows: [{ id: theirs, ahead: 0, status: { code: 4 } }] });
    expect(JSON.stringify(await own(id, other))).not.toContain('signCode');
    const asked = await portal.ask({ url: `/api/activity/ta/${member.id}?activityId=${id}`, token: other.token });
    expect([asked.status, JSON.stringify(asked.body)]).toEqual([403, expect.not.stringContaining(mine)]);
    expect((await portal.ask({ url: `/api/activity/ta/${member.id}?activityId=${id}` })).body).toMatchObject({ status: 40101 });
    await unsubscribe(portal, member, mine);
    expect(await own(id, member)).toEqual({ total: 0, rows: [] });
  });

  it('the reply says who comes when with which codes', async () => {
    const id = await put({
      sessionList: [{ id: 's1', sessionName: '上午场', startTime: inTime(portal, 3 * day), endTime: inTime(portal, 3 * day + hour) }],
    });
    const contacts = [await contact({ name: '李雷' }), await contact({ name: '韩梅' })];
    const { body } = await enrolled(portal, member, id, contacts, { sessionId: 's1' });
    const rows = await listed(portal, member);
    const codes = ['李雷', '韩梅'].map((name) => rows.find((row) => row['name'] === name)?.['signCode']);
    expect(body).toMatchObject({
      data: { count: 2, signCode: codes.join('、'), sessionName: '上午场', startTime: expect.any(String) },
    });
  });
});

describe('the list of enrolments', () => {
  it('[PC-05, PC-06, PC-11] has each with its activity, who comes, and the code that checks in', async () => {
    const id = await put({
      sessionList: [{ id: 's1', sessionName: '上午场', startTime: inTime(portal, 3 * day), endTime: inTime(portal, 3 * day + hour) }],
      content: '<p>long</p>',
    });
    await enrol(id, member, { sessionId: 's1' }, 'signUp', { name: '李雷', phone: '13911112222' });
    expect(await listed(portal, member)).toEqual([
      {
        id: expect.any(String),
        status: { code: 0, description: '未使用' },
        sessionName: '上午场',
        startTime: expect.any(String),
        endTime: expect.any(String),
        insertTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        activityInfo: {
          id,
          columnId: '6113',
          name: `A ${id}`,
          image: `/pictures/${id}.svg`,
          address: '1 Test Road',
          beginTime: expect.any(String),
          endTime: expect.any(String),
        },
        name: '李雷',
        phone: '139****2222',
        signCode: expect.stringMatching(/^\d{6}$/),
        may: { cancel: true, leave: false },
        cancellable: true,
      },
    ]);
  });

  it('[PC-04, PC-05, PC-37] has unused, used, unsubscribed, expired and waiting ones, by code, a page at a time, the newest first', async () => {
    const [unused, used, gone, over, full] = [await put(), await put(), await put(), await put(), await put({ number: 1, waiting: 1 })];
    const ids: Record<string, string> = {};
    for (const [name, id] of Object.entries({ unused, used, gone, over, full })) {
      portal.clock.pass(1_000);
      ids[name] = await enrol(id);
    }
    ids['waiting'] = await enrol(full, member, {}, 'wait');
    await portal.ask({
      method: 'PUT',
      url: '/api/activity/web/signIn/code',
      body: { activityId: used, signCode: (await listed(portal, member)).find((row) => row['id'] === ids['used'])?.['signCode'] },
    });
    await unsubscribe(portal, member, ids['gone'] ?? '');
    await change(over, { beginTime: inTime(portal, -2 * hour), endTime: inTime(portal, -hour) });
    const all = await listed(portal, member);
    expect(
      Object.fromEntries(
        Object.entries(ids).map(([name, id]) => [
          name,
          at(
            all.find((row) => row['id'] === id),
            'status',
          ),
        ]),
      ),
    ).toEqual({
      unused: { code: 0, description: '未使用' },
      used: { code: 1, description: '已使用' },
      gone: { code: 2, description: '已退订' },
      over: { code: 3, description: '已过期' },
      full: { code: 0, description: '未使用' },
      waiting: { code: 4, description: '候补中' },
    });
    for (const [code, names] of [
      ['0', ['full', 'unused']],
      ['1', ['used']],
      ['2', ['gone']],
      ['3', ['over']],
      ['4', ['waiting']],
      ['0,4', ['waiting', 'full', 'unused']],
    ] as const) {
      expect((await listed(portal, member, `?status=${code}`)).map((row) => row['id'])).toEqual(names.map((name) => ids[name]));
    }
    const page = (number: number) => portal.ask({ url: `/api/activity/ta/${member.id}?page=${number}&limit=4`, token: member.token });
    expect((await page(1)).body).toMatchObject({ status: 200, data: { total: 6, rows: { length: 4 } } });
    expect(at((await page(2)).body, 'data', 'rows')).toHaveLength(2);
    for (const row of all) expect('signCode' in row).toBe(at(row, 'status', 'code') === 0);
    expect(all.find((row) => row['id'] === ids['waiting'])).toMatchObject({ ahead: 0, cancellable: true });
  });

  it('[PC-05] a session that has ended has expired, while the activity goes on', async () => {
    const sessions = (end: number) => ({
      endTime: inTime(portal, 9 * day),
      sessionList: [{ id: 's1', startTime: inTime(portal, end - hour), endTime: inTime(portal, end) }],
    });
    const id = await put(sessions(hour));
    const own = await enrol(id, member, { sessionId: 's1' });
    expect(await statusOf(member, own)).toBe(0);
    await change(id, sessions(-hour));
    expect(await statusOf(member, own)).toBe(3);
  });

  it('is shown to nobody else', async () => {
    await enrol(await put());
    expect(await listed(portal, other)).toEqual([]);
    expect((await portal.ask({ url: `/api/activity/ta/${member.id}`, token: other.token })).status).toBe(403);
    expect((await portal.ask({ url: `/api/activity/ta/${member.id}` })).body).toMatchObject({ status: 40101 });
    expect((await portal.ask({ url: `/api/activity/ta/${member.id}?status=x`, token: member.token })).status).toBe(400);
  });

  it('names an activity that was removed as what it is', async () => {
    const id = await put();
    await enrol(id);
    await sql`delete from item where id = ${id}`.execute(portal.database.kysely);
    expect(await listed(portal, member)).toMatchObject([{ activityInfo: { id, name: '内容不存在或已下线' }, status: { code: 0 } }]);
  });
});

describe('taking an enrolment back', () => {
  it('[PC-10, PC-12] gives its place back, once, and says so', async () => {
    const id = await put({ number: 2, sessionList: [{ id: 's1', countLimit: 1 }] });
    const own = await enrol(id, member, { sessionId: 's1' });
    expect(await surplus(portal, id)).toBe(1);
    expect(await unsubscribe(portal, member, own)).toMatchObject({ status: 200, body: { rel: true, data: '退订成功' } });
    expect(await surplus(portal, id)).toBe(2);
    expect(refusal(await unsubscribe(portal, member, own))).toBe('已退订，请勿重复操作');
    expect(await surplus(portal, id)).toBe(2);
    await enrol(id, member, { sessionId: 's1' });
  });

  it('[PC-09] lets the same person enrol again', async () => {
    const id = await put();
    const number = idNumber();
    const own = await enrol(id, member, {}, 'signUp', { id: number });
    await unsubscribe(portal, member, own);
    await sql`delete from contact`.execute(portal.database.kysely);
    await enrol(id, member, {}, 'signUp', { id: number });
  });

  const noon = (ahead: number): number => {
    const today = new Date(portal.clock.now() + 8 * hour).toISOString().slice(0, 10);
    return Date.parse(`${today}T12:00:00+08:00`) + ahead * day;
  };
  it.each([
    [
      'the day before, until midnight',
      (id: string) => change(id, { beginTime: new Date(noon(1)).toISOString(), endTime: new Date(noon(2)).toISOString() }),
      undefined,
    ],
    [
      'on the day',
      (id: string) => change(id, { beginTime: new Date(noon(0)).toISOString(), endTime: new Date(noon(1)).toISOString() }),
      '已过退订时间，不能退订',
    ],
    [
      'when it is over',
      (id: string) => change(id, { beginTime: inTime(portal, -2 * day), endTime: inTime(portal, -day) }),
      '已过退订时间，不能退订',
    ],
    [
      "on the day, until the activity's own time",
      (id: string) => change(id, { beginTime: inTime(portal, hour), cancelUntil: inTime(portal, hour / 2) }),
      undefined,
    ],
    [
      "days before, after the activity's own time",
      (id: string) => change(id, { cancelUntil: inTime(portal, -1_000) }),
      '已过退订时间，不能退订',
    ],
    ['of an activity without times', (id: string) => change(id, { beginTime: null, endTime: null }), undefined],
    [
      'of an activity that was taken off',
      (id: string) => sql`update item set status = 2 where id = ${id}`.execute(portal.database.kysely),
      undefined,
    ],
  ])('[BOOK-08, PC-12] %s', async (_when, prepare, message) => {
    const id = await put({ beginTime: inTime(portal, 3 * day) });
    const own = await enrol(id);
    await prepare(id);
    expect((await listed(portal, member))[0]).toMatchObject({ cancellable: message === undefined });
    expect(refusal(await unsubscribe(portal, member, own))).toEqual(message ?? { rel: true, data: '退订成功' });
  });

  it('follows the session, not the activity', async () => {
    const id = await put({
      beginTime: inTime(portal, -day),
      endTime: inTime(portal, 9 * day),
      sessionList: [
        { id: 'soon', startTime: new Date(noon(0)).toISOString(), endTime: inTime(portal, 2 * day) },
        { id: 'later', startTime: inTime(portal, 3 * day) },
      ],
    });
    expect(refusal(await unsubscribe(portal, member, await enrol(id, member, { sessionId: 'soon' })))).toBe('已过退订时间，不能退订');
    expect(refusal(await unsubscribe(portal, member, await enrol(id, member, { sessionId: 'later' })))).toMatchObject({ rel: true });
  });

  it("is refused for one that was used, for somebody else's and for none", async () => {
    const id = await put();
    const own = await enrol(id);
    expect(await unsubscribe(portal, other, own)).toMatchObject({ status: 404, body: { rel: false, data: '预约不存在' } });
    expect((await unsubscribe(portal, member, 'made-up')).status).toBe(404);
    expect((await unsubscribe(portal, { ...member, token: '' }, own)).body).toMatchObject({ status: 40101 });
    await portal.ask({
      method: 'PUT',
      url: '/api/activity/web/signIn/code',
      body: { activityId: id, signCode: (await listed(portal, member))[0]?.['signCode'] },
    });
    expect(refusal(await unsubscribe(portal, member, own))).toBe('已签到，不能退订');
    expect(await surplus(portal, id)).toBe(29);
  });
});

describe('the waiting list', () => {
  it('takes those for whom there is no place, and says what they are', async () => {
    const id = await put({ number: 1, waiting: 1 });
    await enrol(id);
    const reply = await enrolled(portal, other, id, [await contact({ name: '韩梅' }, other)], {}, { path: 'wait' });
    expect(reply.body).toMatchObject({
      rel: true,
      message: '候补登记成功，有名额时会通知您',
      data: { name: '韩梅', status: { code: 4, description: '候补中' } },
    });
    expect(await surplus(portal, id)).toBe(0);
  });

  it.each([
    ['where none is kept', { number: 1 }, '该活动不接受候补', true],
    ['while there is room', { number: 2, waiting: 1 }, '尚有余票，请直接报名', true],
    ['after the time of enrolment', { number: 1, waiting: 1, enrollEndTime: '2020-01-01 00:00:00' }, '报名已结束', false],
  ])('is closed %s', async (_when, more, message, fill) => {
    const id = await put(more);
    if (fill) await enrol(id);
    expect(refusal(await enrolled(portal, other, id, [await contact({}, other)], {}, { path: 'wait' }))).toBe(message);
  });

  it('has each person once', async () => {
    const id = await put({ number: 1, waiting: 1 });
    const number = idNumber();
    await enrol(id);
    await enrol(id, other, {}, 'wait', { name: '韩梅', id: number });
    expect(refusal(await enrolled(portal, member, id, [await contact({ name: '梅梅', id: number })], {}, { path: 'wait' }))).toBe(
      '梅梅已报名，请勿重复报名',
    );
  });

  it('moves the first up when a place comes back, with a code and a message', async () => {
    const id = await put({ number: 1, waiting: 1 });
    const own = await enrol(id);
    const first = await enrol(id, other, {}, 'wait', { name: '韩梅' });
    const second = await enrol(id, member, {}, 'wait');
    expect((await listed(portal, member))[0]).toMatchObject({ id: second, ahead: 1 });
    expect((await unsubscribe(portal, member, own)).body).toMatchObject({ rel: true });
    expect(await listed(portal, other)).toMatchObject([{ id: first, status: { code: 0 }, signCode: expect.stringMatching(/^\d{6}$/) }]);
    expect(await statusOf(member, second)).toBe(4);
    expect(await surplus(portal, id)).toBe(0);
    expect(await messages(other)).toContainEqual({
      kind: 'enrolment.promote',
      title: '候补成功',
      text: `您候补的“A ${id}”有名额了，韩梅已报名成功，请按时参加。`,
      link: '/personalcenter',
    });
    expect((await messages(member)).map(({ kind }) => kind).toSorted()).toEqual(['enrolment.enrol', 'enrolment.queue']);
  });

  it('passes over who fits no more and whose session is full or has begun', async () => {
    const sessions: JsonObject = {
      number: 2,
      waiting: 1,
      sessionList: [
        { id: 's1', countLimit: 1 },
        { id: 's2', countLimit: 1 },
        { id: 'begun', startTime: inTime(portal, hour), endTime: inTime(portal, day) },
      ],
    };
    const id = await put(sessions);
    const own = await enrol(id, member, { sessionId: 's1' });
    await enrol(id, member, { sessionId: 's2' });
    const [begun, fullOne, unfit, fits] = [
      await enrol(id, other, { sessionId: 'begun' }, 'wait'),
      await enrol(id, other, { sessionId: 's2' }, 'wait'),
      await enrol(id, other, { sessionId: 's1' }, 'wait', { id: idNumber('female') }),
      await enrol(id, other, { sessionId: 's1' }, 'wait'),
    ];
    portal.clock.pass(2 * hour);
    await change(id, {
      ...sessions,
      sexSet: { code: 1 },
      sex: { code: 1 },
      sessionList: [
        { id: 's1', countLimit: 1 },
        { id: 's2', countLimit: 1 },
        { id: 'begun', startTime: inTime(portal, -hour), endTime: inTime(portal, day) },
      ],
    });
    await unsubscribe(portal, member, own);
    expect([
      await statusOf(other, begun),
      await statusOf(other, fullOne),
      await statusOf(other, unfit),
      await statusOf(other, fits),
    ]).toEqual([4, 4, 4, 0]);
  });

  it('goes first when staff add places: nobody new is before those who wait', async () => {
    const id = await put({ number: 1, waiting: 1 });
    await enrol(id);
    const waits = await enrol(id, other, {}, 'wait');
    await change(id, { number: 2, waiting: 1 });
    expect(refusal(await enrolled(portal, member, id, [await contact()]))).toBe('已报满');
    expect(await statusOf(other, waits)).toBe(0);
  });

  it('can be left at any time, which gives no place back', async () => {
    const id = await put({ number: 1, waiting: 1 });
    await enrol(id);
    const waits = await enrol(id, other, {}, 'wait');
    await change(id, { number: 1, waiting: 1, beginTime: inTime(portal, 60_000) });
    expect((await unsubscribe(portal, other, waits)).body).toMatchObject({ rel: true });
    expect([await surplus(portal, id), await statusOf(other, waits)]).toEqual([0, 2]);
  });
});

describe('the file for calendars', () => {
  const calendar = (id: string, of: Asker = member) => portal.ask({ url: `/api/activity/ta/${id}/calendar`, token: of.token });

  it('is one event of RFC 5545, with the same id whenever it is asked for', async () => {
    const id = await put({
      name: '讲座；A, B\n第二行',
      address: '长'.repeat(60),
      beginTime: '2030-11-20T09:30:00+08:00',
      endTime: '2030-11-20T11:00:00+08:00',
      sessionList: [{ id: 's1', sessionName: '上午场' }],
    });
    const own = await enrol(id, member, { sessionId: 's1' });
    const reply = await calendar(own);
    expect([reply.status, reply.type]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(reply.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const lines = reply.text.replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        `UID:${own}@localhost`,
        'DTSTART:20301120T013000Z',
        'DTEND:20301120T030000Z',
        'SUMMARY:讲座；A\\, B\\n第二行 上午场',
        `LOCATION:${'长'.repeat(60)}`,
        'STATUS:CONFIRMED',
        'END:VCALENDAR',
        '',
      ]),
    );
    await unsubscribe(portal, member, own);
    const after = (await calendar(own)).text;
    expect(after).toContain('STATUS:CANCELLED');
    expect(after).toContain(`UID:${own}@localhost`);
  });

  it("is the member's own alone, and needs a time", async () => {
    const own = await enrol(await put({ beginTime: null, endTime: null }));
    expect((await calendar(own, other)).status).toBe(404);
    expect((await portal.ask({ url: `/api/activity/ta/${own}/calendar` })).body).toMatchObject({ status: 40101 });
    expect(await calendar(own)).toMatchObject({ status: 409, body: { message: '该活动没有时间，不能加入日历' } });
  });
});
