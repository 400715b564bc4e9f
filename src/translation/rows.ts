import type { FieldSchema, FormField } from '../model/definitions.g';
import type { Fields } from '../runtime/formSchema';
import { asList, asObject, isObject, type JsonObject } from '../model/json';
import { formatPointer } from '../model/pointer';
import { hasBranches } from './branches';
import { differ, lose, type Context, type Place, type Spot, type Whole } from './context';
import type { ValueOptions } from './options';
import { keywordsOfAll } from './keywords';
import { readObjectRules } from './objects';
import { readUi } from './rjsf';
import { inferSchema } from './fromData';
import { buildOptions } from './scalars';
import { listAlternatives, listChoices, openSchema, type OpenSchema } from './schemas';
import type { Found } from './scopes';

/** What is said of lists. Without a tuple `additionalItems` says nothing. */
const rulesOfRows: ReadonlySet<string> = new Set([...keywordsOfAll, 'items', 'minItems', 'maxItems', 'uniqueItems', 'additionalItems']);

/** Returns the field of a list: choices of which several are ticked, rows of fields, or rows of one value each. */
export function buildRows(found: Found, about: ValueOptions, context: Context): FormField | undefined {
  const { schema, at, trail } = found;
  if (Array.isArray(schema['items'])) return lose(context, at, 'items', 'tuple');
  if (schema['items'] === undefined) differ(context, at, 'items', 'untyped');
  const items = openSchema(schema['items'] ?? inferSchema(asList(schema['default'])[0]), context.root, trail);
  if (items.recursive) return lose(context, `${at}/items`, '$ref', 'recursive');
  const rule = readAmount(schema);
  const choices = listChoices(items.schema);
  if (choices && (schema['uniqueItems'] === true || about.widget === 'checkboxes')) {
    differ(context, at, 'type', 'checkboxes');
    const unique: FieldSchema = schema['uniqueItems'] === true ? { uniqueItems: true } : {};
    return { field: 'checkboxes', options: buildOptions(choices), schema: { ...rule.schema, ...unique } };
  }
  const row = buildRow(items, `${at}/items`, about, context);
  if (!row) return undefined;
  if (schema['maxItems'] === undefined) differ(context, at, 'type', 'longest');
  const field: FormField = { field: 'rows', ...rule, ...row };
  if (schema['uniqueItems'] === true) field.schema = { ...field.schema, uniqueItems: true };
  if (about.sortable) field.sortable = true;
  if (schema['default'] !== undefined) field.entries = asList(schema['default']);
  for (const key of Object.keys(schema)) if (!rulesOfRows.has(key)) lose(context, at, key, 'rule');
  return field;
}

function readAmount({ minItems, maxItems }: JsonObject): Pick<FormField, 'schema'> {
  const rule: FieldSchema = {};
  if (typeof minItems === 'number') rule.minItems = minItems;
  if (typeof maxItems === 'number') rule.maxItems = maxItems;
  return Object.keys(rule).length > 0 ? { schema: rule } : {};
}

/** Returns the fields of a row, by its layout if it has one, else all of its properties. */
function buildRow(
  items: OpenSchema,
  at: string,
  about: ValueOptions,
  context: Context,
): Pick<FormField, 'fields' | 'plain' | 'row'> | undefined {
  const fields: Fields = {};
  const { schema, trail } = items;
  const spot: Spot = { fields, pointer: '/row', base: [] };
  const whole: Whole = { schema, at, trail, held: new Map(), fields: new Map() };
  const ui = asObject(asObject(about.inner)['items']);
  const isRow = hasBranches(schema) || (isObject(schema['properties']) && listAlternatives(schema).length === 0);
  if (isRow && about.detail && about.detail['type'] !== 'DEFAULT')
    addDetail(about.detail, { whole, spot, pointer: `${at}/detail` }, context);
  else if (isRow) context.builders.addProperties(schema, { at, trail }, { whole, spot, names: [] }, context, ui);
  else addPlain(items, at, { whole, spot }, ui, context);
  const names = Object.keys(fields);
  if (names.length === 0) return undefined;
  if (!isRow && names.length > 1) return lose(context, at, 'anyOf', 'anything');
  return { fields, ...(isRow ? {} : { plain: true }), ...writeRowLabel(about, whole, at, context) };
}

/** A row whose fields are laid out. */
function addDetail(detail: JsonObject, place: Place, context: Context): void {
  const { schema, at } = place.whole;
  readObjectRules(schema, at, place.whole, [], context);
  if (hasBranches(schema)) lose(context, at, 'oneOf', 'element');
  context.builders.addElement(detail, place, context);
}

/** A value that is a row by itself. */
function addPlain(items: OpenSchema, at: string, { whole, spot }: { whole: Whole; spot: Spot }, ui: JsonObject, context: Context): void {
  const options = readUi(ui, at, context);
  const found: Found = { ...items, at, required: false };
  const field = context.builders.addValue(found, { whole, spot, names: [] }, options, context);
  if (field) delete field.sendAs;
}

/** The value of a row that it is told from the others by. */
function writeRowLabel({ rowLabel }: ValueOptions, { held }: Whole, at: string, context: Context): Pick<FormField, 'row'> {
  if (!rowLabel) return {};
  const pointer = held.get(formatPointer(rowLabel));
  if (pointer !== undefined) return { row: pointer };
  lose(context, at, 'elementLabelProp', 'conditionElsewhere');
  return {};
}
