import type { CompiledEndpoint, CompiledUpstream } from '../model/compiled';
import { isObject, type Json, type JsonObject } from '../model/json';
import { resolve } from '../model/pointer';
import { listEntries, readUpstreamRow } from './upstreamValue';

/** A reply of an institution's own back end, in our terms. */
export interface UpstreamContent {
  rows?: Json[];
  /** Absent: it is not told. */
  total?: number;
  /** Whether there are rows after these, where it is told. */
  more?: boolean;
  item?: Json;
  message?: string;
}

type Declared = Pick<CompiledEndpoint, 'shape' | 'rows' | 'item' | 'total'> & { upstream: CompiledUpstream };

/** Returns whether a reply holds what is declared of a success; numbers may arrive as text. */
export const isUpstreamSuccess = ({ ok = {} }: Pick<CompiledUpstream, 'ok'>, body: Json): boolean =>
  Object.entries(ok).every(([pointer, constant]) => [constant].flat().some((value) => String(resolve(pointer, body)) === String(value)));

/**
 * Returns what a successful reply says, in our terms.
 * @throws Error where the declared rows or the item are not there, without a word of what is
 */
export function readUpstreamReply(endpoint: Declared, body: Json): UpstreamContent {
  const { upstream, shape } = endpoint;
  const read = (row: Json): Json => (upstream.fields ? readUpstreamRow(upstream.fields, row, shape) : row);
  const content: UpstreamContent = {};
  if (endpoint.rows !== undefined) {
    const rows = findUpstreamRows(upstream, body, read);
    if (rows === undefined) throw new Error(`there are no rows at "${upstream.rows ?? ''}"`);
    content.rows = rows.filter(isObject);
    content.total = toCount(upstream.total === undefined ? undefined : resolve(upstream.total, body));
    content.more = upstream.more === undefined ? undefined : isTrue(resolve(upstream.more, body));
  }
  if (endpoint.item !== undefined) {
    const found = findUpstreamItem(upstream, body);
    if (!isObject(found)) throw new Error(`there is no item at "${upstream.item ?? ''}"`);
    content.item = read(found);
  }
  const message = upstream.message === undefined ? undefined : resolve(upstream.message, body);
  if (typeof message === 'string' && message !== '') content.message = message;
  return content;
}

/** Returns the rows of a reply, each as `read` makes it; undefined when there are none where they should be. */
export function findUpstreamRows(
  { rows, key }: Pick<CompiledUpstream, 'rows' | 'key'>,
  body: Json,
  read: (row: Json) => Json,
): Json[] | undefined {
  const found = rows === undefined ? body : resolve(rows, body);
  if (key !== undefined) return listEntries(found, key, read);
  return Array.isArray(found) ? found.map(read) : undefined;
}

/** Returns where the one item lies. */
export const findUpstreamItem = ({ item }: Pick<CompiledUpstream, 'item'>, body: Json): Json | undefined =>
  item === undefined ? body : resolve(item, body);

function toCount(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

const isTrue = (value: Json | undefined): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** What our call carries: its parameters by name, and its body. */
export const toCarried = (parameters: ReadonlyMap<string, string>, body: Json | undefined): JsonObject => ({
  ...Object.fromEntries(parameters),
  ...(isObject(body) ? body : {}),
});
