import { describe, expect, test } from 'vitest';
import { at, demoItems } from '../server/portal';
import { openModules } from './harness';
import { cardOf, control, fact, listed, many, opens, section, titleOf, words } from './page';
import { inWords } from '../inWords';

const course = {
  id: 'ink',
  menuId: '6117',
  name: '水墨入门',
  image: '/pictures/bamboo/a.svg',
  cover: '/pictures/bamboo/b.svg',
  date: '2026-11-16T09:00:00+08:00',
  teacher: '林栖',
  intro: '<p>一竿<strong>竹</strong>。</p>',
  types: ['kc1'],
  courseDetails: [
    { name: '执笔', video: '/media/river/360p.mp4' },
    { name: '运墨', video: '/media/river/index.m3u8' },
  ],
};

const portal = openModules({}, async ({ put, count }) => {
  await put('centre', 'jpkecheng', [
    course,
    { id: 'bare', menuId: '6117', name: '没有章节', image: '/pictures/bamboo/c.svg', date: '2026-11-15', types: ['kc3'] },
    ...many(25, (number, day) => ({ id: `many-${number}`, menuId: '9502', name: `课程${number}`, date: day })),
  ]);
  await put('museum', 'jpkecheng', [{ ...course, id: 'bronze', menuId: '7111', name: '青铜器十问' }]);
  await count('6117', 'ink', { pv: 41 });
});

test('[COURSE-01] back route id 130 in the menu leads to /jpkecheng', async () => {
  expect(await portal.inMenu('艺术慕课')).toEqual(['6117', 130, '/jpkecheng?columnId=6117']);
});

describe('calls', () => {
  const list = '/api/works/course/front/page';
  test('[COURSE-10] the list takes page, limit, menuId, type and types, and answers without chapters', async () => {
    const { courseDetails: _details, ...row } = course;
    expect((await portal.get(`${list}?page=1&limit=12&menuId=6117&type=kc&types=kc1`)).body).toMatchObject({
      status: 200,
      data: { data: { total: 1, rows: [row] } },
    });
    expect(at((await portal.get(`${list}?menuId=6117&types=kc1`)).body, 'data', 'data', 'rows', 0, 'courseDetails')).toBeUndefined();
  });

  test('[COURSE-11, COURSE-09] the detail answers data.data with courseDetails', async () => {
    expect((await portal.get('/api/works/course/front/ink?menuId=6117')).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { data: course },
    });
  });
});

describe('the list', () => {
  test('[COURSE-02, COURSE-04] a click goes to the detail with the same query and the id', async () => {
    expect(opens(cardOf(await portal.open('/jpkecheng?columnId=6117&subhomepage=travel'), '水墨入门'))?.href).toBe(
      '/jpkcdetail?columnId=6117&id=ink&subhomepage=travel',
    );
    expect(opens(cardOf(await portal.open('/jpkecheng?columnId=6117'), '水墨入门'))).toEqual({
      href: '/jpkcdetail?columnId=6117&id=ink',
      newWindow: true,
    });
  });

  test.each([
    ['[COURSE-03] tiles', '/jpkecheng?columnId=6117', 'localhost', 'tile-card'],
    ['[COURSE-03, COURSE-12] rows where the ad slot jpkecheng says model2', '/jpkecheng?columnId=7111', 'museum.localhost', 'row-card'],
  ])('has %s', async (_what, url, host, shape) => {
    expect(listed(await portal.open(url, host)).every((card) => card.classList.contains(shape))).toBe(true);
  });

  test('[COURSE-05] has twelve on a page', async () => expect(await portal.cardsPerPage('/jpkecheng?columnId=9502')).toEqual([12, 12, 1]));

  test("narrows by the column's types", async () =>
    expect(await portal.chosen(await portal.open('/jpkecheng?columnId=6117'), '类型', '书画诗词')).toEqual(['水墨入门']));
});

describe('the detail', () => {
  test('[COURSE-06] shows player, cover, title, date, views, intro, chapters and comments', async () => {
    const page = await portal.open('/jpkcdetail?columnId=6117&id=ink');
    expect([words(page.querySelector('h1')), fact(page, '发布时间'), fact(page, '浏览')]).toEqual([
      '水墨入门',
      inWords('2026-11-16', 'date'),
      '41',
    ]);
    expect(page.querySelector('.player-cover')?.getAttribute('src')).toBe('/pictures/bamboo/b.svg');
    expect(control(page, '播放：执笔')).toBeDefined();
    expect([...page.querySelectorAll('.player-chapter')].map((chapter) => [words(chapter), chapter.getAttribute('href')])).toEqual([
      ['01执笔', '/media/river/360p.mp4'],
      ['02运墨', '/media/river/index.m3u8'],
    ]);
    expect([words(section(page, '课程介绍')?.querySelector('strong')), section(page, '评论') !== undefined]).toEqual(['竹', true]);
  });

  test('[COURSE-06] does without a player when there is nothing to play', async () => {
    const page = await portal.open('/jpkcdetail?columnId=6117&id=bare');
    expect([titleOf(undefined), page.querySelector('.player'), words(page.querySelector('h1'))]).toEqual(['', null, '没有章节']);
  });
});

test.each(['centre', 'museum', 'library'])('%s has courses whose films are there', async (tenant) => {
  const films = (await demoItems(tenant, 'jpkecheng')).flatMap((item) =>
    (Array.isArray(item['courseDetails']) ? item['courseDetails'] : []).map((chapter) => at(chapter, 'video')),
  );
  expect(films.length).toBeGreaterThan(10);
  for (const film of new Set(films)) expect([film, (await portal.get(String(film), `${tenant}.localhost`)).status]).toEqual([film, 200]);
});
