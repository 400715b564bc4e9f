import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { demoItems, testPortal, type TestPortal } from '../server/portal';
import { type Gate, openGate } from './gate';

const day = 24 * 60 * 60 * 1_000;
/** Shorter than visitors have, so that the frozen database costs little time. */
const deadlineMs = 700;
const html = { accept: 'text/html' };
let gate: Gate;
let behind: Database;
let portal: TestPortal;
let elapsed = 1_000_000;
const lost: Error[] = [];

beforeAll(async () => {
  portal = await testPortal({
    stopwatch: () => elapsed,
    deadlineMs,
    async through({ databaseUrl }) {
      gate = await openGate(databaseUrl);
      behind = await openDatabase({ databaseUrl: gate.url, dataDir: '', poolSize: 4, onConnectionError: (error) => lost.push(error) });
      return behind;
    },
  });
  for (const module of ['information', 'exhibit']) await portal.put('centre', module, await demoItems('centre', module));
});
afterAll(async () => {
  await gate.open();
  await behind.close();
  await portal.close();
  await gate.close();
});
beforeEach(() => gate.open());

const get = (url: string) => portal.get(url, 'localhost', html);
/** Asks, and says how many milliseconds that took. */
const time = async (url: string) => {
  const begin = performance.now();
  return { ...(await get(url)), took: performance.now() - begin };
};
const note = /<p class="wrap quiet" role="status">内容更新于 \d+月\d+日 [\d:]+<\/p>\n/;
/** Asks for the home page as long as it takes the machine to make it before the deadline. */
const fresh = async () => {
  let page = await time('/');
  const isFresh = async (): Promise<boolean> => {
    elapsed += 60_000;
    page = await time('/');
    return page.status === 200 && !note.test(page.text);
  };
  await expect.poll(isFresh).toBe(true);
  return page;
};
/** How long an answer may take that has to come by the deadline, on a machine where one takes so long for which all is there. */
const most = (usual: number): number => deadlineMs + 1_000 + 5 * usual;
/** Asks until the database answers again, so that no test begins with what another one left. */
const recover = async (): Promise<void> => {
  await gate.open();
  await expect.poll(async () => (await portal.get('/api/information/web/page?columnId=6101&page=1&limit=1')).status).toBe(200);
};

const failures: [string, () => void | Promise<void>][] = [
  ['refuses connections', () => gate.close()],
  ['is frozen', () => gate.freeze()],
];

describe.each(failures)('while the database %s', (_state, fail) => {
  test('the home page is its last good state, with its time, for up to a day', async () => {
    await recover();
    elapsed += 2 * day;
    const good = await fresh();
    await fail();
    elapsed += 60_000;
    const old = await time('/');
    expect(old.took).toBeLessThan(most(good.took));
    expect([old.status, note.test(old.text), old.text.replace(note, '') === good.text]).toEqual([200, true, true]);
    const again = await time('/');
    expect(again.text === old.text).toBe(true);
    // It waits for the database no more.
    expect(again.took).toBeLessThan(deadlineMs);
    elapsed += day;
    expect((await get('/')).status).toBe(503);
    await recover();
    expect((await fresh()).text).toContain('info-0025');
  }, 60_000);

  test('a page that nobody has seen, and a call, say within the deadline that they come later', async () => {
    await recover();
    elapsed += 2 * day;
    const usual = (await fresh()).took;
    await fail();
    elapsed += 2 * day;
    for (const url of ['/', '/exhibit?columnId=6102', '/api/information/web/page?columnId=6101&page=1&limit=1']) {
      const { status, headers, text, took } = await time(url);
      expect([url, status, String(headers['retry-after']), text.length > 20]).toEqual([url, 503, '3', true]);
      expect(took).toBeLessThan(most(usual));
    }
    await recover();
  }, 60_000);
});

test('connections that break while nobody uses them are told of', async () => {
  await recover();
  const before = lost.length;
  await gate.close();
  await expect.poll(() => lost.length).toBeGreaterThan(before);
});
