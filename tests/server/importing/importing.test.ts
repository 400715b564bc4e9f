import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getItem, listItems } from '../../../src/database/content/items';
import type { NewItem } from '../../../src/database/content/writeItems';
import { readShape } from '../../../src/database/content/rewriteItems';
import type { Definitions } from '../../../src/definitions/load';
import type { CompiledModule } from '../../../src/model/compiled';
import type { Item } from '../../../src/model/definitions.g';
import type { Json, JsonObject } from '../../../src/model/json';
import { checkItem } from '../../../src/server/importing/checkItem';
import { type ColumnMap, readColumnMap } from '../../../src/server/importing/columnMap';
import { ImportFault } from '../../../src/server/importing/fault';
import { type ImportOptions, importContent } from '../../../src/server/importing/importContent';
import { type ImportResult, importRows } from '../../../src/server/importing/importRows';
import { type Format, type Row, openRows } from '../../../src/server/importing/rows';
import { type TestDatabase, testDatabase } from '../../database/harness';
import { loadKnownDefinitions } from '../projectDefinitions';

const root = resolve(import.meta.dirname, '../../..');
const shape: Item = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'string' },
    columnId: { type: 'string' },
    title: { type: 'string', maxLength: 30 },
    price: { type: 'number', minimum: 0 },
    seats: { type: 'integer' },
    open: { type: 'boolean' },
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    link: { type: 'string', format: 'uri-reference' },
    mail: { type: 'string', format: 'email', private: true },
    kind: { type: 'string', enum: ['a', 'b'] },
    tags: { type: 'array', items: { type: 'string' } },
    pictures: { type: 'array', items: { type: 'object', required: ['image'], properties: { image: { type: 'string' } } } },
    note: { type: 'string' },
  },
};
const talks: CompiledModule = {
  name: 'talks',
  definition: { title: 'Talks', item: shape, roles: { title: '/title', column: '/columnId', time: '/at' }, pages: {} },
  endpoints: {},
  slots: {},
  tags: [],
  grams: [],
  shapeHash: 'h1',
  lifecycle: { states: {}, moves: {} },
};
const talksMap = (item: ColumnMap['item']): ColumnMap => readColumnMap('map.json', Buffer.from(JSON.stringify({ item })), shape);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
});

function streamOf(content: string | Uint8Array, pieces = 1): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(content);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) => bytes.subarray(place * size, (place + 1) * size)),
  );
}

async function rowsOf(format: Format, content: string | Uint8Array, pieces = 1): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of (await openRows(format, streamOf(content, pieces))).rows) rows.push(row);
  return rows;
}

/** Reads without a database: the stored forms, the bad rows and the warnings. */
async function dry(
  format: Format,
  content: string,
  options: ImportOptions = {},
  column?: string,
): Promise<{ records: NewItem[]; bad: string[]; warnings: string[]; result: ImportResult }> {
  const records: NewItem[] = [];
  const bad: string[] = [];
  const warnings: string[] = [];
  const result = await importRows(
    { tenant: 't', module: talks, column, menuColumns: new Set(['c1']) },
    await openRows(format, streamOf(content)),
    {
      ...options,
      onBadRow: (line, reason) => bad.push(`${line}: ${reason}`),
      onWarning: (message) => warnings.push(message),
    },
    async (batch) => {
      records.push(...batch);
      return batch.length;
    },
  );
  return { records, bad, warnings, result };
}

const ndjson = (items: JsonObject[]): string => items.map((item) => JSON.stringify(item)).join('\n');

