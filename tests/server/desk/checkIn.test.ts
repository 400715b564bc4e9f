import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pbkdf2Sync } from 'node:crypto';
import { listAudit } from '../../../src/database/desk/audit';
import type { JsonObject } from '../../../src/model/json';
import { formatIso } from '../../../src/runtime/time';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { activity, addedContact, type Asker, enrolled, hour, inTime, listed, surplus, unsubscribe } from '../enrolments';
import { type DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
let desk: DeskBrowser;
let other: DeskBrowser;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  desk = await deskOf(portal, 'frontDesk');
  other = await deskOf(portal, 'frontDesk', 'desk.two');
  member = await portal.member('13900000021');
});
afterAll(() => portal.close());

const today = (id: string, more: JsonObject = {}): JsonObject =>
  activity(portal, id, { beginTime: inTime(portal, -hour), endTime: inTime(portal, hour), enrollEndTime: inTime(portal, hour), ...more });
const path = (name: string, id: string, query = ''): string => `/api/desk/visits/${name}?activityId=${id}${query}`;
const rows = async (url: string, browser = desk): Promise<JsonObject[]> =>
  at((await browser.call('GET', url)).body, 'data', 'rows') as JsonObject[];
const figures = async (id: string): Promise<JsonObject> => at((await desk.call('GET', path('activity', id))).body, 'data') as JsonObject;
const scan = async (activityId: string, more: JsonObject, browser = desk, headers = {}): Promise<JsonObject> => {
  const { body } = await browser.call('POST', '/api/desk/visits/scan', { activityId, ...more }, headers);
  return { message: body['message'] ?? '', ...(at(body, 'data') as JsonObject | undefined) };
};
const act = (name: string, body: JsonObject, browser = desk) => browser.call('POST', `/api/desk/visits/${name}`, body);

/** Enrols people by name and returns the codes in their order. */
async function enrol(id: string, names: readonly string[], who = member, how: 'signUp' | 'wait' = 'signUp'): Promise<string[]> {
  for (const name of names)
    expect((await enrolled(portal, who, id, [await addedContact(portal, who, { name })], {}, { path: how })).status).toBe(200);
  const own = (await listed(portal, who, `?activityId=${id}&limit=100`)).toReversed();
  return names.map((name) => String(own.find((row) => row['name'] === name)?.['signCode'] ?? ''));
}

/** Takes what was enrolled for before an item was moved, or over. */
const move = (id: string, more: JsonObject): Promise<void> => portal.put('centre', 'appointment', [today(id, more)]);

describe('scanning at the desk', () => {
  beforeAll(async () => {
    for (const id of ['scan', 'next-door']) await portal.put('centre', 'appointment', [activity(portal, id, { number: 3, waiting: 1 })]);
  });

  it('says of each code what is the matter with it', async () => {
    const [one = '', two = '', gone = ''] = await enrol('scan', ['赵一', '钱二', '孙三']);
    expect(await scan('scan', { code: one })).toMatchObject({ outcome: 'refused', title: '不是今天的场次', name: '赵**' });
    const [id] = (await listed(portal, member, '?activityId=scan&limit=100')).map((row) => String(row['id']));
    await unsubscribe(portal, member, id ?? '');
    const [far = ''] = await enrol('next-door', ['周四']);
    await move('scan', {});
    expect(await scan('scan', { code: one })).toMatchObject({ outcome: 'done', title: '签到成功', name: '赵**' });
    expect(await scan('scan', { code: one })).toMatchObject({
      outcome: 'before',
      title: '已经签过到',
      detail: expect.stringMatching(/^\d\d:\d\d 已签到/),
    });
    expect(await scan('scan', { code: gone })).toMatchObject({ outcome: 'refused', title: '报名已取消' });
    expect(await scan('scan', { code: far })).toMatchObject({
      outcome: 'refused',
      title: '不是这个活动',
      detail: expect.stringContaining('A next-door'),
    });
    expect(await scan('scan', { code: '00' })).toMatchObject({ outcome: 'refused', title: '没有报名' });
    expect(JSON.stringify(await figures('scan'))).toContain('"used":1');
    const editor = await deskOf(portal, 'editor');
    expect((await editor.call('POST', '/api/desk/visits/scan', { activityId: 'scan', code: two })).body).toMatchObject({ status: 403 });
    expect((await rows(path('attendees', 'scan', '&state=unused'))).map((row) => row['name'])).toEqual(['钱**']);
  });

  it('checks one in of two devices that read the same code at the same moment; the other hears when it was', async () => {
    const { rows: before } = await listAudit(portal.database, { tenant: 'centre', action: 'enrolment.checkIn', limit: 100, offset: 0 });
    const [row] = await rows(path('attendees', 'scan', '&state=unused'));
    const code = String(
      (await listed(portal, member, '?activityId=scan&status=0')).find((each) => each['id'] === row?.['id'])?.['signCode'],
    );
    const replies = await Promise.all([desk, other, desk, other].map((browser) => scan('scan', { code }, browser)));
    expect(replies.map((reply) => reply['outcome']).sort()).toEqual(['before', 'before', 'before', 'done']);
    const { rows: after } = await listAudit(portal.database, { tenant: 'centre', action: 'enrolment.checkIn', limit: 100, offset: 0 });
    expect(after.length - before.length).toBe(1);
    expect(after[0]).toMatchObject({ module: 'appointment', item: 'scan', detail: { enrolment: row?.['id'] } });
  });
});

