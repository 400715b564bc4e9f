import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAll, loadDefinitions, type Definitions } from '../../../src/definitions/load';
import type { CompiledPortal } from '../../../src/model/compiled';
import type { ListPage } from '../../../src/model/definitions.g';
import { patch, project, sound, write, type Files } from '../project';

const label = (genre: string): string => patch({ pages: { books: { filters: { genre: { label: genre } } } } });
const shared = { 'schemas/en/modules/books.json': label('Shared English') };
const institution = { 'tenants/north/modules/books.json': label('Its own') };
const english = { 'tenants/north/en/modules/books.json': label('Its English') };
const anEnglish = { 'tenants/north/en/texts.json': patch({ none: 'None at all' }) };

const load = async (files: Files): Promise<Definitions> => loadDefinitions(await project({ ...sound(), ...files }));

function read(portal: CompiledPortal | undefined): string | undefined {
  const page = portal?.pages.get('/books')?.definition as ListPage | undefined;
  const found = page?.filters?.['genre']?.label;
  return typeof found === 'string' ? found : undefined;
}

describe('a locale is one more layer of overlay', () => {
  it.each([
    ['what nobody translated is the original', anEnglish, 'Genre'],
    ['what all portals say in it lies on the base', { ...shared, ...anEnglish }, 'Shared English'],
    ['what the institution changed it says itself, or nobody', { ...shared, ...institution, ...anEnglish }, 'Its own'],
    ['what the institution says in it lies on top', { ...shared, ...institution, ...english }, 'Its English'],
  ])('%s', async (_name, files, expected) => {
    const definitions = await load({ 'schemas/en/texts.json': patch({}), ...files });
    const portal = definitions.portal('north', 'en');
    expect(definitions.problems).toEqual([]);
    expect(read(portal)).toBe(expected);
    expect(read(definitions.portal('north'))).toBe('tenants/north/modules/books.json' in files ? 'Its own' : 'Genre');
  });

  it('has settings, texts and fragments of its own', async () => {
    const definitions = await load({
      'schemas/fragments/framed.json': patch({ banner: false, head: { title: 'Original' } }),
      'schemas/modules/start.json': patch({
        title: 'Start',
        pages: {
          start: {
            kind: 'composed',
            path: '/',
            use: ['framed'],
            loads: { newest: { source: 'books:list', limit: 4 } },
            sections: { newest: { section: 'list', rows: '/newest/rows', card: 'books:tile' } },
          },
        },
      }),
      'schemas/en/fragments/framed.json': patch({ head: { title: 'Framed' } }),
      'schemas/en/texts.json': patch({ more: 'More {name}', none: 'Nothing shared' }),
      'schemas/en/tenant.json': patch({ menu: { books: { title: 'Reading' } } }),
      'tenants/north/en/texts.json': patch({ none: 'None of ours' }),
      'tenants/north/en/tenant.json': patch({ site: { title: 'North Library' } }),
    });
    const [original, portal] = [definitions.portal('north'), definitions.portal('north', 'en')];
    expect(definitions.problems).toEqual([]);
    expect(portal).toMatchObject({
      tenant: 'north',
      locale: 'en',
      prefix: '/en',
      locales: [
        { locale: 'zh-CN', prefix: '' },
        { locale: 'en', prefix: '/en', name: 'English' },
      ],
      texts: { more: 'More {name}', none: 'None of ours' },
      settings: { site: { title: 'North Library' }, menu: { books: { title: 'Reading', id: '10' } }, hosts: ['north.test'] },
    });
    expect(portal?.pages.get('/')?.definition.head?.title).toBe('Framed');
    expect(original).toMatchObject({ locale: 'zh-CN', prefix: '', texts: { none: 'Nothing' }, settings: { site: { title: 'A library' } } });
    expect(original?.pages.get('/')?.definition.head?.title).toBe('Original');
    expect(portal?.version).not.toBe(original?.version);
    expect(portal?.modules['books']?.shapeHash).toBe(original?.modules['books']?.shapeHash);
  });

  it('is there for the institutions alone that have it', async () => {
    const definitions = await load({ 'schemas/en/texts.json': patch({}), ...english });
    expect([definitions.locales('north'), definitions.locales('south'), definitions.locales()]).toEqual([['en'], [], ['en']]);
    expect(definitions.portal('south', 'en')).toBeUndefined();
    expect(definitions.portal('north', 'fr')).toBeUndefined();
    expect(definitions.portal('south')?.locales).toHaveLength(1);
  });

  it('keeps its last good portal while its own files have errors, and leaves the original alone', async () => {
    const root = await project({ ...sound(), ...shared, ...english });
    const before = await loadDefinitions(root);
    expect(read(before.portal('north', 'en'))).toBe('Its English');
    const file = 'tenants/north/en/modules/books.json';
    await write(root, { [file]: patch({ pages: { books: { filters: { genre: { lable: 'Slip' } } } } }) });
    await utimes(join(root, file), 2_000_000_000, 2_000_000_000);
    const after = await loadDefinitions(root, before);
    expect(read(after.portal('north', 'en'))).toBe('Its English');
    expect(after.problems.map(({ code, file: at }) => `${at} ${code}`)).toEqual([`${file} unknown-key`]);
    expect(after.isSound('north')).toBe(false);
    expect(read(after.portal('north'))).toBe('Genre');
  });

  it('tells once what is wrong with the original, and of what all have in common also where nobody has it yet', async () => {
    const slip = patch({ pages: { books: { filters: { genre: { lable: 'Slip' } } } } });
    const own = await project({ ...sound(), ...english, 'schemas/en/texts.json': patch({}), 'tenants/north/modules/books.json': slip });
    expect((await checkAll(own)).map(({ file, code }) => `${file} ${code}`)).toEqual(['tenants/north/modules/books.json unknown-key']);
    const common = await project({ ...sound(), 'schemas/en/modules/books.json': slip });
    expect((await checkAll(common)).map(({ file, code }) => `${file} ${code}`)).toEqual(['schemas/en/modules/books.json unknown-key']);
  });
});

describe('the items of a module', () => {
  it('may have their words in each language of the project, and nothing else', async () => {
    const definitions = await load(shared);
    const properties = definitions.portal('north')?.modules['books']?.definition.item?.properties ?? {};
    const words = properties['translations']?.properties?.['en']?.properties ?? {};
    // Ids, columns, numbers, times and private fields are the same for all.
    expect(Object.keys(words).sort()).toEqual(['chapters', 'genres', 'name', 'status']);
    expect(words['chapters']?.items?.properties).toMatchObject({ heading: { type: 'string' } });
    expect(definitions.portal('north')?.endpoints['books:list']?.shape.properties['translations']).toBeUndefined();
    const without = await load({});
    expect(without.portal('north')?.modules['books']?.definition.item?.properties['translations']).toBeUndefined();
  });
});
