import type { Form, FormField } from '../model/definitions.g';
import { asObject, asObjects, isPresent, type Json, type JsonObject } from '../model/json';
import { completeValues } from './calculated';
import { isApplicable, isMask, type FormValues } from './formCheck';
import { holdsValue } from './formSchema';
import { enterRow, isOpen } from './nested';
import { formatPicked } from './pick';
import type { Scope } from './roots';
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
 * that stayed and what was not filled in left out; beside a consent the version of its words.
 * @param scope the roots that hidden values and records refer to; `form` is added here
 */
export function serializeForm(
  form: Form,
  given: FormValues,
  scope: Scope,
  patterns: Patterns = {},
): Record<string, string | number | boolean | JsonObject[] | JsonObject> {
  const values = completeValues(form.fields, given, scope);
  const inner: Scope = { ...scope, form: values };
  const sent: Record<string, string | number | boolean | JsonObject[] | JsonObject> = { ...evaluateAll(form.submit.with, inner) };
  for (const [name, field] of Object.entries(form.fields)) {
    if (field.local || !holdsValue(field) || !isApplicable(form, field, inner) || isMask(field, values[name], inner)) continue;
    const made = serializeNested(field, values[name], inner);
    if (made !== undefined) sent[field.sendAs ?? name] = made;
    if (field.fields) continue;
    const value =
      field.field === 'hidden'
        ? evaluate(field.value, inner)
        : field.pick
          ? formatPicked(field.pick, values[name], inner, patterns)
          : values[name];
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean')
      sent[field.sendAs ?? name] = value as string | number | boolean;
    const version = field.consent !== undefined && value === true ? evaluate(field.version, inner) : undefined;
    if (typeof version === 'string' && version !== '') sent[nameVersion(field.sendAs ?? name)] = version;
  }
  return sent;
}

/** Returns rows and groups as they are sent, without what is not there or was not filled in; undefined when there is nothing, and for all other fields. */
function serializeNested({ field, fields = {} }: FormField, value: unknown, scope: Scope): JsonObject[] | JsonObject | undefined {
  const serialize = (row: JsonObject, inner: Scope): JsonObject =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, part]): [string, Json][] => {
        if (!holdsValue(part) || !isOpen(part, inner)) return [];
        const found = part.fields ? serializeNested(part, row[name], inner) : row[name];
        return found !== undefined && isPresent(found) ? [[name, found]] : [];
      }),
    );
  if (field === 'rows') {
    const rows = asObjects(value).map((row) => serialize(row, enterRow(scope, row)));
    return rows.length > 0 ? rows : undefined;
  }
  const group = field === 'group' ? serialize(asObject(value), scope) : {};
  return Object.keys(group).length > 0 ? group : undefined;
}

/** Returns what arrived, by the names of the fields: the inverse of {@link serializeForm}. */
export function deserializeForm(form: Form, sent: Readonly<Record<string, Json | undefined>>): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const as = field.sendAs ?? name;
    const find = (key: string): Json | undefined => (field.local || !Object.hasOwn(sent, key) ? undefined : sent[key]);
    const [value, version] = [find(as), field.consent === undefined ? undefined : find(nameVersion(as))];
    if (value !== undefined) values[name] = value;
    if (version !== undefined) values[nameVersion(name)] = version;
  }
  return values;
}

/** Returns the values that a form starts with. */
export function getInitialValues(form: Form, scope: Scope): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, field]) => {
      const value = field.field === 'hidden' ? undefined : evaluate(field.default, scope);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns whether what was typed into a field may be kept for later: never passwords and codes, nor what is shown masked, nor consents. */
export function isPersistable({ field, masked, consent }: Pick<FormField, 'field' | 'masked' | 'consent'>): boolean {
  return field !== 'password' && field !== 'captcha' && field !== 'smsCode' && masked !== true && consent === undefined;
}
