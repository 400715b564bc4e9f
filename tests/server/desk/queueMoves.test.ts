import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putItems } from '../../../src/database/content/writeItems';
import type { CompiledPortal } from '../../../src/model/compiled';
import { asObject, type JsonObject } from '../../../src/model/json';
import { listQueueMoves } from '../../../src/runtime/queueMoves';
import { toRecord } from '../../../src/server/items/record';
import { grantPoints } from '../../../src/server/rooms/points/grant';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { book, dayAhead, venue } from '../bookings';
import type { Asker } from '../enrolments';
import { exchanged, goods } from '../points';
import { carryOutAll, type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

let portal: AccountPortal;
let site: CompiledPortal;
let desk: DeskBrowser;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('there is no portal');
  site = found;
  desk = await deskOf(portal, 'administrator');
  member = await portal.member('13900000072');
  await portal.put('centre', 'venue', [venue('hall')]);
  await portal.put('centre', 'pointsmall', [goods(portal, 'fan', { number: 50 })]);
  await grantPoints(portal.database, site, { member: member.id, reason: '补发', now: portal.clock.now(), points: 5000 });
});
afterAll(() => portal.close());

const waiting = async (browser = desk): Promise<JsonObject[]> =>
  at((await browser.call('GET', '/api/desk/waiting?page=1&size=50')).body, 'data', 'rows') as JsonObject[];
const decide = (row: JsonObject | undefined, move: string, words = '', browser = desk): Promise<DeskReply> =>
  browser.call('POST', '/api/desk/waiting/decide', {
    id: String(row?.['id']),
    module: String(row?.['module']),
    move,
    ...(words === '' ? {} : { words }),
  });

/** One thing of each kind awaits a decision: a comment, a declaration, a booking and an order. */
async function handIn(): Promise<Record<string, JsonObject>> {
  const put = async (name: string, state: string, doc: JsonObject): Promise<void> => {
    const module = site.modules[name];
    if (!module) throw new Error(`there is no ${name}`);
    await putItems(portal.database, [toRecord('centre', module, { id: `${name}-waiting`, memberId: member.id, ...doc }, state)]);
  };
  await put('work', 'waiting', { title: '水乡', columnId: '6176' });
  await put('declarerecord', 'sent', { projectName: '水乡渔歌', menuId: '6169' });
  expect((await book(portal, member, `${dayAhead(portal, 2)} 09:00-10:00`)).status).toBe(200);
  expect((await exchanged(portal, member, 'fan')).status).toBe(200);
  return Object.fromEntries((await waiting()).map((row) => [String(row['module']), row]));
}

const say = (row: JsonObject | undefined): string[] => Object.keys(asObject(row?.['moves'])).map((name) => labelOf(name));
const labelOf = (name: string): string => listQueueMoves(site).find((move) => move.name === name)?.label ?? '';
const nameOf = (label: string): string => listQueueMoves(site).find((move) => move.label === label)?.name ?? '';

describe('several things in the queue', () => {
  it('are decided on in one go, whatever they are, taken back in one go, and each as its module has it', async () => {
    const found = await handIn();
    expect([say(found['work']), say(found['declarerecord']), say(found['booking']), say(found['creditorder'])]).toEqual([
      ['通过', '不通过'],
      ['通过', '驳回'],
      ['通过', '驳回'],
      ['处理', '撤销兑换'],
    ]);
    const approve = nameOf('通过');
    for (const module of ['work', 'declarerecord', 'booking'])
      expect((await decide(found[module], approve)).body).toMatchObject({ status: 200, message: '通过：已完成' });
    // What is called otherwise is not done: an order has nothing that is called so.
    expect((await decide(found['creditorder'], approve)).status).toBe(404);
    expect((await waiting()).map(({ module }) => module)).toEqual(['creditorder']);
    const left = at((await desk.call('GET', '/api/desk/undo')).body, 'data') as JsonObject;
    expect(left['text']).toBe('“通过” 3 项');
    expect((await desk.call('POST', '/api/desk/undo', { ids: String(left['ids']) })).status).toBe(200);
    expect(await waiting()).toHaveLength(4);

    const back = nameOf('驳回');
    expect((await decide(found['declarerecord'], back)).status).toBe(400);
    for (const module of ['declarerecord', 'booking']) expect((await decide(found[module], back, '材料不完整')).status).toBe(200);
    expect((await decide(found['creditorder'], nameOf('处理'))).status).toBe(200);
    expect((await decide(found['work'], approve)).status).toBe(200);
    expect((await decide(found['work'], approve)).status).toBe(409);
    expect(await carryOutAll(portal)).toBe(4);
    expect(await waiting()).toEqual([]);
    const { body } = await portal.ask({ url: '/api/personal/web/inbox/page?page=1&limit=50', token: member.token });
    expect(JSON.stringify(body).split('材料不完整')).toHaveLength(3);
  });

  it('are decided on by those alone who may decide on what they are', async () => {
    const [frontDesk, reviewer, elsewhere] = [
      await deskOf(portal, 'frontDesk', 'desk.front'),
      await deskOf(portal, 'reviewer', 'desk.review'),
      await deskOf(portal, 'administrator', 'admin.museum', 'museum', 'museum.localhost'),
    ];
    await portal.put('centre', 'venue', [venue('hall')]);
    expect((await book(portal, member, `${dayAhead(portal, 3)} 09:00-10:00`)).status).toBe(200);
    const booking = (await waiting()).find(({ module }) => module === 'booking');
    const work = { id: 'work-waiting', module: 'work' };
    const approve = nameOf('通过');
    expect((await decide(work, approve, '', frontDesk)).status).toBe(403);
    expect((await decide(booking, approve, '', elsewhere)).status).toBe(404);
    expect((await decide({ ...booking, module: 'no such' }, approve)).status).toBe(404);
    expect((await decide({ ...booking, id: 'no such' }, approve)).status).toBe(404);
    expect((await decide(booking, approve, '', reviewer)).status).toBe(403);
  });
});
