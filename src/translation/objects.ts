import { asList, asObject, asString, isObject, type JsonObject } from '../model/json';
import { formatPointer } from '../model/pointer';
import { lose, type Context, type Whole } from './context';

/** Rules about an object as such that our forms do not have. */
const unsaid = ['propertyNames', 'minProperties', 'maxProperties', 'not', 'if', 'const', 'enum', 'default'] as const;

/** What has to be filled in as well when another property is. */
export interface Dependency {
  whole: Whole;
  /** The names down to the object. */
  base: readonly string[];
  name: string;
  needed: readonly string[];
  at: string;
}

/** Notes the rules of an object besides those of its properties. */
export function readObjectRules(schema: JsonObject, at: string, whole: Whole, base: readonly string[], context: Context): void {
  if (isObject(schema['additionalProperties'])) lose(context, at, 'additionalProperties', 'openNames');
  if (schema['patternProperties'] !== undefined) lose(context, at, 'patternProperties', 'openNames');
  for (const key of unsaid) if (schema[key] !== undefined) lose(context, at, key, 'rule');
  for (const [name, needed] of Object.entries(asObject(schema['dependencies'])))
    context.dependencies.push({ whole, base, name, needed: asList(needed).map(asString), at });
}

/** Has fields demand what depends on them. */
export function writeDependencies(context: Context): void {
  for (const { whole, base, name, needed, at } of context.dependencies) {
    const field = whole.fields.get(formatPointer([...base, name]));
    const pointers = needed.map((other) => whole.held.get(formatPointer([...base, other])));
    const known = pointers.filter((pointer) => pointer !== undefined);
    if (!field || known.length < pointers.length) {
      lose(context, at, 'dependencies', 'conditionElsewhere');
      continue;
    }
    field.assert = Object.fromEntries(known.map((pointer) => [pointer, { present: true }]));
    field.errors = { assert: '/texts/othersNeeded' };
  }
}
