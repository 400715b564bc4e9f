import type { Joins } from '../model/definitions.g';
import type { JsonObject } from '../model/json';
import type { PageData } from '../model/payload';
import { resolve } from '../model/pointer';
import type { Call, PageSource } from './pageData';
import { createPageScope } from './roots';
import { evaluateAll } from './value';

/** Puts the rows of second replies into the rows of the first, matched by key (ledger COUNT-02). */
export async function joinRows(source: PageSource, call: Call, data: PageData, rows: JsonObject[], joins: Joins = {}): Promise<void> {
  await Promise.all(
    Object.entries(joins).map(async ([name, join]) => {
      const endpoint = source.endpoints[join.source];
      const keys = rows.map((row) => String(resolve(join.key, row) ?? '')).filter((key) => key !== '');
      const scope = { item: rows[0], ...createPageScope(source, data), row: rows[0] };
      const values = { ...evaluateAll(join.with, scope), ...(join.keys === undefined ? {} : { [join.keys]: keys.join(',') }) };
      const reply = endpoint && keys.length > 0 ? await call(endpoint, values) : undefined;
      const found = new Map(
        [...(reply?.rows ?? []), ...(reply?.item ? [reply.item] : [])].map((row) => [String(resolve(join.on, row)), row]),
      );
      for (const row of rows) row[name] = { ...join.defaults, ...found.get(String(resolve(join.key, row))) };
    }),
  );
}
