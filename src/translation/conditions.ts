import type { Condition, Test, TestSchema } from '../model/definitions.g';
import { asList, asObject, asObjects, asString, isObject, type Json, type JsonObject } from '../model/json';
import { formatPointer } from '../model/pointer';
import { lose, type Context, type Whole } from './context';
import { readScope } from './scopes';

/** A rule of a layout, or what a property depends on, until all fields are known. */
export interface PendingRule {
  /** What gets the condition. */
  target: { when?: Condition; enabled?: Condition };
  key: 'when' | 'enabled';
  negated: boolean;
  condition: JsonObject;
  /** Scopes of the condition start here. */
  whole: Whole;
  /** The names down to the object that they start at. */
  base: readonly string[];
  path: string;
}

/** A test of a value, and whether it is satisfied by there being none, as many of JSON Schema's are. */
interface Tested {
  test: Test;
  absent: boolean;
}

/** Tests of single values by the reference to each; all must hold. */
type Clauses = Map<string, Tested>;

/** Notes a rule of an element of a layout. @param pointer where the element is in the layout */
export function addRule(
  context: Context,
  rule: JsonObject,
  about: Pick<PendingRule, 'target' | 'whole'> & { pointer: string; base?: readonly string[] },
): void {
  const effect = asString(rule['effect']);
  const path = `${about.pointer}/rule`;
  if (!['SHOW', 'HIDE', 'ENABLE', 'DISABLE'].includes(effect)) return lose(context, path, 'effect', 'rule');
  context.rules.push({
    target: about.target,
    key: effect === 'SHOW' || effect === 'HIDE' ? 'when' : 'enabled',
    negated: effect === 'HIDE' || effect === 'DISABLE',
    condition: asObject(rule['condition']),
    whole: about.whole,
    base: about.base ?? [],
    path: `${path}/condition`,
  });
}

/** Writes the conditions of all rules. */
export function writeRules(context: Context): void {
  for (const rule of context.rules) {
    const clauses = readCondition(rule, rule.condition, context);
    if (!clauses) continue;
    const condition = writeClauses(clauses, rule.negated);
    if (!condition) lose(context, rule.path, 'condition', 'condition');
    else if (Object.keys(condition).length > 0) rule.target[rule.key] = { ...rule.target[rule.key], ...condition };
  }
}

/** Returns the clauses of a condition; none of one that always holds, undefined when it was noted as lost. */
function readCondition(rule: PendingRule, condition: JsonObject, context: Context): Clauses | undefined {
  const { type, conditions, scope, schema, expectedValue, failWhenUndefined } = condition;
  if (type === 'AND' || type === 'OR') return joinConditions(rule, type, asObjects(conditions), context);
  const tested: Json | undefined = schema ?? (expectedValue === undefined ? undefined : { const: expectedValue });
  // JSON Forms takes a condition that tests nothing for one that holds.
  if (!isObject(tested)) return new Map();
  const names = readScope(asString(scope));
  const clauses = names && readClauses(rule.whole, [...rule.base, ...names], tested);
  if (clauses === 'elsewhere') lose(context, rule.path, 'scope', 'conditionElsewhere');
  else if (!clauses) lose(context, rule.path, 'schema', 'condition');
  else if (failWhenUndefined === true) return new Map([...clauses].map(([pointer, { test }]) => [pointer, { test, absent: false }]));
  return clauses === 'elsewhere' ? undefined : clauses;
}

function joinConditions(rule: PendingRule, type: 'AND' | 'OR', parts: readonly JsonObject[], context: Context): Clauses | undefined {
  const read = parts.map((part) => readCondition(rule, part, context));
  const joined: Clauses = new Map();
  for (const clauses of read) {
    if (!clauses) return undefined;
    for (const [pointer, tested] of clauses) {
      const before = joined.get(pointer);
      const isOther = type === 'OR' && joined.size > 0 && !before;
      if (isOther || (before && type === 'AND') || clauses.size > 1) {
        if (type === 'OR' || before) return lose(context, rule.path, type, 'condition');
      }
      joined.set(pointer, before ? { test: { anyOf: [before.test, tested.test] }, absent: before.absent || tested.absent } : tested);
    }
  }
  return joined;
}

