import { describe, expect, it } from 'vitest';
import { loadDefinitions } from '../../../src/definitions/load';
import type { CompiledPortal } from '../../../src/model/compiled';
import type { JsonObject } from '../../../src/model/json';
import { patch, project, sound } from '../project';

const books = { title: 'Books', id: '10', module: 'books' };
const home = { title: 'Home', href: '/' };

/** Returns the portal of an institution with a menu and a patch of the books. */
async function open(menu: JsonObject, ofBooks: JsonObject): Promise<CompiledPortal | undefined> {
  const settings = patch({ hosts: ['north.test'], code: 'n', fid: '1', menu });
  const files = { ...sound(), 'tenants/north/tenant.json': settings, 'tenants/north/modules/books.json': patch(ofBooks) };
  return (await loadDefinitions(await project(files))).portal('north');
}

describe('a column whose module has no page that opens without an id', () => {
  const hidden = { pages: { books: null } };

  it.each<[string, JsonObject, JsonObject]>([
    ['is left out', { home, shelf: books }, { home }],
    ['is left out, by its number', { home, shelf: { title: 'Books', id: '10', backRouteId: 7 } }, { home }],
    ['is left out, by the page', { home, shelf: { ...books, module: 'books:book' } }, { home }],
    [
      'is the heading of those below it',
      { home, shelf: { ...books, children: { start: { title: 'Start', module: 'start' }, more: { title: 'More', module: 'books' } } } },
      { home, shelf: { title: 'Books', id: '10', children: { start: { title: 'Start', module: 'start' } } } },
    ],
  ])('%s', async (_what, menu, expected) => {
    const portal = await open(menu, hidden);
    expect(portal?.settings.menu).toEqual(expected);
    expect([portal?.entries['books'], portal?.routeIds[7], portal?.entries['books:book']]).toEqual([undefined, undefined, '/book']);
  });

  it('opens another page that does', async () => {
    const about = { kind: 'composed', title: 'About', sections: { words: { section: 'text', text: 'About us' } } };
    const portal = await open({ home, shelf: books }, { pages: { books: null, about } });
    expect(portal?.entries['books']).toBe('/about');
    expect(portal?.settings.menu).toEqual({ home, shelf: books });
  });
});
