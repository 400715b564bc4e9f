import { isMacro, isOperation } from '../../model/expression';
import type { OperationName } from '../../runtime/operations';
import { parseExpression, type ExpressionNode } from '../language/expression';
import * as messages from '../problems/messages';
import { anything, describeRecord, followReference, type Shape } from '../scopes/shapes';

/** What operations tell apart. A plain value may be a number, a text or true or false; of anything nothing is known. */
type Kind = 'number' | 'text' | 'boolean' | 'list' | 'object' | 'plain' | 'anything';

/** One way to use an operation: the kinds that each of what it is given may have, and what it gives. */
interface Overload {
  takes: readonly (readonly Kind[])[];
  /** As many more of the last one as there are. */
  more?: true;
  gives: Shape;
}

const [number, text, boolean]: Shape[] = [{ type: 'number' }, { type: 'string' }, { type: 'boolean' }];
const take = (gives: Shape | undefined, ...takes: (readonly Kind[])[]): Overload => ({ takes, gives: gives ?? anything });
const whatever: readonly Kind[] = ['number', 'text', 'boolean', 'list', 'object'];
const arithmetic = [take(number, ['number'], ['number'])];
const ordering = [take(boolean, ['number'], ['number']), take(boolean, ['text'], ['text'])];
const logic = [take(boolean, ['boolean'], ['boolean'])];
const ofNumber = [take(number, ['number'])];
const ofTexts = [take(boolean, ['text'], ['text'])];
/** A date, or the milliseconds that now is. */
const moment: readonly Kind[] = ['text'];
const extreme = [take(number, ['list']), { ...take(number, ['number'], ['number']), more: true as const }];

const overloads: Record<OperationName | '&&' | '||', readonly Overload[]> = {
  '+': [...arithmetic, take(text, ['text'], ['text'])],
  '-': arithmetic,
  '*': arithmetic,
  '/': arithmetic,
  '%': arithmetic,
  negate: ofNumber,
  '!': [take(boolean, ['boolean'])],
  '&&': logic,
  '||': logic,
  '==': [take(boolean, whatever, whatever)],
  '!=': [take(boolean, whatever, whatever)],
  '<': ordering,
  '<=': ordering,
  '>': ordering,
  '>=': ordering,
  in: [take(boolean, ['number', 'text', 'boolean'], ['list', 'text'])],
  list: [{ ...take({ type: 'array' }, whatever), more: true }],
  has: [take(boolean, whatever)],
  size: [take(number, ['list', 'text', 'object'])],
  sum: [take(number, ['list'])],
  min: extreme,
  max: extreme,
  abs: ofNumber,
  floor: ofNumber,
  ceil: ofNumber,
  round: [take(number, ['number']), take(number, ['number'], ['number'])],
  string: [take(text, ['number', 'text'])],
  contains: ofTexts,
  startsWith: ofTexts,
  endsWith: ofTexts,
  days: [take(number, moment, moment)],
  years: [take(number, moment, moment)],
  minutes: [take(number, moment, moment)],
  addDays: [take(text, moment, ['number'])],
};

/**
 * Returns what is wrong with an expression: its syntax, a name that nothing has, an operation that there is not or that is given what it cannot use.
 * @param roots what its references can start with
 */
export function findExpressionFault(source: string, roots: Readonly<Record<string, Shape>>): messages.Fault | undefined {
  const parsed = parseExpression(source);
  if (typeof parsed === 'string') return messages.badExpression(explainForeign(source) ?? parsed);
  if (!isReferring(parsed))
    return messages.badExpression('it names nothing, so it always comes to the same; a constant is written { "const": … }');
  const faults: messages.Fault[] = [];
  inferShape(parsed, roots, (fault) => void faults.push(fault));
  return faults[0];
}

