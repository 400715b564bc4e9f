import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ItemQuery, findExistingIds, getItem, listItems, streamItems } from '../../../src/database/content/items';
import type { ItemOrder } from '../../../src/database/content/order';
import { toGramPrefix, toTag } from '../../../src/database/content/filterKeys';
import { type NewItem, putItems } from '../../../src/database/content/writeItems';
import { removeItems } from '../removeItems';
import { forgetAllCounts } from '../../../src/database/content/countCache';
import { countItems } from '../../../src/database/content/counts';
import { countStatements } from '../countStatements';
import type { ItemFilter } from '../../../src/database/content/filters';
import { type TestDatabase, testDatabase } from '../harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await sql`delete from item`.execute(db.kysely);
  await removeItems(db, 'museum', 'news', []);
});

const day = (number: number) => new Date(Date.UTC(2024, 0, number));
const moment = (days: number) => new Date(+day(0) + days * 86_400_000);
const item = (id: string, rest: Partial<NewItem> = {}): NewItem => ({
  tenant: 'museum',
  module: 'news',
  id,
  pub: day(1),
  title: id,
  doc: { title: id },
  ...rest,
});
const query = (rest: Partial<ItemQuery> = {}): ItemQuery => ({
  tenant: 'museum',
  module: 'news',
  filters: [],
  order: [{ by: 'pub', direction: 'desc' }],
  limit: 20,
  offset: 0,
  ...rest,
});
const ids = async (rest: Partial<ItemQuery> = {}) => (await listItems(db, query(rest))).rows.map(({ id }) => id);
const filtered = (...filters: ItemFilter[]) => ids({ filters });

describe('putItems', () => {
  it('stores each value in its column, whatever stands in it, and nothing where there is none', async () => {
    const odd = ['a,b', '"{}"', 'c\\d', 'e\nf', ' ', 'NULL', '昆曲\ud800'];
    const full = item('a', {
      column: 'c\n"1"',
      status: 2,
      state: 'hidden',
      title: '{"x": \\"}\n',
      doc: { title: 'Aa aa', more: ['昆a', 7], quoted: '"\\\n' },
      s1: 'NULL',
      s4: '',
      n1: -0.1,
      n2: Infinity,
      n4: 1e21,
      place: { lng: 120.15, lat: 30.25 },
      tags: { t: odd, u: [] },
      searchable: ['/title', '/more', '/more', '/none'],
    });
    await putItems(db, [item('b', { tags: { t: [] }, searchable: ['/none'] }), full]);
    const { rows } = await sql<Record<string, unknown>>`
      select column_id, status, state, title, doc, s1, s2, s4, n1, n2, n4, lng, lat, tags, grams from item order by id`.execute(db.kysely);
    const none = { s1: null, s2: null, s4: null, n1: null, n2: null, n4: null, lng: null, lat: null, tags: null, grams: null };
    const prefixes = ['/title', '/more'].map((field) => toGramPrefix({ tenant: 'museum', module: 'news', field }));
    expect(rows).toEqual([
      {
        ...none,
        ...{ column_id: 'c\n"1"', status: 2, state: 'hidden', title: full.title, doc: full.doc, s1: 'NULL', s4: '' },
        ...{ n1: -0.1, n4: 1e21, lng: 120.15, lat: 30.25 },
        tags: odd.map((value) => toTag({ tenant: 'museum', module: 'news', field: 't' }, value)),
        grams: [...['a', 'aa'].map((gram) => prefixes[0] + gram), ...['昆', 'a', '昆a', '7'].map((gram) => prefixes[1] + gram)],
      },
      { ...none, column_id: '', status: 1, state: null, title: 'b', doc: { title: 'b' } },
    ]);
  });

  it('stores what getItem gives back, and replaces it', async () => {
    const doc = { title: '昆曲', deep: { list: [1, 'a', null] } };
    await putItems(db, [item('a', { column: 'c', status: 0, title: '昆曲', doc })]);
    expect(await getItem(db, 'museum', 'news', 'a')).toEqual({
      id: 'a',
      column: 'c',
      status: 0,
      state: null,
      pub: day(1),
      title: '昆曲',
      doc,
    });
    await putItems(db, [item('a', { title: 'first' }), item('a', { title: 'last' })]);
    expect(await getItem(db, 'museum', 'news', 'a')).toMatchObject({ status: 1, column: '', title: 'last' });
    expect(await getItem(db, 'library', 'news', 'a')).toBeUndefined();
  });

  it('keeps tenants and modules apart', async () => {
    const tags = { topic: ['x'] };
    await putItems(db, [item('a', { tags }), item('a', { tenant: 'library', tags }), item('b', { module: 'exhibits', tags })]);
    expect(await filtered({ kind: 'tag', field: 'topic', values: ['x'] })).toEqual(['a']);
    expect(await ids({ tenant: 'library' })).toEqual(['a']);
    expect(await ids({ module: 'exhibits' })).toEqual(['b']);
  });

  it('replaces what PostgreSQL cannot store', async () => {
    await putItems(db, [item('a', { title: 'x\0y', doc: { 'k\0': ['z\0', '\ud800', '\\u0000'] }, s1: 'a\0b', tags: { t: ['q\0'] } })]);
    expect(await getItem(db, 'museum', 'news', 'a')).toMatchObject({
      title: 'x\ufffdy',
      doc: { 'k\ufffd': ['z\ufffd', '\ufffd', '\\u0000'] },
    });
    expect(await filtered({ kind: 'slot', slot: 's1', values: ['a\0b'] }, { kind: 'tag', field: 't', values: ['q\0'] })).toEqual(['a']);
  });

  it('keeps values longer than an index allows, and finds them', async () => {
    const long = '长'.repeat(5000);
    await putItems(db, [item('a', { s1: long, tags: { t: [long] }, doc: { title: long }, searchable: ['/title'] })]);
    expect(await filtered({ kind: 'slot', slot: 's1', values: [long] }, { kind: 'tag', field: 't', values: [long] })).toEqual(['a']);
  });

  it('refuses ids and dates that are none, storing nothing', async () => {
    await expect(putItems(db, [item('a'), item('')])).rejects.toThrow(/id/);
    await expect(putItems(db, [item('a'), item('x'.repeat(201))])).rejects.toThrow(/id/);
    await expect(putItems(db, [item('a'), item('b', { pub: new Date(NaN) })])).rejects.toThrow(/date/);
    expect(await ids()).toEqual([]);
  });

  it('lets several writers store the same items in different order', async () => {
    const items = Array.from({ length: 300 }, (_, number) => item(`i${number}`));
    await Promise.all([items, [...items].reverse(), items, [...items].reverse()].map((some) => putItems(db, some, { batch: 100 })));
    expect(await countItems(db, query())).toBe(300);
  });
});

