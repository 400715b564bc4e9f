import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { readSource } from '../../src/translation/readSource';
import { translateForm } from '../../src/translation/translate';

const translate = (source: JsonObject) => translateForm(readSource(source));
const text = { type: 'string' };
const of = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ schema: { type: 'object', properties, ...rest } });
const control = (name: string, rest: JsonObject = {}): JsonObject => ({ type: 'Control', scope: `#/properties/${name}`, ...rest });
const layout = (...elements: JsonObject[]): JsonObject => ({ type: 'VerticalLayout', elements });
const rule = (effect: string, condition: JsonObject): JsonObject => ({ rule: { effect, condition } });

describe('a form of JSON Forms', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'a text by the words of its name',
      of({ street_name: text }),
      { streetName: { field: 'text', label: 'Street Name', sendAs: 'street_name' } },
    ],
    [
      'words, rules and a default',
      of({ name: { ...text, title: 'N', description: 'D', minLength: 2, default: 'x' } }, { required: ['name'] }),
      { name: { field: 'text', label: 'N', hint: 'D', required: '/texts/fieldNeeded', schema: { minLength: 2 }, default: { const: 'x' } } },
    ],
    [
      'choices with their titles, of numbers too',
      of({ of: { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] } }),
      { of: { field: 'select', label: 'Of', options: { value1: { value: 1, label: 'One' }, value2: { value: 2, label: '2' } } } },
    ],
    [
      'words that look like references and arguments',
      of({ a: { ...text, title: '/x' }, b: { ...text, title: 'a {b}' } }),
      { a: { field: 'text', label: { text: '/x' } }, b: { field: 'text', label: "a '{'b'}'" } },
    ],
    [
      'rows of one value',
      of({ tags: { type: 'array', items: text, maxItems: 3, uniqueItems: true } }),
      {
        tags: {
          field: 'rows',
          label: 'Tags',
          plain: true,
          schema: { maxItems: 3, uniqueItems: true },
          fields: { value: { field: 'text' } },
        },
      },
    ],
  ])('%s', (_title, source, fields) => {
    const { form, losses } = translate(source);
    expect(form.fields).toEqual(fields);
    expect(losses).toEqual([]);
  });

  const flags = { type: 'boolean' };
  const ruled = (...given: [effect: string, condition: JsonObject]): JsonObject => ({
    ...of({ on: flags, count: { type: 'integer' }, name: text }),
    uischema: layout(control('on'), control('count'), control('name', rule(...given))),
  });
  it.each<[string, JsonObject, JsonObject]>([
    ['SHOW', { scope: '#/properties/on', schema: { const: true } }, { when: { '/form/on': true } }],
    [
      'HIDE',
      { scope: '#/properties/on', schema: { const: true } },
      { when: { '/form/on': { anyOf: [{ present: false }, { not: true }] } } },
    ],
    [
      'ENABLE',
      { scope: '#/properties/count', schema: { minimum: 3 } },
      { enabled: { '/form/count': { anyOf: [{ present: false }, { minimum: 3 }] } } },
    ],
    [
      'ENABLE',
      { scope: '#/properties/count', schema: { minimum: 3 }, failWhenUndefined: true },
      { enabled: { '/form/count': { minimum: 3 } } },
    ],
    ['DISABLE', { scope: '#/properties/count', schema: { minimum: 3 } }, { enabled: { '/form/count': { not: { minimum: 3 } } } }],
    ['SHOW', { scope: '#/properties/on', type: 'LEAF', expectedValue: true }, { when: { '/form/on': true } }],
    [
      'SHOW',
      { scope: '#', schema: { properties: { on: { const: true } }, required: ['count'] } },
      { when: { '/form/on': { anyOf: [{ present: false }, true] }, '/form/count': { present: true } } },
    ],
    [
      'SHOW',
      {
        type: 'AND',
        conditions: [
          { scope: '#/properties/on', schema: { const: true } },
          { scope: '#/properties/count', schema: { const: 1 } },
        ],
      },
      { when: { '/form/on': true, '/form/count': 1 } },
    ],
    [
      'SHOW',
      {
        type: 'OR',
        conditions: [
          { scope: '#/properties/count', schema: { const: 1 } },
          { scope: '#/properties/count', schema: { const: 2 } },
        ],
      },
      { when: { '/form/count': { anyOf: [1, 2] } } },
    ],
    ['SHOW', { scope: '#' }, {}],
  ])('keeps %s of %j', (effect, condition, expected) => {
    const { form, losses } = translate(ruled(effect, condition));
    expect(losses).toEqual([]);
    expect(form.fields['name']).toEqual({ field: 'text', label: 'Name', ...expected });
  });

  it('keeps a rule about a value of several kinds for all of its fields', () => {
    const { form, losses } = translate({
      ...of({ on: flags, who: { oneOf: [{ type: 'string' }, { type: 'integer' }] } }),
      uischema: layout(control('on'), control('who', rule('SHOW', { scope: '#/properties/on', schema: { const: true } }))),
    });
    expect(losses).toEqual([]);
    const { fields, ...group } = form.fields['part'] ?? {};
    expect(group).toEqual({ field: 'group', flat: true, when: { '/form/on': true } });
    expect(Object.entries(fields ?? {}).map(([name, { when, sendAs }]) => [name, sendAs, when])).toEqual([
      ['whoKind', undefined, undefined],
      ['who', undefined, { '/form/part/whoKind': 'string' }],
      ['who2', 'who', { '/form/part/whoKind': 'integer' }],
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['a scope without a property', { ...of({ a: text }), uischema: layout(control('b')) }, '/elements/0 scope'],
    ['a control of a value that has one', { ...of({ a: text }), uischema: layout(control('a'), control('a')) }, '/elements/1 scope'],
    [
      'a control of an object of which a part is asked for',
      {
        ...of({ home: { type: 'object', properties: { zip: text } } }),
        uischema: layout({ type: 'Control', scope: '#/properties/home/properties/zip' }, control('home')),
      },
      '/elements/1 scope',
    ],
    ['a rule that fields do not have', of({ a: { ...text, contentEncoding: 'base64' } }), '/properties/a contentEncoding'],
    ['a format that there is not', of({ a: { ...text, format: 'ipv6' } }), '/properties/a format'],
    ['a type that can be anything', of({ a: {} }), '/properties/a type'],
    [
      'an option that there is not',
      { ...of({ a: text }), uischema: layout(control('a', { options: { magic: 1 } })) },
      '/elements/0/options magic',
    ],
    ['an element that there is not', { ...of({ a: text }), uischema: layout({ type: 'Carousel' }) }, '/elements/0 Carousel'],
    ['names that are not known', of({ a: text }, { additionalProperties: text }), ' additionalProperties'],
    ['a tuple', of({ a: { type: 'array', items: [text] } }), '/properties/a items'],
    [
      'what contains itself',
      {
        schema: {
          definitions: { n: { type: 'object', properties: { n: { $ref: '#/definitions/n' }, x: text } } },
          ...(of({ n: { $ref: '#/definitions/n' } })['schema'] as JsonObject),
        },
      },
      '/properties/n/properties/n $ref',
    ],
    [
      'a condition about what is not asked for',
      { ...of({ a: text, b: text }), uischema: layout(control('a', rule('SHOW', { scope: '#/properties/b', schema: { const: 'x' } }))) },
      '/elements/0/rule/condition scope',
    ],
    [
      'either of two values',
      ruled('SHOW', {
        type: 'OR',
        conditions: [
          { scope: '#/properties/on', schema: { const: true } },
          { scope: '#/properties/count', schema: { const: 1 } },
        ],
      }),
      '/elements/2/rule/condition OR',
    ],
  ])('tells that it loses %s', (_what, source, loss) => {
    expect(translate(source).losses.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([loss]);
  });
});
