import { toStorableText } from '../../database/statements';
import type { Item, Property } from '../../model/definitions.g';
import { getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import { formatPointer } from '../../model/pointer';
import type { TextKey } from '../../model/textKeys.g';
import { coerce } from '../../runtime/coerce';
import { parseCoordinate } from '../../runtime/coordinate';
import { sanitizeAddress } from '../../runtime/display';
import { formatCoordinate } from './degrees';
import { type Fault, quote, type Said } from './fault';
import { parseJson } from './json';
import { toRichText } from './plainText';
import { findReversedRanges } from './reversedRanges';
import { toDateText, toTimeText } from './times';

/** An item in the types that its schema declares, and what is wrong with it, field by field, with what was expected. */
interface CheckedItem {
  item: JsonObject;
  faults: Fault[];
}

/** What a field expects, for operators and for staff. */
interface Expected {
  message: string;
  said: Said;
}

const longestId = 200;

/**
 * Reads an item by its schema: text is turned into numbers, truth values, lists (separated by `|`, or JSON) and times in ISO 8601;
 * empty text counts as absent; fields that are not declared are dropped.
 */
export function checkItem(value: JsonObject, shape: Item): CheckedItem {
  const faults: Fault[] = [];
  const item = readFields(value, shape, '', faults);
  faults.push(...checkRanges(item, value, shape));
  const id = value['id'];
  if (typeof id === 'string' || typeof id === 'number') checkId(String(id).trim(), item, faults);
  return { item, faults };
}

/** Nothing ends before it begins. @param given the item as it was written, which is what is shown of it */
const checkRanges = (item: JsonObject, given: JsonObject, { properties }: Item): Fault[] =>
  findReversedRanges(item, properties).map(({ begin, end }) => {
    const expected: Expected = {
      message: `a time that is not before ${formatPointer([begin])}`,
      said: { text: 'importNotBefore', values: { field: getOwn(properties, begin)?.title ?? begin } },
    };
    return describeFault(formatPointer([end]), expected, given[end] ?? null, getOwn(properties, end) ?? { type: 'string' });
  });

function checkId(id: string, item: JsonObject, faults: Fault[]): void {
  const place = '/id';
  if (id.length > longestId)
    faults.push({
      place,
      message: `/id expects at most ${longestId} characters, found ${id.length}`,
      said: { text: 'importIdLong', values: { count: longestId } },
    });
  else if (toStorableText(id) !== id)
    faults.push({ place, message: '/id expects text without NUL and halves of characters', said: { text: 'importIdText' } });
  else item['id'] = id;
}

function readFields(value: JsonObject, shape: Pick<Property, 'properties' | 'required'>, place: string, faults: Fault[]): JsonObject {
  const out: JsonObject = {};
  for (const { name, token, property, isRequired } of listFields(shape)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given === undefined && !isRequired) continue;
    const here = place + token;
    const before = faults.length;
    const found = readValue(given, property, here, faults);
    if (found !== undefined) out[name] = found;
    else if (faults.length === before && isRequired) faults.push(describeLack(here, describeKind(property)));
  }
  return out;
}

/** A field as it is read, with its part of a JSON Pointer. */
interface Field {
  name: string;
  token: string;
  property: Property;
  isRequired: boolean;
}

const known = new WeakMap<object, readonly Field[]>();

/** The fields of a shape: they are the same for each of a million rows. */
function listFields(shape: Pick<Property, 'properties' | 'required'>): readonly Field[] {
  const found =
    known.get(shape) ??
    Object.entries(shape.properties ?? {}).map(([name, property]) => ({
      name,
      token: formatPointer([name]),
      property,
      isRequired: shape.required?.includes(name) === true,
    }));
  known.set(shape, found);
  return found;
}

function readValue(value: Json | undefined, property: Property, place: string, faults: Fault[]): Json | undefined {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '') || isUnknownPlace(value, property))
    return undefined;
  if (property.type === 'array') return readList(value, property, place, faults);
  if (property.type === 'object') return readObject(value, property, place, faults);
  const exact = typeof value !== 'number' || property.type !== 'string' || !Number.isInteger(value) || Number.isSafeInteger(value);
  const found = exact ? toFormat(coerce(toTruth(value, property), property), property) : undefined;
  if (found === undefined) faults.push(describeFault(place, describeKind(property), value, property));
  else faults.push(...checkLimits(found, property).map((limit) => describeFault(place, limit, value, property)));
  return found;
}

function readList(value: Json, property: Property, place: string, faults: Fault[]): Json | undefined {
  const entries =
    typeof value === 'string' ? splitEntries(value) : Array.isArray(value) ? value : typeof value === 'object' ? undefined : [value];
  if (entries === undefined) {
    faults.push(describeFault(place, describeKind(property), value, property));
    return undefined;
  }
  const { items } = property;
  if (!items) return entries;
  return entries.flatMap((entry, index) => {
    const found = readValue(entry, { ...items, private: items.private ?? property.private }, `${place}/${index}`, faults);
    return found === undefined ? [] : [found];
  });
}

