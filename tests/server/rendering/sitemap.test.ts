import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoItems, testPortal, type TestPortal } from '../portal';

const many = 50_500;
const museum = 'museum.localhost';
let portal: TestPortal;
const clock = { now: Date.now() };

/** Stores items in one statement: what sitemaps read is in columns of their own. */
const fill = (tenant: string, module: string, size: number, id = sql`'n' || n`): Promise<unknown> =>
  sql`
    insert into item (tenant, module, id, column_id, status, pub, title, doc, updated)
    select ${tenant}, ${module}, ${id}, '6101', case when n % 500 = 0 then 0 else 1 end, now(), 'T', '{}', '2026-11-01T00:00:00Z'
    from generate_series(1, ${size}::int) n`.execute(portal.database.kysely);

beforeAll(async () => {
  portal = await testPortal({ clock: () => clock.now });
  await fill('centre', 'information', many);
  await portal.put('centre', 'delicacy', (await demoItems('centre', 'delicacy')).slice(0, 2));
  await fill('museum', 'information', 30_000);
  await fill('centre', 'enterprise', 40_000, sql`'n' || n || repeat('文', 150)`);
});
afterAll(() => portal.close());

const locationsOf = (text: string): string[] => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);

it('all published items stand in parts of 50,000 addresses at most, each once, which the index names with the time of the last change', async () => {
  const index = await portal.get('/sitemap.xml');
  const parts = locationsOf(index.text).filter((address) => address.includes('-information-'));
  expect(parts).toEqual(['http://localhost/sitemap-information-1.xml', 'http://localhost/sitemap-information-2.xml']);
  expect(index.text).toContain('sitemap-information-1.xml</loc><lastmod>2026-11-01T00:00:00.000Z</lastmod>');
  expect((await portal.get('/robots.txt')).text).toContain('Sitemap: http://localhost/sitemap.xml');
  const texts = await Promise.all(parts.map(async (address) => (await portal.get(new URL(address).pathname)).text));
  const addresses = texts.map(locationsOf);
  expect(addresses.map(({ length }) => length)).toEqual([50_000, many - many / 500 - 50_000]);
  expect(new Set(addresses.flat()).size).toBe(many - many / 500);
  expect(addresses[0]?.[0]).toMatch(/^http:\/\/localhost\/informationdetail\?columnId=6101&amp;id=n\d+$/);
  expect(texts[0]).toContain('<lastmod>2026-11-01T00:00:00.000Z</lastmod>');
  for (const text of texts) expect([text.startsWith('<?xml'), text.endsWith('</urlset>\n')]).toEqual([true, true]);
  expect((await portal.get('/sitemap-information-3.xml')).status).toBe(404);
  expect((await portal.get('/sitemap-information-0.xml')).status).toBe(404);
});

it('with two languages a part has half as many items, and a host names its own', async () => {
  const parts = locationsOf((await portal.get('/sitemap.xml', museum)).text).filter((address) => address.includes('-information-'));
  expect(parts).toEqual([`http://${museum}/sitemap-information-1.xml`, `http://${museum}/sitemap-information-2.xml`]);
  const { text } = await portal.get('/sitemap-information-1.xml', museum);
  expect(locationsOf(text)).toHaveLength(50_000);
  expect(text).not.toContain('//localhost');
});

it('no part is larger than 50 MB, however long addresses are', async () => {
  const parts = locationsOf((await portal.get('/sitemap.xml')).text).filter((address) => address.includes('-enterprise-'));
  const sizes = await Promise.all(parts.map(async (address) => (await portal.get(new URL(address).pathname)).text.length));
  expect(Math.max(...sizes)).toBeLessThan(50_000_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(52_000_000);
});

it('who has it already is told so, until something changes', async () => {
  const urls = ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-delicacy-1.xml'];
  const tags = new Map<string, string>();
  for (const url of urls) tags.set(url, String((await portal.get(url)).headers['etag']));
  for (const url of urls) {
    const again = await portal.get(url, 'localhost', { 'if-none-match': tags.get(url) ?? '' });
    expect([url, again.status, again.text]).toEqual([url, 304, '']);
  }
  await portal.put('centre', 'delicacy', (await demoItems('centre', 'delicacy')).slice(2, 3));
  clock.now += 61_000;
  const changed = await portal.get('/sitemap-delicacy-1.xml', 'localhost', { 'if-none-match': tags.get('/sitemap-delicacy-1.xml') ?? '' });
  expect([changed.status, locationsOf(changed.text).length]).toEqual([200, 3]);
});
