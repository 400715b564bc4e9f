import { createSchemaUtils, hashForSchema, type RJSFSchema } from '@rjsf/utils';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import { describe, expect, it } from 'vitest';
import type { FieldKind, FieldSchema, Form, FormField } from '../../src/model/definitions.g';
import { getFormValidator } from '../../src/server/api/formValidators';
import createLayoutUtils from '../../src/portal/forms/layoutUtils';
import { buildValidator } from '../../src/portal/forms/validator';
import { judgeForm, type CheckSchema } from '../../src/runtime/formCheck';
import { buildFormSchema, buildLayoutSchema } from '../../src/runtime/formSchema';
import { requirePart } from '../../src/runtime/validatorParts';
import { Random } from '../security/random';

const kinds: FieldKind[] = ['text', 'textarea', 'number', 'integer', 'slider', 'date', 'dateTime', 'month', 'time', 'select', 'radio'];
const more: FieldKind[] = [
  'checkboxes',
  'rating',
  'checkbox',
  'agreement',
  'hidden',
  'richText',
  'email',
  'phone',
  'image',
  'rows',
  'group',
  'timeSlots',
  'cascade',
  'combobox',
  'heading',
];
const names = ['title', 'items', 'properties', 'required', 'length', 'now', 'schema', 'constructor', 'valueOf'];
const values = [
  '',
  'a',
  'a,b',
  '2026-02-30',
  '2026-11-20',
  '/x.png',
  '<p>x</p>',
  0,
  1,
  2.5,
  -1,
  true,
  false,
  null,
  [],
  ['a'],
  {},
  [{ title: 'x' }],
  [null],
  { id: 'a', label: 'A' },
  [{ id: 'a', label: 'A' }],
];

/** Makes forms and what they hold by chance, always the same for a seed. */
function makeForms(seed: number): { next: () => Form; value: (form: Form) => Record<string, unknown> } {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const chance = (share: number): boolean => random.below(100) < share * 100;
  const rule = (depth: number): FieldSchema => ({
    ...(chance(0.3) ? { minLength: 1 } : {}),
    ...(chance(0.3) ? { maxLength: 5 } : {}),
    ...(chance(0.3) ? { pattern: pick(['^a', '[0-9]+$', '^\\p{Script=Han}+$']) } : {}),
    ...(chance(0.3) ? { minimum: pick([0, { $data: '/title' }]) } : {}),
    ...(chance(0.2) ? { enum: ['a', 1, true] } : {}),
    ...(chance(0.1) ? { const: 'a' } : {}),
    ...(chance(0.2) ? { format: pick(['email', 'date', 'uri'] as const) } : {}),
    ...(chance(0.2) ? { minItems: 1, maxItems: 2 } : {}),
    ...(depth > 0 && chance(0.4) ? { allOf: [rule(depth - 1), rule(depth - 1)] } : {}),
    ...(depth > 0 && chance(0.4) ? { anyOf: [rule(depth - 1), rule(depth - 1)] } : {}),
  });
  const options = (field: FieldKind): FormField['options'] => ({
    a: { value: 'a', label: 'A', ...(field === 'cascade' ? { children: { b: { value: 'b', label: 'B' } } } : {}) },
    one: {
      value: 1,
      label: '1',
      ...(chance(0.4) ? { when: { [chance(0.5) ? '/form/title' : '/row/title']: pick(['a', { present: true }]) } } : {}),
    },
  });
  const fields = (depth: number): Form['fields'] =>
    Object.fromEntries(
      names
        .filter(() => chance(0.6))
        .map((name): [string, FormField] => {
          const field = pick([...kinds, ...more]);
          return [
            name,
            {
              field,
              ...(chance(0.5) ? { required: 'needed' } : {}),
              ...(chance(0.7) ? { schema: rule(2) } : {}),
              ...(['select', 'radio', 'checkboxes', 'cascade'].includes(field) ? { options: options(field) } : {}),
              ...(field === 'combobox' ? { multiple: chance(0.5), find: { source: 'u:list', as: 'title', title: '/row/title' } } : {}),
              ...(field === 'image' ? { upload: { source: 'u:one' } } : {}),
              ...(field === 'rows' || field === 'group' ? { fields: depth > 0 ? fields(depth - 1) : { title: { field: 'text' } } } : {}),
              ...(field === 'cascade' && chance(0.5) ? { complete: 'go on' } : {}),
              ...(chance(0.2) ? { when: { '/row/title': { present: chance(0.5) } } } : {}),
              ...(chance(0.1) ? { readOnly: true } : {}),
              ...(chance(0.1) ? { sameAs: pick(names) } : {}),
              ...(chance(0.1) ? { masked: true, default: '/row/x' } : {}),
            },
          ];
        }),
    );
  return {
    next: () => ({ fields: fields(2), submit: { source: 'x:send', label: 'Send' } }),
    value: (form) => Object.fromEntries(Object.keys(form.fields).map((name) => [name, pick(values)])),
  };
}

describe('the validators of any form', () => {
  it.each([1, 2, 3])('are written and answer every value (seed %i)', async (seed) => {
    const forms = makeForms(seed);
    for (let round = 0; round < 25; round += 1) {
      const form = forms.next();
      const { script, check } = getFormValidator(form);
      const { default: make } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
        default: (require: typeof requirePart) => ValidatorFunctions;
      };
      const validate = make(requirePart)[hashForSchema(buildFormSchema(form))];
      const inBrowser: CheckSchema = (instance) => (validate?.(instance) === false ? (validate.errors ?? []) : []);
      for (let tried = 0; tried < 10; tried += 1) {
        const held = forms.value(form);
        const { faults } = judgeForm(form, held, { now: 0, texts: {} }, {}, check);
        expect(judgeForm(form, held, { now: 0, texts: {} }, {}, inBrowser).faults).toEqual(faults);
        expect(faults.every(({ field }) => Object.hasOwn(form.fields, field.split('.')[0] ?? ''))).toBe(true);
      }
    }
  });
});

describe("what stands in for rjsf's schema utilities in browsers", () => {
  it.each([1, 2, 3])('answers as they do for the layout of any form (seed %i)', (seed) => {
    const forms = makeForms(seed);
    for (let round = 0; round < 25; round += 1) {
      const form = forms.next();
      const schema = buildLayoutSchema(form.fields) as RJSFSchema;
      const validator = buildValidator(() => []);
      const [whole, standIn] = [createSchemaUtils(validator, schema), createLayoutUtils(validator, schema)];
      for (let tried = 0; tried < 10; tried += 1) {
        const held = forms.value(form);
        for (const first of [false, true])
          expect(standIn.getDefaultFormState(schema, held, false, first)).toEqual(whole.getDefaultFormState(schema, held, false, first));
        expect(standIn.retrieveSchema(schema, held, true)).toEqual(whole.retrieveSchema(schema, held, true));
      }
      for (const [name, part] of Object.entries(schema.properties ?? {})) {
        expect(standIn.retrieveSchema(part as RJSFSchema)).toEqual(whole.retrieveSchema(part as RJSFSchema));
        expect(standIn.isSelect(part as RJSFSchema)).toBe(whole.isSelect(part as RJSFSchema));
        const uiSchema = { 'ui:field': form.fields[name]?.field };
        expect(standIn.getDisplayLabel(part as RJSFSchema, uiSchema)).toBe(whole.getDisplayLabel(part as RJSFSchema, uiSchema));
      }
    }
  });
});
