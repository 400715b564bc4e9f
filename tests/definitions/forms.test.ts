import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAll, loadDefinitions } from '../../src/definitions/load';
import { project, sound } from './project';

const projectRoot = resolve(import.meta.dirname, '../..');

const lend = {
  title: 'Lending',
  endpoints: {
    lend: { post: '/api/lend', form: 'lend', ok: { '/status': 200 }, message: '/message' },
    code: { get: '/api/code/{kind}{?phone}' },
  },
  forms: {
    lend: {
      fields: {
        phone: { field: 'phone', label: 'Phone', required: 'Needed', schema: { pattern: '^[0-9]+$' } },
        code: {
          field: 'smsCode',
          code: { source: 'code', with: { kind: { const: 1 }, phone: '/form/phone' }, needs: 'phone', again: 'Again in {seconds}' },
        },
        shelf: { field: 'select', dictionary: 'shelves' },
      },
      submit: { source: 'lend', label: 'Lend', success: { toast: '/reply/message', goTo: { to: '/lend{?back}' } } },
    },
  },
  pages: { lend: { kind: 'form', forms: ['lend'], query: { back: 'Where to go.' } } },
};
const files = (change: (copy: typeof lend) => void = () => undefined): Record<string, string> => {
  const copy = structuredClone(lend);
  change(copy);
  return { ...sound(), 'schemas/modules/lend.json': JSON.stringify(copy) };
};

