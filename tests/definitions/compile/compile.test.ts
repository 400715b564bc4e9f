import { beforeAll, describe, expect, it } from 'vitest';
import { loadDefinitions, type Definitions } from '../../../src/definitions/load';
import type { CompiledPage, CompiledPortal } from '../../../src/model/compiled';
import { books, patch, project, sound, type Files } from '../project';

async function compile(files: Files = {}): Promise<{ definitions: Definitions; portal: CompiledPortal }> {
  const definitions = await loadDefinitions(await project({ ...sound(), ...files }));
  const portal = definitions.portal('north');
  expect(definitions.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (portal === undefined) throw new Error('no portal');
  return { definitions, portal };
}

const variant = (change: Record<string, unknown>): Files => ({ 'schemas/modules/books.json': patch({ ...books, ...change }) });

let portal: CompiledPortal;
let definitions: Definitions;
let list: CompiledPage | undefined;
let detail: CompiledPage | undefined;
beforeAll(async () => {
  ({ portal, definitions } = await compile());
  [list, detail] = [portal.pages.get('/books'), portal.pages.get('/book')];
});

describe('names and references', () => {
  it('makes names absolute', () => {
    expect(list?.definition).toMatchObject({ source: 'books:list', layouts: { tiles: { card: 'books:tile' } } });
    expect(list?.cards['books:tile']?.fields?.['genres']).toMatchObject({ codelist: 'books:genres' });
    expect(detail?.definition).toMatchObject({ sections: { parts: { card: 'books:chapter' } } });
  });

  it('gives each variable of a link a reference: with, then row, item, query', () => {
    expect(list?.cards['books:tile']?.opens).toEqual({ to: '/book{?id,columnId}', with: { id: '/row/id', columnId: '/query/columnId' } });
  });

  it('gives a call what it cannot do without and leaves the rest to with', () => {
    expect(detail?.definition).toMatchObject({ with: { id: '/query/id' }, loads: { more: { with: { shelf: '/item/shelf' } } } });
    expect(Object.keys(detail?.definition.loads?.['more']?.with ?? {})).toEqual(['shelf']);
  });

  it('binds the arguments of messages, of shared texts too, and leaves plain texts alone', () => {
    expect(list?.cards['books:tile']?.fields?.['genres']).toMatchObject({ label: { text: '{name} in', with: { name: '/row/name' } } });
    expect(detail?.definition).toMatchObject({ sections: { more: { label: { value: '/texts/more', with: { name: '/item/name' } } } } });
    expect(list?.definition).toMatchObject({ empty: 'None of {total}.', filters: { genre: { label: 'Genre' } } });
    expect(Object.keys(portal.patterns).sort()).toEqual(['More of {name}', 'None of {total}.', '{name} in', '{value} pp.']);
  });

  it('binds in the head of a page and in the actions of a detail page to the item', async () => {
    const { portal: other } = await compile(
      variant({
        pages: {
          ...books.pages,
          book: {
            ...books.pages.book,
            head: { title: '{name}, {pages}' },
            sections: { go: { section: 'actions', actions: { again: { label: 'Again', to: '/book{?id}' } } } },
          },
        },
      }),
    );
    expect(other.pages.get('/book')?.definition).toMatchObject({
      head: { title: { text: '{name}, {pages}', with: { name: '/item/name', pages: '/item/pages' } } },
      sections: { go: { actions: { again: { with: { id: '/item/id' } } } } },
    });
  });
});

describe('calls', () => {
  it('knows method, template with a leading slash and variables', () => {
    expect(portal.endpoints['books:detail']).toMatchObject({
      name: 'books:detail',
      module: 'books',
      method: 'GET',
      template: '/api/books/{id}',
      variables: ['id'],
    });
  });

  it('knows type and column of each parameter, ignores undeclared ones and keeps paging out', () => {
    const params = portal.endpoints['books:list']?.params ?? {};
    expect(params['page']).toBeUndefined();
    expect(params['limit']).toBeUndefined();
    expect(params['token']).toEqual({ name: 'token', type: 'string', ignored: true });
    expect(Object.fromEntries(Object.entries(params).map(([name, { type, slot }]) => [name, `${type} ${slot ?? ''}`.trim()]))).toEqual({
      shelf: 'string column',
      genre: 'array tags',
      status: 'integer s1',
      name: 'string grams',
      since: 'string pub',
      until: 'string pub',
      byPages: 'string n1',
      token: 'string',
    });
  });

  it('gives fields their columns: roles, then s1 to s4, then tags; lists tags, searches grams, ranges n1 and n2', async () => {
    expect(portal.modules['books']).toMatchObject({
      slots: { column: '/shelf', pub: '/added', s1: '/status/code', n1: '/pages' },
      tags: ['/genres'],
      grams: ['/name'],
    });
    const properties = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { type: 'string' }]));
    const names = Object.keys(properties);
    const { portal: other } = await compile({
      'schemas/modules/wide.json': patch({
        title: 'Wide',
        item: { properties: { ...properties, day: { type: 'string', format: 'date' }, size: { type: 'number' }, id: { type: 'string' } } },
        endpoints: {
          list: {
            get: `/api/wide{?${names.join(',')},id,from,size}`,
            params: {
              ...Object.fromEntries(names.map((name) => [name, { field: `/${name}` }])),
              id: { field: '/id' },
              from: { field: '/day', match: 'from' },
              size: { sort: '/size' },
            },
            order: { '/day': 'asc' },
            rows: '/rows',
          },
        },
        pages: {},
      }),
    });
    expect(other.modules['wide']).toMatchObject({
      slots: { s1: '/a', s2: '/b', s3: '/c', s4: '/d', n1: '/day', n2: '/size' },
      tags: ['/e'],
      grams: [],
    });
    expect(other.endpoints['wide:list']?.params['e']?.slot).toBe('tags');
    expect(other.endpoints['wide:list']?.params['id']?.slot).toBeUndefined();
  });

  it('keeps the hash of the columns while only words change', async () => {
    const { portal: words } = await compile(variant({ title: 'Tomes' }));
    const { portal: columns } = await compile(variant({ roles: { title: '/name', column: '/shelf' } }));
    expect(words.modules['books']?.shapeHash).toBe(portal.modules['books']?.shapeHash);
    expect(columns.modules['books']?.shapeHash).not.toBe(portal.modules['books']?.shapeHash);
  });
});

