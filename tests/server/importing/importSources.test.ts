import { describe, expect, test } from 'vitest';
import type { Item } from '../../../src/model/definitions.g';
import type { Json, JsonObject } from '../../../src/model/json';
import { checkItem } from '../../../src/server/importing/checkItem';
import { type ColumnMap, readColumnMap } from '../../../src/server/importing/columnMap';
import { type MappedRow, createMapping } from '../../../src/server/importing/fills';

const shape: Item = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    where: { type: 'string', format: 'coordinate' },
    tags: { type: 'array', items: { type: 'string' } },
    content: { type: 'string', contentMediaType: 'text/html' },
  },
};
const mapOf = (item: object): ColumnMap => readColumnMap('map.json', Buffer.from(JSON.stringify({ item })), shape);
const apply = (item: object, record: JsonObject, columns?: string[]): MappedRow =>
  createMapping(
    {
      format: columns ? 'csv' : 'ndjson',
      ...(columns ? { columns } : {}),
      rows: (async function* none() {
        /* not read */
      })(),
    },
    shape,
    mapOf(item),
    'gcj02',
  ).apply(record);

describe('several sources in one field', () => {
  test('are joined without those that are empty', () => {
    const join = { '/title': { join: ['/a', { template: '({/b})' }, '/c', { const: 'z' }], separator: ' · ' } };
    expect(apply(join, { a: 'x', b: 'y', c: ['u', '', 'v'] }).item).toEqual({ title: 'x · (y) · u · v · z' });
    expect(apply(join, { a: ' ', b: null }).item).toEqual({ title: 'z' });
    expect(apply({ '/title': { join: ['/a', '/b'] } }, { a: 1, b: 2 }).item).toEqual({ title: '12' });
    expect(apply({ '/title': { join: ['/a'] } }, { a: '' }).item).toEqual({});
    expect(apply({ '/title': { join: ['A', 'B'] } }, { A: ' x ', B: '' }, ['A', 'B']).item).toEqual({ title: 'x' });
  });

  test('give the first that is not empty', () => {
    const first = { '/title': { first: ['/a', { column: '/b', values: { x: 'known' } }, { const: 'else' }] } };
    expect([apply(first, { a: 'y', b: 'x' }).item, apply(first, { b: 'x' }).item, apply(first, {}).item]).toEqual([
      { title: 'y' },
      { title: 'known' },
      { title: 'else' },
    ]);
    expect(apply(first, { b: 'unknown' }).faults.map(({ message }) => message)).toEqual(['/title expects one of "x", found "unknown"']);
    expect(apply({ '/title': { first: ['/a'] } }, { a: [] }).item).toEqual({});
  });

  test('become paragraphs of rich text, in which nothing is markup', () => {
    expect(
      apply({ '/content': { paragraphs: ['/a', { template: 'by {/b}' }] } }, { a: 'x < y & "z"\r\n\n <b>w</b>', b: 'me' }).item,
    ).toEqual({ content: '<p>x &lt; y &amp; &quot;z&quot;</p><p>&lt;b&gt;w&lt;/b&gt;</p><p>by me</p>' });
  });

  test.each<[string, object, RegExp]>([
    [
      'paragraphs for plain text',
      { '/title': { paragraphs: ['a'] } },
      /map\.json:1:10: \/title is no rich text; use "join" instead of "paragraphs"/,
    ],
    ['an unknown key within', { '/title': { join: ['a', { colum: 'b' }] } }, /unknown key "colum"; did you mean "column"/],
    ['an empty name within', { '/title': { first: [''] } }, /expected the name of a column, found an empty text/],
    ['nothing to join', { '/title': { join: [] } }, /join must NOT have fewer than 1 items/],
    [
      'a number within',
      { '/title': { join: [7] } },
      /expected the name of a column, or an object with "column" or one of "template", "join"/,
    ],
    ['half a coordinate', { '/where': { lng: 'a' } }, /the key "lat" is missing/],
    ['an unknown system', { '/where': { point: 'a', system: 'gps' } }, /system must be equal to one of the allowed values/],
  ])('%s is refused', (_what, item, message) => expect(() => mapOf(item)).toThrow(message));
});

