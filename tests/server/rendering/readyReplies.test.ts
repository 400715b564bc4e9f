import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sumVisitsOfModules } from '../../../src/database/desk/figures';
import { formatDate } from '../../../src/runtime/time';
import { testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
let port: number;
/** What the portal's stopwatch shows. */
let time = 0;
/** Requests that went their way through routes and hooks. */
let routed = 0;
beforeAll(async () => {
  portal = await testPortal({ copy: true, stopwatch: () => time });
  portal.app.addHook('onRequest', (_request, _reply, done) => {
    routed += 1;
    done();
  });
  port = await portal.listen();
});
beforeEach(() => {
  // What was sent in another test is of the past.
  time += 1_000;
});
afterAll(() => portal.close());

interface Got {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  /** Whether it was made for this request. */
  routed: boolean;
}

/** Opens an address as browsers do. */
function open(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const before = routed;
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, method, headers: { host: 'localhost', 'accept-encoding': 'br', ...headers } });
    asked.on('error', reject).on('response', (response) => {
      const parts: Buffer[] = [];
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          // Each reply that is made has a name of its own, those sent again have none.
          const { date: _date, 'x-request-id': _name, ...others } = response.headers;
          const body = Buffer.concat(parts).toString('base64');
          resolve({ status: response.statusCode ?? 0, headers: others, body, routed: routed > before });
        });
    });
    asked.end();
  });
}
const list = '/information?columnId=6101';

describe('a page that was sent a moment ago', () => {
  it('is sent again as it was, with all headers', async () => {
    await open(list);
    const first = await open(list);
    expect(first).toMatchObject({ status: 200, routed: true });
    expect(await open(list)).toEqual({ ...first, routed: false });
    time += 299;
    expect(await open(list)).toEqual({ ...first, routed: false });
    time += 1;
    expect(await open(list)).toEqual(first);
  });

  it('is not sent where it did not change', async () => {
    const { headers } = await open(list);
    const asking = { 'if-none-match': String(headers['etag']) };
    const first = await open(list, asking);
    expect(first).toMatchObject({ status: 304, body: '', routed: true });
    expect(await open(list, asking)).toEqual({ ...first, routed: false });
  });

  it.each<[string, Parameters<typeof open>]>([
    ['at another host', [list, { host: 'museum.localhost' }]],
    ['for another page', [`${list}&page=2`]],
    ['for a browser that unpacks otherwise', [list, { 'accept-encoding': 'gzip' }]],
    ['with cookies', [list, { cookie: 'elder=1' }]],
    ['with another tag', [list, { 'if-none-match': '"another"' }]],
    ['with a body', [list, { 'content-length': '0' }]],
    ['for its headers alone', [list, {}, 'HEAD']],
    ['over an encrypted connection to a proxy', [list, { 'x-forwarded-proto': 'https' }]],
  ])('is made anew %s', async (_how, asking) => {
    await open(list);
    expect(await open(...asking)).toMatchObject({ routed: true });
  });

  it('is made anew once a definition changed', async () => {
    const first = await open(list);
    const file = join(portal.root, 'tenants/centre/tenant.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as { site: object };
    await writeFile(file, JSON.stringify({ ...settings, site: { ...settings.site, title: '另一座文化馆' } }));
    // Whatever else is asked for meanwhile.
    await open('/api/nothing');
    const second = await open(list);
    expect(second).toMatchObject({ status: 200, routed: true });
    expect(second.body).not.toBe(first.body);
  });

  it('is no page that is missing, fails, or is of one visitor', async () => {
    for (const path of ['/nowhere', '/admin', '/api/site/menu']) {
      await open(path);
      expect(await open(path)).toMatchObject({ routed: true });
    }
  });

  it('counts as opened each time', async () => {
    const page = '/exhibit?columnId=6103';
    const sent = [await open(page), await open(page), await open(page), await open(page)];
    // Not after the first: most searches are made once.
    expect(sent.map((each) => each.routed)).toEqual([true, true, false, false]);
    const { database } = portal;
    const today = formatDate(Date.now());
    // What was counted is stored at the latest when the server ends.
    await portal.app.close();
    const visits = await sumVisitsOfModules(database, { tenant: 'centre', from: today, to: today, unit: 'day' });
    expect(visits).toContainEqual({ module: 'exhibit', visits: 4 });
  });
});
