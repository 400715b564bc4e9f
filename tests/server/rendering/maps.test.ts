import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MapSettings, TenantSettings } from '../../../src/model/definitions.g';
import { toMapPayload, collectPolicyHosts } from '../../../src/server/rendering/mapSettings';
import { joinPieces } from '../../../src/runtime/pieces';
import { buildDocument, buildContentSecurityPolicy } from '../../../src/server/rendering/document';
import { listPayload } from '../../portal/payloads';
import { testPortal, type TestPortal } from '../portal';
import { projectRoot } from '../projectDefinitions';

let portal: TestPortal;
const code = 'a-secret-of-the-institution';

beforeAll(async () => {
  portal = await testPortal({ copy: true, environment: { AMAP_CODE: code } });
  await settings('museum', {
    providers: ['amap', 'tianditu', 'embedded'],
    amap: { key: 'amapkey', securityCode: 'AMAP_CODE' },
    tianditu: { key: 'tdtkey' },
  });
  await settings('library', { providers: ['amap'], amap: { key: 'otherkey' }, ground: 'nowhere' });
});
afterAll(() => portal.close());
afterEach(() => vi.unstubAllGlobals());

async function settings(tenant: string, map: MapSettings): Promise<void> {
  const file = join(portal.root, 'tenants', tenant, 'tenant.json');
  const before = JSON.parse(await readFile(file, 'utf8')) as TenantSettings;
  await writeFile(file, JSON.stringify({ ...before, map: { ...before.map, ...map } }));
}

const policy = async (host: string): Promise<Record<string, string>> => {
  const { headers } = await portal.get('/map.html', host, { accept: 'text/html' });
  return Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((line) => {
        const [name = '', ...values] = line.split(' ');
        return [name, values.join(' ')];
      }),
  );
};

describe('other sites that pages may use', () => {
  test('none, as long as the map is drawn here', async () => {
    const { 'script-src': script, 'img-src': img, 'connect-src': connect } = await policy('localhost');
    expect([script, img, connect]).toEqual(["'self'", "'self' data:", "'self'"]);
  });

  test('[MAP-16] those of the map services that the institution has keys for, and nothing unsafe', async () => {
    const found = await policy('museum.localhost');
    expect(found['script-src']).toBe("'self' https://webapi.amap.com https://*.amap.com");
    expect(found['img-src']).toContain('https://*.tianditu.gov.cn');
    expect(found['connect-src']).toBe("'self' https://*.amap.com https://*.autonavi.com https://api.tianditu.gov.cn");
    expect(JSON.stringify(found)).not.toContain('unsafe');
  });

  test.each<[string, MapSettings, string[]]>([
    [
      'tiles of another site',
      { providers: ['tiles'], tiles: { url: 'https://tiles.example.org:8443/v/{z}/{x}/{y}.png', credit: '某市' } },
      ['https://tiles.example.org:8443'],
    ],
    ['tiles of this site', { providers: ['tiles'], tiles: { url: '/tiles/{z}/{x}/{y}.png', credit: '某市' } }, []],
    ['a provider without a key', { providers: ['tianditu', 'amap'] }, []],
  ])('%s', (_name, map, expected) => expect(collectPolicyHosts({ map } as TenantSettings).img).toEqual(expected));

  test('pictures and films of its content, as before', () => {
    const hosts = collectPolicyHosts({ contentHosts: ['https://img.example.org'] } as TenantSettings);
    expect(buildContentSecurityPolicy({ styleHashes: ['abc'] }, hosts)).toContain(
      "style-src 'self' abc; img-src 'self' data: https://img.example.org; media-src 'self' blob: https://img.example.org;",
    );
  });
});

describe('what browsers are told', () => {
  test('the constants of maps when an institution says nothing [MAP-12]', async () => {
    const defaults = JSON.parse(await readFile(join(projectRoot, 'schemas/tenant.json'), 'utf8')) as TenantSettings;
    expect(toMapPayload(defaults.map)).toMatchObject({
      providers: ['embedded'],
      zoom: 11,
      timeoutSeconds: 10,
      radius: 1000,
      cityCode: '010',
    });
  });

  test('never where the security code of a key is kept', async () => {
    const { text } = await portal.get('/map.html', 'museum.localhost', { accept: 'text/html' });
    expect(text).toContain('"amap":{"key":"amapkey","proxied":true}');
    expect(text).not.toContain('AMAP_CODE');
    expect(text).not.toContain(code);
  });

  test('the drawn map comes last, so that there is always one', () => {
    expect([
      toMapPayload({ providers: ['tianditu'], tianditu: { key: 'k' } }).providers,
      toMapPayload({ providers: ['embedded', 'tianditu'], tianditu: { key: 'k' } }).providers,
      toMapPayload().providers,
    ]).toEqual([['tianditu', 'embedded'], ['embedded', 'tianditu'], ['embedded']]);
  });

  test('nothing of maps on pages without one', async () =>
    expect((await portal.get('/information?columnId=6101', 'museum.localhost', { accept: 'text/html' })).text).not.toContain('amapkey'));
});