describe('pages', () => {
  it('has their addresses, aliases and entries', async () => {
    expect([...portal.pages.keys()].sort()).toEqual(['/', '/book', '/books']);
    expect(portal.entries).toMatchObject({ books: '/books', 'books:book': '/book', start: '/' });
    expect(portal.routeIds).toEqual({ 7: '/books' });
    const { portal: other } = await compile(
      variant({
        entry: 'book',
        // A page that opens without the id of an item.
        pages: {
          books: { ...books.pages.books, path: '/library/list.html', aliases: ['/tomes'] },
          book: { ...books.pages.book, with: { id: { const: 'b1' } } },
        },
      }),
    );
    expect(other.pages.get('/tomes')).toBe(other.pages.get('/library/list.html'));
    expect(other.entries['books']).toBe('/book');
  });

  it('fills in the defaults of lists', () => {
    expect(list?.definition).toMatchObject({ pageSize: 12, paging: 'pages', layout: { otherwise: 'tiles' } });
  });

  it('carries the cards, calls and code lists that it shows, those of other modules too', () => {
    const home = portal.pages.get('/');
    expect(Object.keys(home?.cards ?? {})).toEqual(['books:tile']);
    expect(home?.endpoints).toEqual(['books:list']);
    expect(home?.codelists).toEqual({ 'books:genres': { options: { n: 'Novel', p: 'Poem' } } });
    expect(detail?.endpoints).toEqual(['books:detail', 'books:list']);
  });

  it('lists the fields that it refers to, and no others', () => {
    const roles = ['/added', '/genres', '/id', '/name', '/pages', '/shelf'];
    expect(list?.fields).toEqual({ row: roles });
    expect(detail?.fields).toEqual({ item: ['/added', '/chapters', '/id', '/name', '/pages', '/shelf', '/status/label'], more: roles });
    expect(portal.pages.get('/')?.fields).toEqual({ newest: roles });
  });

  it('lists the fields of lists that come along with an item, and of entries shown as pictures', async () => {
    const endpoints = {
      ...books.endpoints,
      detail: {
        ...books.endpoints.detail,
        include: { others: { source: 'list', with: { shelf: '/shelf' }, limit: 3, at: '/others', rename: { '/shelf': '/node' } } },
      },
    };
    const sections = {
      others: {
        section: 'list',
        rows: '/item/others',
        card: 'tile',
        more: { to: '/books{?mood}', with: { mood: '/item/others/0/price' } },
      },
      pictures: { section: 'carousel', images: '/more/rows', image: '/entry/status/label' },
    };
    const { portal: other } = await compile(variant({ endpoints, pages: { ...books.pages, book: { ...books.pages.book, sections } } }));
    expect(other.pages.get('/book')?.fields).toEqual({
      item: ['/added', '/id', '/name', '/others', '/shelf'],
      'item/others': ['/added', '/genres', '/id', '/name', '/pages', '/price', '/shelf'],
      more: ['/added', '/id', '/name', '/shelf', '/status/label'],
    });
    expect(other.endpoints['books:detail']?.include?.['others']).toMatchObject({
      source: 'books:list',
      rename: { '/shelf': '/node' },
      shape: books.item,
    });
  });

  it('lists the keys of joins and the fields taken from them', async () => {
    const { portal: other } = await compile({
      'schemas/modules/counts.json': patch({
        title: 'C',
        item: { properties: { of: { type: 'string' }, views: { type: 'integer' }, likes: { type: 'integer' } } },
        endpoints: { all: { get: '/api/counts{?ids}', rows: '/rows' } },
        pages: {},
      }),
      ...variant({
        cards: { ...books.cards, tile: { ...books.cards.tile, counters: { views: '/row/counts/views' } } },
        pages: {
          ...books.pages,
          books: { ...books.pages.books, joins: { counts: { source: 'counts:all', keys: 'ids', on: '/of', key: '/id' } } },
        },
      }),
    });
    expect(other.pages.get('/books')?.fields).toMatchObject({
      row: expect.arrayContaining(['/counts/views', '/id']),
      counts: ['/of', '/views'],
    });
    expect(other.pages.get('/books')?.endpoints).toEqual(['books:list', 'counts:all']);
  });
});

