import { describe, expect, it } from 'vitest';
import { checkAll, loadDefinitions } from '../../../src/definitions/load';
import { books, patch, project, sound } from '../project';

const {
  pages: { books: list },
} = books;
const problems = async (module: object): Promise<string[]> =>
  (await checkAll(await project({ ...sound(), 'schemas/modules/books.json': patch(module) }))).map(
    ({ path, code, message }) => `${path} ${code} ${message}`,
  );
const withSearch = (search: object, rest: object = {}): object => ({ ...books, search, ...rest });
const withPage = (page: object): object => ({ ...books, pages: { ...books.pages, books: { ...list, ...page } } });

describe('the line by which a module joins the site search', () => {
  it.each([
    ['texts', ['/name', '/shelf']],
    ['lists of texts', ['/genres']],
    ['objects and lists of objects with texts', ['/status', '/chapters']],
    ['nothing besides the title', []],
  ])('takes %s', async (_what, text) =>
    expect(await problems(withSearch({ type: 'book', page: 'book', ...(text === undefined ? {} : { text }) }))).toEqual([]),
  );

  it.each<[string, object, RegExp]>([
    [
      'an unknown field',
      withSearch({ type: 'book', page: 'book', text: ['/nme'] }),
      /^\/search\/text\/0 unknown-field .*Did you mean "name"\?/,
    ],
    ['a private field', withSearch({ type: 'book', page: 'book', text: ['/name', '/owner'] }), /^\/search\/text\/1 private-field/],
    [
      'a number',
      withSearch({ type: 'book', page: 'book', text: ['/pages'] }),
      /^\/search\/text\/0 not-text \/pages is a whole number; expected a text/,
    ],
    ['an unknown page', withSearch({ type: 'book', page: 'bok' }), /^\/search\/page unknown-detail-page .*Did you mean "book"\?/],
    ['a page that shows no item', withSearch({ type: 'book', page: 'books' }), /^\/search\/page unknown-detail-page .*Known: book\./],
    ['a kind that is no name', withSearch({ type: 'a book', page: 'book' }), /^\/search\/type bad-form/],
    ['an unknown key', withSearch({ type: 'book', page: 'book', texts: [] }), /^\/search\/texts unknown-key .*Did you mean "text"\?/],
    [
      'items without a title',
      withSearch({ type: 'book', page: 'book' }, { roles: undefined }),
      /^\/search missing-key .*"item" and "roles"/,
    ],
  ])('refuses %s', async (_what, module, expected) => {
    const found = await problems(module);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
  });

  it('can be taken out by an institution, and what was stored is written anew when its texts change', async () => {
    const root = await project({
      ...sound(),
      'schemas/modules/books.json': patch(withSearch({ type: 'book', page: 'book', text: ['/shelf'] })),
      'tenants/south/modules/books.json': patch({ search: { found: false } }),
    });
    const definitions = await loadDefinitions(root);
    const [north, south] = ['north', 'south'].map((tenant) => definitions.portal(tenant)?.modules['books']);
    expect([north?.search?.type, south?.search]).toEqual(['book', undefined]);
    expect(north?.shapeHash).not.toBe(south?.shapeHash);
    const other = await loadDefinitions(
      await project({ ...sound(), 'schemas/modules/books.json': patch(withSearch({ type: 'tome', page: 'book', text: ['/shelf'] })) }),
    );
    expect(other.portal('north')?.modules['books']?.shapeHash).toBe(north?.shapeHash);
  });
});

describe('a module without the line', () => {
  const partOf = async (rest: object, page: object = {}): Promise<unknown> => {
    const files = { ...sound(), 'schemas/modules/books.json': patch({ ...withPage(page), ...rest }) };
    return (await loadDefinitions(await project(files))).portal('north')?.modules['books']?.search;
  };
  const { book } = books.pages;

  it.each<[string, object, object, unknown]>([
    ['opens its detail page', {}, {}, { type: 'books', page: 'book', text: [], named: false }],
    [
      'is searched by its summary and its rich texts',
      {
        roles: { ...books.roles, summary: '/shelf' },
        item: {
          ...books.item,
          properties: {
            ...books.item.properties,
            about: { type: 'string', contentMediaType: 'text/html' },
            notes: { type: 'string', contentMediaType: 'text/html', private: true },
          },
        },
      },
      {},
      { page: 'book', text: ['/shelf', '/about'] },
    ],
    [
      'opens its list, narrowed to the title, where items have no page for everybody',
      {
        pages: { books: { ...list, search: { fields: { name: { label: 'Name', param: 'name' } } } }, book: { ...book, requires: 'login' } },
      },
      {},
      { page: 'books', list: { keyword: 'keyword' } },
    ],
    [
      'opens its list as it is, where titles cannot be searched in it',
      { pages: { books: { ...list, search: undefined }, book: { ...book, requires: 'login' } } },
      {},
      { page: 'books', list: {} },
    ],
  ])('%s', async (_what, rest, page, expected) => expect(await partOf(rest, page)).toMatchObject(expected as object));

  it.each<[string, object]>([
    ['without a title', { roles: undefined }],
    ['with a title that nobody may see', { roles: { ...books.roles, title: '/owner' } }],
    ['with pages for members alone', { pages: { books: { ...list, requires: 'login' }, book: { ...book, requires: 'login' } } }],
    ['that is taken out', { search: { found: false } }],
  ])('%s takes no part', async (_what, rest) => expect(await partOf(rest)).toBeUndefined());
});

describe('the search of a list', () => {
  it.each<[string, object]>([
    ['a name of its own', { search: { ...list.search, query: 'words' } }],
    ['the name key', { search: { ...list.search, query: 'key' } }],
    [
      'a filter called type',
      { filters: { type: { label: 'Genre', param: 'genre', options: { novel: { value: 'n', label: 'Novel' } }, shape: 'radios' } } },
    ],
  ])('may have %s', async (_what, page) => expect(await problems(withPage(page))).toEqual([]));

  it.each<[string, object, RegExp]>([
    [
      'the name of something else',
      { search: { ...list.search, query: 'page' } },
      /^\/pages\/books\/search\/query reserved-name A search cannot be called "page"/,
    ],
    ['the name of a filter', { search: { ...list.search, query: 'genre' } }, /^\/pages\/books\/search\/query reserved-name/],
    [
      'radio buttons without a search',
      { search: undefined, filters: { genre: { ...list.filters.genre, shape: 'radios' } } },
      /^\/pages\/books\/filters\/genre\/shape missing-key .*"search"/,
    ],
  ])('may not have %s', async (_what, page, expected) => expect(await problems(withPage(page))).toEqual([expect.stringMatching(expected)]));
});
