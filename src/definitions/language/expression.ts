import { ParseError, parse, type ASTNode } from '@marcbachmann/cel-js';
import { isMacro, type ExpressionTree } from '../../model/expression';
import type { Json } from '../../model/json';
import { formatPointer } from '../../model/pointer';

/** A part of an expression with where it stands in the text. */
export interface ExpressionNode {
  tree: ExpressionTree;
  /** Of an operation: what it is applied to, in the order of the tree. */
  parts: readonly ExpressionNode[];
  /** The text of this part, for messages. */
  source: string;
}

/** No expression is longer, in UTF-16 units. */
const longestExpression = 1000;
/** No expression goes through lists within lists within lists. */
const deepestMacro = 2;

const known = new Map<string, ExpressionNode | string>();

/**
 * Reads an expression: the part of CEL (Common Expression Language) that the definition language has. Which names and functions there are is not
 * looked at; see `check/expressions.ts`.
 * @returns its tree with the texts of its parts, or a text that says what is wrong; results are remembered, for tenants share definitions
 */
export function parseExpression(source: string): ExpressionNode | string {
  const before = known.get(source);
  if (before !== undefined) return before;
  const result = readExpression(source);
  if (known.size > 20_000) known.clear();
  known.set(source, result);
  return result;
}

/**
 * Returns the tree of an expression that has been checked.
 * @throws Error when it is none
 */
export function compileExpression(source: string): Json {
  const parsed = parseExpression(source);
  if (typeof parsed === 'string') throw new Error(`not an expression: ${parsed}`);
  return parsed.tree as Json;
}

function readExpression(source: string): ExpressionNode | string {
  if (source.length > longestExpression) return `it is longer than ${longestExpression} characters`;
  try {
    return toNode(parse(source).ast, source, 0);
  } catch (reason) {
    if (reason instanceof ParseError) return explain(reason, source);
    if (reason instanceof Unsupported) return reason.message;
    throw reason;
  }
}

/** What CEL has and expressions have not. */
class Unsupported extends Error {}

/** The tokens of the library, as people know them. */
const tokens: readonly [RegExp, string][] = [
  [/^Expected RPAREN/, 'a ( has no )'],
  [/^Expected RBRACKET/, 'a [ has no ]'],
  [/^Expected IDENTIFIER/, 'a name is missing behind the dot'],
  [/^Unterminated string/, 'a text is not closed'],
  [/^Unexpected token: EOF/, 'something is missing'],
  [/^Unexpected character: =/, 'two values are compared with =='],
  [/^Unexpected character: [\u2018-\u201f\u300c\u300d]/, "texts stand in plain quotes: 'text'"],
  [
    /^Unexpected character: [\uff08\uff09\uff0c\uff1a\uff1f\uff0b\uff0d\uff0a\uff0f\uff01\uff1e\uff1c\uff1d]/,
    'this is full-width punctuation; expressions have plain ( ) , : ? + - * / ! > < =',
  ],
  [/^Unexpected character: [^\x00-\x7f]/, "a name that is not of letters and digits is written form['the name']"],
];

function explain({ summary, range }: ParseError, source: string): string {
  const words = tokens.find(([test]) => test.test(summary))?.[1] ?? summary.toLowerCase();
  return `${words} at ${quotePlace(source, range?.start ?? source.length)}`;
}

const quotePlace = (source: string, at: number): string => (at >= source.length ? 'its end' : `"${source.slice(at, at + 20)}"`);

/** What CEL calls otherwise. */
const renamed: Readonly<Record<string, string>> = { '!_': '!', '-_': 'negate' };

function toNode(ast: ASTNode, text: string, depth: number): ExpressionNode {
  const { op, start, end } = ast;
  const source = text.slice(start, end);
  const read = (part: ASTNode, deeper = 0): ExpressionNode => toNode(part, text, depth + deeper);
  const make = (name: string, parts: readonly ExpressionNode[]): ExpressionNode => ({
    tree: [name, ...parts.map(({ tree }) => tree)],
    parts,
    source,
  });
  const path = toPath(ast);
  if (path) return { tree: { $data: formatPointer(path) }, parts: [], source };
  switch (op) {
    case 'value':
      return { tree: toConstant(ast.args, source), parts: [], source };
    case '!_':
    case '-_':
      return make(renamed[op] ?? op, [read(ast.args)]);
    case 'list':
      return make(
        'list',
        ast.args.map((part) => read(part)),
      );
    case 'call':
      return make(
        ast.args[0],
        ast.args[1].map((part) => read(part)),
      );
    case 'rcall': {
      const [name, receiver, given] = ast.args;
      if (!isMacro(name)) return make(name, [read(receiver), ...given.map((part) => read(part))]);
      const [variable, body] = given;
      if (given.length !== 2 || variable?.op !== 'id' || body === undefined)
        throw new Unsupported(`"${name}" takes a name for each entry and what is asked of it, as in ${name}(each, each.count)`);
      if (depth >= deepestMacro) throw new Unsupported(`"${source}" goes through lists more than ${deepestMacro} deep`);
      return make(name, [read(receiver), { tree: variable.args, parts: [], source: variable.args }, read(body, 1)]);
    }
    case '.':
    case '[]':
    case '.?':
    case '[?]':
    case 'map':
    case 'id':
      throw new Unsupported(`"${source}" is not possible: what is within a value has to be named, as form.items[0].title`);
    default:
      return make(
        op,
        ast.args.map((part) => read(part)),
      );
  }
}

/** Returns the tokens of a reference, undefined when a part is none. */
function toPath(ast: ASTNode): string[] | undefined {
  if (ast.op === 'id') return [ast.args];
  if (ast.op !== '.' && ast.op !== '[]') return undefined;
  const outer = toPath(ast.args[0]);
  const name = typeof ast.args[1] === 'string' ? ast.args[1] : ast.args[1].op === 'value' ? ast.args[1].args : undefined;
  return outer && (typeof name === 'string' || typeof name === 'bigint') ? [...outer, String(name)] : undefined;
}

function toConstant(value: unknown, source: string): ExpressionTree {
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new Unsupported(`"${source}" is no constant that a definition can have`);
}
