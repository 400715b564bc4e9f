import type { CompiledEndpoint } from '../../model/compiled';
import type { Scalar } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { assign } from '../../model/pointer';

/** What a successful reply carries, before it is put into its endpoint's envelope. */
export interface Answer {
  rows?: Json[];
  total?: number;
  item?: Json;
  /** Lists of other modules that come with the item, by the names of the endpoint's `include`. */
  included?: Record<string, Json[]>;
  message?: string;
  /** Set-Cookie headers. */
  cookies?: string[];
  /** What a binary endpoint answers instead of its envelope; with a name it is a file to be saved. */
  bytes?: { type: string; data: Buffer; name?: string };
}

/** The body of a successful reply: the declaration that the portal reads replies by, inverted (ledger SESSION-12). */
export function successBody(endpoint: CompiledEndpoint, answer: Answer): JsonObject {
  const body: JsonObject = {};
  for (const [pointer, constant] of Object.entries(endpoint.ok ?? {})) assign(pointer, body, first(constant));
  if (endpoint.message !== undefined && answer.message !== undefined && !(endpoint.message in (endpoint.ok ?? {})))
    assign(endpoint.message, body, answer.message);
  if (endpoint.total !== undefined) assign(endpoint.total, body, answer.total ?? answer.rows?.length ?? 0);
  if (endpoint.rows !== undefined) assign(endpoint.rows, body, answer.rows ?? []);
  if (endpoint.item !== undefined && answer.item !== undefined) assign(endpoint.item, body, answer.item);
  for (const [name, { at }] of Object.entries(answer.included === undefined ? {} : (endpoint.include ?? {})))
    assign(at, body, answer.included?.[name] ?? []);
  return body;
}

/** Of several constants that a reply may hold, the one that is written. */
const first = (constant: Scalar | readonly Scalar[]): Scalar => (typeof constant === 'object' ? (constant[0] ?? '') : constant);

/**
 * The body of a failing reply: what `fail` declares, else the opposite of `ok`: the status for a number, the negation of
 * true or false, the message for text. The message stands where the endpoint has messages and where it has those of failures.
 * A status of the documents' own, such as 40101, is told in `status` too, whatever the envelope is (ledger SESSION-13, 14).
 * @param errors messages by the names of a form's fields
 */
export function failureBody(
  endpoint: CompiledEndpoint,
  status: number,
  message: string,
  errors?: Readonly<Record<string, string>>,
): JsonObject {
  const body: JsonObject = {};
  for (const [pointer, expected] of Object.entries(endpoint.fail ?? endpoint.ok ?? {})) {
    const constant = first(expected);
    if (endpoint.fail) assign(pointer, body, constant);
    else assign(pointer, body, typeof constant === 'number' ? status : typeof constant === 'boolean' ? !constant : message);
  }
  for (const place of [endpoint.message, endpoint.error]) if (place !== undefined) assign(place, body, message);
  if (status >= 1000 || Object.keys(body).length === 0) Object.assign(body, { status, message });
  if (errors !== undefined) body['errors'] = { ...errors };
  return body;
}
