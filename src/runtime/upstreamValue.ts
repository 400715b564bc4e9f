import type { Property, Scalar, UpstreamField, UpstreamValue } from '../model/definitions.g';
import { asList, getOwn, isObject, type Json, type JsonObject } from '../model/json';
import { assign, resolve } from '../model/pointer';
import { propertyAt } from './coerce';
import { formatDate, formatIso, parseTime } from './time';
import { readUpstreamTime, writeUpstreamTime } from './upstreamTime';

/** Fields of one side, and where or how their values lie on the other. */
export type UpstreamFields = Readonly<Record<string, UpstreamField>>;

/** What a shape declares of fields by name; undefined where nothing is declared. */
export type Shape = Pick<Property, 'properties'> | undefined;

export const toUpstreamValue = (field: UpstreamField): UpstreamValue => (typeof field === 'string' ? { at: field } : field);

/** Returns the value there is for a field in a row, before anything is made of it; null counts as nothing. */
export const findUpstreamValue = ({ at, const: constant }: UpstreamValue, row: Json): Json | undefined =>
  constant ?? (at === undefined ? row : (resolve(at, row) ?? undefined));

/** Returns our row of one of an institution's own back end: the declared fields alone. */
export function readUpstreamRow(fields: UpstreamFields, row: Json, shape: Shape): JsonObject {
  const out: JsonObject = {};
  for (const [place, field] of Object.entries(fields)) {
    const value = readUpstreamField(toUpstreamValue(field), row, propertyOf(place, shape));
    if (value !== undefined) assign(place, out, value);
  }
  return out;
}

/** Returns what the shape around it declares of a place. */
export const propertyOf = (place: string, shape: Shape): Property | undefined =>
  shape?.properties ? propertyAt(place, { properties: shape.properties }) : undefined;

/** Returns our value of a field in a row of theirs; undefined where there is none, or none of the form that is declared. */
export function readUpstreamField(field: UpstreamValue, row: Json, property: Property | undefined): Json | undefined {
  const found = findUpstreamValue(field, row);
  if (found === undefined || field.const !== undefined) return found;
  if (field.key !== undefined || field.fields) return readInner(field, found, property);
  if (field.values) return translate(found, (code) => getOwn(field.values, code) ?? field.otherwise);
  if (field.time !== undefined) return readMoment(field.time, found, property);
  return field.scale === undefined ? found : scaleNumber(found, field.scale);
}

/** Rows within a row, as a list or by their names, or an object. */
function readInner({ key, fields }: UpstreamValue, found: Json, property: Property | undefined): Json | undefined {
  const inner = property?.items ?? property;
  const read = (entry: Json): JsonObject | Json => (fields ? readUpstreamRow(fields, entry, inner) : entry);
  if (key !== undefined) return listEntries(found, key, read);
  if (Array.isArray(found)) return found.map(read);
  return isObject(found) ? read(found) : undefined;
}

/** Returns the entries of an object as rows with their names in a field; rows that are a list already stay one. Undefined for neither. */
export function listEntries(found: Json | undefined, key: string, read: (entry: Json) => Json): Json[] | undefined {
  if (Array.isArray(found)) return found.map(read);
  if (!isObject(found)) return undefined;
  return Object.entries(found).map(([name, entry]) => {
    const row = read(entry);
    if (!isObject(row)) return row;
    const named = { ...row };
    assign(key, named, name);
    return named;
  });
}

function translate(found: Json, toOther: (code: string) => Scalar | undefined): Json | undefined {
  if (Array.isArray(found)) return found.flatMap((code) => toOther(String(code)) ?? []);
  return typeof found === 'object' ? undefined : toOther(String(found));
}

function readMoment(form: string, found: Json, property: Property | undefined): Json | undefined {
  const time = readUpstreamTime(form, found);
  if (time === undefined) return undefined;
  if (property?.type === 'integer' || property?.type === 'number') return time;
  return property?.format === 'date' ? formatDate(time) : formatIso(time);
}

/** Numbers may arrive as text. What binary fractions add is taken off again: 19.9 is not 19.900000000000002. */
function scaleNumber(found: Json, scale: number): number | undefined {
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? Number((number * scale).toPrecision(12)) : undefined;
}

/**
 * Returns the parameters or the body of their call.
 * @param fields their names or places, and where our values lie
 * @param ours what our call carries
 */
export function writeUpstreamRow(fields: UpstreamFields, ours: Json): JsonObject {
  const out: JsonObject = {};
  for (const [place, field] of Object.entries(fields)) {
    const value = writeUpstreamField(toUpstreamValue(field), ours);
    if (value !== undefined) assign(place.startsWith('/') ? place : `/${place}`, out, value);
  }
  return out;
}

/** Returns their value of one of ours; undefined where there is none. */
function writeUpstreamField(field: UpstreamValue, ours: Json): Json | undefined {
  const found = findUpstreamValue(field, ours);
  if (found === undefined || field.const !== undefined) return found;
  if (field.key !== undefined || field.fields) return writeInner(field, found);
  if (field.values) return writeCodes(field, found);
  if (field.time !== undefined) {
    const time = parseTime(typeof found === 'string' && /^\d{10,14}$/.test(found) ? Number(found) : found);
    return time === undefined ? undefined : writeUpstreamTime(field.time, time);
  }
  return field.scale === undefined ? found : scaleNumber(found, 1 / field.scale);
}

function writeInner({ key, fields }: UpstreamValue, found: Json): Json | undefined {
  const write = (entry: Json): Json => (fields ? writeUpstreamRow(fields, entry) : entry);
  if (key === undefined) return Array.isArray(found) ? found.map(write) : isObject(found) ? write(found) : undefined;
  return Object.fromEntries(asList(found).map((entry) => [String(resolve(key, entry) ?? ''), write(entry)]));
}

/** Parameters carry lists as one text with commas. */
function writeCodes({ values = {}, otherwise }: UpstreamValue, found: Json): Json | undefined {
  const theirs = (ours: string): string | undefined =>
    Object.entries(values).find(([, value]) => String(value) === ours)?.[0] ?? (otherwise === undefined ? undefined : String(otherwise));
  const whole = translate(found, theirs);
  if (whole !== undefined || typeof found !== 'string' || !found.includes(',')) return whole;
  return found
    .split(',')
    .flatMap((part) => theirs(part) ?? [])
    .join(',');
}
