import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPortal, type TestPortal } from '../portal';

let folder: string;
let portal: TestPortal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
  await mkdir(join(folder, 'assets'));
  for (const name of ['entry-1.js', 'entry-1.js.br', 'entry-1.js.gz']) await writeFile(join(folder, 'assets', name), name);
  portal = await testPortal({ assetFolder: folder });
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

const ask = async (url: string, encoding: string) =>
  (await portal.app.inject({ url, headers: { host: 'localhost', 'accept-encoding': encoding } })).headers;

it.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('a file for what accepts %s is kept for ever, and says no more than a file has to', async (accepted, encoding) => {
  const { date: _date, connection: _connection, etag, 'content-length': _length, ...headers } = await ask('/assets/entry-1.js', accepted);
  expect(headers).toEqual({
    'content-type': 'application/javascript; charset=utf-8',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(etag).toMatch(/"/);
});

it('what is not there is answered like anything that is not, and is kept by nobody', async () => {
  const headers = await ask('/assets/none.js', 'br');
  expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' });
  expect(headers).toHaveProperty('x-request-id');
  expect(headers['cache-control'] ?? '').not.toMatch(/public|immutable/);
});

it.each(['br', 'gzip', 'identity'])('what was read once for what accepts %s is sent again without being read', async (accepted) => {
  await writeFile(join(folder, 'assets', 'entry-2.js'), 'whole');
  for (const ending of ['br', 'gz']) await writeFile(join(folder, 'assets', `entry-2.js.${ending}`), ending);
  const get = (more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    portal.app.inject({ method, url: '/assets/entry-2.js', headers: { host: 'localhost', 'accept-encoding': accepted, ...more } });
  const first = await get();
  for (const ending of ['', '.br', '.gz']) await rm(join(folder, 'assets', `entry-2.js${ending}`));
  const again = await get({ host: 'museum.localhost' });
  const told = ({ headers: { date: _date, ...headers }, body }: typeof first) => ({ headers, body });
  expect(told(again)).toEqual(told(first));
  expect(first.body).toBe({ br: 'br', gzip: 'gz', identity: 'whole' }[accepted]);
  // Who asks for less than the whole is answered by the file, which is not there.
  expect((await get({}, 'HEAD')).statusCode).toBe(404);
});

it('who has a file is told that it is the same', async () => {
  const { etag } = await ask('/assets/entry-1.js', 'br');
  const headers = { host: 'localhost', 'accept-encoding': 'br', 'if-none-match': String(etag) };
  expect(await portal.app.inject({ url: '/assets/entry-1.js', headers })).toMatchObject({ statusCode: 304, body: '' });
});
