import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { checkAll, loadDefinitions } from '../../../src/definitions/load';
import { books, patch, project, sound } from '../project';

const search = { fields: { name: { label: 'Name', param: 'name' } } };
const opens = { to: '/book{?id,columnId,mood}', with: { mood: '/item/name' } };

/** The books with the load `more` of their detail page, and the section that shows it, changed. */
const withLoad = (load: JsonObject, section: JsonObject = {}): string => {
  const { book } = books.pages;
  return patch({
    ...books,
    pages: {
      ...books.pages,
      book: {
        ...book,
        loads: { more: { source: 'list', with: { shelf: '/item/shelf' }, ...load } },
        sections: { ...book.sections, more: { ...book.sections.more, ...section } },
      },
    },
  });
};
const files = (module: string): Record<string, string> => ({ ...sound(), 'schemas/modules/books.json': module });
const problemsOf = async (module: string): Promise<string[]> =>
  (await checkAll(await project(files(module)))).map(({ path, code, message }) => `${path} ${code} ${message}`);
const more = '/pages/book/loads/more';

describe('a load whose list has a state of its own', () => {
  it('is sound with sorts, search, filters and paging', async () => {
    expect(
      await problemsOf(
        withLoad(
          {
            limit: 8,
            paging: 'pages',
            search,
            sorts: { usual: { label: 'U' }, long: { label: 'L', with: { byPages: { const: 'desc' } } } },
            filters: books.pages.books.filters,
          },
          { opens: { ...opens, to: '/book{?id,columnId,moreSort}', with: { moreSort: '/query/moreSort' } } },
        ),
      ),
    ).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    [
      'a parameter that the call does not know',
      { limit: 8, paging: 'pages', search: { fields: { name: { label: 'N', param: 'nme' } } } },
      `${more}/search/fields/name/param unknown-parameter There is no parameter "nme". Did you mean "name"?`,
    ],
    ['no size of a page', { paging: 'pages' }, `${more}/paging missing-key A load that is paged needs "limit".`],
    [
      'an entry to leave out',
      { limit: 8, paging: 'pages', exclude: '/item/id' },
      `${more}/exclude missing-key "exclude" needs a list without paging`,
    ],
    ['neighbours', { limit: 8, search, neighbours: '/item/id' }, `${more}/neighbours missing-key "neighbours" needs a list without paging`],
  ])('%s is a Problem', async (_name, load, expected) => {
    const problems = await problemsOf(withLoad(load));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
  });

  it('cannot have names in the address that mean something else', async () => {
    const { book } = books.pages;
    const module = patch({
      ...books,
      pages: {
        ...books.pages,
        book: { ...book, query: { moreSort: 'Another meaning.' }, loads: { more: { source: 'list', limit: 8, paging: 'pages' } } },
      },
    });
    expect(await problemsOf(module)).toEqual([expect.stringContaining(`${more} reserved-name A load cannot be called "moreSort"`)]);
  });

  it('is there also when nothing is found, and reaches the browser with what its entries open', async () => {
    const definitions = await loadDefinitions(
      await project(
        files(withLoad({ limit: 8, paging: 'pages' }, { label: 'More', opens: { to: '/book{?id,pages}', with: { pages: '/row/pages' } } })),
      ),
    );
    const page = definitions.portal('north')?.pages.get('/book');
    expect(page?.definition.kind === 'detail' && page.definition.sections['more']).toMatchObject({ empty: '/texts/noData' });
    expect(page?.fields['more']).toContain('/pages');
  });
});

describe('the neighbours of an entry', () => {
  it('are roots, and only their fields reach the browser', async () => {
    const { book } = books.pages;
    const sections = {
      turn: {
        section: 'actions',
        shape: 'turns',
        actions: { next: { label: 'Next', hint: '/more/next/name', to: '/book{?id}', with: { id: '/more/next/id' } } },
      },
    };
    const module = patch({
      ...books,
      pages: { ...books.pages, book: { ...book, loads: { more: { source: 'list', limit: 1000, neighbours: '/item/id' } }, sections } },
    });
    expect(await problemsOf(module)).toEqual([]);
    const definitions = await loadDefinitions(await project(files(module)));
    expect(definitions.portal('north')?.pages.get('/book')?.fields['more']).toEqual(['/added', '/id', '/name', '/shelf']);
    const wrong = await problemsOf(module.replace('/more/next/name', '/more/next/nme'));
    expect(wrong).toEqual([expect.stringMatching(/unknown-field There is no "nme" in \/more\/next\. Did you mean "name"/)]);
  });
});

describe('the limit of a load', () => {
  it.each<[JsonObject, string[]]>([
    [{ limit: 100 }, []],
    [{ limit: 100, exclude: '/item/id' }, ['limit']],
    [{ limit: 99, exclude: '/item/id' }, []],
    [{ limit: 101 }, ['limit']],
    [{ limit: 101, paging: 'pages' }, ['limit']],
  ])('%j against a call that answers 100', async (load, found) => {
    const module = JSON.parse(withLoad(load)) as typeof books;
    const problems = await checkAll(
      await project(
        files(
          patch({
            ...module,
            endpoints: { ...module.endpoints, list: { ...module.endpoints.list, paging: { page: 'page', size: 'limit', max: 100 } } },
          }),
        ),
      ),
    );
    expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual(found.map((key) => `${more}/${key} out-of-range`));
  });
});

