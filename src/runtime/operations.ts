import { asText, getOwn, isObject, isPresent, type Json } from '../model/json';
import { computeAge } from './idNumber';
import { findOrder, splitEntries } from './order';
import { formatDate, parseTime } from './time';

/** What an operation is given or gives; undefined is nothing. */
export type Operand = Json | undefined;

const day = 86_400_000;

/** Returns a number as people write it: 0.1 + 0.2 is 0.3. What is no number is nothing. */
const tidy = (number: number): Operand => (Number.isFinite(number) ? Number(number.toPrecision(15)) : undefined);

const calculate =
  (operate: (one: number, other: number) => number) =>
  (one: Operand, other: Operand): Operand =>
    typeof one === 'number' && typeof other === 'number' ? tidy(operate(one, other)) : undefined;

const convert =
  (operate: (number: number) => number) =>
  (number: Operand): Operand =>
    typeof number === 'number' ? tidy(operate(number)) : undefined;

const order =
  (isAsked: (order: number) => boolean) =>
  (one: Operand, other: Operand): boolean =>
    isPresent(one) && isPresent(other) && isAsked(findOrder(one, other));

const isSame = (one: Operand, other: Operand): boolean =>
  isPresent(one) && isPresent(other) ? findOrder(one, other) === 0 : isPresent(one) === isPresent(other);

const examine =
  (isAsked: (text: string, part: string) => boolean) =>
  (text: Operand, part: Operand): boolean =>
    typeof text === 'string' && typeof part === 'string' && isAsked(text, part);

/** Numbers of one list, or those that are given. */
const takeNumbers = (given: Operand[]): number[] =>
  given.flatMap((part) => (Array.isArray(part) ? part : [part])).filter((part) => typeof part === 'number');

const pickNumber =
  (choose: (...numbers: number[]) => number) =>
  (...given: Operand[]): Operand => {
    const numbers = takeNumbers(given);
    return numbers.length > 0 ? choose(...numbers) : undefined;
  };

function countSize(value: Operand): Operand {
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  return typeof value === 'string' ? [...value].length : 0;
}

const toDay = (value: Operand): number | undefined => {
  const time = parseTime(value);
  return time === undefined ? undefined : parseTime(formatDate(time));
};

function countDays(from: Operand, to: Operand): Operand {
  const [first, last] = [toDay(from), toDay(to)];
  return first === undefined || last === undefined ? undefined : Math.round((last - first) / day);
}

function countYears(from: Operand, to: Operand): Operand {
  const [first, last] = [parseTime(from), parseTime(to)];
  return first === undefined || last === undefined ? undefined : computeAge(formatDate(first), last);
}

/** Minutes since midnight, or since 1970. */
function toMinutes(value: Operand): number | undefined {
  const [, hours, minutes] = (typeof value === 'string' && /^(\d{2}):(\d{2})$/.exec(value)) || [];
  const time = hours === undefined ? parseTime(value) : (Number(hours) * 60 + Number(minutes)) * 60_000;
  return time === undefined ? undefined : Math.floor(time / 60_000);
}

function countMinutes(from: Operand, to: Operand): Operand {
  const [first, last] = [toMinutes(from), toMinutes(to)];
  return first === undefined || last === undefined ? undefined : last - first;
}

function addDays(from: Operand, days: Operand): Operand {
  const first = toDay(from);
  return first === undefined || typeof days !== 'number' || Math.abs(days) > 1e6 ? undefined : formatDate(first + Math.trunc(days) * day);
}

/**
 * The operations of expressions that work out everything that they are given, by name. They are total: what makes no sense, such as a division by
 * zero or a sum of texts, is nothing.
 */
const operations = {
  '+': (one: Operand, other: Operand): Operand =>
    typeof one === 'string' && typeof other === 'string' ? one + other : calculate((a, b) => a + b)(one, other),
  '-': calculate((a, b) => a - b),
  '*': calculate((a, b) => a * b),
  '/': calculate((a, b) => a / b),
  '%': calculate((a, b) => a % b),
  negate: convert((number) => -number),
  '!': (value: Operand): Operand => value !== true,
  '==': isSame,
  '!=': (one: Operand, other: Operand): Operand => !isSame(one, other),
  '<': order((found) => found < 0),
  '<=': order((found) => found <= 0),
  '>': order((found) => found > 0),
  '>=': order((found) => found >= 0),
  in: (value: Operand, list: Operand): Operand => isPresent(value) && splitEntries(list).some((entry) => entry === value),
  list: (...entries: Operand[]): Operand => entries.map((entry) => entry ?? null),
  has: (value: Operand): Operand => isPresent(value),
  size: countSize,
  sum: (list: Operand): Operand => tidy(takeNumbers([list]).reduce((total, number) => total + number, 0)),
  min: pickNumber((...numbers) => Math.min(...numbers)),
  max: pickNumber((...numbers) => Math.max(...numbers)),
  abs: convert(Math.abs),
  floor: convert(Math.floor),
  ceil: convert(Math.ceil),
  round: (number: Operand, digits: Operand = 0): Operand =>
    typeof number === 'number' && typeof digits === 'number' && digits >= 0 && digits <= 10 ? Number(number.toFixed(digits)) : undefined,
  string: (value: Operand): Operand => (isPresent(value) ? asText(value) : undefined),
  contains: examine((text, part) => text.includes(part)),
  startsWith: examine((text, part) => text.startsWith(part)),
  endsWith: examine((text, part) => text.endsWith(part)),
  days: countDays,
  years: countYears,
  minutes: countMinutes,
  addDays,
} satisfies Record<string, (...given: Operand[]) => Operand>;

/** The name of an operation that works out everything that it is given. */
export type OperationName = keyof typeof operations;

/** Returns what an operation gives; undefined when there is none of that name. */
export function operate(name: string, given: Operand[]): Operand {
  const operation = getOwn<(...given: Operand[]) => Operand>(operations, name);
  return operation?.(...given);
}
