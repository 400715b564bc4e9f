import type { Card, Display, DisplayObject, FieldSchema, FormField, Option, Test } from '../../model/definitions.g';
import { isObject, type JsonObject } from '../../model/json';
import type { Severity } from '../../model/problem';
import { isDateFormat } from '../../runtime/dates';
import { sanitizeAddress } from '../../runtime/display';
import { formats } from '../../runtime/formats';
import { getFieldFormat } from '../../runtime/formSchema';
import * as messages from '../problems/messages';
import type { Scope } from '../scopes/scopes';
import { anything, describeField, describeRecord, followReference, type Shape } from '../scopes/shapes';
import type { Place } from '../language/walk';

/** Checks what a part says against itself: bounds, choices and constants that nothing can satisfy, words that say nothing. */
export function checkConsistency({ part, value, path, owner, field }: Place, scope: Scope, report: messages.Report): void {
  if (part === 'Text' && value === '') report(path, messages.emptyText());
  if (!isObject(value)) return;
  switch (part) {
    case 'FieldSchema':
    case 'TestSchema':
      return checkBounds(path, value, report, 'error');
    case 'Property':
      return checkBounds(path, value, report, 'warning');
    case 'Card':
      return checkColumns(path, value as object as Card, report);
    case 'DisplayObject':
      if (value['until'] !== undefined && !isDateFormat((value as object as DisplayObject).format))
        report([...path, 'until'], messages.onlyWithDates('until'), 'key');
      return;
    case 'Options':
      return checkOptions(path, value as object as Readonly<Record<string, Option>>, report);
    case 'Clauses':
      return checkClauses(path, value as object as Readonly<Record<string, Test>>, scope, report);
    case 'FormField':
      return checkField(path, value as object as FormField, report);
    case 'Constant':
      if (field === 'url' && owner === 'Action') checkAddress([...path, 'const'], value['const'], report);
      return;
    default:
  }
}

/** Only tables have columns. */
function checkColumns(
  path: readonly string[],
  { shape, fields = {}, title, date, price, tags, text }: Card,
  report: messages.Report,
): void {
  if (shape === 'table') return;
  const own = Object.entries({ title, date, price, tags, text });
  const displays: [path: string[], display: Display | undefined][] = [
    ...own.map(([name, display]): [string[], Display | undefined] => [[name], display]),
    ...Object.entries(fields).map(([name, display]): [string[], Display] => [['fields', name], display]),
  ];
  for (const [at, display] of displays)
    for (const key of ['width', 'align'] as const)
      if (typeof display === 'object' && display[key] !== undefined)
        report([...path, ...at, key], messages.onlyInTables(key, shape), 'key');
}

/** An address must be one that a link can have. */
function checkAddress(path: readonly string[], address: unknown, report: messages.Report): void {
  if (typeof address === 'string' && address !== '' && sanitizeAddress(address) === undefined)
    report(path, messages.unsafeAddress(address));
}

const bounds: readonly (readonly [least: string, most: string])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['formatMinimum', 'formatMaximum'],
  ['formatExclusiveMinimum', 'formatMaximum'],
  ['formatMinimum', 'formatExclusiveMaximum'],
];

function checkBounds(path: readonly string[], rule: JsonObject, report: messages.Report, severity: Severity): void {
  for (const [least, most] of bounds) {
    const [low, high] = [rule[least], rule[most]];
    const isCrossed =
      (typeof low === 'number' && typeof high === 'number' && low > high) ||
      (typeof low === 'string' && typeof high === 'string' && low > high);
    if (isCrossed) report([...path, least], { ...messages.contradiction(least, low, most, high), severity });
  }
}

function checkOptions(path: readonly string[], options: Readonly<Record<string, Option>>, report: messages.Report): void {
  const first = new Map<unknown, string>();
  for (const [name, { value }] of Object.entries(options)) {
    const other = first.get(value);
    if (other === undefined) first.set(value, name);
    else report([...path, name, 'value'], messages.equalValue(name, other));
  }
}

/** What a test says that it wants to find. */
const listConstants = (test: Test): { value: unknown; at: string[] }[] => {
  if (typeof test !== 'object') return [{ value: test, at: [] }];
  const { const: equal, enum: several = [] } = test;
  return [
    ...(equal === undefined || typeof equal === 'object' ? [] : [{ value: equal, at: ['const'] }]),
    ...several.map((value, index) => ({ value, at: ['enum', String(index)] })),
  ];
};

function checkClauses(path: readonly string[], clauses: Readonly<Record<string, Test>>, { roots }: Scope, report: messages.Report): void {
  for (const [reference, test] of Object.entries(clauses)) {
    const { shape } = followReference(describeRecord(roots), reference, true);
    if (shape) checkTest([...path, reference], test, shape, report);
  }
}

function checkTest(path: readonly string[], test: Test, shape: Shape, report: messages.Report): void {
  for (const { value, at } of listConstants(test)) checkConstant([...path, ...at], value, shape, report);
  if (typeof test === 'object' && test.contains !== undefined)
    checkTest([...path, 'contains'], test.contains, describeEntry(shape), report);
}

/** What an entry of a list is, or of a text that is one. */
const describeEntry = ({ items, entries }: Shape): Shape => (entries ? { type: 'string', values: entries } : (items ?? anything));

/** Whether a value can be what a shape describes, so far as that is known. */
function checkConstant(path: readonly string[], value: unknown, shape: Shape, report: messages.Report): void {
  const { type, open, plain, values } = shape;
  if (values !== undefined) {
    if (!values.some((one) => one === value)) report(path, messages.neverOffered(value, values));
  } else if (!open && !plain && ['string', 'number', 'integer', 'boolean'].includes(type) && !hasType(value, type))
    report(path, messages.neverOfType(value, type));
}

const hasType = (value: unknown, type: string): boolean => (type === 'integer' ? Number.isInteger(value) : typeof value === type);

/** What a field starts with must be something that it can hold; a date in its rule must be a date. */
function checkField(path: readonly string[], field: FormField, report: messages.Report): void {
  const { default: start, schema, options } = field;
  if (isObject(start) && 'const' in start && field.field !== 'checkboxes')
    checkConstant([...path, 'default', 'const'], start['const'], describeField(field), report);
  if (field.field === 'checkboxes' && options && (schema?.minItems ?? 0) > Object.keys(options).length)
    report([...path, 'schema', 'minItems'], messages.contradiction('minItems', schema?.minItems, 'options', Object.keys(options).length));
  const format = getFieldFormat(field);
  if (schema) checkDates([...path, 'schema'], schema, format, report);
  const first = isObject(start) ? start['const'] : undefined;
  // A browser shows an empty field in its place.
  if (format !== undefined && typeof first === 'string' && first !== '' && !formats[format].validate(first))
    report([...path, 'default', 'const'], { ...messages.badMoment(first, format), severity: 'warning' });
}

function checkDates(path: readonly string[], schema: FieldSchema, format: keyof typeof formats | undefined, report: messages.Report): void {
  if (format === undefined) return;
  for (const key of ['formatMinimum', 'formatMaximum', 'formatExclusiveMinimum', 'formatExclusiveMaximum'] as const) {
    const bound = schema[key];
    if (typeof bound === 'string' && !formats[format].validate(bound)) report([...path, key], messages.badMoment(bound, format));
  }
}
