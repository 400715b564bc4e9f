import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { parseBackendAccess } from '../../../src/server/config/backendAccess';
import { type ForeignServer, startForeignServer } from '../foreignBackend';
import { at, testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
let foreign: ForeignServer;
const log: string[] = [];

const day = 1_763_600_400;
const shows = Array.from({ length: 7 }, (_, index) => ({
  ident: { no: 100 + index },
  name: `演出${index + 1}`,
  starts: day + index * 3600,
  fee: 1990 + index,
  state: index % 2 === 0 ? 'OPEN' : 'FULL',
  secretPhone: '13800138000',
}));

/** The list of a module of its own, with each way of paging, and what else its calls need. */
const list = (name: string, upstream: JsonObject): JsonObject => ({
  get: `/api/${name}{?page,limit,kind,since}`,
  params: { kind: { field: '/kind' }, since: { field: '/begins', match: 'from' } },
  paging: { page: 'page', size: 'limit', max: 50 },
  ok: { '/status': 200 },
  rows: '/data/rows',
  total: '/data/total',
  message: '/message',
  upstream,
});

const fields = {
  '/id': '/ident/no',
  '/title': '/name',
  '/begins': { at: '/starts', time: 'epochSeconds' },
  '/price': { at: '/fee', scale: 0.01 },
  '/kind': { const: 'show' },
  '/status/code': { at: '/state', values: { OPEN: 1, FULL: 2 }, otherwise: 0 },
};

const shop = {
  title: '演出',
  backend: 'shop',
  item: {
    type: 'object',
    required: ['id', 'title'],
    properties: {
      id: { type: 'string' },
      title: { type: 'string' },
      kind: { type: 'string' },
      begins: { type: 'string', format: 'date-time' },
      day: { type: 'string', format: 'date' },
      price: { type: 'number' },
      status: { type: 'object', properties: { code: { type: 'integer' } } },
      content: { type: 'string', contentMediaType: 'text/html' },
      sessions: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' }, begins: { type: 'string', format: 'date-time' } } },
      },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
  roles: { title: '/title' },
  endpoints: {
    byOffset: list('byOffset', {
      get: '/v2/shows{?skip,take}',
      params: {
        type: { at: '/kind', values: { S: 'show', F: 'film' } },
        lang: { const: 'zh' },
        after: { at: '/since', time: 'yyyy/MM/dd HH:mm' },
      },
      paging: { offset: 'skip', size: 'take' },
      ok: { '/code': 0 },
      rows: '/result/shows',
      total: '/result/count',
      fields,
    }),
    byPage: list('byPage', { get: '/v2/pages', paging: { page: 'p', first: 0, size: 'n' }, rows: '/shows', fields }),
    byCursor: list('byCursor', { get: '/v2/cursor{?kind}', paging: { cursor: 'after', next: '/next', size: 'n' }, rows: '/shows', fields }),
    whole: list('whole', {
      get: '/v2/whole',
      rows: '/shows',
      key: '/id',
      fields: { '/title': '/name', '/begins': { at: '/starts', time: 'epochMilliseconds' } },
    }),
    bare: list('bare', { get: '/v2/bare', fields: { '/id': '/id', '/title': '/title' } }),
    detail: {
      get: '/api/show/{id}',
      params: { id: { field: '/id', required: true } },
      ok: { '/status': 200 },
      item: '/data',
      message: '/message',
      upstream: {
        get: '/v2/shows/{no}',
        params: { no: '/id' },
        item: '/result',
        ok: { '/code': 0 },
        error: '/code',
        errors: { GONE: '演出已取消' },
        fields: {
          ...fields,
          '/day': { at: '/starts', time: 'epochSeconds' },
          '/content': '/html',
          '/tags': { at: '/labels', values: { m: '音乐', d: '戏剧' } },
          '/sessions': { at: '/times', key: '/id', fields: { '/begins': { at: '/t', time: 'yyyy/MM/dd HH:mm' } } },
        },
      },
    },
    book: {
      post: '/api/show/book',
      body: { type: 'object' },
      ok: { '/status': 200 },
      message: '/message',
      upstream: {
        post: '/v2/orders',
        ok: { '/code': 0 },
        error: '/code',
        errors: { 40017: '名额已满' },
        body: {
          '/order/show': '/id',
          '/order/cents': { at: '/price', scale: 0.01 },
          '/order/at': { at: '/begins', time: 'epochSeconds' },
          '/people': { at: '/people', fields: { '/name': '/who' } },
          '/channel': { const: 'portal' },
        },
      },
    },
    here: {
      get: '/api/here{?page,limit}',
      backend: 'builtIn',
      paging: { page: 'page', size: 'limit' },
      ok: { '/status': 200 },
      rows: '/data/rows',
      total: '/data/total',
      message: '/message',
    },
    away: { ...list('away', { get: '/v2/shows', rows: '/result/shows', fields }), backend: 'keyless' },
    mine: {
      get: '/api/mine',
      viewer: true,
      ok: { '/status': 200 },
      rows: '/data/rows',
      message: '/message',
      upstream: { get: '/v2/mine', params: { member: '/viewer/id' }, rows: '/shows', fields },
    },
  },
  cards: { line: { shape: 'line', title: '/row/title' } },
  pages: { shows: { kind: 'list', source: 'byCursor', pageSize: 3, paging: 'more', layouts: { list: { card: 'line' } } } },
};

beforeAll(async () => {
  foreign = await startForeignServer();
  portal = await testPortal({
    copy: true,
    backends: { access: parseBackendAccess('127.0.0.0/8') },
    environment: { SHOP_TOKEN: 'top-secret' },
    logTo: { write: (line) => void log.push(line) },
  });
  const file = join(portal.root, 'tenants/museum/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  const backends = {
    shop: { base: `${foreign.base}/shop`, timeout: 1000, headers: { 'X-Token': { secret: 'SHOP_TOKEN' }, 'X-App': 'portal' } },
    keyless: { base: `${foreign.base}/shop`, headers: { 'X-Token': { secret: 'NOWHERE' } } },
  };
  await writeFile(file, JSON.stringify({ ...settings, backends }));
  await writeFile(join(portal.root, 'tenants/museum/modules/shows.json'), JSON.stringify(shop));
});
afterAll(async () => {
  await portal.close();
  await foreign.close();
});
beforeEach(() => {
  foreign.asked.length = 0;
  foreign.routes = {
    '/shop/v2/shows': (url) => ({
      code: 0,
      result: {
        shows: shows.slice(
          Number(url.searchParams.get('skip')),
          Number(url.searchParams.get('skip')) + Number(url.searchParams.get('take') ?? 50),
        ),
        count: 7,
      },
    }),
    '/shop/v2/pages': (url) => ({
      shows: shows.slice(Number(url.searchParams.get('p')) * Number(url.searchParams.get('n'))).slice(0, Number(url.searchParams.get('n'))),
    }),
    '/shop/v2/cursor': (url) => {
      const from = Number(/^c(\d)$/.exec(url.searchParams.get('after') ?? 'c0')?.[1]);
      const to = from + Number(url.searchParams.get('n'));
      return { shows: shows.slice(from, to), ...(to < 7 ? { next: `c${to}` } : {}) };
    },
    '/shop/v2/whole': () => ({
      shows: { a: { name: '甲', starts: day * 1000 }, b: { name: '乙', starts: String(day * 1000) }, c: { name: '丙' } },
    }),
    '/shop/v2/bare': () => [{ id: 1, title: '一', secret: 1 }],
    '/shop/v2/shows/100': () => ({
      code: 0,
      result: { ...shows[0], html: '<p>简介</p><script>x</script>', labels: ['m', 'x', 'd'], times: { s1: { t: '2026/11/20 09:30' } } },
    }),
    '/shop/v2/shows/101': (_url, _asked, response) => ((response.statusCode = 400), { code: 'GONE', message: 'internal words' }),
    '/shop/v2/orders': () => ({ code: 0 }),
  };
});

const ask = (path: string, host = 'museum.localhost') => portal.get(path, host);
const queries = () => foreign.asked.map(({ url }) => url.replace('/shop/v2', ''));

describe('a list of a foreign back end', () => {
  test('the definitions have no fault', () => expect(portal.problems).toEqual([]));

  test('is asked in its own words and answered in ours; what no field names stays behind', async () => {
    const { status, body } = await ask('/api/byOffset?page=2&limit=3&kind=film&since=2026-11-20');
    expect(status).toBe(200);
    expect(queries()).toEqual(['/shows?skip=3&take=3&type=F&lang=zh&after=2026%2F11%2F20%2000%3A00']);
    expect(body).toEqual({
      status: 200,
      message: expect.any(String),
      data: {
        total: 7,
        rows: [103, 104, 105].map((id, index) => ({
          id,
          title: `演出${index + 4}`,
          begins: `2025-11-20T${String(12 + index)}:00:00+08:00`,
          price: [19.93, 19.94, 19.95][index],
          kind: 'show',
          status: { code: index % 2 === 0 ? 2 : 1 },
        })),
      },
    });
    expect(JSON.stringify(body)).not.toContain('13800138000');
  });

  test('gets the headers of the settings; their secrets go nowhere else', async () => {
    const { text, headers } = await ask('/api/byOffset?page=1&limit=3');
    expect(foreign.asked[0]?.headers).toMatchObject({ 'x-token': 'top-secret', 'x-app': 'portal', 'x-organization-id': '100002' });
    expect(text + JSON.stringify(headers) + (await ask('/shows')).text).not.toContain('top-secret');
  });

  test.each([
    ['a number of the page, the total untold', '/api/byPage?page=1&limit=3', ['/pages?p=0&n=3'], [100, 101, 102], 4],
    ['the last of them', '/api/byPage?page=3&limit=3', ['/pages?p=2&n=3'], [106], 7],
    ['a whole list', '/api/whole?page=1&limit=2', ['/whole'], ['a', 'b'], 3],
    ['its second page', '/api/whole?page=2&limit=2', ['/whole'], ['c'], 3],
    ['a bare list', '/api/bare?page=1&limit=2', ['/bare'], [1], 1],
    [
      'cursors, from the first on',
      '/api/byCursor?page=2&limit=3&kind=x',
      ['/cursor?kind=x&n=3', '/cursor?kind=x&after=c3&n=3'],
      [103, 104, 105],
      7,
    ],
    ['cursors, from the nearest that is known', '/api/byCursor?page=3&limit=3&kind=x', ['/cursor?kind=x&after=c6&n=3'], [106], 7],
    ['cursors, beyond the end', '/api/byCursor?page=9&limit=3&kind=x', ['/cursor?kind=x&after=c6&n=3'], [], 7],
    ['cursors, too far to walk', '/api/byCursor?page=40&limit=3&kind=y', [], undefined, undefined],
  ])('pages by %s', async (_what, path, expected, ids, total) => {
    const { body, status } = await ask(path);
    expect(queries()).toEqual(expected);
    expect(status).toBe(ids ? 200 : 400);
    const rows = at(body, 'data', 'rows') as JsonObject[] | undefined;
    expect(rows?.map(({ id }) => id)).toEqual(ids);
    expect(at(body, 'data', 'total')).toBe(total);
  });

  test('forgets a cursor that is refused, once', async () => {
    await ask('/api/byCursor?page=2&limit=2&kind=z');
    foreign.asked.length = 0;
    foreign.routes['/shop/v2/cursor'] = refuseOnce(foreign.routes['/shop/v2/cursor']);
    const { body } = await ask('/api/byCursor?page=2&limit=2&kind=z');
    expect((at(body, 'data', 'rows') as JsonObject[]).map(({ id }) => id)).toEqual([102, 103]);
    expect(foreign.asked).toHaveLength(3);
  });

  test('a growing list leads on from page to page', async () => {
    const { text } = await portal.get('/shows', 'museum.localhost', { accept: 'text/html' });
    expect(text).toContain('演出3');
    expect(text).not.toContain('演出4');
    expect(text).toMatch(/href="[^"]*page=2/);
    expect((await ask('/shows?page=3')).text).toContain('演出7');
  });

  test('a call that is kept here, and the same module of others, ask nobody', async () => {
    expect((await ask('/api/here')).body).toMatchObject({ status: 200, data: { total: 0 } });
    expect((await ask('/api/information/web/page?page=1')).status).toBe(200);
    expect((await ask('/api/byOffset', 'localhost')).status).toBe(404);
    expect(foreign.asked).toEqual([]);
  });
});

function refuseOnce(answer: ForeignServer['routes'][string] | undefined): ForeignServer['routes'][string] {
  let refused = false;
  return (url, asked, response) => {
    if (refused) return answer?.(url, asked, response);
    refused = true;
    response.statusCode = 410;
    return { error: 'cursor expired' };
  };
}

describe('an item of a foreign back end', () => {
  test('has rich text without scripts, codes as values, rows of an object and moments of a pattern', async () => {
    const { body } = await ask('/api/show/100');
    expect(body['data']).toEqual({
      id: 100,
      title: '演出1',
      begins: '2025-11-20T09:00:00+08:00',
      day: '2025-11-20',
      price: 19.9,
      kind: 'show',
      status: { code: 1 },
      content: '<p>简介</p>',
      tags: ['音乐', '戏剧'],
      sessions: [{ begins: '2026-11-20T09:30:00+08:00', id: 's1' }],
    });
  });

  test.each([
    ['a code that has words', '/api/show/101', 400, '演出已取消'],
    ['none that it knows', '/api/show/999', 404, /./],
    ['a name that leads elsewhere', '/api/show/..%2Forders', 400, /./],
  ])('%s', async (_what, path, status, message) => {
    const reply = await ask(path);
    expect(reply.status).toBe(status);
    expect(at(reply.body, 'message')).toMatch(message);
    expect(reply.text).not.toContain('internal words');
  });
});

describe('a writing call of a foreign back end', () => {
  const book = (payload: object) =>
    portal.app.inject({ method: 'POST', url: '/api/show/book', payload, headers: { host: 'museum.localhost' } });

  test('is sent in its own words', async () => {
    const reply = await book({ id: '100', price: 19.9, begins: '2025-11-20 09:00', people: [{ who: '甲', note: 'x' }], more: 1 });
    expect(reply.json()).toMatchObject({ status: 200 });
    expect(foreign.asked).toMatchObject([
      { method: 'POST', body: { order: { show: '100', cents: 1990, at: day }, people: [{ name: '甲' }], channel: 'portal' } },
    ]);
  });

  test('a failure has the words of its code, in ours', async () => {
    foreign.routes['/shop/v2/orders'] = () => ({ code: 40017, message: 'SQLSTATE 42' });
    const reply = await book({ id: '100' });
    expect([reply.statusCode, reply.json<JsonObject>()['message']]).toEqual([400, '名额已满']);
  });

  test('members of the portal are known to it by what the definition says; nobody else gets there', async () => {
    expect((await ask('/api/mine')).body).toMatchObject({ status: 40101 });
    expect(foreign.asked).toEqual([]);
  });
});

describe('a foreign back end that does not answer', () => {
  const word = '暂时无法访问，请稍后再试';
  test.each([
    [
      'fails',
      (_url: URL, _asked: unknown, response: { statusCode: number }) => (
        (response.statusCode = 500),
        { code: 0, result: { shows: [], count: 0 }, stack: 'at line 5' }
      ),
    ],
    ['answers something else', () => ({ code: 0, result: 'none' })],
    ['answers with a code that is not known', () => ({ code: 77, message: 'internal words' })],
    ['is silent', () => undefined],
  ])('that %s is said to be away, in our words', async (_what, answer) => {
    foreign.routes['/shop/v2/shows'] = answer;
    const { status, text, body } = await ask('/api/byOffset?page=1&limit=4');
    expect([status, body['message']]).toEqual([503, word]);
    expect(text).not.toMatch(/internal words|line 5/);
  });

  test('a secret that is missing is told when the definitions are read', () =>
    expect(log.map((line) => JSON.parse(line) as JsonObject)).toContainEqual(
      expect.objectContaining({
        tenant: 'museum',
        reason: expect.stringContaining('NOWHERE is not set, which the back end "keyless" needs'),
      }),
    ));

  test('one whose secret is missing is away, and the others are not', async () => {
    expect((await ask('/api/away?page=1')).status).toBe(503);
    expect(foreign.asked).toEqual([]);
    expect((await ask('/api/byOffset?page=1&limit=3')).status).toBe(200);
  });

  test('the log has a line for each of them: whose, which back end, which call and why, and no word of theirs', async () => {
    foreign.routes['/shop/v2/shows'] = () => ({ code: 77, message: 'internal words 13800138000' });
    log.length = 0;
    await ask('/api/byOffset?page=1&limit=5&kind=film');
    expect(log.map((line) => JSON.parse(line) as JsonObject)).toMatchObject([
      { tenant: 'museum', backend: 'shop', endpoint: 'shows:byOffset', reason: 'the reply is a failure' },
    ]);
    expect(log.join()).not.toMatch(/internal words|13800138000|top-secret|film/);
  });
});
