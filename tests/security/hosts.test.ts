import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { testPortal, type TestPortal } from '../server/portal';
import { Random } from './random';

let portal: TestPortal;
let time = Date.now();
beforeAll(async () => {
  portal = await testPortal({ clock: () => time });
});
afterAll(() => portal.close());

/** Institutions by ways to write their hosts. */
const written: Record<string, string[]> = {
  centre: [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost:80',
    'localhost:65535',
    'LocalHost.:8080',
    '127.0.0.1',
    '127.0.0.1:3000',
    '[::1]:3000',
    'centre.localhost',
  ],
  museum: ['museum.localhost', 'MUSEUM.localhost', 'museum.localhost.', 'museum.localhost:80', 'museum.LocalHost.:3000'],
};
/** Hosts that are nobody's. */
const foreign = [
  'evil.example',
  'localhost.evil.example',
  'evil.localhost',
  'museum.localhost.evil.example',
  'localhost,museum.localhost',
  'localhost museum.localhost',
  'museum.localhost@localhost',
  'localhost/museum.localhost',
  'localhost:80:80',
  'localhost..',
  '.localhost',
  '127.1',
  '2130706433',
  '0x7f.1',
];
const paths = [
  '/',
  '/information?columnId=6101',
  '/nothing-here',
  '/portal/page?url=/',
  '/robots.txt',
  '/sitemap.xml',
  '/api/admin/front/group/web',
  '/api/portal/front/slot',
  '/pictures/opera/x.svg',
  '/pictures/logo/seal.svg',
  '/media/own.mp4',
];

/** Names of another institution that a proxy, or somebody who plays one, may give. */
const claims = (name: string): Record<string, string>[] => [
  {},
  { 'x-forwarded-host': name },
  { forwarded: `host=${name};proto=https`, 'x-forwarded-for': '127.0.0.1' },
  { 'x-host': name, 'x-original-host': name, 'x-forwarded-server': name, 'x-original-url': '/information', 'x-rewrite-url': '/' },
  { origin: `http://${name}`, referer: `http://${name}/` },
  { cookie: `museumCode=${name}; culturalCloud_fid=${name}` },
];

const hostOf = (tenant: string): string => written[tenant]?.[0] ?? '';
/** What is said of an institution in its own replies alone: others link to it by its title. */
function marksOf(tenant: string): string[] {
  const { settings } = portal.definitions.portal(tenant) ?? {};
  if (!settings) throw new Error(`${tenant} has no portal`);
  const { subtitle, address, description } = settings.site;
  return [settings.code, `"${settings.fid}"`, subtitle, address, description].filter((mark) => mark !== undefined);
}

interface Mixed {
  asked: number;
  faults: string[];
}

/** Asks one server for the same paths of two institutions in turn, in all ways that name either. */
async function askMixed(app: FastifyInstance, urls: readonly string[] = paths): Promise<Mixed> {
  const random = new Random(1);
  const tags: Record<string, Set<string>> = { centre: new Set(), museum: new Set() };
  const mixed: Mixed = { asked: 0, faults: [] };
  const rounds = Object.entries(written).flatMap(([tenant, hosts]) => {
    const all = claims(hostOf(tenant === 'centre' ? 'museum' : 'centre'));
    // Of each host half of the claims, so that all of them are made of both.
    return hosts.flatMap((host, number) =>
      all.filter((_claim, index) => (index + number) % 2 === 0).map((claim) => ({ tenant, host, claim })),
    );
  });
  for (const url of urls)
    for (const { tenant, host, claim } of random.shuffle(rounds)) {
      const other = tenant === 'centre' ? 'museum' : 'centre';
      const [theirs] = [...(tags[other] ?? [])].slice(-1);
      const conditional = theirs !== undefined && random.once(2) ? { 'if-none-match': theirs } : {};
      const reply = await app.inject({ url, headers: { host, accept: 'text/html', ...claim, ...conditional } });
      mixed.asked += 1;
      const tell = (fault: string): void =>
        void mixed.faults.push(`${url} of ${host} with ${JSON.stringify({ ...claim, ...conditional })}: ${fault}`);
      const found = marksOf(other).filter((mark) => reply.body.includes(mark) || JSON.stringify(reply.headers).includes(mark));
      if (found.length > 0) tell(`names ${found.join(' ')}`);
      const own = tags[tenant];
      const tag = reply.headers['etag'];
      if (reply.statusCode === 304 && !(own?.has(String(conditional['if-none-match'])) ?? false)) tell('is said to be the one of another');
      if (typeof tag === 'string') own?.add(tag);
      if (reply.statusCode >= 500) tell(String(reply.statusCode));
    }
  return mixed;
}

describe('two institutions on one server', () => {
  it('have nothing in common in their replies, however hosts are written and whatever else names the other', async () => {
    const { asked, faults } = await askMixed(portal.app);
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(450);
    time += 6_000;
    // Pages that are sent once more while new ones are made.
    expect((await askMixed(portal.app, paths.slice(0, 3))).faults).toEqual([]);
  });

  it.each(foreign)('the host %j is nobody’s, and told of none', async (host) => {
    for (const url of paths) {
      const reply = await portal.app.inject({ url, headers: { host, accept: 'text/html', 'x-forwarded-host': 'localhost' } });
      expect([url, reply.statusCode >= 400 && reply.statusCode < 500]).toEqual([url, true]);
      for (const tenant of ['centre', 'museum'])
        for (const mark of marksOf(tenant)) expect(`${reply.body} ${JSON.stringify(reply.headers)}`).not.toContain(mark);
    }
  });

  it('control: a cache that keeps pages by their path alone is found', async () => {
    const kept = new Map<string, string>();
    const app = fastify();
    app.setNotFoundHandler(async ({ url, headers }, reply) => {
      if (!kept.has(url))
        kept.set(url, (await portal.app.inject({ url, headers: { host: headers.host ?? '', accept: 'text/html' } })).body);
      return reply.type('text/html').send(kept.get(url));
    });
    expect((await askMixed(app)).faults.length).toBeGreaterThan(50);
    await app.close();
  });
});
