import { toStorableText } from '../../database/statements';
import type { Item, Property } from '../../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { formatPointer } from '../../model/pointer';
import { coerce } from '../../runtime/coerce';
import { parseCoordinate } from '../../runtime/coordinate';
import { sanitizeAddress } from '../../runtime/display';
import { formatCoordinate } from './degrees';
import { quote } from './fault';
import { parseJson } from './json';
import { toRichText } from './plainText';
import { toDateText, toTimeText } from './times';

/** An item in the types that its schema declares, and what is wrong with it: one text for each field, with what was expected. */
interface CheckedItem {
  item: JsonObject;
  faults: string[];
}

const longestId = 200;

/**
 * Reads an item by its schema: text is turned into numbers, truth values, lists (separated by `|`, or JSON) and times in ISO 8601;
 * empty text counts as absent; fields that are not declared are dropped.
 */
export function checkItem(value: JsonObject, shape: Item): CheckedItem {
  const faults: string[] = [];
  const item = readFields(value, shape, '', faults);
  const id = value['id'];
  if (typeof id === 'string' || typeof id === 'number') checkId(String(id).trim(), item, faults);
  return { item, faults };
}

function checkId(id: string, item: JsonObject, faults: string[]): void {
  if (id.length > longestId) faults.push(`/id expects at most ${longestId} characters, found ${id.length}`);
  else if (toStorableText(id) !== id) faults.push('/id expects text without NUL and halves of characters');
  else item['id'] = id;
}

function readFields(value: JsonObject, shape: Pick<Property, 'properties' | 'required'>, place: string, faults: string[]): JsonObject {
  const out: JsonObject = {};
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const here = place + formatPointer([name]);
    const before = faults.length;
    const found = Object.hasOwn(value, name) ? readValue(value[name], property, here, faults) : undefined;
    if (found !== undefined) out[name] = found;
    else if (faults.length === before && shape.required?.includes(name))
      faults.push(`${here} is required: expected ${describeKind(property)}, found nothing`);
  }
  return out;
}

function readValue(value: Json | undefined, property: Property, place: string, faults: string[]): Json | undefined {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '') || isUnknownPlace(value, property))
    return undefined;
  if (property.type === 'array') return readList(value, property, place, faults);
  if (property.type === 'object') return readObject(value, property, place, faults);
  const exact = typeof value !== 'number' || property.type !== 'string' || !Number.isInteger(value) || Number.isSafeInteger(value);
  const found = exact ? toFormat(coerce(value, property), property) : undefined;
  if (found === undefined) faults.push(describeFault(place, describeKind(property), value, property));
  else faults.push(...checkLimits(found, property).map((limit) => describeFault(place, limit, value, property)));
  return found;
}

function readList(value: Json, property: Property, place: string, faults: string[]): Json | undefined {
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

function readObject(value: Json, property: Property, place: string, faults: string[]): Json | undefined {
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

/** Returns the limits that a value of the right type does not keep to. */
function checkLimits(value: Json, { enum: allowed, minLength, maxLength, minimum, maximum }: Property): string[] {
  const length = typeof value === 'string' ? [...value].length : undefined;
  const number = typeof value === 'number' ? value : undefined;
  return [
    ...(allowed && !allowed.some((entry) => entry === value) ? [`one of ${allowed.map(quote).join(', ')}`] : []),
    ...(length !== undefined && minLength !== undefined && length < minLength ? [`at least ${minLength} characters`] : []),
    ...(length !== undefined && maxLength !== undefined && length > maxLength ? [`at most ${maxLength} characters`] : []),
    ...(number !== undefined && minimum !== undefined && number < minimum ? [`at least ${minimum}`] : []),
    ...(number !== undefined && maximum !== undefined && number > maximum ? [`at most ${maximum}`] : []),
  ];
}

/** Private fields can be about people: their values are not shown. */
const describeFault = (place: string, expected: string, found: Json, property: Property): string =>
  `${place} expects ${expected}, found ${property.private ? 'something else' : quote(found)}`;

function describeKind({ type, format }: Property): string {
  if (type === 'string' && format === 'date-time') return 'a time such as 2026-11-18 09:30:00';
  if (type === 'string' && format === 'date') return 'a date such as 2026-11-18';
  if (type === 'string' && format === 'uri-reference') return 'an address that starts with https://, http://, mailto:, tel: or /';
  if (type === 'string' && format === 'coordinate') return 'a coordinate, degrees east first, such as 120.15,30.25';
  if (type === 'string' && format === 'email') return 'an e-mail address';
  return {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list, or text separated by |',
    object: 'an object',
  }[type];
}
