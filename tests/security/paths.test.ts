import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPortal, type TestPortal } from '../server/portal';
import { type Call, findDeclaredCalls } from './calls';
import { composeRequest, writeAddress } from './requests';
import { type RawReply, sendRaw } from './sockets';

const secret = 'SECRET-OUTSIDE-OF-WHAT-IS-SERVED';
const host = 'localhost';

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? '', 'built-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'entry.js'), '/* served */');
  for (const name of ['manifest.json', 'secret.js', 'secret.mp4', 'secret.svg']) await writeFile(join(folder, name), secret);
  portal = await testPortal({ copy: true, assetFolder: folder });
  const tenants = join(portal.root, 'tenants');
  for (const place of ['', 'museum', 'museum/media', 'centre', 'centre/content']) {
    await mkdir(join(tenants, place), { recursive: true });
    for (const ending of ['mp4', 'm3u8', 'pdf', 'js', 'svg', 'geojson']) await writeFile(join(tenants, place, `secret.${ending}`), secret);
  }
  await mkdir(join(tenants, 'centre/media'), { recursive: true });
  await writeFile(join(tenants, 'centre/media', 'own.mp4'), 'served');
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  port = (portal.app.server.address() as AddressInfo).port;
});
afterAll(() => portal.close());

/** Ways to say that a path goes up, as some server or other has read them. */
const ups = [
  '../',
  '%2e%2e/',
  '.%2e/',
  '..%2f',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '%2e%2e%5c',
  '..;/',
  '....//',
  '..%00/',
  '%00/../',
  '%252e%252e%252f',
  '%c0%ae%c0%ae/',
  '%uff0e%uff0e/',
  '..%ef%bc%8f',
  './../',
  '/../',
  'x/../../',
  '..%09/',
  '. ./',
];
/** What lies outside, seen from each place. */
const outside = [
  'secret.js',
  'secret.mp4',
  'secret.svg',
  'secret.geojson',
  'museum/media/secret.mp4',
  'museum/secret.mp4',
  'centre/content/secret.mp4',
  'manifest.json',
];
const places = ['/assets/', '/media/', '/channels/', '/files/', '/pictures/', '/map/', '/pictures/opera/'];
const ends = ['', '%00.js', '%00.mp4', '?x.mp4', '.', '%20', '/', ';.mp4', '::$DATA', '#.js'];

/** Asks for what lies outside in every way, each with another depth and end. */
async function askOutside(at: number): Promise<{ asked: number; found: string[]; failed: string[] }> {
  const targets = places.flatMap((place) =>
    ups.flatMap((up, way) =>
      outside.map((name, number) => `${place}${up.repeat(1 + ((way + number) % 3))}${name}${ends[(way * 3 + number) % ends.length] ?? ''}`),
    ),
  );
  const found: string[] = [];
  const failed: string[] = [];
  for (let from = 0; from < targets.length; from += 20)
    await Promise.all(
      targets.slice(from, from + 20).map(async (target) => {
        const { status, body } = await sendRaw(at, target.replaceAll(' ', '%20'), { host });
        if (body.includes(secret)) found.push(target);
        if (status >= 500 || status === 0) failed.push(`${status} ${target}`);
      }),
    );
  return { asked: targets.length, found, failed };
}

describe('files', () => {
  it.each(['/assets/entry.js', '/media/own.mp4'])('%s is served', async (target) => {
    expect((await sendRaw(port, target, { host })).body).toMatch(/served/);
  });

  it('outside of what is served are had by no spelling of a path', async () => {
    const { asked, found, failed } = await askOutside(port);
    expect({ found, failed }).toEqual({ found: [], failed: [] });
    expect(asked).toBeGreaterThan(1000);
  });

  it('control: a server that decodes first and joins then is found', async () => {
    const app = fastify();
    app.setNotFoundHandler(async ({ url }, reply) => {
      const name = decodeURIComponent(url.replace(/^\/\w+\/|\?.*/g, ''));
      return reply.send(await readFile(join(portal.root, 'tenants/centre/media', name)).catch(() => ''));
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    expect((await askOutside((app.server.address() as AddressInfo).port)).found.length).toBeGreaterThan(10);
    await app.close();
  });

  it('of another institution are not served', async () => {
    expect((await sendRaw(port, '/media/secret.mp4', { host: 'museum.localhost' })).body).toContain(secret);
    expect((await sendRaw(port, '/media/secret.mp4', { host })).body).not.toContain(secret);
  });
});

/** Ways to write an address that some guard or other does not know again. */
const spellings: [string, (path: string) => string][] = [
  ['capitals', (path) => path.replace('/api/', '/API/')],
  ['all capitals', (path) => path.toUpperCase()],
  ['two slashes', (path) => `/${path}`],
  ['two slashes within', (path) => path.replace('/api/', '/api//')],
  ['a slash at the end', (path) => path.replace(/(\?|$)/, '/$1')],
  ['dots', (path) => path.replace('/api/', '/api/./')],
  ['up and down', (path) => path.replace('/api/', '/api/x/../')],
  ['encoded up and down', (path) => path.replace('/api/', '/x/%2e%2e/api/')],
  ['up from files', (path) => `/assets/..${path}`],
  ['up from files, encoded', (path) => `/assets/..%2f${path.slice(1)}`],
  ['encoded letters', (path) => path.replace('/api/', '/%61%70%69/')],
  ['encoded slashes', (path) => path.replaceAll('/', '%2f').replace('%2f', '/')],
  ['letters encoded twice', (path) => path.replace('/api/', '/%2561pi/')],
  ['a dot at the end', (path) => path.replace(/(\?|$)/, '.$1')],
  ['a space at the end', (path) => path.replace(/(\?|$)/, '%20$1')],
  ['NUL at the end', (path) => path.replace(/(\?|$)/, '%00$1')],
  ['an ending', (path) => path.replace(/(\?|$)/, '.json$1')],
  ['a parameter of the path', (path) => path.replace(/(\?|$)/, ';x=.js$1')],
  ['backslashes', (path) => path.replaceAll('/', '\\').replace('\\', '/')],
  ['a whole address', (path) => `http://museum.localhost${path}`],
  ['a mark', (path) => `${path}#/public`],
];

describe('members’ calls', () => {
  const isTurnedAway = ({ status, head, body }: RawReply): boolean =>
    status >= 400 || body.includes('40101') || /content-type: text\/html/i.test(head);

  it.each(spellings)('with %s are answered to nobody without a login', async (_what, spell) => {
    const calls = findDeclaredCalls(portal.definitions).filter(
      (call) => call.host === host && call.endpoint.viewer && call.endpoint.method === 'GET',
    );
    const asked = await Promise.all(
      calls.map(async (call: Call): Promise<[string, RawReply]> => {
        const target = spell(writeAddress(call, composeRequest(call, { id: 'x', phone: '13612340006', now: Date.now() })));
        return [target, await sendRaw(port, target, { host })];
      }),
    );
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.filter(([, reply]) => !isTurnedAway(reply) || reply.status >= 500)).toEqual([]);
  });
});
