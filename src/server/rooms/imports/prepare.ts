import { addVersions, findUnversioned } from '../../../database/desk/versions';
import { lockItems } from '../../../database/content/itemMoves';
import type { StoredItem } from '../../../database/content/items';
import type { NewItem } from '../../../database/content/writeItems';
import type { Queryable } from '../../../database/connection';
import type { CompiledModule } from '../../../model/compiled';
import { isObject, isPresent, type Json, type JsonObject } from '../../../model/json';
import { assign, resolve } from '../../../model/pointer';
import { formatIso } from '../../../runtime/time';
import { toBareRecord } from '../../items/record';
import { computeRevision, findDeskState } from '../../desk/site';
import type { ImportPlan } from './plan';

/** Whose items they are, who writes them, and when. */
export interface Writing {
  tenant: string;
  module: CompiledModule;
  staff: string;
  name: string;
  at: Date;
}

/**
 * Returns what is stored of a batch, but for what the site search finds it by: new items, which have a time when visitors see them; items that are there already in the state that they
 * are in, with what the file does not have of them where it only fills them in. Of what changes, versions are kept, also of what was there.
 */
export async function prepareBatch(tx: Queryable, records: readonly NewItem[], plan: ImportPlan, writing: Writing): Promise<NewItem[]> {
  const { tenant, module, staff, name, at } = writing;
  // Of several rows of one item the last counts.
  const unique = new Map(records.map((record) => [record.id, record]));
  const stored = await lockItems(tx, { tenant, module: module.name }, [...unique.keys()]);
  const before = new Map(stored.map((item) => [item.id, item]));
  const changed: { item: StoredItem; record: NewItem }[] = [];
  const fresh: NewItem[] = [];
  for (const record of unique.values()) {
    const item = before.get(record.id);
    if (!item) fresh.push(plan.state === 'publish' ? addTime(record, writing) : record);
    else {
      const written = layOn(item, record, plan, writing);
      if (computeRevision({ ...item, doc: written.doc }, {}) !== computeRevision(item, {})) changed.push({ item, record: written });
    }
  }
  if (changed.length === 0) return fresh;
  const key = { tenant, module: module.name };
  const first = await findUnversioned(
    tx,
    key,
    changed.map(({ item }) => item.id),
  );
  await addVersions(
    tx,
    key,
    changed
      .filter(({ item }) => first.has(item.id))
      .map(({ item }) => ({ id: item.id, at: item.pub, staff: '', name: '', state: findDeskState(module, item), doc: item.doc })),
  );
  await addVersions(
    tx,
    key,
    changed.map(({ item, record }) => ({ id: item.id, at, staff, name, state: findDeskState(module, item), doc: record.doc })),
  );
  return [...fresh, ...changed.map(({ record }) => record)];
}

function addTime(record: NewItem, { tenant, module, at }: Writing): NewItem {
  const time = module.definition.roles?.time;
  if (time === undefined || isPresent(resolve(time, record.doc))) return record;
  const doc = structuredClone(record.doc) as JsonObject;
  assign(time, doc, formatIso(at.getTime()));
  return toBareRecord(tenant, module, { ...doc, id: record.id }, record.state);
}

function layOn(item: StoredItem, record: NewItem, { existing }: ImportPlan, { tenant, module }: Writing): NewItem {
  const doc = existing === 'fill' ? (merge(item.doc as JsonObject, record.doc as JsonObject) as JsonObject) : (record.doc as JsonObject);
  const written = toBareRecord(tenant, module, { ...doc, id: item.id }, item.state ?? item.status);
  return { ...written, status: item.status };
}

/** Groups are filled in part by part; lists as a whole. */
function merge(before: Json, after: Json): Json {
  if (!isObject(before) || !isObject(after)) return after;
  return { ...before, ...Object.fromEntries(Object.entries(after).map(([name, value]) => [name, merge(before[name] ?? null, value)])) };
}
