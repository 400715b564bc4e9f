import { describe, expect, it } from 'vitest';
import type { Form } from '../../src/model/definitions.g';
import type { JsonObject } from '../../src/model/json';
import { deserializeForm, getInitialValues, serializeForm } from '../../src/runtime/form';
import { pickFurtherSent } from '../../src/runtime/further';

const of = (fields: Form['fields']): Form => ({ fields, submit: { source: 'x:send', label: 'Send' } });
const text = { field: 'text' } as const;
const forms = {
  renamed: of({
    street: { ...text, sendAs: 'street_name' },
    home: { field: 'group', fields: { zip: { ...text, sendAs: 'postal-code' } } },
  }),
  deep: of({ street: { ...text, sendAs: '/address/street' }, name: text, city: { ...text, sendAs: '/address/city' } }),
  flat: of({
    line: {
      field: 'group',
      flat: true,
      fields: { begin: text, inner: { field: 'group', flat: true, fields: { end: { ...text, sendAs: '/to/day' } } } },
    },
    note: text,
  }),
  plain: of({ tags: { field: 'rows', plain: true, fields: { value: text } } }),
  nested: of({
    lists: { field: 'rows', fields: { words: { field: 'rows', plain: true, sendAs: 'Words', fields: { value: { field: 'integer' } } } } },
  }),
  chosen: of({
    kind: { field: 'radio', options: { person: { value: 'person', label: 'P' }, firm: { value: 'firm', label: 'F' } } },
    person: { field: 'group', sendAs: 'who', when: { '/form/kind': 'person' }, fields: { name: text } },
    firm: { ...text, sendAs: 'who', when: { '/form/kind': 'firm' } },
    rows: {
      field: 'rows',
      fields: {
        of: text,
        one: { ...text, sendAs: 'x', when: { '/row/of': 'one' } },
        two: { ...text, sendAs: 'x', when: { '/row/of': 'two' } },
      },
    },
  }),
} satisfies Record<string, Form>;

describe('what a form sends', () => {
  it.each<[keyof typeof forms, JsonObject, JsonObject]>([
    ['renamed', { street: 'A', home: { zip: '1' } }, { street_name: 'A', home: { 'postal-code': '1' } }],
    ['deep', { street: 'A', name: 'N', city: 'C' }, { address: { street: 'A', city: 'C' }, name: 'N' }],
    ['deep', { city: 'C' }, { address: { city: 'C' } }],
    ['flat', { line: { begin: 'b', inner: { end: 'e' } }, note: 'n' }, { begin: 'b', to: { day: 'e' }, note: 'n' }],
    ['flat', { line: { inner: { end: 'e' } } }, { to: { day: 'e' } }],
    ['plain', { tags: [{ value: 'a' }, { value: 'b' }] }, { tags: ['a', 'b'] }],
    [
      'nested',
      { lists: [{ words: [{ value: 1 }, { value: 2 }] }, { words: [{ value: 3 }] }] },
      { lists: [{ Words: [1, 2] }, { Words: [3] }] },
    ],
    ['chosen', { kind: 'person', person: { name: 'N' } }, { kind: 'person', who: { name: 'N' } }],
    ['chosen', { kind: 'firm', firm: 'F' }, { kind: 'firm', who: 'F' }],
    [
      'chosen',
      {
        rows: [
          { of: 'two', two: 'x' },
          { of: 'one', one: 'y' },
        ],
      },
      {
        rows: [
          { of: 'two', x: 'x' },
          { of: 'one', x: 'y' },
        ],
      },
    ],
  ])('by %s fields stands where the definition says, and is read from there: %j', (name, values, sent) => {
    expect(serializeForm(forms[name], values, {})).toEqual(sent);
    expect(deserializeForm(forms[name], sent)).toEqual({ values, rest: {} });
  });

  it('leaves rows out in which nothing was filled in', () =>
    expect(serializeForm(forms.plain, { tags: [{ value: '' }, {}, { value: 'b' }] }, {})).toEqual({ tags: ['b'] }));

  it.each<[keyof typeof forms, JsonObject, JsonObject, JsonObject]>([
    ['renamed', { street: 'A', constructor: 'x' }, {}, { street: 'A', constructor: 'x' }],
    ['deep', { address: { street: 'A', other: 1 } }, { street: 'A' }, { address: { other: 1 } }],
    ['deep', { address: 'A' }, {}, { address: 'A' }],
    ['flat', { line: { begin: 'b' } }, {}, { line: { begin: 'b' } }],
    ['renamed', { home: { zip: '1' } }, { home: { '/zip': '1' } }, {}],
    ['plain', { tags: ['a', { value: 'b' }, [1]] }, { tags: [{ value: 'a' }, { value: { value: 'b' } }, { value: [1] }] }, {}],
    ['plain', { tags: 'a' }, { tags: 'a' }, {}],
    ['nested', { lists: [1, null, { Words: 2 }] }, { lists: [1, null, { words: 2 }] }, {}],
    ['chosen', { kind: 'other', who: 'x' }, { kind: 'other' }, { who: 'x' }],
  ])('by others is no value of %s fields: %j', (name, sent, values, rest) => {
    const before = structuredClone(sent);
    expect(deserializeForm(forms[name], sent)).toEqual({ values, rest });
    expect(sent).toEqual(before);
  });
});

