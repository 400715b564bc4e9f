import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, demoItems, testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  await portal.put('centre', 'information', await demoItems('centre', 'information'));
});
afterAll(() => portal.close());

const list = '/api/information/web/page';

describe('tenants by host', () => {
  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:8080', 'centre.localhost', 'localhost.'])(
    '[TENANT-01] %s shows the first institution',
    async (host) => {
      const { body } = await portal.get('/api/admin/front/group/web', host);
      expect(at(body, 'data', 'c')).toBe('QLWHG01');
    },
  );

  test.each(['evil.example.org', 'museum.localhost.evil.org', 'a_b', '[::2]:80', 'constructor', '__proto__'])(
    '[TENANT-15] the unknown host %j gets a 404 that names no institution',
    async (host) => {
      for (const url of ['/', '/api/information/web/page', '/portal/page?url=/', '/robots.txt', '/sitemap.xml']) {
        const { status, text } = await portal.get(url, host, { accept: 'text/html' });
        expect(status).toBe(404);
        expect(text).not.toMatch(/青澜|望舒|听松|QLWHG|WSBWG|TSTSG/);
      }
    },
  );

  test('[TENANT-02] the domain lookup answers f, c and g', async () => {
    const { body } = await portal.get('/api/admin/front/group/web?domain=museum.localhost');
    expect(body).toMatchObject({ status: 200, data: { f: '100002', c: 'WSBWG02', g: 0 } });
    expect((await portal.get('/api/admin/front/group/web?domain=nowhere.example')).status).toBe(404);
  });

  test('items of one institution never show on another host', async () => {
    expect(at((await portal.get(`${list}?page=1&limit=5`)).body, 'list', 'data', 'total')).toBeGreaterThan(30);
    expect(at((await portal.get(`${list}?page=1&limit=5`, 'museum.localhost')).body, 'list', 'data', 'total')).toBe(0);
    expect((await portal.get('/api/information/web/info-0001', 'museum.localhost')).status).toBe(404);
  });

  test('[TENANT-03, TENANT-07, TENANT-12] site info answers its own institution alone', async () => {
    expect((await portal.get('/api/admin/front/app/QLWHG01')).body).toMatchObject({
      status: 200,
      data: { museumCode: 'QLWHG01', title: expect.any(String), appLogo: expect.any(String), appKeyword: expect.any(String) },
    });
    expect((await portal.get('/api/admin/front/app/WSBWG02')).status).toBe(404);
  });
});

describe('how a reply is sent', () => {
  test.each([
    ['br', 1, 'br'],
    ['gzip', 1, 'gzip'],
    ['br;q=0', 1, undefined],
    ['br', 1000, undefined],
  ])('to what accepts %s, of page %i, packed as %s', async (accepts, page, encoding) => {
    const asked = { host: 'localhost', 'accept-encoding': accepts };
    const { headers, statusCode } = await portal.app.inject({ url: `${list}?page=${page}&limit=30`, headers: asked });
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
    });
  });
});

