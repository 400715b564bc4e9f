import type { Lookup } from '../model/definitions.g';
import type { PageData } from '../model/payload';
import type { Call, PageSource } from './pageData';
import { findServiceEndpoint } from './pageSource';
import { isPresent, type Json, type JsonObject } from '../model/json';
import { resolve } from '../model/pointer';
import { createPageScope, type Scope } from './roots';
import type { Settled } from './settled';
import { evaluate } from './value';

/** Finds what a page looks up of what the institution has set: in ad slots, and in the menu. @param settled what is known of it */
export async function loadLookups(source: PageSource, call: Call, data: PageData, settled?: Settled): Promise<void> {
  if (settled?.lookup) {
    data.lookup = { ...settled.lookup };
    return;
  }
  const scope = createPageScope(source, data);
  await Promise.all(
    Object.entries(source.page.lookups ?? {}).map(async ([name, lookup]) => {
      const found =
        (lookup.routeId === undefined ? await findInSlot(lookup, source, scope, call) : await findColumn(lookup.routeId, source, call)) ??
        lookup.else;
      if (found !== undefined && found !== null && typeof found !== 'object') data.lookup[name] = found;
    }),
  );
}

async function findInSlot(
  { slot = '', match = {}, take = '' }: Lookup,
  source: PageSource,
  scope: Scope,
  call: Call,
): Promise<Json | undefined> {
  const endpoint = findServiceEndpoint(source, 'site.slot');
  const reply = endpoint && (await call(endpoint, { slotName: slot }));
  const hit = (reply?.rows ?? [])
    .flatMap(readAdverts)
    .find((advert) => Object.entries(match).every(([field, value]) => resolve(field, advert) === evaluate(value, scope)));
  return hit && resolve(take, hit);
}

/** The id of the first menu column with a back route id, the upper levels of each branch first (ledger VOL-09). */
async function findColumn(routeId: number, source: PageSource, call: Call): Promise<Json | undefined> {
  const endpoint = findServiceEndpoint(source, 'site.menu');
  const reply = endpoint && (await call(endpoint, { museumCode: String(resolve('/tenant/code', source.roots) ?? '') }));
  const find = (rows: readonly Json[]): Json | undefined => {
    for (const row of rows) {
      const hit = Number(resolve('/backRouteId', row)) === routeId ? resolve('/id', row) : find(readChildren(row));
      if (hit !== undefined) return hit;
    }
    return undefined;
  };
  return find(reply?.rows ?? []);
}

function readChildren(row: Json): Json[] {
  const children = resolve('/children', row);
  return Array.isArray(children) ? children : [];
}

/** The entries of an ad slot, each with what the slot says for all of them; a slot without entries is one itself. */
function readAdverts({ adDetails, ...slot }: JsonObject): JsonObject[] {
  const said = Object.fromEntries(Object.entries(slot).filter(([, value]) => isPresent(value)));
  const entries = Array.isArray(adDetails) ? adDetails : [];
  return entries.length === 0 ? [said] : entries.map((entry) => ({ ...said, ...(entry as JsonObject) }));
}
