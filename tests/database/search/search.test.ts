import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NewItem, putItems } from '../../../src/database/content/writeItems';
import { removeItems } from '../removeItems';
import { decideItems } from '../decideItems';
import { type SearchQuery, searchItems } from '../../../src/database/search/search';
import { type TestDatabase, testDatabase } from '../harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => sql`delete from item`.execute(db.kysely));

const item = (id: string, title: string, text = '', extra: Partial<NewItem> = {}): NewItem => ({
  tenant: 'museum',
  module: 'news',
  id,
  pub: new Date('2026-11-01'),
  title,
  doc: { title, text },
  search: { title, text },
  ...extra,
});
const day = (number: number): { pub: Date } => ({ pub: new Date(Date.UTC(2026, 0, number)) });
const search = (asked: string, extra: Partial<SearchQuery> = {}) =>
  searchItems(db, { tenant: 'museum', modules: ['news', 'venues'], asked, limit: 10, offset: 0, ...extra });
const ids = async (asked: string, extra?: Partial<SearchQuery>): Promise<string[]> => (await search(asked, extra)).rows.map(({ id }) => id);

describe('what is found', () => {
  it('[SRCH-08] by words of the title and of the text, not by parts of other words', async () => {
    await putItems(db, [item('a', '昆曲社招新'), item('b', '周末', '在小剧场看昆曲'), item('c', '上海海关钟楼'), item('d', '海上丝路')]);
    expect((await ids('昆曲')).sort()).toEqual(['a', 'b']);
    expect(await ids('海上')).toEqual(['d']);
    expect(await ids('上海')).toEqual(['c']);
  });

  it.each([
    ['shorter words within a longer one', '博物馆夜场', '博物'],
    ['names that no dictionary knows', '听松图书馆', '听松'],
    ['one character of a title', '龙井茶文化', '井'],
    ['latin words whatever their case and width', 'Free WiFi', 'ｗｉｆｉ'],
    ['figures', '2026年度', '2026'],
    ['words around particles', '给孩子的展览', '孩子展览'],
    ['the beginning of a latin word', 'Museum', 'muse'],
    ['characters of a title across its words', '青花瓷器皿', '瓷器'],
    ['all words but one', '古琴讲座开讲', '古琴 滑雪 讲座'],
  ])('%s', async (_what, title, asked) => {
    await putItems(db, [item('a', title), item('other', '完全无关')]);
    expect(await ids(asked)).toEqual(['a']);
  });

  it('nothing of other institutions, modules that were not asked for, and items that are not published', async () => {
    await putItems(db, [
      item('a', '昆曲'),
      item('b', '昆曲', '', { tenant: 'library' }),
      item('c', '昆曲', '', { module: 'venues' }),
      item('d', '昆曲', '', { module: 'secret' }),
      item('e', '昆曲', '', { status: 0 }),
      item('f', '昆曲', '', { status: 2 }),
    ]);
    expect((await ids('昆曲')).sort()).toEqual(['a', 'c']);
    expect((await search('昆曲')).total).toBe(2);
    expect(await ids('昆曲', { modules: ['venues'] })).toEqual(['c']);
    expect(await ids('昆曲', { modules: [] })).toEqual([]);
  });

  it('nothing whatever stands in the question, and no failure', async () => {
    await putItems(db, [item('a', '100% 昆曲_ \\')]);
    for (const asked of ['', ' ', '🎉', '%', '_', '\\', "'", '&|!():*<->', '\u0000', '\ud800', '%_%'])
      expect(await search(asked)).toEqual({ rows: [], total: 0 });
    for (const asked of ['昆曲 & !昆曲', '昆曲:*', '<b>昆曲</b>', '"昆曲"', '(昆曲', '100%昆曲']) expect(await ids(asked)).toEqual(['a']);
    for (const asked of ["昆曲' or '1'='1", "'); drop table item; --", `昆曲${'长'.repeat(1000)}`]) expect(await ids(asked)).toEqual([]);
  });
});

