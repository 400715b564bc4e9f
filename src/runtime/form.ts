import type { Form, FormField } from '../model/definitions.g';
import { asObject, asObjects, getOwn, isObject, isPresent, type Json, type JsonObject } from '../model/json';
import { completeValues } from './calculated';
import { isApplicable, isMask, type FormValues } from './formCheck';
import { holdsValue } from './formSchema';
import { enterRow, isOpen } from './nested';
import { formatPicked } from './pick';
import { placeValues, readRows, takeValues, type TakenValues } from './sentShape';
import type { Scope } from './roots';
import type { CallValues } from './pageData';
import type { Patterns } from './text';
import { evaluate, evaluateAll } from './value';

/** Kinds of form fields that prove something to the server and are no part of what is handed in. */
export const proofs: ReadonlySet<string> = new Set(['captcha', 'smsCode', 'agreement']);

/** Returns the name under which the version of the words is sent that a consent is given to. */
export const nameVersion = (consent: string): string => `${consent}Version`;
/** No version is longer, in characters. */
export const longestVersion = 64;

/**
 * Returns what a form sends, under the names that it sends: hidden values worked out, of chosen records their texts; local ones, masks
 * that stayed and what was not filled in left out; beside a consent the version of its words. Where each stands is said by `placeValues`.
 * @param scope the roots that hidden values and records refer to; `form` is added here
 */
export function serializeForm(form: Form, given: FormValues, scope: Scope, patterns: Patterns = {}): CallValues {
  const values = completeValues(form.fields, given, scope);
  const inner: Scope = { ...scope, form: values };
  const sent: CallValues = { ...evaluateAll(form.submit.with, inner) };
  const held: JsonObject = {};
  for (const [name, field] of Object.entries(form.fields)) {
    if (field.local || !holdsValue(field) || !isApplicable(form, field, inner) || isMask(field, values[name], inner)) continue;
    const made = serializeNested(field, values[name], inner);
    if (made !== undefined) held[name] = made;
    if (field.fields || field.find) continue;
    const value =
      field.field === 'hidden' && field.namesOf === undefined
        ? evaluate(field.value, inner)
        : field.pick
          ? formatPicked(field.pick, values[name], inner, patterns)
          : values[name];
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean')
      held[name] = value as string | number | boolean;
    const version = field.consent !== undefined && value === true ? evaluate(field.version, inner) : undefined;
    if (typeof version === 'string' && version !== '') sent[nameVersion(field.sendAs ?? name)] = version;
  }
  placeValues(form.fields, held, sent);
  return sent;
}

/** Returns rows, groups and chosen records as they are sent, without what is not there or was not filled in; undefined when there is nothing, and for all other fields. */
function serializeNested({ field, fields = {} }: FormField, value: unknown, scope: Scope): JsonObject[] | JsonObject | undefined {
  const serialize = (row: JsonObject, inner: Scope): JsonObject =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, part]): [string, Json][] => {
        if (!holdsValue(part) || !isOpen(part, inner)) return [];
        const found = part.fields || part.find ? serializeNested(part, row[name], inner) : row[name];
        return found !== undefined && isPresent(found) ? [[name, found]] : [];
      }),
    );
  if (field === 'rows') {
    const rows = asObjects(value).map((row) => serialize(row, enterRow(scope, row)));
    return rows.length > 0 ? rows : undefined;
  }
  if (field === 'combobox') return Array.isArray(value) ? asObjects(value) : isObject(value) ? value : undefined;
  const group = field === 'group' ? serialize(asObject(value), scope) : {};
  return Object.keys(group).length > 0 ? group : undefined;
}

/**
 * Returns what arrived, by the names of the fields, and what is of no field: the inverse of {@link serializeForm}.
 * @param scope the roots that conditions refer to, where fields are sent under the same name
 */
export function deserializeForm(form: Form, sent: JsonObject, scope: Scope = {}): TakenValues {
  const { values, rest } = takeValues(form.fields, sent, scope);
  for (const [name, { sendAs = name, consent, local }] of Object.entries(form.fields)) {
    const as = nameVersion(sendAs);
    const version = consent === undefined || local ? undefined : getOwn(rest, as);
    if (version === undefined) continue;
    values[nameVersion(name)] = version;
    delete rest[as];
  }
  return { values, rest };
}

/** Returns the values that the fields of a form, of a group or of a new row start with. */
export function getInitialValues({ fields }: Pick<Form, 'fields'>, scope: Scope): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = getInitialValue(field, scope);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function getInitialValue(part: FormField, scope: Scope): Json | undefined {
  const { field, fields, default: initial, entries, namesOf } = part;
  if (field === 'hidden' && namesOf === undefined) return undefined;
  if (!fields) return evaluate(initial, scope);
  if (field === 'rows') return readRows(part, entries ?? evaluate(initial, scope));
  const within = getInitialValues({ fields }, scope);
  return Object.keys(within).length > 0 ? within : undefined;
}

/** Kinds of fields of which nothing is kept. */
const transient: ReadonlySet<FormField['field']> = new Set(['password', 'captcha', 'smsCode', 'idNumber']);

/** Returns whether what was typed into a field may be kept for later: never passwords, codes and ID numbers, nor what is shown masked, nor consents. */
export function isPersistable({ field, masked, consent }: Pick<FormField, 'field' | 'masked' | 'consent'>): boolean {
  return !transient.has(field) && masked !== true && consent === undefined;
}

/** Returns what may be kept for later of what was typed into fields, within groups and rows too. */
export function pickPersistable(
  fields: Readonly<Record<string, FormField>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const part = getOwn(fields, name);
    if (part === undefined || !isPersistable(part)) return [];
    const { fields: inner } = part;
    if (inner === undefined) return [[name, value]];
    const pick = (of: unknown): unknown => (isObject(of) ? pickPersistable(inner, of) : of);
    return [[name, Array.isArray(value) ? value.map(pick) : pick(value)]];
  });
  return Object.fromEntries(kept);
}
