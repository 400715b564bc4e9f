import { randomBytes } from 'node:crypto';
import type { FormField, Property } from '../../model/definitions.g';
import { asObject, getOwn, isObject, isPresent, type Json, type JsonObject } from '../../model/json';
import { formatIso, parseTime } from '../../runtime/time';

type Fields = Readonly<Record<string, FormField>>;
type Properties = Readonly<Record<string, Property>>;

/** Fields whose several values travel as one text. */
const isJoined = ({ field, upload }: FormField): boolean =>
  field === 'checkboxes' || field === 'types' || (field === 'image' && upload?.joined !== undefined);

const isFlat = ({ field, flat }: FormField): boolean => field === 'group' && flat === true;

/** Returns fields without the groups that are for the eye alone, whose fields stand in their place. */
export const flattenFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, FormField][] =>
      isFlat(field) ? Object.entries(flattenFields(field.fields ?? {})) : [[name, field]],
    ),
  );

/** Returns what a form sent without the groups that are for the eye alone. */
export const flattenValues = (fields: Fields, values: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, Json][] => {
      const field = getOwn(fields, name);
      return field && isFlat(field) ? Object.entries(flattenValues(field.fields ?? {}, asObject(value))) : [[name, value]];
    }),
  );

/** Returns where the field of an item stands in its form: behind the groups that are for the eye alone. */
export function findFieldPath(fields: Fields, name: string): string | undefined {
  if (Object.hasOwn(fields, name)) return name;
  for (const [group, field] of Object.entries(fields)) {
    const within = isFlat(field) ? findFieldPath(field.fields ?? {}, name) : undefined;
    if (within !== undefined) return `${group}.${within}`;
  }
  return undefined;
}

/**
 * Returns what the fields of a form start with for an item: times as they are typed in, lists as their fields hold them, related items with their titles.
 * @param title the title of a related item, by its module and id
 */
export function toFormValues(
  fields: Fields,
  doc: JsonObject,
  title: (module: string, id: string) => string = (_module, id) => id,
): JsonObject {
  const entries = Object.entries(flattenFields(fields)).flatMap(([name, field]): [string, Json][] => {
    const value = getOwn(doc, name);
    const shown = value === undefined ? undefined : toFormValue(field, value, title);
    return shown === undefined || !isPresent(shown) ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

function toFormValue(field: FormField, value: Json, title: (module: string, id: string) => string): Json | undefined {
  const { fields = {} } = field;
  switch (field.field) {
    case 'dateTime':
    case 'date':
      return toTypedTime(field, value);
    case 'group':
      return isObject(value) ? toFormValues(fields, value, title) : undefined;
    case 'rows':
      return Array.isArray(value) ? value.map((row) => (isObject(row) ? toFormValues(fields, row, title) : row)) : undefined;
    case 'combobox': {
      const records = listIds(value).map((id): JsonObject => ({ id, label: title(findModule(field), id) }));
      return field.multiple ? records : records[0];
    }
    case 'select':
    case 'radio':
      // Items have numbers where code lists have texts.
      return Object.values(field.options ?? {}).find((option) => String(option.value) === String(value))?.value ?? value;
    default:
      return isJoined(field) && Array.isArray(value) ? value.map(String).join(',') : value;
  }
}

/** Returns a moment as a field has it typed in, on Shanghai's clocks: up to the day or the minute. */
function toTypedTime({ field }: FormField, value: Json): string | undefined {
  const time = parseTime(value);
  return time === undefined ? undefined : formatIso(time).slice(0, field === 'date' ? 10 : 16);
}

const listIds = (value: Json): string[] => (Array.isArray(value) ? value : [value]).flatMap((id) => (isPresent(id) ? [String(id)] : []));

/** The module whose items a field searches. */
const findModule = ({ find }: FormField): string => find?.source.split(':')[0] ?? '';

/** An item that another one names. */
export interface RelatedItem {
  field: string;
  module: string;
  id: string;
}

/** Returns the items of other modules that an item names, by the fields at the top of its form. */
export const listRelated = (fields: Fields, doc: JsonObject): RelatedItem[] =>
  Object.entries(flattenFields(fields)).flatMap(([name, field]) => {
    const value = field.field === 'combobox' ? getOwn(doc, name) : undefined;
    return value === undefined ? [] : listIds(value).map((id): RelatedItem => ({ field: name, module: findModule(field), id }));
  });

/**
 * Lays what a form sent on an item: what the form has not stays as it is, what was emptied goes away. Rows keep what else they had, by their
 * ids, else by their places as long as there are as many as before; rows that have an id and none yet are given one.
 * @param values by the names of the fields
 * @param shape the properties of the item, or of the object within it
 */
export function layFormValues(fields: Fields, values: JsonObject, doc: JsonObject, shape: Properties): JsonObject {
  const laid = { ...doc };
  for (const [name, field] of Object.entries(fields)) {
    if (field.field === 'heading' || field.readOnly) continue;
    const value = getOwn(values, name);
    if (value === undefined || !isPresent(value)) delete laid[name];
    else laid[name] = layValue(field, value, laid[name], shape[name]);
  }
  return laid;
}

function layValue(field: FormField, value: Json, before: Json | undefined, property: Property | undefined): Json {
  const { fields = {} } = field;
  const isList = property?.type === 'array';
  // Fields hold no seconds: a moment that is as it was shown is as exact as it was.
  if ((field.field === 'dateTime' || field.field === 'date') && before !== undefined && value === toTypedTime(field, before)) return before;
  if (isJoined(field) && isList) return String(value).split(',');
  if (field.field === 'combobox') {
    const ids = (Array.isArray(value) ? value : [value]).flatMap((record) => (isObject(record) ? [String(record['id'] ?? '')] : []));
    return isList ? ids : (ids[0] ?? '');
  }
  if (field.field === 'group') return layFormValues(fields, asObject(value), asObject(before), property?.properties ?? {});
  if (field.field !== 'rows' || !Array.isArray(value)) return value;
  if (field.plain) return value.flatMap((row) => (isObject(row) ? Object.values(row).slice(0, 1) : [row]));
  const rows = Array.isArray(before) ? before : [];
  const inner = property?.items?.properties ?? {};
  return value.map((row, index) => {
    if (!isObject(row)) return row;
    const { id } = row;
    const known = isPresent(id)
      ? rows.find((each) => isObject(each) && each['id'] === id)
      : rows.length === value.length
        ? rows[index]
        : undefined;
    const laid = layFormValues(fields, row, asObject(known), inner);
    return inner['id']?.type === 'string' && !isPresent(laid['id']) ? { id: randomBytes(9).toString('base64url'), ...laid } : laid;
  });
}
