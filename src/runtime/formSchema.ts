import type { FieldKind, Form, FormField } from '../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../model/json';
import { formatPointer } from '../model/pointer';
import type { formats } from './formats';
import { longestRichText, longestText } from './schemaKeywords';
import { getUpload } from './upload';

/** Returns whether anything is filled in here: headings are among the fields alone. */
export const holdsValue = ({ field }: FormField): boolean => field !== 'heading';

/** The fields of a form, or of each of its rows, by name. */
export type Fields = Form['fields'];

/** No form has more rows of one field, unless its schema says so. */
const mostRows = 100;

/** No field takes more records that were found, unless its schema says so. */
const mostFound = 20;

/** A record that was found: its id and the name that it was chosen by. */
const chosenRecord: JsonObject = {
  type: 'object',
  required: ['id', 'label'],
  additionalProperties: false,
  properties: { id: { type: 'string', minLength: 1, maxLength: 64 }, label: { type: 'string', maxLength: 300 } },
};

/**
 * Returns the JSON Schema (draft-07) of what a form holds, by the names of its fields. What depends on more than the form itself (`when`,
 * the largest number of records) is left to `judgeForm`, which also says what counts as filled in: a required field is there then.
 */
export const buildFormSchema = ({ fields }: Pick<Form, 'fields'>): JsonObject => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...buildFieldsSchema(fields),
});

/** What holds nothing, and what is required as far as there is something to choose (see `findTypesFault`). */
const unrequired: ReadonlySet<FieldKind> = new Set(['heading', 'types']);

function buildFieldsSchema(fields: Fields): JsonObject {
  return {
    type: 'object',
    required: Object.entries(fields).flatMap(([name, { field, required }]) =>
      required === undefined || unrequired.has(field) ? [] : [name],
    ),
    properties: Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]): [string, JsonObject][] =>
        holdsValue(field) ? [[name, buildValueSchema(field, fields)]] : [],
      ),
    ),
  };
}

/**
 * Returns the JSON Schema by which rjsf lays fields out: which there are, within rows too. Their rules are the validator's alone: rjsf would offer the
 * branches of an `anyOf` as choices, and ask for validators of parts of rules that have none of their own.
 */
export const buildLayoutSchema = (fields: Fields): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { field, fields: inner }]): [string, JsonObject] => {
      if (!inner) return [name, { type: 'string' }];
      return [name, field === 'rows' ? { type: 'array', items: buildLayoutSchema(inner) } : buildLayoutSchema(inner)];
    }),
  ),
});

/** Returns the UI schema by which rjsf shows fields: each by its own kind. */
export const buildUiSchema = (fields: Fields): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { field, fields: inner }]): [string, JsonObject] => [
      name,
      { 'ui:field': field, ...(inner ? { within: buildUiSchema(inner) } : {}) },
    ]),
  );

/** Returns the field at a path such as `items.0.title` or `address.street`; undefined for a row as such, as `items.0`. */
export function findField(fields: Fields, path: string): FormField | undefined {
  const [name = '', ...rest] = path.split('.');
  const field = fields[name];
  if (rest.length === 0) return field;
  const inner = field?.field === 'rows' ? rest.slice(1) : rest;
  return inner.length > 0 && field?.fields ? findField(field.fields, inner.join('.')) : undefined;
}

/** Returns how many characters a field takes at most, whatever it holds. */
export const getMaxLength = ({ field, schema }: FormField): number =>
  schema?.maxLength ?? (field === 'richText' ? longestRichText : longestText);

/** Returns how many stars a rating has at most. */
export const countStars = ({ schema }: FormField): number => (typeof schema?.maximum === 'number' ? schema.maximum : 5);

/** The formats that kinds of fields have of themselves. */
const kindFormats: { [K in FieldKind]?: keyof typeof formats } = {
  date: 'date',
  dateTime: 'dateTime',
  email: 'email',
  month: 'month',
  time: 'time',
  timeSlots: 'venueTime',
};

/** Returns the format that the value of a field has. */
export const getFieldFormat = ({ field, schema }: FormField): keyof typeof formats | undefined => schema?.format ?? kindFormats[field];

/** The name under which what is checked holds the present moment in a format. */
export const nameNow = (format: string): string => `/now/${format}`;

/** The character that masks are made of. */
const maskMark = '\\*';

function buildValueSchema(field: FormField, fields: Fields): JsonObject {
  const { minItems, maxItems, uniqueItems, ...sized } = field.schema ?? {};
  const amount = { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
  const rule = bindReferences(sized as JsonObject, fields, getFieldFormat(field) ?? '');
  const options = field.options && { enum: Object.values(field.options).map(({ value }): Json => value) };
  const upload = getUpload(field);
  if (upload)
    return { type: 'array', maxItems: upload.count ?? 1, items: { type: 'string', format: 'fileAddress' satisfies keyof typeof formats } };
  switch (field.field) {
    case 'checkboxes':
      return {
        type: 'array',
        ...amount,
        ...(uniqueItems ? { uniqueItems } : {}),
        items: options ? { enum: options.enum.map(String) } : { type: 'string' },
      };
    case 'rows':
      return {
        type: 'array',
        maxItems: mostRows,
        ...amount,
        ...(uniqueItems ? { uniqueItems } : {}),
        items: { ...buildFieldsSchema(field.fields ?? {}), additionalProperties: false },
      };
    case 'combobox':
      return field.multiple ? { type: 'array', maxItems: mostFound, ...amount, items: chosenRecord } : chosenRecord;
    case 'group':
      return { ...buildFieldsSchema(field.fields ?? {}), additionalProperties: false };
    case 'checkbox':
    case 'agreement':
      return { ...rule, type: 'boolean' };
    case 'rating':
      return { ...rule, type: 'integer', minimum: 1, maximum: countStars(field) };
    case 'integer':
      return { ...rule, type: 'integer' };
    case 'number':
    case 'slider':
      return { ...rule, type: 'number' };
    default:
      // The choices of a cascade are a tree, see `findCascadeFault`.
      return options && field.field !== 'cascade' ? options : buildTextSchema(field, rule);
  }
}

function buildTextSchema(field: FormField, rule: JsonObject): JsonObject {
  const format = getFieldFormat(field);
  return {
    ...(format === undefined ? {} : { format }),
    ...rule,
    type: 'string',
    maxLength: getMaxLength(field),
    ...(field.sameAs === undefined ? {} : { const: { $data: `1/${field.sameAs}` } }),
    ...(field.masked ? { not: { pattern: maskMark } } : {}),
  };
}

/** Returns a rule whose references lead into what is checked: to other fields, or to the present moment in the format of the field. */
function bindReferences(rule: JsonObject, fields: Fields, format: string): JsonObject {
  const bind = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(bind);
    if (!isObject(part)) return part;
    const { $data: reference } = part;
    if (typeof reference !== 'string') return bindReferences(part, fields, format);
    // Beside the field, in its row or in the form.
    if (Object.hasOwn(fields, reference.slice(1))) return { $data: `1${reference}` };
    return { $data: reference === '/now' ? formatPointer([nameNow(format)]) : reference };
  };
  const bound = Object.fromEntries(Object.entries(rule).map(([key, part]) => [key, bind(part)]));
  // ajv orders by the format that stands beside the keyword, also within allOf.
  return Object.keys(rule).some((key) => key.startsWith('format')) ? { format, ...bound } : bound;
}
