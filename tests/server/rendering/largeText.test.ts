import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ copy: true });
  const file = join(portal.root, 'tenants/museum/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const hosts = ['museum.localhost', 'museum.culture.example.org'];
  await writeFile(file, JSON.stringify({ ...settings, hosts, platform: { domain: 'culture.example.org' } }));
});
afterAll(() => portal.close());

const rootOf = (text: string): string => /<html[^>]*>/.exec(text)?.[0] ?? '';
const large = { cookie: 'elder=1' };
const cookies = (headers: Record<string, unknown>): string[] => [headers['set-cookie'] ?? []].flat().map(String);

describe('large text', () => {
  test('is in the page that is sent to those who chose it, and to nobody else', async () => {
    expect(rootOf((await portal.get('/', 'localhost', large)).text)).toBe('<html lang="zh-CN" class="is-large">');
    for (const cookie of ['', 'elder=0', 'elder=11'])
      expect(rootOf((await portal.get('/', 'localhost', { cookie })).text)).toBe('<html lang="zh-CN">');
  });

  test('has a page of its own in what browsers and others keep', async () => {
    const tagOf = async (headers: Record<string, string>): Promise<string> =>
      String((await portal.get('/information?columnId=6101', 'localhost', headers)).headers['etag']);
    const [usual, enlarged] = [await tagOf({}), await tagOf(large)];
    expect(enlarged).not.toBe(usual);
    const ask = async (tag: string, headers: Record<string, string>): Promise<number> =>
      (await portal.get('/information?columnId=6101', 'localhost', { ...headers, 'if-none-match': tag })).status;
    expect([await ask(usual, {}), await ask(usual, large), await ask(enlarged, large), await ask(enlarged, {})]).toEqual([
      304, 200, 304, 200,
    ]);
  });

  test.each(['br', 'gzip'])('is packed with %s like any page', async (encoding) =>
    expect((await portal.get('/', 'localhost', { ...large, 'accept-encoding': encoding })).headers['content-encoding']).toBe(encoding),
  );

  test('that a link from another site of the platform carries is kept, and the address says nothing of it afterwards', async () => {
    const { status, headers } = await portal.get('/information?columnId=6101&elder=1');
    expect([status, headers['location'], headers['cache-control']]).toEqual([
      302,
      'http://localhost/information?columnId=6101',
      'no-store',
    ]);
    expect(cookies(headers)).toEqual(['elder=1; Max-Age=31536000; Path=/; SameSite=Lax']);
    expect(cookies((await portal.get('/?elder=0')).headers)).toContain('elder=0; Max-Age=31536000; Path=/; SameSite=Lax');
    expect((await portal.get('/?elder=yes')).status).toBe(200);
  });

  test.each(['//evil.example/?elder=1', '/\\evil.example?elder=1'])('never leads to another site by %j', async (url) =>
    expect(String((await portal.get(url)).headers['location'])).toMatch(/^http:\/\/localhost\//),
  );

  test('is kept for the domain that the platform shares, by the server each time', async () => {
    const { text, headers } = await portal.get('/', 'museum.culture.example.org', large);
    expect(rootOf(text)).toContain('is-large');
    expect(cookies(headers)).toContain('elder=1; Max-Age=31536000; Path=/; SameSite=Lax; Domain=culture.example.org');
    expect(cookies((await portal.get('/', 'museum.culture.example.org')).headers).join()).not.toContain('elder');
  });
});
