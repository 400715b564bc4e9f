import type { Join, Joins } from '../model/definitions.g';
import type { JsonObject } from '../model/json';
import type { PageData, Reply } from '../model/payload';
import { resolve } from '../model/pointer';
import { buildRequest } from './buildRequest';
import { keysMark, type JoinCall } from './joinCalls';
import type { Call, CallValues, PageSource } from './pageData';
import { readReply } from './reply';
import { createPageScope } from './roots';
import { evaluateAll } from './value';

/** By joins: the keys that were asked about, and what was found. */
type Found = Map<string, { keys: Set<string>; rows: JsonObject[] }>;

/**
 * Returns the call by which rows are asked for together with what is joined into them, where the server has it at hand.
 * @returns it, and what came that way so far, for {@link joinRows}
 */
export function askAlong(source: PageSource, call: Call, data: PageData, joins: Joins = {}): { call: Call; found: Found } {
  const scope = createPageScope(source, data);
  const found: Found = new Map();
  const calls = Object.fromEntries(
    Object.entries(joins).flatMap(([name, join]): [string, JoinCall][] => {
      const endpoint = source.endpoints[join.source];
      if (!endpoint || endpoint.viewer || join.keys === undefined || namesRow(join)) return [];
      const { url } = buildRequest(endpoint, { ...evaluateAll(join.with, scope), [join.keys]: keysMark.value });
      return [[name, { url, key: join.key }]];
    }),
  );
  if (Object.keys(calls).length === 0) return { call, found };
  return {
    found,
    call: async (endpoint, values, options) => {
      const reply = await call(endpoint, values, { ...options, joins: calls });
      for (const [name, body] of Object.entries(reply.joined ?? {})) {
        const asked = joins[name] && source.endpoints[joins[name].source];
        const joined = asked && readReply(asked, body);
        if (!joined?.ok) continue;
        const known = found.get(name) ?? { keys: new Set(), rows: [] };
        for (const key of listKeys(reply.rows, joins[name]?.key)) known.keys.add(key);
        known.rows.push(...listFound(joined));
        found.set(name, known);
      }
      return reply;
    },
  };
}

const namingRow = new WeakMap<Join, boolean>();

/** Whether what is asked depends on a row. */
function namesRow(join: Join): boolean {
  const known = namingRow.get(join) ?? /\b(?:row|item)\b/.test(JSON.stringify(join.with ?? {}));
  namingRow.set(join, known);
  return known;
}

/** Returns the keys that rows have at a place; rows without one have none. */
export const listKeys = (rows: readonly JsonObject[], place = ''): string[] =>
  rows.map((row) => String(resolve(place, row) ?? '')).filter((key) => key !== '');

const listFound = ({ rows, item }: Pick<Reply, 'rows' | 'item'>): JsonObject[] => [...rows, ...(item ? [item] : [])];

/**
 * Puts the rows of second replies into the rows of the first, matched by key (ledger COUNT-02).
 * @param along what came with the rows already
 */
export async function joinRows(
  source: PageSource,
  call: Call,
  data: PageData,
  rows: JsonObject[],
  joins: Joins = {},
  along: Found = new Map(),
): Promise<void> {
  await Promise.all(
    Object.entries(joins).map(async ([name, join]) => {
      const endpoint = source.endpoints[join.source];
      const known = along.get(name);
      const keys = listKeys(rows, join.key).filter((key) => !known?.keys.has(key));
      const scope = { item: rows[0], ...createPageScope(source, data), row: rows[0] };
      const values: CallValues = { ...evaluateAll(join.with, scope), ...(join.keys === undefined ? {} : { [join.keys]: keys.join(',') }) };
      const reply = endpoint && keys.length > 0 ? await call(endpoint, values) : undefined;
      const found = new Map(
        [...(known?.rows ?? []), ...(reply ? listFound(reply) : [])].map((row) => [String(resolve(join.on, row)), row]),
      );
      for (const row of rows) row[name] = { ...join.defaults, ...found.get(String(resolve(join.key, row))) };
    }),
  );
}
