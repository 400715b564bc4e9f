import type { Endpoint, Item, Upstream, UpstreamField } from '../model/definitions.g';
import { isObject, type Json } from '../model/json';
import { resolve } from '../model/pointer';
import { coerce } from './coerce';
import { findUpstreamItem, findUpstreamRows } from './upstreamReply';
import { findUpstreamValue, propertyOf, readUpstreamField, type Shape, toUpstreamValue } from './upstreamValue';

/** What a reply does not have as its call declares it. */
export interface Difference {
  /** Where the call declares it, from the call on. */
  path: readonly string[];
  /** The reference that finds nothing, or finds something else. */
  reference: string;
  /** What was expected and found; absent where nothing was found. Of values only their type is told: they may be about persons. */
  mismatch?: { expected: string; found: string };
}

/** What a call declares of its replies. */
type Declared = Pick<Endpoint, 'ok' | 'rows' | 'total' | 'item' | 'rename' | 'encode'> & { upstream?: Upstream; shape: Item };

/**
 * Compares a reply of an institution's own back end with what its call declares: every declared reference finds something, of the declared
 * type. A field counts as found when any row has it.
 */
export function compareReply(endpoint: Declared, status: number, body: Json): Difference[] {
  const { upstream } = endpoint;
  const at = upstream ? ['upstream'] : [];
  const declared: Pick<Upstream, 'ok' | 'total'> = upstream ?? endpoint;
  if (status >= 400) return [{ path: at, reference: '', mismatch: { expected: 'an HTTP status below 400', found: String(status) } }];
  const failed = Object.entries(declared.ok ?? {}).flatMap(([reference, constant]): Difference[] => {
    const found = resolve(reference, body);
    const allowed = [constant].flat().map(String);
    if (found === undefined) return [{ path: [...at, 'ok', reference], reference }];
    return allowed.includes(String(found))
      ? []
      : [{ path: [...at, 'ok', reference], reference, mismatch: { expected: allowed.join(', '), found: describeCode(found) } }];
  });
  if (failed.length > 0) return failed;
  const rows = endpoint.rows === undefined ? [] : compareRows(endpoint, at, body);
  return [...compareTotal(declared.total, at, body), ...rows, ...compareItem(endpoint, at, body)];
}

function compareTotal(total: string | undefined, at: readonly string[], body: Json): Difference[] {
  const found = total === undefined ? undefined : resolve(total, body);
  if (total === undefined || (found !== undefined && found !== null && found !== '' && Number.isInteger(Number(found)))) return [];
  return [differ([...at, 'total'], total, found, 'integer')];
}

function compareRows(endpoint: Declared, at: readonly string[], body: Json): Difference[] {
  const { upstream, rows: reference } = endpoint;
  const place = (upstream ? upstream.rows : reference) ?? '';
  const found = place === '' ? body : resolve(place, body);
  const rows = upstream ? findUpstreamRows(upstream, body, (row) => row) : Array.isArray(found) ? found : undefined;
  const path = upstream && upstream.rows === undefined ? at : [...at, 'rows'];
  if (rows === undefined) return [differ(path, place, found, upstream?.key === undefined ? 'array' : 'object')];
  return compareEntries(endpoint, at, path, rows);
}

function compareItem(endpoint: Declared, at: readonly string[], body: Json): Difference[] {
  const { upstream, item } = endpoint;
  if (item === undefined) return [];
  const place = (upstream ? upstream.item : item) ?? '';
  const found = upstream ? findUpstreamItem(upstream, body) : resolve(item, body);
  const path = upstream && upstream.item === undefined ? at : [...at, 'item'];
  return isObject(found) ? compareEntries(endpoint, at, path, [found]) : [differ(path, place, found, 'object')];
}

function compareEntries(endpoint: Declared, at: readonly string[], path: readonly string[], rows: readonly Json[]): Difference[] {
  const { upstream, shape, rename = {}, encode = {} } = endpoint;
  if (upstream?.fields) return compareFields(upstream.fields, rows, shape, [...at, 'fields']);
  if (rows.length === 0) return [];
  return Object.entries(shape.properties).flatMap(([name, property]) => {
    const field = `/${name}`;
    if (encode[field] !== undefined) return [];
    const place = rename[field] ?? field;
    const found = rows.flatMap((row) => resolve(place, row) ?? []);
    const own = found.length === 0 && shape.required?.includes(name);
    const wrong = found.find((value) => coerce(value, property) === undefined);
    return own || wrong !== undefined ? [differ(path, place, wrong, property.type)] : [];
  });
}

function compareFields(
  fields: Readonly<Record<string, UpstreamField>>,
  rows: readonly Json[],
  shape: Shape,
  at: readonly string[],
): Difference[] {
  if (rows.length === 0) return [];
  return Object.entries(fields).flatMap(([name, declared]): Difference[] => {
    const field = toUpstreamValue(declared);
    if (field.const !== undefined) return [];
    const [path, reference, property] = [[...at, name], field.at ?? '', propertyOf(name, shape)];
    const found = rows.flatMap((row) => {
      const value = findUpstreamValue(field, row);
      return value === undefined ? [] : [{ row, value }];
    });
    if (found.length === 0) return [{ path: typeof declared === 'string' ? path : [...path, 'at'], reference }];
    const key = (['time', 'scale', 'values', 'key', 'fields'] as const).find((one) => field[one] !== undefined);
    for (const { row, value } of found) {
      const read = readUpstreamField(field, row, property);
      if (read === undefined && key !== undefined)
        return [
          {
            path: [...path, key],
            reference,
            mismatch: { expected: describeForm(field, key), found: key === 'values' ? describeCode(value) : describeType(value) },
          },
        ];
      if (property && read !== undefined && coerce(read, property) === undefined) return [differ(path, reference, value, property.type)];
    }
    const entries = found.flatMap(({ value }) =>
      Array.isArray(value) ? value : field.key !== undefined && isObject(value) ? Object.values(value) : [value],
    );
    return field.fields ? compareFields(field.fields, entries, property?.items ?? property, [...path, 'fields']) : [];
  });
}

const describeForm = ({ time, values }: { time?: string; values?: object }, key: string): string =>
  key === 'time' ? (time ?? '') : key === 'values' ? Object.keys(values ?? {}).join(', ') : key === 'scale' ? 'number' : 'array';

const differ = (path: readonly string[], reference: string, found: Json | undefined, expected: string): Difference =>
  found === undefined || found === null ? { path, reference } : { path, reference, mismatch: { expected, found: describeType(found) } };

function describeType(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** A code is a few letters and digits; anything else is told by its type alone. */
const describeCode = (value: Json): string =>
  /^[A-Za-z][\w.-]{0,30}$|^-?\d{1,5}$|^(true|false)$/.test(String(value)) ? String(value) : describeType(value);
