import type { FieldKind, FieldSchema, FormField, Options } from '../model/definitions.g';
import { asList, asString, isObject, type Json, type JsonObject } from '../model/json';
import { differ, lose, type Context } from './context';
import { chooseName, toName, writeText } from './names';
import { keywordsOfAll } from './keywords';
import type { ValueOptions } from './options';
import { listChoices, type ChoiceOf } from './schemas';
import type { Found } from './scopes';

/** Rules of JSON Schema that fields of a kind have, too. */
const textRules = ['minLength', 'maxLength', 'pattern', 'const'] as const;
const numberRules = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'const'] as const;

/** Returns the field of a value that is no object and no list; undefined when none can hold it. */
export function buildScalar(found: Found, about: ValueOptions, context: Context): FormField | undefined {
  const { schema, at } = found;
  const choices = listChoices(schema);
  if (choices) checkChoices(schema, at, context);
  const field = choices ? buildChoice(choices, about) : buildTyped(schema, at, about, context);
  if (!field) return undefined;
  const initial = schema['default'];
  if (isScalar(initial)) field.default = { const: initial };
  else if (initial !== undefined && initial !== null) lose(context, at, 'default', 'anything');
  if (about.widget === 'hidden') return hide(field);
  return field;
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

const hide = ({ default: value }: FormField): FormField => ({ field: 'hidden', value: value ?? { const: '' } });

/** Choices are all that holds of a value, and each of them can be shown. */
function checkChoices(schema: JsonObject, at: string, context: Context): void {
  takeRules(schema, [], at, context);
  if (asList(schema['enum']).some((value) => value !== null && !isScalar(value))) lose(context, at, 'enum', 'anything');
}

function buildChoice(choices: readonly ChoiceOf[], { widget }: ValueOptions): FormField {
  return { field: widget === 'radio' ? 'radio' : 'select', options: buildOptions(choices) };
}

/** Returns the options of values that can be chosen. */
export function buildOptions(choices: readonly ChoiceOf[]): Options {
  const options: Options = {};
  for (const { value, title } of choices)
    options[chooseName(toName(String(value)), (taken) => taken in options)] = { value, label: writeText(title) };
  return options;
}

function buildTyped(schema: JsonObject, at: string, about: ValueOptions, context: Context): FormField | undefined {
  const type = schema['type'] ?? guessType(schema['const']);
  switch (type) {
    case 'boolean':
      return { ...buildTick(at, about, context), ...takeRules(schema, ['const'], at, context) };
    case 'integer':
    case 'number':
      return { field: about.widget === 'slider' ? 'slider' : type, ...takeRules(schema, numberRules, at, context) };
    case 'string':
      return buildText(schema, at, about, context);
    case 'null':
      return { field: 'heading' };
    default:
      return lose(context, at, 'type', 'anything');
  }
}

const guessType = (constant: Json | undefined): string | undefined =>
  constant === undefined || isObject(constant) ? undefined : typeof constant;

function buildTick(at: string, { widget }: ValueOptions, context: Context): FormField {
  if (widget === 'radio' || widget === 'select')
    return { field: widget, options: { yes: { value: true, label: '/texts/yes' }, no: { value: false, label: '/texts/no' } } };
  differ(context, at, 'type', 'tick');
  return { field: 'checkbox' };
}

/** Kinds of fields by the format of a text. */
const formats: Readonly<Record<string, FieldKind>> = { date: 'date', time: 'time', 'date-time': 'dateTime', email: 'email', uri: 'text' };

/** Kinds of texts that are picked rather than typed. */
const pickers: ReadonlySet<FieldKind> = new Set(['date', 'month', 'time', 'dateTime']);

function buildText(schema: JsonObject, at: string, about: ValueOptions, context: Context): FormField | undefined {
  const { widget } = about;
  const format = asString(schema['format']);
  if (format === 'data-url') return lose(context, at, 'format', 'file');
  const kind = formats[format];
  if (format !== '' && !kind) lose(context, at, 'format', 'rule');
  const fromWidget =
    widget && (['textarea', 'password', 'date', 'month', 'time', 'dateTime', 'email'] as const).find((name) => name === widget);
  const field = fromWidget ?? kind ?? 'text';
  if (field === 'time' || field === 'dateTime') differ(context, at, 'format', 'moment');
  if (fromWidget && kind !== field && pickers.has(field)) differ(context, at, 'format', 'picked');
  const { schema: rule, ...rest } = takeRules(schema, textRules, at, context);
  const whole: FieldSchema = { ...rule, ...(format === 'uri' ? { format: 'uri' as const } : {}) };
  const suggestions = (about.suggestions ?? asList(schema['examples'])).filter(isScalar);
  return {
    field,
    ...rest,
    ...(suggestions.length > 0 && field === 'text' ? { suggestions } : {}),
    ...(Object.keys(whole).length > 0 ? { schema: whole } : {}),
  };
}

/** Takes the rules that fields have over, and notes all others. */
function takeRules(schema: JsonObject, keywords: readonly string[], at: string, context: Context): Pick<FormField, 'schema'> {
  const rule: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (keywords.includes(key)) rule[key] = value;
    else if (!keywordsOfAll.has(key)) lose(context, at, key, 'rule');
  }
  return Object.keys(rule).length > 0 ? { schema: rule } : {};
}
