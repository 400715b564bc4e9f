import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBackendAccess } from '../../../src/server/config/backendAccess';
import { at, testPortal, type TestPortal } from '../portal';

/** An institution's own back end, in the documents' envelopes. */
let upstream: Server;
let portal: TestPortal;
const asked: { url: string; headers: IncomingMessage['headers'] }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const article = {
  id: 'own-1',
  columnId: '6101',
  title: '来自机构后台',
  publishDate: '2026-11-20 09:30:00',
  remark: '<em>摘要</em>',
  content: '<p>正文</p><script>alert(1)</script>',
};

beforeAll(async () => {
  upstream = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((ready) => upstream.listen(0, '127.0.0.1', ready));
  const address = upstream.address();
  const base = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  let time = Date.now();
  portal = await testPortal({ copy: true, clock: () => time, backends: { access: parseBackendAccess('127.0.0.0/8') } });
  const file = join(portal.root, 'tenants/museum/tenant.json');
  await writeFile(
    file,
    JSON.stringify({
      ...(JSON.parse(await readFile(file, 'utf8')) as object),
      backend: { base, timeout: 1000, tokenHeader: 'Authorization' },
    }),
  );
  time += 1000;
});
afterAll(async () => {
  await portal.close();
  await new Promise((done) => upstream.close(done));
});

const json =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const askFor = (method: 'GET' | 'POST', url: string, payload?: object) =>
  portal.app.inject({ method, url, payload, headers: { host: 'museum.localhost', authorization: 'T' } });
const page = (host = 'museum.localhost') => portal.get('/information?columnId=6101', host, { accept: 'text/html' });

