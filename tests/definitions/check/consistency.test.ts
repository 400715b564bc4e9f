import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAll } from '../../../src/definitions/load';
import type { Json, JsonObject } from '../../../src/model/json';
import { mergePatch } from '../../../src/definitions/overlay/mergePatch';
import { books, patch, project, sound, type Files } from '../project';

const told = async (files: Files): Promise<string[]> =>
  (await checkAll(await project({ ...sound(), ...files }))).map(({ file, path, code, message }) => `${file} ${path} ${code} ${message}`);
const withBooks = (change: JsonObject): Files => ({
  'schemas/modules/books.json': patch(mergePatch(books as object as Json, change)),
});
const inForm = (fields: JsonObject, rest: JsonObject = {}): Files =>
  withBooks({
    endpoints: { lend: { post: '/api/books/lend', form: 'lend', ok: { '/status': 200 }, message: '/message' } },
    forms: { lend: { fields, submit: { source: 'lend', label: 'Lend' }, ...rest } },
    pages: { lend: { kind: 'form', forms: ['lend'] } },
  });
const south = 'tenants/south/tenant.json';
const inSouth = (change: JsonObject): Files => ({ [south]: patch({ hosts: ['south.test'], code: 's', fid: '2', ...change }) });
const inMenu = (menu: JsonObject): Files => inSouth({ menu });
const choice = (...values: (string | number)[]): JsonObject => ({
  field: 'radio',
  options: Object.fromEntries(values.map((value, index) => [`o${index}`, { value, label: `${value}` }])),
});
const rule = (field: string, schema: JsonObject): Files => inForm({ a: { field, schema } });
const module = 'schemas/modules/books.json';
const field = `${module} /forms/lend/fields`;

