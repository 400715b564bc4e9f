import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createCopies } from '../../../src/server/api/copies';
import { parseBackendAccess } from '../../../src/server/config/backendAccess';
import { type ForeignServer, startForeignServer } from '../foreignBackend';
import { at, testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
let foreign: ForeignServer;
let now = Date.parse('2026-11-20T09:30:00+08:00');

const call = (path: string, more: object) => ({ get: `/api/talks${path}`, ok: { '/status': 200 }, message: '/message', ...more });
const rows = { rows: '/data/rows', total: '/data/total', paging: { page: 'page', size: 'limit' } };
const talks = {
  title: '讲座',
  backend: 'talks',
  item: { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' } } },
  roles: { title: '/title' },
  endpoints: {
    list: call('{?page,limit}', { ...rows, upstream: { get: '/list', rows: '/all' } }),
    notes: call('/notes{?page,limit}', { ...rows, upstream: { get: '/notes', rows: '/all' } }),
    guests: call('/guests{?page,limit}', { ...rows, upstream: { get: '/guests', rows: '/all' } }),
    detail: call('/{id}', {
      item: '/data',
      params: { id: { field: '/id', required: true } },
      upstream: { get: '/talk/{id}', item: '/talk' },
    }),
  },
  cards: { line: { shape: 'line', title: '/row/title' } },
  pages: {
    talks: {
      kind: 'list',
      source: 'list',
      layouts: { list: { card: 'line' } },
      loads: { notes: { source: 'notes', limit: 3 }, guests: { source: 'guests', limit: 3 } },
      aside: {
        notes: { section: 'list', rows: '/notes/rows', card: 'line' },
        guests: { section: 'list', rows: '/guests/rows', card: 'line' },
      },
    },
    talk: { kind: 'detail', source: 'detail', sections: { heading: { section: 'heading', title: '/item/title' } } },
  },
};

const all = (title: string) => () => ({ all: [{ id: '1', title }] });

beforeAll(async () => {
  foreign = await startForeignServer();
  portal = await testPortal({ copy: true, clock: () => now, backends: { access: parseBackendAccess('127.0.0.0/8') } });
  const file = join(portal.root, 'tenants/museum/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...settings, backends: { talks: { base: foreign.base, timeout: 1000 } } }));
  await writeFile(join(portal.root, 'tenants/museum/modules/talks.json'), JSON.stringify(talks));
  now += 1_000;
});
afterAll(async () => {
  await portal.close();
  await foreign.close();
});
beforeEach(() => {
  foreign.asked.length = 0;
  foreign.routes = {
    '/list': all('讲座一'),
    '/notes': all('笔记一'),
    '/guests': all('嘉宾一'),
    '/talk/1': () => ({ talk: { id: '1', title: '讲座一' } }),
  };
});

const page = (url: string) => portal.get(url, 'museum.localhost', { accept: 'text/html' });
const fail = (): void => {
  for (const path of Object.keys(foreign.routes))
    foreign.routes[path] = (_url, _asked, response) => {
      response.statusCode = 502;
      return { message: 'internal words' };
    };
};

describe('calls of a page', () => {
  test('the definitions have no fault', async () => {
    await page('/talks');
    expect(portal.problems).toEqual([]);
  });

  test('that do not wait for each other are under way at the same time: three slow ones take as long as one', async () => {
    now += 60_000;
    const held: (() => void)[] = [];
    // Each is answered only when all three are there.
    const hold = (title: string) => (_url: URL, _asked: unknown, response: { end(text: string): unknown }) => {
      held.push(() => response.end(JSON.stringify(all(title)())));
      if (held.length === 3) held.forEach((answer) => answer());
      return undefined;
    };
    foreign.routes = { '/list': hold('讲座二'), '/notes': hold('笔记二'), '/guests': hold('嘉宾二') };
    const { status, text } = await page('/talks');
    expect(status).toBe(200);
    for (const title of ['讲座二', '笔记二', '嘉宾二']) expect(text).toContain(title);
  });
});

describe('while a back end is away', () => {
  test('a page is made of the last good replies, says so and when they are from, and is kept by nobody', async () => {
    now = Date.parse('2026-11-20T10:30:00+08:00');
    await page('/talks');
    await page('/talk?id=1');
    await portal.app.inject({ url: '/api/talks/1', headers: { host: 'museum.localhost' } });
    fail();
    // Longer than pages are sent again without asking, and no page of it is left.
    now += 48 * 3_600_000;
    for (const [url, title] of [
      ['/talks', '讲座一'],
      ['/talk?id=1', '讲座一'],
    ] as const) {
      const { status, text, headers } = await page(url);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toContain(title);
      expect(text).toContain('暂时无法访问最新内容，以下是11月20日 10:30的内容');
      expect(text).not.toContain('internal words');
    }
    const reply = await portal.app.inject({ url: '/api/talks?page=1&limit=12', headers: { host: 'museum.localhost' } });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(at(reply.json(), 'message')).toContain('11月20日 10:30');
    expect((await portal.get(`/portal/page?url=${encodeURIComponent('/talks')}`, 'museum.localhost')).status).toBe(503);
  });

  test('it is not asked again and again, and a page is new as soon as it is back', async () => {
    fail();
    now += 60_000;
    await page('/talks');
    const asked = foreign.asked.length;
    now += 1_000;
    expect((await portal.get('/api/talks?page=1&limit=12', 'museum.localhost')).status).toBe(200);
    expect(foreign.asked.length).toBe(asked);
    now += 6_000;
    foreign.routes = { '/list': all('讲座三'), '/notes': all('笔记三'), '/guests': all('嘉宾三') };
    const { text, headers } = await page('/talks');
    expect(text).toContain('讲座三');
    expect(text).not.toMatch(/以下是\d/);
    expect(headers['cache-control']).toContain('must-revalidate');
  });

  test('what was never had is said to be away', async () => {
    fail();
    const { status, text } = await page('/talks?page=7');
    expect(status).toBe(503);
    expect(text).toContain('暂时无法访问，请稍后再试');
  });
});

describe('copies of replies', () => {
  test('outlive a restart, and of too many the oldest go', async () => {
    const endpoint = portal.definitions.portal('museum')?.endpoints['talks:list'];
    if (!endpoint) throw new Error('no such call');
    const open = () =>
      createCopies({
        db: portal.database,
        clock: () => now,
        report: (error) => expect(error).toBe(undefined),
        largest: 300,
        mostBytes: 500,
      });
    const copies = open();
    const named = (url: string) => ({ tenant: 'bounded', endpoint, url });
    const body = { text: 'x'.repeat(180) };
    for (const url of ['/a', '/b', '/c']) {
      now += 61_000;
      copies.keep(named(url), body);
    }
    copies.keep(named('/large'), { text: 'x'.repeat(400) });
    await copies.find(named('/a'));
    const found = await Promise.all(['/a', '/b', '/c', '/large'].map(async (url) => (await open().find(named(url)))?.body));
    expect(found).toEqual([undefined, body, body, undefined]);
    expect(open().findPaused(named('/b'))).toBeUndefined();
    const { rows: sizes } = await sql<{ bytes: string }>`select sum(size) as bytes from reply_copy where tenant = 'bounded'`.execute(
      portal.database.kysely,
    );
    expect(Number(sizes[0]?.bytes)).toBeLessThanOrEqual(500);
  });
});
