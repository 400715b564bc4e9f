import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runWithDeadline } from '../../src/database/deadline';
import type { Backend } from '../../src/model/definitions.g';
import type { ApiCall } from '../../src/server/api/backEnd';
import { article, json, openBackend } from './ownBackend';

const backend = openBackend();

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
    await backend.ask({ url }, { base: `http://backend.test:${backend.port}/root/` });
    expect(backend.honest.asked.map((request) => request.url)).toEqual([`/root${expected}`]);
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
    const { status, body } = await backend.ask({ url });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/[一-鿿]/);
    expect([backend.honest.asked.length, backend.lookups]).toEqual([0, 0]);
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
    expect([400, 404]).toContain((await backend.ask({ url })).status);
    expect([backend.honest.asked.length, backend.lookups]).toEqual([0, 0]);
  });

  it('are not made of JSON that is no object', async () => {
    expect(await backend.ask({ method: 'POST', url: '/api/auth/jwt/login-phone', body: [1] })).toMatchObject({ status: 400 });
    expect(backend.honest.asked).toEqual([]);
  });
});

describe('what back ends are told and tell', () => {
  const sent = (): Record<string, unknown> => {
    const { connection: _connection, ...headers } = backend.honest.asked[0]?.headers ?? {};
    return headers;
  };
  const always = (): Record<string, unknown> => ({
    accept: 'application/json',
    'accept-encoding': 'identity',
    host: `backend.test:${backend.port}`,
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
    await backend.ask(call, changes);
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
    backend.answer = behaviour;
    const began = performance.now();
    expect(await runWithDeadline(300, () => backend.ask())).toMatchObject({ status: 503, body: { list: { status: 503 } } });
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it.each([
    [7, 200],
    [9, 503],
  ])('one that says %i MB is answered by %i', async (size, status) => {
    backend.answer = (_request, response) => response.end(JSON.stringify(article) + ' '.repeat(size * 1024 * 1024));
    expect(await backend.ask()).toMatchObject({ status });
  });

  it('a picture has the type of a picture and nothing else', async () => {
    backend.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png; x="text/html"', 'content-disposition': 'attachment' }).end('x');
    expect(await backend.ask({ url: '/api/auth/jwt/getCode?timestamp=1' })).toEqual({
      status: 200,
      body: {},
      bytes: { type: 'image/png', data: Buffer.from('x') },
    });
  });
});