describe('without a connection', () => {
  let codes: string[];
  beforeAll(async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'cellar', { number: 9 })]);
    codes = await enrol('cellar', ['吴五', '郑六', '王七']);
    await move('cellar', { number: 9 });
  });
  const moment = (minutes: number): string => formatIso(portal.clock.now() - minutes * 60_000);

  it('the list on the phone has hashes of the codes and masked names, and nothing else of anybody', async () => {
    const { body, text } = await desk.call('GET', path('roll', 'cellar'));
    const roll = at(body, 'data') as { salt: string; rounds: number; entries: JsonObject[] };
    const hash = (code: string): string => pbkdf2Sync(code, Buffer.from(roll.salt, 'base64'), roll.rounds, 16, 'sha256').toString('base64');
    expect(roll.entries.map((entry) => [entry['name'], entry['hash'], entry['outcome']])).toEqual(
      codes.map((code, index) => [['吴**', '郑**', '王**'][index], hash(code), 'done']),
    );
    for (const secret of [...codes, '13812345678', '吴五']) expect(text).not.toContain(secret);
    const again = at((await desk.call('GET', path('roll', 'cellar'))).body, 'data') as JsonObject;
    expect(again['salt']).not.toBe(roll.salt);
  });

  it('what was noted counts at the time of the scan, once however often it is sent, for who noted it alone', async () => {
    const { owner } = at((await desk.call('GET', path('roll', 'cellar'))).body, 'data') as { owner: string };
    const [line] = await rows(path('attendees', 'cellar'));
    const noted = { id: String(line?.['id']), at: moment(9), by: owner };
    const key = { 'idempotency-key': 'scan-0001-0001-0001' };
    const first = await scan('cellar', noted, desk, key);
    expect(first).toMatchObject({ outcome: 'done', name: '吴**' });
    expect(await scan('cellar', noted, desk, key)).toEqual(first);
    expect((await rows(path('attendees', 'cellar', '&state=used')))[0]).toMatchObject({ signedIn: noted.at });
    const { rows: noting } = await listAudit(portal.database, { tenant: 'centre', action: 'enrolment.checkIn', limit: 1, offset: 0 });
    expect(noting[0]).toMatchObject({ detail: { offline: true } });
    expect(await scan('cellar', { code: codes[1] ?? '', at: moment(5), by: owner }, other)).toMatchObject({
      message: expect.stringContaining('另一位工作人员'),
    });
    expect(await scan('cellar', { code: codes[1] ?? '', at: moment(13 * 60), by: owner })).toMatchObject({
      message: expect.stringContaining('12小时'),
    });
    expect(await scan('cellar', { code: codes[1] ?? '', at: moment(-30), by: owner })).toMatchObject({
      message: expect.stringContaining('12小时'),
    });
  });

  it('who was checked in elsewhere meanwhile, or called off, is told when it is sent', async () => {
    const { owner } = at((await desk.call('GET', path('roll', 'cellar'))).body, 'data') as { owner: string };
    const [, second, third] = await rows(path('attendees', 'cellar'));
    expect(await scan('cellar', { code: codes[1] ?? '' }, other)).toMatchObject({ outcome: 'done' });
    expect(await scan('cellar', { id: String(second?.['id']), at: moment(3), by: owner })).toMatchObject({ outcome: 'before' });
    expect((await act('call-off', { activityId: 'cellar', id: String(third?.['id']), reason: '重复报名' })).status).toBe(200);
    expect(await scan('cellar', { id: String(third?.['id']), at: moment(3), by: owner })).toMatchObject({
      outcome: 'refused',
      title: '报名已取消',
    });
    expect((await act('call-off', { activityId: 'cellar', id: String(third?.['id']), reason: '再来' })).status).toBe(409);
  });
});

