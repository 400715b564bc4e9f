import type { Effects, Form, FormField, Module } from '../../model/definitions.g';
import * as messages from '../problems/messages';
import { checkCalculated } from './calculated';
import { checkChoices } from './choices';
import { checkFieldCircles } from './fieldCircles';
import { checkFields } from './fieldRules';
import { checkUnsent } from './unsent';

/**
 * Checks the names by which pages, calls and the parts of forms refer to forms, fields and steps of the same module.
 * @param forStaff whether it is for the staff, who have kinds of fields that visitors do not load
 */
export function checkForms(definition: Module, report: messages.Report, forStaff: boolean): void {
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
  for (const [name, form] of Object.entries(definition.forms ?? {})) {
    checkForm(['forms', name], form, report, forStaff);
    if (!forStaff) checkPublic(['forms', name, 'fields'], form.fields, report);
  }
}

/** Checks that forms of visitors have no field that only the desk can show. */
function checkPublic(path: readonly string[], fields: Form['fields'], report: messages.Report): void {
  for (const [name, { field, fields: inner }] of Object.entries(fields)) {
    if (field === 'coordinate')
      report([...path, name, 'field'], messages.needsContext(`A field of kind ${field}`, 'a form at the desk of the staff'));
    if (inner) checkPublic([...path, name, 'fields'], inner, report);
  }
}

function checkForm(path: readonly string[], form: Form, report: messages.Report, forStaff: boolean): void {
  const isOneOf = (what: string, names: string[]) => (name: string | undefined, at: readonly string[]) => {
    if (name !== undefined && !names.includes(name)) report([...path, ...at], messages.unknownName(what, name, names));
  };
  const [isField, isStep] = [isOneOf('field', Object.keys(form.fields)), isOneOf('step', Object.keys(form.steps ?? {}))];
  for (const [name, field] of Object.entries(form.fields)) {
    const at = ['fields', name];
    isField(field.sameAs, [...at, 'sameAs']);
    isField(field.code?.needs, [...at, 'code', 'needs']);
    isStep(field.step, [...at, 'step']);
  }
  const steps = Object.keys(form.steps ?? {});
  const filled = new Set(Object.values(form.fields).map(({ step = steps[0] }) => step));
  for (const [index, [name, { outcome, text, actions }]] of Object.entries(form.steps ?? {}).entries()) {
    // The last one may be what is shown in the end.
    const isEnd = index === steps.length - 1 && (text ?? actions) !== undefined;
    if (!filled.has(name) && outcome === undefined && !isEnd) report([...path, 'steps', name], messages.emptyStep(name), 'key');
  }
  checkConsent(path, form, report);
  checkFields([...path, 'fields'], form.fields, [form.fields], report, forStaff);
  checkCalculated([...path, 'fields'], form.fields, report);
  checkUnsent(path, form, report);
  checkChoices([...path, 'fields'], form.fields, report);
  checkFieldCircles([...path, 'fields'], form.fields, report);
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