describe('rows of CSV', () => {
  const corpus = join(root, '../shared/corpora/csv-spectrum');
  it.runIf(existsSync(corpus))('reads the csv-spectrum corpus', async () => {
    for (const name of readdirSync(join(corpus, 'csvs'))) {
      const expected = [
        JSON.parse(readFileSync(join(corpus, 'json', name.replace('.csv', '.json')), 'utf8')) as JsonObject | JsonObject[],
      ].flat();
      const bytes = readFileSync(join(corpus, 'csvs', name));
      // The corpus itself has another telephone number in each of the two forms of one file.
      const comparable = (rows: JsonObject[]): JsonObject[] =>
        rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'Contact Phone Number')));
      for (const pieces of [1, 7])
        expect(comparable((await rowsOf('csv', bytes, pieces)).map((row) => row.record)), name).toEqual(comparable(expected));
    }
  });

  it('reads a byte order mark, quoted line ends of all kinds, and characters cut between pieces', async () => {
    const rows = await rowsOf('csv', '\uFEFFid,title\r\n1,"\u9752\r\n\u6f9c"\r\n\r\n2,"a ""b"" \n c"\n,,\n3,z', 29);
    expect(rows).toEqual([
      { line: 2, record: { id: '1', title: '\u9752\r\n\u6f9c' } },
      { line: 5, row: 4, record: { id: '2', title: 'a "b" \n c' } },
      { line: 8, row: 6, record: { id: '3', title: 'z' } },
    ]);
  });

  it('names the row of a quote that is wrong, after the rows before it', async () => {
    const unclosed = await rowsOf('csv', 'a,b\n1,2\n"x\ny",3\n4,"5\n6,7\n8,9\n');
    expect(unclosed.map(({ line }) => line)).toEqual([2, 3, 5]);
    expect(unclosed[2]?.error).toMatch(/quote that opens in this row is never closed/);
    expect((await rowsOf('csv', 'a,b\n1,x"y\n2,"""z"" w"')).map(({ record }) => record['b'])).toEqual(['x"y', '"z" w']);
    expect((await rowsOf('csv', 'a,b\n1,2\n3,"x,5\n4,"6"\n7,8')).map(({ line, error }) => [line, error !== undefined])).toEqual([
      [2, false],
      [3, true],
    ]);
    expect((await rowsOf('csv', 'a,b\n1,2\n3,"x"y\n4,5')).map(({ line, error }) => [line, error !== undefined])).toEqual([
      [2, false],
      [3, true],
    ]);
  });

  it('reports rows with too few and too many cells, not empty cells at the end', async () => {
    const rows = await rowsOf('csv', 'a,b\n1\n1,2,3\n1,2,,\n');
    expect(rows.map(({ error }) => error)).toEqual([
      'expected 2 cells as in the header, found 1',
      'expected 2 cells as in the header, found 3',
      undefined,
    ]);
  });

  it('refuses what is no text or has no usable header', async () => {
    const refused: [string | Uint8Array, RegExp][] = [
      ['', /empty/],
      ['\uFEFF', /empty/],
      ['a,a\n1,2', /"a" is there twice/],
      [',\n1,2', /names of the columns/],
      [Buffer.from([0xff, 0xfe, 0x61, 0]), /UTF-16/],
      [Buffer.from('PK\x03\x04'), /spreadsheet/],
      [Buffer.from([0x61, 0, 0, 1]), /binary/],
      [Buffer.from([0x61, 0x0a, 0xc4, 0xe3, 0xba, 0xc3]), /not UTF-8/],
    ];
    for (const [content, message] of refused) {
      const failure = await rowsOf('csv', content).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(ImportFault);
      expect(String(failure)).toMatch(message);
    }
  });
});

describe('rows of NDJSON', () => {
  it('takes malformed lines for bad rows', async () => {
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const rows = await rowsOf('ndjson', `\uFEFF{"id":1}\r\n\n{"id":\n[1]\n"x"\n${deep}\n{"id":2}`, 5);
    expect(rows.map(({ line, error }) => [line, error === undefined])).toEqual([
      [1, true],
      [3, false],
      [4, false],
      [5, false],
      [6, false],
      [7, true],
    ]);
    expect(rows[2]?.error).toBe('expected a JSON object, found [1]');
  });
});

