import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { openModules } from './harness';
import { cardOf, control, fact, filterRows, many, opens, pictures, words } from './page';

const film = {
  id: 'film',
  menuId: '9001',
  videoName: '渔鼓新唱',
  image: '/pictures/wave/film.svg',
  videoUrl: '/media/film.mp4',
  userName: '临河文艺队',
  contact: '19900000011',
  departmentCode: 'QLWHG01',
  customTypeId: 'x1',
  insertTime: '2026-11-12 15:00:00',
};
const page = {
  id: 'page',
  menuId: '9001',
  videoName: '木版年画',
  image: '/pictures/plum/page.svg',
  videoUrl: 'https://shows.example.org/4.html?from=portal',
  userName: '年画社',
  insertTime: '2026-11-01',
};

const portal = openModules({}, async ({ put, count }) => {
  await put('centre', 'cultureshow', [
    film,
    page,
    { id: 'sung', menuId: '6254', videoName: '合唱', customTypeId: 'x1', insertTime: '2026-11-02' },
    { id: 'danced', menuId: '6254', videoName: '街舞', customTypeId: 'x2', insertTime: '2026-11-01' },
    ...many(25, (number, day) => ({ id: `many-${number}`, menuId: '9012', videoName: `秀${number}`, insertTime: day })),
  ]);
  await count('9001', 'film', { pv: 21 });
});

const list = '/api/culture/web/cultureShow/page';
const detail = (id: string): Promise<Document> => portal.open(`/cultureshowdetail?columnId=9001&id=${id}`);

test('[SHOW-01, SHELL-18] back route id 68 in the menu leads to /cultureshow', async () => {
  expect(await portal.inMenu('文化秀场')).toEqual(['6254', 68, '/cultureshow?columnId=6254']);
});

describe('calls', () => {
  test('[SHOW-18, CONV-34] the list answers data.total and data.rows, phones masked', async () => {
    expect((await portal.get(`${list}?page=1&limit=1&menuId=9001`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 2, rows: [{ ...film, contact: '199****0011' }] },
    });
  });

  test('[SHOW-19, CONV-34] one show is asked for by its id', async () => {
    expect((await portal.get('/api/culture/web/cultureShow?id=film')).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...film, contact: '199****0011' },
    });
    expect((await portal.get('/api/culture/web/cultureShow')).status).toBe(400);
  });

  test.each([
    ['menuId=6254&customTypeId=x2', ['danced']],
    ['menuId=6254&customTypeId=x1,x2', ['sung', 'danced']],
    ['menuId=9001&page=2&limit=1', ['page']],
  ])('[SHOW-18] %s finds %j', async (query, expected) => {
    const rows = at((await portal.get(`${list}?${query}`)).body, 'data', 'rows');
    expect((Array.isArray(rows) ? rows : []).map((row) => at(row, 'id'))).toEqual(expected);
  });
});

describe('the list', () => {
  test('it filters by type; a card has name and cover', async () => {
    const shown = await portal.open('/cultureshow?columnId=6254');
    expect(filterRows(shown)).toEqual({ 类型: ['全部', '戏曲音乐', '舞蹈健身', '生活记录'] });
    expect(await portal.chosen(shown, '类型', '舞蹈健身')).toEqual(['街舞']);
    const card = cardOf(await portal.open('/cultureshow?columnId=9001'), '渔鼓新唱');
    expect(pictures(card)).toEqual(['/pictures/wave/film.svg']);
    expect(words((await portal.open('/cultureshow?columnId=9099')).querySelector('#list'))).toContain('暂无数据');
  });

  test('[SHOW-03] a show whose address contains .html opens there, any other its page', async () => {
    const shown = await portal.open('/cultureshow?columnId=9001');
    expect(opens(cardOf(shown, '木版年画'))).toEqual({ href: 'https://shows.example.org/4.html?from=portal', newWindow: true });
    expect(opens(cardOf(shown, '渔鼓新唱'))).toEqual({ href: '/cultureshowdetail?columnId=9001&id=film', newWindow: true });
  });

  test('[SHOW-05] 12 are on a page', async () => expect(await portal.cardsPerPage('/cultureshow?columnId=9012')).toEqual([12, 12, 1]));
});

describe('the detail', () => {
  test('[SHOW-06] it shows name, author, contact, views, a player and comments', async () => {
    const shown = await detail('film');
    expect(words(shown.querySelector('h1'))).toBe('渔鼓新唱');
    expect(['作者', '联系方式', '浏览'].map((label) => fact(shown, label))).toEqual(['临河文艺队', '199****0011', '21']);
    expect(shown.querySelector('.section-player')).not.toBeNull();
    expect(control(shown, '观看视频')).toBeUndefined();
    const body = await portal.payload('/cultureshowdetail?columnId=9001&id=film');
    expect(at(body, 'data', 'main', 'item', 'videoUrl')).toBe('/media/film.mp4');
    expect(at(body, 'definition', 'below', 'comments', 'section')).toBe('comments');
  });

  test('[SHOW-06] a show whose address contains .html has a link instead of the player', async () => {
    const shown = await detail('page');
    expect(shown.querySelector('.section-player')).toBeNull();
    expect([control(shown, '观看视频')?.getAttribute('href'), control(shown, '观看视频')?.getAttribute('target')]).toEqual([
      'https://shows.example.org/4.html?from=portal',
      '_blank',
    ]);
  });
});