/** What people write who know other languages, outside of texts in quotes. */
function explainForeign(source: string): string | undefined {
  const code = source.replace(/'[^']*'|"[^"]*"/g, "''");
  if (/[\uff01-\uff5e\u3000-\u3003]/.test(code))
    return 'there is full-width punctuation in it; expressions have plain ( ) , . < > = + - * /';
  if (/[\u2018-\u201f]/.test(code)) return "there are Chinese quotation marks in it; texts stand in plain single quotes, as in 'a'";
  const word = /\b(?:and|or|not)\b/i.exec(code)?.[0];
  if (word !== undefined) return `"${word}" is written ${{ and: '&&', or: '||', not: '!' }[word.toLowerCase()]}`;
  const reference = /(?:^|[\s(])\/((?:\w+\/?)+)/.exec(code)?.[1];
  return reference === undefined ? undefined : `in expressions a reference has dots: ${reference.split('/').filter(Boolean).join('.')}`;
}

const isReferring = ({ tree, parts }: ExpressionNode): boolean =>
  parts.length > 0 ? parts.some(isReferring) : tree !== null && typeof tree === 'object' && !isOperation(tree);

const withoutFix = ({ fix: _fix, ...fault }: messages.Fault): messages.Fault => fault;

type Roots = Readonly<Record<string, Shape>>;

function inferShape(node: ExpressionNode, roots: Roots, report: (fault: messages.Fault) => void): Shape {
  const { tree, parts, source } = node;
  if (tree === null || typeof tree !== 'object') return tree === null ? anything : { type: typeof tree };
  if (!isOperation(tree)) {
    const { shape, fault } = followReference(describeRecord(roots), tree.$data, true, (tokens) => tokens.join('.'));
    // What is faulty is only a part of what stands there.
    if (fault) report(withoutFix(fault));
    return shape ?? anything;
  }
  const [name] = tree;
  const infer = (part: ExpressionNode | undefined): Shape => (part ? inferShape(part, roots, report) : anything);
  if (isMacro(name)) {
    const [list, variable, body] = parts;
    const shape = infer(list);
    if (!fits(shape, ['list'])) report(messages.badOperation(name, source, [findKind(shape)], ['list']));
    const inner = { ...roots, [String(variable?.tree)]: shape.items ?? anything };
    const asked = body ? inferShape(body, inner, report) : anything;
    if (name === 'map') return { type: 'array', items: asked };
    if (!fits(asked, ['boolean'])) report(messages.badOperation(name, source, [findKind(asked)], ['boolean']));
    return name === 'filter' ? shape : (boolean ?? anything);
  }
  const shapes = parts.map(infer);
  if (name === '?:') {
    const [asked, one, other] = shapes;
    if (asked && !fits(asked, ['boolean'])) report(messages.badOperation('?', source, [findKind(asked)], ['boolean']));
    return one && other && findKind(one) === findKind(other) ? one : anything;
  }
  const known: readonly Overload[] | undefined = Object.hasOwn(overloads, name) ? overloads[name as OperationName] : undefined;
  if (!known) {
    report(
      messages.unknownName(
        'function',
        name,
        Object.keys(overloads).filter((operation) => /^[a-z]/i.test(operation) && !['list', 'negate', 'in'].includes(operation)),
      ),
    );
    return anything;
  }
  const fitting = known.find((overload) => suits(overload, shapes));
  if (!fitting)
    report(
      messages.badOperation(name, source, shapes.map(findKind), ...known.map(({ takes }) => takes.map((kinds) => kinds.join(' or ')))),
    );
  return fitting?.gives ?? anything;
}

function suits({ takes, more }: Overload, shapes: readonly Shape[]): boolean {
  if (more ? shapes.length < takes.length : shapes.length !== takes.length) return false;
  return shapes.every((shape, index) => fits(shape, takes[Math.min(index, takes.length - 1)] ?? []));
}

function fits(shape: Shape, kinds: readonly Kind[]): boolean {
  const kind = findKind(shape);
  if (kind === 'anything') return true;
  return kind === 'plain' ? kinds.some((one) => one === 'number' || one === 'text' || one === 'boolean') : kinds.includes(kind);
}

function findKind({ type, open, plain, properties }: Shape): Kind {
  if (open || (type === 'object' && properties === undefined)) return 'anything';
  if (plain) return 'plain';
  if (type === 'array') return 'list';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : type === 'boolean' ? 'boolean' : 'object';
}
