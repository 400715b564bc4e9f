import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { openModules } from './harness';
import { cardOf, control, fact, linkTo, listed, many, opens, pictures, section, titleOf, words } from './page';
import { inWords } from '../inWords';

const list = '/api/culture/web/recommendBook/page';
const long = `${'一'.repeat(60)}二三四五六七八九十`;
const full = {
  id: 'full',
  menuId: '9001',
  fid: '100001',
  bookName: '船灯与渔鼓',
  author: '苇汀',
  publishHouse: '澜声书局',
  location: '一楼戏曲架',
  recommendTime: '2026-11-02 09:00:00',
  description: long,
  bookImage: '/pictures/wave/book.svg',
  updateTime: '2026-11-04 15:30:00',
};
const linked = {
  id: 'linked',
  menuId: '9001',
  bookName: '茶经',
  author: '陆羽',
  publishHouse: '听松书坊',
  link: 'https://books.example.org/tea',
  description: '七千余字。',
  recommendTime: '2026-11-01',
};

const portal = openModules({}, async ({ put, count }) => {
  await put('centre', 'recommendbook', [
    full,
    linked,
    { id: 'plain', menuId: '9001', bookName: '考工记', description: '<b>攻木</b><script>x</script>', recommendTime: '2026-10-01' },
    ...many(21, (number, day) => ({ id: `many-${number}`, menuId: '9012', bookName: `书${number}`, recommendTime: day })),
  ]);
  await count('9001', 'full', { pv: 33 });
});

const ids = (query: string): Promise<unknown[]> => portal.ids(`${list}?${query}`, 'data', 'rows');
const found = async (field: string, keyword: string): Promise<string[]> =>
  listed(await portal.open(`/recommendbook?columnId=9001&field=${field}&keyword=${encodeURIComponent(keyword)}`)).map(titleOf);

