import type { Effects, FieldReference, FieldSchema, Form, FormField, Module } from '../../model/definitions.g';
import { getFieldFormat } from '../../runtime/formSchema';
import type { OrderedFormat } from '../../runtime/formats';
import * as messages from '../problems/messages';

/** What kinds of field cannot do without; a dictionary does for options. */
const neededKeys: readonly ['options' | 'code' | 'value' | 'upload' | 'pick' | 'times', readonly FormField['field'][]][] = [
  ['options', ['select', 'radio', 'checkboxes']],
  ['code', ['captcha', 'smsCode']],
  ['value', ['hidden']],
  ['upload', ['image', 'video', 'file']],
  ['pick', ['pickOne', 'pickMany']],
  ['times', ['timeSlots']],
];

/** Checks the names by which pages, calls and the parts of forms refer to forms, fields and steps of the same module. */
export function checkForms(definition: Module, report: messages.Report): void {
  const forms = Object.keys(definition.forms ?? {});
  for (const [name, page] of Object.entries(definition.pages)) {
    if (page.kind !== 'form') continue;
    for (const [index, form] of page.forms.entries())
      if (!forms.includes(form)) report(['pages', name, 'forms', String(index)], messages.unknownName('form', form, forms));
  }
  for (const [name, endpoint] of Object.entries(definition.endpoints ?? {})) {
    if (endpoint.form !== undefined && !forms.includes(endpoint.form))
      report(['endpoints', name, 'form'], messages.unknownName('form', endpoint.form, forms));
  }
  for (const [name, form] of Object.entries(definition.forms ?? {})) checkForm(['forms', name], form, report);
}

function checkForm(path: readonly string[], form: Form, report: messages.Report): void {
  const isOneOf = (what: string, names: string[]) => (name: string | undefined, at: readonly string[]) => {
    if (name !== undefined && !names.includes(name)) report([...path, ...at], messages.unknownName(what, name, names));
  };
  const [isField, isStep] = [isOneOf('field', Object.keys(form.fields)), isOneOf('step', Object.keys(form.steps ?? {}))];
  for (const [name, field] of Object.entries(form.fields)) {
    const at = ['fields', name];
    isField(field.sameAs, [...at, 'sameAs']);
    isField(field.code?.needs, [...at, 'code', 'needs']);
    isStep(field.step, [...at, 'step']);
    const needs = neededKeys.find(([, kinds]) => kinds.includes(field.field))?.[0];
    if (needs !== undefined && field[needs] === undefined && !(needs === 'options' && field.dictionary !== undefined))
      report([...path, ...at], messages.missingKey([needs], `A field of kind ${field.field}`));
  }
  checkConsent(path, form, report);
  for (const [name, field] of Object.entries(form.fields))
    if (field.schema) checkRule([...path, 'fields', name, 'schema'], field.schema, { form, field }, report);
  for (const [index, name] of (form.order ?? []).entries()) isField(name, ['order', String(index)]);
  const checkEffects = (effects: Effects | undefined, at: readonly string[]): void => {
    isField(effects?.refresh, [...at, 'refresh']);
    isStep(effects?.step, [...at, 'step']);
    for (const [name, effect] of Object.entries(effects?.cases ?? {})) checkEffects(effect, [...at, 'cases', name]);
  };
  for (const key of ['success', 'failure'] as const) checkEffects(form.submit[key], ['submit', key]);
}

/** A form without the question would be refused whenever it is sent (Personal Information Protection Law of China, art. 29). */
function checkConsent(path: readonly string[], { fields }: Form, report: messages.Report): void {
  for (const [name, { consent, version }] of Object.entries(fields))
    if (consent !== undefined && version === undefined)
      report([...path, 'fields', name], messages.missingKey(['version'], 'A field with a consent'));
  const isSent = ({ local }: FormField): boolean => local !== true;
  if (Object.values(fields).some((field) => isSent(field) && field.consent === 'idNumber')) return;
  for (const [name, field] of Object.entries(fields))
    if (field.field === 'idNumber' && isSent(field)) report([...path, 'fields', name, 'field'], messages.missingConsent());
}

const ordered: readonly (string | undefined)[] = ['date', 'month', 'time', 'dateTime'] satisfies OrderedFormat[];
const orders = ['formatMinimum', 'formatMaximum', 'formatExclusiveMinimum', 'formatExclusiveMaximum'] as const;
const numeric: readonly FormField['field'][] = ['number', 'integer', 'slider', 'rating'];

/** Checks that a rule which orders is about values that have an order, and that what it compares with is of the same kind. */
function checkRule(path: readonly string[], rule: FieldSchema, of: { form: Form; field: FormField }, report: messages.Report): void {
  const format = getFieldFormat(of.field);
  for (const key of orders) {
    if (rule[key] === undefined) continue;
    if (!ordered.includes(format)) report([...path, key], messages.needsContext(`"${key}"`, 'a date or time to be about'), 'key');
    checkReference([...path, key], rule[key], of.form, (other) => getFieldFormat(other) === format, ['now'], report);
  }
  for (const key of ['minimum', 'maximum'] as const)
    checkReference([...path, key], rule[key], of.form, ({ field }) => numeric.includes(field), [], report);
  for (const key of ['allOf', 'anyOf'] as const)
    for (const [index, part] of (rule[key] ?? []).entries()) checkRule([...path, key, String(index)], part, of, report);
}

function checkReference(
  path: readonly string[],
  reference: FieldReference | string | number | undefined,
  { fields }: Form,
  fits: (field: FormField) => boolean,
  roots: readonly string[],
  report: messages.Report,
): void {
  if (typeof reference !== 'object') return;
  const name = reference.$data.slice(1);
  const known = [...Object.keys(fields).filter((key) => fields[key] && fits(fields[key])), ...roots];
  if (!known.includes(name)) report([...path, '$data'], messages.unknownName('field', name, known));
}