describe('what rows and groups start with', () => {
  const fields: Form['fields'] = {
    name: { ...text, default: { const: 'N' } },
    home: { field: 'group', fields: { zip: { ...text, default: '/site/zip' }, city: text } },
    tags: { field: 'rows', plain: true, entries: ['a', 'b'], fields: { value: text } },
    people: { field: 'rows', entries: [{ full_name: 'P' }], fields: { name: { ...text, sendAs: 'full_name', default: { const: 'Q' } } } },
  };
  it('are the defaults within them, and the rows that are there', () =>
    expect(getInitialValues({ fields }, { site: { zip: '1' } })).toEqual({
      name: 'N',
      home: { zip: '1' },
      tags: [{ value: 'a' }, { value: 'b' }],
      people: [{ name: 'P' }],
    }));
});

describe('an ID number that a program sends', () => {
  const number = { field: 'idNumber' } as const;
  const typed = '１１０１０１ 19900307 002ｘ';
  const meant = '11010119900307002X';

  it('is read as it was meant, in groups and rows too', () => {
    const form = of({
      own: number,
      name: text,
      home: { field: 'group', fields: { of: number } },
      rows: { field: 'rows', fields: { of: number } },
    });
    const { values } = deserializeForm(form, { own: typed, name: typed, home: { of: typed }, rows: [{ of: typed }] });
    expect(values).toEqual({ own: meant, name: typed, home: { of: meant }, rows: [{ of: meant }] });
  });

  it('is kept so with what a service does not read', () => {
    const form = { ...of({ guardian: number, note: text }), submit: { source: 'contact:add', label: 'Send' } };
    expect(pickFurtherSent('contacts.add', [form], { guardian: typed, note: typed })).toMatchObject({
      idNumbers: { guardian: meant },
      values: { note: typed },
    });
  });
});

describe('one line of words', () => {
  const typed = ' 林 晓\u3000 ';

  it('is read without the blanks around it, which several lines and passwords keep', () => {
    const form = of({
      name: text,
      mail: { field: 'email' },
      home: { field: 'group', fields: { of: text } },
      rows: { field: 'rows', fields: { of: text } },
      note: { field: 'textarea' },
      secret: { field: 'password' },
    });
    const sent = { name: typed, mail: ' a@example.org ', home: { of: typed }, rows: [{ of: typed }], note: typed, secret: typed };
    expect(deserializeForm(form, sent).values).toEqual({
      name: '林 晓',
      mail: 'a@example.org',
      home: { of: '林 晓' },
      rows: [{ of: '林 晓' }],
      note: typed,
      secret: typed,
    });
  });

  it('is kept so with what a service does not read', () => {
    const form = { ...of({ school: text }), submit: { source: 'contact:add', label: 'Send' } };
    expect(pickFurtherSent('contacts.add', [form], { school: typed })).toMatchObject({ values: { school: '林 晓' } });
  });
});
