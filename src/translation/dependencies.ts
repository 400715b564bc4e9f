import type { FormField } from '../model/definitions.g';
import { asObject, type JsonObject } from '../model/json';
import type { Context, Whole } from './context';
import { dependsOn } from './schemas';

/** Notes that a property is there only while others are as the schema says. */
export function addDependency(
  schema: JsonObject,
  field: FormField,
  about: { whole: Whole; base: readonly string[]; at: string },
  context: Context,
): void {
  if (schema[dependsOn] === undefined) return;
  context.rules.push({
    target: field,
    key: 'when',
    negated: false,
    condition: { scope: '#', schema: asObject(schema[dependsOn]) },
    whole: about.whole,
    base: about.base,
    path: about.at,
  });
}
