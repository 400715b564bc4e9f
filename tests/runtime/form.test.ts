import { describe, expect, it } from 'vitest';
import type { Form, FormField } from '../../src/model/definitions.g';
import type { Json, JsonObject } from '../../src/model/json';
import { isPersistable, pickPersistable, deserializeForm, serializeForm, getInitialValues } from '../../src/runtime/form';
import { buildFormSchema } from '../../src/runtime/formSchema';
import { createTree, getOptionTree, writePath } from '../../src/runtime/choiceTree';
import { judgeForm } from '../../src/runtime/formCheck';
import { getFormValidator } from '../../src/server/api/formValidators';
import { emptyUnoffered } from '../../src/runtime/offered';
import { findChangedFields } from '../../src/runtime/readOnly';
import { checkForm } from '../checkForm';

const form: Form = {
  fields: {
    phone: {
      field: 'phone',
      label: 'Phone',
      required: 'phone needed',
      schema: { pattern: '^1[0-9]{10}$' },
      errors: { schema: 'bad phone' },
      sendAs: 'mobile',
    },
    secret: {
      field: 'password',
      required: 'secret needed',
      schema: { minLength: 6, maxLength: 16 },
      errors: { minLength: 'too short', schema: 'bad secret' },
    },
    again: { field: 'password', required: 'again needed', sameAs: 'secret', errors: { sameAs: 'not the same' } },
    kind: { field: 'radio', required: 'kind needed', options: { a: { value: '1', label: 'A' }, b: { value: '2', label: 'B' } } },
    note: { field: 'textarea', schema: { maxLength: 3 }, errors: { schema: 'note too long' }, when: { '/form/kind': '2' } },
    age: { field: 'number', schema: { minimum: 1 }, default: { const: 7 } },
    news: { field: 'checkbox' },
    code: { field: 'hidden', value: '/tenant/code' },
    terms: { field: 'agreement', required: 'agree first', local: true },
  },
  submit: { source: 'x:send', label: 'Send', with: { from: { const: 'web' } } },
};
const scope = { tenant: { code: 'T1' }, texts: { invalidField: 'invalid' } };
const sound = { phone: '13800000000', secret: 'secret1', again: 'secret1', kind: '1', terms: true };
const check = (values: object, only?: (name: string) => boolean) =>
  checkForm(form, values as Record<string, unknown>, scope, {}, only).map(({ field, message }) => `${field}: ${message}`);

describe('checkForm', () => {
  it.each([
    [sound, []],
    [{}, ['phone: phone needed', 'secret: secret needed', 'again: again needed', 'kind: kind needed', 'terms: agree first']],
    [{ ...sound, phone: 'x' }, ['phone: bad phone']],
    [{ ...sound, secret: 'abc', again: 'abc' }, ['secret: too short']],
    [{ ...sound, secret: 'a'.repeat(17), again: 'a'.repeat(17) }, ['secret: bad secret']],
    [{ ...sound, again: 'secret2' }, ['again: not the same']],
    [{ ...sound, kind: '3' }, ['kind: invalid']],
    [{ ...sound, kind: '2', note: 'long' }, ['note: note too long']],
    [{ ...sound, note: 'long' }, []],
    [{ ...sound, kind: '2', note: '🦋🦋🦋' }, []],
    [{ ...sound, terms: false }, ['terms: agree first']],
    [{ ...sound, terms: 'true' }, ['terms: invalid']],
    [{ ...sound, age: '7' }, ['age: invalid']],
    [{ ...sound, age: 0 }, ['age: invalid']],
    [{ ...sound, news: true }, []],
    [{ ...sound, phone: ['13800000000'] }, ['phone: invalid'.replace('invalid', 'bad phone')]],
  ])('%j has the faults %j', (values, faults) => expect(check(values)).toEqual(faults));

  it('checks some fields alone, and tells faults in an order of its own', () => {
    expect(check({}, (name) => name === 'kind')).toEqual(['kind: kind needed']);
    expect(checkForm({ ...form, order: ['kind', 'again'] }, { terms: true }, scope, {}).map(({ field }) => field)).toEqual([
      'kind',
      'again',
      'phone',
      'secret',
    ]);
  });
});

