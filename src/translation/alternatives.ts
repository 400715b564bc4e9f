import type { FormField } from '../model/definitions.g';
import { asList, asString, type JsonObject } from '../model/json';
import { listBranches } from './branches';
import type { Fields } from '../runtime/formSchema';
import { differ, type Context, type Spot, type Target } from './context';
import { chooseFieldName, putField } from './putField';
import { chooseName, toName, writeLabel, writeText } from './names';
import type { ValueOptions } from './options';
import { listAlternatives, openSchema } from './schemas';
import type { Found } from './scopes';

/**
 * A value that can be of one of several kinds: which of them is chosen first, then there is the field of that kind. All fields are sent under
 * the name of the value.
 */
export function addAlternatives(found: Found, target: Target, about: ValueOptions, context: Context): FormField {
  const { spot } = target;
  const alternatives = listAlternatives(found.schema);
  const titles = nameAlternatives(found.schema, alternatives);
  const { label = '', hint } = about;
  const kind = addKind(titles, found, target, { label, ...(hint === undefined ? {} : { hint }) }, context);
  kind.values.forEach((value, index) => {
    const opened = openSchema(alternatives[index], context.root, found.trail);
    const title = titles[index] ?? '';
    const inner: Found = { ...opened, at: `${found.at}/oneOf/${index}`, required: found.required };
    const field = context.builders.addValue(
      inner,
      target,
      { ...about, label: title, hint: asString(opened.schema['description']) },
      context,
    );
    if (!field) return;
    // What was chosen is there.
    delete field.optional;
    field.when = { ...field.when, [`${spot.pointer}/${kind.name}`]: value };
  });
  return kind.field;
}

/** Puts what chooses between alternatives into a spot. */
function addKind(titles: readonly string[], found: Found, target: Target, words: ValueOptions, context: Context) {
  const { spot, names } = target;
  const options: NonNullable<FormField['options']> = {};
  for (const title of titles) {
    const name = chooseName(toName(title), (taken) => taken in options);
    options[name] = { value: name, label: writeText(title) };
  }
  const name = chooseFieldName(spot, names, 'Kind');
  differ(context, found.at, 'oneOf', 'chosen');
  const field = putField(
    { field: titles.length > 4 ? 'select' : 'radio', options },
    found,
    { ...target, names: [...spot.base, name] },
    words,
  );
  return { field, name, values: Object.keys(options) };
}

/** Puts the further properties that an object can have into groups of which one is there. They are sent beside the others. */
export function addBranches({ schema, at, trail }: Pick<Found, 'schema' | 'at' | 'trail'>, target: Target, context: Context): void {
  const { whole, spot, names } = target;
  const branches = listBranches(schema);
  const needed = branches.every(({ required }) => asList(required).length > 0);
  const titles = nameAlternatives(schema, branches);
  const found: Found = { schema, at, trail, recursive: false, nullable: false, required: needed };
  const kind = addKind(titles, found, { ...target, names: [...names, 'value'] }, {}, context);
  kind.field.label = '/texts/alternatives';
  branches.forEach((branch, index) => {
    const value = kind.values[index] ?? '';
    const name = chooseName(value, (taken) => taken in spot.fields);
    const fields: Fields = {};
    const inner: Spot = { fields, pointer: `${spot.pointer}/${name}`, base: spot.base };
    const opened = openSchema(branch, context.root, trail);
    context.builders.addProperties(
      opened.schema,
      { at: `${at}/oneOf/${index}`, trail: opened.trail },
      { whole, spot: inner, names },
      context,
    );
    if (Object.keys(fields).length === 0) return;
    const group: FormField = { field: 'group', flat: true, fields, when: { [`${spot.pointer}/${kind.name}`]: value } };
    if (spot.step !== undefined) group.step = spot.step;
    spot.fields[name] = group;
  });
}

/** Returns what alternatives are called: by their titles, else by the names of what they refer to, else by their types. */
function nameAlternatives(schema: JsonObject, alternatives: readonly JsonObject[]): string[] {
  const branches = listBranches(schema);
  return alternatives.map((alternative, index) => {
    const reference = asString(branches[index]?.['$ref']).split('/').at(-1) ?? '';
    const type = asString(alternative['type']);
    return (
      asString(alternative['title']) || writeLabel(reference) || writeLabel(type) || `${asList(branches).length > 0 ? index + 1 : type}`
    );
  });
}
