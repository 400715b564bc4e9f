import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mp4, png } from './files';
import { at, testPortal, type TestPortal } from '../../portal';
import { projectRoot, readExamples } from '../../projectDefinitions';

let portal: TestPortal;
let time = Date.now();
/** The examples of schemas/README.md, by how they begin. */
let example: (start: string) => string;
beforeAll(async () => {
  const blocks = await readExamples();
  example = (start) => blocks.find((text) => text.startsWith(start)) ?? '';
  portal = await testPortal({ copy: true, clock: () => time });
}, 60_000);
afterAll(() => portal.close());
// No test is left with the patches of another one.
beforeEach(async () => {
  await rm(join(portal.root, patches), { recursive: true });
  await cp(join(projectRoot, patches), join(portal.root, patches), { recursive: true, preserveTimestamps: true });
  time += 1000;
  await portal.get('/');
  portal.problems.length = 0;
});

const patches = 'tenants/centre/modules';
const patch = async (module: string, text: string): Promise<void> => {
  await writeFile(join(portal.root, patches, `${module}.json`), text);
  time += 1000;
};
const send = (url: string, bytes: Buffer, name: string, type: string) =>
  portal.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  });

test('what schemas/README.md tells of files is so: a module takes them from visitors without a login, so many a day from one address', async () => {
  await patch('information', example('{ "endpoints": { "film"'));
  const film = await send('/api/lecture/web/film', mp4(), 'a.mp4', 'video/mp4');
  expect(film.json()).toMatchObject({ status: 200, data: { http: expect.stringMatching(/\.mp4$/), fileType: 'video' } });
  expect((await portal.get(String(at(film.json(), 'data', 'http')))).status).toBe(200);
  for (let count = 1; count < 20; count += 1)
    expect((await send('/api/lecture/web/film', png(), 'a.png', 'image/png')).statusCode).toBe(200);
  expect((await send('/api/lecture/web/film', png(), 'a.png', 'image/png')).json()).toMatchObject({
    status: 429,
    message: '今天上传的文件太多了，请明天再试',
  });
  expect(portal.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('what schemas/README.md tells of captchas is so: an institution takes the way around the picture away', async () => {
  const endpoints = async (): Promise<string[]> => {
    await portal.get('/login');
    return portal.definitions.portal('centre')?.pages.get('/login')?.endpoints ?? [];
  };
  expect(await endpoints()).toEqual(expect.arrayContaining(['account:captcha', 'account:challenge', 'account:solve']));
  await patch('account', example('{ "endpoints": { "captcha"'));
  expect(await endpoints()).toContain('account:captcha');
  expect(await endpoints()).not.toContain('account:solve');
  expect(portal.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a call that only reads takes no files', async () => {
  await patch('information', JSON.stringify({ endpoints: { list: { multipart: true } } }));
  await portal.get('/');
  expect(portal.problems.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('A call that takes files needs "post" or "put"'),
  );
});