describe('values', () => {
  const good: [string, Json, Json | undefined][] = [
    ['title', 12, '12'],
    ['title', ' a ', ' a '],
    ['price', '12.50', 12.5],
    ['price', 3, 3],
    ['seats', '0', 0],
    ['seats', '  ', undefined],
    ['seats', null, undefined],
    ['open', 'true', true],
    ['open', '0', false],
    ['open', 1, true],
    ['at', '2026-11-18 09:30:00', '2026-11-18T09:30:00+08:00'],
    ['at', '2026/11/18', '2026-11-18T00:00:00+08:00'],
    ['at', '2026-11-18T01:30:00Z', '2026-11-18T09:30:00+08:00'],
    ['at', '2026-11-18T09:30:00.123+0800', '2026-11-18T09:30:00+08:00'],
    ['at', 1_795_000_000_000, '2026-11-18T19:06:40+08:00'],
    ['at', '2026\u5e743\u67085\u65e5', '2026-03-05T00:00:00+08:00'],
    ['at', '2026\u5e743\u67085\u65e5 9\u65f605\u5206', '2026-03-05T09:05:00+08:00'],
    ['at', '2026\u5e743\u67085\u65e59:05', '2026-03-05T09:05:00+08:00'],
    ['at', '2026.3.5 19\u70b9', '2026-03-05T19:00:00+08:00'],
    ['at', '20260305', '2026-03-05T00:00:00+08:00'],
    ['at', '\uff12\uff10\uff12\uff16-03-05 09\uff1a30', '2026-03-05T09:30:00+08:00'],
    ['at', '2026/3/5 9:30', '2026-03-05T09:30:00+08:00'],
    ['day', '2026/1/8', '2026-01-08'],
    ['link', ' https://example.org/a b', 'https://example.org/a b'],
    ['link', '/x', '/x'],
    ['mail', 'a@example.org', 'a@example.org'],
    ['kind', 'b', 'b'],
    ['tags', 'a| b |', ['a', 'b']],
    ['tags', ['a', 1], ['a', '1']],
    ['tags', 5, ['5']],
    ['tags', '["a","b|c"]', ['a', 'b|c']],
    ['pictures', '[{"image":"/a","x":1}]', [{ image: '/a' }]],
    ['unknown', 'x', undefined],
  ];
  it.each(good)('%s takes %j as %j', (field, value, expected) => {
    const { item, faults } = checkItem({ id: '1', title: 't', [field]: value }, shape);
    expect(faults).toEqual([]);
    expect(item[field]).toEqual(expected);
  });

  const bad: [string, Json, RegExp][] = [
    ['title', { a: 1 }, /^\/title expects a text, found \{"a":1\}$/],
    ['title', 12_345_678_901_234_567_168, /^\/title expects a text/],
    ['title', '  ', /^\/title is required: expected a text, found nothing$/],
    ['title', 'x'.repeat(99), /^\/title expects at most 30 characters, found "x{39}\u2026"$/],
    ['price', '12,5', /^\/price expects a number, found "12,5"$/],
    ['price', -1, /at least 0/],
    ['seats', '1.5', /whole number/],
    ['open', 'maybe', /true or false/],
    ['at', '2026-02-30', /a time such as/],
    ['at', '20261341', /a time such as/],
    ['at', '2026\u5e743\u6708', /a time such as/],
    ['at', '2026\u5e7413\u67081\u65e5', /a time such as/],
    ['at', '2026-02-03 12:77', /a time such as/],
    ['at', 'soon', /a time such as/],
    ['at', 1e300, /a time such as/],
    ['day', 'x', /a date such as/],
    ['link', 'javascript:alert(1)', /an address that starts/],
    ['mail', 'nobody', /^\/mail expects an e-mail address, found something else$/],
    ['kind', 'c', /one of "a", "b"/],
    ['tags', { a: 1 }, /a list/],
    ['tags', [{ a: 1 }], /^\/tags\/0 expects a text/],
    ['pictures', 'a|b', /^\/pictures\/0 expects an object/],
    ['pictures', [{}], /^\/pictures\/0\/image is required/],
    ['id', 'x'.repeat(201), /^\/id expects at most 200 characters, found 201$/],
    ['id', 'a\0b', /NUL/],
  ];
  it.each(bad)('%s refuses %j', (field, value, message) => {
    const { faults } = checkItem({ id: '1', title: 't', [field]: value }, shape);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults[0]?.message).toMatch(message);
  });
});

describe('rows of TSV and of other encodings', () => {
  it('are separated by tabs', async () => {
    expect(await rowsOf('tsv', 'id\ttitle\n1\t"a, \tb"\n2\tc')).toEqual([
      { line: 2, record: { id: '1', title: 'a, \tb' } },
      { line: 3, record: { id: '2', title: 'c' } },
    ]);
  });

  it('are read as GBK when that is said, also when a character is cut between pieces, and else refused', async () => {
    const bytes = Buffer.concat([Buffer.from('id,title\n1,'), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from('\n')]);
    for (const pieces of [1, bytes.length]) {
      const rows: Row[] = [];
      for await (const row of (await openRows('csv', streamOf(bytes, pieces), 'gbk')).rows) rows.push(row);
      expect(rows).toEqual([{ line: 2, record: { id: '1', title: '\u4f60\u597d' } }]);
    }
    await expect(rowsOf('csv', bytes)).rejects.toThrow(/not UTF-8 text.*give --encoding gbk/);
    await expect(
      (await openRows('ndjson', streamOf(Buffer.from([0x7b, 0xff, 0xff])), 'gbk')).rows[Symbol.asyncIterator]().next(),
    ).rejects.toThrow(/not GBK text/);
  });
});

