import type { Form, FormField } from '../model/definitions.g';
import type { Json, JsonObject } from '../model/payload';
import { holds } from './condition';
import { schemaFault } from './fieldSchema';
import { present, type Scope } from './scope';
import { words, type Patterns } from './text';
import { evaluate, evaluateAll } from './value';

/** What was typed into a form, by the names of its fields; what is absent, null or an empty text was not filled in. */
export type FormValues = Readonly<Record<string, unknown>>;
/** A fault of a field and what the visitor is told. */
export interface FieldFault { field: string; message: string }

/**
 * The JSON Schema (draft-07) of what a form sends, by the names under which it is sent: nothing else is allowed, no value
 * is turned into another type. What depends on other values (`when`, `sameAs`) is left to {@link checkForm}.
 */
export function formSchema(form: Form): JsonObject {
  const sent = Object.entries(form.fields).filter(([, field]) => field.local !== true);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', additionalProperties: false,
    required: sent.filter(([, field]) => field.required !== undefined && field.when === undefined).map(([name, field]) => field.sendAs ?? name),
    properties: {
      ...Object.fromEntries(Object.keys(form.submit.with ?? {}).map((name): [string, JsonObject] => [name, { type: ['string', 'number', 'boolean'], maxLength: longest }])),
      ...Object.fromEntries(sent.map(([name, field]): [string, JsonObject] => [field.sendAs ?? name, valueSchema(field)])),
    },
  };
}

/** No field takes more characters than this unless its schema says so. */
const longest = 10_000;

function valueSchema(field: FormField): JsonObject {
  if (field.options !== undefined) return { enum: Object.values(field.options).map(({ value }) => value) };
  const rule = field.schema as JsonObject | undefined;
  if (field.field === 'checkbox') return { ...rule, type: 'boolean' };
  if (field.field === 'agreement') return field.required === undefined ? { type: 'boolean' } : { type: 'boolean', const: true };
  return field.field === 'number' ? { ...rule, type: 'number' } : { maxLength: longest, ...rule, type: 'string' };
}

/**
 * Checks what was typed against a form's own rules, in the order of its fields or the order that it gives; one fault for a
 * field. Fields that are not there (`when`) and hidden ones have none.
 * @param scope the roots that its texts and conditions refer to; `form` is added here
 * @param only the fields that are checked, such as those of one step; else all
 * @returns the faults with the definition's own words
 */
export function checkForm(form: Form, values: FormValues, scope: Scope, patterns: Patterns, only?: (name: string, field: FormField) => boolean): FieldFault[] {
  const inner: Scope = { ...scope, form: values };
  const faults = Object.entries(form.fields).flatMap(([name, field]) => {
    if (field.field === 'hidden' || (only && !only(name, field)) || !holds(field.when, inner)) return [];
    const text = fieldFault(field, values[name], values);
    return text === undefined ? [] : [{ field: name, message: words(text, inner, patterns) }];
  });
  const place = (name: string): number => { const index = form.order?.indexOf(name) ?? -1; return index < 0 ? Infinity : index; };
  return form.order === undefined ? faults : faults.map((fault, index) => ({ fault, index })).sort((a, b) => Math.sign(place(a.fault.field) - place(b.fault.field)) || a.index - b.index).map(({ fault }) => fault);
}

function fieldFault(field: FormField, value: unknown, values: FormValues): FormField['label'] {
  const byRule = (keyword: string): FormField['label'] => field.errors?.[keyword] ?? field.errors?.['schema'] ?? '/texts/invalidField';
  if (!isFilled(field, value)) return field.required;
  if (field.options !== undefined && !Object.values(field.options).some((option) => option.value === value)) return byRule('enum');
  const keyword = typeFault(field, value) ?? (field.options === undefined ? schemaFault(value, field.schema ?? {}) : undefined);
  if (keyword !== undefined) return byRule(keyword);
  return field.sameAs !== undefined && values[field.sameAs] !== value ? byRule('sameAs') : undefined;
}

const isFilled = (field: FormField, value: unknown): boolean => (field.field === 'agreement' ? value === true : typeof value === 'string' && field.field === 'text' ? value.trim() !== '' : present(value));

function typeFault(field: FormField, value: unknown): string | undefined {
  if (field.options !== undefined) return undefined;
  const wanted = field.field === 'checkbox' || field.field === 'agreement' ? 'boolean' : field.field === 'number' ? 'number' : 'string';
  return typeof value === wanted ? undefined : 'type';
}

/**
 * What a form sends, under the names that it sends: hidden values worked out, local ones left out, and what was not filled in.
 * @param scope the roots that hidden values refer to; `form` is added here
 */
export function sentValues(form: Form, values: FormValues, scope: Scope): Record<string, string | number | boolean> {
  const inner: Scope = { ...scope, form: values };
  const sent: Record<string, string | number | boolean> = { ...evaluateAll(form.submit.with, inner) };
  for (const [name, field] of Object.entries(form.fields)) {
    if (field.local || !holds(field.when, inner)) continue;
    const value = field.field === 'hidden' ? evaluate(field.value, inner) : values[name];
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean') sent[field.sendAs ?? name] = value as string | number | boolean;
  }
  return sent;
}

/** What arrived, by the names of the fields: the inverse of {@link sentValues}. */
export function receivedValues(form: Form, sent: Readonly<Record<string, Json | undefined>>): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const value = field.local || !Object.hasOwn(sent, field.sendAs ?? name) ? undefined : sent[field.sendAs ?? name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The values that a form starts with. */
export function startValues(form: Form, scope: Scope): Record<string, Json> {
  return Object.fromEntries(Object.entries(form.fields).flatMap(([name, field]) => {
    const value = field.field === 'hidden' ? undefined : evaluate(field.default, scope);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** Whether what was typed into a field may be kept for later: never passwords and codes. */
export function mayBeKept(field: Pick<FormField, 'field'>): boolean {
  return field.field !== 'password' && field.field !== 'captcha' && field.field !== 'smsCode';
}
