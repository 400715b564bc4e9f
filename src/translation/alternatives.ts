import type { FormField } from '../model/definitions.g';
import { asList, asObjects, asString, type JsonObject } from '../model/json';
import { differ, type Context, type Target } from './context';
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
  const { spot, names } = target;
  const alternatives = listAlternatives(found.schema);
  const titles = nameAlternatives(found.schema, alternatives);
  const options: NonNullable<FormField['options']> = {};
  for (const title of titles) {
    const name = chooseName(toName(title), (taken) => taken in options);
    options[name] = { value: name, label: writeText(title) };
  }
  const kindName = chooseFieldName(spot, names, 'Kind');
  const kind: FormField = { field: titles.length > 4 ? 'select' : 'radio', options };
  differ(context, found.at, 'oneOf', 'chosen');
  const { label = '', hint } = about;
  const words: ValueOptions = { label, ...(hint === undefined ? {} : { hint }) };
  const put = putField(kind, found, { ...target, names: [...spot.base, kindName] }, words);
  Object.keys(options).forEach((value, index) => {
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
    field.when = { ...field.when, [`${spot.pointer}/${kindName}`]: value };
  });
  return put;
}

/** Returns what alternatives are called: by their titles, else by the names of what they refer to, else by their types. */
function nameAlternatives(schema: JsonObject, alternatives: readonly JsonObject[]): string[] {
  const branches = [...asObjects(schema['oneOf']), ...asObjects(schema['anyOf'])];
  return alternatives.map((alternative, index) => {
    const reference = asString(branches[index]?.['$ref']).split('/').at(-1) ?? '';
    const type = asString(alternative['type']);
    return (
      asString(alternative['title']) || writeLabel(reference) || writeLabel(type) || `${asList(branches).length > 0 ? index + 1 : type}`
    );
  });
}
