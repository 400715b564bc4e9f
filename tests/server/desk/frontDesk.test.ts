import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../../src/database/desk/audit';
import type { ListPage } from '../../../src/model/definitions.g';
import type { JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { book, dayAhead, venue } from '../bookings';
import { activity, addedContact, type Asker, enrolled, listed } from '../enrolments';
import { grantPoints } from '../../../src/server/rooms/points/grant';
import { exchanged, goods, ordersOf } from '../points';
import { type DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
let desk: DeskBrowser;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  desk = await deskOf(portal, 'frontDesk');
  member = await portal.member('13900000011');
});
afterAll(() => portal.close());

const rows = async (url: string, browser = desk): Promise<JsonObject[]> =>
  at((await browser.call('GET', url)).body, 'data', 'rows') as JsonObject[];

describe('bookings at the desk', () => {
  const bookings = '/api/desk/bookings?page=1&size=50';
  beforeAll(() => portal.put('centre', 'venue', [venue('hall')]));

  it('are listed with who booked masked, and decided on once', async () => {
    expect((await book(portal, member, `${dayAhead(portal, 2)} 09:00-10:00`)).status).toBe(200);
    const [waiting] = await rows(`${bookings}&state=waiting`);
    expect(waiting).toMatchObject({ venueName: 'V hall', name: '王**', phone: '136****0001', purpose: '排练', stateLabel: '待审核' });
    const other = await deskOf(portal, 'frontDesk', 'desk.two');
    const decide = (browser: DeskBrowser, move: string) =>
      browser.call('POST', '/api/desk/bookings/move', { id: waiting?.['id'] ?? '', move });
    const replies = await Promise.all([decide(desk, 'approve'), decide(other, 'reject')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rows(`${bookings}&state=waiting`)).toEqual([]);
    const editor = await deskOf(portal, 'editor');
    expect((await decide(editor, 'approve')).body).toMatchObject({ status: 403 });
  });

  it('are called off with a reason, and begin on the days that are asked for', async () => {
    await book(portal, member, `${dayAhead(portal, 3)} 14:00-15:00`);
    const day = dayAhead(portal, 3);
    const [found, ...more] = await rows(`${bookings}&from=${day}&to=${day}`);
    expect([found?.['state'], more]).toEqual(['waiting', []]);
    const body = { id: found?.['id'] ?? '', move: 'callOff', reason: '该时段场地另有安排' };
    expect((await desk.call('POST', '/api/desk/bookings/call-off', body)).status).toBe(200);
    expect((await rows(`${bookings}&from=${day}&to=${day}`))[0]).toMatchObject({ state: 'calledOff', stateLabel: '已取消' });
  });
});

describe('checking in at the desk', () => {
  beforeAll(() => portal.put('centre', 'appointment', [activity(portal, 'open-day')]));
  const attendees = '/api/desk/visits/attendees?activityId=open-day';

  it('takes three people by their codes, each once, and takes one back', async () => {
    for (const name of ['张一', '李二', '王三']) {
      const contact = await addedContact(portal, member, { name });
      expect((await enrolled(portal, member, 'open-day', [contact])).body).toMatchObject({ message: '报名成功' });
    }
    const [listedActivity] = await rows('/api/desk/visits');
    expect(listedActivity).toMatchObject({ id: 'open-day', enrolled: 3, waiting: 0, signedIn: 0 });
    const found = await rows(attendees);
    expect(found.map(({ name, stateLabel }) => [name, stateLabel])).toEqual([
      ['张**', '未签到'],
      ['李**', '未签到'],
      ['王**', '未签到'],
    ]);
    const codes = (await listed(portal, member)).map(({ signCode }) => String(signCode));
    const checkIn = (signCode: string) => desk.call('POST', '/api/desk/visits/check-in', { activityId: 'open-day', signCode });
    const replies = [];
    for (const code of codes) replies.push(await checkIn(code));
    expect(replies.map(({ body }) => body['message']).sort()).toEqual(['签到成功：张**', '签到成功：李**', '签到成功：王**'].sort());
    expect((await checkIn(codes[0] ?? '')).body).toMatchObject({ status: 409 });
    expect((await checkIn('000000')).body).toMatchObject({ status: 400, message: '名单里没有这个签到码' });
    expect(await rows(`${attendees}&state=used`)).toHaveLength(3);
    const id = found[0]?.['id'] ?? '';
    expect((await desk.call('POST', '/api/desk/visits/undo', { activityId: 'open-day', id })).status).toBe(200);
    expect((await rows(`${attendees}&state=unused`)).map((row) => row['id'])).toEqual([id]);
    expect((await desk.call('POST', '/api/desk/visits/check-in-row', { activityId: 'open-day', id })).status).toBe(200);
    expect((await rows('/api/desk/visits'))[0]).toMatchObject({ signedIn: 3 });
    const { rows: kept } = await listAudit(portal.database, { tenant: 'centre', action: 'enrolment.checkIn', limit: 10, offset: 0 });
    expect(kept).toHaveLength(4);
  });

  it('is of an activity that there is: an empty list is one of nobody, seen by visitors or not, and a wrong number is said', async () => {
    for (const id of ['', '?activityId=', '?activityId=no-such'])
      expect((await desk.call('GET', `/api/desk/visits/attendees${id}`)).body).toMatchObject({
        status: 404,
        message: '没有这个活动，请核对活动编号',
      });
    await portal.put('centre', 'appointment', [activity(portal, 'nobody'), activity(portal, 'hidden')]);
    await sql`update item set status = 0 where tenant = 'centre' and id = 'hidden'`.execute(portal.database.kysely);
    for (const id of ['nobody', 'hidden'])
      expect((await desk.call('GET', `/api/desk/visits/attendees?activityId=${id}`)).body).toMatchObject({
        status: 200,
        data: { total: 0 },
      });
  });

  it('has all who have a place on one list to sign, however many there are', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'fair', { number: 200 })]);
    const names = Array.from({ length: 104 }, (_, index) => `${'赵钱孙李周吴郑王'.charAt(index % 8)}${index}`);
    for (let begin = 0; begin < names.length; begin += 8) {
      const visitor = await portal.member(`139100000${String(begin).padStart(2, '0').slice(-2)}`);
      const party = await Promise.all(names.slice(begin, begin + 8).map((name) => addedContact(portal, visitor, { name })));
      for (const contact of party) expect((await enrolled(portal, visitor, 'fair', [contact])).body).toMatchObject({ message: '报名成功' });
    }
    const sheet = portal.definitions.deskOfHost('localhost')?.pages.get('/visits/sheet')?.definition as ListPage | undefined;
    expect(await rows(`/api/desk/visits/attendees?activityId=fair&state=enrolled&page=1&size=${sheet?.pageSize ?? 0}`)).toHaveLength(104);
  });

  it('knows nothing of the activities of another institution', async () => {
    const museum = await deskOf(portal, 'frontDesk', 'desk', 'museum', 'museum.localhost');
    expect(await rows('/api/desk/visits', museum)).toEqual([]);
    expect((await museum.call('GET', attendees)).body).toMatchObject({ status: 404 });
  });
});