describe('their order', () => {
  it('titles before texts, the phrase before its words apart, of equals the newest', async () => {
    await putItems(db, [
      item('text words', '一', '讲座之后看昆曲', day(9)),
      item('text phrase', '二', '今天的昆曲讲座', day(8)),
      item('title words', '讲座：昆曲', '', day(7)),
      item('title phrase old', '昆曲讲座（上）', '', day(1)),
      item('title phrase new', '昆曲讲座（下）', '', day(2)),
      item('name', '昆曲讲座', '', day(0)),
    ]);
    expect(await ids('昆曲讲座')).toEqual(['name', 'title phrase new', 'title phrase old', 'title words', 'text phrase', 'text words']);
  });

  it('what has all words but one only where nothing has all, and never less', async () => {
    await putItems(db, [item('one', '古琴', '', day(9)), item('two', '旧事', '古琴与评弹', day(1))]);
    expect(await ids('古琴 评弹 滑雪')).toEqual(['two']);
    expect(await ids('古琴 滑雪')).toEqual([]);
    expect(await ids('不存在的关键词')).toEqual([]);
    await putItems(db, [item('all', '滑雪', '古琴与评弹', day(0))]);
    expect(await ids('古琴 评弹 滑雪')).toEqual(['all']);
  });

  it('[SRCH-05] pages without gaps, with the total on every one', async () => {
    await putItems(
      db,
      Array.from({ length: 25 }, (_, number) => item(`i${number}`, number % 2 === 0 ? '昆曲' : '戏', '昆曲', day(number))),
    );
    const pages = await Promise.all([0, 10, 20, 30].map((offset) => search('昆曲', { offset })));
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
      [0, 25],
    ]);
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(25);
    expect(pages.flatMap(({ rows }) => rows.map(({ title }) => title)).join('')).toMatch(/^(昆曲){13}戏{12}$/);
  });

  it('of a frequent word the newest, titles first', async () => {
    await putItems(db, [
      ...Array.from({ length: 1050 }, (_, number) => item(`i${number}`, '戏', '昆曲', day(number))),
      item('titled', '昆曲', '', day(-100)),
    ]);
    const { rows, total } = await search('昆曲');
    expect(total).toBe(1000);
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual(['titled', 'i1049']);
  });
});

describe('entries', () => {
  it('follow their items: changed, taken out of the search, removed', async () => {
    await putItems(db, [item('a', '昆曲'), item('b', '昆曲')]);
    await putItems(db, [item('a', '评弹')]);
    expect([await ids('昆曲'), await ids('评弹')]).toEqual([['b'], ['a']]);
    await putItems(db, [item('a', '评弹', '', { search: undefined })]);
    expect(await ids('评弹')).toEqual([]);
    await removeItems(db, 'museum', 'news', ['b']);
    expect(await ids('昆曲')).toEqual([]);
    expect((await sql`select 1 from search_entry`.execute(db.kysely)).rows).toEqual([]);
  });

  it('[SRCH-08] appear when a review publishes their item, and not when it rejects it', async () => {
    await putItems(db, [item('a', '昆曲', '', { status: 0 }), item('b', '昆曲', '', { status: 0 })]);
    expect(await ids('昆曲')).toEqual([]);
    await decideItems(db, 'museum', ['a'], true);
    await decideItems(db, 'museum', ['b'], false);
    expect(await ids('昆曲')).toEqual(['a']);
  });

  it('take long texts and signs of all kinds', async () => {
    await putItems(db, [item('a', `昆曲${'字'.repeat(3000)}\u0000'\\`, `${'长文'.repeat(200_000)}结尾'\\ ${'x'.repeat(5000)}`)]);
    expect(await ids('昆曲')).toEqual(['a']);
    expect(await ids('长文')).toEqual(['a']);
  });
});

describe('how many there are of each module', () => {
  const counts = async (asked: string, extra?: Partial<SearchQuery>) => (await search(asked, { counted: true, ...extra })).counts;

  it('is told of all modules, whichever is chosen, and of nothing else', async () => {
    await putItems(db, [
      item('a', '昆曲'),
      item('b', '周末', '在小剧场看昆曲'),
      item('c', '昆曲', '', { module: 'venues' }),
      item('d', '昆曲', '', { module: 'secret' }),
      item('e', '昆曲', '', { status: 0 }),
      item('f', '昆曲', '', { tenant: 'library' }),
    ]);
    expect(await counts('昆曲')).toEqual({ news: 2, venues: 1 });
    expect(await counts('昆曲', { only: ['venues'] })).toEqual({ news: 2, venues: 1 });
    expect(await ids('昆曲', { only: ['venues'] })).toEqual(['c']);
    expect(await counts('京剧')).toEqual({});
    expect((await search('昆曲')).counts).toBeUndefined();
  });

  it('a choice among them does not loosen the question', async () => {
    await putItems(db, [item('a', '古琴讲座开讲'), item('b', '古琴讲座', '', { module: 'venues' })]);
    for (const counted of [true, false]) expect(await ids('古琴 讲座 开讲', { only: ['venues'], counted })).toEqual([]);
    expect(await counts('古琴 讲座 开讲', { only: ['venues'] })).toEqual({ news: 1 });
  });

  it('goes as far as what is found', async () => {
    await putItems(
      db,
      Array.from({ length: 1003 }, (_, index) => item(`i${index}`, '昆曲')),
    );
    expect(await counts('昆曲')).toEqual({ news: 1000 });
  });
});
