import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFigures } from '../../../src/database/desk/figures';
import type { JsonObject } from '../../../src/model/json';
import { formatDate } from '../../../src/runtime/time';
import { VisitCounts } from '../../../src/server/figures/visitCounts';
import { grantPoints } from '../../../src/server/rooms/points/grant';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { book, dayAhead, venue } from '../bookings';
import { activity, addedContact, type Asker, enrolled, listed } from '../enrolments';
import { exchanged, goods } from '../points';
import { carryOutAll, type DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
let desk: DeskBrowser;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  desk = await deskOf(portal, 'administrator');
  member = await portal.member('13900000061');
});
afterAll(() => portal.close());

const figure = async (name: string, query = '', browser = desk): Promise<JsonObject[]> => {
  const reply = await browser.call('GET', `/api/desk/figures/${name}${query}`);
  expect(reply.text).toContain('"status":200');
  return at(reply.body, 'data', 'rows') as JsonObject[];
};
const today = () => formatDate(portal.clock.now());
const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36' };

describe('visits', () => {
  it('of two servers are summed up by day and module; machines and prefetches do not count', async () => {
    const servers = [new VisitCounts(portal.database, portal.clock.now), new VisitCounts(portal.database, portal.clock.now)];
    for (const server of servers) {
      server.add('centre', 'information', person);
      server.add('centre', 'venue', person);
      server.add('centre', 'information', { ...person, 'sec-purpose': 'prefetch' });
      server.add('centre', 'information', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
      server.add('museum', 'exhibit', person);
    }
    await Promise.all(servers.map((server) => server.store()));
    await servers[0]?.store();
    const days = await figure('visits', '?days=3');
    expect(days.map((row) => row['visits'])).toEqual([0, 0, 4]);
    expect(days.at(-1)).toMatchObject({ at: today() });
    expect((await figure('modules')).map(({ module, visits }) => [module, visits])).toEqual([
      ['资讯', 2],
      ['场馆', 2],
    ]);
  });

  it('that could not be stored are counted with the next', async () => {
    const failing = Object.create(portal.database, {
      kysely: {
        get: () => {
          throw new Error('away');
        },
      },
    }) as typeof portal.database;
    let db = failing;
    const counts = new VisitCounts(
      {
        get kysely() {
          return db.kysely;
        },
      } as typeof portal.database,
      portal.clock.now,
    );
    counts.add('library', 'information', person);
    await expect(counts.store()).rejects.toThrow('away');
    db = portal.database;
    counts.add('library', 'information', person);
    await counts.store();
    const library = await deskOf(portal, 'administrator', 'figures', 'library', 'library.localhost');
    expect((await figure('visits', '?days=1', library)).map((row) => row['visits'])).toEqual([2]);
  });

  it('count for the day in Shanghai on which they were, whichever way the clock went', async () => {
    const midnight = Date.parse('2025-03-01T00:00:00+08:00');
    let now = midnight;
    const counts = new VisitCounts(portal.database, () => now);
    for (const after of [-1, 0, 86_399_999, 86_400_000, 1]) {
      now = midnight + after;
      counts.add('library', 'daily', person);
    }
    await counts.store();
    const { rows } = await portal.database.pool.query<{ day: string; count: number }>(
      "select day::text, count from page_visit where module = 'daily' order by day",
    );
    expect(rows.map(({ day, count }) => [day, Number(count)])).toEqual([
      ['2025-02-28', 1],
      ['2025-03-01', 3],
      ['2025-03-02', 1],
    ]);
  });

  it('of long periods are summed up by month', async () => {
    const months = await figure('visits', '?days=365');
    expect(months.length).toBeGreaterThan(11);
    expect(months.at(-1)).toMatchObject({ at: today().slice(0, 7), visits: 4 });
  });
});

describe('enrolments, bookings, points and searches', () => {
  it('are counted on the days on which they were', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'counted')]);
    for (const name of ['张一', '李二']) await enrolled(portal, member, 'counted', [await addedContact(portal, member, { name })]);
    const [one] = await listed(portal, member);
    await desk.call('POST', '/api/desk/visits/check-in', { activityId: 'counted', signCode: one?.['signCode'] ?? '' });
    expect((await figure('enrolments', '?days=2')).map(({ enrolled: sum, came, cancelled }) => [sum, came, cancelled])).toEqual([
      [0, 0, 0],
      [2, 1, 0],
    ]);
  });

  it('tell how much each place is used, and at which hours; what nobody decided on does not count', async () => {
    await portal.put('centre', 'venue', [venue('hall'), venue('room')]);
    const day = dayAhead(portal, 2);
    await book(portal, member, `${day} 09:00-10:30`);
    const [waiting] = at((await desk.call('GET', '/api/desk/bookings?page=1&size=5')).body, 'data', 'rows') as JsonObject[];
    const period = `?from=${day}&to=${day}`;
    expect(await figure('places', period)).toEqual([]);
    await desk.call('POST', '/api/desk/bookings/move', { id: waiting?.['id'] ?? '', move: 'approve' });
    await carryOutAll(portal);
    expect(await figure('places', period)).toMatchObject([{ place: 'V hall', bookings: 1, hours: 1.5, came: 0 }]);
    expect((await figure('hours', period)).map(({ hour, bookings }) => [hour, bookings])).toEqual([
      ['09:00', 1],
      ['10:00', 1],
    ]);
  });

  it('tell what points came in and went out', async () => {
    const site = portal.definitions.portal('centre');
    if (!site) throw new Error('there is no portal');
    const before = (await figure('points', '?days=1'))[0];
    await portal.put('centre', 'pointsmall', [goods(portal, 'fan')]);
    await grantPoints(portal.database, site, { member: member.id, reason: '补发', now: portal.clock.now(), points: 500 });
    await exchanged(portal, member, 'fan');
    const after = (await figure('points', '?days=1'))[0];
    expect([Number(after?.['given']) - Number(before?.['given']), Number(after?.['gone']) - Number(before?.['gone'])]).toEqual([500, 100]);
  });

  it('tell what was searched for in vain, but no long numbers', async () => {
    const search = (title: string) => portal.ask({ method: 'PUT', url: '/api/portal/web/search/record', body: { title } });
    for (const title of ['星际航行', '星际航行', '13812345678']) expect((await search(title)).status).toBe(200);
    expect((await figure('misses')).map(({ term, searches }) => [term, searches])).toEqual([['星际航行', 2]]);
  });
});

describe('figures', () => {
  it('are for those who manage an institution, of that alone', async () => {
    const editor = await deskOf(portal, 'editor');
    expect((await editor.call('GET', '/api/desk/figures/visits')).status).toBe(403);
    const museum = await deskOf(portal, 'administrator', 'figures', 'museum', 'museum.localhost');
    expect((await figure('visits', '?days=1', museum)).map((row) => row['visits'])).toEqual([2]);
    for (const name of ['places', 'misses']) expect(await figure(name, '', museum)).toEqual([]);
  });

  it.each([
    ['ends before it begins', '2026-03-02', '2026-03-01', 400],
    ['is too long', '2016-03-02', '2026-03-01', 400],
    ['is none', 'x', '2026-03-01', 400],
    ['can be shown', '2026-02-01', '2026-03-01', 200],
  ])('are not shown of a period that %s', async (_what, from, to, status) => {
    expect((await desk.call('POST', '/api/desk/figures/period', { from, to })).status).toBe(status);
  });

  it('are forgotten after some years', async () => {
    await removeFigures(portal.database, dayAhead(portal, 1));
    expect((await figure('visits', '?days=1')).map((row) => row['visits'])).toEqual([0]);
  });
});
