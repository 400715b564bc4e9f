import type { Effects, Form, FormField, Module } from '../../model/definitions.g';
import * as messages from '../problems/messages';

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
  const fields = Object.keys(form.fields);
  const steps = Object.keys(form.steps ?? {});
  const isField = (name: string | undefined, at: readonly string[]): void => {
    if (name !== undefined && !fields.includes(name)) report([...path, ...at], messages.unknownName('field', name, fields));
  };
  const isStep = (name: string | undefined, at: readonly string[]): void => {
    if (name !== undefined && !steps.includes(name)) report([...path, ...at], messages.unknownName('step', name, steps));
  };
  for (const [name, field] of Object.entries(form.fields)) {
    const at = ['fields', name];
    isField(field.sameAs, [...at, 'sameAs']);
    isField(field.code?.needs, [...at, 'code', 'needs']);
    isStep(field.step, [...at, 'step']);
    const needs = neededKey(field);
    if (needs !== undefined && field[needs] === undefined)
      report([...path, ...at], messages.missingKey([needs], `A field of kind ${field.field}`));
  }
  for (const [index, name] of (form.order ?? []).entries()) isField(name, ['order', String(index)]);
  const checkEffects = (effects: Effects | undefined, at: readonly string[]): void => {
    isField(effects?.refresh, [...at, 'refresh']);
    isStep(effects?.step, [...at, 'step']);
    for (const [name, effect] of Object.entries(effects?.cases ?? {})) checkEffects(effect, [...at, 'cases', name]);
  };
  for (const key of ['success', 'failure'] as const) checkEffects(form.submit[key], ['submit', key]);
}

/** What a kind of field cannot do without. */
function neededKey(field: FormField): 'options' | 'code' | 'value' | 'upload' | 'pick' | 'times' | undefined {
  switch (field.field) {
    case 'select':
    case 'radio':
    case 'checkboxes':
      return field.dictionary === undefined ? 'options' : undefined;
    case 'captcha':
    case 'smsCode':
      return 'code';
    case 'hidden':
      return 'value';
    case 'image':
    case 'video':
    case 'file':
      return 'upload';
    case 'pickOne':
    case 'pickMany':
      return 'pick';
    case 'timeSlots':
      return 'times';
    default:
      return undefined;
  }
}
