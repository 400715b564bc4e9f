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
// An enrolment does not need its contact any more, and nobody has room for so many.
afterEach(() => sql`delete from contact`.execute(portal.database.kysely));

let items = 0;
/** A new activity. @returns its id */
async function put(more: JsonObject = {}): Promise<string> {
  const id = `a${(items += 1)}`;
  await portal.put('centre', 'appointment', [activity(portal, id, more)]);
  return id;
}
const contact = (values: Parameters<typeof addedContact>[2] = {}, of: Asker = member): Promise<string> => addedContact(portal, of, values);
const refused = (reply: Reply): unknown =>
  reply.body['rel'] === false && reply.status >= 400 && reply.body['message'] === reply.body['data']
    ? reply.body['data']
    : { rel: reply.body['rel'], status: reply.status, data: reply.body['data'] };
const detail = async (id: string): Promise<unknown> => (await portal.ask({ url: `/api/activity/web/${id}` })).body['data'];

describe('an activity', () => {
  it.each([
    ['before', { enrollBeginTime: hour, enrollEndTime: day }, 0, '报名未开始'],
    ['within', { enrollBeginTime: -hour, enrollEndTime: day }, 1, '报名中'],
    ['after', { enrollBeginTime: -day, enrollEndTime: -hour }, 2, '报名已结束'],
    [
      'without times of enrolment, until it begins:',
      { enrollBeginTime: undefined, enrollEndTime: undefined, beginTime: hour },
      1,
      '报名中',
    ],
    [
      'without times of enrolment, once it has begun:',
      { enrollBeginTime: undefined, enrollEndTime: undefined, beginTime: -hour },
      2,
      '报名已结束',
    ],
    ['without an end of enrolment:', { enrollBeginTime: hour, enrollEndTime: undefined, beginTime: day }, 0, '报名未开始'],
    ['without any time:', { enrollBeginTime: undefined, enrollEndTime: undefined, beginTime: undefined, endTime: undefined }, 1, '报名中'],
  ])(
    '[ACT-22, ACT-23, ACT-24, ACT-33] %s the time of enrolment its enrolStatus is told with its words',
    async (_when, times, code, description) => {
      const id = await put(
        Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time === undefined ? null : inTime(portal, time)])),
      );
      expect(await detail(id)).toMatchObject({ enrollStatus: { code, description } });
    },
  );

  it('[ACT-33] its own state has words too', async () => {
    expect(await detail(await put())).toMatchObject({ status: { code: 0, description: '未开始' } });
    expect(await detail(await put({ beginTime: inTime(portal, -hour) }))).toMatchObject({ status: { code: 1, description: '进行中' } });
  });

  it('[ACT-12] in offline mode its state is where now lies against its time of enrolment, in replies and in the filter', async () => {
    const states = { early: [hour, day], open: [-hour, day], over: [-day, -hour] } as const;
    await portal.put(
      'library',
      'appointment',
      Object.entries(states).map(([id, [begin, end]]) =>
        activity(portal, `lib-${id}`, { columnId: '8199', enrollBeginTime: inTime(portal, begin), enrollEndTime: inTime(portal, end) }),
      ),
    );
    const list = async (query: string): Promise<unknown[]> =>
      at(
        (await portal.ask({ url: `/api/activity/web/page?columnId=8199${query}`, host: 'library.localhost' })).body,
        'list',
        'data',
        'rows',
      ) as unknown[];
    expect(Object.fromEntries((await list('')).map((row) => [at(row, 'id'), at(row, 'status', 'code')]))).toEqual({
      'lib-early': 0,
      'lib-open': 1,
      'lib-over': 2,
    });
    for (const [code, id] of [
      ['0', 'lib-early'],
      ['1', 'lib-open'],
      ['2', 'lib-over'],
    ])
      expect((await list(`&status=${code}`)).map((row) => at(row, 'id'))).toEqual([id]);
  });

  it('[ACT-33] says how many places are left, in its detail and, by one query, in lists', async () => {
    const [id, full, imported] = [
      await put({ columnId: '7001' }),
      await put({ columnId: '7001', number: 1 }),
      await put({ columnId: '7001', number: 30, surplus: 12 }),
    ];
    await enrolled(portal, member, id, [await contact(), await contact()]);
    await enrolled(portal, member, full, [await contact()]);
    await enrolled(portal, member, imported, [await contact()]);
    expect([await surplus(portal, id), await surplus(portal, full), await surplus(portal, imported)]).toEqual([28, 0, 11]);
    const rows = at((await portal.ask({ url: '/api/activity/web/page?columnId=7001' })).body, 'list', 'data', 'rows') as unknown[];
    expect(Object.fromEntries(rows.map((row) => [at(row, 'id'), at(row, 'surplus')]))).toEqual({ [id]: 28, [full]: 0, [imported]: 11 });
  });

  it('[ACT-21, ACT-36] its detail names four others of its column, with what a card needs', async () => {
    const ids = [];
    for (let number = 0; number < 6; number += 1) ids.push(await put({ columnId: '7002', content: '<p>long</p>' }));
    const others = at(await detail(ids[0] ?? ''), 'recommendList') as JsonObject[];
    expect(others).toHaveLength(4);
    for (const row of others)
      expect(row).toEqual({
        ...{ id: expect.stringMatching(/^a\d+$/), columnId: '7002', name: expect.any(String), image: expect.any(String) },
        ...{ beginTime: expect.any(String), endTime: expect.any(String), address: expect.any(String) },
        ...{ number: expect.any(Number), surplus: expect.any(Number), status: { code: 0 }, enrollStatus: { code: 1 } },
      });
    expect(others.map(({ id }) => id)).not.toContain(ids[0]);
    expect(at(await detail(await put({ columnId: '7003' })), 'recommendList')).toEqual([]);
  });

  it('[ACT-10, ENR-26] lists its sessions with the places left in each', async () => {
    const first = {
      id: 's1',
      sessionName: '上午场',
      countLimit: 2,
      startTime: inTime(portal, 3 * day),
      endTime: inTime(portal, 3 * day + hour),
    };
    const id = await put({ number: 5, sessionList: [first, { id: 's2', sessionName: '下午场' }] });
    await enrolled(portal, member, id, [await contact()], { sessionId: 's1' });
    const sessions = async () => (await portal.ask({ url: `/api/activity/web/session/${id}` })).body;
    expect(await sessions()).toEqual({
      status: 200,
      message: '操作成功',
      data: [
        { ...first, countSurplus: 1 },
        { id: 's2', sessionName: '下午场', countSurplus: 4, countLimit: 5, startTime: '', endTime: '' },
      ],
    });
    await enrolled(portal, member, id, [await contact(), await contact(), await contact(), await contact()], { sessionId: 's2' });
    expect(at(await sessions(), 'data', '0', 'countSurplus')).toBe(0);
    expect((await portal.ask({ url: `/api/activity/web/session/${await put()}` })).body).toMatchObject({ status: 200, data: [] });
    expect((await portal.ask({ url: '/api/activity/web/session/made-up' })).status).toBe(404);
  });
});

