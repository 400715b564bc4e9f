import type { FormField } from '../model/definitions.g';
import { asList, asObject, asString, type Json, type JsonObject } from '../model/json';
import { formatPointer } from '../model/pointer';
import type { Fields } from '../runtime/formSchema';
import { addAlternatives, addBranches } from './alternatives';
import { hasBranches, isAlternative } from './branches';
import { differ, lose, type Context, type Spot, type Target } from './context';
import { writeLabel } from './names';
import { chooseFieldName, putField } from './putField';
import { readObjectRules } from './objects';
import type { ValueOptions } from './options';
import { addDependency } from './dependencies';
import { buildRows } from './rows';
import { dependsOn, listChoices, openSchema } from './schemas';
import { isRequired, type Found } from './scopes';
import { buildScalar } from './scalars';
import { readUi } from './rjsf';

/** Puts fields for all properties of an object into a spot, in their order. */
export function addProperties(
  schema: JsonObject,
  { at, trail }: Pick<Found, 'at' | 'trail'>,
  { whole, spot, names }: Target,
  context: Context,
  ui: JsonObject = {},
): void {
  readObjectRules(schema, at, whole, names, context);
  for (const [name, property] of orderProperties(asObject(schema['properties']), asList(ui['ui:order']))) {
    const found: Found = {
      ...openSchema(property, context.root, trail),
      at: `${at}/properties${formatPointer([name])}`,
      required: isRequired(schema, name),
    };
    const options = readUi(asObject(ui[name]), found.at, context);
    const field = addValue(found, { whole, spot, names: [...names, name] }, options, context);
    if (isAlternative(found.schema) && dependsOn in found.schema) lose(context, found.at, 'dependencies', 'condition');
    else if (field) addDependency(found.schema, field, { whole, base: names, at: found.at }, context);
  }
  if (hasBranches(schema)) addBranches({ schema, at, trail }, { whole, spot, names }, context);
}

/** Returns properties in the order that rjsf is told, in which a star stands for all others. */
function orderProperties(properties: JsonObject, order: readonly Json[]): [string, Json][] {
  const names = Object.keys(properties);
  const [named, star] = [order.map(asString), order.indexOf('*')];
  const place = (name: string): number => (named.includes(name) ? named.indexOf(name) : star < 0 ? named.length : star);
  return names.sort((one, other) => place(one) - place(other)).map((name) => [name, properties[name] ?? {}]);
}

/** Puts the field, or the fields, of one value into a spot; returns what a rule about the value is put on, undefined when nothing was made. */
export function addValue(found: Found, target: Target, options: ValueOptions, context: Context): FormField | undefined {
  const { schema, at, recursive, nullable } = found;
  if (recursive) return lose(context, at, '$ref', 'recursive');
  if (nullable) differ(context, at, 'type', 'null');
  const last = target.names.at(-1);
  const label = options.label ?? (asString(schema['title']) || (last === undefined ? '' : writeLabel(last)));
  const about: ValueOptions = { ...options, label, ...(schema['readOnly'] === true ? { readOnly: true } : {}) };
  const hint = options.hint ?? asString(schema['description']);
  if (hint !== '') about.hint = hint;
  if (isAlternative(schema)) return addAlternatives(found, target, about, context);
  const field = buildField(found, target, about, context);
  if (about.readOnly && field?.fields) {
    lose(context, at, 'readOnly', 'option');
    about.readOnly = false;
  }
  return field && putField(field, found, target, about);
}

/** Returns the field of a value that is no choice between alternatives. */
function buildField(found: Found, target: Target, about: ValueOptions, context: Context): FormField | undefined {
  const { schema } = found;
  const type = schema['type'] ?? (schema['properties'] ? 'object' : schema['items'] ? 'array' : undefined);
  if (type === 'object' && !listChoices(schema)) return buildGroup(found, target, about, context);
  return type === 'array' ? buildRows(found, about, context) : buildScalar(found, about, context);
}

function buildGroup(found: Found, { whole, spot, names }: Target, about: ValueOptions, context: Context): FormField | undefined {
  const fields: Fields = {};
  const name = chooseFieldName(spot, names);
  const inner: Spot = { fields, pointer: `${spot.pointer}/${name}`, base: names };
  addProperties(found.schema, found, { whole, spot: inner, names }, context, about.inner);
  if (Object.keys(fields).length > 0) {
    const optional = !found.required && hasNeeded(fields);
    return { field: 'group', ...(optional ? { optional } : {}), fields };
  }
  return lose(context, found.at, 'type', found.schema['properties'] ? 'nothingToFillIn' : 'anything');
}

const hasNeeded = (fields: Fields): boolean =>
  Object.values(fields).some(
    ({ required, optional, field, fields: inner }) => required !== undefined || (field === 'group' && !optional && hasNeeded(inner ?? {})),
  );