describe('the list of an activity', () => {
  beforeAll(async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'talk', { number: 2, waiting: 1 })]);
  });

  it('gives a free place to who is chosen, and never more places than there are', async () => {
    await enrol('talk', ['冯八', '陈九']);
    await enrol('talk', ['褚十', '卫十一'], member, 'wait');
    const waiting = await rows(path('attendees', 'talk', '&state=waiting'));
    expect(waiting.map((row) => row['name'])).toEqual(['褚**', '卫**']);
    const promote = (row: JsonObject | undefined, browser = desk) =>
      act('promote', { activityId: 'talk', id: String(row?.['id']) }, browser);
    expect((await promote(waiting[1])).status).toBe(409);
    await portal.put('centre', 'appointment', [activity(portal, 'talk', { number: 3, waiting: 1 })]);
    const replies = await Promise.all([promote(waiting[1]), promote(waiting[0], other), promote(waiting[1], other)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await figures('talk')).toMatchObject({ enrolled: 3, waiting: 1, left: 0 });
    expect(await surplus(portal, 'talk')).toBe(0);
  });

  it('is searched by name, phone, the end of a phone and code, and ordered', async () => {
    const found = async (keyword: string): Promise<unknown[]> =>
      (await rows(path('attendees', 'talk', `&keyword=${encodeURIComponent(keyword)}`))).map((row) => row['name']);
    expect(await found('陈')).toEqual(['陈**']);
    expect(await found('13812345678')).toHaveLength(4);
    expect(await found('5678')).toHaveLength(4);
    expect(await found('1234')).toEqual([]);
    const { signCode } = (await listed(portal, member, '?activityId=talk&status=0')).at(-1) ?? {};
    expect(await found(String(signCode))).toHaveLength(1);
  });

  it('tells no-shows from those who waited in vain once it is over', async () => {
    const [one] = await rows(path('attendees', 'talk', '&state=unused'));
    expect((await act('check-in-row', { activityId: 'talk', id: String(one?.['id']) })).status).toBe(200);
    await move('talk', { number: 3, waiting: 1, beginTime: inTime(portal, -3 * hour), endTime: inTime(portal, -hour) });
    const missing = await rows(path('attendees', 'talk', '&state=noShow'));
    expect(missing.map((row) => row['stateLabel'])).toEqual(['未到场', '未到场']);
    expect(await figures('talk')).toMatchObject({ over: true, used: 1, noShow: 2, waiting: 0 });
    expect((await act('check-in-row', { activityId: 'talk', id: String(missing[0]?.['id']) })).status).toBe(409);
  });
});

describe('a message to who is enrolled', () => {
  it('reaches each member once, whoever sends it how often, and later those who enrol later', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'concert')]);
    const friend = await portal.member('13900000022');
    await enrol('concert', ['蒋一', '沈二']);
    await enrol('concert', ['韩三'], friend);
    const words = { activityId: 'concert', to: 'enrolled', title: '地点有变', text: '请改到二楼报告厅。', by: 'message' };
    expect((await figures('concert'))['members']).toMatchObject({ enrolled: 2 });
    const replies = await Promise.all([act('tell', words), act('tell', words, other), act('tell', words)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(replies.find(({ status }) => status === 200)?.body['message']).toBe('已发给2位会员');
    const inbox = async ({ token }: Asker): Promise<JsonObject[]> => {
      const { body } = await portal.ask({ url: '/api/personal/web/inbox/page?page=1&limit=50', token });
      return (at(body, 'data', 'rows') as JsonObject[]).filter((row) => row['title'] === words.title);
    };
    expect([(await inbox(member)).length, (await inbox(friend)).length]).toEqual([1, 1]);
    const late = await portal.member('13900000023');
    await enrol('concert', ['杨四'], late);
    expect((await act('tell', words)).body['message']).toBe('已发给1位会员');
    expect([(await inbox(member)).length, (await inbox(late)).length]).toEqual([1, 1]);
    const { rows: kept } = await listAudit(portal.database, { tenant: 'centre', action: 'enrolment.tell', limit: 10, offset: 0 });
    expect(kept.map(({ detail }) => detail['members'])).toEqual([1, 2]);
    expect(JSON.stringify(kept)).not.toMatch(/二楼|地点有变/);
  });
});
