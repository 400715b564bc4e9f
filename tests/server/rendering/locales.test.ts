import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { listed, open, titleOf, words } from '../../modules/page';
import { at, demoItems, testPortal, type TestPortal } from '../portal';

const museum = 'museum.localhost';
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal({ clock: () => Date.parse('2026-11-20T10:00:00+08:00') });
  for (const module of ['exhibit', 'appointment', 'ticket', 'culturepavilion', 'venue'])
    await portal.put('museum', module, await demoItems('museum', module));
  await portal.put('museum', 'information', [
    {
      id: 'notice',
      columnId: '7102',
      title: '闭馆公告',
      content: '<p>今日闭馆</p>',
      publishDate: '2026-11-19',
      translations: {
        en: {
          title: 'Closing notice',
          content: '<p onclick="x()">Closed today, see <a href="/ticket?columnId=7104">exhibitions</a></p><script>x()</script>',
        },
      },
    },
    { id: 'plain', columnId: '7102', title: '换展期间照常开放', content: '<p>照常</p>', publishDate: '2026-11-18' },
  ]);
});
afterAll(() => portal.close());

const en = (url: string): Promise<Document> => open(portal, `/en${url}`, museum);
const notice = '/informationdetail?columnId=7102&id=notice';
const tripod = '/exhibitdetail?columnId=7101&id=mexhibit-0001';
const untranslated = '/exhibitdetail?columnId=7101&id=mexhibit-0002';
const addresses = (page: Document, selector: string): (string | null)[] =>
  [...page.querySelectorAll(selector)].map((link) => link.getAttribute('href'));

/** What of a page is Chinese without saying so: words, and what is read out. */
function unmarked(page: Document): string[] {
  for (const chinese of page.querySelectorAll('[lang^="zh"], script, style, noscript')) chinese.remove();
  const labels = [...page.querySelectorAll('body [aria-label], body [placeholder], body [alt], body [title]')].flatMap((element) =>
    ['aria-label', 'placeholder', 'alt', 'title'].map((name) => element.getAttribute(name) ?? ''),
  );
  return [words(page.body), ...labels].flatMap((text) => /\p{Script=Han}[^ ]*/u.exec(text)?.[0] ?? []);
}