test('styles of a component are linked by the pages that show it', () => {
  const payload = listPayload();
  const assets = {
    scripts: ['/a.js'],
    parts: {},
    sheets: { ListPage: ['/assets/list-1.css'], MapSection: ['/assets/map-1.css'] },
  };
  const carried = { shell: { ...payload.shell, frame: '/frame' }, page: payload.page };
  const html = joinPieces(buildDocument(payload, { pieces: [], htmlClass: '' }, assets, { carried, themeStyles: '' }).pieces);
  expect([html.includes('<link rel="stylesheet" href="/assets/list-1.css">'), html.includes('map-1.css')]).toEqual([true, false]);
});

describe('the surroundings of an institution', () => {
  test('are those that its settings name, once for as long as they stay the same', async () => {
    const { status, text, headers } = await portal.get('/map/ground.json', 'museum.localhost');
    expect([status, JSON.parse(text), headers['content-type']]).toEqual([
      200,
      expect.objectContaining({ type: 'FeatureCollection' }),
      'application/geo+json; charset=utf-8',
    ]);
    expect((await portal.get('/map/ground.json', 'museum.localhost', { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  });

  test('are not there when its settings name some that are not', async () => {
    expect((await portal.get('/map/ground.json', 'library.localhost')).status).toBe(404);
  });
});

describe('calls of AMap that pass through', () => {
  const asked: string[] = [];
  const answer = (status = 200): void => {
    asked.length = 0;
    vi.stubGlobal('fetch', (address: URL) => {
      asked.push(address.href);
      return Promise.resolve(new Response('{"status":"1"}', { status, headers: { 'content-type': 'application/json' } }));
    });
  };

  test('get the security code on the way, which stays here', async () => {
    answer();
    const { status, text } = await portal.get(
      '/_AMapService/v3/geocode/regeo?key=amapkey&location=119.28,29.92&s=rsv3',
      'museum.localhost',
    );
    expect([status, text]).toEqual([200, '{"status":"1"}']);
    expect(asked).toEqual([`https://restapi.amap.com/v3/geocode/regeo?key=amapkey&location=119.28%2C29.92&s=rsv3&jscode=${code}`]);
  });

  test.each([
    ['without a code there is no such address', '/_AMapService/v3/geocode/regeo?key=otherkey', 'library.localhost', {}, 404],
    ['without AMap there is no such address', '/_AMapService/v3/geocode/regeo', 'localhost', {}, 404],
    ['with another key they are refused', '/_AMapService/v3/geocode/regeo?key=stolen', 'museum.localhost', {}, 400],
    [
      'from another site they are refused',
      '/_AMapService/v3/geocode/regeo?key=amapkey',
      'museum.localhost',
      { 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['to another place they are refused', '/_AMapService//evil.example.org/x?key=amapkey', 'museum.localhost', {}, 400],
    ['with what is no path they are refused', '/_AMapService/v3/a%2fb?key=amapkey', 'museum.localhost', {}, 400],
  ] as const)('%s', async (_name, url, host, headers, status) => {
    answer();
    expect((await portal.get(url, host, { ...headers })).status).toBe(status);
    expect(asked).toEqual([]);
  });

  test('say that they failed, and nothing else, when AMap does not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error(`no answer with ${code}`)));
    const { status, text } = await portal.get('/_AMapService/v3/geocode/regeo?key=amapkey', 'museum.localhost');
    expect([status, text.includes(code)]).toEqual([503, false]);
  });

  test.each([
    ['/v4/map/styles', 'https://webapi.amap.com'],
    ['/v3/vectormap', 'https://fmap01.amap.com'],
    ['/v3/place/text', 'https://restapi.amap.com'],
  ])('%s goes to %s', async (path, origin) => {
    answer();
    await portal.get(`/_AMapService${path}?a=1`, 'museum.localhost');
    expect(asked).toEqual([`${origin}${path}?a=1&jscode=${code}`]);
  });
});
