import type { Choice, Value, With } from '../model/definitions.g';
import type { Json } from '../model/json';
import { holds } from './condition';
import { evaluateExpression } from './expression';
import { resolve } from '../model/pointer';
import type { Scope } from './roots';

/** Returns what a value of a definition is worth in a scope; undefined when its reference finds nothing, no case holds or it cannot be worked out. */
export function evaluate(value: Value | undefined, scope: Scope): Json | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return resolve(value, scope) ?? undefined;
  if ('expression' in value) return evaluateExpression(value.expression, scope);
  return 'const' in value ? value.const : evaluate(chooseCase(value, scope), scope);
}

function chooseCase(choice: Choice, scope: Scope): Value | undefined {
  return Object.values(choice.cases).find((option) => holds(option.when, scope))?.value ?? choice.otherwise;
}

/** Returns the values of named arguments as text or numbers; what is absent, null or empty is left out. */
export function evaluateAll(values: With | undefined, scope: Scope): Record<string, string | number | boolean> {
  const out: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(values ?? {})) {
    const found = evaluate(value, scope);
    if (Array.isArray(found)) {
      if (found.length > 0) out[name] = found.join(',');
    } else if (found !== undefined && found !== null && found !== '' && typeof found !== 'object') out[name] = found;
  }
  return out;
}