describe('what is sent', () => {
  it('has hidden values and other names, and nothing local or left empty', () => {
    expect(serializeForm(form, { ...sound, note: '', age: 5, news: false }, scope)).toEqual({
      from: 'web',
      mobile: '13800000000',
      secret: 'secret1',
      again: 'secret1',
      kind: '1',
      age: 5,
      news: false,
      code: 'T1',
    });
  });

  it('is read back by the names of the fields', () => {
    const { terms: _terms, ...values } = sound;
    expect(deserializeForm(form, serializeForm(form, sound, scope)).values).toEqual({ ...values, code: 'T1' });
    expect(deserializeForm(form, JSON.parse('{"terms":true,"__proto__":{"phone":"1"},"other":1}') as JsonObject)).toEqual({
      values: {},
      rest: JSON.parse('{"terms":true,"__proto__":{"phone":"1"},"other":1}') as JsonObject,
    });
  });

  it('starts with the defaults', () => expect(getInitialValues(form, scope)).toEqual({ age: 7 }));

  it('has a schema of what it holds', () => {
    const schema = buildFormSchema(form);
    expect(schema).toMatchObject({ type: 'object', required: ['phone', 'secret', 'again', 'kind', 'terms'] });
    expect(Object.keys(schema['properties'] as object)).toEqual(Object.keys(form.fields));
    expect(schema['properties']).toMatchObject({
      phone: { type: 'string', pattern: '^1[0-9]{10}$' },
      again: { const: { $data: '1/secret' } },
      kind: { enum: ['1', '2'] },
      age: { type: 'number', minimum: 1 },
      news: { type: 'boolean' },
    });
  });

  it('is never kept when it is a password or a code', () => {
    expect((['text', 'password', 'captcha', 'smsCode'] as const).map((field) => isPersistable({ field }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('masked values', () => {
  const edit: Form = {
    fields: {
      idNo: {
        field: 'idNumber',
        required: 'needed',
        masked: true,
        default: '/row/idNo',
        schema: { pattern: '^[0-9]{15}$' },
        errors: { schema: 'wrong number' },
      },
      name: {
        field: 'text',
        required: 'name needed',
        masked: true,
        default: '/row/name',
        schema: { maxLength: 4 },
        errors: { schema: 'too long' },
      },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  const row = { idNo: '3301********1234', name: '' };
  const messages = (values: object, from: object = row) =>
    checkForm(edit, values as Record<string, unknown>, { row: from, texts: {} }, {}).map(({ field, message }) => `${field}: ${message}`);

  it.each([
    ['the mask itself is neither checked nor sent', { idNo: row.idNo, name: 'Li' }, [], { name: 'Li' }],
    ['what is typed anew is both', { idNo: '330102199001011', name: 'Li' }, [], { idNo: '330102199001011', name: 'Li' }],
    ['an emptied one is missed', { idNo: '', name: 'Li' }, ['idNo: needed'], { name: 'Li' }],
    [
      'typing mixed with the mask is refused',
      { idNo: '3301********9999', name: 'Li' },
      ['idNo: wrong number'],
      { idNo: '3301********9999', name: 'Li' },
    ],
    ['without a mask it is a field like any other', { idNo: row.idNo }, ['name: name needed'], {}],
  ])('[PC-27] %s', (_what, values, faults, sent) => {
    expect(messages(values)).toEqual(faults);
    expect(serializeForm(edit, values, { row })).toEqual(sent);
  });

  it('[PC-27] a mark of masks in what is typed is refused before its rule is asked, whatever it allows', () => {
    expect(messages({ idNo: row.idNo, name: 'L*' })).toEqual(['name: too long']);
    expect(messages({}, {})).toEqual(['idNo: needed', 'name: name needed']);
  });

  it('[PC-27] are kept by no draft', () => {
    expect(isPersistable({ field: 'idNumber', masked: true })).toBe(false);
  });
});

describe('records', () => {
  const fit = { male: { when: { '/row/fit': 'male' }, reason: 'men only' } };
  const many: FormField = {
    field: 'pickMany',
    required: 'choose one',
    errors: { max: { text: 'at most {max}' } },
    pick: {
      rows: '/contacts/rows',
      title: '/row/name',
      disabled: fit,
      max: '/activity/item/most',
      entry: { text: '{id}:{name}', with: { id: '/row/id', name: '/row/name' } },
    },
  };
  const one: FormField = { field: 'pickOne', required: 'choose one', pick: { rows: '/contacts/rows', title: '/row/name', key: '/row/no' } };
  const of = (who: FormField): Form => ({ fields: { who }, submit: { source: 'x:send', label: 'Send' } });
  const rows = [
    { id: 1, no: 'a', name: 'An', fit: 'ok' },
    { id: 2, no: 'b', name: 'Bo', fit: 'male' },
    { id: 3, no: 'c', name: 'Ci' },
  ];
  const at = { contacts: { ok: true, rows }, activity: { item: { most: 1 } } };
  const patterns = {
    '{id}:{name}': [
      { type: 1, value: 'id' },
      { type: 0, value: ':' },
      { type: 1, value: 'name' },
    ],
    'at most {max}': [
      { type: 0, value: 'at most ' },
      { type: 1, value: 'max' },
    ],
  };

  it.each([
    ['one of them', many, ['1'], [], { who: '1:An' }],
    ['none', many, [], ['choose one'], {}],
    ['[ENR-05] one that does not fit', many, ['2'], ['choose one'], {}],
    ['one that is not there any more', many, ['1', '9'], [], { who: '1:An' }],
    ['[ENR-11] more than there may be', many, ['1', '3'], ['at most 1'], { who: '1:An,3:Ci' }],
    ['the same in another order', many, ['3', '1'], ['at most 1'], { who: '1:An,3:Ci' }],
    ['a single one by a key of its own', one, 'c', [], { who: 'c' }],
    ['a single one that is not there', one, 'x', ['choose one'], {}],
  ])('%s', (_what, field, who, faults, sent) => {
    expect(checkForm(of(field), { who }, at, patterns).map(({ message }) => message)).toEqual(faults);
    expect(serializeForm(of(field), { who }, at, patterns)).toEqual(sent);
  });

  it('are a text to the server, which has no records to look among', () => {
    expect(buildFormSchema(of(many))['properties']).toMatchObject({ who: { type: 'string' } });
    expect(checkForm(of(many), { who: '1:An,3:Ci' }, {}, patterns)).toEqual([]);
    expect(checkForm(of(many), {}, {}, patterns)).toEqual([{ field: 'who', message: 'choose one' }]);
  });

  it('without a largest number there may be as many as there are', () => {
    expect(checkForm(of(many), { who: ['1', '3'] }, { contacts: at.contacts }, patterns)).toEqual([]);
  });
});

describe('files, times and rich text', () => {
  const field = (rest: Partial<FormField>): FormField => ({
    field: 'image',
    required: 'needed',
    errors: { count: 'too many', schema: 'wrong' },
    ...rest,
  });
  it.each([
    [field({ upload: { source: 'u:one' } }), '', 'needed'],
    [field({ upload: { source: 'u:one' } }), '/files/a.png', undefined],
    [field({ upload: { source: 'u:one' } }), '/files/a.png|/files/b.png', 'too many'],
    [field({ upload: { source: 'u:one', count: 2 } }), '/files/a.png|https://x.example/b.png', undefined],
    [field({ upload: { source: 'u:one', count: 2, joined: ',' } }), '/files/a.png,/files/b.png,/files/c.png', 'too many'],
    [field({ upload: { source: 'u:one' } }), 'javascript:alert(1)', 'wrong'],
    [field({ upload: { source: 'u:one' } }), '//evil.example/a.png', 'wrong'],
    [field({ field: 'timeSlots', times: { info: '/venue/item', taken: 'v:taken' } }), '2026-11-21 09:00-10:30', undefined],
    [field({ field: 'timeSlots', times: { info: '/venue/item', taken: 'v:taken' } }), '2026-11-21', 'wrong'],
    [field({ field: 'richText' }), '<p></p>', 'needed'],
    [field({ field: 'richText' }), '<p>&nbsp;<br></p>', 'needed'],
    [field({ field: 'richText' }), '<p><img src="/files/a.png"></p>', undefined],
    [field({ field: 'richText' }), '<p>words</p>', undefined],
    [field({ field: 'richText', upload: { source: 'u:one' } }), '<p>one|two</p>', undefined],
    [field({ field: 'richText', schema: { maxLength: 5 } }), '<p>words</p>', 'wrong'],
  ])('%j: %j says %s', (rule, value, message) => {
    expect(
      checkForm({ fields: { it: rule }, submit: { source: 'x:send', label: 'Send' } }, { it: value }, { texts: {} }, {})[0]?.message,
    ).toBe(message);
  });

  it('rich text may be longer than other values', () => {
    const lengthOf = (kind: FormField['field']) =>
      (buildFormSchema({ fields: { it: { field: kind } } })['properties'] as Record<string, { maxLength: number }>)['it']?.maxLength;
    expect([lengthOf('textarea'), lengthOf('richText')]).toEqual([10_000, 100_000]);
  });
});

describe('the rule of a field', () => {
  it.each([
    ['abc', { minLength: 4 }, 'minLength'],
    ['abc', { maxLength: 2 }, 'maxLength'],
    ['𠮷𠮷', { maxLength: 2 }, undefined],
    ['a1', { anyOf: [{ pattern: '^[a-z]+$' }, { pattern: '^[0-9]+$' }] }, 'anyOf'],
    ['a1', { anyOf: [{ pattern: '^[a-z]+$' }, { pattern: '^[a-z]?[0-9]+$' }] }, undefined],
    ['a', { allOf: [{ pattern: 'a' }, { minLength: 2 }] }, 'allOf'],
    ['x', { enum: ['y'] }, 'enum'],
    ['1', { const: '2' }, 'const'],
    ['a@b.example', { format: 'email' }, undefined],
    ['a@b', { format: 'email' }, 'format'],
    ['2026-02-30', { format: 'date' }, 'format'],
    ['2026-02-28', { format: 'date' }, undefined],
    ['/a', { format: 'uri' }, 'format'],
    [5, {}, 'type'],
  ] as const)('%j under %j: %s', (value, schema, keyword) => {
    const keywords = ['minLength', 'maxLength', 'anyOf', 'allOf', 'enum', 'const', 'format', 'type'];
    const field = { field: 'text', schema, errors: Object.fromEntries(keywords.map((name) => [name, name])) } as FormField;
    const form: Form = { fields: { it: field }, submit: { source: 'x:send', label: 'Send' } };
    expect(checkForm(form, { it: value }, {}, {}).map(({ message }) => message)).toEqual(keyword === undefined ? [] : [keyword]);
  });
});

describe('several choices, ratings, times and steps that are not always there', () => {
  const survey: Form = {
    steps: { start: { label: 'Start' }, more: { label: 'More', when: { '/form/came': { contains: 'talk' } } } },
    fields: {
      came: {
        field: 'checkboxes',
        label: 'Came for',
        step: 'start',
        required: 'choose',
        options: { talk: { value: 'talk', label: 'Talk' }, show: { value: 'show', label: 'Show' }, cafe: { value: 'cafe', label: 'Cafe' } },
        schema: { maxItems: 2 },
        errors: { maxItems: 'at most two' },
      },
      speaker: { field: 'rating', label: 'Speaker', step: 'more', required: 'rate' },
      at: { field: 'time', label: 'At', step: 'more', errors: { format: 'no time' } },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  const faults = (values: object): string[] =>
    checkForm(survey, values as Record<string, unknown>, scope, {}).map(({ message }) => message);
  it.each([
    [{}, ['choose']],
    [{ came: 'show' }, []],
    [{ came: 'show,park' }, ['invalid']],
    [{ came: 'talk,show,cafe', speaker: 5 }, ['at most two']],
    [{ came: 'talk,show' }, ['rate']],
    [{ came: 'talk', speaker: 6 }, ['invalid']],
    [{ came: 'talk', speaker: 4, at: '24:00' }, ['no time']],
    [{ came: 'talk', speaker: 4, at: '09:30' }, []],
    [{ came: 'cafe', speaker: 9, at: 'x' }, []],
  ])('%j: %j', (values, expected) => expect(faults(values)).toEqual(expected));

  it('sends nothing of a step that is not there, and demands nothing of it', () => {
    expect(serializeForm(survey, { came: 'cafe', speaker: 4 }, scope)).toEqual({ came: 'cafe' });
    expect(serializeForm(survey, { came: 'talk,cafe', speaker: 4 }, scope)).toEqual({ came: 'talk,cafe', speaker: 4 });
  });
});

describe('rules over several fields', () => {
  const now = Date.parse('2026-11-20T10:00:00+08:00');
  const loan: Form = {
    fields: {
      begin: {
        field: 'date',
        schema: { formatMinimum: { $data: '/now' } },
        errors: { formatMinimum: 'begins in the past', format: 'no date' },
      },
      end: { field: 'date', schema: { formatMinimum: { $data: '/begin' } }, errors: { formatMinimum: 'ends before it begins' } },
      opens: { field: 'time', schema: { formatExclusiveMaximum: { $data: '/closes' } }, errors: { schema: 'opens too late' } },
      closes: { field: 'time' },
      from: { field: 'dateTime', schema: { allOf: [{ formatMinimum: { $data: '/now' } }] }, errors: { allOf: 'too early' } },
      month: { field: 'month', schema: { formatMaximum: '2027-06' }, errors: { formatMaximum: 'too far away' } },
      most: { field: 'integer', schema: { minimum: { $data: '/least' } }, errors: { minimum: 'fewer than least', type: 'not whole' } },
      least: { field: 'integer', schema: { minimum: 0 } },
      share: { field: 'slider', schema: { minimum: 0, maximum: 1, multipleOf: 0.1 }, errors: { multipleOf: 'not in tenths' } },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  it.each([
    [{}, []],
    [{ begin: '2026-11-20', end: '2026-11-20' }, []],
    [{ begin: '2026-11-21', end: '2026-11-20' }, ['ends before it begins']],
    [{ begin: '2026-11-19' }, ['begins in the past']],
    [{ begin: '2026-02-30' }, ['no date']],
    [{ end: '2020-01-01' }, []],
    [{ opens: '09:00', closes: '17:30' }, []],
    [{ opens: '17:30', closes: '17:30' }, ['opens too late']],
    [{ from: '2026-11-20T10:00' }, []],
    [{ from: '2026-11-20T09:59' }, ['too early']],
    [{ from: '2026-11-20 10:00' }, ['invalid']],
    [{ month: '2027-06' }, []],
    [{ month: '2027-07' }, ['too far away']],
    [{ month: '2026-13' }, ['invalid']],
    [{ least: 3, most: 3 }, []],
    [{ least: 3, most: 2 }, ['fewer than least']],
    [{ most: 1.5 }, ['not whole']],
    [{ most: JSON.parse('1e400') as number }, ['not whole']],
    [{ share: 0.3 }, []],
    [{ share: 0.35 }, ['not in tenths']],
  ])('%j: %j', (values, expected) => {
    expect(checkForm(loan, values, { ...scope, now }, {}).map(({ message }) => message)).toEqual(expected);
  });
});

describe('rows', () => {
  const piece = (rest: Partial<FormField> = {}): FormField => ({
    field: 'rows',
    label: 'Pieces',
    row: 'Piece',
    required: 'none',
    schema: { minItems: 1, maxItems: 3 },
    errors: { maxItems: 'three at most', schema: 'wrong pieces' },
    fields: {
      title: { field: 'text', label: 'Title', required: 'title needed', schema: { maxLength: 5 }, errors: { maxLength: 'title too long' } },
      count: { field: 'integer', schema: { minimum: 1, maximum: { $data: '/most' } }, errors: { maximum: 'too many', schema: 'no count' } },
      from: { field: 'date' },
      to: { field: 'date', schema: { formatMinimum: { $data: '/from' } }, errors: { formatMinimum: 'ends early' } },
      kinds: {
        field: 'checkboxes',
        options: { a: { value: 'a', label: 'A' }, b: { value: 'b', label: 'B' } },
        errors: { enum: 'no kind' },
      },
      parts: { field: 'rows', label: 'Parts', fields: { name: { field: 'text', required: 'part needed' } } },
    },
    ...rest,
  });
  const loan: Form = { fields: { most: { field: 'integer' }, pieces: piece() }, submit: { source: 'x:send', label: 'Send' } };
  const faults = (pieces: unknown, most?: number): Record<string, string> =>
    Object.fromEntries(checkForm(loan, { pieces, most }, scope, {}).map(({ field, message }) => [field, message]));

  it.each([
    [undefined, { pieces: 'none' }],
    [[], { pieces: 'none' }],
    [[{ title: 'Jar' }], {}],
    [[{}], { 'pieces.0.title': 'title needed' }],
    [[{ title: 'Jar' }, { title: ' ' }], { 'pieces.1.title': 'title needed' }],
    [[{ title: '  Jarre ' }], {}],
    [
      [{ title: 'Jar' }, { title: 'Porcelain' }, { count: 0 }],
      { 'pieces.1.title': 'title too long', 'pieces.2.title': 'title needed', 'pieces.2.count': 'no count' },
    ],
    [[{ title: 'a' }, { title: 'b' }, { title: 'c' }, { title: 'd' }], { pieces: 'three at most' }],
    [[{ title: 'Jar', count: 9 }], { 'pieces.0.count': 'too many' }, 8],
    [[{ title: 'Jar', count: 9 }], {}],
    [[{ title: 'Jar', from: '2026-02-02', to: '2026-02-01' }], { 'pieces.0.to': 'ends early' }],
    [[{ title: 'Jar', kinds: 'a,b' }], {}],
    [[{ title: 'Jar', kinds: 'a,c' }], { 'pieces.0.kinds': 'no kind' }],
    [[{ title: 'Jar', parts: [{ name: 'lid' }, {}] }], { 'pieces.0.parts.1.name': 'part needed' }],
    [[{ title: 'Jar', weight: 3 }], { pieces: 'wrong pieces' }],
    [['Jar'], { pieces: 'wrong pieces' }],
    ['Jar', { pieces: 'wrong pieces' }],
    [{ 0: { title: 'Jar' } }, { pieces: 'wrong pieces' }],
  ] as [unknown, Record<string, string>, number?][])('%j: %j', (pieces, expected, most) => expect(faults(pieces, most)).toEqual(expected));

  it('are at most a hundred unless the schema says otherwise', () => {
    const many = Array.from({ length: 101 }, () => ({ title: 'Jar' }));
    const form: Form = { ...loan, fields: { pieces: piece({ schema: {} }) } };
    expect(checkForm(form, { pieces: many }, scope, {})).toEqual([{ field: 'pieces', message: 'three at most' }]);
    expect(checkForm(form, { pieces: many.slice(1) }, scope, {})).toEqual([]);
  });

  it('are sent without what was not filled in, and read back', () => {
    const values = {
      pieces: [
        { title: 'Jar', count: 2, from: '', parts: [{ name: 'lid' }] },
        { title: 'Vase', parts: [] },
      ],
      most: 3,
    };
    const sent: Record<string, Json> = { pieces: [{ title: 'Jar', count: 2, parts: [{ name: 'lid' }] }, { title: 'Vase' }], most: 3 };
    expect(serializeForm(loan, values, scope)).toEqual(sent);
    expect(deserializeForm(loan, sent)).toEqual({ values: sent, rest: {} });
  });
});

describe('fields that can be filled in only at times', () => {
  const form: Form = {
    fields: {
      news: { field: 'checkbox' },
      mail: { field: 'email', required: 'needed', enabled: { '/form/news': true } },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  it.each([
    [{}, [], {}],
    [{ news: true }, ['needed'], { news: true }],
    [{ news: true, mail: 'a@b.example' }, [], { news: true, mail: 'a@b.example' }],
    [{ news: false, mail: 'no address' }, [], { news: false }],
  ])('%j', (values, faults, sent) => {
    expect(checkForm(form, values, scope, {}).map(({ message }) => message)).toEqual(faults);
    expect(serializeForm(form, values, scope)).toEqual(sent);
  });
});

describe('groups', () => {
  const form: Form = {
    fields: {
      unit: { field: 'text' },
      size: {
        field: 'group',
        label: 'Size',
        errors: { schema: 'wrong size' },
        when: { '/form/unit': { present: true } },
        fields: {
          height: { field: 'number', required: 'height needed', schema: { minimum: 1 }, errors: { schema: 'no height' } },
          width: { field: 'number', schema: { maximum: { $data: '/height' } }, errors: { maximum: 'wider than high' } },
          parts: { field: 'rows', fields: { name: { field: 'text', required: 'part needed' } } },
        },
      },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  it.each([
    [{}, {}, {}],
    [{ unit: 'cm' }, { 'size.height': 'height needed' }, { unit: 'cm' }],
    [{ unit: 'cm', size: { height: 2, width: 1 } }, {}, { unit: 'cm', size: { height: 2, width: 1 } }],
    [{ unit: 'cm', size: { height: 0 } }, { 'size.height': 'no height' }, { unit: 'cm', size: { height: 0 } }],
    [{ unit: 'cm', size: { height: 1, width: 2 } }, { 'size.width': 'wider than high' }, { unit: 'cm', size: { height: 1, width: 2 } }],
    [
      { unit: 'cm', size: { height: 1, parts: [{}] } },
      { 'size.parts.0.name': 'part needed' },
      { unit: 'cm', size: { height: 1, parts: [{}] } },
    ],
    [{ unit: 'cm', size: { height: 1, depth: 3 } }, { size: 'wrong size' }, { unit: 'cm', size: { height: 1 } }],
    [{ unit: 'cm', size: [1] }, { size: 'wrong size' }, { unit: 'cm' }],
    [{ unit: 'cm', size: 'big' }, { size: 'wrong size' }, { unit: 'cm' }],
  ] as [Record<string, unknown>, Record<string, string>, object][])('%j', (values, faults, sent) => {
    const found = checkForm(form, values, scope, {});
    expect(Object.fromEntries(found.map(({ field, message }) => [field, message]))).toEqual(faults);
    expect(serializeForm(form, values, scope)).toEqual(sent);
  });
});

describe('what is within rows and groups', () => {
  const form: Form = {
    fields: {
      far: { field: 'checkbox' },
      pieces: {
        field: 'rows',
        fields: {
          kind: { field: 'select', options: { jar: { value: 'jar', label: 'Jar' }, scroll: { value: 'scroll', label: 'Scroll' } } },
          height: { field: 'number', required: 'height needed', when: { '/row/kind': 'jar' } },
          crate: { field: 'text', required: 'crate needed', enabled: { '/form/far': true } },
          lamp: {
            field: 'group',
            when: { '/row/kind': 'scroll' },
            fields: { lux: { field: 'integer', required: { text: 'lux for {title}', with: { title: '/row/kind' } } } },
          },
          parts: {
            field: 'rows',
            fields: { name: { field: 'text' }, seal: { field: 'text', required: 'seal needed', when: { '/row/name': 'lid' } } },
          },
        },
      },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  const patterns = { 'lux for {title}': [{ type: 0, value: 'lux' }] } as never;
  it.each([
    [{ pieces: [{ kind: 'jar' }, { kind: 'scroll' }] }, { 'pieces.0.height': 'height needed', 'pieces.1.lamp.lux': 'lux' }, undefined],
    [{ pieces: [{ kind: 'jar', height: 3, lamp: { lux: 5 }, crate: 'x' }] }, {}, { pieces: [{ kind: 'jar', height: 3 }] }],
    [{ far: true, pieces: [{ kind: '', height: -1 }] }, { 'pieces.0.crate': 'crate needed' }, { far: true, pieces: [{}] }],
    [
      { pieces: [{ parts: [{ name: 'lid' }, { name: 'foot', seal: 'x' }] }] },
      { 'pieces.0.parts.0.seal': 'seal needed' },
      { pieces: [{ parts: [{ name: 'lid' }, { name: 'foot' }] }] },
    ],
  ] as [Record<string, unknown>, Record<string, string>, object | undefined][])(
    '%j: is there by its row and the form',
    (values, faults, sent) => {
      const found = checkForm(form, values, scope, patterns);
      expect(Object.fromEntries(found.map(({ field, message }) => [field, message]))).toEqual(faults);
      if (sent) expect(serializeForm(form, values, scope)).toEqual(sent);
    },
  );
});

describe("options by a parent's value", () => {
  const city = (when: string, field: FormField['field'] = 'select'): FormField => ({
    field,
    label: 'City',
    options: {
      west: { value: 'hz', label: 'Hangzhou', when: { [when]: '33' } },
      east: { value: 'nb', label: 'Ningbo', when: { [when]: '33' } },
      south: { value: 'gz', label: 'Guangzhou', when: { [when]: '44' } },
      none: { value: 'no', label: 'None' },
    },
    errors: { enum: 'not there' },
  });
  const province: FormField = { field: 'text' };
  const district: FormField = { field: 'radio', options: { lake: { value: 'xh', label: 'Xihu', when: { '/form/city': 'hz' } } } };
  const fields = {
    province,
    city: city('/form/province'),
    cities: city('/form/province', 'checkboxes'),
    district,
    stops: { field: 'rows', fields: { province, city: city('/row/province') } },
  } satisfies Form['fields'];
  const form: Form = { fields, submit: { source: 'x:send', label: 'Send' } };

  it.each([
    [{ province: '33', city: 'hz' }, []],
    [{ province: '44', city: 'hz' }, ['city']],
    [{ city: 'hz' }, ['city']],
    [{ city: 'no', cities: 'no' }, []],
    [{ province: '33', cities: 'hz,nb,no' }, []],
    [{ province: '33', cities: 'hz,gz' }, ['cities']],
    [
      {
        stops: [
          { province: '44', city: 'gz' },
          { province: '33', city: 'gz' },
        ],
      },
      ['stops.1.city'],
    ],
  ])('%j are taken only while they are offered: %j', (values, expected) =>
    expect(checkForm(form, values, scope, {}).map(({ field }) => field)).toEqual(expected),
  );

  it.each([
    [{ province: '33', city: 'hz', district: 'xh' }, { province: '33', city: 'hz', district: 'xh' }, []],
    [
      { province: '44', city: 'hz', district: 'xh', note: 'x' },
      { province: '44', city: '', district: '', note: 'x' },
      ['city', 'district'],
    ],
    [{ province: '44', cities: 'hz,gz,no' }, { province: '44', cities: 'gz,no' }, ['cities']],
    [
      {
        stops: [
          { province: '33', city: 'gz', note: 'x' },
          { province: '33', city: 'nb' },
        ],
      },
      {
        stops: [
          { province: '33', city: '', note: 'x' },
          { province: '33', city: 'nb' },
        ],
      },
      ['stops.0.city'],
    ],
  ])('%j become %j', (values, expected, emptied) => {
    const { values: held, fields: lost } = emptyUnoffered(fields, values, scope, getOptionTree);
    expect([held, lost.map(({ path }) => path)]).toEqual([expected, emptied]);
  });
});

describe('read-only fields', () => {
  const form: Form = {
    fields: {
      phone: { field: 'phone', readOnly: true, default: '/viewer/phone', errors: { readOnly: 'not yours' } },
      from: { field: 'text', readOnly: true, default: '/query/from' },
      count: { field: 'integer', readOnly: true, default: { const: 2 } },
      at: { field: 'text', readOnly: true, default: '/viewer/name', when: { '/form/count': 3 } },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  const member = { viewer: { phone: '138', name: 'Li' }, texts: { readOnlyChanged: 'changed' } };
  it.each([
    [{ phone: '138', count: 2 }, {}],
    [{ phone: '139', count: 2, from: 'anything' }, { phone: 'not yours' }],
    [{ count: 2 }, { phone: 'not yours' }],
    [
      { phone: '138', count: 3 },
      { count: 'changed', at: 'changed' },
    ],
  ])('%j are the defaults that the server knows: %j', (values, expected) =>
    expect(Object.fromEntries(findChangedFields(form, values, member, {}).map(({ field, message }) => [field, message]))).toEqual(expected),
  );
});

describe('choices from trees', () => {
  const region: FormField = {
    field: 'cascade',
    required: 'needed',
    complete: 'not far enough',
    options: {
      z: {
        value: '33',
        label: 'Zhejiang',
        children: { h: { value: '3301', label: 'Hangzhou', children: { x: { value: 330106, label: 'Xihu' } } } },
      },
      m: { value: '82', label: 'Macao' },
    },
    errors: { enum: 'no such place' },
  };
  const ask = (value: unknown, field: FormField = region): string[] =>
    checkForm({ fields: { region: field }, submit: { source: 'x:send', label: 'Send' } }, { region: value }, scope, {}).map(
      ({ message }) => message,
    );
  it.each([
    ['330106', []],
    ['82', []],
    ['3301', ['not far enough']],
    ['33', ['not far enough']],
    ['44', ['no such place']],
    ['', ['needed']],
    [330106, ['invalid']],
    [['33'], ['invalid']],
  ])('%j: %j', (value, expected) => expect(ask(value)).toEqual(expected));
  it('end anywhere unless they have to go on', () => expect(ask('33', { ...region, complete: undefined })).toEqual([]));

  const tree = createTree([
    {
      value: 'a',
      label: 'A',
      children: [
        { value: 'a1', label: 'One' },
        { value: 'a2', label: 'Two' },
      ],
    },
    { value: 'b', label: 'B' },
  ]);
  const below: Form = {
    fields: {
      kind: { field: 'select', dictionary: 'kinds' },
      fine: { field: 'checkboxes', dictionary: 'kinds', parent: 'kind', errors: { enum: 'not below' } },
      stops: {
        field: 'rows',
        fields: { kind: { field: 'select', dictionary: 'kinds' }, fine: { field: 'select', dictionary: 'kinds', parent: 'kind' } },
      },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  it.each([
    [{ kind: 'a', fine: 'a1,a2' }, []],
    [{ kind: 'b', fine: 'a1' }, ['fine']],
    [{ fine: 'a1' }, ['fine']],
    [
      {
        stops: [
          { kind: 'a', fine: 'a2' },
          { kind: 'b', fine: 'a2' },
        ],
      },
      ['stops.1.fine'],
    ],
  ])('of a dictionary %j are those below the choice beside them', (values, expected) => {
    const { faults } = judgeForm(below, values, scope, {}, getFormValidator(below).check, undefined, () => tree);
    expect(faults.map(({ field }) => field)).toEqual(expected);
  });
  it('are written with all levels', () =>
    expect([writePath(tree, 'a2'), writePath(tree, 'b'), writePath(tree, 'c')]).toEqual(['A Two', 'B', undefined]));
});

describe('records that were found', () => {
  const find = { source: 'x:list', as: 'title', title: '/row/title' };
  const form: Form = {
    fields: {
      one: { field: 'combobox', required: 'needed', find, errors: { schema: 'wrong' } },
      some: { field: 'combobox', multiple: true, find, schema: { maxItems: 2 }, errors: { maxItems: 'two at most', schema: 'wrong' } },
      rows: { field: 'rows', fields: { one: { field: 'combobox', find, errors: { schema: 'wrong' } } } },
    },
    submit: { source: 'x:send', label: 'Send' },
  };
  const jar = { id: '1', label: 'Jar' };
  it.each([
    [{ one: jar, some: [jar, jar], rows: [{ one: jar }, {}] }, {}],
    [{ one: '', some: '' }, { one: 'needed' }],
    [{ one: { id: '1' } }, { one: 'needed' }],
    [{ one: { ...jar, id: '' } }, { one: 'wrong' }],
    [{ one: { ...jar, label: 'x'.repeat(301) } }, { one: 'wrong' }],
    [{ one: { ...jar, price: 1 } }, { one: 'wrong' }],
    [
      { one: 'Jar', some: jar, rows: [{ one: [jar] }] },
      { one: 'wrong', some: 'wrong', 'rows.0.one': 'wrong' },
    ],
    [{ one: jar, some: [jar, jar, jar] }, { some: 'two at most' }],
  ])('%j: %j', (values, faults) => {
    expect(Object.fromEntries(checkForm(form, values, scope, {}).map(({ field, message }) => [field, message]))).toEqual(faults);
  });
  it('are sent as they are', () => {
    const values = { one: jar, some: [jar], rows: [{ one: jar }] };
    expect(serializeForm(form, { ...values, some: [jar] }, scope)).toEqual(values);
    expect(serializeForm(form, { one: '', some: '' }, scope)).toEqual({});
  });
});

it('nothing is kept of ID numbers, wherever they stand', () => {
  const fields = {
    name: { field: 'text', label: '姓名' },
    number: { field: 'idNumber', label: '证件' },
    agreed: { field: 'agreement', label: '同意' },
    guardian: {
      field: 'group',
      label: '监护人',
      fields: { number: { field: 'idNumber', label: '证件' }, name: { field: 'text', label: '姓名' } },
    },
    people: {
      field: 'rows',
      label: '同行',
      fields: { number: { field: 'idNumber', label: '证件' }, name: { field: 'text', label: '姓名' } },
    },
  } as const;
  const person = { number: '330102198802131128', name: '乙' };
  const values = { name: '甲', number: person.number, agreed: true, guardian: person, people: [person, person], other: 'x' };
  expect(pickPersistable(fields, values)).toEqual({
    name: '甲',
    agreed: true,
    guardian: { name: '乙' },
    people: [{ name: '乙' }, { name: '乙' }],
  });
});
