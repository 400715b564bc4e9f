import type { ClientEndpoint, CompiledInclude } from '../model/compiled';
import { copyJson, asObject, asObjects, isObject, type Json, type JsonObject } from '../model/json';
import type { LinePlace, Reply } from '../model/payload';
import { coerceItem } from './coerce';
import { assign, remove, resolve } from '../model/pointer';

/**
 * Reads the body of a reply through its endpoint's declaration (envelopes differ: ledger SESSION-12).
 * @param body the parsed body, whatever it is
 * @param httpStatus the status of the HTTP reply
 */
export function readReply(endpoint: ClientEndpoint, body: unknown, httpStatus = 200): Reply {
  const message = endpoint.message === undefined ? undefined : toMessage(resolve(endpoint.message, body));
  if (httpStatus >= 400 || isExpired(body) || !isSuccess(endpoint, body)) {
    const told =
      (endpoint.error === undefined ? undefined : toMessage(resolve(endpoint.error, body))) ??
      message ??
      toMessage(resolve('/message', body));
    return {
      ok: false,
      rows: [],
      total: 0,
      message: told,
      status: readFailureStatus(endpoint, body, httpStatus),
      errors: readErrors(body),
      ...(httpStatus === 429 ? { line: readLine(body) } : {}),
    };
  }
  const rows = endpoint.rows === undefined ? undefined : resolve(endpoint.rows, body);
  const total = endpoint.total === undefined ? undefined : Number(resolve(endpoint.total, body));
  const item = endpoint.item === undefined ? undefined : resolve(endpoint.item, body);
  const list = asObjects(rows).map((row) => decode(row, endpoint));
  return {
    ok: true,
    rows: list,
    total: total !== undefined && Number.isFinite(total) ? total : list.length,
    counts: readCounts(endpoint, body),
    item: isObject(item) ? { ...decode(item, endpoint), ...readIncludes(endpoint.include, body) } : undefined,
    message,
  };
}

/** The numbers of items behind values, of a call that was asked for them; what is no number is left out. */
function readCounts({ counts }: ClientEndpoint, body: unknown): Reply['counts'] {
  const found = counts && resolve(counts.at, body);
  if (!isObject(found)) return undefined;
  const read = (values: Json): [string, number][] =>
    Object.entries(asObject(values)).flatMap(([value, count]) => (typeof count === 'number' ? [[value, count]] : []));
  return Object.fromEntries(Object.entries(found).map(([param, values]) => [param, Object.fromEntries(read(values))]));
}

/** Whether a body holds what the endpoint declares of a success; numbers may arrive as text. */
function isSuccess(endpoint: ClientEndpoint, body: unknown): boolean {
  return Object.entries(endpoint.ok ?? {}).every(([pointer, constant]) =>
    [constant].flat().some((value) => String(resolve(pointer, body)) === String(value)),
  );
}

function readFailureStatus(endpoint: ClientEndpoint, body: unknown, httpStatus: number): number {
  if (httpStatus >= 400) return httpStatus;
  if (isExpired(body)) return Number(resolve('/status', body));
  const codes = Object.keys(endpoint.ok ?? {}).map((pointer) => Number(resolve(pointer, body)));
  return codes.find((code) => Number.isInteger(code) && code >= 400) ?? 500;
}

/** Whatever a call's envelope is, these two numbers in `status` mean that the session is over (ledger SESSION-13, 14). */
function isExpired(body: unknown): boolean {
  const status = resolve('/status', body);
  return status === 40101 || status === 40301;
}

/** The messages that a failing reply has for the fields of a form. */
function readErrors(body: unknown): Record<string, string> | undefined {
  const errors = resolve('/errors', body);
  if (!isObject(errors)) return undefined;
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Where a call that has to wait stands in its line. */
function readLine(body: unknown): LinePlace | undefined {
  const { place, wait, again, page } = asObject(resolve('/line', body) ?? {});
  if (typeof place !== 'number' || typeof wait !== 'number' || typeof again !== 'number') return undefined;
  return { place, wait, again, ...(typeof page === 'string' ? { page } : {}) };
}

/** The lists of other modules that a reply carries, by the field of the item that they become. */
function readIncludes(
  includes: Readonly<Record<string, Pick<CompiledInclude, 'at' | 'encode' | 'rename' | 'shape'>>> = {},
  body: unknown,
): JsonObject {
  return Object.fromEntries(
    Object.entries(includes).map(([name, include]) => {
      const rows = resolve(include.at, body);
      return [name, asObjects(rows).map((row) => decode(row, include))];
    }),
  );
}

/** A row or item as the module's schema has it: renamed fields put back, joined lists split, types coerced. */
function decode(row: JsonObject, endpoint: Pick<ClientEndpoint, 'encode' | 'rename' | 'shape'>): JsonObject {
  const copy = endpoint.rename || endpoint.encode ? copyJson(row) : row;
  for (const [field, place] of Object.entries(endpoint.rename ?? {})) {
    const value = resolve(place, row);
    if (value === undefined) continue;
    remove(place, copy);
    assign(field, copy, value);
  }
  for (const [field, separator] of Object.entries(endpoint.encode ?? {})) {
    const value = resolve(field, copy);
    if (typeof value === 'string')
      assign(
        field,
        copy,
        value
          .split(separator)
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      );
  }
  return coerceItem(copy, endpoint.shape);
}

/** Returns the item as a reply carries it: the inverse of reading. */
export function encodeRow(item: JsonObject, endpoint: Pick<ClientEndpoint, 'encode' | 'rename'> & { omit?: string[] }): JsonObject {
  if (!endpoint.encode && !endpoint.rename && !endpoint.omit) return item;
  const copy = copyJson(item);
  for (const field of endpoint.omit ?? []) remove(field, copy);
  for (const [field, separator] of Object.entries(endpoint.encode ?? {})) {
    const value = resolve(field, copy);
    if (Array.isArray(value)) assign(field, copy, value.join(separator));
  }
  for (const [field, place] of Object.entries(endpoint.rename ?? {})) {
    const value = resolve(field, copy);
    if (value === undefined) continue;
    remove(field, copy);
    assign(place, copy, value);
  }
  return copy;
}

function toMessage(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
