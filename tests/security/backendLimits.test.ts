import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiCall, BackEnd } from '../../src/server/api/backEnd';
import { testPortal, type TestPortal } from '../server/portal';
import { access, article, json, list, openBackend } from './ownBackend';

const backend = openBackend();

describe('limits of calls to back ends', () => {
  it.each<[string, Partial<ApiCall>]>([
    ['what is more than can be answered', {}],
    ['calls that take files and bring none as well', { method: 'POST', url: '/api/file/upload', body: {} }],
  ])('refuse at once %s, for each institution apart', async (_what, call) => {
    const waiting: (() => void)[] = [];
    const proxy = backend.proxy();
    const once = (tenant: string, asked: Partial<ApiCall> = {}): ReturnType<BackEnd['answer']> =>
      proxy.answer(backend.ownedBy(tenant), { method: 'GET', url: list, ...asked });
    const all = new Promise<void>((full) => {
      backend.answer = (request, response) => {
        waiting.push(() => json(article)(request, response));
        if (waiting.length === 150) full();
      };
    });
    const slow = Array.from({ length: 150 }, () => once('museum', call));
    await all;
    expect(await once('museum')).toMatchObject({ status: 503 });
    backend.answer = json(article);
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

  /** What one visitor's calls came to: one that was broken off may arrive in a later test. */
  const askedFrom = (address: string): IncomingMessage[] =>
    backend.honest.asked.filter(({ headers }) => headers['x-forwarded-for'] === address);

  async function openPortal(): Promise<TestPortal> {
    let time = Date.now();
    const made = await testPortal({ copy: true, clock: () => time, backends: { access, lookup: backend.lookup } });
    const file = join(made.root, 'tenants/museum/tenant.json');
    const settings = {
      ...(JSON.parse(await readFile(file, 'utf8')) as object),
      uploads: { largest: { image: 1, video: 1, file: 1 }, anonymousDaily: 2 },
    };
    await writeFile(file, JSON.stringify({ ...settings, backend: { base: `http://backend.test:${backend.port}` } }));
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
    backend.answer = json({ status: 200, rel: true, data: {} });
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
    expect(askedFrom('198.51.100.1')).toHaveLength(most);
    expect(await one('198.51.100.2')).toBe(200);
  });

  it.each([
    ['JSON', '/api/auth/jwt/login-phone', { 'content-type': 'application/json' }, `{"phone":"${'1'.repeat(1024 * 1024)}"}`, 413],
    ['deep JSON', '/api/auth/jwt/login-phone', { 'content-type': 'application/json' }, `{"phone":${'['.repeat(40)}${']'.repeat(40)}}`, 400],
    ['files that say so', '/api/wish/file', { ...multipart, 'content-length': String(file(2 * 1024 * 1024).length) }, undefined, 413],
    ['files that do not say so', '/api/wish/file', multipart, undefined, 413],
  ])('of a body are those of the built-in one: %s', async (what, url, headers, payload, expected) => {
    let arrived = 0;
    backend.answer = (request, response) => {
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
    expect(backend.lookups).toBe(what === 'files that do not say so' ? 1 : 0);
    expect(arrived).toBeLessThan(1.5 * 1024 * 1024);
  });

  it('let no header of a visitor in and none of a back end out', async () => {
    backend.answer = json(article, {
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
    const asked = askedFrom('198.51.100.9').map(({ headers }) => headers);
    expect(asked.map((headers) => Object.keys(headers).sort())).toEqual([
      ['accept', 'accept-encoding', 'connection', 'host', 'x-forwarded-for', 'x-organization-id'],
    ]);
    expect(JSON.stringify(asked)).not.toContain('evil');
    expect(JSON.stringify(reply.headers)).not.toContain('evil');
  });
});
