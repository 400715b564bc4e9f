import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Texts of files by path. */
export type Files = Record<string, string | Uint8Array>;

/** Writes a project of definition files into a fresh folder and returns it; the folder goes away after the test run. */
export async function project(files: Files): Promise<string> {
  const root = await mkdtemp(join(process.env.TEST_FOLDER ?? '', 'project-'));
  await write(root, files);
  return root;
}

/** Adds files to a project or changes them. */
export async function write(root: string, files: Files): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A small module: books with a list, a detail page and a card. */
export const books = {
  title: 'Books',
  backRouteId: 7,
  item: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      shelf: { type: 'string' },
      added: { type: 'string', format: 'date-time' },
      pages: { type: 'integer' },
      price: { type: 'number' },
      genres: { type: 'array', items: { type: 'string' } },
      status: { type: 'object', properties: { code: { type: 'integer' }, label: { type: 'string' } } },
      chapters: { type: 'array', items: { type: 'object', properties: { heading: { type: 'string' }, cover: { type: 'string' } } } },
      owner: { type: 'string', private: true },
    },
  },
  roles: { title: '/name', column: '/shelf', time: '/added' },
  codelists: { genres: { options: { novel: { value: 'n', label: 'Novel' }, poem: { value: 'p', label: 'Poem' } } } },
  endpoints: {
    list: {
      get: '/api/books{?page,limit,shelf,genre,status,name,since,until,byPages,token}',
      params: {
        shelf: { field: '/shelf' },
        genre: { field: '/genres', match: 'any' },
        status: { field: '/status/code' },
        name: { field: '/name', match: 'contains' },
        since: { field: '/added', match: 'from' },
        until: { field: '/added', match: 'to' },
        byPages: { sort: '/pages' },
      },
      paging: { page: 'page', size: 'limit' },
      ok: { '/status': 200 },
      rows: '/data/rows',
      total: '/data/total',
      message: '/message',
    },
    detail: { get: 'api/books/{id}', params: { id: { field: '/id' } }, ok: { '/rel': true }, item: '/data' },
  },
  cards: {
    tile: {
      shape: 'tile',
      title: '/row/name',
      fields: {
        genres: { value: '/row/genres', codelist: 'genres', label: '{name} in' },
        pages: { value: '/row/pages', text: '{value} pp.' },
      },
      opens: { to: '/book{?id,columnId}' },
    },
    chapter: { of: '/chapters', shape: 'line', title: '/row/heading' },
  },
  pages: {
    books: {
      kind: 'list',
      source: 'list',
      with: { shelf: '/query/columnId' },
      query: { mood: 'A mood.' },
      filters: {
        genre: {
          label: 'Genre',
          param: 'genre',
          options: { novel: { value: 'n', label: 'Novel' }, poem: { value: 'p', label: 'Poem' }, play: { value: 'd', label: 'Play' } },
        },
        time: { dates: { from: 'since', to: 'until' } },
      },
      search: { fields: { name: { label: 'Name', param: 'name' } } },
      layouts: { tiles: { card: 'tile', columns: 3 } },
      empty: 'None of {total}.',
    },
    book: {
      kind: 'detail',
      source: 'detail',
      loads: { more: { source: 'list', with: { shelf: '/item/shelf' }, limit: 3, exclude: '/item/id' } },
      sections: {
        head: { section: 'heading', title: '/item/name' },
        facts: { section: 'fields', fields: { status: '/item/status/label', pages: '/item/pages' } },
        parts: { section: 'list', rows: '/item/chapters', card: 'chapter' },
        more: { section: 'list', rows: '/more/rows', card: 'tile', label: '/texts/more' },
        pictures: { section: 'gallery', images: '/item/chapters', image: '/entry/cover', caption: '/entry/heading' },
      },
    },
  },
};

/** A module that shows something of the books. */
export const start = {
  title: 'Start',
  pages: {
    start: {
      kind: 'composed',
      path: '/',
      loads: { newest: { source: 'books:list', limit: 4 } },
      sections: { newest: { section: 'list', rows: '/newest/rows', card: 'books:tile' } },
    },
  },
};

/** What every institution starts from. */
export const defaults = {
  site: { title: 'A library' },
  theme: { color: '#336699' },
  shell: {},
  menu: { books: { title: 'Books', id: '10', module: 'books' } },
  slots: { x: {}, banner: {} },
  dictionaries: { shelves: { label: 'Shelves', entries: {} }, places: { label: 'Places', entries: {} } },
};

/** A project without Problems: two modules, two institutions. */
export function sound(): Record<string, string> {
  return {
    'schemas/modules/books.json': json(books),
    'schemas/modules/start.json': json(start),
    'schemas/tenant.json': json(defaults),
    'schemas/texts.json': json({ more: 'More of {name}', none: 'Nothing' }),
    'tenants/north/tenant.json': json({ hosts: ['north.test'], code: 'n', fid: '1' }),
    'tenants/south/tenant.json': json({ hosts: ['south.test'], code: 's', fid: '2' }),
  };
}

/** A patch file of an institution. */
export function patch(value: unknown): string {
  return json(value);
}