function readObject(value: Json, property: Property, place: string, faults: Fault[]): Json | undefined {
  const found = typeof value === 'string' ? parseJson(value) : value;
  if (isObject(found)) return property.properties ? readFields(found, property, place, faults) : found;
  faults.push(describeFault(place, describeKind(property), value, property));
  return undefined;
}

/** `a|b`, or the text of a JSON list. */
function splitEntries(text: string): Json[] {
  const json = text.trim().startsWith('[') ? parseJson(text) : undefined;
  if (Array.isArray(json)) return json;
  const entries = text.split('|').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** 0,0, which stands for "not known" in many files. */
const isUnknownPlace = (value: Json, { format }: Property): boolean =>
  format === 'coordinate' && typeof value === 'string' && /^[\s0.]*[,\uff0c][\s0.]*$/.test(value);

function toFormat(value: Json | undefined, property: Property): Json | undefined {
  if (typeof value !== 'string') return value;
  if (property.contentMediaType === 'text/html') return toRichText(value);
  switch (property.format) {
    case 'date-time':
      return toTimeText(value);
    case 'date':
      return toDateText(value);
    case 'uri-reference':
      return sanitizeAddress(value);
    case 'email':
      return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()) ? value.trim() : undefined;
    case 'coordinate':
      return readCoordinate(value);
    default:
      return value;
  }
}

function readCoordinate(value: string): string | undefined {
  const at = parseCoordinate(value);
  return at && formatCoordinate(at);
}

/** Words for true and false that spreadsheets write; the ones of JSON are known anyhow. */
const truths: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false, '\u662f': true, '\u5426': false };

function toTruth(value: Json, { type }: Property): Json {
  return type === 'boolean' && typeof value === 'string' ? (getOwn(truths, value.trim().toLowerCase()) ?? value) : value;
}

/** Returns the limits that a value of the right type does not keep to. */
function checkLimits(value: Json, { enum: allowed, minLength, maxLength, minimum, maximum }: Property): Expected[] {
  if (!allowed && minLength === undefined && maxLength === undefined && minimum === undefined && maximum === undefined) return [];
  const length = typeof value === 'string' ? [...value].length : undefined;
  const number = typeof value === 'number' ? value : undefined;
  return [
    ...(allowed && !allowed.some((entry) => entry === value) ? [describeChoices(allowed)] : []),
    ...(length !== undefined && minLength !== undefined && length < minLength
      ? [limit(`at least ${minLength} characters`, 'importLeast', minLength)]
      : []),
    ...(length !== undefined && maxLength !== undefined && length > maxLength
      ? [limit(`at most ${maxLength} characters`, 'importMost', maxLength)]
      : []),
    ...(number !== undefined && minimum !== undefined && number < minimum ? [limit(`at least ${minimum}`, 'importMinimum', minimum)] : []),
    ...(number !== undefined && maximum !== undefined && number > maximum ? [limit(`at most ${maximum}`, 'importMaximum', maximum)] : []),
  ];
}

const limit = (message: string, text: TextKey, count: number): Expected => ({ message, said: { text, values: { count } } });

const describeChoices = (choices: readonly Json[]): Expected => ({
  message: `one of ${choices.map(quote).join(', ')}`,
  said: { text: 'importOneOf', values: { choices: choices.map(String) } },
});

/** Private fields can be about people: their values are not shown. */
function describeFault(place: string, { message, said }: Expected, found: Json, property: Property): Fault {
  return property.private
    ? { place, message: `${place} expects ${message}, found something else`, said: { text: 'importExpectsOther', expected: said } }
    : {
        place,
        message: `${place} expects ${message}, found ${quote(found)}`,
        said: { text: 'importExpects', values: { found: quote(found) }, expected: said },
      };
}

/** Returns what is said of a field that must be filled in and is not. */
export const describeLack = (place: string, { message, said }: Expected = kinds.string): Fault => ({
  place,
  message: `${place} is required: expected ${message}, found nothing`,
  said: { text: 'importNeeded', expected: said },
});

const kind = (message: string, text: TextKey): Expected => ({ message, said: { text } });
const kinds = {
  string: kind('a text', 'importText'),
  integer: kind('a whole number', 'importWhole'),
  number: kind('a number', 'importNumber'),
  boolean: kind('true or false', 'importTruth'),
  array: kind('a list, or text separated by |', 'importSeveral'),
  object: kind('an object', 'importObject'),
} as const;
const formats: Readonly<Record<string, Expected>> = {
  'date-time': kind('a time such as 2026-11-18 09:30:00', 'importMoment'),
  date: kind('a date such as 2026-11-18', 'importDate'),
  'uri-reference': kind('an address that starts with https://, http://, mailto:, tel: or /', 'importAddress'),
  coordinate: kind('a coordinate, degrees east first, such as 120.15,30.25', 'importCoordinate'),
  email: kind('an e-mail address', 'importMail'),
};

const describeKind = ({ type, format }: Property): Expected =>
  (type === 'string' && format !== undefined ? getOwn(formats, format) : undefined) ?? kinds[type];
