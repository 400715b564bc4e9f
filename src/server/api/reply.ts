import type { CompiledEndpoint } from '../../model/compiled';
import type { Item, Property, Scalar } from '../../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { assign } from '../../model/pointer';
import { encodeRow } from '../../runtime/reply';
import type { ServiceReply } from './room';

/** Returns an item as it leaves: private fields taken out, in the form of its call's reply. */
export function toReplyRow(item: JsonObject, endpoint: Pick<CompiledEndpoint, 'shape' | 'encode' | 'rename' | 'omit'>): Json {
  return encodeRow(omitPrivateFields(item, endpoint.shape), endpoint);
}

/** Returns the body of a successful reply: the declaration that the portal reads replies by, inverted (ledger SESSION-12). */
export function buildSuccessBody(endpoint: CompiledEndpoint, reply: ServiceReply): JsonObject {
  const body: JsonObject = {};
  // What tells of success may lie within the item.
  if (endpoint.item !== undefined && reply.item !== undefined)
    assign(endpoint.item, body, isObject(reply.item) ? { ...reply.item } : reply.item);
  for (const [pointer, constant] of Object.entries(endpoint.ok ?? {})) assign(pointer, body, findFirstConstant(constant));
  if (endpoint.message !== undefined && reply.message !== undefined && !(endpoint.message in (endpoint.ok ?? {})))
    assign(endpoint.message, body, reply.message);
  if (endpoint.total !== undefined) assign(endpoint.total, body, reply.total ?? reply.rows?.length ?? 0);
  if (endpoint.rows !== undefined) assign(endpoint.rows, body, reply.rows ?? []);
  if (endpoint.counts !== undefined && reply.counts !== undefined) assign(endpoint.counts.at, body, reply.counts);
  for (const [name, { at }] of Object.entries(reply.included === undefined ? {} : (endpoint.include ?? {})))
    assign(at, body, reply.included?.[name] ?? []);
  return body;
}

/** Of several constants that a reply may hold, the one that is written. */
const findFirstConstant = (constant: Scalar | readonly Scalar[]): Scalar => (typeof constant === 'object' ? (constant[0] ?? '') : constant);

/**
 * Returns the body of a failing reply: what `fail` declares, else the opposite of `ok`: the status for a number, the negation of
 * true or false, the message for text. The message stands where the endpoint has messages and where it has those of failures.
 * A status of the documents' own, such as 40101, is told in `status` too, whatever the envelope is (ledger SESSION-13, 14).
 * @param errors messages by the names of a form's fields
 */
export function buildFailureBody(
  endpoint: CompiledEndpoint,
  status: number,
  message: string,
  errors?: Readonly<Record<string, string>>,
): JsonObject {
  const body: JsonObject = {};
  for (const [pointer, expected] of Object.entries(endpoint.fail ?? endpoint.ok ?? {})) {
    const constant = findFirstConstant(expected);
    if (endpoint.fail) assign(pointer, body, constant);
    else assign(pointer, body, typeof constant === 'number' ? status : typeof constant === 'boolean' ? !constant : message);
  }
  for (const place of [endpoint.message, endpoint.error]) if (place !== undefined) assign(place, body, message);
  if (status >= 1000 || Object.keys(body).length === 0) Object.assign(body, { status, message });
  if (errors !== undefined) body['errors'] = { ...errors };
  return body;
}

/** Returns an item without the fields that its definition keeps private, at any depth. */
export function omitPrivateFields(item: JsonObject, shape: Item): JsonObject {
  return hasPrivateField(shape.properties) ? omitFrom(item, shape.properties) : item;
}

/** What is known of properties: each row of each reply asks. */
const known = new WeakMap<Readonly<Record<string, Property>>, boolean>();

function hasPrivateField(properties: Readonly<Record<string, Property>>): boolean {
  const found = known.get(properties) ?? Object.values(properties).some(isOrHasPrivate);
  known.set(properties, found);
  return found;
}

const isOrHasPrivate = ({ private: hidden, properties = {}, items }: Property): boolean =>
  hidden === true || hasPrivateField(properties) || (items !== undefined && isOrHasPrivate(items));

function omitFrom(value: JsonObject, properties: Readonly<Record<string, Property>>): JsonObject {
  const out: JsonObject = {};
  for (const [name, entry] of Object.entries(value)) {
    const property = properties[name];
    if (!property?.private) out[name] = property ? omitFromValue(entry, property) : entry;
  }
  return out;
}

function omitFromValue(value: Json, property: Property): Json {
  if (Array.isArray(value)) return value.map((entry) => (property.items ? omitFromValue(entry, property.items) : entry));
  return value !== null && typeof value === 'object' && property.properties ? omitFrom(value, property.properties) : value;
}
