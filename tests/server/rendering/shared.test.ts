import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { openModules, friday } from '../../modules/harness';
import { words } from '../../modules/page';

const portal = openModules({ now: friday }, async ({ put }) => {
  await put('centre', 'appointment', [
    {
      id: 'talk',
      columnId: '6113',
      name: '夜读 & <茶></script>',
      address: '二楼讲堂',
      organizer: '青澜市文化馆',
      image: '/pictures/tea/talk.svg',
      beginTime: '2026-11-21 19:00:00',
      endTime: '2026-11-21 21:00:00',
      types: ['e3'],
    },
    { id: 'show', columnId: '6113', name: '皮影', beginTime: '2026-11-22 19:00:00', types: ['e1'] },
    { id: 'undated', columnId: '6113', name: '时间待定' },
  ]);
  await put('centre', 'information', [
    { id: 'news', columnId: '6101', title: '新闻', remark: '<b>摘要</b>', publishDate: '2026-11-19 08:00:00' },
  ]);
});

const linkedData = async (url: string, host?: string): Promise<JsonObject[]> =>
  [...(await portal.open(url, host)).querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as JsonObject,
  );

describe('what search engines are told', () => {
  test('an activity is an event with its time and place, below its column', async () => {
    const [event, crumbs] = await linkedData('/appointmentdetail?columnId=6113&id=talk');
    expect(event).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: '夜读 & <茶></script>',
      url: 'http://localhost/appointmentdetail?columnId=6113&id=talk',
      image: 'http://localhost/pictures/tea/talk.svg',
      startDate: '2026-11-21T19:00:00+08:00',
      endDate: '2026-11-21T21:00:00+08:00',
      location: { '@type': 'Place', name: '二楼讲堂' },
      organizer: { '@type': 'Organization', name: '青澜市文化馆' },
    });
    expect(crumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [{ position: 1, item: 'http://localhost/' }, { position: 2 }, { position: 3 }],
    });
  });

  test('what has no value is left out; rich text is told as words', async () => {
    expect((await linkedData('/appointmentdetail?columnId=6113&id=show'))[0]).not.toHaveProperty('location');
    expect((await linkedData('/informationdetail?columnId=6101&id=news'))[0]).toMatchObject({
      '@type': 'NewsArticle',
      description: '摘要',
      datePublished: '2026-11-19T08:00:00+08:00',
    });
  });

  test('a home page tells of the institution', async () => {
    expect((await linkedData('/', 'museum.localhost'))[0]).toMatchObject({
      '@type': 'Museum',
      name: '望舒博物馆',
      url: 'http://museum.localhost/',
    });
  });
});

describe('feeds', () => {
  test('a list has a feed with the filters of its page, which the page names', async () => {
    const page = await portal.open('/appointment?columnId=6113');
    expect(page.querySelector('link[rel="alternate"]')?.getAttribute('href')).toBe('/feeds/appointment.atom?columnId=6113');
    const links = [...(await portal.open('/appointment?columnId=6113&types=e3')).querySelectorAll('.feeds a')];
    expect(links.map((link) => [words(link), link.getAttribute('href')])).toEqual([
      ['订阅更新', '/feeds/appointment.atom?columnId=6113&types=e3'],
      ['加入日历', '/feeds/appointment.ics?columnId=6113&types=e3'],
    ]);
    const { text, headers } = await portal.get('/feeds/appointment.atom?columnId=6113&types=e3');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(text.match(/<entry>/g)).toHaveLength(1);
    expect(text).toContain('<title>夜读 &amp; &lt;茶&gt;&lt;/script&gt;</title>');
    expect(text).toContain('<updated>2026-11-21T11:00:00.000Z</updated>');
  });

  test('what has a time goes to a calendar, what has none does not', async () => {
    const { text, headers } = await portal.get('/feeds/appointment.ics?columnId=6113');
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).toMatch(/DTSTART:20261121T110000Z/);
    expect(text).toMatch(/LOCATION:二楼讲堂/);
  });

  test.each([
    '/feeds/information.ics',
    '/feeds/appointmentdetail.atom',
    '/feeds/personalcenter.atom',
    '/feeds/nothing.atom',
    '/feeds/appointment.txt',
  ])('there is none at %s', async (url) => expect((await portal.get(url)).status).toBe(404));
});

describe('icons', () => {
  test.each([
    ['/favicon.ico', 48],
    ['/apple-touch-icon.png', 180],
    ['/icon-512.png', 512],
  ])('%s is the logo, %i pixels wide', async (url, side) => {
    const reply = await portal.app.inject({ url, headers: { host: 'museum.localhost' } });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: side, height: side });
    // Drawn, not blank: more than one colour.
    expect((await sharp(reply.rawPayload).stats()).channels.some(({ stdev }) => stdev > 5)).toBe(true);
  });

  test('the manifest names the institution', async () => {
    expect((await portal.get('/site.webmanifest', 'library.localhost')).body).toMatchObject({
      name: '听松图书馆',
      lang: 'zh-CN',
      start_url: '/',
      display: 'minimal-ui',
    });
  });
});

test('records that the law wants stand at the foot, with where they can be looked up', async () => {
  const records = [...(await portal.open('/')).querySelectorAll('.footer-records a')];
  expect(records.map((link) => [words(link).replace(/（.*/, ''), link.getAttribute('href')])).toEqual([
    ['隐私政策', '/privacy'],
    ['无障碍声明', '/accessibility'],
    ['浙ICP备00000001号', 'https://beian.miit.gov.cn/'],
    ['浙公网安备 33000000000001号', 'https://beian.mps.gov.cn/'],
  ]);
});

test.each([
  ['/privacy', '隐私政策', '您的权利'],
  ['/accessibility', '无障碍声明', '已知的不足'],
])('the statement at %s says what it has to, in the name of the institution', async (address, title, part) => {
  const page = await portal.open(address, 'museum.localhost');
  expect([words(page.querySelector('h1')), words(page.querySelector('main')).includes(part)]).toEqual([title, true]);
  expect(words(page.querySelector('main'))).toContain('望舒博物馆');
});

test.each([
  ['localhost:8443', 'http://museum.localhost:8443/'],
  ['localhost', 'http://museum.localhost/'],
])('sister institutions are reached by the port of %s', async (host, address) => {
  const links = [...(await portal.open('/', host)).querySelectorAll('.footer-links a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(expect.arrayContaining([address, 'https://www.ihchina.cn']));
});
