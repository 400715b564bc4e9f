import { writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, demoItems, testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
let time = Date.parse('2026-11-20T10:00:00+08:00');
beforeAll(async () => {
  portal = await testPortal({ copy: true, clock: () => time });
  for (const module of ['information', 'exhibit']) await portal.put('centre', module, await demoItems('centre', module));
});
afterAll(() => portal.close());

const html = { accept: 'text/html' };
const later = (): void => {
  time += 120_000;
};

describe('pages', () => {
  test('a list is in the HTML with its data, title, description and canonical link', async () => {
    const { status, text, headers } = await portal.get('/information?columnId=6101', 'localhost', html);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/<title>资讯动态 - 青澜市文化馆<\/title>/);
    expect(text).toMatch(/<link rel="canonical" href="http:\/\/localhost\/information\?columnId=6101">/);
    expect(text.match(/\/informationdetail\?[^"]*id=info-/g)?.length).toBeGreaterThanOrEqual(12);
  });

  test.each(['/informationdetail?columnId=6101', '/appointmentenroll', '/venueenroll'])(
    '%s lacks an id: a page of something that is not there',
    async (address) => {
      const { status, text } = await portal.get(address, 'localhost', html);
      expect(status).toBe(404);
      expect(text).toContain('内容不存在或已下线');
      expect(text).not.toContain('没有这个接口');
    },
  );

  test('a detail has its own title and share picture', async () => {
    const [first] = await demoItems('centre', 'information');
    const { text } = await portal.get(`/informationdetail?columnId=6101&id=${String(first?.['id'])}`, 'localhost', html);
    expect(text).toContain(`<title>${String(first?.['title'])} - 青澜市文化馆</title>`);
    expect(text).toMatch(/<meta property="og:image" content="http:\/\/localhost\/pictures\//);
    expect(text).toContain('<meta property="og:type" content="article">');
  });

  test.each([
    '/nothing',
    '/information/nothing',
    '/informationdetail?columnId=6101&id=none',
    '/informationdetail',
    '/..%2f..%2fetc/passwd',
    '//evil.example/x',
    '/wp-login.php',
  ])('%s is a page with status 404 in the frame of the institution', async (url) => {
    const { status, text } = await portal.get(url, 'localhost', html);
    expect(status).toBe(404);
    expect(text).toContain('青澜市文化馆');
  });

  test('an address that is none is refused without details', async () => {
    const { status, text } = await portal.get('/%E0%A4%A', 'localhost', html);
    expect(status).toBe(400);
    expect(text).not.toMatch(/FST_|stack|node_modules/);
  });

  test.each(['//evil.example/', '/\\evil.example', '/\t//evil.example'])('the path %j never becomes the host of a link', async (url) => {
    expect((await portal.get(url, 'localhost', html)).text).not.toMatch(/(href|content)="https?:\/\/evil/);
  });

  test.each([
    ['a list has no script', '/information?columnId=6101', 0],
    ['a page of sections has one', '/', 1],
  ])('the Content-Security-Policy allows what stands in a page by its hash alone: %s', async (_name, path, scripts) => {
    const { text, headers } = await portal.get(path, 'localhost', html);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe/);
    const sourceOf = (inline: string): string => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
    for (const [, css = ''] of text.matchAll(/<style>([^<]*)<\/style>/g)) expect(policy).toContain(sourceOf(css));
    expect(text).not.toMatch(/ style="| on[a-z]+="/);
    const inline = [...text.matchAll(/<script([^>]*)>([^<]*)/g)].flatMap(([, attributes = '', script = '']) =>
      /src=|application\/(ld\+)?json/.test(attributes) ? [] : [sourceOf(script)],
    );
    expect(inline).toHaveLength(scripts);
    expect(policy).toContain(`script-src ${["'self'", ...inline].join(' ')};`);
  });

  test('the query cannot end the payload script', async () => {
    const { text } = await portal.get(
      `/information?columnId=${encodeURIComponent('</script><script>alert(1)</script>')}&keyword=${encodeURIComponent('</script>')}`,
      'localhost',
      html,
    );
    expect(text).not.toContain('<script>alert');
  });

  test('a page is tagged, and not sent again to one who has it', async () => {
    const first = await portal.get('/information?columnId=6101', 'localhost', html);
    const again = await portal.get('/information?columnId=6101', 'localhost', { ...html, 'if-none-match': String(first.headers['etag']) });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
  });

  test.each(['br', 'gzip'])('a page is packed with %s', async (encoding) => {
    const { headers } = await portal.get('/information?columnId=6101', 'localhost', { ...html, 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding);
  });

  test('names that the page does not declare neither reach it nor its cache', async () => {
    const { text } = await portal.get('/information?columnId=6101&utm_source=mail&additionalContent=%3Cb%3E', 'localhost', html);
    expect(text).not.toMatch(/utm_source|additionalContent/);
  });

  test('a page goes on showing for seconds, then shows what is new', async () => {
    later();
    const url = '/information?columnId=6190';
    await portal.get(url, 'localhost', html);
    await portal.put('centre', 'information', [{ id: 'fresh', columnId: '6190', title: '刚刚发布', publishDate: '2026-11-20' }]);
    expect((await portal.get(url, 'localhost', html)).text).not.toContain('刚刚发布');
    later();
    expect((await portal.get(url, 'localhost', html)).text).toContain('刚刚发布');
  });

  test('the payload of another page is the same as in its HTML', async () => {
    const { body } = await portal.get(`/portal/page?url=${encodeURIComponent('/exhibit?columnId=6103&page=2')}`);
    expect(at(body, 'path')).toBe('/exhibit');
    expect(at(body, 'data', 'state', 'page')).toBe(2);
    expect(at(body, 'data', 'main', 'total')).toBe(36);
    expect((await portal.get(`/portal/page?url=${encodeURIComponent('https://evil.example/')}`)).status).toBe(400);
  });

  test('only fields that the page refers to are in the payload', async () => {
    const { body } = await portal.get(`/portal/page?url=${encodeURIComponent('/information?columnId=6101')}`);
    const row = at(body, 'data', 'main', 'rows', 0);
    expect(row).toHaveProperty('title');
    expect(row).not.toHaveProperty('content');
  });

  test('robots.txt and the sitemap name pages and items', async () => {
    expect((await portal.get('/robots.txt')).text).toContain('Sitemap: http://localhost/sitemap.xml');
    expect((await portal.get('/sitemap.xml')).text).toMatch(/<loc>http:\/\/localhost\/sitemap-information-1\.xml<\/loc>/);
    expect((await portal.get('/sitemap-pages.xml')).text).toMatch(/<loc>http:\/\/localhost\/information\?columnId=6101<\/loc>/);
    expect((await portal.get('/sitemap-information-1.xml')).text).toMatch(/informationdetail\?columnId=6101&amp;id=info-0001/);
  });

  test('pictures are drawn in the colour of the institution, and only known ones', async () => {
    const own = await portal.get('/pictures/lotus/a.svg');
    expect(own.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect((await portal.get('/pictures/lotus/a.svg', 'museum.localhost')).text).not.toBe(own.text);
    const typeset = await portal.get(`/pictures/words/${encodeURIComponent('滩头年画《老鼠娶亲》')}.svg?size=640x480`);
    expect([typeset.status, typeset.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(typeset.text.match(/<path d="[^"]+" fill="#[0-9a-f]{6}"\/><\/g>/g)?.length).toBeGreaterThanOrEqual(8);
    for (const words of ['https://example.org', '<script>', '长'.repeat(25), ''])
      expect((await portal.get(`/pictures/words/${encodeURIComponent(words)}.svg`)).status).toBe(404);
    expect((await portal.get('/pictures/unknown/a.svg')).status).toBe(404);
    expect((await portal.get('/pictures/lotus/..%2fa.svg')).status).toBe(404);
  });

  test('[TENANT-04, TENANT-05, SESSION-06] a page leaves the institution in two cookies, once; the host alone decides whose calls are answered', async () => {
    const { headers } = await portal.get('/information?columnId=6101', 'localhost', html);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^museumCode=QLWHG01; Max-Age=31536000; Path=\/; SameSite=Lax/),
      expect.stringMatching(/^culturalCloud_fid=100001; /),
    ]);
    const again = await portal.get('/information?columnId=6101', 'localhost', {
      ...html,
      cookie: 'museumCode=QLWHG01; culturalCloud_fid=100001',
    });
    expect(again.headers['set-cookie']).toBeUndefined();
    const foreign = await portal.get('/api/admin/front/group/web', 'localhost', { cookie: 'museumCode=WSBWG02; culturalCloud_fid=100002' });
    expect(at(foreign.body, 'data', 'c')).toBe('QLWHG01');
  });

  test('/healthz and /readyz need no host', async () => {
    expect((await portal.get('/healthz', 'nobody.example')).body).toEqual({ status: 'ok' });
    const { status, body } = await portal.get('/readyz', 'nobody.example');
    expect([status, body]).toEqual([200, { status: 'ok', database: true, definitions: true, disk: true, staying: true }]);
  });
});

describe('a changed file counts from the next request on', () => {
  const file = (): string => join(portal.root, 'tenants/centre/tenant.json');

  test('a new title shows, a broken file keeps the last good portal and is reported', async () => {
    const before = await readFile(file(), 'utf8');
    later();
    await writeFile(file(), before.replace('青澜市文化馆', '青澜市新文化馆'));
    expect((await portal.get('/information?columnId=6101', 'localhost', html)).text).toContain('青澜市新文化馆');
    later();
    await writeFile(file(), '{ "hosts": ["localhost", ');
    expect((await portal.get('/information?columnId=6101', 'localhost', html)).text).toContain('青澜市新文化馆');
    expect(portal.problems.find((problem) => problem.file === 'tenants/centre/tenant.json')).toMatchObject({ line: 1, severity: 'error' });
    later();
    await writeFile(file(), before);
    expect((await portal.get('/information?columnId=6101', 'localhost', html)).text).toContain('青澜市文化馆');
  });

  test('an institution renames a label with one line', async () => {
    later();
    await writeFile(join(portal.root, 'tenants/centre/texts.json'), JSON.stringify({ noData: '这里还没有内容' }));
    expect((await portal.get('/information?columnId=6189', 'localhost', html)).text).toContain('这里还没有内容');
  });
});