describe('listItems', () => {
  it('shows published items only, unless asked for others', async () => {
    await putItems(db, [item('a', { status: 0 }), item('b'), item('c', { status: 2 })]);
    expect(await ids()).toEqual(['b']);
    expect(await ids({ status: [0, 2] })).toEqual(['c', 'a']);
    expect(await ids({ status: [0, 1] })).toEqual(['b', 'a']);
    expect(await ids({ status: [] })).toEqual([]);
  });

  it('sorts by publication and then id, page after page', async () => {
    await putItems(
      db,
      ['a', 'b', 'c', 'd', 'e'].map((id, place) => item(id, { pub: day(1 + (place >> 1)) })),
    );
    expect(await ids()).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(await ids({ order: [{ by: 'pub', direction: 'asc' }] })).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await ids({ order: [] })).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(await listItems(db, query({ limit: 2, offset: 4 }))).toMatchObject({ rows: [{ id: 'a' }], total: 5 });
    expect(await listItems(db, query({ limit: 2, offset: 9 }))).toMatchObject({ rows: [], total: 5 });
    expect(await listItems(db, query({ limit: 0 }))).toMatchObject({ rows: [], total: 5 });
  });

  it('sorts by a slot with missing values last in both directions, over every page', async () => {
    const numbers = [3, 1, null, 2, null];
    await putItems(
      db,
      numbers.map((n1, place) => item(`i${place}`, { n1, s1: n1 === null ? null : `v${n1}`, pub: day(1 + place) })),
    );
    for (const by of ['n1', 's1'] as const) {
      const ascending = ['i1', 'i3', 'i0', 'i4', 'i2'];
      const descending = ['i0', 'i3', 'i1', 'i4', 'i2'];
      for (const [direction, all] of [
        ['asc', ascending],
        ['desc', descending],
      ] as const) {
        const pages = await Promise.all([0, 2, 4].map((offset) => ids({ order: [{ by, direction }], limit: 2, offset })));
        expect(pages.flat()).toEqual(all);
      }
    }
    expect(
      await ids({
        order: [
          { by: 'n2', direction: 'asc' },
          { by: 'n1', direction: 'desc' },
        ],
      }),
    ).toEqual(['i0', 'i3', 'i1', 'i4', 'i2']);
  });

  it('puts what runs first, then what comes, nearest first, then what is over, over every page', async () => {
    const lasting = (id: string, from: number, to: number | null) => item(id, { pub: moment(from), n1: to === null ? null : +moment(to) });
    await putItems(db, [
      lasting('long', 1, 20),
      lasting('running', 9, 12),
      lasting('later', 25, 26),
      lasting('next', 11, 11.5),
      lasting('lately', 8, 9),
      lasting('longAgo', 2, 3),
      lasting('today', 10, null),
      lasting('yesterday', 9.5, null),
    ]);
    const now = +moment(10.5);
    const order: ItemOrder[] = [{ by: 'pub', direction: 'nearest', end: 'n1', now, openFrom: +moment(10) }];
    const all = ['today', 'running', 'long', 'next', 'later', 'yesterday', 'lately', 'longAgo'];
    // Along indexes, and of what was collected because few match.
    for (const filters of [[], [{ kind: 'range', slot: 'pub', from: 0 }] satisfies ItemFilter[]]) {
      expect(await ids({ order, filters })).toEqual(all);
      for (const limit of [1, 3, 5]) {
        const offsets = Array.from({ length: Math.ceil(all.length / limit) }, (_, page) => page * limit);
        expect((await Promise.all(offsets.map((offset) => ids({ order, filters, limit, offset })))).flat()).toEqual(all);
      }
    }
    expect(await ids({ order, limit: 3, offset: 8 })).toEqual([]);
    expect(await ids({ order: [{ by: 'n1', direction: 'nearest', end: 'n1', now, openFrom: now }], limit: 20 })).toEqual([
      'next',
      'running',
      'long',
      'later',
      'lately',
      'longAgo',
      'today',
      'yesterday',
    ]);
    const during = (from: number, to: number) =>
      filtered({ kind: 'overlaps', begin: 'pub', end: 'n1', from: +moment(from), to: +moment(to), openFrom: +moment(from) });
    expect(await during(10, 11)).toEqual(['today', 'running', 'long']);
    expect(await during(2, 4)).toEqual(['longAgo', 'long']);
    expect(await during(27, 28)).toEqual([]);
  });

  it('selects by columns, ids, slots, tags and ranges', async () => {
    await putItems(db, [
      item('a', { column: 'x', s1: 'red', n1: 1, tags: { topic: ['p', 'q'], place: ['r'] }, pub: day(1) }),
      item('b', { column: 'y', s1: 'blue', n1: 2, tags: { topic: ['r'] }, pub: day(2) }),
      item('c', { column: 'z', s1: 'green', n1: 3, pub: day(3) }),
    ]);
    expect(await ids({ columns: ['x'] })).toEqual(['a']);
    expect(await ids({ columns: ['x', 'z'] })).toEqual(['c', 'a']);
    expect(await ids({ columns: [] })).toEqual([]);
    expect(await ids({ ids: ['a', 'b'], exclude: ['b', 'c'] })).toEqual(['a']);
    expect(await filtered({ kind: 'slot', slot: 's1', values: ['red', 'blue'] })).toEqual(['b', 'a']);
    expect(await filtered({ kind: 'slot', slot: 's1', values: [] })).toEqual([]);
    expect(await filtered({ kind: 'tag', field: 'topic', values: ['q', 'r'] })).toEqual(['b', 'a']);
    expect(await filtered({ kind: 'tag', field: 'topic', values: [] })).toEqual([]);
    expect(await filtered({ kind: 'range', slot: 'n1', from: 2, to: 3 })).toEqual(['b']);
    expect(await filtered({ kind: 'range', slot: 'n1', from: 2 })).toEqual(['c', 'b']);
    expect(await filtered({ kind: 'range', slot: 'pub', from: +day(1), to: +day(3) })).toEqual(['b', 'a']);
    expect(await filtered({ kind: 'range', slot: 'pub', to: Infinity })).toEqual(['c', 'b', 'a']);
    expect(await filtered({ kind: 'slot', slot: 's1', values: ['red'] }, { kind: 'range', slot: 'n1', from: 2 })).toEqual([]);
  });

  it('pages through many matches as through few', async () => {
    const rest = (number: number) => ({
      n1: number % 7 ? number : null,
      tags: { t: [number % 600 ? 'many' : 'few'] },
      pub: day(number % 40),
    });
    await putItems(
      db,
      Array.from({ length: 601 }, (_, number) => item(`i${String(number).padStart(3, '0')}`, rest(number))),
    );
    for (const order of [[], [{ by: 'n1', direction: 'asc' }]] satisfies ItemQuery['order'][]) {
      const filters: ItemFilter[] = [{ kind: 'tag', field: 't', values: ['many', 'few'] }];
      const pages = () => Promise.all([0, 200, 400, 600].map((offset) => ids({ filters, order, limit: 200, offset })));
      forgetAllCounts(db);
      const collected = await pages();
      // Now that it is known how many match, a page is read along an index.
      const many = await pages();
      expect(new Set(many.flat()).size).toBe(601);
      expect(collected).toEqual(many);
      const few = await ids({ filters: [...filters, { kind: 'range', slot: 'n1', from: 0, to: 300 }], order, limit: 300 });
      expect(few).toEqual(many.flat().filter((id) => few.includes(id)));
      expect(few).toHaveLength(257);
    }
    expect(await filtered({ kind: 'tag', field: 't', values: ['few'] })).toHaveLength(2);
  });

  it('reads a page of a filter and its total with one statement, only a page that is empty with two', async () => {
    await putItems(
      db,
      Array.from({ length: 9 }, (_, number) => item(`i${number}`, { tags: { t: [number < 5 ? 'x' : 'y'] } })),
    );
    const filters: ItemFilter[] = [{ kind: 'tag', field: 't', values: ['x'] }];
    // Whether the module is small is known for a while.
    await listItems(db, query({ filters: [{ kind: 'tag', field: 't', values: ['none'] }] }));
    const { db: counting, statements } = countStatements(db);
    expect(await listItems(counting, query({ filters, limit: 2, offset: 2 }))).toMatchObject({
      rows: [{ id: 'i2' }, { id: 'i1' }],
      total: 5,
    });
    expect(await listItems(counting, query({ filters, limit: 2, offset: 8 }))).toEqual({ rows: [], total: 5 });
    expect(await listItems(counting, query({ filters, limit: 0 }))).toEqual({ rows: [], total: 5 });
    expect(statements).toHaveLength(5);
  });

  it('reads a page of a filter with one statement also where the order makes a list of several', async () => {
    await putItems(
      db,
      Array.from({ length: 5 }, (_, number) => item(`i${number}`, { tags: { t: ['x'] }, ...(number < 3 ? { n1: number } : {}) })),
    );
    const filters: ItemFilter[] = [{ kind: 'tag', field: 't', values: ['x'] }];
    const order: ItemOrder[] = [{ by: 'n1', direction: 'asc' }];
    await listItems(db, query({ filters: [{ kind: 'tag', field: 't', values: ['none'] }] }));
    const { db: counting, statements } = countStatements(db);
    expect(await listItems(counting, query({ filters, order, limit: 2, offset: 2 }))).toMatchObject({
      rows: [{ id: 'i2' }, { id: 'i4' }],
      total: 5,
    });
    expect(await listItems(counting, query({ filters, order, limit: 2, offset: 8 }))).toEqual({ rows: [], total: 5 });
    expect(statements).toHaveLength(2);
  });

  it.each([
    ['all of a column', {}],
    ['what a filter finds', { filters: [{ kind: 'tag', field: 't', values: ['x'] }] }],
  ] satisfies [string, Partial<ItemQuery>][])('leaves fields of documents behind, of %s', async (_what, rest) => {
    await putItems(db, [item('a', { tags: { t: ['x'] }, doc: { title: 'a', text: '昆曲', 'odd"name': 1, within: { text: 2 } } })]);
    const read = async (without: string[]) => (await listItems(db, query({ ...rest, without }))).rows.map(({ doc }) => doc);
    expect(await read(['text', 'odd"name', 'none'])).toEqual([{ title: 'a', within: { text: 2 } }]);
    expect(await read([])).toMatchObject([{ title: 'a', text: '昆曲' }]);
  });

  it('rejects unknown slots, kinds, directions, pointers and pages', async () => {
    const bad = (rest: object) => expect(listItems(db, { ...query(), ...rest })).rejects.toThrow();
    await bad({ filters: [{ kind: 'slot', slot: 's5', values: ['x'] }] });
    await bad({ filters: [{ kind: 'slot', slot: 'n1', values: ['x'] }] });
    await bad({ filters: [{ kind: 'slot', slot: 'constructor', values: ['x'] }] });
    await bad({ filters: [{ kind: 'range', slot: 's1', from: 1 }] });
    await bad({ filters: [{ kind: 'range', slot: 'n1', from: NaN }] });
    await bad({ filters: [{ kind: 'contains', fields: ['title'], text: 'x' }] });
    await bad({ filters: [{ kind: 'raw' }] });
    await bad({ order: [{ by: 'doc; drop table item', direction: 'asc' }] });
    await bad({ order: [{ by: 'pub', direction: 'asc; drop table item' }] });
    await bad({ limit: 5001 });
    await bad({ limit: 1.5 });
    await bad({ offset: -1 });
  });

  it('takes every value as data', async () => {
    await putItems(db, [item('a', { column: 'c', s1: 'v', tags: { t: ['v'] }, searchable: ['/title'] })]);
    for (const text of ["' or '1'='1", "'; drop table item; --", '$1', '{"a"}', '\\', '%', '","', "a'||'b", '\0', '\ud800']) {
      expect(await filtered({ kind: 'slot', slot: 's1', values: [text, `${text}2`] })).toEqual([]);
      expect(await filtered({ kind: 'tag', field: text, values: [text, 'v'] })).toEqual([]);
      expect(await filtered({ kind: 'contains', fields: ['/title', `/${text}`], text })).toEqual([]);
      expect(await ids({ columns: [text] })).toEqual([]);
      expect(await ids({ ids: [text] })).toEqual([]);
      expect(await ids({ exclude: [text] })).toEqual(['a']);
      expect(await ids({ tenant: `museum${text}x` })).toEqual([]);
      expect(await getItem(db, 'museum', 'news', `x${text}`)).toBeUndefined();
    }
    expect(await ids()).toEqual(['a']);
  });
});