describe('joins of a load', () => {
  const counts = {
    title: 'C',
    item: { properties: { of: { type: 'string' }, views: { type: 'integer' } } },
    endpoints: { all: { get: '/api/counts{?ids}', rows: '/rows' } },
    pages: {},
  };
  const joined = (join: Record<string, unknown>): Files => ({
    'schemas/modules/counts.json': patch(counts),
    ...variant({
      cards: { ...books.cards, tile: { ...books.cards.tile, counters: { views: '/row/counts/views' } } },
      pages: {
        ...books.pages,
        book: {
          ...books.pages.book,
          loads: {
            more: {
              ...books.pages.book.loads.more,
              joins: { counts: { source: 'counts:all', keys: 'ids', on: '/of', key: '/id', ...join } },
            },
          },
        },
      },
    }),
  });

  it('are fields of its rows', async () => {
    const { portal: other } = await compile(joined({}));
    expect(other.pages.get('/book')?.fields).toMatchObject({
      more: expect.arrayContaining(['/counts/views', '/id']),
      counts: ['/of', '/views'],
    });
    expect(other.pages.get('/book')?.definition).toMatchObject({ loads: { more: { joins: { counts: { source: 'counts:all' } } } } });
    expect(other.pages.get('/book')?.endpoints).toContain('counts:all');
  });

  it('have their key in its rows', async () => {
    const definitions = await loadDefinitions(await project({ ...sound(), ...joined({ key: '/idd' }) }));
    expect(definitions.problems).toMatchObject([{ path: '/pages/book/loads/more/joins/counts/key', code: 'unknown-field' }]);
  });
});

describe('what tenants share', () => {
  it('shares modules and pages that they do not patch', () => {
    const south = definitions.portal('south');
    expect(south?.modules['books']).toBe(portal.modules['books']);
    expect(south?.pages.get('/')).toBe(portal.pages.get('/'));
    expect(south?.patterns).toBe(portal.patterns);
    expect(south?.version).not.toBe(portal.version);
  });

  it('compiles a page anew where a module that it shows something of is patched', async () => {
    const { definitions: both, portal: north } = await compile({
      'tenants/north/modules/books.json': patch({ cards: { tile: { shape: 'row' } } }),
    });
    const south = both.portal('south');
    expect(north.pages.get('/')?.cards['books:tile']?.shape).toBe('row');
    expect(south?.pages.get('/')?.cards['books:tile']?.shape).toBe('tile');
  });

  it('compiles a module anew where a shared text has other arguments, and shares it where only the words differ', async () => {
    const { definitions: both, portal: north } = await compile({
      'tenants/north/texts.json': patch({ more: 'More on {shelf}' }),
      'tenants/south/texts.json': patch({ more: 'Still more of {name}' }),
      'tenants/west/tenant.json': patch({ hosts: ['west.test'], code: 'w', fid: '3' }),
    });
    expect(north.pages.get('/book')?.definition).toMatchObject({ sections: { more: { label: { with: { shelf: '/item/shelf' } } } } });
    expect(both.portal('south')?.modules['books']).toBe(both.portal('west')?.modules['books']);
    expect(Object.keys(both.portal('south')?.patterns ?? {})).toContain('Still more of {name}');
    expect(Object.keys(both.portal('west')?.patterns ?? {})).not.toContain('Still more of {name}');
  });

  it('has a version that changes with the order of things', async () => {
    const { portal: other } = await compile({
      'tenants/north/modules/books.json': patch({ pages: { books: { filters: { time: { before: 'genre' } } } } }),
    });
    expect(other.version).not.toBe(portal.version);
    expect((await compile()).portal.version).toBe(portal.version);
  });
});