describe('what says nothing or contradicts itself', () => {
  it.each([
    ['two institutions of one code', inSouth({ code: 'n' }), `${south} /code duplicate-code The code n also belongs to "north"`],
    ['two institutions of one number', inSouth({ fid: '1' }), `${south} /fid duplicate-code The fid 1`],
    ['a host with a port', inSouth({ hosts: ['south.test:80'] }), `${south} /hosts/0 bad-form`],
    ['a colour that cannot be read', inSouth({ theme: { color: '#ffff66' } }), `${south} /theme/color faint-colour`],
    ['an accent that cannot be made out', inSouth({ theme: { accent: '#ffffcc' } }), `${south} /theme/accent faint-colour`],
    ['a script in the menu', inMenu({ evil: { title: 'Evil', href: 'javascript:alert(1)' } }), `${south} /menu/evil/href unsafe-address`],
    [
      'an entry of the menu twice',
      inMenu({ books: { title: 'Books', module: 'books' }, again: { title: 'Again', module: 'books' } }),
      `${south} /menu/again duplicate-entry`,
    ],
    [
      'an address in the menu twice',
      inMenu({ one: { title: 'One', href: '/books' }, two: { title: 'Two', href: '/books' } }),
      `${south} /menu/two duplicate-entry`,
    ],
    [
      'a patch that says what is so',
      { 'tenants/south/modules/books.json': patch({ title: 'Books' }) },
      'tenants/south/modules/books.json /title changes-nothing This is "Books" already',
    ],
    [
      'a script as an address',
      withBooks({ cards: { tile: { opens: { to: null, url: { const: ' JavaScript:alert(1)' } } } } }),
      `${module} /cards/tile/opens/url/const unsafe-address`,
    ],
    ['a page among the calls', withBooks({ pages: { books: { path: '/api/books' } } }), `${module} /pages/books/path reserved-path`],
    [
      'a page among the assets',
      withBooks({ pages: { books: { aliases: ['/assets/x'] } } }),
      `${module} /pages/books/aliases/0 reserved-path`,
    ],
    [
      'a link without what its page needs',
      withBooks({ cards: { tile: { opens: { to: '/book{?columnId}' } } } }),
      `${module} /cards/tile/opens/to missing-query The page /book needs "id"`,
    ],
    [
      'a link with what its page does not know',
      withBooks({ cards: { tile: { opens: { to: '/book{?id}&colour=red' } } } }),
      `${module} /cards/tile/opens/to unknown-query The page /book knows no "colour"`,
    ],
    [
      "a member's own call for everybody",
      withBooks({ endpoints: { list: { viewer: true } } }),
      `${module} /pages/books/source public-page`,
    ],
    [
      'more rows than a page has',
      withBooks({ endpoints: { list: { paging: { max: 10 } } }, pages: { books: { pageSize: 11 } } }),
      '/pages/books/pageSize contradiction',
    ],
    [
      'a filter that depends on none',
      withBooks({ pages: { books: { filters: { genre: { dependsOn: 'tim' } } } } }),
      `${module} /pages/books/filters/genre/dependsOn unknown-filter There is no filter "tim". Did you mean "time"?`,
    ],
    [
      'a filter that depends on itself',
      withBooks({ pages: { books: { filters: { genre: { dependsOn: 'genre' } } } } }),
      `${module} /pages/books/filters/genre/dependsOn filter-cycle`,
    ],
    ['an unknown service', withBooks({ endpoints: { list: { service: 'site.inf' } } }), `${module} /endpoints/list/service not-allowed`],
    [
      'no options',
      withBooks({ pages: { books: { filters: { genre: { options: { novel: null, poem: null, play: null } } } } } }),
      '/options out-of-range',
    ],
    [
      'equal values',
      withBooks({ pages: { books: { filters: { genre: { options: { poem: { value: 'n' } } } } } } }),
      `${module} /pages/books/filters/genre/options/poem/value equal-value "poem" has the value of "novel"`,
    ],
    ['equal values of a field', inForm({ a: choice('1', '1') }), `${field}/a/options/o1/value equal-value`],
    [
      'a condition on what is never chosen',
      inForm({ a: choice('1', '2'), b: { field: 'text', when: { '/form/a': '3' } } }),
      `${field}/b/when/~1form~1a never-offered "3" is never chosen there: the choices are "1" and "2".`,
    ],
    [
      'a condition on an entry that is never chosen',
      inForm({
        a: { ...choice('1', '2'), field: 'checkboxes' },
        b: { field: 'text', when: { '/form/a': { contains: { enum: ['1', '3'] } } } },
      }),
      `${field}/b/when/~1form~1a/contains/enum/1 never-offered "3" is never chosen there: the choices are "1" and "2".`,
    ],
    [
      'a condition of another type',
      withBooks({ cards: { tile: { opens: { when: { '/row/pages': { enum: [1, '2'] } } } } } }),
      `${module} /cards/tile/opens/when/~1row~1pages/enum/1 wrong-constant What stands there is a whole number`,
    ],
    ['a start of another type', inForm({ a: { field: 'integer', default: { const: 'x' } } }), `${field}/a/default/const wrong-constant`],
    ['a start that is not offered', inForm({ a: { ...choice('1'), default: { const: '9' } } }), `${field}/a/default/const never-offered`],
    ['a least number above the most', rule('integer', { minimum: 5, maximum: 3 }), `${field}/a/schema/minimum contradiction`],
    ['a least length above the most', rule('text', { minLength: 5, maxLength: 3 }), `${field}/a/schema/minLength contradiction`],
    [
      'a day after the last',
      rule('date', { formatMinimum: '2026-03-01', formatMaximum: '2026-02-01' }),
      `${field}/a/schema/formatMinimum contradiction`,
    ],
    ['a day that there is not', rule('date', { formatMinimum: '2026-02-30' }), `${field}/a/schema/formatMinimum bad-form`],
    [
      'more ticks than boxes',
      inForm({ a: { ...choice('1', '2'), field: 'checkboxes', schema: { minItems: 3 } } }),
      `${field}/a/schema/minItems contradiction`,
    ],
    [
      'a test that nothing passes',
      withBooks({ cards: { tile: { opens: { when: { '/row/pages': { minimum: 5, maximum: 3 } } } } } }),
      '/cards/tile/opens/when/~1row~1pages/minimum contradiction',
    ],
    ['no words for what is missing', inForm({ a: { field: 'text', required: '' } }), `${field}/a/required empty-text`],
    ['no words in front of a field', inForm({ a: { field: 'text', label: '' } }), `${field}/a/label empty-text`],
    [
      'a step without fields',
      inForm({ a: { field: 'text', step: 'two' } }, { steps: { one: { label: 'One' }, two: { label: 'Two' } } }),
      `${module} /forms/lend/steps/one empty-step`,
    ],
  ] as [string, Files, string][])('is told: %s', async (_what, files, expected) => {
    expect(await told(files)).toEqual([expect.stringContaining(expected)]);
  });

  it('is told of a link to a file that is not there', async () => {
    const root = await project(sound());
    await symlink('nowhere.json', join(root, 'schemas/modules/gone.json'));
    expect(await checkAll(root)).toEqual([expect.objectContaining({ file: 'schemas/modules/gone.json', code: 'unreadable' })]);
  });
});