describe('forms', () => {
  it('of the project have no Problems', async () => {
    expect(await checkAll(projectRoot)).toEqual([]);
  });

  it('are compiled with the calls and dictionaries that they use, variables bound to what is typed', async () => {
    const root = await project(files());
    expect(await checkAll(root)).toEqual([]);
    const page = (await loadDefinitions(root)).portal('north')?.pages.get('/lend');
    expect(page?.endpoints.sort()).toEqual(['lend:code', 'lend:lend']);
    expect(page?.codelists).toEqual({ 'dictionary:shelves': { dictionary: 'shelves' } });
    expect(page?.forms['lend']?.submit).toMatchObject({
      source: 'lend:lend',
      success: { goTo: { to: '/lend{?back}', with: { back: '/query/back' } } },
    });
    expect(page?.forms['lend']?.fields['code']?.code).toMatchObject({ source: 'lend:code' });
  });

  it.each([[{ viewer: null }], [{ form: null }], [{ viewer: false }]])(
    "and members' calls stay what they are: a patch cannot say %j",
    async (change) => {
      const root = await project({
        ...files((copy) => {
          Object.assign(copy.endpoints.lend, { viewer: true });
        }),
        'tenants/north/modules/lend.json': JSON.stringify({ endpoints: { lend: change } }),
      });
      expect((await checkAll(root)).map(({ code }) => code)).toContain('weakened');
    },
  );

  it.each([
    [
      'a form that is not there',
      (copy) => {
        copy.pages.lend.forms = ['lent'];
      },
      'unknown-form',
    ],
    [
      'a call of a form that is not there',
      (copy) => {
        copy.endpoints.lend.form = 'lent';
      },
      'unknown-form',
    ],
    [
      'a field that is not there',
      (copy) => {
        copy.forms.lend.fields.code.code.needs = 'telephone';
      },
      'unknown-field',
    ],
    [
      'what is typed into no field',
      (copy) => {
        copy.forms.lend.fields.code.code.with.phone = '/form/telephone';
      },
      'unknown-field',
    ],
    [
      'an unknown call',
      (copy) => {
        copy.forms.lend.submit.source = 'send';
      },
      'unknown-endpoint',
    ],
    [
      'an unsafe pattern',
      (copy) => {
        copy.forms.lend.fields.phone.schema.pattern = '(a+)+$';
      },
      'bad-pattern',
    ],
    [
      'a select without choices',
      (copy) => {
        copy.forms.lend.fields.shelf = { field: 'select' } as typeof copy.forms.lend.fields.shelf;
      },
      'missing-key',
    ],
    [
      'an unbound variable',
      (copy) => {
        copy.forms.lend.submit.success.goTo.to = '/lend{?nowhere}';
      },
      'unbound-variable',
    ],
  ] as [string, (copy: typeof lend) => void, string][])('may not name %s', async (_what, change, code) => {
    expect((await checkAll(await project(files(change)))).map((problem) => problem.code)).toContain(code);
  });

  describe('with rules over several fields', () => {
    const ruled = (rule: Record<string, unknown>, field = 'date') =>
      files((copy) => {
        const fields = { begin: { field: 'date' }, end: { field, schema: rule }, least: { field: 'integer' }, at: { field: 'time' } };
        Object.assign(copy.forms.lend, { fields: { ...copy.forms.lend.fields, ...fields } });
      });
    it.each([
      [{ formatMinimum: { $data: '/begin' } }],
      [{ formatMinimum: { $data: '/now' }, formatExclusiveMaximum: '2030-01-01' }],
      [{ anyOf: [{ formatMinimum: { $data: '/begin' } }, { const: '2026-01-01' }] }],
      [{ minimum: { $data: '/least' }, multipleOf: 5 }, 'number'],
    ])('are sound: %j', async (rule, field?: string) => expect(await checkAll(await project(ruled(rule, field)))).toEqual([]));

    it.each([
      [
        { formatMinimum: { $data: '/begins' } },
        'date',
        'unknown-field',
        '/formatMinimum/$data',
        'There is no field "begins". Did you mean "begin"?',
      ],
      [{ formatMinimum: { $data: '/at' } }, 'date', 'unknown-field', '/formatMinimum/$data', 'There is no field "at".'],
      [{ anyOf: [{ minimum: { $data: '/begin' } }] }, 'number', 'unknown-field', '/anyOf/0/minimum/$data', 'There is no field "begin".'],
      [{ minimum: { $data: '/now' } }, 'number', 'unknown-field', '/minimum/$data', 'There is no field "now".'],
      [{ formatMaximum: '2030-01-01' }, 'text', 'missing-key', '/formatMaximum', '"formatMaximum" needs a date or time to be about.'],
      [{ formatMinimum: { $data: 'begin' } }, 'date', 'bad-form', '/formatMinimum/$data', ''],
    ])('are told at their place: %j', async (rule, field, code, path, message) => {
      const [problem] = await checkAll(await project(ruled(rule, field)));
      expect(problem).toMatchObject({ path: `/forms/lend/fields/end/schema${path}`, message: expect.stringContaining(message) });
      expect(problem?.code).toBe(code);
    });
  });

  it.each([
    [{ '/form/phone': { const: { $data: '/form/code' } } }, []],
    [{ '/form/phone': { minimum: { $data: '/form/telephone' } } }, ['unknown-field']],
    [{ '/form/phone': { minimum: { $data: '/from/phone' } } }, ['unknown-root']],
  ])('in conditions see what they compare with: %j', async (enabled, codes) => {
    const problems = await checkAll(
      await project(
        files((copy) => {
          Object.assign(copy.forms.lend.fields.shelf, { enabled });
        }),
      ),
    );
    expect(problems.map(({ code }) => code)).toEqual(codes);
  });

  describe('with rows', () => {
    const rowed = (fields: Record<string, unknown> | undefined, kind = 'rows') =>
      files((copy) => {
        Object.assign(copy.forms.lend, {
          fields: { ...copy.forms.lend.fields, since: { field: 'date' }, pieces: { field: kind, fields } },
        });
      });
    const title = { title: { field: 'text', label: 'Title' } };
    it('are sound', async () => {
      const fields = {
        ...title,
        from: { field: 'date', schema: { formatMinimum: { $data: '/since' } } },
        to: { field: 'date', schema: { formatMinimum: { $data: '/from' } } },
        parts: { field: 'rows', fields: { ...title, parts: { field: 'rows', fields: title } } },
        size: { field: 'group', fields: { height: { field: 'number' } } },
      };
      expect(await checkAll(await project(rowed(fields)))).toEqual([]);
    });

    it.each([
      ['without fields', undefined, '', 'A field of kind rows needs "fields".'],
      [
        'with a file',
        { scan: { field: 'image', upload: { source: 'lend' } } },
        '/fields/scan/field',
        'A field of kind image needs a place outside of rows and groups.',
      ],
      [
        'with an ID number',
        { card: { field: 'idNumber' } },
        '/fields/card/field',
        'A field of kind idNumber needs a place outside of rows and groups.',
      ],
      [
        'with a step',
        { ...title, other: { field: 'text', step: 'two' } },
        '/fields/other/step',
        '"step" needs a field that is not in rows or groups.',
      ],
      [
        'within rows',
        { parts: { field: 'rows', fields: { phone: { field: 'phone' } } } },
        '/fields/parts/fields/phone/field',
        'A field of kind phone needs a place outside of rows and groups.',
      ],
      [
        'with a name of another field that is not there',
        { to: { field: 'date', schema: { formatMinimum: { $data: '/form' } } } },
        '/fields/to/schema/formatMinimum/$data',
        'There is no field "form".',
      ],
      ['of another kind', title, '/fields', '"fields" needs a field of kind rows or group.', 'text'],
    ] as [string, Record<string, unknown> | undefined, string, string, string?][])(
      'are told at their place: %s',
      async (_what, fields, path, message, kind) => {
        const problems = await checkAll(await project(rowed(fields, kind)));
        expect(problems.map((problem) => [problem.path, problem.message])).toContainEqual([
          `/forms/lend/fields/pieces${path}`,
          expect.stringContaining(message),
        ]);
      },
    );
  });

  describe("with options by a parent's value", () => {
    const hanging = (fields: Record<string, unknown>) =>
      files((copy) => void Object.assign(copy.forms.lend, { fields: { ...copy.forms.lend.fields, ...fields } }));
    const by = (reference: string, rest: Record<string, unknown> = {}) => ({
      field: 'select',
      options: { one: { value: '1', label: 'One', when: { [reference]: { pattern: '^1' } } } },
      ...rest,
    });
    it('are sound', async () => {
      const rows = { field: 'rows', fields: { a: { field: 'text' }, b: by('/row/a'), c: by('/row/b'), d: by('/form/phone') } };
      const size = { field: 'group', fields: { a: { field: 'text' }, b: by('/form/size/a') } };
      expect(await checkAll(await project(hanging({ rows, size, one: by('/form/phone'), two: by('/form/one') })))).toEqual([]);
    });
    it.each([
      ['what is no field', { one: by('/form/telephone') }, '/one/options/one/when/~1form~1telephone', 'There is no "telephone" in /form.'],
      [
        'what is no field of the row',
        { rows: { field: 'rows', fields: { b: by('/row/a') } } },
        '/rows/fields/b/options/one/when/~1row~1a',
        'There is no "a" in /row.',
      ],
      [
        'what only the page knows',
        { one: by('/viewer/phone') },
        '/one/options/one/when',
        '"when" of an option needs references to what is filled in and sent',
      ],
      [
        'what is not sent',
        { there: { field: 'checkbox', local: true }, one: by('/form/there') },
        '/one/options/one/when',
        '"when" of an option needs',
      ],
      [
        'each other',
        { one: by('/form/two'), two: by('/form/three'), three: by('/form/one') },
        '/one',
        'The choices of "one", "two" and "three" hang on each other.',
      ],
      [
        'themselves',
        { rows: { field: 'rows', fields: { b: by('/row/b') } } },
        '/rows/fields/b',
        'The choices of "rows.b" hang on each other.',
      ],
    ] as [string, Record<string, unknown>, string, string][])('may not hang on %s', async (_what, fields, path, message) => {
      const problems = await checkAll(await project(hanging(fields)));
      expect(problems.map((problem) => [problem.path, problem.message])).toContainEqual([
        `/forms/lend/fields${path}`,
        expect.stringContaining(message),
      ]);
    });
  });

  describe('with choices from trees', () => {
    const fields = (added: Record<string, unknown>) => files((copy) => void Object.assign(copy.forms.lend.fields, added));
    const options = { one: { value: '1', label: 'One', children: { two: { value: '2', label: 'Two' } } } };
    const shelf = { field: 'select', dictionary: 'shelves' };
    it('are sound', async () =>
      expect(
        await checkAll(
          await project(
            fields({
              place: { field: 'cascade', tree: 'divisions', levels: ['Province'], complete: 'Go on' },
              kind: { field: 'cascade', options },
              board: { ...shelf, parent: 'shelf' },
              rows: {
                field: 'rows',
                columns: 2,
                fields: {
                  about: { field: 'heading', label: 'About' },
                  one: { field: 'cascade', options },
                  a: shelf,
                  b: { ...shelf, parent: 'a' },
                },
              },
            }),
          ),
        ),
      ).toEqual([]));
    it.each([
      ['a cascade of nothing', { place: { field: 'cascade' } }, '/place', 'A field of kind cascade needs "options".'],
      [
        'a cascade of two trees',
        { place: { field: 'cascade', tree: 'divisions', options } },
        '/place/field',
        'needs one of "options", "dictionary" and "tree"',
      ],
      [
        'a tree of a select',
        { kind: { field: 'select', options } },
        '/kind/options/one/children',
        '"children" needs a field of kind cascade.',
      ],
      ['levels of a select', { kind: { ...shelf, levels: ['One'] } }, '/kind/levels', '"levels" needs a field of kind cascade.'],
      [
        'a parent that is no field',
        { kind: { ...shelf, parent: 'shelve' } },
        '/kind/parent',
        'There is no field "shelve". Did you mean "shelf"?',
      ],
      [
        'a parent of another dictionary',
        { kind: { ...shelf, parent: 'phone' } },
        '/kind/parent',
        '"parent" needs a select, radio or checkboxes with the dictionary of the field that it names.',
      ],
      [
        'parents in a circle',
        { a: { ...shelf, parent: 'b' }, b: { ...shelf, parent: 'a' } },
        '/a',
        'The choices of "a" and "b" hang on each other.',
      ],
      ['a search of nothing', { one: { field: 'combobox' } }, '/one', 'A field of kind combobox needs "find".'],
      [
        'a search by no parameter',
        { one: { field: 'combobox', find: { source: 'code', as: 'name', title: '/row/name' } } },
        '/one/find/as',
        'There is no parameter "name".',
      ],
      [
        'a search that fills no field',
        { one: { field: 'combobox', find: { source: 'code', as: 'phone', title: '/row/name', fills: { shelve: '/row/name' } } } },
        '/one/find/fills/shelve',
        'There is no field "shelve". Did you mean "shelf"?',
      ],
      ['a poster of a select', { kind: { ...shelf, poster: 'phone' } }, '/kind/poster', '"poster" needs a field of kind video.'],
      [
        'a poster for what is no picture',
        { film: { field: 'video', upload: { source: 'lend' }, poster: 'phone' } },
        '/film/poster',
        'There is no field "phone".',
      ],
      ['columns of a text', { kind: { field: 'text', columns: 2 } }, '/kind/columns', '"columns" needs a field of kind rows or group.'],
    ] as [string, Record<string, unknown>, string, string][])('are told at their place: %s', async (_what, added, path, message) => {
      const problems = await checkAll(await project(fields(added)));
      expect(problems.map((problem) => [problem.path, problem.message])).toContainEqual([
        `/forms/lend/fields${path}`,
        expect.stringContaining(message),
      ]);
    });
  });

  it.each([
    ['a password', { field: 'password', readOnly: true }, 'readOnly'],
    ['what must be filled in by nobody', { field: 'text', required: 'needed', readOnly: true }, 'required'],
  ])('may not make read-only %s', async (_what, field, key) => {
    const problems = await checkAll(await project(files((copy) => void Object.assign(copy.forms.lend.fields, { fixed: field }))));
    expect(problems.map(({ path }) => path)).toEqual([`/forms/lend/fields/fixed/${key}`]);
  });

  describe('with an ID number', () => {
    const asking = (consent?: Record<string, unknown>) =>
      files((copy) => {
        const fields: Record<string, unknown> = { card: { field: 'idNumber', label: 'ID number' }, ...(consent && { agreed: consent }) };
        Object.assign(copy.forms.lend, { fields: { ...copy.forms.lend.fields, ...fields } });
      });
    const tick = { field: 'checkbox', label: 'I agree', consent: 'idNumber', version: { const: 'v1' } };
    it('are sound when they ask for the consent', async () => {
      expect(await checkAll(await project(asking(tick)))).toEqual([]);
    });

    it.each([
      ['without the question', undefined],
      ['with that of the guardian alone', { ...tick, consent: 'guardian' }],
      ['with a tick that is not sent', { ...tick, local: true }],
    ])('are told what to add %s', async (_what, consent) => {
      expect(await checkAll(await project(asking(consent)))).toMatchObject([
        {
          file: 'schemas/modules/lend.json',
          line: 1,
          column: expect.any(Number),
          path: '/forms/lend/fields/card/field',
          severity: 'error',
          code: 'missing-consent',
          message: expect.stringMatching(
            /^The server takes no ID number without .* add to "fields" .*"consent": "idNumber".*"consent:mine"/,
          ),
        },
      ]);
    });

    it('are told that nobody can say later which words were read', async () => {
      const [problem, ...others] = await checkAll(await project(asking({ ...tick, version: undefined })));
      expect([problem?.code, problem?.path, others]).toEqual(['missing-key', '/forms/lend/fields/agreed', []]);
      expect(problem?.message).toBe('A field with a consent needs "version".');
    });

    it('are told of it where an institution takes the question out', async () => {
      const patch = JSON.stringify({ forms: { lend: { fields: { agreed: null } } } }, null, 2);
      const [problem, ...others] = await checkAll(await project({ ...asking(tick), 'tenants/north/modules/lend.json': patch }));
      expect([problem?.code, problem?.path, others]).toEqual(['missing-consent', '/forms/lend/fields/agreed', []]);
      expect(problem?.message).toContain('This change breaks schemas/modules/lend.json');
    });
  });

  it('see the records that they choose from and the times of a place; messages are given what was too much', async () => {
    const root = await project(
      files((copy) => {
        Object.assign(copy, {
          item: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              name: { type: 'string' },
              fit: { type: 'string' },
              no: { type: 'string' },
              startTime: { type: 'string' },
              cycle: { type: 'array', items: { type: 'integer' } },
              secret: { type: 'string' },
            },
          },
        });
        Object.assign(copy.endpoints, {
          people: { get: '/api/people', rows: '/rows' },
          hours: { get: '/api/hours', item: '/data' },
          taken: { get: '/api/taken{?day}', rows: '/rows' },
        });
        Object.assign(copy.pages.lend, { loads: { people: { source: 'people' }, hours: { source: 'hours' } } });
        Object.assign(copy.forms.lend.fields, {
          who: {
            field: 'pickMany',
            pick: {
              rows: '/people/rows',
              title: '/row/name',
              disabled: { unfit: { when: { '/row/fit': 'no' }, reason: 'Unfit' } },
              max: { const: 2 },
              entry: '{id}:{no}',
              add: { form: 'lend', label: 'Add' },
            },
            errors: { max: 'At most {max}' },
          },
          times: { field: 'timeSlots', times: { info: '/hours/item', taken: 'taken', with: { day: '/picked/day' } } },
          files: {
            field: 'file',
            upload: { source: 'lend', size: 2 },
            errors: { size: 'At most {size} MB', count: 'At most {count}', type: 'Only {types}' },
          },
        });
      }),
    );
    expect(await checkAll(root)).toEqual([]);
    const page = (await loadDefinitions(root)).portal('north')?.pages.get('/lend');
    expect(page?.fields['people']).toEqual(expect.arrayContaining(['/fit', '/id', '/name', '/no']));
    expect(page?.fields['people']).not.toContain('/secret');
    expect(page?.fields['hours']).toEqual(expect.arrayContaining(['/cycle', '/startTime']));
    expect(page?.forms['lend']?.fields['who']).toMatchObject({
      pick: { entry: { with: { id: '/row/id', no: '/row/no' } }, add: { form: 'lend:lend' } },
      errors: { max: 'At most {max}' },
    });
    expect(page?.endpoints).toEqual(expect.arrayContaining(['lend:taken', 'lend:lend']));
  });

  it.each([
    ['count', 'At most {max}'],
    ['schema', 'At most {max}'],
  ])('give a message of the rule %s nothing that is not its own: %s', async (keyword, text) => {
    const root = await project(
      files((copy) => {
        Object.assign(copy.forms.lend.fields.phone, { errors: { [keyword]: text } });
      }),
    );
    expect((await checkAll(root)).map(({ code }) => code)).toContain('unbound-variable');
  });
});
