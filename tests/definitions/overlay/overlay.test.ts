import { describe, expect, it } from 'vitest';
import { loadDefinitions } from '../../../src/definitions/load';
import type { ListPage } from '../../../src/model/definitions.g';
import { books, patch, project, sound, write, type Files } from '../project';

const module = 'tenants/north/modules/books.json';

async function load(files: Files) {
  const root = await project({ ...sound(), ...files });
  return { root, definitions: await loadDefinitions(root) };
}

async function list(files: Files): Promise<ListPage> {
  const { definitions } = await load(files);
  const page = definitions.portal('north')?.pages.get('/books')?.definition;
  expect(definitions.problems.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  if (page?.kind !== 'list') throw new Error('no list');
  return page;
}

const filters = (value: unknown): Files => ({ [module]: patch({ pages: { books: { filters: value } } }) });
const options = (value: unknown): Files => filters({ genre: { options: value } });
const order = async (files: Files): Promise<string[]> => Object.keys((await list(files)).filters?.['genre']?.options ?? {});

describe('overlay rule 1: base, then fragments below pages, presets and the tenant, key by key (RFC 7396)', () => {
  it('changes one key and keeps the rest', async () => {
    const page = await list({ [module]: patch({ pages: { books: { pageSize: 5, filters: { genre: { label: 'Kind' } } } } }) });
    expect(page).toMatchObject({ pageSize: 5, source: 'books:list', filters: { genre: { label: 'Kind', param: 'genre' } } });
  });

  it('removes with null', async () => {
    expect(Object.keys((await list(filters({ genre: null }))).filters ?? {})).toEqual(['time']);
  });

  it('lays a preset below the tenant', async () => {
    const page = await list({
      'schemas/presets/calm.json': patch({
        tenant: { gray: true },
        texts: { more: 'More' },
        modules: { books: { pages: { books: { pageSize: 4, paging: 'more' } } } },
      }),
      'tenants/north/tenant.json': patch({ hosts: ['north.test'], code: 'n', fid: '1', presets: ['calm'] }),
      [module]: patch({ pages: { books: { pageSize: 6 } } }),
    });
    expect(page).toMatchObject({ pageSize: 6, paging: 'more' });
  });

  it('gives a preset to those who name it only', async () => {
    const { definitions } = await load({
      'schemas/presets/calm.json': patch({ tenant: { gray: true }, texts: { more: 'Calm' } }),
      'tenants/north/tenant.json': patch({ hosts: ['north.test'], code: 'n', fid: '1', presets: ['calm'] }),
    });
    expect(definitions.portal('north')).toMatchObject({ settings: { gray: true }, texts: { more: 'Calm' } });
    expect(definitions.portal('south')?.settings.gray).toBeUndefined();
  });

  it('puts the values that an institution gives into the places that a preset names, and the next values after a change', async () => {
    const preset = patch({
      parameters: { size: { title: 'Size', sets: ['/modules/books/pages/books/pageSize'] } },
      modules: { books: { pages: { books: { pageSize: 4, paging: 'more' } } } },
    });
    const settings = (presets: unknown[]): string => patch({ hosts: ['north.test'], code: 'n', fid: '1', presets });
    const { root, definitions } = await load({
      'schemas/presets/calm.json': preset,
      'tenants/north/tenant.json': settings([{ preset: 'calm', size: 7 }]),
    });
    const south = 'tenants/south/tenant.json';
    const page = (from: typeof definitions): unknown => from.portal('north')?.pages.get('/books')?.definition;
    expect(definitions.problems).toEqual([]);
    expect(page(definitions)).toMatchObject({ pageSize: 7, paging: 'more' });
    await write(root, { 'tenants/north/tenant.json': settings([{ preset: 'calm' }]), [south]: `${sound()[south] as string} ` });
    const next = await loadDefinitions(root, definitions);
    expect(page(next)).toMatchObject({ pageSize: 4 });
    await write(root, {
      'schemas/presets/calm.json': preset.replace('"more"', '"pages"'),
      'tenants/north/tenant.json': settings([{ preset: 'calm', size: 9 }]),
    });
    expect(page(await loadDefinitions(root, next))).toMatchObject({ pageSize: 9, paging: 'pages' });
  });

  it('lays a page on its fragments, the first at the bottom, and lets the page remove from them', async () => {
    const { pages, ...rest } = books;
    const { paging: _paging, ...page } = { ...pages.books, paging: undefined };
    const page2 = await list({
      'schemas/fragments/low.json': patch({
        pageSize: 2,
        banner: true,
        crumbs: true,
        tools: { top: { tool: 'top' }, share: { tool: 'share' } },
      }),
      'schemas/fragments/high.json': patch({ pageSize: 3, banner: false }),
      'schemas/modules/books.json': patch({
        ...rest,
        pages: { book: pages.book, books: { ...page, use: ['low', 'high'], tools: { share: null } } },
      }),
    });
    expect(page2).toMatchObject({ pageSize: 3, banner: false, crumbs: true, tools: { top: { tool: 'top' } } });
    expect(Object.keys(page2.tools ?? {})).toEqual(['top']);
  });

  it('keeps the order of pages whichever of them uses a fragment', async () => {
    const { definitions } = await load({
      'schemas/fragments/low.json': patch({ crumbs: false }),
      'schemas/modules/books.json': patch({ ...books, pages: { ...books.pages, book: { ...books.pages.book, use: ['low'] } } }),
    });
    expect(Object.keys(definitions.portal('north')?.modules['books']?.definition.pages ?? {})).toEqual(['books', 'book']);
  });

  it('lets a tenant choose another fragment', async () => {
    const page = await list({
      'schemas/fragments/low.json': patch({ pageSize: 2 }),
      [module]: patch({ pages: { books: { use: ['low'] } } }),
    });
    expect(page.pageSize).toBe(2);
  });
});

describe('overlay rule 2: before and after place', () => {
  it.each([
    ['before the first', { play: { before: 'novel' } }, ['play', 'novel', 'poem']],
    ['after another', { novel: { after: 'poem' } }, ['poem', 'novel', 'play']],
    ['a new one', { diary: { value: 'y', label: 'Diary', after: 'novel' } }, ['novel', 'diary', 'poem', 'play']],
    ['a chain', { novel: { after: 'play' }, poem: { after: 'novel' } }, ['play', 'novel', 'poem']],
    [
      'two after the same one, as written',
      { a: { value: 'a', label: 'A', after: 'novel' }, b: { value: 'b', label: 'B', after: 'novel' } },
      ['novel', 'a', 'b', 'poem', 'play'],
    ],
    [
      'two before the same one, as written',
      { a: { value: 'a', label: 'A', before: 'novel' }, b: { value: 'b', label: 'B', before: 'novel' } },
      ['a', 'b', 'novel', 'poem', 'play'],
    ],
  ])('%s', async (_name, change, expected) => {
    expect(await order(options(change))).toEqual(expected);
  });

  it('keeps the rest of what only moves and takes the ordering keys away', async () => {
    expect((await list(options({ play: { before: 'novel' } }))).filters?.['genre']?.options?.['play']).toEqual({
      value: 'd',
      label: 'Play',
    });
  });

  it('moves a value that is written in its short form', async () => {
    const { definitions } = await load({
      [module]: patch({ pages: { book: { sections: { facts: { fields: { pages: { before: 'status' } } } } } } }),
    });
    expect(definitions.portal('north')?.pages.get('/book')?.definition).toMatchObject({
      sections: { facts: { fields: { pages: { value: '/item/pages' }, status: '/item/status/label' } } },
    });
    expect(definitions.problems).toEqual([]);
  });
});

describe('overlay rule 3: the result is validated again and cites the file that supplied the value', () => {
  it('cites the patch for what the patch wrote', async () => {
    const { definitions } = await load({ [module]: '{\n  "pages": {\n    "books": { "pageSize": "many" }\n  }\n}' });
    definitions.portal('north');
    expect(definitions.problems).toMatchObject([{ file: module, line: 3, column: 28, path: '/pages/books/pageSize', code: 'wrong-type' }]);
  });

  it('cites both files when two valid ones make alternatives of which one is allowed', async () => {
    const { definitions } = await load({ [module]: patch({ cards: { tile: { opens: { notice: 'Closed' } } } }) });
    definitions.portal('north');
    expect(definitions.problems).toMatchObject([{ file: module, code: 'too-many-alternatives', path: '/cards/tile/opens/notice' }]);
    expect(definitions.problems[0]?.message).toMatch(/schemas\/modules\/books\.json:\d+:\d+.*"notice" \(tenants\/north.*set "to" to null/);
  });

  it('cites the patch for references of the base that it has broken, and says where these are', async () => {
    const { definitions } = await load({ [module]: patch({ item: { properties: { pages: null } } }) });
    definitions.portal('north');
    expect([...new Set(definitions.problems.map(({ file, code, path }) => `${file} ${code} ${path}`))]).toEqual([
      `${module} unknown-field /item/properties/pages`,
    ]);
    for (const { message } of definitions.problems) expect(message).toMatch(/^This change breaks schemas\/modules\/books\.json:\d+:\d+: /);
  });
});

describe('overlay rule 4: provenance is kept beside the values', () => {
  it('names the topmost file that wrote a value, else that of its nearest ancestor', async () => {
    const { definitions } = await load({ [module]: '{ "pages": {\n  "books": { "pageSize": 5 } } }' });
    const place = (reference: string) => definitions.provenance('north', 'books', reference);
    expect(place('/pages/books/pageSize')).toMatchObject({ file: module, line: 2, column: 26 });
    expect(place('/pages/books/source')?.file).toBe('schemas/modules/books.json');
    expect(place('/pages/books/paging')).toMatchObject({ file: module, line: 2, column: 12 });
    expect(definitions.provenance('south', 'books', '/pages/books/pageSize')?.file).toBe('schemas/modules/books.json');
    expect(definitions.provenance('south', 'bokks', '/pages')).toBeUndefined();
  });

  it('leaves no trace in the values', async () => {
    expect(JSON.stringify(await list({ [module]: patch({ pages: { books: { pageSize: 5 } } }) }))).not.toContain('tenants/');
  });
});

describe('what a tenant cannot weaken', () => {
  it.each<[string, unknown, string]>([
    ['how a success is known', { endpoints: { list: { ok: { '/status': 500 } } } }, '/endpoints/list/ok'],
    ['that it is known at all', { endpoints: { list: { ok: null } } }, '/endpoints/list/ok'],
    ['who answers', { endpoints: { detail: { service: 'site.info' } } }, '/endpoints/detail/service'],
    ['what is private', { item: { properties: { owner: { private: false } } } }, '/item/properties/owner/private'],
    ['what is private, by removing it', { item: { properties: { owner: { private: null } } } }, '/item/properties/owner/private'],
  ])('%s', async (_name, change, path) => {
    const { definitions } = await load({ [module]: patch(change) });
    definitions.portal('north');
    expect(definitions.problems).toMatchObject([{ file: module, code: 'weakened', path }]);
  });

  it('but it can take the whole call or field away', async () => {
    const { definitions } = await load({ [module]: patch({ item: { properties: { owner: null } } }) });
    definitions.portal('north');
    expect(definitions.problems).toEqual([]);
  });
});

describe('overlay rule 5: a patch touches something or adds something', () => {
  it.each([
    ['null for what is not there', { pages: { books: { filters: { gener: null } } } }, 'removes-nothing', '"genre"'],
    ['a move of what is not there', { pages: { books: { filters: { gener: { before: 'time' } } } } }, 'changes-nothing', '"genre"'],
    ['an incomplete thing under a misspelt name', { cards: { tyle: { ratio: '4:3' } } }, 'missing-key', '"tile"'],
    ['a misspelt page', { pages: { boks: { pageSize: 3 } } }, 'missing-key', '"books"'],
    ['a misspelt key', { pages: { books: { pagSize: 3 } } }, 'unknown-key', '"pageSize"'],
  ])('%s', async (_name, change, code, suggestion) => {
    const { definitions } = await load({ [module]: patch(change) });
    definitions.portal('north');
    const found = definitions.problems.filter((problem) => problem.code === code);
    expect(found.map(({ file, message }) => [file, message.includes(`Did you mean ${suggestion}?`)])).toEqual([[module, true]]);
  });

  it('knows no module of a misspelt name', async () => {
    const { definitions } = await load({ 'tenants/north/modules/boks.json': patch({ title: 'B' }) });
    definitions.portal('north');
    expect(definitions.problems).toMatchObject([
      { file: 'tenants/north/modules/boks.json', code: 'unknown-module', message: expect.stringContaining('Did you mean "books"?') },
    ]);
  });
});

describe('overlay rule 6: a tenant with Problems keeps its last good portal', () => {
  it('keeps it while a patch is broken, and leaves the others alone', async () => {
    const { root, definitions } = await load({});
    const good = definitions.portal('north');
    await write(root, { [module]: '{ "pages": {' });
    const broken = await loadDefinitions(root, definitions);
    expect(broken.portal('north')).toBe(good);
    expect(broken.problems).toMatchObject([{ file: module, code: 'not-json' }]);
    expect(broken.portal('south')?.version).toBe(definitions.portal('south')?.version);
    await write(root, { [module]: patch({ pages: { books: { pageSize: 5 } } }) });
    const mended = await loadDefinitions(root, broken);
    expect(mended.portal('north')?.pages.get('/books')?.definition).toMatchObject({ pageSize: 5 });
    expect(mended.problems).toEqual([]);
  });

  it('keeps every portal while a base module is broken, also of tenants that nobody had asked for', async () => {
    const { root, definitions } = await load({});
    const north = definitions.portal('north');
    await write(root, { 'schemas/modules/books.json': patch({ ...books, pages: 3 }) });
    const broken = await loadDefinitions(root, await loadDefinitions(root, definitions));
    expect(broken.portal('north')).toBe(north);
    expect([...(broken.portal('south')?.pages.keys() ?? [])]).toEqual(['/books', '/book', '/']);
  });

  it('keeps the hosts of a tenant whose settings break, or its portal could not be reached', async () => {
    const { root, definitions } = await load({});
    await write(root, { 'tenants/north/tenant.json': '{' });
    const broken = await loadDefinitions(root, definitions);
    expect(broken.hosts.get('north.test')).toBe('north');
    expect(broken.portal('north')?.settings.code).toBe('n');
    await write(root, { 'tenants/north/tenant.json': patch({ hosts: ['new.test'], code: 'n', fid: '1' }) });
    expect((await loadDefinitions(root, broken)).hosts.has('north.test')).toBe(false);
  });

  it('at first start leaves out what has errors and the pages that show something of it', async () => {
    const { definitions } = await load({
      'schemas/modules/books.json': patch({ ...books, pages: 3 }),
      'schemas/modules/other.json': patch({ title: 'O', pages: { other: { kind: 'composed', sections: {} } } }),
    });
    expect([...(definitions.portal('north')?.pages.keys() ?? [])]).toEqual(['/other']);
    expect(definitions.problems).toMatchObject([{ file: 'schemas/modules/books.json', code: 'wrong-type', path: '/pages' }]);
  });

  it('has no portal for an unknown tenant, nor for one whose settings were never valid', async () => {
    const { definitions } = await load({ 'tenants/south/tenant.json': patch({ hosts: 3 }) });
    expect(definitions.portal('nobody')).toBeUndefined();
    expect(definitions.portal('south')).toBeUndefined();
    expect(definitions.portal('north')).toBeDefined();
    expect([...definitions.hosts]).toEqual([['north.test', 'north']]);
  });
});

describe('of many changes the one is told that breaks something', () => {
  const others = { title: 'B', cards: { tile: { ratio: '4:3' } }, pages: { books: { pageSize: 5, empty: 'No' }, book: { title: 'One' } } };
  const breaking = (found: readonly { path: string; message: string }[]): string[] =>
    found.map(({ path, message }) => `${path} ${message.slice(0, 44)}`);

  it.each<[string, object, string[]]>([
    ['one of them', { ...others, codelists: null }, ['/codelists This change breaks schemas/modules/books.jso']],
    [
      'two of them',
      { ...others, codelists: null, endpoints: { detail: null } },
      ['/codelists This change breaks schemas/modules/books.jso', '/endpoints/detail This change breaks schemas/modules/books.jso'],
    ],
    ['none', others, []],
  ])('%s', async (_what, change, expected) => {
    const { definitions } = await load({ [module]: patch(change) });
    definitions.portal('north');
    expect(breaking(definitions.problems).sort()).toEqual(expected);
  });
});
