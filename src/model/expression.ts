/**
 * An expression of the definition language as it is worked out: a constant, a reference into the roots around it, or an operation and what it is
 * applied to. Definitions have them as texts (a part of CEL), which the server reads when it compiles them.
 */
export type ExpressionTree = string | number | boolean | null | ExpressionReference | Operation;

/** What a JSON Pointer finds, from a root or a variable on. */
export interface ExpressionReference {
  readonly $data: string;
}

/** An operation by its name. */
export type Operation = readonly [string, ...ExpressionTree[]];

/** Returns whether a part of an expression is an operation. */
export const isOperation = (tree: ExpressionTree): tree is Operation => Array.isArray(tree);

/** The operations that name each entry of a list in turn: they take the list, the name and what is asked of an entry. */
const macros = ['map', 'filter', 'exists', 'all'] as const;
export type Macro = (typeof macros)[number];

/** Returns whether an operation is one of those that go through a list. */
export const isMacro = (name: string): name is Macro => macros.some((macro) => macro === name);

/** Returns the references of an expression that start at roots, not at a variable of its own. */
export function listReferences(tree: ExpressionTree, variables: readonly string[] = []): string[] {
  if (tree === null || typeof tree !== 'object') return [];
  if (!isOperation(tree))
    return variables.some((name) => tree.$data === `/${name}` || tree.$data.startsWith(`/${name}/`)) ? [] : [tree.$data];
  const [name, ...parts] = tree;
  const [list = null, variable, body = null] = parts;
  if (isMacro(name)) return [...listReferences(list, variables), ...listReferences(body, [...variables, String(variable)])];
  return parts.flatMap((part) => listReferences(part, variables));
}