describe('calls', () => {
  test('[BOOKS-08, BOOKS-09, BOOKS-10] the list answers data.total and data.rows with every field', async () => {
    expect((await portal.get(`${list}?page=1&limit=1&menuId=9001`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { total: 3, rows: [full] },
    });
  });

  test('[BOOKS-08, BOOKS-10] the detail answers every field in data', async () => {
    expect((await portal.get('/api/culture/web/recommendBook/linked')).body).toMatchObject({ status: 200, data: linked });
  });

  test.each([
    [`bookName=${encodeURIComponent('渔鼓')}`, ['full']],
    [`author=${encodeURIComponent('陆羽')}`, ['linked']],
    [`publishHouse=${encodeURIComponent('书')}`, ['full', 'linked']],
    ['page=2&limit=2', ['plain']],
  ])('[BOOKS-09] menuId=9001&%s finds %j', async (query, expected) => {
    expect(await ids(`menuId=9001&${query}`)).toEqual(expected);
  });
});

test('[BOOKS-01, SHELL-18] back route id 112 in the menu leads to /recommendbook', async () => {
  expect(await portal.inMenu('好书推荐', 'library.localhost')).toEqual(['8253', 112, '/recommendbook?columnId=8253']);
});

describe('the list', () => {
  test('[BOOKS-02] it has a search and 10 books on a page', async () => {
    const page = await portal.open('/recommendbook?columnId=9012');
    expect(page.querySelector('[role="search"] input[name="keyword"]')).not.toBeNull();
    expect(await portal.cardsPerPage('/recommendbook?columnId=9012')).toEqual([10, 10, 1]);
    expect(words((await portal.open('/recommendbook?columnId=9099')).querySelector('#list'))).toContain('暂无数据');
  });

  test('[BOOKS-05] the field type chooses name, author or publisher', async () => {
    const options = [...(await portal.open('/recommendbook?columnId=9001')).querySelectorAll('select[name="field"] option')];
    expect(options.map((option) => [option.getAttribute('value'), words(option)])).toEqual([
      ['bookName', '书名'],
      ['author', '作者'],
      ['publishHouse', '出版社'],
    ]);
    expect(await found('bookName', '茶')).toEqual(['茶经']);
    expect(await found('author', '苇汀')).toEqual(['船灯与渔鼓']);
    expect(await found('publishHouse', '听松')).toEqual(['茶经']);
    expect(await found('author', '茶')).toEqual([]);
  });

  test('[BOOKS-06] an empty keyword lists all books, whatever field is chosen', async () =>
    expect(await found('author', '')).toEqual(['船灯与渔鼓', '茶经', '考工记']));

  test('[BOOKS-03] a book with an external link opens it in a new window, one without its page', async () => {
    const page = await portal.open('/recommendbook?columnId=9001');
    expect(opens(cardOf(page, '茶经'))).toEqual({ href: 'https://books.example.org/tea', newWindow: true });
    expect(opens(cardOf(page, '船灯与渔鼓'))).toEqual({ href: '/recommendbookdetail?columnId=9001&id=full', newWindow: true });
    expect(linkTo(cardOf(page, '茶经'), '详情')).toBe('/recommendbookdetail?columnId=9001&id=linked');
  });

  test('[BOOKS-04] a description of more than 65 characters is cut there and can be expanded', async () => {
    const page = await portal.open('/recommendbook?columnId=9001');
    const card = cardOf(page, '船灯与渔鼓');
    expect(words(card)).toContain(`${long.slice(0, 65)}…展开`);
    expect(control(card, '展开')?.getAttribute('aria-expanded')).toBe('false');
    expect(card?.querySelector('.card-text')?.className).not.toContain('clamp');
    expect(control(cardOf(page, '茶经'), '展开')).toBeUndefined();
  });

  test('[BOOKS-08] a card shows author, publisher, place and day', async () => {
    const card = cardOf(await portal.open('/recommendbook?columnId=9001'), '船灯与渔鼓');
    expect(words(card)).toContain('苇汀');
    expect([fact(card, '出版社'), fact(card, '馆藏位置'), fact(card, '推荐时间')]).toEqual([
      '澜声书局',
      '一楼戏曲架',
      inWords('2026-11-02', 'date'),
    ]);
  });
});

describe('the detail', () => {
  const detail = (id: string): Promise<Document> => portal.open(`/recommendbookdetail?columnId=9001&id=${id}`);

  test('[BOOKS-07] it has comments, a sidebar, views, font sizes and a way to the top', async () => {
    const page = await detail('full');
    expect(fact(page, '浏览')).toBe('33');
    expect([...page.querySelectorAll('[aria-label="字号"] label')].map(words)).toEqual(['超大', '大', '标准', '小']);
    expect([...(section(page.querySelector('aside') ?? page, '更多推荐')?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual([
      '茶经',
      '考工记',
    ]);
    const body = await portal.payload('/recommendbookdetail?columnId=9001&id=full');
    expect(at(body, 'definition', 'tools', 'top')).toEqual({ tool: 'top' });
    expect(at(body, 'definition', 'below', 'comments', 'section')).toBe('comments');
  });

  test('[BOOKS-08] it shows the whole description, the facts and the cover', async () => {
    const page = await detail('full');
    expect(words(page.querySelector('main'))).toContain(long);
    expect(['作者', '出版社', '馆藏位置', '推荐时间', '更新时间'].map((label) => fact(page, label))).toEqual([
      '苇汀',
      '澜声书局',
      '一楼戏曲架',
      inWords('2026-11-02', 'date'),
      inWords('2026-11-04', 'date'),
    ]);
    expect(pictures(page.querySelector('.gallery') ?? undefined)).toEqual(['/pictures/wave/book.svg']);
    expect(control(page, '去看这本书')).toBeUndefined();
    expect(linkTo(await detail('linked'), '去看这本书')).toBe('https://books.example.org/tea');
  });

  test('markup in a description is shown as it was written', async () => {
    const page = await detail('plain');
    expect(words(section(page, '内容简介'))).toContain('<b>攻木</b><script>x</script>');
  });
});