function readClauses(whole: Whole, names: readonly string[], schema: JsonObject): Clauses | 'elsewhere' | undefined {
  const { properties, required, type, ...own } = schema;
  if (properties === undefined && required === undefined) {
    const pointer = whole.held.get(formatPointer(names));
    if (pointer === undefined) return 'elsewhere';
    const tested = readTest(schema);
    return tested && new Map([[pointer, tested]]);
  }
  if (Object.keys(own).length > 0 || (type !== undefined && type !== 'object')) return undefined;
  const clauses: Clauses = new Map();
  for (const [name, property] of Object.entries(asObject(properties))) {
    const inner = readClauses(whole, [...names, name], asObject(property));
    if (inner === undefined || inner === 'elsewhere') return inner;
    // A property that is not there satisfies whatever is said of it.
    for (const [pointer, tested] of inner) clauses.set(pointer, { ...tested, absent: true });
  }
  for (const name of asList(required).map(asString)) {
    const pointer = whole.held.get(formatPointer([...names, name]));
    if (pointer === undefined) return 'elsewhere';
    clauses.set(pointer, { test: clauses.get(pointer)?.test ?? { present: true }, absent: false });
  }
  return clauses;
}

/** Keywords of tests that mean the same in both; what has another type satisfies them, and so does what is absent. */
const sized = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'] as const;

/** Returns the test of one value that a schema is; undefined when it is none. */
function readTest(schema: JsonObject): Tested | undefined {
  const { const: equal, enum: values, type, not, anyOf, contains, title: _title, ...rest } = schema;
  const test: TestSchema = {};
  let absent = true;
  if (equal !== undefined) {
    if (!isScalar(equal)) return undefined;
    Object.assign(test, { const: equal });
    absent = false;
  }
  if (values !== undefined) {
    Object.assign(test, { enum: asList(values).filter(isScalar) });
    absent = false;
  }
  if (type !== undefined) {
    if (typeof type !== 'string' || type === 'null') return undefined;
    Object.assign(test, { type });
    absent = false;
  }
  if (isObject(contains)) {
    const inner = readTest(contains);
    if (!inner) return undefined;
    Object.assign(test, { contains: inner.test });
  }
  if (isObject(not)) {
    const inner = readTest(not);
    if (!inner) return undefined;
    Object.assign(test, { not: inner.test });
    absent &&= !inner.absent;
  }
  if (anyOf !== undefined) {
    const parts = asObjects(anyOf).map(readTest);
    const known = parts.filter((part) => part !== undefined);
    if (known.length < parts.length) return undefined;
    Object.assign(test, { anyOf: known.map((part) => part.test) });
    absent &&= known.some((part) => part.absent);
  }
  for (const [key, value] of Object.entries(rest)) {
    if (!sized.some((keyword) => keyword === key)) return undefined;
    Object.assign(test, { [key]: value });
  }
  const [only, ...more] = Object.entries(test);
  if (!only) return undefined;
  return { test: only[0] === 'const' && more.length === 0 && isScalar(only[1]) ? only[1] : test, absent };
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns the condition that all clauses hold, or that they do not; undefined when that cannot be said. */
function writeClauses(clauses: Clauses, negated: boolean): Condition | undefined {
  if (!negated) return Object.fromEntries([...clauses].map(([pointer, tested]) => [pointer, writeClause(tested)]));
  const [only, ...others] = [...clauses];
  if (others.length > 0 || !only) return undefined;
  const [pointer, { test, absent }] = only;
  return { [pointer]: writeClause({ test: { not: test }, absent: !absent }) };
}

const writeClause = ({ test, absent }: Tested): Test => (absent ? { anyOf: [{ present: false }, test] } : test);