describe('rows of JSON', () => {
  it.each<[string, string]>([
    ['a list', '[\n {"a":1,"b":[{"c":2}]}, 7,\n {"a":2},\n [1]\n]'],
    ['the only list of an object', '{"n":1,"tags":["x"],"rows":[\n {"a":1,"b":[{"c":2}]}, 7,\n {"a":2},\n [1]\n]}'],
  ])('are the objects of %s, with their lines', async (_what, text) => {
    for (const pieces of [1, 5]) {
      expect(await rowsOf('json', text, pieces)).toMatchObject([
        { line: 2, row: 1, record: { a: 1, b: [{ c: 2 }] } },
        { line: 2, record: {}, error: 'expected a JSON object, found 7' },
        { line: 3, record: { a: 2 } },
        { line: 4, record: {}, error: 'expected a JSON object, found [1]' },
      ]);
    }
    expect(await rowsOf('json', '[]')).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['[{"a":1},\n {"a":]', /^line 2, column 7: this is not JSON; nothing was read$/],
    ['{"a":1}\n{"a":2}\n', /is it NDJSON, one object a line\? Then give --format ndjson/],
    ['7', /expected a list of objects, found 7/],
    ['{"a":1}', /found none/],
    ['{"a":[{}],"b":[{}]}', /found several: a, b/],
    ['', /empty/],
  ])('are not had from %j', async (text, message) => {
    const failure = await rowsOf('json', text).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ImportFault);
    expect(failure instanceof Error ? failure.message : '').toMatch(message);
  });

  it('are asked for when a file of another form holds one value', async () => {
    for (const text of ['[\n{"a":1}\n]', '[{"a":1},\n{"a":2}]', '{\n"a":1}'])
      await expect(rowsOf('ndjson', text)).rejects.toThrow('the file is one JSON value, not one for each line; give --format json');
    expect((await rowsOf('ndjson', '[{"a":1}]'))[0]?.error).toMatch(/expected a JSON object, found \[/);
  });
});