describe('enrolling', () => {
  it('[ENR-30, ENR-32, ENR-35] answers rel, and in data who comes: the name and the phone, masked', async () => {
    const id = await put();
    const reply = await enrolled(portal, member, id, [
      await contact({ name: '李雷', phone: '13911112222' }),
      await contact({ name: '韩梅', phone: '123456' }),
    ]);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        rel: true,
        message: '报名成功',
        data: { name: '李雷、韩梅', phone: '139****2222、1****6', status: { code: 0, description: '待参加' } },
      },
    });
    expect(await listed(portal, member)).toHaveLength(await countOf(member));
  });

  it('[ENR-31, ENR-35] apply reads the ids of contacts written as id:idcard:name:phone; what else they say counts for nothing', async () => {
    const id = await put();
    const [first, second] = [await contact({ name: '李雷' }), await contact({ name: '韩梅' })];
    const reply = await enrolled(
      portal,
      member,
      id,
      [],
      { contactsId: undefined, contacts: `${first}:1101**********0017:Somebody else:000,${second}:x:y:z` },
      { path: 'apply' },
    );
    expect(reply).toMatchObject({ status: 200, body: { rel: true, data: { name: '李雷、韩梅' } } });
    expect(await surplus(portal, id)).toBe(28);
  });

  it.each([
    ['[ENR-07] without a contact', '请勾选联系人', { contactsId: '' }],
    ['[ENR-07] with commas alone', '请勾选联系人', { contactsId: ' , ,' }],
    ['[ENR-08] without a code', '验证码不能为空', { verCode: '' }],
    ['[ENR-38] with a wrong code', '验证码错误', { verCode: '0000' }],
    ['of an activity that is not there', '内容不存在或已下线', { activityId: 'made-up' }],
    ['with a contact that is not there', '联系人不存在或已删除', { contactsId: 'made-up' }],
    ['with a session of an activity that has none', '场次不存在', { sessionId: 's9' }],
  ])('%s is refused: %s', async (_what, message, more) => {
    const id = await put();
    expect(refused(await enrolled(portal, member, id, [await contact()], more))).toBe(message);
    expect(await surplus(portal, id)).toBe(30);
  });

  it.each([
    ['[ACT-22]', 'before the time of enrolment', '报名未开始', { enrollBeginTime: hour }, {}],
    ['[ACT-24]', 'after the time of enrolment', '报名已结束', { enrollEndTime: -hour }, {}],
    ['[ACT-24]', 'when the activity is over, whatever its time of enrolment', '报名已结束', { beginTime: -2 * day, endTime: -day }, {}],
    ['[ACT-25, ACT-29]', 'when no place is left', '已报满', {}, { surplus: 0 }],
    ['[ACT-26]', 'when no sign-up is needed', '该活动无需报名，请直接前往', {}, { number: 0 }],
    ['[ACT-26]', 'when there is no number of places', '该活动无需报名，请直接前往', {}, { number: null }],
  ])('%s is refused %s: %s', async (_rows, _when, message, times, more) => {
    const id = await put({ ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, inTime(portal, time)])), ...more });
    expect(refused(await enrolled(portal, member, id, [await contact()]))).toBe(message);
  });

  it.each([
    ['[ENR-17] a woman where men alone may come', '仅限男性参加', { sexSet: { code: 1 }, sex: { code: 1 } }, 'female', '19900101'],
    ['[ENR-17] a man where women alone may come', '仅限女性参加', { sexSet: { code: 1 }, sex: { code: 2 } }, 'male', '19900101'],
    ['[ENR-16] somebody too young', '年龄不符合活动要求', { ageSet: { code: 1 }, minAge: 18 }, 'male', '20200101'],
    ['[ENR-16] somebody too old', '年龄不符合活动要求', { ageSet: { code: 1 }, maxAge: 18 }, 'male', '19900101'],
    [
      '[ENR-18] a man too old for a man',
      '年龄不符合活动要求',
      { ageSet: { code: 1 }, maleMaxAge: 18, femaleMaxAge: 80 },
      'male',
      '19900101',
    ],
    [
      '[ENR-18] a woman too young for a woman',
      '年龄不符合活动要求',
      { ageSet: { code: 1 }, maleMinAge: 18, femaleMinAge: 55 },
      'female',
      '19900101',
    ],
  ] as const)('%s is refused: %s', async (_who, message, more, sex, birth) => {
    const id = await put(more);
    const [unfit, fit] = [await contact({ id: idNumber(sex, birth) }), await contact()];
    expect(refused(await enrolled(portal, member, id, [fit, unfit]))).toBe(message);
    expect(await surplus(portal, id)).toBe(30);
  });

  it('[ENR-16, ENR-17] limits that are switched off keep nobody', async () => {
    const id = await put({ sexSet: { code: 0 }, sex: { code: 2 }, ageSet: { code: 0 }, minAge: 80 });
    expect((await enrolled(portal, member, id, [await contact()])).body).toMatchObject({ rel: true });
  });

  it('[ENR-11] no more than multipleNumber at once, nor together with those enrolled before', async () => {
    const id = await put({ multipleSet: { code: 1 }, multipleNumber: 2 });
    const people = [await contact(), await contact(), await contact()];
    expect(refused(await enrolled(portal, member, id, people))).toBe('该活动限制2人参加');
    expect((await enrolled(portal, member, id, people.slice(0, 1))).body).toMatchObject({ rel: true });
    expect(refused(await enrolled(portal, member, id, people.slice(1)))).toBe('该活动限制2人参加');
    expect((await enrolled(portal, member, id, people.slice(1, 2))).body).toMatchObject({ rel: true });
    expect((await enrolled(portal, other, id, [await contact({}, other)])).body).toMatchObject({ rel: true });
    expect((await enrolled(portal, member, await put({ multipleSet: { code: 0 }, multipleNumber: 2 }), people)).body).toMatchObject({
      rel: true,
    });
  });

  it('[ENR-10] a session must be chosen where there are some, and be one of them that is not over', async () => {
    const id = await put({
      beginTime: inTime(portal, -2 * day),
      endTime: inTime(portal, 5 * day),
      sessionList: [
        { id: 'past', endTime: inTime(portal, -hour), startTime: inTime(portal, -day) },
        { id: 'next', startTime: inTime(portal, day), endTime: inTime(portal, day + hour) },
      ],
    });
    const who = [await contact()];
    expect(refused(await enrolled(portal, member, id, who))).toBe('请选择场次');
    expect(refused(await enrolled(portal, member, id, who, { sessionId: 'of another' }))).toBe('场次不存在');
    expect(refused(await enrolled(portal, member, id, who, { sessionId: 'past' }))).toBe('该场次已结束');
    expect((await enrolled(portal, member, id, who, { sessionId: 'next' })).body).toMatchObject({ rel: true });
  });

  it('one person has one place in a session, whoever enrols', async () => {
    const id = await put({ sessionList: [{ id: 's1' }, { id: 's2' }] });
    const number = idNumber();
    const [own, same] = [await contact({ name: '李雷', id: number }), await contact({ name: '雷雷', id: number }, other)];
    expect((await enrolled(portal, member, id, [own], { sessionId: 's1' })).body).toMatchObject({ rel: true });
    expect(refused(await enrolled(portal, member, id, [own], { sessionId: 's1' }))).toBe('李雷已报名，请勿重复报名');
    expect(refused(await enrolled(portal, other, id, [same], { sessionId: 's1' }))).toBe('雷雷已报名，请勿重复报名');
    expect((await enrolled(portal, other, id, [same], { sessionId: 's2' })).body).toMatchObject({ rel: true });
    expect(await surplus(portal, id)).toBe(28);
  });

  it('[ACT-25] takes all places that were asked for or none; who is enrolled already hears that rather than that it is full', async () => {
    const id = await put({ number: 2 });
    const people = [await contact({ name: '甲' }), await contact(), await contact()];
    expect(refused(await enrolled(portal, member, id, people))).toBe('余票不足，仅剩2个名额');
    expect(await surplus(portal, id)).toBe(2);
    expect((await enrolled(portal, member, id, people.slice(0, 2))).body).toMatchObject({ rel: true });
    expect(refused(await enrolled(portal, member, id, people.slice(2)))).toBe('已报满');
    expect(refused(await enrolled(portal, member, id, people.slice(0, 1)))).toBe('甲已报名，请勿重复报名');
  });

  it('a full session takes nobody, and leaves the places of the activity alone', async () => {
    const id = await put({
      number: 10,
      sessionList: [
        { id: 's1', countLimit: 1 },
        { id: 's2', countLimit: 0 },
      ],
    });
    expect((await enrolled(portal, member, id, [await contact()], { sessionId: 's1' })).body).toMatchObject({ rel: true });
    expect(refused(await enrolled(portal, member, id, [await contact()], { sessionId: 's1' }))).toBe('已报满');
    expect(refused(await enrolled(portal, member, id, [await contact()], { sessionId: 's2' }))).toBe('已报满');
    expect(await surplus(portal, id)).toBe(9);
  });

  it('when staff lower the number below what is taken nobody loses a place, and none is given until enough came back', async () => {
    const id = await put({ number: 3 });
    await enrolled(portal, member, id, [await contact(), await contact(), await contact()]);
    await portal.put('centre', 'appointment', [activity(portal, id, { number: 2 })]);
    expect(await surplus(portal, id)).toBe(0);
    const [first, second] = (await listed(portal, member)).map(({ id: own }) => String(own));
    await unsubscribe(portal, member, first ?? '');
    expect(refused(await enrolled(portal, member, id, [await contact()]))).toBe('已报满');
    await unsubscribe(portal, member, second ?? '');
    expect((await enrolled(portal, member, id, [await contact()])).body).toMatchObject({ rel: true });
    expect(refused(await enrolled(portal, member, id, [await contact()]))).toBe('已报满');
  });

  it("is done with the member's own contacts alone", async () => {
    const id = await put();
    expect(refused(await enrolled(portal, member, id, [await contact({}, other)]))).toBe('联系人不存在或已删除');
    expect(await surplus(portal, id)).toBe(30);
  });

  it("[SESSION-03] needs a token, and takes no other member's id nor another institution's code", async () => {
    const id = await put();
    const who = [await contact()];
    expect((await enrolled(portal, { ...member, token: '' }, id, who)).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await enrolled(portal, member, id, who, { memberId: other.id })).status).toBe(403);
    expect((await enrolled(portal, member, id, who, { museumCode: 'TSTSG03' })).status).toBe(400);
    expect((await enrolled(portal, member, id, who, { phone: other.phone })).body).toMatchObject({ rel: true });
    expect((await listed(portal, other)).some((row) => at(row, 'activityInfo', 'id') === id)).toBe(false);
  });

  it('[LOGIN-24] a code counts once, right or wrong; a refusal uses it up too', async () => {
    const id = await put();
    const { cookies, text } = await portal.captcha(member.phone);
    const send = async (contactsId: string) =>
      portal.ask({
        method: 'PUT',
        url: '/api/activity/ta/signUp',
        token: member.token,
        cookies,
        body: { activityId: id, verCode: text, contactsId },
      });
    expect(refused(await send('made-up'))).toBe('联系人不存在或已删除');
    expect(refused(await send(await contact()))).toBe('验证码错误');
  });

  it.each([
    ['a number as contact', { contactsId: 5 }],
    ['a list', { contactsId: ['x'] }],
    ['an unknown key', { admin: true }],
    ['no activity', { activityId: undefined }],
    ['an object', { sessionId: { $ne: '' } }],
  ])('a body with %s is refused', async (_what, more) => {
    expect((await enrolled(portal, member, await put(), [await contact()], more)).status).toBe(400);
  });

  it('keeps nothing that tells who comes but ciphers and hashes, neither in the enrolment nor with the answer that is kept', async () => {
    const id = await put();
    const number = idNumber();
    const reply = await enrolled(
      portal,
      member,
      id,
      [await contact({ name: '密密密', phone: '13987650000', id: number })],
      {},
      { headers: { 'idempotency-key': 'sealed' } },
    );
    expect(reply.body).toMatchObject({ data: { name: '密密密' } });
    const rows = await sql<{
      text: string;
    }>`select row_to_json(e)::text as text from enrolment e where activity_id = ${id} union all select row_to_json(s)::text from submission s`.execute(
      portal.database.kysely,
    );
    expect(rows.rows.length).toBeGreaterThan(1);
    for (const { text } of rows.rows) for (const secret of ['密密密', '13987650000', number]) expect(text).not.toContain(secret);
  });
});

async function countOf(who: Asker): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from enrolment where member_id = ${who.id}`.execute(
    portal.database.kysely,
  );
  return rows[0]?.count ?? -1;
}
