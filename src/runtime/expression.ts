import { isMacro, isOperation, type ExpressionTree, type Macro } from '../model/expression';
import { asList } from '../model/json';
import { resolve } from '../model/pointer';
import { operate, type Operand } from './operations';
import type { Scope } from './roots';

/** An expression takes no more steps, however long the lists are that it goes through. */
const mostSteps = 100_000;

/** What is left of the steps. */
interface Budget {
  steps: number;
}

/**
 * Returns what an expression is worth in a scope; undefined when it comes to nothing, as when a reference that it needs finds nothing. It always
 * ends: there are no loops but through lists, and no more than 100,000 steps.
 * @param expression as it was compiled; one that was not is worth nothing
 */
export function evaluateExpression(expression: ExpressionTree, scope: Scope): Operand {
  const budget: Budget = { steps: mostSteps };
  const found = typeof expression === 'string' ? undefined : compute(expression, scope, budget);
  return budget.steps < 0 ? undefined : found;
}

function compute(tree: ExpressionTree, scope: Scope, budget: Budget): Operand {
  budget.steps -= 1;
  if (budget.steps < 0) return undefined;
  if (tree === null || typeof tree !== 'object') return tree ?? undefined;
  if (!isOperation(tree)) return resolve(tree.$data, scope) ?? undefined;
  const [name, ...parts] = tree;
  const [first = null, second = null, third = null] = parts;
  const isTrue = (part: ExpressionTree): boolean => compute(part, scope, budget) === true;
  if (name === '&&') return parts.every(isTrue);
  if (name === '||') return parts.some(isTrue);
  if (name === '?:') return compute(isTrue(first) ? second : third, scope, budget);
  if (isMacro(name))
    return goThrough(name, asList(compute(first, scope, budget)), (entry) => compute(third, { ...scope, [String(second)]: entry }, budget));
  return operate(
    name,
    parts.map((part) => compute(part, scope, budget)),
  );
}

function goThrough(macro: Macro, list: readonly Operand[], ask: (entry: Operand) => Operand): Operand {
  switch (macro) {
    case 'map':
      return list.map((entry) => ask(entry) ?? null);
    case 'filter':
      return list.filter((entry) => ask(entry) === true).map((entry) => entry ?? null);
    case 'exists':
      return list.some((entry) => ask(entry) === true);
    case 'all':
      return list.every((entry) => ask(entry) === true);
  }
}
