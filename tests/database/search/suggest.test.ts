import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NewItem, putItems } from '../../../src/database/content/writeItems';
import { collectSpellings, findReadAs, parseTyped } from '../../../src/database/search/spelling';
import { findReadAlike, suggestItems } from '../../../src/database/search/suggest';
import { countTerm, listHotTerms, removeTerms } from '../../../src/database/search/terms';
import { type TestDatabase, testDatabase } from '../harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => sql`delete from item`.execute(db.kysely));

const put = (title: string, extra: Partial<NewItem> = {}): Promise<void> =>
  putItems(db, [
    { tenant: 'museum', module: 'news', id: title, pub: new Date('2026-11-01'), title, doc: {}, search: { title, text: '' }, ...extra },
  ]);
const suggest = async (typed: string, limit = 8): Promise<string[]> =>
  (await suggestItems(db, { tenant: 'museum', modules: ['news'], typed, limit })).map(({ title }) => title);
const near = (asked: string): Promise<string[]> => findReadAlike(db, { tenant: 'museum', modules: ['news'], asked, limit: 5 });

describe('how titles are read', () => {
  it.each([
    ['古建筑之美', ['^古建筑之美', '^gujianzhuzhimei', '^gjzzm', 'gujianzhuzhimei', 'jianzhuzhimei', 'jzzm', 'mei', 'm']],
    ['重庆银行', ['^chongqingyinhang', '^cqyh', 'yinhang']],
    ['行', ['^xing', '^hang', 'hang']],
    ['绿意', ['^lvyi', '^luyi', '^ly']],
    ['wifi在哪', ['^wifizaina', '^wzn', 'zn']],
    ['2026年展', ['^2026nianzhan', '^2nz', 'nz']],
  ])('%s: %j', (title, expected) => expect(collectSpellings(title)).toEqual(expect.arrayContaining(expected)));

  it('is nothing for what has no letters, and little for what is very long', () => {
    expect(collectSpellings('……🎉')).toEqual([]);
    expect(collectSpellings('昆'.repeat(500)).length).toBeLessThan(150);
  });

  it.each([
    ['gjz', { begins: '^gjz', within: 'gjz' }],
    [" Gu'jian ", { begins: '^gujian', within: 'gujian' }],
    ['lü', { begins: '^lv', within: 'lv' }],
    ['g', { begins: '^g' }],
    ['古建', { begins: '^古建' }],
    ['%_🎉', undefined],
    ['', undefined],
  ])('of what was typed, %j, is looked for %j', (typed, expected) => expect(parseTyped(typed)).toEqual(expected));

  it('leads back to what is written', () => {
    expect(findReadAs('周末昆曲讲座', 'kunqu')).toBe('昆曲');
    expect(findReadAs('周末昆曲讲座', 'kun')).toBe('昆');
    expect(findReadAs('周末昆曲讲座', 'jing')).toBeUndefined();
  });
});

describe('suggestions', () => {
  it.each([
    ['the beginning', '古建', ['古建筑之美']],
    ['one character', '古', ['古建筑之美', '古琴']],
    ['characters within', '建筑', ['古建筑之美']],
    ['first letters', 'gjz', ['古建筑之美']],
    ['first letters within', 'jzzm', ['古建筑之美']],
    ['letters', 'gujian', ['古建筑之美']],
    ['letters of a syllable that is not whole', 'gujianz', ['古建筑之美']],
    ['capitals and wide letters', 'ＧＪＺ', ['古建筑之美']],
    ['the one of several readings that the words tell', 'cqyh', ['重庆银行旧址']],
    ['latin words', 'wif', ['WiFi使用说明']],
    ['one letter, of beginnings alone', 'm', []],
    ['nothing', '', []],
    ['signs', "%_'\\", []],
    ['quotes around words', "'古建'", ['古建筑之美']],
    ['operators', '古建 & | ! :*', ['古建筑之美']],
    ['a picture', '🎉', []],
    ['very much', '古'.repeat(1000), []],
  ])('of %s', async (_what, typed, expected) => {
    for (const title of ['古琴', '古建筑之美', '重庆银行旧址', 'WiFi使用说明']) await put(title);
    expect((await suggest(typed)).sort()).toEqual([...expected].sort());
  });

  it('begin with what was typed first, of these the newest, each title once, and not more than are wanted', async () => {
    await put('昆曲一', { pub: new Date('2026-01-01') });
    await put('昆曲二', { pub: new Date('2026-02-01') });
    await put('看昆曲', { pub: new Date('2026-03-01') });
    await put('昆曲二', { id: 'again', pub: new Date('2026-01-15') });
    expect(await suggest('昆曲')).toEqual(['昆曲二', '昆曲一', '看昆曲']);
    expect(await suggest('kq')).toEqual(['昆曲二', '昆曲一', '看昆曲']);
    expect(await suggest('昆曲', 2)).toEqual(['昆曲二', '昆曲一']);
  });

  it('are of this institution, of the modules that are searched, and published', async () => {
    await put('昆曲一', { tenant: 'library' });
    await put('昆曲二', { module: 'secret' });
    await put('昆曲三', { status: 0 });
    for (const typed of ['昆曲', 'kunqu', 'kq']) expect(await suggest(typed)).toEqual([]);
  });
});

describe('words near one that nothing has', () => {
  it.each([
    ['坤曲', ['昆曲']],
    ['kunqu', ['昆曲']],
    ['昆曲迷', ['昆曲']],
    ['大昆曲', ['昆曲']],
    ['青铜气', ['青铜器']],
    ['滑雪', []],
    ['🎉', []],
    ['%', []],
  ])('of %s: %j', async (asked, expected) => {
    for (const title of ['周末昆曲讲座', '昆曲工作坊', '青铜器的纹饰']) await put(title);
    expect(await near(asked)).toEqual(expected);
  });
});

describe('words that many search for', () => {
  it('are those of several visitors in the last days, of this institution', async () => {
    const count = (tenant: string, day: string, term: string, ...visitors: string[]): Promise<void[]> =>
      Promise.all(visitors.map((visitor) => countTerm(db, { tenant, day, term, visitor })));
    await count('museum', '2026-11-20', '昆曲', 'a', 'b', 'c', 'c');
    await count('museum', '2026-11-18', '青瓷', 'a', 'b', 'c', 'd');
    await count('museum', '2026-11-20', '少见', 'a', 'a', 'a', 'b');
    await count('museum', '2026-11-01', '过时', 'a', 'b', 'c');
    await count('library', '2026-11-20', '别处', 'a', 'b', 'c');
    const asked = { tenant: 'museum', day: '2026-11-20', days: 7, least: 3, limit: 8 };
    expect(await listHotTerms(db, asked)).toEqual(['青瓷', '昆曲']);
    expect(await listHotTerms(db, { ...asked, limit: 1 })).toEqual(['青瓷']);
    await removeTerms(db, '2026-11-19');
    expect(await listHotTerms(db, asked)).toEqual(['昆曲']);
  });
});