describe('column maps', () => {
  const refused: [string, string, RegExp][] = [
    ['no JSON', '{"item": {', /map\.json:1:\d+: This is not JSON/],
    ['no item', '{}', /map\.json:1:1: the key "item" is missing/],
    ['an unknown key', '{"item":{"/title":"a"},"itm":1}', /unknown key "itm"; did you mean "item"/],
    ['an unknown field', '{\n "item":{"/titel":"a"}}', /map\.json:2:10: the item has no field "titel"; did you mean "title"/],
    ['no pointer', '{"item":{"title":"a"}}', /expected a JSON Pointer such as \/title, found "title"/],
    ['an unknown key of a source', '{"item":{"/title":{"column":"a","value":{}}}}', /unknown key "value"; did you mean "values"/],
    ['a source without column', '{"item":{"/title":{"values":{}}}}', /the key "column" is missing/],
    ['a source of a wrong type', '{"item":{"/title":7}}', /expected the name of a column, or an object/],
    [
      'a value of a wrong type',
      '{"item":{"/title":{"column":"a","values":{"x":{}}}}}',
      /expected a text, a number, true, false, or a list of them/,
    ],
    ['a wrong date', '{"item":{"/title":{"column":"a","date":false}}}', /date must be equal to constant/],
    ['a way into a list', '{"item":{"/tags/0":"a"}}', /leads into a list/],
    ['a way into a text', '{"item":{"/title/x":"a"}}', /no object/],
  ];
  it.each(refused)('refuses %s', (_what, text, message) => {
    expect(() => readColumnMap('map.json', Buffer.from(text), shape)).toThrow(message);
  });

  it('takes the maps of the project', async () => {
    const definitions = await loadKnownDefinitions(root);
    for (const { tenant, module, name } of lists) expect(mapNamed(name, moduleNamed(definitions, tenant, module)).item).toBeTruthy();
  });

  it('fills fields from columns, values, templates, constants, lists and dates', async () => {
    const map = talksMap({
      '/id': { template: 'talk-{No}' },
      '/title': 'Name',
      '/columnId': { const: 'c1' },
      '/kind': { column: 'Kind', values: { one: 'a', two: 'b' }, otherwise: 'a' },
      '/tags': { column: 'Tags', split: ';', values: { x: ['x1', 'x2'], y: 'y1' } },
      '/note': { column: 'When', date: true },
    });
    const { records, bad } = await dry(
      'csv',
      'No,Name,Kind,Tags,When\n7, Tea ,two,x; y,2026/11/18\n8,Ink,three,,\n,Nameless,one,,\n9,Bad,one,z,tomorrow\n',
      { map },
    );
    expect(records.map(({ doc }) => doc)).toEqual([
      { id: 'talk-7', title: 'Tea', columnId: 'c1', kind: 'b', tags: ['x1', 'x2', 'y1'], note: '2026-11-18T00:00:00+08:00' },
      { id: 'talk-8', title: 'Ink', columnId: 'c1', kind: 'a' },
    ]);
    expect(bad).toEqual([
      '4: /id is required: expected a text, found nothing',
      '5: /tags expects one of "x", "y", found "z"; /note expects a time such as 2026-11-18 09:30:00, found "tomorrow"',
    ]);
  });

  it('refuses columns that the file does not have', async () => {
    await expect(dry('csv', 'A,B\n1,2', { map: talksMap({ '/title': 'C' }) })).rejects.toThrow('the file has no column "C"; it has A, B');
    await expect(dry('csv', 'A,B\n1,2', { map: talksMap({ '/title': { template: '{A} {C}' } }) })).rejects.toThrow('no column "C"');
    await expect(dry('csv', 'A,B\n1,2')).rejects.toThrow(/no column has the name of a field/);
    await expect(dry('ndjson', '{"a":1}', { map: talksMap({ '/title': 'a' }) })).rejects.toThrow('JSON Pointers such as /a');
  });
});

describe('items', () => {
  it('come from equal names; columns of other names are told of once', async () => {
    const { records, warnings } = await dry('csv', 'id,title,price,color\n1,a,5,red\n2,b,,blue');
    expect(records.map(({ doc }) => doc)).toEqual([
      { id: '1', title: 'a', price: 5 },
      { id: '2', title: 'b' },
    ]);
    expect(warnings).toEqual(['the item has no field "color"; it is left out']);
  });

  it('without ids get the hash of their content, whatever the order of columns', async () => {
    const one = await dry('csv', 'title,price\na,5\nb,6');
    const other = await dry('csv', 'price,title\n5,a\n6,c');
    const ids = one.records.map(({ id }) => id);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect(other.records[0]?.id).toBe(ids[0]);
    expect(other.records[1]?.id).not.toBe(ids[1]);
    expect((await dry('csv', 'id,title\n,a')).bad).toEqual(['2: /id is required: expected a text, found nothing']);
  });

  it('that have an id of an earlier row are told of, the first ten one by one', async () => {
    const { warnings, result } = await dry(
      'csv',
      `id,title\n${Array.from({ length: 13 }, (_, number) => `${number % 2},t${number}`).join('\n')}`,
    );
    expect([warnings.length, warnings[0], warnings[1], warnings[10]]).toEqual([
      11,
      'line 4 has the id "0" of line 2; the later row counts',
      'line 5 has the id "1" of line 3; the later row counts',
      '1 more rows have the id of an earlier one',
    ]);
    expect(result.total).toBe(13);
  });

  it('take the column that is given; one that the menu does not have is told of once', async () => {
    const content = ndjson([
      { id: '1', title: 'a', columnId: 'c9' },
      { id: '2', title: 'b', columnId: 'c9' },
    ]);
    const { records, warnings } = await dry('ndjson', content, {}, 'c1');
    expect(records.map(({ column, doc }) => [column, doc['columnId']])).toEqual([
      ['c1', 'c1'],
      ['c1', 'c1'],
    ]);
    expect(warnings).toEqual([]);
    expect((await dry('ndjson', content)).warnings).toEqual(['the menu of t has no column "c9"; no page lists its items']);
  });
});

