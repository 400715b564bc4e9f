import { presentation3StrictUpgrade } from '@iiif/parser/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asObjects, type JsonObject } from '../../../src/model/json';
import { at, testPortal, type TestPortal } from '../portal';

const museum = 'museum.localhost';
const origin = `http://${museum}`;

const mirror: JsonObject = {
  id: 'mirror',
  menuId: '7101',
  title: '海棠花铜镜',
  cover: '/pictures/mirror/one.svg',
  description: '<p>盛唐的镜子，<b>银亮</b>如新。</p>',
  era: '唐代',
  number: '望铜99',
  dimensions: '直径20厘米',
  creditLine: '望舒博物馆藏，甲某捐赠',
  licence: 'publicDomain',
  insertTime: '2026-11-01T10:00:00+08:00',
  pictures: [
    { id: '1', image: '/pictures/mirror/one.svg', description: '镜背' },
    { id: '2', image: '/pictures/mirror/one.svg?part=30-30-40', description: '镜钮' },
    { id: '3', image: '/pictures/mirror/one.svg?size=900x1200' },
    { id: '4', image: 'https://images.example.org/mirror.jpg', description: '旧照', width: 4000, height: 3000 },
    { id: '5', image: 'https://images.example.org/unknown.jpg' },
    { id: '6', service: 'https://images.example.org/iiif/mirror/info.json', width: 6000, height: 4000 },
    { id: '7', description: '没有图' },
  ],
};

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  await portal.put('museum', 'exhibit', [
    mirror,
    { id: 'cover', menuId: '7101', title: '只有封面', cover: '/pictures/bell/one.svg' },
    { id: 'bare', menuId: '7101', title: '没有图片' },
    { id: 'hidden', menuId: '7101', title: '未发布', cover: '/pictures/bell/two.svg' },
  ]);
  await portal.put('centre', 'exhibit', [{ id: 'elsewhere', menuId: '6103', title: '别馆的', cover: '/pictures/bell/one.svg' }]);
  await sql`update item set status = 0 where id = 'hidden'`.execute(portal.database.kysely);
});
afterAll(() => portal.close());

const manifestOf = async (id: string): Promise<JsonObject> => (await portal.get(`/iiif/exhibit/${id}/manifest`, museum)).body;

/** What a validator of the Presentation API finds wrong. */
function faultsOf(manifest: JsonObject): string[] {
  const state = { warnings: [] as string[] };
  presentation3StrictUpgrade(JSON.parse(JSON.stringify(manifest)) as Parameters<typeof presentation3StrictUpgrade>[0], state);
  return state.warnings;
}

const bodyOf = (canvas: JsonObject): unknown => at(canvas, 'items', 0, 'items', 0, 'body');

