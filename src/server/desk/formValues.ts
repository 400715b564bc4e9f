import type { FormField } from '../../model/definitions.g';
import { asObject, getOwn, isObject, isPresent, type Json, type JsonObject } from '../../model/json';
import { formatIso, parseTime } from '../../runtime/time';

type Fields = Readonly<Record<string, FormField>>;

/** Fields whose several values travel as one text. */
const isJoined = ({ field, upload }: FormField): boolean =>
  field === 'checkboxes' || field === 'types' || (field === 'image' && upload?.joined !== undefined);

/** Returns what the fields of a form start with for an item: times as they are typed in, lists as their fields hold them. */
export function toFormValues(fields: Fields, doc: JsonObject): JsonObject {
  const entries = Object.entries(fields).flatMap(([name, field]): [string, Json][] => {
    const value = getOwn(doc, name);
    const shown = value === undefined ? undefined : toFormValue(field, value);
    return shown === undefined || !isPresent(shown) ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

function toFormValue(field: FormField, value: Json): Json | undefined {
  const { fields = {} } = field;
  switch (field.field) {
    case 'dateTime':
    case 'date': {
      const time = parseTime(value);
      return time === undefined ? undefined : formatIso(time).slice(0, field.field === 'date' ? 10 : 16);
    }
    case 'group':
      return isObject(value) ? toFormValues(fields, value) : undefined;
    case 'rows':
      return Array.isArray(value) ? value.map((row) => (isObject(row) ? toFormValues(fields, row) : row)) : undefined;
    default:
      return isJoined(field) && Array.isArray(value) ? value.map(String).join(',') : value;
  }
}

/**
 * Lays what a form sent on an item: what the form has not stays as it is, what was emptied goes away. Rows keep what else they had, by their
 * ids, else by their places as long as there are as many as before.
 * @param values by the names of the fields
 * @param lists the names of the fields of the item that are lists
 */
export function layFormValues(fields: Fields, values: JsonObject, doc: JsonObject, lists: ReadonlySet<string>): JsonObject {
  const laid = { ...doc };
  for (const [name, field] of Object.entries(fields)) {
    const value = getOwn(values, name);
    if (value === undefined || !isPresent(value)) delete laid[name];
    else laid[name] = layValue(field, value, laid[name], lists.has(name));
  }
  return laid;
}

function layValue(field: FormField, value: Json, before: Json | undefined, isList: boolean): Json {
  const { fields = {} } = field;
  if (isJoined(field) && isList) return String(value).split(',');
  if (field.field === 'group') return layFormValues(fields, asObject(value), asObject(before), new Set());
  if (field.field !== 'rows' || !Array.isArray(value)) return value;
  if (field.plain) return value.flatMap((row) => (isObject(row) ? Object.values(row).slice(0, 1) : [row]));
  const rows = Array.isArray(before) ? before : [];
  return value.map((row, index) => {
    if (!isObject(row)) return row;
    const { id } = row;
    const known = isPresent(id)
      ? rows.find((each) => isObject(each) && each['id'] === id)
      : rows.length === value.length
        ? rows[index]
        : undefined;
    return layFormValues(fields, row, asObject(known), new Set());
  });
}
