import { describe, expect, it } from 'vitest';
import type { CompiledModule } from '../../../src/model/compiled';
import type { Item, Module } from '../../../src/model/definitions.g';
import { parseQuestion } from '../../../src/database/search/words';
import { collectSearchTexts, toSearchEntry } from '../../../src/server/items/searchEntry';
import { cutExcerpt, markHits } from '../../../src/server/rooms/search/marks';

const text = { type: 'string' } as const;
const item: Item = {
  properties: {
    name: text,
    body: { ...text, contentMediaType: 'text/html' },
    note: text,
    cover: { ...text, format: 'uri-reference' },
    day: { ...text, format: 'date' },
    tags: { type: 'array', items: text },
    people: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: text,
          phone: { ...text, private: true },
          age: { type: 'integer' },
          photo: { ...text, format: 'uri-reference' },
        },
      },
    },
    inner: { type: 'object', private: true, properties: { secret: text } },
  },
};
const definition: Module = { title: 'M', item, roles: { title: '/name' }, pages: {} };
const moduleOf = (text: string[] | undefined): Pick<CompiledModule, 'definition' | 'search'> => ({
  definition,
  ...(text ? { search: { type: 'kind', page: 'detail', text, named: true } } : {}),
});
const doc = {
  name: '名 <b>1</b>',
  body: '<p>一<b>二</b>&amp;</p><p>三</p>',
  note: '1 < 2',
  cover: '/a.svg',
  day: '2026-11-01',
  tags: ['甲', '乙'],
  people: [{ name: '沈砚', phone: '0571', age: 3, photo: '/b.svg' }],
  inner: { secret: '密' },
};

describe('what is searched of an item', () => {
  it.each([
    ['/body', '一二& 三'],
    ['/note', '1 < 2'],
    ['/cover', ''],
    ['/day', ''],
    ['/tags', '甲 乙'],
    ['/people', '沈砚'],
    ['/inner', ''],
    ['/inner/secret', ''],
    ['/made-up', ''],
    ['/name', '名 <b>1</b>'],
  ])('%s gives %j', (field, expected) => expect(collectSearchTexts(moduleOf([field]), doc)).toEqual([expected]));

  it('is its title and all texts, and nothing of modules that take no part', () => {
    expect(toSearchEntry(moduleOf(['/note', '/tags']), doc)).toEqual({ title: '名 1', text: '1 < 2\n甲 乙' });
    expect(toSearchEntry(moduleOf(undefined), doc)).toBeUndefined();
  });
});

describe('highlights', () => {
  it.each([
    ['昆曲与昆曲', '昆曲', '<mark>昆曲</mark>与<mark>昆曲</mark>'],
    ['看昆曲讲座去', '昆曲讲座', '看<mark>昆曲讲座</mark>去'],
    ['讲座：昆曲', '昆曲讲座', '<mark>讲座</mark>：<mark>昆曲</mark>'],
    ['<i>&"昆曲"', '昆曲', '&lt;i&gt;&amp;&quot;<mark>昆曲</mark>&quot;'],
    ['Free WiFi', 'wifi', 'Free <mark>WiFi</mark>'],
    ['a book of b', 'b', 'a book of <mark>b</mark>'],
    ['ＷＩＦＩ２ ……wifi2', 'wifi2', '<mark>ＷＩＦＩ２</mark> ……<mark>wifi2</mark>'],
    ['2026年', '26', '2026年'],
    ['𠮷野家', '野家', '𠮷<mark>野家</mark>'],
    ['没有', '昆曲', '没有'],
  ])('of %j asked for %j are %j', (title, asked, expected) => expect(markHits(title, parseQuestion(asked))).toBe(expected));

  it('of an excerpt are those of the phrase rather than of its words', () => {
    expect(cutExcerpt(['只有讲座', `昆曲在前。${'说'.repeat(200)}到昆曲讲座`], parseQuestion('昆曲讲座'))).toMatch(
      /^…说{23}到<mark>昆曲讲座<\/mark>$/,
    );
    expect(cutExcerpt(['', '只有讲座', '昆曲'], parseQuestion('昆曲讲座'))).toBe('只有<mark>讲座</mark>');
    expect(cutExcerpt(['开头很长。', '戏曲 讲座'], parseQuestion('讲座'))).toBe('戏曲 <mark>讲座</mark> … 开头很长。');
    expect(cutExcerpt(['开头。', '昆曲'], parseQuestion('昆曲'), true)).toBe('开头。');
    expect(cutExcerpt([], parseQuestion('昆曲'))).toBe('');
  });

  it('divide no character', () => {
    const text = `${'𠮷'.repeat(40)}昆曲${'𠮷'.repeat(100)}`;
    for (const asked of ['昆曲', '曲'])
      expect(cutExcerpt([text], parseQuestion(asked))).not.toMatch(
        /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
      );
  });
});
