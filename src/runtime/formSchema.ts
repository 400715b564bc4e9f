import type { FieldKind, Form, FormField } from '../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../model/json';
import { formatPointer } from '../model/pointer';
import type { formats } from './formats';
import { longestRichText, longestText } from './schemaKeywords';
import { getUpload } from './upload';

/**
 * Returns the JSON Schema (draft-07) of what a form holds, by the names of its fields. What depends on more than the form itself (`when`,
 * the largest number of records) is left to `checkForm`, which also says what counts as filled in: a required field is there then.
 */
export function buildFormSchema({ fields }: Form): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    required: Object.keys(fields).filter((name) => fields[name]?.required !== undefined),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]): [string, JsonObject] => [name, buildValueSchema(field, fields)]),
    ),
  };
}

/** Returns the UI schema by which rjsf shows a form: each field by its own kind, whatever its rule is made of. */
export const buildUiSchema = ({ fields }: Form): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, { field }]) => [name, { 'ui:field': field, 'ui:fieldReplacesAnyOrOneOf': true }]));

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

function buildValueSchema(field: FormField, fields: Form['fields']): JsonObject {
  const { minItems, maxItems, ...sized } = field.schema ?? {};
  const rule = bindReferences(sized as JsonObject, fields, getFieldFormat(field) ?? '');
  const options = field.options && { enum: Object.values(field.options).map(({ value }): Json => value) };
  const upload = getUpload(field);
  if (upload)
    return { type: 'array', maxItems: upload.count ?? 1, items: { type: 'string', format: 'fileAddress' satisfies keyof typeof formats } };
  switch (field.field) {
    case 'checkboxes':
      return {
        type: 'array',
        ...(minItems === undefined ? {} : { minItems }),
        ...(maxItems === undefined ? {} : { maxItems }),
        items: options ? { enum: options.enum.map(String) } : { type: 'string' },
      };
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
      return options ?? buildTextSchema(field, rule);
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
function bindReferences(rule: JsonObject, fields: Form['fields'], format: string): JsonObject {
  const bind = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(bind);
    if (!isObject(part)) return part;
    return part['$data'] === '/now' && !Object.hasOwn(fields, 'now')
      ? { $data: formatPointer([nameNow(format)]) }
      : bindReferences(part, fields, format);
  };
  const bound = Object.fromEntries(Object.entries(rule).map(([key, part]) => [key, bind(part)]));
  // ajv orders by the format that stands beside the keyword, also within allOf.
  return Object.keys(rule).some((key) => key.startsWith('format')) ? { format, ...bound } : bound;
}