describe('orders for points at the desk', () => {
  it('are handed over by the code that is shown, once', async () => {
    const site = portal.definitions.portal('centre');
    if (!site) throw new Error('there is no portal');
    await portal.put('centre', 'pointsmall', [goods(portal, 'fan')]);
    await grantPoints(portal.database, site, { member: member.id, reason: '补发', now: portal.clock.now(), points: 500 });
    expect((await exchanged(portal, member, 'fan')).status).toBe(200);
    const [order] = await rows('/api/desk/orders');
    expect(order).toMatchObject({ commodityName: '商品fan', name: '林**', phone: '138****5678' });
    const code = String((await ordersOf(portal, member))[0]?.['code']);
    expect((await desk.call('POST', '/api/desk/orders/handle', { code })).status).toBe(200);
    expect((await desk.call('POST', '/api/desk/orders/handle', { code })).status).toBe(409);
    expect(await rows('/api/desk/orders')).toEqual([]);
  });
});

describe('withdrawing what members are enrolled for', () => {
  it('asks with the number of those who still expect to come', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'ending')]);
    const editor = await deskOf(portal, 'editor', 'editor.ending');
    const expected = async (): Promise<unknown> =>
      at((await editor.call('GET', '/api/desk/appointment/expected/ending')).body, 'data', 'deskExpected');
    expect(await expected()).toBe(0);
    const guest = await portal.member('13900000077');
    for (const name of ['赵一', '钱二']) await enrolled(portal, guest, 'ending', [await addedContact(portal, guest, { name })]);
    expect(await expected()).toBe(2);
    const page = portal.definitions.current.desk('centre')?.pages.get('/content/appointment/edit')?.definition;
    expect(page).toMatchObject({
      above: {
        actions: {
          actions: {
            withdraw: {
              cases: {
                expected: { when: { '/expected/item/deskExpected': { minimum: 1 } }, call: expect.stringContaining('withdraw') as string },
              },
              otherwise: { call: expect.stringContaining('withdraw') as string },
            },
          },
        },
      },
    });
  });

  it('says it before several are withdrawn at once, and beside the time at which one is', () => {
    const desk = portal.definitions.current.desk('centre');
    const list = desk?.pages.get('/content/appointment');
    const [row] = Object.values(list?.cards ?? {});
    expect(row?.bulk?.['withdraw']).toMatchObject({
      warns: { with: { id: '/row/id' }, count: '/reply/data/deskExpected', text: '/texts/deskWithdrawSeveral' },
    });
    expect(list?.endpoints).toContain(row?.bulk?.['withdraw']?.warns?.source);
    const definition = desk?.modules['appointment']?.definition;
    expect(definition?.forms?.['edit']?.fields['deskWithdrawAt']?.hint).toMatchObject({ with: { count: '/expected/item/deskExpected' } });
  });
});