describe('coordinates', () => {
  const two = { '/where': { lng: '/x', lat: '/y' } };
  const one = (more: object = {}): object => ({ '/where': { point: '/p', ...more } });
  const where = (item: object, record: JsonObject): Json | undefined => {
    const { item: found, faults } = apply(item, record);
    return faults[0]?.message ?? found['where'];
  };

  test('come from two columns or one, in any order', () => {
    expect([
      where(two, { x: 120.15, y: '30.25' }),
      where(one(), { p: '120.15，30.25' }),
      where(one(), { p: ' 120.15  30.25 ' }),
      where(one({ order: 'latLng' }), { p: [30.25, 120.15] }),
    ]).toEqual(Array.from({ length: 4 }, () => '120.15,30.25'));
  });

  test("of another system are converted to the institution's", () => {
    const [lng = 0, lat = 0] = String(where({ '/where': { lng: '/x', lat: '/y', system: 'wgs84' } }, { x: 120.15, y: 30.25 }))
      .split(',')
      .map(Number);
    expect([lng, lat]).toEqual([expect.closeTo(120.1547, 3), expect.closeTo(30.2477, 3)]);
    expect(where({ '/where': { lng: '/x', lat: '/y', system: 'wgs84' } }, { x: 2.35, y: 48.85 })).toBe('2.35,48.85');
  });

  test('that are not known stay empty', () => {
    expect([where(two, {}), where(two, { x: 0, y: '0.0' }), where(one(), { p: '' }), where(one(), { p: '0,0' })]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each<[object, JsonObject, string]>([
    [two, { x: 30.25, y: 120.15 }, 'found 30.25 and 120.15; are they the other way round?'],
    [two, { x: 120.15 }, 'found 120.15 and nothing'],
    [two, { x: 'east', y: 30 }, 'found "east" and 30'],
    [two, { x: 200, y: 30 }, 'found 200 and 30'],
    [one(), { p: '120.15' }, 'found "120.15" and nothing'],
    [one(), { p: [1, 2, 3] }, 'found [1,2,3] and nothing'],
  ])('%j refuses %j', (item, record, message) =>
    expect(where(item, record)).toBe(`/where expects degrees east and north such as 120.15 and 30.25, ${message}`),
  );

  test.each<[Json, Json | undefined]>([
    ['120.15，30.25', '120.15,30.25'],
    ['120.1500000001, 30.25', '120.15,30.25'],
    ['0,0', undefined],
    ['0.000,0.0', undefined],
  ])('of a field: %j is kept as %j', (value, expected) => {
    expect(checkItem({ id: '1', where: value }, shape)).toEqual({
      item: { id: '1', ...(expected === undefined ? {} : { where: expected }) },
      faults: [],
    });
  });

  test.each<[Json]>([['30.25,120.15'], ['here'], ['120.15'], [120.15], ['200,30']])('of a field: %j is refused', (value) => {
    expect(checkItem({ id: '1', where: value }, shape).faults[0]?.message).toMatch(
      /^\/where expects a coordinate, degrees east first, such as 120\.15,30\.25, found /,
    );
  });
});

describe('plain text in a field of rich text', () => {
  test.each([
    ['first line\n\n second line ', '<p>first line</p><p>second line</p>'],
    ['one line', 'one line'],
    ['<p>a</p>\n<p>b</p>', '<p>a</p>\n<p>b</p>'],
    ['1 < 2\r\n3', '<p>1 < 2</p><p>3</p>'],
  ])('%j becomes %j', (value, expected) => expect(checkItem({ id: '1', content: value }, shape).item['content']).toBe(expected));
});
