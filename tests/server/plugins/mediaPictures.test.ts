import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { cleanSvg } from '../../../src/server/files/cleanSvg';
import { describeWidths } from '../../../src/runtime/pictureWidths';
import { testPortal, type TestPortal } from '../portal';
import { loadKnownDefinitions } from '../projectDefinitions';

let portal: TestPortal;
const media = (name: string, tenant = 'centre'): string => join(portal.root, 'tenants', tenant, 'media', name);
async function keep(name: string, content: string | Uint8Array, tenant?: string): Promise<void> {
  await mkdir(dirname(media(name, tenant)), { recursive: true });
  await writeFile(media(name, tenant), content);
}
const get = (url: string, host = 'localhost', headers: Record<string, string> = {}) =>
  portal.app.inject({ url, headers: { host, ...headers } });
const draw = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

beforeAll(async () => {
  portal = await testPortal({ copy: true });
  const photo = sharp({ create: { width: 900, height: 300, channels: 3, background: '#a33' } });
  await keep('hall.jpg', await photo.clone().jpeg().toBuffer());
  await keep('photos/馆舍.png', await photo.clone().png().toBuffer());
  await keep('hall.webp', await photo.clone().webp().toBuffer());
  await keep('logo.svg', `<?xml version="1.0"?><!DOCTYPE svg><!-- by hand -->${draw}`);
  await keep('false.png', draw);
  await keep('large.svg', `${draw}${' '.repeat(600_000)}`);
  await keep('theirs.svg', draw, 'museum');
  await keep('secret.svg', draw, 'library');
  await symlink(media('secret.svg', 'library'), media('link.svg'));
  await symlink(media('', 'library'), media('folder'));
});
afterAll(() => portal.close());

describe('a picture of an institution', () => {
  test.each([
    ['/media/hall.jpg', 'image/jpeg'],
    ['/media/hall.webp', 'image/webp'],
    [`/media/photos/${encodeURIComponent('馆舍')}.png`, 'image/png'],
    ['/media/logo.svg', 'image/svg+xml'],
  ])('is served: %s', async (url, type) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type]);
    expect(reply.headers['cache-control']).toContain('must-revalidate');
    expect(reply.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect((await get(url, 'localhost', { 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(304);
  });

  it('has another validator when it was replaced', async () => {
    await keep('new.svg', draw);
    const before = (await get('/media/new.svg')).headers.etag;
    await keep('new.svg', draw.replace('M0', 'M1'));
    await utimes(media('new.svg'), 1_900_000_000, 1_900_000_000);
    const after = await get('/media/new.svg', 'localhost', { 'if-none-match': String(before) });
    expect([after.statusCode, after.body]).toEqual([200, draw.replace('M0', 'M1').replace('/>', '></path>')]);
  });

  test.each(['/media/hall.jpg', '/media/hall.webp'])('can be had narrower, in the widths that its place names: %s', async (url) => {
    expect(describeWidths(url)).toContain(`${url}?width=320 320w`);
    const reply = await get(`${url}?width=320`);
    expect(reply.headers['content-type']).toBe('image/webp');
    expect((await sharp(reply.rawPayload).metadata()).width).toBe(320);
    const odd = await get(`${url}?width=333`);
    expect((await sharp(odd.rawPayload).metadata()).width).toBe(900);
  });

  test.each([
    ['of another institution', '/media/theirs.svg'],
    ['that is a link', '/media/link.svg'],
    ['behind a link', '/media/folder/secret.svg'],
    ['above the folder', '/media/../tenant.json'],
    ['above the folder, encoded', '/media/%2e%2e/%2e%2e/museum/media/theirs.svg'],
    ['with slashes encoded', '/media/..%2f..%2fmuseum%2fmedia%2ftheirs.svg'],
    ['with backslashes', '/media/..%5c..%5cmuseum%5cmedia%5ctheirs.svg'],
    ['of another kind than its name', '/media/false.png'],
    ['too large', '/media/large.svg'],
    ['that is not there', '/media/none.svg'],
    ['that is a folder', '/media/photos'],
    ['as a stream', '/channels/logo.svg'],
  ])('is none: one %s', async (_what, url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it('is told of by the check where its name is wrong, its kind or its size', async () => {
    await writeFile(
      join(portal.root, 'tenants/centre/modules/about.json'),
      JSON.stringify({
        title: '关于',
        pages: { about: { kind: 'composed', sections: { a: { section: 'text', text: '馆', image: { const: '/media/hal.jpg' } } } } },
      }),
    );
    const told = (await loadKnownDefinitions(portal.root)).problems.map(
      ({ file, severity, code, message }) => `${file} ${severity} ${code} ${message}`,
    );
    expect(told).toEqual([
      expect.stringMatching(/centre\/media\/false.png warning wrong-picture .*by its content svg/),
      expect.stringMatching(/centre\/media\/large.svg warning picture-too-large/),
      expect.stringMatching(/centre\/modules\/about.json warning no-such-file .*Did you mean "\/media\/hall.jpg"\?/),
    ]);
  });

  it('has its place on a page, in several widths', async () => {
    await writeFile(
      join(portal.root, 'tenants/centre/modules/about.json'),
      JSON.stringify({
        title: '关于',
        pages: { about: { kind: 'composed', sections: { a: { section: 'text', text: '馆', image: { const: '/media/hall.jpg' } } } } },
      }),
    );
    const page = await portal.get('/about', 'localhost', { accept: 'text/html' });
    expect(page.text).toContain('src="/media/hall.jpg"');
  });
});

describe('a drawing', () => {
  const within = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`;

  test.each([
    ['<script>alert(1)</script>', ''],
    ['<script href="data:,alert(1)"/>', ''],
    ['<path d="M0" onload="x()" ONCLICK="y()"/>', '<path d="M0"></path>'],
    ['<a href="javascript:alert(1)"><path d="M0"/></a>', '<path d="M0"></path>'],
    ['<use xlink:href="https://x.test/y.svg#a"/>', '<use></use>'],
    ['<use href="#a"/>', '<use href="#a"></use>'],
    ['<image href="https://x.test/p.png"/>', '<image></image>'],
    ['<image href="data:image/svg+xml;base64,AAAA"/>', '<image></image>'],
    ['<image href="data:image/png;base64,AAAA"/>', '<image href="data:image/png;base64,AAAA"></image>'],
    ['<foreignObject><iframe src="//x.test"/>words</foreignObject>', ''],
    ['<style>@import url(https://x.test/a.css);</style>', ''],
    ['<style>.a{fill:url(https://x.test/a)}</style>', ''],
    ['<style>.a{fill:url(#g)}</style>', '<style>.a{fill:url(#g)}</style>'],
    ['<path style="fill:url(//x.test)" fill="url(https://x.test)" stroke="url(#g)"/>', '<path stroke="url(#g)"></path>'],
    ['<path style="fill:u\\72l(//x.test)"/>', '<path></path>'],
    ['<set attributeName="href" to="javascript:alert(1)"/>', ''],
    ['<linearGradient id="g" gradientUnits="userSpaceOnUse"/>', '<linearGradient id="g" gradientUnits="userSpaceOnUse"></linearGradient>'],
    ['<use href="&#106;avascript:alert(1)"/>', '<use></use>'],
  ])('keeps nothing that runs or reaches out: %s', (inner, left) => {
    expect(cleanSvg(within(inner))).toBe(within(left));
  });

  it('is nothing when it is no drawing, or far too much of one', () => {
    expect(cleanSvg('<html><body/></html>')).toBeUndefined();
    expect(cleanSvg(within('<g>'.repeat(30_000)))).toBeUndefined();
  });
});