describe('what an entry opens on one page', () => {
  it('refers to the page and to the row', async () => {
    expect(
      await problemsOf(
        withLoad(
          { limit: 3 },
          {
            opens: {
              to: '/book{?id,key,columnId,type}',
              with: { id: '/row/id', key: '/row/pages', columnId: '/item/shelf', type: '/query/type' },
            },
          },
        ),
      ),
    ).toEqual([]);
    expect(await problemsOf(withLoad({ limit: 3 }, { opens: { to: '/book{?id}', with: { id: '/row/idd' } } }))).toEqual([
      expect.stringContaining('/pages/book/sections/more/opens/with/id unknown-field There is no "idd"'),
    ]);
  });
});

describe('codes of a phase', () => {
  it.each([
    [[1, 2], 'out-of-range'],
    [[1, 2, 3, 4], 'out-of-range'],
    [['a', 'b', 'c'], 'wrong-type'],
  ])('%j are no three whole numbers', async (codes, code) => {
    const module = patch({
      ...books,
      endpoints: {
        ...books.endpoints,
        list: { ...books.endpoints.list, params: { ...books.endpoints.list.params, status: { phase: '/added', codes } } },
      },
    });
    expect((await problemsOf(module)).join()).toContain(code);
  });
});

describe('the choices of a filter', () => {
  const options = { jade: { value: 'jade', label: 'Jade' } };
  const call = (params: JsonObject, rest: JsonObject = {}): JsonObject => ({
    ...books.endpoints.list,
    params: { ...books.endpoints.list.params, ...params },
    ...rest,
  });
  const counts = { param: 'counts', at: '/data/counts' };
  const withFilter = (list: JsonObject, filter: JsonObject, page: JsonObject = {}): string =>
    patch({
      ...books,
      endpoints: { ...books.endpoints, list },
      pages: {
        ...books.pages,
        books: { ...books.pages.books, filters: { ...books.pages.books.filters, kind: { label: 'K', ...filter } }, ...page },
      },
    });
  const kind = { kind: { field: '/shelf', match: 'any', counted: true } };
  const year = { kind: { field: '/added', range: 'year', counted: true } };
  const ends = { least: { field: '/pages', match: 'from' }, most: { field: '/pages', match: 'to' } };
  const numbers = { from: 'least', to: 'most' };

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['counted', call(kind, { counts }), { param: 'kind', options, counts: true, multiple: true }, {}],
    ['years', call(year, { counts }), { param: 'kind', years: true }, {}],
    ['ranges', call(ends), { numbers: { ...numbers, unit: 'p.' } }, {}],
    ['steps', call(ends), { numbers: { ...numbers, steps: { few: { label: 'Few', to: 5 }, some: { label: 'S', from: 5, to: 5 } } } }, {}],
  ])('are sound: %s', async (_what, list, filter, page) => expect(await problemsOf(withFilter(list, filter, page))).toEqual([]));

  it.each<[string, JsonObject, JsonObject, JsonObject, string]>([
    ['a call that counts nothing', call({ kind: { field: '/shelf' } }), { param: 'kind', options, counts: true }, {}, '/kind/counts'],
    ['years of what is no year', call(kind, { counts }), { param: 'kind', years: true }, {}, '/kind/years'],
    ['years that nobody counts', call({ kind: { ...year.kind, counted: false } }), { param: 'kind', years: true }, {}, '/kind/years'],
    ['years of a list fetched whole', call(year, { counts }), { param: 'kind', years: true }, { paging: 'whole' }, '/kind/years'],
    [
      'counted days',
      call({ kind: { ...year.kind, range: 'calendar' } }, { counts }),
      { param: 'kind', options },
      {},
      '/params/kind/counted',
    ],
    ['a parameter alone', call(kind), { param: 'kind', options }, {}, '/params/kind/counted'],
    [
      'a text within texts',
      call({ kind: { field: '/name', match: 'contains', counted: true } }, { counts }),
      { param: 'kind', options },
      {},
      '/params/kind/counted',
    ],
    ['a list fetched whole', call(kind, { counts }), { param: 'kind', options, counts: true }, { paging: 'whole' }, '/kind/counts'],
    ['one place for two', call(kind, { counts: { ...counts, at: '/data/total' } }), { param: 'kind', options }, {}, '/counts/at'],
    ['one value at a time', call({ kind: { field: '/shelf' } }), { param: 'kind', options, multiple: true }, {}, '/kind/multiple'],
    ['ends turned', call(ends), { numbers: { from: 'most', to: 'least' } }, {}, '/kind/numbers/from'],
    ['an unknown end', call(ends), { numbers: { from: 'lest', to: 'most' } }, {}, '/kind/numbers/from'],
    ['an empty step', call(ends), { numbers: { ...numbers, steps: { few: { label: 'F', from: 9, to: 5 } } } }, {}, '/steps/few/to'],
    ['two kinds at once', call(ends), { param: 'kind', options, numbers }, {}, '/kind'],
  ])('are a Problem with %s', async (_what, list, filter, page, path) => {
    const problems = await problemsOf(withFilter(list, filter, page));
    expect(problems[0]?.split(' ')[0]).toMatch(new RegExp(`${path}(/[a-z]+)?$`));
  });
});
