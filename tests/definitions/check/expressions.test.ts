import { describe, expect, it } from 'vitest';
import { checkAll, loadDefinitions } from '../../../src/definitions/load';
import { project, sound } from '../project';

const lend = {
  title: 'Lending',
  item: { type: 'object', properties: { id: { type: 'string' }, count: { type: 'integer' }, secret: { type: 'string', private: true } } },
  endpoints: {
    one: { get: '/api/lend/{id}', ok: { '/status': 200 }, item: '/data', message: '/message' },
    lend: { post: '/api/lend', form: 'lend', ok: { '/status': 200 }, message: '/message' },
  },
  forms: {
    lend: {
      fields: {
        begin: { field: 'date' },
        name: { field: 'text' },
        agreed: { field: 'checkbox' },
        private: { field: 'text', local: true },
        pieces: {
          field: 'rows',
          fields: {
            title: { field: 'text' },
            count: { field: 'integer' },
            twice: { field: 'integer', value: { expression: 'row.count * 2' } },
          },
        },
        total: { field: 'integer', value: { expression: 'sum(form.pieces.map(piece, piece.twice))' } },
        more: { field: 'integer', value: { expression: 'form.total + 1' } },
      },
      submit: { source: 'lend', label: 'Lend' },
    },
  },
  pages: {
    lend: { kind: 'form', forms: ['lend'], query: { from: 'Where it began.' } },
    one: {
      kind: 'detail',
      source: 'one',
      sections: { note: { section: 'text', text: { text: 'Twice: {n}', with: { n: { expression: 'item.count * 2' } } } } },
    },
  },
};
type Fields = Record<string, Record<string, unknown>>;
const files = (change: (fields: Fields) => void = () => undefined): Record<string, string> => {
  const copy = structuredClone(lend);
  change(copy.forms.lend.fields);
  return { ...sound(), 'schemas/modules/lend.json': JSON.stringify(copy) };
};

it('what is worked out is compiled into trees, and what it refers to comes along', async () => {
  const root = await project(files());
  expect(await checkAll(root)).toEqual([]);
  const pages = (await loadDefinitions(root)).portal('north')?.pages;
  expect(pages?.get('/lend')?.forms['lend']?.fields['more']?.value).toEqual({ expression: ['+', { $data: '/form/total' }, 1] });
  expect(pages?.get('/one')?.fields['item']).toContain('/count');
});

describe('an expression', () => {
  it.each([
    ['form.totl + 1', 'There is no "totl" in /form. Did you mean "total"?'],
    ['frm.total + 1', 'Nothing here is called "frm".'],
    ['query.from + 1', 'Nothing here is called "query".'],
    ['form.pieces.map(piece, piece.weight)', 'There is no "weight" in /piece.'],
    ["form.total + 'a'", `in "form.total + 'a'" "+" is given number and text; it takes number and number, or text and text`],
    ['form.name * 2', 'in "form.name * 2" "*" is given text and number; it takes number and number'],
    ['sum(form.total)', 'in "sum(form.total)" "sum" is given number; it takes list'],
    ['form.total && form.agreed', '"&&" is given number and boolean; it takes boolean and boolean'],
    ['form.total ? 1 : 2', '"?" is given number; it takes boolean'],
    ['form.total.map(one, one)', '"map" is given number; it takes list'],
    ['form.pieces.all(piece, piece.count)', '"all" is given number; it takes boolean'],
    ['sun(form.pieces)', 'There is no function "sun". Did you mean "sum"?'],
    ['days(form.begin)', '"days" is given text; it takes text and text'],
    ['1 + 1', 'it names nothing, so it always comes to the same'],
    ['form.total = 1', 'two values are compared with == at "= 1"'],
  ])('%s is refused', async (expression, message) => {
    const problems = await checkAll(
      await project(
        files((fields) => {
          Object.assign(fields['more'] ?? {}, { value: { expression } });
        }),
      ),
    );
    expect(problems).toEqual([
      expect.objectContaining({
        severity: 'error',
        path: '/forms/lend/fields/more/value/expression',
        message: expect.stringContaining(message) as unknown,
      }),
    ]);
  });
});

describe('a field that is worked out', () => {
  it.each([
    [
      'later than what is made of it',
      (fields) => Object.assign(fields['total'] ?? {}, { value: { expression: 'form.more * 2' } }),
      '"more" is worked out later',
    ],
    [
      'of itself',
      (fields) => Object.assign(fields['total'] ?? {}, { value: { expression: 'form.total * 2' } }),
      '"total" is worked out later',
    ],
    [
      'within rows of what is worked out of them',
      (fields) =>
        Object.assign(fields['pieces'] ?? {}, { fields: { twice: { field: 'integer', value: { expression: 'form.total * 2' } } } }),
      '"total" is worked out later',
    ],
    [
      'of what is never sent',
      (fields) => Object.assign(fields['more'] ?? {}, { value: { expression: 'size(form.private)' } }),
      'never sent',
    ],
    ['of a page', (fields) => Object.assign(fields['more'] ?? {}, { value: '/query/from' }), 'Nothing here is called "query".'],
    ['as a password', (fields) => Object.assign(fields['more'] ?? {}, { field: 'password' }), 'needs a field of kind text'],
    [
      'with a default',
      (fields) => Object.assign(fields['more'] ?? {}, { default: { const: 1 } }),
      '"default" needs a field that is filled in',
    ],
  ] as [string, (fields: Fields) => void, string][])('%s is refused', async (_what, change, message) => {
    const problems = await checkAll(await project(files(change)));
    expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
  });
});
