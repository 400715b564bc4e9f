import type { FormField } from '../model/definitions.g';
import { asObject, getOwn, isObject, isPresent, type Json, type JsonObject } from '../model/json';
import { assign, formatPointer, parsePointer } from '../model/pointer';
import { holds } from './condition';
import { tidyInput } from './normalizeInput';
import { holdsValue, type Fields } from './formSchema';
import type { Scope } from './roots';

/** Returns where the value of a field stands in what is sent: under its name or another one, or as deep as a JSON Pointer says. */
const listPath = (name: string, { sendAs }: FormField): string[] => (sendAs?.startsWith('/') ? parsePointer(sendAs) : [sendAs ?? name]);

/**
 * Puts what fields hold, by their names, where it stands in what is sent: under other names, deeper, without the group around it where
 * that is for the eye alone, and the rows of one value each as a list of values.
 */
export function placeValues(fields: Fields, held: JsonObject, sent: JsonObject): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = getOwn(held, name);
    if (value === undefined) continue;
    if (field.field === 'group' && field.flat) placeValues(field.fields ?? {}, asObject(value), sent);
    else assign(formatPointer(listPath(name, field)), sent, placeValue(field, value));
  }
}

function placeValue({ field, fields, plain }: FormField, value: Json): Json {
  if (!fields) return value;
  const place = (row: JsonObject): JsonObject => {
    const placed: JsonObject = {};
    placeValues(fields, row, placed);
    return placed;
  };
  if (field === 'group') return isObject(value) ? place(value) : value;
  if (!Array.isArray(value)) return value;
  if (!plain) return value.map((row) => (isObject(row) ? place(row) : row));
  const [name = ''] = Object.keys(fields);
  return value.flatMap((row): Json[] => {
    const [entry] = Object.values(place({ [name]: asObject(row)[name] ?? null }));
    return entry !== undefined && isPresent(entry) ? [entry] : [];
  });
}

/** What arrived, by the names of fields, and what belongs to none of them. */
export interface TakenValues {
  values: JsonObject;
  rest: JsonObject;
}

/**
 * Takes what fields hold out of what was sent; the inverse of {@link placeValues}. Of fields that are sent under the same name, one of which
 * is there at a time, the one that is there takes the value. Within rows and groups what belongs to no field stays, under a name that no
 * field has, so that their schema refuses it.
 * @param scope the roots that conditions refer to; `form` is added here
 */
export function takeValues(fields: Fields, sent: JsonObject, scope: Scope): TakenValues {
  const values: JsonObject = {};
  const rest = { ...sent };
  takeInto(fields, values, rest, { ...scope, form: values });
  return { values, rest };
}

function takeInto(fields: Fields, values: JsonObject, rest: JsonObject, scope: Scope, shared = findShared(fields), there = true): void {
  for (const [name, field] of Object.entries(fields)) {
    const isThere = there && holds(field.when, scope);
    if (field.local || !holdsValue(field)) continue;
    if (field.field === 'group' && field.flat) {
      const group: JsonObject = {};
      values[name] = group;
      takeInto(field.fields ?? {}, group, rest, scope, shared, isThere);
      if (Object.keys(group).length === 0) delete values[name];
    } else if (isThere || !shared.has(sentName(name, field))) {
      const value = takeAt(rest, listPath(name, field));
      if (value !== undefined) readValue(field, value, scope, (read) => (values[name] = read));
    }
  }
}

/** Kinds that are tidied where they arrive. */
const tidied: ReadonlySet<string> = new Set<FormField['field']>(['idNumber', 'text', 'email']);

/** Returns a value as it was meant: programs send ID numbers as they have them, visitors words with blanks around them, and what means the same is to be stored and compared as one. */
export const tidy = (kind: FormField['field'], value: Json): Json =>
  tidied.has(kind) && typeof value === 'string' ? tidyInput(kind, value) : value;

/** Reads a value; `keep` takes it before it is complete, so that conditions within it see what was read of it. */
function readValue({ field, fields, plain }: FormField, value: Json, scope: Scope, keep: (read: Json) => void): void {
  if (!fields) keep(tidy(field, value));
  else if (field === 'group') keep(isObject(value) ? readObject(fields, value, scope, keep) : value);
  else if (!Array.isArray(value)) keep(value);
  else {
    const [name = ''] = Object.keys(fields);
    const rows: Json[] = [];
    keep(rows);
    for (const entry of value) {
      const row: JsonObject = {};
      if (plain) {
        const of = fields[name];
        if (of) readValue(of, entry, { ...scope, row }, (read) => (row[name] = read));
        rows.push(row);
      } else rows.push(isObject(entry) ? readObject(fields, entry, { ...scope, row }, () => undefined, row) : entry);
    }
  }
}

function readObject(fields: Fields, sent: JsonObject, scope: Scope, keep: (read: Json) => void, values: JsonObject = {}): JsonObject {
  keep(values);
  const rest = { ...sent };
  takeInto(fields, values, rest, scope);
  for (const [name, value] of Object.entries(rest)) values[formatPointer([name])] = value;
  return values;
}

const sentName = (name: string, field: FormField): string => formatPointer(listPath(name, field));

/** Returns the places that several fields are sent to. */
function findShared(fields: Fields): ReadonlySet<string> {
  const names = listSentFields(fields).flatMap(([name, field]) => (field.local ? [] : [sentName(name, field)]));
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

/** Lists the fields that hold something, those of flat groups in the place of the group. */
export const listSentFields = (fields: Fields): [string, FormField][] =>
  Object.entries(fields).flatMap(([name, field]) =>
    !holdsValue(field)
      ? []
      : field.field === 'group' && field.flat
        ? listSentFields(field.fields ?? {})
        : [[name, field] satisfies [string, FormField]],
  );

/** Returns the name under which a field is sent, or that of the object that it is sent in. */
export const getSentName = (name: string, field: FormField): string => listPath(name, field)[0] ?? name;

/** Returns the rows that a list is filled in as, which stands as it would be sent. */
export function readRows(field: FormField, entries: unknown): Json | undefined {
  let rows: Json | undefined;
  readValue(field, entries as Json, {}, (read) => (rows = read));
  return rows;
}

/** Takes the value at a path out of what was sent, and with it the objects that are empty then; undefined when there is none. */
function takeAt(from: JsonObject, [name = '', ...deeper]: readonly string[]): Json | undefined {
  const found = getOwn(from, name);
  if (found === undefined) return undefined;
  if (deeper.length === 0) {
    delete from[name];
    return found;
  }
  if (!isObject(found)) return undefined;
  const inner = { ...found };
  const value = takeAt(inner, deeper);
  if (value === undefined) return undefined;
  if (Object.keys(inner).length > 0) from[name] = inner;
  else delete from[name];
  return value;
}