describe('imports', () => {
  const run = async (
    module: CompiledModule,
    content: string,
    options: ImportOptions = {},
    format: Format = 'ndjson',
  ): Promise<ImportResult> => importContent(database, { tenant: 't', module }, await openRows(format, streamOf(content)), options);
  const named = (name: string): CompiledModule => ({ ...talks, name });
  const total = async (module: string): Promise<number> =>
    (await listItems(database, { tenant: 't', module, filters: [], order: [], limit: 1, offset: 0 })).total;
  const many = (count: number): JsonObject[] => Array.from({ length: count }, (_, number) => ({ id: `i${number}`, title: `t${number}` }));

  it('replace items when they are repeated, and keep good rows', async () => {
    const content = `${ndjson(many(2500))}\n{"id":"x"}\nnonsense`;
    expect(await run(named('again'), content)).toMatchObject({ total: 2502, imported: 2500, updated: 0, failed: 2, stopped: false });
    expect(await run(named('again'), content)).toMatchObject({ total: 2502, imported: 0, updated: 2500, failed: 2 });
    expect(await total('again')).toBe(2500);
    expect(await readShape(database, 't', 'again')).toBe('h1');
    expect(await run(named('twice'), ndjson([{ title: 'a' }, { title: 'a' }]))).toMatchObject({ imported: 1, updated: 1 });
    expect(await run(named('twice'), ndjson([{ title: 'a' }]))).toMatchObject({ imported: 0, updated: 1 });
  });

  it('store all or nothing', async () => {
    expect(await run(named('all'), `${ndjson(many(1500))}\n{"id":"x"}`, { allOrNothing: true })).toMatchObject({
      imported: 0,
      failed: 1,
      total: 1501,
      rolledBack: true,
    });
    expect(await total('all')).toBe(0);
    expect(await run(named('all'), ndjson(many(1500)), { allOrNothing: true })).toMatchObject({ imported: 1500, failed: 0 });
    expect(await total('all')).toBe(1500);
  });

  it('store nothing when dry', async () => {
    const source = await openRows('ndjson', streamOf(`${ndjson(many(10))}\n{}`));
    expect(await importContent(undefined, { tenant: 't', module: named('dry') }, source, {})).toMatchObject({ imported: 10, failed: 1 });
    expect(await total('dry')).toBe(0);
  });

  it('tell of their progress from the first batch on', async () => {
    const told: number[] = [];
    await run(named('progress'), ndjson(many(1500)), { onProgress: (rows) => told.push(rows) });
    expect(told[0]).toBe(1000);
    await run(named('progress'), ndjson(many(999)), { onProgress: (rows) => told.push(rows) });
    expect(told.filter((rows) => rows < 1000)).toEqual([]);
  });

  it('end after a whole batch when they are stopped', async () => {
    const stop = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let number = 0; ; number += 1) {
        if (number === 2300) stop.abort();
        yield Buffer.from(`{"id":"i${number}","title":"t"}\n`);
      }
    }
    const result = await importContent(database, { tenant: 't', module: named('stopped') }, await openRows('ndjson', endless()), {
      signal: stop.signal,
    });
    expect(result).toMatchObject({ stopped: true, imported: 2000 });
    expect(await total('stopped')).toBe(2000);
  });

  it('store hostile text without harm', async () => {
    const content = ndjson([{ id: '__proto__', title: 'a\u0000b', note: '\ud800', tags: ["'; drop table item; --"] }]);
    expect(await run(named('hostile'), content)).toMatchObject({ imported: 1 });
    expect((await getItem(database, 't', 'hostile', '__proto__'))?.doc).toMatchObject({
      title: 'a\ufffdb',
      tags: ["'; drop table item; --"],
    });
  });
});

// Lists of the kind that institutions have: made-up ones, and real ones where they are at hand.

const data = join(root, '../shared/data');
interface List {
  name: string;
  tenant: string;
  module: string;
  rows: number;
  content(): { format: Format; text: string };
}