describe('a manifest', () => {
  test('says of an object what the definition names, in the words of its fields', async () => {
    const manifest = await manifestOf('mirror');
    expect(manifest).toMatchObject({
      '@context': 'http://iiif.io/api/presentation/3/context.json',
      id: `${origin}/iiif/exhibit/mirror/manifest`,
      type: 'Manifest',
      label: { 'zh-Hans': ['海棠花铜镜'] },
      summary: { 'zh-Hans': ['盛唐的镜子，银亮如新。'] },
      rights: 'http://creativecommons.org/publicdomain/mark/1.0/',
      requiredStatement: { label: { 'zh-Hans': ['馆藏标注'] }, value: { 'zh-Hans': ['望舒博物馆藏，甲某捐赠'] } },
      homepage: [{ id: `${origin}/exhibitdetail?columnId=7101&id=mirror`, format: 'text/html' }],
      partOf: [{ id: `${origin}/iiif/exhibit/collection`, type: 'Collection' }],
      thumbnail: [{ id: `${origin}/pictures/mirror/one.svg`, type: 'Image', format: 'image/svg+xml' }],
    });
    const facts = asObjects(manifest['metadata']).map((fact) => [at(fact, 'label', 'zh-Hans', 0), at(fact, 'value', 'zh-Hans', 0)]);
    expect(facts).toEqual([
      ['藏品号', '望铜99'],
      ['年代', '唐代'],
      ['尺寸', '直径20厘米'],
    ]);
    expect(faultsOf(manifest)).toEqual([]);
  });

  test('has a canvas for each picture, as large as it is measured here or as the entry says', async () => {
    const canvases = asObjects((await manifestOf('mirror'))['items']);
    const sizes = canvases.map((canvas) => [at(canvas, 'label', 'zh-Hans', 0), canvas['width'], canvas['height']]);
    expect(sizes).toEqual([
      ['镜背', 2400, 1800],
      ['镜钮', 2400, 1800],
      ['3', 900, 1200],
      ['旧照', 4000, 3000],
      ['5', 1200, 900],
      ['6', 6000, 4000],
    ]);
    const [whole, , , , unknown, served] = canvases.map(bodyOf);
    expect(whole).toEqual({
      id: `${origin}/pictures/mirror/one.svg?size=2400x1800`,
      type: 'Image',
      format: 'image/svg+xml',
      width: 2400,
      height: 1800,
    });
    // Of a picture that nobody measured no size is said.
    expect(unknown).toEqual({ id: 'https://images.example.org/unknown.jpg', type: 'Image', format: 'image/jpeg' });
    expect(served).toMatchObject({ service: [{ id: 'https://images.example.org/iiif/mirror', type: 'ImageService3' }] });
    for (const canvas of canvases) expect(at(canvas, 'items', 0, 'items', 0, 'target')).toBe(canvas['id']);
  });

  test('of an object whose list is empty has its cover, and names the institution where nobody else is to be named', async () => {
    const manifest = await manifestOf('cover');
    expect(asObjects(manifest['items'])).toHaveLength(1);
    expect(at(manifest, 'requiredStatement', 'value', 'zh-Hans', 0)).toBe('望舒博物馆');
    expect(manifest).not.toHaveProperty('rights');
    expect(faultsOf(manifest)).toEqual([]);
  });

  test('may be read by scripts of any site, and is not sent again while it is the same', async () => {
    const first = await portal.get('/iiif/exhibit/mirror/manifest', museum);
    expect(first.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': expect.stringMatching(
        /^application\/ld\+json; ?profile="http:\/\/iiif\.io\/api\/presentation\/3\/context\.json"/,
      ) as unknown,
    });
    const again = await portal.get('/iiif/exhibit/mirror/manifest', museum, { 'if-none-match': String(first.headers['etag']) });
    expect([again.status, again.text, again.headers['access-control-allow-origin']]).toEqual([304, '', '*']);
    expect((await portal.get('/pictures/mirror/one.svg', museum)).headers['access-control-allow-origin']).toBe('*');
  });

  test.each([
    ['what is not published', '/iiif/exhibit/hidden/manifest'],
    ['what belongs to another institution', '/iiif/exhibit/elsewhere/manifest'],
    ['what has no picture', '/iiif/exhibit/bare/manifest'],
    ['what there is not', '/iiif/exhibit/nothing/manifest'],
    ['a module without manifests', '/iiif/information/mirror/manifest'],
    ['a module that there is not', '/iiif/constructor/mirror/manifest'],
    ['a collection of a module without manifests', '/iiif/information/collection'],
  ])('is not there of %s', async (_, url) => {
    const { status, text } = await portal.get(url, museum);
    expect([status, text]).toEqual([404, '']);
  });
});

test('a collection refers to the manifests of all published objects of the institution', async () => {
  const { status, body } = await portal.get('/iiif/exhibit/collection', museum);
  expect([status, body['type']]).toEqual([200, 'Collection']);
  const found = asObjects(body['items']).map((item) => [item['id'], item['type']]);
  expect(found).toContainEqual([`${origin}/iiif/exhibit/mirror/manifest`, 'Manifest']);
  expect(JSON.stringify(found)).not.toMatch(/hidden|elsewhere/);
});

describe('licences', () => {
  test.each([
    ['publicDomain', { label: '公有领域', allowsDownload: true, address: 'http://creativecommons.org/publicdomain/mark/1.0/' }],
    ['reserved', { label: '保留所有权利', allowsDownload: false }],
    ['constructor', undefined],
    [undefined, undefined],
  ])('of %s the reply of an object says %j', async (licence, expected) => {
    await portal.put('museum', 'exhibit', [
      { id: 'licensed', menuId: '7101', title: '器物', ...(licence === undefined ? {} : { licence }) },
    ]);
    const { body } = await portal.get('/api/portal/web/exhibit/licensed', museum);
    const rights = at(body, 'data', 'rights');
    if (expected === undefined) expect(rights ?? null).toBeNull();
    else expect(rights).toMatchObject(expected);
  });
});

test('the page of an object tells search engines who made it, of what, how large and under which licence', async () => {
  await portal.put('museum', 'exhibit', [{ ...mirror, id: 'told', maker: '甲某', place: '扬州', material: '青铜' }]);
  const { text } = await portal.get('/exhibitdetail?columnId=7101&id=told', museum, { accept: 'text/html' });
  const found = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as JsonObject,
  );
  expect(found.find((thing) => thing['@type'] === 'VisualArtwork')).toMatchObject({
    name: '海棠花铜镜',
    description: '盛唐的镜子，银亮如新。',
    identifier: '望铜99',
    artMedium: '青铜',
    size: '直径20厘米',
    creator: { '@type': 'Person', name: '甲某' },
    locationCreated: { '@type': 'Place', name: '扬州' },
    license: 'http://creativecommons.org/publicdomain/mark/1.0/',
  });
});