describe('pages of an institution in English', () => {
  test.each([
    ['/', 'Highlights'],
    ['/exhibit?columnId=7101', 'Blue-and-white globular vase with flowers'],
    [tripod, 'Bronze ding tripod with animal masks'],
    [untranslated, 'Chinese'],
    ['/appointment?columnId=7106', 'Take a rubbing of a Han brick'],
    ['/appointmentdetail?columnId=7106&id=mappt-0003', 'Little archaeologists'],
    ['/appointmentenroll?columnId=7106&id=mappt-0003', 'Sign up'],
    ['/ticket?columnId=7104', 'Mould and fire'],
    ['/pavilion?columnId=7251', 'Wangshu Museum, main building'],
    ['/venue?columnId=7107', 'Bamboo court'],
    ['/venuedetail?columnId=7107&id=mvenue-0001', 'Book now'],
    ['/search?key=bronze', 'Moonlit talk: what a bronze mirror shows'],
    ['/search?key=nothingatall', 'Nothing found'],
    ['/exhibit?columnId=7101&keyword=nothingatall', 'Clear filters'],
    ['/login', 'Log in'],
    ['/register', 'Get a code'],
    ['/forget', 'Reset your password'],
    ['/personalcenter', 'Activities'],
    ['/personalcenter/venues', 'Venue bookings'],
    ['/personalcenter/collect', 'Saved'],
    ['/personalcenter/contacts', 'People'],
    ['/personalcenter/points', 'Points'],
    ['/personalcenter/messages', 'Messages'],
    ['/personalcenter/account', 'Settings'],
    ['/nothing', 'Page not found'],
  ])('%s reads entirely in English, and marks what nobody translated', async (url, expected) => {
    const page = await en(url);
    expect(page.documentElement.lang).toBe('en');
    expect(words(page.body)).toContain(expected);
    expect(unmarked(page)).toEqual([]);
  });

  test('links stay in the language, and the switch leads to the same page in the other one', async () => {
    const page = await en('/exhibit?columnId=7101&page=2');
    const own = addresses(page, 'a[href^="/"]').filter((href) => !href?.startsWith('/pictures/'));
    const [other, ...rest] = own.filter((href) => href !== '/en' && !/^\/en[/?]/.test(href ?? ''));
    expect([other, rest]).toEqual(['/exhibit?columnId=7101&page=2', ['/exhibit?columnId=7101&page=2']]);
    expect(page.querySelector('.header a[lang="zh-CN"]')?.getAttribute('hreflang')).toBe('zh-CN');
    expect(words(page.querySelector('.header a[lang="zh-CN"]'))).toBe('中文');
    expect([...page.querySelectorAll('form[action]')].every((form) => form.getAttribute('action')?.startsWith('/en/'))).toBe(true);
    const original = await open(portal, '/exhibit?columnId=7101&page=2', museum);
    expect(addresses(original, '.header-top a[hreflang="en"]')).toEqual(['/en/exhibit?columnId=7101&page=2']);
    expect(addresses(original, 'a[href^="/en"]')).toHaveLength(2);
  });

  test('each language says which others there are, and what the page is called in its own', async () => {
    const page = await en(tripod);
    const origin = `http://${museum}`;
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(`${origin}/en${tripod}`);
    const alternates = [...page.querySelectorAll('link[hreflang]')].map((link) => [
      link.getAttribute('hreflang'),
      link.getAttribute('href'),
    ]);
    expect(alternates).toEqual([
      ['zh-CN', origin + tripod],
      ['en', `${origin}/en${tripod}`],
      ['x-default', origin + tripod],
    ]);
    expect(page.title).toBe('Bronze ding tripod with animal masks - Wangshu Museum');
    const [thing] = [...page.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent) as JsonObject,
    );
    expect(thing).toMatchObject({ inLanguage: 'en', name: 'Bronze ding tripod with animal masks', url: `${origin}/en${tripod}` });
    const original = await open(portal, tripod, museum);
    expect(original.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(origin + tripod);
    expect(original.querySelectorAll('link[hreflang]')).toHaveLength(3);
    const { headers } = await portal.get(`/en${tripod}`, museum);
    expect(headers['content-language']).toBe('en');
  });

  test('an item has its words in the language, sanitised, and the original where it has none', async () => {
    const page = await en(notice);
    expect(words(page.querySelector('h1'))).toBe('Closing notice');
    expect(page.querySelector('.rich-text')?.innerHTML).toBe('<p>Closed today, see <a href="/en/ticket?columnId=7104">exhibitions</a></p>');
    expect(words((await open(portal, notice, museum)).querySelector('h1'))).toBe('闭馆公告');
    const marked = await en(untranslated);
    expect(marked.querySelector('h1 [lang="zh-CN"]')).not.toBeNull();
    expect(words(marked.querySelector('h1 .original-mark'))).toBe('Chinese');
    expect((await open(portal, untranslated, museum)).querySelector('.original-mark, main [lang="zh-CN"]')).toBeNull();
    const { body } = await portal.get('/en/api/portal/web/exhibit/mexhibit-0001', museum);
    expect(at(body, 'data')).toMatchObject({ title: 'Bronze ding tripod with animal masks', materialType: 'bronze' });
    expect(at(body, 'data', 'pictures', 0)).toMatchObject({
      description: expect.stringMatching(/^Front: /) as unknown,
      image: expect.any(String) as unknown,
    });
    expect(JSON.stringify(body)).not.toContain('translations');
    expect(JSON.stringify((await portal.get('/api/portal/web/exhibit/mexhibit-0001', museum)).body)).not.toMatch(
      /translations|Bronze ding/,
    );
  });

  test('an item is found by its words in either language', async () => {
    const titles = async (url: string): Promise<string[]> =>
      listed(await open(portal, url, museum)).map((card) => titleOf(card).replace('(opens in a new window)', ''));
    expect(await titles('/en/search?key=tripod')).toEqual(['Bronze ding tripod with animal masks']);
    expect(await titles('/search?key=tripod')).toEqual(['兽面纹铜鼎']);
    expect((await titles(`/en/search?key=${encodeURIComponent('兽面纹铜鼎')}`))[0]).toBe('Bronze ding tripod with animal masks');
    expect(await titles('/en/exhibit?columnId=7101&keyword=globular')).toEqual(['Blue-and-white globular vase with flowers']);
    expect(await titles(`/en/exhibit?columnId=7101&keyword=${encodeURIComponent('天球瓶')}`)).toEqual([
      'Blue-and-white globular vase with flowers',
    ]);
  });

  test('an item is not found by words in a language that its institution cannot be read in', async () => {
    const item = { id: 'n', columnId: '6101', title: '闭馆公告', publishDate: '2026-11-19', translations: { en: { title: 'Closing' } } };
    await portal.put('centre', 'information', [item]);
    const count = async (title: string): Promise<unknown> =>
      at((await portal.get(`/api/information/web/page?columnId=6101&title=${encodeURIComponent(title)}`)).body, 'list', 'data', 'total');
    expect(await count('公告')).toBe(1);
    expect(await count('Closing')).toBe(0);
  });

  test('a title is suggested in the language of the page, whatever is typed', async () => {
    const suggest = async (prefix: string, typed: string): Promise<string[]> => {
      const { body } = await portal.get(`${prefix}/api/portal/web/search/suggest?title=${encodeURIComponent(typed)}`, museum);
      return (at(body, 'data') as JsonObject[]).map((row) => String(row['title']));
    };
    for (const typed of ['tripod', '兽面纹铜鼎']) {
      expect(await suggest('/en', typed)).toEqual(['Bronze ding tripod with animal masks']);
      expect(await suggest('', typed)).toEqual(['兽面纹铜鼎']);
    }
  });

  test('calls answer in the language that their address begins with', async () => {
    const body = { mobilePhone: '1', password: '' };
    const ask = async (prefix: string): Promise<string> =>
      (await portal.app.inject({ method: 'POST', url: `${prefix}/api/nothing`, headers: { host: museum }, payload: body })).body;
    expect(await ask('/en')).toContain('There is nothing at this address');
    expect(await ask('')).toContain('没有这个接口');
    const menu = await portal.get('/en/portal/page?url=%2Fexhibit%3FcolumnId%3D7101', museum);
    expect(menu.body).toMatchObject({ heading: 'Collection', path: '/exhibit' });
  });

  test('lists can be subscribed to, and sites be searched, in each language', async () => {
    const feed = await portal.get('/en/feeds/exhibit.atom?columnId=7101', museum);
    expect(feed.text).toContain('xml:lang="en"');
    expect(feed.text).toMatch(
      /<title>Blue-and-white globular vase with flowers<\/title><link href="http:\/\/museum\.localhost\/en\/exhibitdetail/,
    );
    expect(feed.text).not.toMatch(/<title xml:lang[^>]*>Blue/);
    expect((await portal.get('/en/feeds/information.atom?columnId=7102', museum)).text).toMatch(
      /<title>Closing notice<\/title>.*<title xml:lang="zh-CN">换展期间照常开放<\/title>/s,
    );
    expect((await portal.get('/feeds/information.atom?columnId=7102', museum)).text).not.toContain('xml:lang="zh-CN">换展');
    const pages = (await portal.get('/sitemap-pages.xml', museum)).text;
    expect(pages).toContain('<loc>http://museum.localhost/en</loc>');
    expect(pages).toContain('<xhtml:link rel="alternate" hreflang="x-default" href="http://museum.localhost/"/>');
    expect((await portal.get('/sitemap-exhibit-1.xml', museum)).text).toContain('<loc>http://museum.localhost/en/exhibitdetail?');
    expect((await portal.get('/sitemap-pages.xml', 'localhost')).text).not.toMatch(/xhtml|\/en[/<]/);
    expect(JSON.parse((await portal.get('/en/site.webmanifest', museum)).text)).toMatchObject({
      lang: 'en',
      start_url: '/en',
      name: 'Wangshu Museum',
    });
  });
});