describe('what a call may ask', () => {
  test.each([
    ['an undeclared filter', '?password=1'],
    ['a parameter given twice', '?columnId=6101&columnId=6176'],
    ['a page of text', '?page=one'],
    ['a page of zero', '?page=0'],
    ['a negative size', '?limit=-1'],
    ['a size beyond the largest', '?limit=1001'],
    ['an overlong value', `?columnId=${'x'.repeat(2001)}`],
    ['a NUL', '?columnId=%00'],
  ])('%s is refused with 400 and a message', async (_what, query) => {
    const { status, body } = await portal.get(list + query);
    expect(status).toBe(400);
    expect(at(body, 'list', 'status')).toBe(400);
    expect(at(body, 'list', 'message')).toMatch(/参数/);
  });

  test.each(["6101' or '1'='1", '6101;drop table item', '%', '_', '\\', '"><script>', '{{7*7}}', 'ﷺ', '$1', '../../etc/passwd'])(
    'the value %j finds nothing and breaks nothing',
    async (value) => {
      const { status, body } = await portal.get(`${list}?columnId=${encodeURIComponent(value)}&page=1&limit=5`);
      expect(status).toBe(200);
      expect(at(body, 'list', 'data', 'total')).toBe(0);
    },
  );

  test.each<[what: string, method: 'GET' | 'POST', url: string, headers: Record<string, string>, http: number, told: string | undefined]>([
    ['is refused by rule', 'GET', `${list}?page=one`, {}, 400, undefined],
    ['is refused by rule and asks for the status in a header', 'GET', `${list}?page=one`, { 'x-refusal-status': 'header' }, 200, '400'],
    ['is of another site', 'POST', list, { 'x-refusal-status': 'header', 'sec-fetch-site': 'cross-site' }, 403, undefined],
    ['is no refusal', 'GET', `${list}?page=1`, { 'x-refusal-status': 'header' }, 200, undefined],
  ])('a call that %s: %s %s %j has HTTP %i and %s', async (_what, method, url, headers, http, told) => {
    const reply = await portal.app.inject({ method, url, headers: { host: 'localhost', ...headers } });
    expect([reply.statusCode, reply.headers['x-refusal-status']]).toEqual([http, told]);
    if (told === undefined) return;
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(at(reply.json(), 'list')).toMatchObject({ status: Number(told), message: expect.stringMatching(/参数/) as unknown });
  });

  test('parameters left empty count as absent', async () => {
    const { body } = await portal.get(`${list}?columnId=&types=&page=1&limit=5`);
    expect(at(body, 'list', 'data', 'total')).toBeGreaterThan(40);
  });

  test('paging is exact: every item once', async () => {
    const seen: unknown[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const { body } = await portal.get(`${list}?columnId=6101&page=${page}&limit=10`);
      const rows = at(body, 'list', 'data', 'rows');
      if (Array.isArray(rows)) seen.push(...rows.map((row) => at(row, 'id')));
    }
    expect(seen).toHaveLength(34);
    expect(new Set(seen).size).toBe(34);
  });

  test('newest first, without a page everything', async () => {
    const rows = at((await portal.get(`${list}?columnId=6101`)).body, 'list', 'data', 'rows');
    const dates = (Array.isArray(rows) ? rows : []).map((row) => String(at(row, 'publishDate')));
    expect(dates).toHaveLength(34);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/information/web/page/x/y'],
    ['DELETE', list],
    ['PUT', '/api/information/web/info-0001'],
  ] as const)('%s %s is no call', async (method, url) => {
    const reply = await portal.app.inject({ method, url, headers: { host: 'localhost' } });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ status: 404, message: '没有这个接口' });
  });

  test('a missing item is a 404 in the envelope of its call', async () => {
    const { status, body } = await portal.get('/api/information/web/none');
    expect(status).toBe(404);
    expect(body).toMatchObject({ status: 404, message: '内容不存在或已下线' });
  });

  test('items that await review or were rejected are not there', async () => {
    const module = portal.definitions.portal('centre')?.modules['information'];
    const { putItems } = await import('../../../src/database/content/writeItems');
    const { toRecord } = await import('../../../src/server/items/record');
    if (!module) throw new Error('no module');
    await putItems(portal.database, [
      toRecord('centre', module, { id: 'waiting', columnId: '6199', title: 'w', publishDate: '2026-11-01' }, 0),
      toRecord('centre', module, { id: 'rejected', columnId: '6199', title: 'r', publishDate: '2026-11-01' }, 2),
    ]);
    expect(at((await portal.get(`${list}?columnId=6199`)).body, 'list', 'data', 'total')).toBe(0);
    expect((await portal.get('/api/information/web/waiting')).status).toBe(404);
    expect((await portal.get('/api/information/web/rejected')).status).toBe(404);
  });

  test('rich text leaves sanitised', async () => {
    await portal.put('centre', 'information', [
      {
        id: 'xss',
        columnId: '6198',
        title: '<b>t</b>',
        publishDate: '2026-11-01',
        content:
          '<p onclick="x()">ok</p><script>alert(1)</script><img src="javascript:1" onerror="x()"><iframe src="//e"></iframe><a href="https://e.example">e</a>',
      },
    ]);
    const content = String(at((await portal.get('/api/information/web/xss')).body, 'data', 'info', 'content'));
    expect(content).toContain('<p>ok</p>');
    expect(content).not.toMatch(/script|onclick|onerror|iframe/);
    expect(content).toContain('rel="noopener noreferrer"');
  });
});

