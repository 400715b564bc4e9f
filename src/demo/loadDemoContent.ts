import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../database/connection';
import { startCounters } from '../database/content/counters';
import { runOnce } from '../database/transaction';
import type { CompiledPortal } from '../model/compiled';
import type { Item, Property } from '../model/definitions.g';
import { getOwn, type Json, type JsonObject } from '../model/json';
import { storeIn } from '../server/importing/importContent';
import { type StoreBatch, importRows } from '../server/importing/importRows';
import { openRows } from '../server/importing/rows';
import { countDaysSince, shiftTime } from '../server/importing/times';
import type { Portals } from '../server/config/walkPortals';

class NoPortal extends Error {}

/**
 * Stores the demo content of each institution, `tenants/<name>/content/<module>.ndjson`, once in the life of the database. What a file
 * `<module>.<state>.ndjson` holds is in that state: as handed in a moment ago, for the desk to decide on.
 * Its times are written as of the date in `content.json` and moved by whole days to today, so that there is always something
 * ahead and something over. Part of it are made-up numbers of views and shares, which depend on the id alone.
 * @param root the folder that holds `tenants`
 * @param now milliseconds since 1970 that count as now
 * @returns a line for every bad row and for everything that could not be read; none when all went well
 */
export async function loadDemoContent(db: Queryable, definitions: Portals, root: string, now: number): Promise<string[]> {
  const lines: string[] = [];
  for (const tenant of definitions.tenants) {
    const files = await listContentFiles(join(root, 'tenants', tenant, 'content'));
    if (files.length === 0) continue;
    try {
      await runOnce(db, tenant, 'demo', async (tx) => {
        const portal = definitions.portal(tenant);
        if (!portal) throw new NoPortal();
        lines.push(...(await loadTenant(tx, portal, root, files, now)));
      });
    } catch (error) {
      // It is tried again at the next start.
      if (!(error instanceof NoPortal)) throw error;
      lines.push(`tenants/${tenant}: the demo content is not loaded, as the settings have errors`);
    }
  }
  return lines;
}

async function listContentFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.ndjson')).sort();
}

async function loadTenant(tx: Queryable, portal: CompiledPortal, root: string, files: readonly string[], now: number): Promise<string[]> {
  const folder = `tenants/${portal.tenant}/content`;
  const days = await readDaysToShift(join(root, folder, 'content.json'), now);
  const lines = days === undefined ? [`${folder}/content.json: expected {"asOf": "2026-01-31"}; times are left as they are`] : [];
  for (const file of files) {
    const [name = '', state] = file.slice(0, -'.ndjson'.length).split('.');
    const module = getOwn(portal.modules, name);
    const shape = module?.definition.item;
    if (!module || !shape || (state !== undefined && !getOwn(module.lifecycle.states, state))) {
      lines.push(`${folder}/${file}: there is no such module with items, or no such state; the file is passed over`);
      continue;
    }
    const target = { tenant: portal.tenant, module, ...(state === undefined ? {} : { state }) };
    const tell = (line: number, reason: string): void => {
      lines.push(`${folder}/${file}:${line}: ${reason}`);
    };
    try {
      const source = await openRows('ndjson', createReadStream(join(root, folder, file)));
      const change = (item: JsonObject): JsonObject => shiftFields(item, shape.properties, days ?? 0);
      const options = { change, onBadRow: tell, onWarning: (message: string) => tell(1, message) };
      const store = storeIn(tx, target);
      // What awaits a decision was seen by nobody.
      await importRows(target, source, options, state === undefined ? addViews(tx, portal.tenant, store) : store);
    } catch (error) {
      if (isDatabaseError(error)) throw error;
      tell(1, error instanceof Error ? error.message : String(error));
    }
  }
  return lines;
}

/** After an error of the database its transaction is lost, so nothing can be passed over. */
const isDatabaseError = (error: unknown): boolean => error instanceof Error && 'severity' in error;

async function readDaysToShift(file: string, now: number): Promise<number | undefined> {
  try {
    const { asOf } = JSON.parse(await readFile(file, 'utf8')) as { asOf?: unknown };
    return typeof asOf === 'string' ? countDaysSince(asOf, now) : undefined;
  } catch {
    return undefined;
  }
}

/** Moves every date and time that the schema declares, at any depth. */
function shiftFields(value: JsonObject, properties: Readonly<Record<string, Property>>, days: number): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property ? shiftValue(inner, property, days) : inner];
    }),
  );
}

function shiftValue(value: Json, property: Property | Item, days: number): Json {
  if (typeof value === 'string')
    return 'format' in property && (property.format === 'date-time' || property.format === 'date') ? shiftTime(value, days) : value;
  if (Array.isArray(value)) {
    const items = 'items' in property ? property.items : undefined;
    return items ? value.map((entry) => shiftValue(entry, items, days)) : value;
  }
  return value !== null && typeof value === 'object' && property.properties ? shiftFields(value, property.properties, days) : value;
}

/** A portal without any visitor looks broken: each item gets views, few with many and many with few, and some shares. */
function addViews(tx: Queryable, tenant: string, store: StoreBatch): StoreBatch {
  return async (records) => {
    const fresh = await store(records);
    const counters = records.map(({ id, column = '' }) => {
      const chance = createHash('sha256').update(`${tenant}/${id}`).digest().readUInt32BE() / 0xffff_ffff;
      const pv = Math.round(40 * Math.exp(4.5 * chance));
      return { column, id, pv, share: Math.floor(pv / 60) };
    });
    await startCounters(tx, tenant, counters);
    return fresh;
  };
}
