import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../src/server/plugins/securityHeaders';
import { testPortal, type TestPortal } from '../server/portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const mark = 'first-visitor-13800138000';

/** Places of a request that no page declares, each with the first visitor's mark and with nothing. */
const requests: [string, (mark: string) => { url: string; headers?: Record<string, string> }][] = [
  ['path of a missing page', (text) => ({ url: `/missing-${text}` })],
  ['deep path', (text) => ({ url: `/a/${text}/b.php` })],
  ['query of a missing page', (text) => ({ url: `/missing?x=${text}&columnId=${text}&id=${text}&keyword=${text}&subhomepage=${text}` })],
  ['undeclared query', (text) => ({ url: `/?undeclared=${text}&token=${text}` })],
  ['undeclared query of a list', (text) => ({ url: `/information?columnId=6101&phone=${text}` })],
  ['slash and query', (text) => ({ url: `/information/?columnId=6101&__proto__=${text}` })],
  ['referrer, agent and cookies', (text) => ({ url: '/', headers: { referer: text, 'user-agent': text, cookie: `token=${text}` } })],
  ['forwarded host', (text) => ({ url: '/', headers: { 'x-forwarded-host': text, 'x-forwarded-for': text, forwarded: `host=${text}` } })],
];

describe('a page that visitors share', () => {
  test.each(requests)('holds nothing of the %s', async (_place, build) => {
    const replies = [];
    for (const text of [mark, 'second-visitor']) {
      const { url, headers } = build(text);
      const reply = await portal.get(url, 'localhost', { accept: 'text/html', ...headers });
      replies.push(reply);
      expect(`${JSON.stringify(reply.headers)} ${reply.text}`).not.toContain(text);
    }
    expect(replies[1]?.text).toBe(replies[0]?.text);
  });

  test('is not shared with visitors by another name of the institution', async () => {
    await portal.get('/missing', 'localhost:4321', { accept: 'text/html' });
    expect((await portal.get('/missing', 'localhost', { accept: 'text/html' })).text).not.toContain('4321');
  });

  test('holds none of the address when it is fetched by a script', async () => {
    const { text } = await portal.get(`/portal/page?url=${encodeURIComponent(`/${mark}?id=${mark}`)}`);
    expect(text).not.toContain(mark);
  });
});

test.each([
  ['https', 'max-age=31536000'],
  ['http', undefined],
])('over %s Strict-Transport-Security is %s', async (proto, expected) => {
  const app = fastify({ trustProxy: true });
  await app.register(securityHeaders);
  app.get('/', async () => 'x');
  const { headers } = await app.inject({ url: '/', headers: { 'x-forwarded-proto': proto } });
  expect(headers['strict-transport-security']).toBe(expected);
});