describe('counters', () => {
  const url = '/api/communal/web/amount';
  const send = (method: 'PUT' | 'POST', payload: unknown, headers: Record<string, string> = {}) =>
    portal.app.inject({
      method,
      url,
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  test('[COUNT-01, COUNT-04, COUNT-05, COUNT-21] counts default to 0 and flags to the string false', async () => {
    expect((await portal.get(`${url}/6101/info-0002?p=`)).body).toMatchObject({
      status: 200,
      data: { pv: 0, share: 0, star: 0, collect: 0, isStar: 'false', isCollect: 'false' },
    });
  });

  test('[COUNT-19] PUT and POST record a view or a share', async () => {
    expect((await send('PUT', { menuId: '6101', dataId: 'info-0001', pv: 1 })).json()).toMatchObject({ status: 200 });
    expect((await send('POST', { menuId: '6101', dataId: 'info-0001', pv: 1 })).statusCode).toBe(200);
    expect((await send('PUT', { menuId: '6101', dataId: 'info-0001', share: 1 })).statusCode).toBe(200);
    expect(at((await portal.get(`${url}/6101/info-0001`)).body, 'data')).toMatchObject({ pv: 2, share: 1 });
  });

  test('[COUNT-02, COUNT-05] the counters of a column carry the dataId that cards are matched by', async () => {
    await send('PUT', { menuId: '6101', dataId: 'info-0003', pv: 1 });
    const rows = at((await portal.get(`${url}/6101?dataIds=info-0003,info-0004`)).body, 'data');
    expect(rows).toMatchObject([
      { dataId: 'info-0003', pv: 1 },
      { dataId: 'info-0004', pv: 0 },
    ]);
  });

  test('100 views at once are 100 views', async () => {
    await Promise.all(Array.from({ length: 100 }, () => send('PUT', { menuId: '6101', dataId: 'info-0005', pv: 1 })));
    expect(at((await portal.get(`${url}/6101/info-0005`)).body, 'data', 'pv')).toBe(100);
  });

  test.each([
    ['text', 'hello'],
    ['an array', '[]'],
    ['a number as text', { menuId: '6101', dataId: 'info-0001', pv: '1' }],
    ['a list as a number', { menuId: '6101', dataId: 'info-0001', pv: [1] }],
    ['two', { menuId: '6101', dataId: 'info-0001', pv: 2 }],
    ['an unknown key', { menuId: '6101', dataId: 'info-0001', pv: 1, star: 9 }],
    ['both', { menuId: '6101', dataId: 'info-0001', pv: 1, share: 1 }],
    ['__proto__', '{"__proto__":{"x":1},"menuId":"6101","dataId":"info-0001","pv":1}'],
    ['nothing', {}],
  ])('a body of %s is refused with a clear 400', async (_what, payload) => {
    const reply = await send('PUT', payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.body).not.toMatch(/at .*\.ts|node_modules/);
  });

  test('what does not exist is not counted', async () => {
    expect((await send('PUT', { menuId: '6101', dataId: 'made-up', pv: 1 })).statusCode).toBe(404);
  });

  test('a body of more than a mebibyte is refused', async () => {
    expect((await send('PUT', { menuId: 'x'.repeat(2 ** 20), dataId: 'y', pv: 1 })).statusCode).toBe(413);
  });
});
