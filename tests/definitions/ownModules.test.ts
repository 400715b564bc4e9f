import { describe, expect, it } from 'vitest';
import { checkAll, loadDefinitions } from '../../src/definitions/load';
import { books, patch, project, sound, type Files } from './project';

const own = 'tenants/north/modules/club.json';
const club = {
  title: 'Reading club',
  endpoints: { list: { get: '/api/club{?page,limit}', paging: { page: 'page', size: 'limit' }, ok: { '/status': 200 }, rows: '/data' } },
  item: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
  cards: { line: { shape: 'line', title: '/row/name' } },
  pages: {
    club: { kind: 'list', source: 'list', layouts: { lines: { card: 'line' } } },
    about: { kind: 'composed', path: '/about', sections: { words: { section: 'text', text: 'About us' } } },
  },
};
const told = async (files: Files): Promise<string[]> =>
  (await checkAll(await project({ ...sound(), ...files }))).map(({ file, path, code, message }) => `${file} ${path} ${code} ${message}`);

describe('a module of an institution alone', () => {
  it('has its pages and calls there, and nowhere else', async () => {
    const definitions = await loadDefinitions(await project({ ...sound(), [own]: patch(club) }));
    expect(definitions.problems).toEqual([]);
    const [north, south] = [definitions.portal('north'), definitions.portal('south')];
    expect([north?.pages.has('/club'), north?.pages.has('/about'), north?.endpoints['club:list'] === undefined]).toEqual([
      true,
      true,
      false,
    ]);
    expect([south?.pages.has('/club'), south?.endpoints['club:list'], south?.modules['club']]).toEqual([false, undefined, undefined]);
    expect(definitions.provenance('north', 'club', '/pages/about')?.file).toBe(own);
  });

  it('shows what other modules have, and stands in the menu', async () => {
    const settings = { hosts: ['north.test'], code: 'n', fid: '1', menu: { club: { title: 'Club', id: '20', module: 'club' } } };
    const pages = { ...club.pages, about: { ...club.pages.about, loads: { more: { source: 'books:list', limit: 3 } } } };
    expect(await told({ [own]: patch({ ...club, pages }), 'tenants/north/tenant.json': patch(settings) })).toEqual([]);
  });

  it('is another module for each institution that has one of its name', async () => {
    const definitions = await loadDefinitions(
      await project({ ...sound(), [own]: patch(club), 'tenants/south/modules/club.json': patch({ ...club, title: 'Chess club' }) }),
    );
    expect(['north', 'south'].map((name) => definitions.portal(name)?.modules['club']?.definition.title)).toEqual([
      'Reading club',
      'Chess club',
    ]);
  });

  it.each([
    [
      'an address that a page has',
      { ...club, pages: { ...club.pages, about: { ...club.pages.about, path: '/books' } } },
      `${own} /pages/about/path duplicate-path`,
    ],
    [
      'an address that a call has',
      { ...club, endpoints: { list: { ...club.endpoints.list, get: '/api/books{?page,limit}' } } },
      `${own} /endpoints/list/get duplicate-endpoint`,
    ],
    [
      'a name that is not there',
      { ...club, pages: { club: { ...club.pages.club, source: 'lst' } } },
      `${own} /pages/club/source unknown-endpoint`,
    ],
    ['a key too many', { ...club, titel: 'x' }, `${own} /titel unknown-key`],
  ])('is told where it is wrong: %s', async (_what, module, expected) => {
    expect(await told({ [own]: patch(module) })).toEqual([expect.stringContaining(expected)]);
  });

  it('that is not whole is a patch of a module that is not there', async () => {
    expect(await told({ 'tenants/north/modules/boks.json': patch({ pages: books.pages }) })).toEqual([
      expect.stringContaining(
        'tenants/north/modules/boks.json  unknown-module There is no module "boks" to change. Did you mean "books"? A module of',
      ),
    ]);
  });
});