describe('contains', () => {
  const search = (text: string, fields = ['/title']) => filtered({ kind: 'contains', fields, text });

  it('finds text of one, two and many characters, in any case', async () => {
    const titles = { a: '昆曲《牡丹亭》展演', b: '曲艺专场', c: 'Kunqu Opera Night', d: '𠮷野家 昆 曲' };
    await putItems(
      db,
      Object.entries(titles).map(([id, title]) => item(id, { doc: { title }, searchable: ['/title'] })),
    );
    expect(await search('曲')).toEqual(['d', 'b', 'a']);
    expect(await search('昆曲')).toEqual(['a']);
    expect(await search('牡丹亭》展')).toEqual(['a']);
    expect(await search('昆 曲')).toEqual(['d']);
    expect(await search('𠮷')).toEqual(['d']);
    expect(await search('oPERA n')).toEqual(['c']);
    expect(await search('曲昆')).toEqual([]);
    expect(await search(' ')).toHaveLength(4);
    expect(await search('曲', [])).toEqual([]);
  });

  it('takes %, _ and backslash as they are', async () => {
    const titles = ['100%', '100x', 'a_b', 'axb', 'c\\d', 'c\\%d'];
    await putItems(
      db,
      titles.map((title, place) => item(`i${place}`, { doc: { title }, searchable: ['/title'] })),
    );
    expect(await search('%')).toEqual(['i5', 'i0']);
    expect(await search('0%')).toEqual(['i0']);
    expect(await search('_')).toEqual(['i2']);
    expect(await search('a_b')).toEqual(['i2']);
    expect(await search('\\')).toEqual(['i5', 'i4']);
    expect(await search('\\%')).toEqual(['i5']);
  });

  it('looks in any of the fields, in lists too, and in no other', async () => {
    const searchable = ['/title', '/names', '/a~1b'];
    await putItems(db, [
      item('a', { doc: { title: '古琴', secret: '昆曲' }, searchable }),
      item('b', { doc: { title: 'x', names: ['昆曲', '古琴'] }, searchable }),
      item('c', { doc: { title: 'x', 'a/b': '昆曲' }, searchable }),
    ]);
    expect(await search('昆曲', ['/title', '/names', '/a~1b'])).toEqual(['c', 'b']);
    expect(await search('古琴', ['/title'])).toEqual(['a']);
    expect(await search('昆曲', ['/secret'])).toEqual([]);
  });
});

describe('findExistingIds, removeItems and streamItems', () => {
  it('know, remove and walk items of any status', async () => {
    await putItems(
      db,
      Array.from({ length: 25 }, (_, number) => item(`i${String(number).padStart(2, '0')}`, { status: number % 3 })),
    );
    expect(await findExistingIds(db, 'museum', ['news'], ['i00', 'i24', 'none'])).toEqual(new Set(['i00', 'i24']));
    expect(await removeItems(db, 'museum', 'news', ['i00', 'none'])).toBe(1);
    const seen: string[] = [];
    for await (const { id } of streamItems(db, 'museum', 'news', { batch: 6 })) seen.push(id);
    expect(seen).toHaveLength(24);
    expect(seen).toEqual([...seen].sort());
  });
});
