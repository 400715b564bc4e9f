import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Payload, SharedWords } from '../../../src/model/payload';
import { type TestPortal, testPortal } from '../portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  await portal.put('centre', 'information', [{ id: 'a', columnId: '6101', title: '甲', publishDate: '2026-11-01T09:00:00+08:00' }]);
});
afterAll(() => portal.close());

const list = '/information?columnId=6101';

async function open(url: string, host?: string): Promise<{ payload: Payload; text: string; address: string }> {
  const { text } = await portal.get(url, host);
  const payload = JSON.parse(/<script id="payload"[^>]*>(.*)<\/script>/.exec(text)?.[1] ?? '') as Payload;
  return { payload, text, address: payload.shell.words ?? '' };
}

const words = async (address: string, host?: string) => {
  const { text, headers, status } = await portal.get(address, host);
  return { shared: JSON.parse(text) as SharedWords, headers, status };
};

describe('the words that pages of an institution share', () => {
  it('are no part of a document, which says where they are', async () => {
    const { payload, text, address } = await open(list);
    expect(payload.shell.texts).toEqual({});
    expect(text).toContain(`<link rel="preload" href="${address}" as="fetch" crossorigin fetchpriority="low">`);
    const { shared, headers } = await words(address);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(shared.texts).toMatchObject({ noData: expect.any(String) });
    const patterns = Object.keys(shared.patterns);
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => pattern in payload.page.patterns)).toEqual([]);
    // Whoever goes on gets the next page without them too.
    const next = await portal.get(`/portal/page?url=${encodeURIComponent(list)}`);
    expect(patterns.filter((pattern) => pattern in (next.body['patterns'] as object))).toEqual([]);
    expect(next.body['patterns']).toEqual(payload.page.patterns);
  });

  it('are the same of every page, and others of another institution or language', async () => {
    const addresses = await Promise.all([open(list), open('/'), open('/', 'museum.localhost'), open('/en', 'museum.localhost')]);
    const [first, home, museum, english] = addresses.map(({ address }) => address);
    expect(home).toBe(first);
    expect(museum).not.toBe(first);
    expect(english).toMatch(/^\/en\/portal\/words\//);
    const [chinese, translated] = await Promise.all([words(museum ?? '', 'museum.localhost'), words(english ?? '', 'museum.localhost')]);
    expect(translated.shared.texts.noData).not.toBe(chinese.shared.texts.noData);
  });

  it('are those of now for who has the address of before a change, and are not kept', async () => {
    const { address } = await open(list);
    const { shared, headers, status } = await words('/portal/words/gone.json');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(shared).toEqual((await words(address)).shared);
  });
});
