import { asString, type JsonObject } from '../../../model/json';
import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { resolve } from '../../../model/pointer';
import { capacityOf, hasDerivation, placesOf, addPhases } from '../../items/derivedFields';
import { RequestError } from '../../api/errors';

/** A part of an activity that is enrolled for by itself; `limit` null: as many as the activity takes. */
export interface Session {
  id: string;
  name: string;
  limit: number | null;
  startTime?: string;
  endTime?: string;
}

/** An item that members enrol for. */
export interface Activity {
  tenant: string;
  module: CompiledModule;
  id: string;
  /** The item, with its phases. */
  doc: JsonObject;
  /** How many places it has in all; 0: it needs no sign-up (ledger ACT-26). */
  places: number;
  /** How many of them are given here; see `capacityOf`. */
  capacity: number;
  sessions: Session[];
  /** Whether those who come too late may wait for a place. */
  waiting: boolean;
  /** Contacts that one member may enrol; absent: as many as there is room for (ledger ENR-11). */
  most?: number;
}

/**
 * The published item of an id that members can enrol for: of a module that says how many places are left, whichever it is.
 * @throws RequestError 404 when there is none
 */
export async function findActivity(db: Queryable, portal: CompiledPortal, id: string, now: number): Promise<Activity> {
  for (const module of Object.values(portal.modules)) {
    if (!hasDerivation(module, 'remaining')) continue;
    const item = await getItem(db, portal.tenant, module.name, id);
    if (item?.status === 1) return activityOf(portal.tenant, module, { ...(item.doc as JsonObject), id }, now);
  }
  throw new RequestError('noSuchItem');
}

/** What enrolment reads of an item. */
export function activityOf(tenant: string, module: CompiledModule, doc: JsonObject, now: number): Activity {
  const most = resolve('/multipleNumber', doc);
  return {
    tenant,
    module,
    id: String(doc['id']),
    doc: addPhases(doc, module, now),
    places: placesOf(doc, module),
    capacity: capacityOf(doc, module),
    sessions: sessionsOf(doc),
    waiting: resolve('/waiting', doc) === 1,
    ...(resolve('/multipleSet/code', doc) === 1 && typeof most === 'number' ? { most } : {}),
  };
}

/** The sessions of an item; entries without an id are none. */
export function sessionsOf(doc: Readonly<Record<string, unknown>>): Session[] {
  const list = resolve('/sessionList', doc);
  return (Array.isArray(list) ? list : []).flatMap((entry) => {
    const [id, limit, startTime, endTime] = ['/id', '/countLimit', '/startTime', '/endTime'].map((field) => resolve(field, entry));
    return typeof id !== 'string' || id === ''
      ? []
      : [
          {
            id,
            name: asString(resolve('/sessionName', entry)),
            limit: typeof limit === 'number' ? limit : null,
            ...(typeof startTime === 'string' ? { startTime } : {}),
            ...(typeof endTime === 'string' ? { endTime } : {}),
          },
        ];
  });
}