describe('an institution without English', () => {
  test.each([
    '/en',
    '/en/',
    '/en/information?columnId=6101',
    '/en/api/portal/web/exhibit/1',
    '/en/portal/page?url=%2F',
    '/en/feeds/exhibit.atom',
    '/en/robots.txt',
  ])('%s is not there', async (url) => {
    const { status, text } = await portal.get(url, 'localhost', { accept: 'text/html' });
    expect(status).toBe(404);
    expect(text).not.toContain('Wangshu');
  });

  test('has no switch, no alternates, and its own words for what is missing', async () => {
    const page = await open(portal, '/en/information', 'localhost');
    expect(words(page.querySelector('h1'))).toBe('没有找到这个页面');
    expect(page.documentElement.lang).toBe('zh-CN');
    expect((await open(portal, '/', 'localhost')).querySelector('[hreflang]')).toBeNull();
  });
});

test('a language is at the beginning of an address alone, and leads to no other site', async () => {
  expect((await portal.get('/english', museum)).status).toBe(404);
  expect((await portal.get('/en/en', museum)).status).toBe(404);
  const { status, text } = await portal.get('/en//evil.example/x', museum);
  expect(status).toBe(404);
  expect(text).not.toContain('evil.example');
});

test('pages are kept for each language by itself', async () => {
  const [first, other, again] = [await portal.get('/en', museum), await portal.get('/', museum), await portal.get('/en/', museum)];
  expect(first.headers['etag']).not.toBe(other.headers['etag']);
  expect(again.headers['etag']).toBe(first.headers['etag']);
  expect(other.text).toContain('<html lang="zh-CN"');
});