describe("an institution's own back end", () => {
  test('is handed what was agreed to with the version of the words, which the portal itself tells, and which it asks for each time', async () => {
    const sent: unknown[] = [];
    answer = (request, response) => {
      request.on('data', (part: Buffer) => sent.push(JSON.parse(part.toString('utf8'))));
      request.on('end', () => json({ status: 200, message: 'ok' })(request, response));
    };
    const before = asked.length;
    const wordings = await Promise.all(['', '/wording'].map((name) => askFor('GET', `/api/personal/web/consents${name}`)));
    const [mine] = wordings.map((reply) => reply.json<{ data: { idNumber: { version: string } } }>());
    for (const reply of wordings)
      expect(reply.json()).toMatchObject({
        status: 200,
        data: { idNumber: { needed: true, words: expect.stringContaining('敏感个人信息') } },
      });
    expect(asked.length).toBe(before);
    const body = { idNo: '110101199003070011', idNumberConsent: true, idNumberConsentVersion: mine?.data.idNumber.version };
    expect((await askFor('POST', '/api/activity/ta/contacts/add', body)).statusCode).toBe(200);
    expect(sent).toEqual([body]);
    const { rows } = await sql`select id from consent union all select id from contact`.execute(portal.database.kysely);
    expect(rows).toEqual([]);
  });

  test('[SESSION-08, SESSION-09, SESSION-23] declared calls go there with the organisation id and the token', async () => {
    answer = json({ list: { status: 200, data: { total: 1, rows: [article] } } });
    const { body } = await portal.get('/api/information/web/page?columnId=6101&page=1&limit=12', 'museum.localhost', {
      authorization: 'T',
      cookie: 'token=secret',
    });
    expect(at(body, 'list', 'data', 'rows', 0, 'title')).toBe('来自机构后台');
    expect(asked.at(-1)).toMatchObject({
      url: '/api/information/web/page?page=1&limit=12&columnId=6101',
      headers: { 'x-organization-id': '100002', authorization: 'T' },
    });
    expect(asked.at(-1)?.headers.cookie).toBeUndefined();
  });

  test('rich text of its replies is sanitised on the way', async () => {
    answer = json({ status: 200, data: { info: article } });
    const { body } = await portal.get('/api/information/web/own-1', 'museum.localhost');
    expect(at(body, 'data', 'info', 'content')).toBe('<p>正文</p>');
  });

  test('pages are rendered from it', async () => {
    answer = (request, response) =>
      json(
        request.url?.includes('/menu/')
          ? { status: 200, data: [{ id: '6101', title: '后台栏目', backRouteId: 32, children: [] }] }
          : { status: 200, list: { status: 200, data: { total: 1, rows: [article] } }, data: { rows: [] } },
      )(request, response);
    const { status, text } = await page();
    expect(status).toBe(200);
    expect(text).toContain('来自机构后台');
    expect(text).toContain('后台栏目');
    expect(text).toMatch(/href="\/information\?columnId=6101"/);
  });

  test('files go there as they came, and nowhere else when it is away', async () => {
    const body =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n' + 'x'.repeat(2 * 1024 * 1024) + '\r\n--b--\r\n';
    const send = (payload: string) =>
      portal.app.inject({
        method: 'POST',
        url: '/api/file/upload',
        payload,
        headers: { host: 'museum.localhost', authorization: 'T', 'content-type': 'multipart/form-data; boundary=b' },
      });
    let arrived = '';
    answer = (request, response) => {
      request
        .setEncoding('utf8')
        .on('data', (text: string) => {
          arrived += text;
        })
        .on('end', () =>
          json({ status: 200, data: { http: 'https://files.example.org/a.png', status: 1, objectid: '7' } })(request, response),
        );
    };
    expect((await send(body)).json()).toMatchObject({ status: 200, data: { http: 'https://files.example.org/a.png' } });
    expect(arrived).toBe(body);
    expect(asked.at(-1)).toMatchObject({
      url: '/api/file/upload',
      headers: { authorization: 'T', 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(body.length) },
    });
    answer = (request) => request.socket.destroy();
    expect((await send(body)).statusCode).toBe(503);
    expect((await portal.get('/files/aaaaaaaaaaaaaaaaaaaaaa.png', 'museum.localhost')).status).toBe(404);
  });

  test('calls that no definition declares go nowhere', async () => {
    const before = asked.length;
    expect((await portal.get('/api/admin/secret', 'museum.localhost')).status).toBe(404);
    expect(asked.length).toBe(before);
  });

  test.each([
    ['does not speak JSON', (_request: IncomingMessage, response: ServerResponse) => response.end('<html>')],
    ['breaks off', (request: IncomingMessage) => request.socket.destroy()],
    ['is silent', () => undefined],
    [
      'redirects elsewhere',
      (_request: IncomingMessage, response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['answers a list', json([1, 2])],
  ])('[SESSION-10, SESSION-17] one that %s is said to be away, without details', async (_what, behaviour) => {
    answer = behaviour;
    const { status, body } = await portal.get('/api/information/web/page?columnId=6101&page=3', 'museum.localhost');
    expect(status).toBe(503);
    expect(at(body, 'list', 'message')).toBe('暂时无法访问，请稍后再试');
  });

  test('[CONV-26] its message of failure reaches the page', async () => {
    answer = json({ list: { status: 500, message: '栏目维护中' } });
    const { text } = await portal.get('/information?columnId=6102', 'museum.localhost', { accept: 'text/html' });
    expect(text).toContain('栏目维护中');
  });

  test('no sitemap names items of the database, which the back end stands in for; pages of the menu are named', async () => {
    await portal.put('museum', 'information', [{ id: 'ours', columnId: '6101', title: 'T', publishDate: '2026-11-01' }]);
    answer = json({ list: { status: 200, data: { total: 0, rows: [] } } });
    const addressesOf = async (path: string): Promise<string[]> =>
      [...(await portal.get(path, 'museum.localhost')).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
    expect(await addressesOf('/sitemap.xml')).toEqual(['http://museum.localhost/sitemap-pages.xml']);
    expect(await addressesOf('/sitemap-pages.xml')).toContain('http://museum.localhost/');
    expect((await portal.get('/sitemap-information-1.xml', 'museum.localhost')).status).toBe(404);
  });

  test('other institutions are not touched by it', async () => {
    const before = asked.length;
    expect((await page('localhost')).status).toBe(200);
    expect(asked.length).toBe(before);
  });
});
