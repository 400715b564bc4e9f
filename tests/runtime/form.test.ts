import { describe, expect, it } from 'vitest';
import type { Form } from '../../src/model/definitions.g';
import { checkForm, formSchema, mayBeKept, receivedValues, sentValues, startValues } from '../../src/runtime/form';
import { schemaFault } from '../../src/runtime/fieldSchema';

const form: Form = {
  fields: {
    phone: { field: 'phone', label: 'Phone', required: 'phone needed', schema: { pattern: '^1[0-9]{10}$' }, errors: { schema: 'bad phone' }, sendAs: 'mobile' },
    secret: { field: 'password', required: 'secret needed', schema: { minLength: 6, maxLength: 16 }, errors: { minLength: 'too short', schema: 'bad secret' } },
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
const check = (values: object, only?: (name: string) => boolean) => checkForm(form, values as Record<string, unknown>, scope, {}, only).map(({ field, message }) => `${field}: ${message}`);

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
    [{ ...sound, terms: 'true' }, ['terms: agree first']],
    [{ ...sound, age: '7' }, ['age: invalid']],
    [{ ...sound, age: 0 }, ['age: invalid']],
    [{ ...sound, news: true }, []],
    [{ ...sound, phone: ['13800000000'] }, ['phone: invalid'.replace('invalid', 'bad phone')]],
  ])('%j has the faults %j', (values, faults) => expect(check(values)).toEqual(faults));

  it('checks some fields alone, and tells faults in an order of its own', () => {
    expect(check({}, (name) => name === 'kind')).toEqual(['kind: kind needed']);
    expect(checkForm({ ...form, order: ['kind', 'again'] }, { terms: true }, scope, {}).map(({ field }) => field)).toEqual(['kind', 'again', 'phone', 'secret']);
  });
});

describe('what is sent', () => {
  it('has hidden values and other names, and nothing local or left empty', () => {
    expect(sentValues(form, { ...sound, note: '', age: 5, news: false }, scope)).toEqual({ from: 'web', mobile: '13800000000', secret: 'secret1', again: 'secret1', kind: '1', age: 5, news: false, code: 'T1' });
  });

  it('is read back by the names of the fields', () => {
    const { terms: _terms, ...values } = sound;
    expect(receivedValues(form, sentValues(form, sound, scope))).toEqual({ ...values, code: 'T1' });
    expect(receivedValues(form, JSON.parse('{"terms":true,"__proto__":{"phone":"1"},"other":1}') as Record<string, string>)).toEqual({});
  });

  it('starts with the defaults', () => expect(startValues(form, scope)).toEqual({ age: 7 }));

  it('has a schema that allows nothing else', () => {
    const schema = formSchema(form);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false, required: ['mobile', 'secret', 'again', 'kind'] });
    expect(Object.keys(schema['properties'] as object)).toEqual(['from', 'mobile', 'secret', 'again', 'kind', 'note', 'age', 'news', 'code']);
    expect(schema['properties']).toMatchObject({ mobile: { type: 'string', pattern: '^1[0-9]{10}$' }, kind: { enum: ['1', '2'] }, age: { type: 'number', minimum: 1 }, news: { type: 'boolean' } });
  });

  it('is never kept when it is a password or a code', () => {
    expect((['text', 'password', 'captcha', 'smsCode'] as const).map((field) => mayBeKept({ field }))).toEqual([true, false, false, false]);
  });
});

describe('schemaFault', () => {
  it.each([
    ['abc', { minLength: 4 }, 'minLength'], ['abc', { maxLength: 2 }, 'maxLength'], ['𠮷𠮷', { maxLength: 2 }, undefined], ['a1', { anyOf: [{ pattern: '^[a-z]+$' }, { pattern: '^[0-9]+$' }] }, 'anyOf'], ['a', { allOf: [{ pattern: 'a' }, { minLength: 2 }] }, 'allOf'],
    ['x', { enum: ['y'] }, 'enum'], [1, { const: '1' }, 'const'], ['a@b.example', { format: 'email' }, undefined], ['a@b', { format: 'email' }, 'format'], ['2026-02-30', { format: 'date' }, 'format'], ['2026-02-28', { format: 'date' }, undefined], [5, { maximum: 4 }, 'maximum'],
  ] as const)('%j under %j: %s', (value, rule, keyword) => expect(schemaFault(value, rule as Parameters<typeof schemaFault>[1])).toBe(keyword));
});