const readData = (path: string): string => readFileSync(join(data, path), 'utf8');
const lists: List[] = [
  {
    name: 'heritage',
    tenant: 'museum',
    module: 'exhibit',
    rows: 3610,
    content: () => ({ format: 'ndjson', text: readData('ich-national-3610/ich.ndjson') }),
  },
  {
    name: 'scenicspots',
    tenant: 'centre',
    module: 'scenicspot',
    rows: 359,
    content: () => ({ format: 'ndjson', text: ndjson((JSON.parse(readData('scenic-5a/scenes.json')) as { scenes: JsonObject[] }).scenes) }),
  },
  {
    name: 'relics',
    tenant: 'museum',
    module: 'exhibit',
    rows: 195,
    content: () => ({ format: 'ndjson', text: ndjson(JSON.parse(readData('relics-195/195.json')) as JsonObject[]) }),
  },
  { name: 'dishes', tenant: 'centre', module: 'delicacy', rows: 359, content: () => ({ format: 'ndjson', text: ndjson(dishes()) }) },
  {
    name: 'paintings',
    tenant: 'museum',
    module: 'exhibit',
    rows: 10_166,
    content: () => ({ format: 'csv', text: readData('paintings-labels/labels.csv') }),
  },
];

/** The pages of the cook book, but for sauces and the template of a page, which are no dishes. */
function dishes(): JsonObject[] {
  const folder = join(data, 'dishes-howtocook/dishes');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !/^(condiment|template)\//.test(path),
  );
  return pages.map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    const paragraphs = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('!'));
    const escaped = (line: string): string => line.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    return {
      name: path.split('/').at(-1)?.replace(/\.md$/, '') ?? '',
      category: path.split('/')[0] ?? '',
      text: paragraphs.map((line) => `<p>${escaped(line)}</p>`).join(''),
    };
  });
}

function moduleNamed(definitions: Definitions, tenant: string, name: string): CompiledModule {
  const module = definitions.portal(tenant)?.modules[name];
  if (!module) throw new Error(`${tenant} has no module ${name}`);
  return module;
}

function mapNamed(name: string, module: CompiledModule): ColumnMap {
  return readColumnMap(
    `${name}.json`,
    readFileSync(join(root, `tests/import/maps/${name}.json`)),
    module.definition.item ?? { properties: {} },
  );
}

describe('lists', () => {
  it.each(lists)('$name become the expected items', async ({ name, tenant, module: moduleName }) => {
    const module = moduleNamed(await loadKnownDefinitions(root), tenant, moduleName);
    const folder = join(root, 'tests/import/fixtures', name);
    const format: Format = existsSync(join(folder, 'records.csv')) ? 'csv' : 'ndjson';
    const docs: JsonObject[] = [];
    const derived = Object.keys(module.definition.derive ?? {}).map((place) => place.slice(1));
    const bad: string[] = [];
    await importRows(
      { tenant, module },
      await openRows(format, streamOf(readFileSync(join(folder, `records.${format}`)))),
      { map: mapNamed(name, module), onBadRow: (line, reason) => bad.push(`${line}: ${reason}`) },
      async (records) => {
        for (const { doc } of records)
          docs.push(Object.fromEntries(Object.entries(doc as JsonObject).filter(([key]) => !derived.includes(key))));
        return records.length;
      },
    );
    expect(bad).toEqual([]);
    const expected = readFileSync(join(folder, 'items.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
    expect(docs).toEqual(expected.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => !derived.includes(key)))));
  });

  // The paintings are imported as a whole by tests/cli/importSets.test.ts.
  it.runIf(existsSync(data)).each(lists.filter(({ name }) => name !== 'paintings'))(
    '$name of $rows rows are imported without a bad row',
    async ({ name, tenant, module: moduleName, rows, content }) => {
      const module = moduleNamed(await loadKnownDefinitions(root), tenant, moduleName);
      const { format, text } = content();
      const bad: string[] = [];
      const result = await importContent(database, { tenant, module }, await openRows(format, streamOf(text, 50)), {
        map: mapNamed(name, module),
        onBadRow: (line, reason) => bad.push(`${line}: ${reason}`),
      });
      expect(bad).toEqual([]);
      expect(result.total).toBe(rows);
      expect(result.imported + result.updated).toBe(rows);
      expect(result.seconds).toBeLessThan(25);
      process.stdout.write(`${name}: ${rows} rows in ${result.seconds.toFixed(1)} s, ${result.updated} repeated\n`);
    },
  );
});
