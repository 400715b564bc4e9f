import { createServer, get, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runWithDeadline } from '../../src/database/deadline';
import type { CompiledPortal } from '../../src/model/compiled';
import type { Backend } from '../../src/model/definitions.g';
import type { ApiCall, BackEnd } from '../../src/server/api/backEnd';
import { createProxy } from '../../src/server/api/proxy';
import { AddressRefused, explainFailure, type Lookup, Upstream } from '../../src/server/api/upstream';
import { isPublicAddress, parseBackendAccess } from '../../src/server/config/backendAccess';
import { readEnvironment } from '../../src/server/config/environment';
import { at, testPortal, type TestPortal } from '../server/portal';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';

/** Where the institution's back end is; what is at 127.0.0.1, at the same port, no institution is to reach. */
const honest = process.platform === 'darwin' ? '::1' : '127.0.0.2';
const access = parseBackendAccess(honest);
const inside = { server: createServer(), asked: 0 };
const backend = { server: createServer(), asked: [] as IncomingMessage[] };
let port = 0;
let answer: RequestListener;
let museum: CompiledPortal;
/** What a name is resolved to, one after the other; the last again and again. */
let resolved: string[][];
let lookups = 0;

const lookup: Lookup = (_name, _options, callback) => {
  const found = resolved[Math.min(lookups, resolved.length - 1)] ?? [];
  lookups += 1;
  callback(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};
const article = { list: { status: 200, data: { total: 1, rows: [{ id: 'own-1', title: '来自机构后台' }] } } };
const json =
  (body: unknown, headers: Record<string, string | string[]> = {}, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const listen = (server: Server, at: number, host: string): Promise<number> =>
  new Promise((done, fail) => {
    server.once('error', fail).listen(at, host, () => {
      const address = server.address();
      done(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });

beforeAll(async () => {
  inside.server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    inside.asked += 1;
    response.end('{"list":{"status":200,"data":{"total":0,"rows":[]}}}');
  });
  backend.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    backend.asked.push(request);
    answer(request, response);
  });
  port = await listen(inside.server, 0, '127.0.0.1');
  await listen(backend.server, port, honest);
  const portal = (await loadKnownDefinitions(projectRoot)).portal('museum');
  if (!portal) throw new Error('the museum has no portal');
  museum = portal;
});
afterAll(() => {
  for (const { server } of [inside, backend]) server.close().closeAllConnections();
});
beforeEach(() => {
  [answer, resolved, lookups, inside.asked, backend.asked] = [json(article), [[honest]], 0, 0, []];
});

const opened: Upstream[] = [];
afterEach(() => {
  for (const upstream of opened.splice(0)) upstream.close();
});
function open(settings: { access?: typeof access } = {}): Upstream {
  const upstream = new Upstream({ access, lookup, ...settings });
  opened.push(upstream);
  return upstream;
}

const ownedBy = (tenant: string, changes: Partial<Backend> = {}): CompiledPortal => ({
  ...museum,
  tenant,
  settings: { ...museum.settings, backend: { base: `http://backend.test:${port}`, ...changes } },
});
const proxyOf = (): BackEnd => createProxy({ upstream: open(), limitOf: () => undefined, context: undefined });
const list = '/api/information/web/page?page=1';
const ask = (call: Partial<ApiCall> = {}, changes: Partial<Backend> = {}): ReturnType<BackEnd['answer']> =>
  proxyOf().answer(ownedBy('museum', changes), { method: 'GET', url: list, ...call });

describe('addresses of back ends', () => {
  it.each([
    ['IPv4', ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '192.169.0.0', '223.255.255.255']],
    ['IPv6', ['2400:3200::1', '2606:4700:4700::1111', '2a00:1450:4001::1']],
  ])('public ones of %s are known', (_kind, addresses) => {
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
    ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0']],
    ['shared by carriers', ['100.64.0.1', '100.127.255.255']],
    ['multicast and broadcast', ['224.0.0.1', '239.1.1.1', '255.255.255.255', '240.0.0.1', 'ff02::1']],
    ['metadata', ['169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']],
    [
      'IPv4 within IPv6',
      ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
    ],
    ['tests and documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1']],
    ['no address', ['', 'localhost', '127.1', '1.1.1.1/8', '2400:3200::1%eth0']],
  ])('%s is not public', (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it.each<[named: string | undefined, address: string, host: string, port: number, expected: boolean]>([
    [undefined, '127.0.0.1', 'localhost', 4000, false],
    ['', '10.0.0.1', '10.0.0.1', 80, false],
    ['127.0.0.1:4000', '127.0.0.1', 'localhost', 4000, true],
    ['127.0.0.1:4000', '127.0.0.1', 'localhost', 4001, false],
    ['127.0.0.1:4000', '127.0.0.2', '127.0.0.2', 4000, false],
    ['[::1]:4000', '::1', '::1', 4000, true],
    ['[::1]:4000', '::1', '::1', 80, false],
    ['API.internal:8080', '10.1.2.3', 'api.internal', 8080, true],
    ['api.internal:8080', '10.1.2.3', 'other.internal', 8080, false],
    ['10.1.0.0/16, fd00::/8', '10.1.2.3', 'api.internal', 80, true],
    ['10.1.0.0/16, fd00::/8', 'fd12::1', 'api.internal', 80, true],
    ['10.1.0.0/16, fd00::/8', '10.2.0.1', 'api.internal', 80, false],
    ['10.1.2.3', '10.1.2.3', 'api.internal', 80, true],
    ['10.1.2.3', '1.1.1.1', 'api.example.org', 443, true],
  ])('ALLOW_PRIVATE_BACKENDS=%s and %s, which is %s:%i: %s', (named, address, host, at, expected) => {
    expect(parseBackendAccess(named).mayReach(address, host, at)).toBe(expected);
  });

  it.each([
    'yes',
    'api.internal',
    '*',
    '10.0.0.0/33',
    '10.0.0',
    'host:0',
    'host:65536',
    '[1.2.3.4]:80',
    'http://host:80',
    '10.0.0.1;10.0.0.2',
  ])('the setting %j is refused in words', (named) => {
    expect(() => readEnvironment({ ALLOW_PRIVATE_BACKENDS: named }, projectRoot)).toThrow(
      /^ALLOW_PRIVATE_BACKENDS must list hosts with a port, addresses and networks/,
    );
  });
});

describe('connections to back ends', () => {
  const reach = (base: string, named?: string): Promise<unknown> =>
    open(named === undefined ? {} : { access: parseBackendAccess(named) }).ask({
      method: 'GET',
      address: new URL(base),
      headers: {},
      timeoutMs: 2000,
    });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '127.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]', '[::]', '0.0.0.0', 'backend.test'])(
    'are not made to http://%s when nobody names it, and are when somebody does',
    async (host) => {
      resolved = [['127.0.0.1']];
      const base = `http://${host}:${port}/`;
      await expect(reach(base)).rejects.toThrow(AddressRefused);
      expect(inside.asked).toBe(0);
      if (/:|^0\.0/.test(host)) return;
      await expect(reach(base, `127.0.0.1:${port}`)).resolves.toMatchObject({ status: 200 });
      expect(inside.asked).toBe(1);
    },
  );

  it('are not made with TLS either', async () => {
    await expect(reach(`https://127.0.0.1:${port}/`)).rejects.toThrow(AddressRefused);
    resolved = [['127.0.0.1']];
    await expect(reach(`https://backend.test:${port}/`)).rejects.toThrow(AddressRefused);
  });

  it('go to the address that was checked: a name that means another one by then leads nowhere', async () => {
    resolved = [[honest], ['127.0.0.1']];
    expect(await ask()).toMatchObject({ status: 200, body: article });
    expect(lookups).toBe(1);
    backend.server.closeAllConnections();
    expect(await ask()).toMatchObject({ status: 503 });
    expect([lookups, inside.asked, backend.asked.length]).toEqual([2, 0, 1]);
  });

  it('control: who checks a name and then connects to the name reaches what the second answer says', async () => {
    resolved = [[honest], ['127.0.0.1']];
    const checked = await new Promise<string>((done) =>
      lookup('backend.test', { all: true }, (_error, [first]) => done(first?.address ?? '')),
    );
    expect(access.mayReach(checked, 'backend.test', port)).toBe(true);
    await new Promise((done) => {
      get(
        `http://backend.test:${port}/`,
        { lookup: (name, options, callback) => lookup(name, { ...options, all: true }, callback), agent: false },
        done,
      );
    });
    expect(inside.asked).toBe(1);
  });

  it('are not made when one of several addresses is refused', async () => {
    resolved = [[honest, '127.0.0.1']];
    expect(await ask()).toMatchObject({ status: 503 });
    expect([inside.asked, backend.asked.length]).toEqual([0, 0]);
  });

  it.each<
    [what: string, reason: string | RegExp, behaviour: RequestListener, addresses: string[], named: string, changes?: Partial<Backend>]
  >([
    [
      'is at a refused address',
      /^the back end backend\.test:\d+ is at 127\.0\.0\.1, which is not public; ALLOW_PRIVATE_BACKENDS does not name it$/,
      json(article),
      ['127.0.0.1'],
      honest,
    ],
    [
      'listens at none of its addresses',
      /^connect ECONNREFUSED 127\.0\.0\.1:1; connect .+ ::1:1/,
      json(article),
      ['127.0.0.1', '::1'],
      '127.0.0.1,::1',
      { base: 'http://backend.test:1' },
    ],
    ['is silent', 'The operation was aborted due to timeout', () => undefined, [honest], honest],
    ['does not speak JSON', 'the reply is not a JSON object', (_request, response) => response.end('<html>13800000000'), [honest], honest],
    ['answers a list', 'the reply is not a JSON object', json([1]), [honest], honest],
    ['redirects', 'the reply has the status 302', json({}, { location: '/' }, 302), [honest], honest],
  ])(
    'of one that %s the operator is told why, and visitors read only that it is busy',
    async (_what, reason, behaviour, addresses, named, changes) => {
      [resolved, answer] = [[addresses], behaviour];
      const told: [string, string][] = [];
      const report = (tenant: string, failure: unknown): void => void told.push([tenant, explainFailure(failure)]);
      const proxy = createProxy({
        upstream: open({ access: parseBackendAccess(named) }),
        limitOf: () => undefined,
        context: undefined,
        report,
      });
      const { status, body } = await runWithDeadline(500, () => proxy.answer(ownedBy('museum', changes), { method: 'GET', url: list }));
      expect([status, at(body, 'list', 'message')]).toEqual([503, '服务器繁忙，请稍候']);
      expect(told).toEqual([['museum', typeof reason === 'string' ? reason : expect.stringMatching(reason)]]);
    },
  );

  it('of a call that is asked for wrongly the operator is told nothing', async () => {
    const told: unknown[] = [];
    const report = (_tenant: string, failure: unknown): void => void told.push(failure);
    const proxy = createProxy({ upstream: open(), limitOf: () => undefined, context: undefined, report });
    expect((await proxy.answer(ownedBy('museum'), { method: 'GET', url: `${list}&admin=1` })).status).toBe(400);
    expect(told).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('do not follow a redirect (%i)', async (status) => {
    answer = json({}, { location: `http://127.0.0.1:${port}/` }, status);
    expect(await ask()).toMatchObject({ status: 503 });
    expect([inside.asked, backend.asked.length]).toEqual([0, 1]);
  });

  it('are used again, and made anew when the other side has closed them', async () => {
    const proxy = proxyOf();
    const sockets = new Set<unknown>();
    backend.server.on('connection', (socket) => sockets.add(socket));
    const once = (): ReturnType<BackEnd['answer']> => proxy.answer(ownedBy('museum'), { method: 'GET', url: list });
    expect([await once(), await once()]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(sockets.size).toBe(1);
    let closed = false;
    answer = (request, response) => {
      if (closed) return json(article)(request, response);
      closed = true;
      request.socket.resetAndDestroy();
    };
    expect(await once()).toMatchObject({ status: 200 });
    expect(sockets.size).toBe(2);
  });
});

describe('addresses that back ends are asked for', () => {
  it.each([
    [
      'the declared order, and the parameters encoded',
      '/api/information/web/page?title=%E4%B9%A6%20%26%23%2F..&page=2',
      '/api/information/web/page?page=2&title=%E4%B9%A6%20%26%23%2F..',
    ],
    ['a value in the path encoded', '/api/information/web/a%3Fb%23c%20d', '/api/information/web/a%3Fb%23c%20d'],
    ['dots within a name', '/api/information/web/..a', '/api/information/web/..a'],
    ['a percent sign', '/api/information/web/100%25', '/api/information/web/100%25'],
    ['two values in the path', '/api/communal/web/amount/m%3B1/d-2?p=1', '/api/communal/web/amount/m%3B1/d-2?p=1'],
  ])('are rebuilt: %s', async (_what, url, expected) => {
    await ask({ url }, { base: `http://backend.test:${port}/root/` });
    expect(backend.asked.map((request) => request.url)).toEqual([`/root${expected}`]);
  });

  const segments = [
    '..',
    '.',
    '%2e%2e',
    '%2E',
    '.%2e',
    '..%2f..%2fadmin',
    '%2e%2e%2fadmin',
    'a%2fb',
    '..%5cadmin',
    '..\\admin',
    '%5c',
    '%252e%252e',
    '%25252e.',
    'a%252fb',
    'a%255cb',
    '..%3bx',
    '..;x',
    'a%00',
    'a%0d%0ab',
    'a%7f',
    'a%250a',
  ];
  const queries = [
    'title=a%00',
    'title=a%0d%0ax',
    'title=%1b',
    'title=%7f',
    'columnId=%0a',
    'admin=1',
    'page=1&debug=true',
    'page=1&page=2',
    'page%00=1',
    '__proto__=1',
    `title=${'x'.repeat(2001)}`,
  ];
  it.each([
    ...segments.map((segment) => `/api/information/web/${segment}`),
    ...queries.map((query) => `/api/information/web/page?${query}`),
  ])('are not %s: 400', async (url) => {
    const { status, body } = await ask({ url });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/[一-鿿]/);
    expect([backend.asked.length, lookups]).toEqual([0, 0]);
  });

  it.each([
    '/api/information/web/',
    '/api/communal/web/amount//d-2',
    '/api/admin/secret',
    '/api/../admin',
    '/api/information/web/../../admin',
    '//evil.test/api/information/web/1',
    '/api/information/web/x/y',
  ])('are not %s: 400 or 404', async (url) => {
    expect([400, 404]).toContain((await ask({ url })).status);
    expect([backend.asked.length, lookups]).toEqual([0, 0]);
  });

  it('are not made of JSON that is no object', async () => {
    expect(await ask({ method: 'POST', url: '/api/auth/jwt/login-phone', body: [1] })).toMatchObject({ status: 400 });
    expect(backend.asked).toEqual([]);
  });
});

describe('what back ends are told and tell', () => {
  const sent = (): Record<string, unknown> => {
    const { connection: _connection, ...headers } = backend.asked[0]?.headers ?? {};
    return headers;
  };
  const always = (): Record<string, unknown> => ({
    accept: 'application/json',
    'accept-encoding': 'identity',
    host: `backend.test:${port}`,
    'x-organization-id': '100002',
  });

  it.each<[string, Partial<ApiCall>, Partial<Backend>, Record<string, unknown>]>([
    ['no address of a page that everybody shares', {}, {}, {}],
    ['the one address of the caller', { address: '198.51.100.7' }, {}, { 'x-forwarded-for': '198.51.100.7' }],
    ['in the header that the settings name', { address: '2001:db8::7' }, { addressHeader: 'X-Real-IP' }, { 'x-real-ip': '2001:db8::7' }],
    ['nothing that is no address', { address: '198.51.100.7, 10.0.0.1' }, {}, {}],
    ['no token', { headers: { authorization: 'T', cookie: 'token=T', 'idempotency-key': 'k' } }, {}, {}],
    ['a token of its own', { headers: { authorization: 'T', cookie: 'token=T' } }, { tokenHeader: 'X-Token' }, { 'x-token': 'T' }],
    [
      'the type of a body',
      { method: 'POST', url: '/api/auth/jwt/login-phone', body: {} },
      {},
      { 'content-type': 'application/json', 'content-length': '2' },
    ],
    ['no body of a reading call', { body: { a: 1 } }, {}, {}],
  ])('they are told: %s', async (_what, call, changes, expected) => {
    await ask(call, changes);
    expect(sent()).toEqual({ ...always(), ...expected });
  });

  it.each<[string, RequestListener]>([
    [
      'never ends',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        const timer = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(timer));
      },
    ],
    [
      'changes the protocol',
      (request) => void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
    ['compresses what was not asked for', json(article, { 'content-encoding': 'gzip' })],
    ['has a status of its own', json(article, {}, 999)],
    ['has two lengths', (request) => void request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ')],
  ])('one that %s is busy, in time', async (_what, behaviour) => {
    answer = behaviour;
    const began = performance.now();
    expect(await runWithDeadline(300, () => ask())).toMatchObject({ status: 503, body: { list: { status: 503 } } });
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it.each([
    [7, 200],
    [9, 503],
  ])('one that says %i MB is answered by %i', async (size, status) => {
    answer = (_request, response) => response.end(JSON.stringify(article) + ' '.repeat(size * 1024 * 1024));
    expect(await ask()).toMatchObject({ status });
  });

  it('a picture has the type of a picture and nothing else', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png; x="text/html"', 'content-disposition': 'attachment' }).end('x');
    expect(await ask({ url: '/api/auth/jwt/getCode?timestamp=1' })).toEqual({
      status: 200,
      body: {},
      bytes: { type: 'image/png', data: Buffer.from('x') },
    });
  });
});

describe('limits of calls to back ends', () => {
  it('refuse at once what is more than can be answered, for each institution apart', async () => {
    const waiting: (() => void)[] = [];
    const proxy = proxyOf();
    const once = (tenant: string): ReturnType<BackEnd['answer']> => proxy.answer(ownedBy(tenant), { method: 'GET', url: list });
    const all = new Promise<void>((full) => {
      answer = (request, response) => {
        waiting.push(() => json(article)(request, response));
        if (waiting.length === 150) full();
      };
    });
    const slow = Array.from({ length: 150 }, () => once('museum'));
    await all;
    expect(await once('museum')).toMatchObject({ status: 503 });
    answer = json(article);
    expect(await once('library')).toMatchObject({ status: 200 });
    for (const finish of waiting) finish();
    expect((await Promise.all(slow)).filter(({ status }) => status !== 200)).toEqual([]);
    expect(await once('museum')).toMatchObject({ status: 200 });
  });

  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal.close());

  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  const file = (size: number): string =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'x'.repeat(size)}\r\n--b--\r\n`;
  /** A module of calls that strangers may make. */
  const wish = {
    title: '心愿',
    item: {
      type: 'object',
      required: ['id', 'title'],
      properties: { id: { type: 'string', title: '编号' }, title: { type: 'string', title: '心愿' } },
    },
    roles: { title: '/title' },
    pages: { wish: { kind: 'form', title: '心愿', forms: ['wish'] } },
    endpoints: {
      file: {
        post: '/api/wish/file',
        service: 'uploads.one',
        multipart: true,
        body: { type: 'object' },
        ok: { '/status': 200 },
        item: '/data',
      },
      wish: { post: '/api/wish', form: 'wish', creates: { daily: 3 }, ok: { '/status': 200 }, item: '/data', message: '/message' },
    },
    forms: { wish: { fields: { title: { field: 'text', label: '心愿' } }, submit: { source: 'wish', label: '提交' } } },
  };

  async function openPortal(): Promise<TestPortal> {
    let time = Date.now();
    const made = await testPortal({ copy: true, clock: () => time, backends: { access, lookup } });
    const file = join(made.root, 'tenants/museum/tenant.json');
    const settings = {
      ...(JSON.parse(await readFile(file, 'utf8')) as object),
      uploads: { largest: { image: 1, video: 1, file: 1 }, anonymousDaily: 2 },
    };
    await writeFile(file, JSON.stringify({ ...settings, backend: { base: `http://backend.test:${port}` } }));
    await writeFile(join(made.root, 'schemas/modules/wish.json'), JSON.stringify(wish));
    time += 1000;
    await made.get('/api/none', 'museum.localhost');
    expect(made.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    return made;
  }

  it.each([
    ['whether a phone is registered', 'GET', '/api/admin/front/group/phone-exist?phone=13800138000', 10],
    ['text messages', 'GET', '/api/auth/jwt/3/VERCode?unitName=x&phone=13800138000', 60],
    ['tasks', 'GET', '/api/auth/jwt/challenge', 120],
    ['files of strangers', 'POST', '/api/wish/file', 2],
    ['what strangers hand in', 'POST', '/api/wish', 3],
  ] as const)('are those of the built-in one: %s', async (_what, method, url, most) => {
    const { app } = portal;
    answer = json({ status: 200, rel: true, data: {} });
    const body =
      url === '/api/wish/file' ? { headers: multipart, payload: file(10) } : method === 'POST' ? { payload: { title: '画展' } } : {};
    const one = async (remoteAddress: string): Promise<number> =>
      (await app.inject({ method, url, remoteAddress, ...body, headers: { host: 'museum.localhost', ...body.headers } })).statusCode;
    const statuses = new Map<number, number>();
    for (let count = 0; count < most + 2; count += 1) {
      const status = await one('198.51.100.1');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, most],
      [429, 2],
    ]);
    expect(backend.asked.length).toBe(most);
    expect(await one('198.51.100.2')).toBe(200);
  });

  it.each([
    ['JSON', '/api/auth/jwt/login-phone', { 'content-type': 'application/json' }, `{"phone":"${'1'.repeat(1024 * 1024)}"}`, 413],
    ['deep JSON', '/api/auth/jwt/login-phone', { 'content-type': 'application/json' }, `{"phone":${'['.repeat(40)}${']'.repeat(40)}}`, 400],
    ['files that say so', '/api/wish/file', { ...multipart, 'content-length': String(file(2 * 1024 * 1024).length) }, undefined, 413],
    ['files that do not say so', '/api/wish/file', multipart, undefined, 413],
  ])('of a body are those of the built-in one: %s', async (what, url, headers, payload, expected) => {
    let arrived = 0;
    answer = (request, response) => {
      request.on('data', (bytes: Buffer) => {
        arrived += bytes.length;
      });
      request.on('end', () => json({ status: 200, data: {} })(request, response));
    };
    const reply = await portal.app.inject({
      method: 'POST',
      url,
      payload: payload ?? Readable.from(file(2 * 1024 * 1024).match(/[^]{1,65536}/g) ?? []),
      headers: { host: 'museum.localhost', ...headers },
      remoteAddress: `198.51.100.${what.length}`,
    });
    expect(reply.statusCode).toBe(expected);
    // What does not say how much it is has to be read up to there.
    expect(lookups).toBe(what === 'files that do not say so' ? 1 : 0);
    expect(arrived).toBeLessThan(1.5 * 1024 * 1024);
  });

  it('let no header of a visitor in and none of a back end out', async () => {
    answer = json(article, {
      'set-cookie': ['evil=1', 'token=evil'],
      location: 'http://evil.test/',
      'access-control-allow-origin': 'http://evil.test',
      'x-evil': 'evil',
      'proxy-authenticate': 'evil',
      'content-security-policy': 'evil',
      'cache-control': 'public, evil',
    });
    const hostile = [
      'cookie',
      'authorization',
      'proxy-authorization',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-real-ip',
      'forwarded',
      'via',
      'te',
      'trailer',
      'upgrade-insecure-requests',
      'referer',
      'origin',
      'user-agent',
      'x-organization-id',
      'x-evil',
      'idempotency-key',
      'accept-language',
    ];
    const reply = await portal.app.inject({
      url: list,
      remoteAddress: '198.51.100.9',
      headers: { host: 'museum.localhost', ...Object.fromEntries(hostile.map((name) => [name, 'evil'])) },
    });
    expect([reply.statusCode, reply.json()]).toEqual([200, article]);
    expect(sentNames()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'x-forwarded-for', 'x-organization-id']);
    expect(JSON.stringify(backend.asked[0]?.headers)).not.toContain('evil');
    expect(backend.asked[0]?.headers['x-forwarded-for']).toBe('198.51.100.9');
    expect(JSON.stringify(reply.headers)).not.toContain('evil');
  });

  const sentNames = (): string[] => Object.keys(backend.asked[0]?.headers ?? {}).sort();
});
