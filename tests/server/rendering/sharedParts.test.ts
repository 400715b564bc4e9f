import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarriedPayload, PageDeclaration, SharedFrame } from '../../../src/model/payload';
import { asObject } from '../../../src/model/json';
import { type TestPortal, testPortal } from '../portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  await portal.put('centre', 'information', [{ id: 'a', columnId: '6101', title: '甲', publishDate: '2026-11-01T09:00:00+08:00' }]);
});
afterAll(() => portal.close());

const museum = 'museum.localhost';
const list = '/information?columnId=6101';

const readPayload = (text: string): CarriedPayload =>
  JSON.parse(/<script id="payload"[^>]*>(.*)<\/script>/.exec(text)?.[1] ?? '') as CarriedPayload;

async function open(url: string, host?: string) {
  const { text } = await portal.get(url, host);
  const { shell, page } = readPayload(text);
  return { shell, page, text, frame: shell.frame, declared: 'declared' in page ? page.declared : '' };
}

async function fetchPart<T>(address: string, host?: string) {
  const { text, headers, status } = await portal.get(address, host);
  return { part: JSON.parse(text) as T, status, kept: headers['cache-control'] };
}

const forEver = 'public, max-age=31536000, immutable';

describe('a document', () => {
  it('says where the frame and the declaration are that it leaves out', async () => {
    const { shell, page, text, frame, declared } = await open(list);
    expect([shell, page].flatMap(Object.keys)).not.toEqual(expect.arrayContaining(['texts']));
    for (const part of ['definition', 'cards', 'endpoints', 'patterns']) expect(page).not.toHaveProperty(part);
    for (const address of [frame, declared])
      expect(text).toContain(`<link rel="preload" href="${address.replaceAll('&', '&amp;')}" as="fetch" crossorigin fetchpriority="low">`);
  });

  it('is whole with them: what a browser is told of a page by going there', async () => {
    const { shell, page, frame, declared } = await open(list);
    const shared = await fetchPart<SharedFrame>(frame);
    const declaration = await fetchPart<PageDeclaration>(declared);
    expect([shared.kept, declaration.kept]).toEqual([forEver, forEver]);
    const gone = asObject((await portal.get(`/portal/page?url=${encodeURIComponent(list)}`)).body);
    const { declared: _declared, now: _now, ...carried } = page as typeof page & { declared: string };
    expect(gone).toMatchObject({ ...carried, ...declaration.part });
    // What follows from the settings is in neither but the frame; what goes by the address of the page is in its document.
    for (const name of ['menu', 'site', 'theme', 'calls', 'footerHtml']) expect(shell).not.toHaveProperty(name);
    expect(shared.part.shell.menu?.map(({ title }) => title)).toContain('资讯动态');
    expect(Object.keys(shell.shell)).toEqual(['footerLinks']);
    expect(Object.keys(shared.part.patterns).length).toBeGreaterThan(10);
    for (const pattern of Object.keys(shared.part.patterns)) expect(declaration.part.patterns).not.toHaveProperty([pattern]);
  });

  it('of a page that there is none of carries all but the frame itself', async () => {
    const { page, declared } = await open('/nosuchpage');
    expect(declared).toBe('');
    expect(page).toHaveProperty('definition');
  });
});

describe('what documents leave out', () => {
  it('is the same of every state of a page, and other of another page, institution or language', async () => {
    const [first, filtered, home] = await Promise.all([open(list), open(`${list}&page=2&keyword=x`), open('/')]);
    expect([filtered.frame, filtered.declared]).toEqual([first.frame, first.declared]);
    expect(home.frame).toBe(first.frame);
    expect(home.declared).not.toBe(first.declared);
    const [own, english] = await Promise.all([open('/', museum), open('/en', museum)]);
    expect(own.frame).not.toBe(first.frame);
    expect([english.frame, english.declared]).toEqual([
      expect.stringMatching(/^\/en\/portal\/frames\//),
      expect.stringMatching(/^\/en\/portal\/declarations\//),
    ]);
    const [chinese, translated] = await Promise.all([own, english].map(({ frame }) => fetchPart<SharedFrame>(frame, museum)));
    expect(translated?.part.shell.texts.noData).not.toBe(chinese?.part.shell.texts.noData);
  });

  it('is what a page was made with, for who opened it before a change', async () => {
    const own = await testPortal({ copy: true });
    try {
      const openOwn = async (): Promise<string[]> => {
        const { shell, page } = readPayload((await own.get(list)).text);
        return [shell.frame, 'declared' in page ? page.declared : ''];
      };
      const ask = (addresses: readonly string[]) => Promise.all(addresses.map((address) => own.get(address)));
      const addresses = await openOwn();
      const before = await ask(addresses);
      const folder = join(own.root, 'tenants/centre');
      await writeFile(join(folder, 'texts.json'), JSON.stringify({ noData: '这里还没有内容' }));
      await writeFile(join(folder, 'modules/information.json'), JSON.stringify({ pages: { information: { pageSize: 3 } } }));
      const changed = await openOwn();
      expect(changed.filter((address) => addresses.includes(address))).toEqual([]);
      const after = await ask(addresses);
      expect(after.map(({ text, headers }) => [text, headers['cache-control']])).toEqual(before.map(({ text }) => [text, forEver]));
      // Another institution's it is not.
      const [foreign] = await Promise.all(addresses.slice(0, 1).map((address) => own.get(address, museum)));
      expect(foreign?.text).not.toBe(before[0]?.text);
    } finally {
      await own.close();
    }
  });

  it('is that of now for who has an address that nothing is known of any more, and is not kept then', async () => {
    const { frame, declared } = await open(list);
    const old = await Promise.all([frame, declared].map((address) => fetchPart(address.replace(/[\w-]+\.json/, 'gone.json'))));
    const now = await Promise.all([frame, declared].map((address) => fetchPart(address)));
    expect(old).toEqual(now.map(({ part }) => ({ part, status: 200, kept: 'no-cache' })));
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('comes as %s to who asks for that, each time the same', async (encoding, unpack) => {
    const { frame, declared } = await open(list);
    for (const url of [frame, declared, declared]) {
      const reply = await portal.app.inject({ url, headers: { host: 'localhost', 'accept-encoding': encoding } });
      expect([reply.headers['content-encoding'] ?? 'identity', reply.headers['vary']]).toEqual([encoding, 'accept-encoding']);
      expect(JSON.parse(unpack(reply.rawPayload).toString())).toEqual((await fetchPart(url)).part);
    }
  });

  it('is not there of a page that there is none of', async () => {
    expect((await portal.get('/portal/declarations/x.json?path=/nosuchpage')).status).toBe(404);
    expect((await portal.get('/portal/declarations/x.json')).status).toBe(404);
  });
});
