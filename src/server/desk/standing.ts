import type { Queryable } from '../../database/connection';
import type { ItemKey } from '../../database/content/itemMoves';
import type { NewItem } from '../../database/content/writeItems';
import { putItems } from '../../database/content/writeItems';
import { putDraft } from '../../database/desk/pending';
import { addVersion, listVersions } from '../../database/desk/versions';
import type { StoredItem } from '../../database/content/items';
import type { CompiledModule } from '../../model/compiled';
import { isPresent, type JsonObject } from '../../model/json';
import { assign, resolve } from '../../model/pointer';
import { computeStatus } from '../../runtime/lifecycle';
import { formatIso } from '../../runtime/time';
import { toRecord } from '../items/record';
import { draftState, findDeskState } from './site';

/** Who changes an item, and when. */
export interface Author {
  at: Date;
  staff: string;
  name: string;
}

/** What was written, and the version of it. */
interface Written {
  record: NewItem;
  number: number;
}

/** Whether visitors see an item. */
export const isLive = (stored: Pick<StoredItem, 'status'> | undefined): boolean => stored?.status === 1;

/**
 * Makes an item what it is from now on, and keeps a version of it. One that becomes public without a time of its own gets that of this moment.
 * @param tx a transaction that has locked the item, where it is there
 * @param state the name of its state
 */
export async function putStanding(
  tx: Queryable,
  { key, module, doc, state, by }: { key: ItemKey; module: CompiledModule; doc: JsonObject; state: string; by: Author },
): Promise<Written> {
  const isSeen = computeStatus(module.lifecycle, state) === 1;
  const record = toRecord(key.tenant, module, { ...(isSeen ? stampTime(module, doc, by.at) : doc), id: key.id }, state);
  await putItems(tx, [record]);
  return { record, number: await addVersion(tx, key, { ...by, state, doc: record.doc }) };
}

function stampTime({ definition }: CompiledModule, doc: JsonObject, at: Date): JsonObject {
  const time = definition.roles?.time;
  if (time === undefined || isPresent(resolve(time, doc))) return doc;
  const stamped = structuredClone(doc);
  assign(time, stamped, formatIso(at.getTime()));
  return stamped;
}

/** Keeps changes of an item that visitors see beside it: they go on seeing what they saw. */
export async function putChanges(
  tx: Queryable,
  { key, module, doc, stored, by }: { key: ItemKey; module: CompiledModule; doc: JsonObject; stored: StoredItem; by: Author },
): Promise<Written> {
  const record = toRecord(key.tenant, module, { ...doc, id: key.id }, draftState);
  await putDraft(tx, key, { doc: record.doc, base: stored.doc, ...by });
  return { record, number: await addVersion(tx, key, { ...by, state: draftState, doc: record.doc }) };
}

/** Keeps what nobody has written at the desk yet as it was before. */
export async function keepFirst(tx: Queryable, key: ItemKey, module: CompiledModule, stored: StoredItem): Promise<void> {
  if ((await listVersions(tx, key, 1)).length > 0) return;
  await addVersion(tx, key, { at: stored.pub, staff: '', name: '', state: findDeskState(module, stored), doc: stored.doc });
}
