import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { Json, JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { parseTime } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readCapacity, readPlaces, addPhases } from '../../items/derivedFields';
import { readTimetable, type Timetable } from './times';

/** An item that members enrol for. */
export interface Activity extends Timetable {
  tenant: string;
  module: CompiledModule;
  id: string;
  /** The item, with its phases. */
  doc: JsonObject;
  /** How many places it has in all; 0: it needs no sign-up (ledger ACT-26). */
  places: number;
  /** How many of them are given here; see `capacityOf`. */
  capacity: number;
  /** Where now lies against the time of enrolment: 0 before it, 1 within it. */
  phase: Json | undefined;
  /** Whether those who come too late may wait for a place. */
  waiting: boolean;
  /** Its places are drawn among those who ask until it closes, in milliseconds since 1970. */
  draw?: { closes: number };
  /** Contacts that one member may enrol; absent: as many as there is room for (ledger ENR-11). */
  most?: number;
}

/**
 * Returns the published item of an id that members can enrol for: of a module that says how, whichever it is.
 * @param get how it is read
 * @throws RequestError 404 when there is none
 */
export async function findActivity(db: Queryable, portal: CompiledPortal, id: string, now: number, get = getItem): Promise<Activity> {
  for (const module of Object.values(portal.modules)) {
    if (!module.definition.enrolment) continue;
    const item = await get(db, portal.tenant, module.name, id);
    if (item?.status === 1) return toActivity(portal.tenant, module, { ...(item.doc as JsonObject), id }, now);
  }
  throw new RequestError('noSuchItem');
}

/** Whether there is an item of an id that members can enrol for, or could: staff see those that visitors do not. */
export async function isEnrollable(db: Queryable, portal: CompiledPortal, id: string): Promise<boolean> {
  for (const module of Object.values(portal.modules))
    if (module.definition.enrolment && (await getItem(db, portal.tenant, module.name, id))) return true;
  return false;
}

/** Returns what enrolment reads of an item, by the fields that its module names. */
export function toActivity(tenant: string, module: CompiledModule, item: JsonObject, now: number): Activity {
  const fields = module.definition.enrolment;
  const doc = addPhases(item, module, now);
  const read = (pointer: string | undefined): Json | undefined => (pointer === undefined ? undefined : resolve(pointer, doc));
  const most = read(fields?.most);
  return {
    ...readTimetable(module, doc),
    tenant,
    module,
    id: String(doc['id']),
    doc,
    places: readPlaces(item, module),
    capacity: readCapacity(item, module),
    phase: read(fields?.phase),
    waiting: read(fields?.waiting) === 1,
    ...readDraw(read(fields?.draw?.from), read(fields?.draw?.minutes)),
    ...(read(fields?.mostOn) === 1 && typeof most === 'number' ? { most } : {}),
  };
}

function readDraw(from: Json | undefined, minutes: Json | undefined): Pick<Activity, 'draw'> {
  const opens = parseTime(from);
  return typeof minutes === 'number' && minutes > 0 && opens !== undefined ? { draw: { closes: opens + minutes * 60_000 } } : {};
}
