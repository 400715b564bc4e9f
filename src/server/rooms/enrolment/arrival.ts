import { listEnrolledItems } from '../../../database/enrolments/deskLists';
import type { Queryable } from '../../../database/connection';
import type { StoredEnrolment } from '../../../database/enrolments/enrolments';
import { checkInOne, findMeant, type MeantEnrolment } from '../../../database/enrolments/signCodes';
import type { CompiledPortal } from '../../../model/compiled';
import { formatDate } from '../../../runtime/time';
import type { ApiRequest } from '../../api/room';
import { note } from '../../desk/note';
import { readTitle } from '../../items/record';
import { creditDeed } from '../../members/deeds';
import type { AccountServices } from '../../security/accountServices';
import { hashSignCode } from '../../security/storedHashes';
import type { Activity } from './activity';
import { nameAttendance } from './signIn';
import { collectFields, computeState } from './state';
import { computeEnrolmentSpan, isOver, readTimetable } from './times';

const day = 86_400_000;
/** A code may be one of an activity that somebody enrolled for within so many days. */
const lookedThrough = 400 * day;

/** What became of somebody who wants to come in. */
export type Arrival =
  | { kind: 'done' | 'before'; enrolment: StoredEnrolment; at: number }
  | { kind: 'waiting' | 'cancelled' | 'over'; enrolment: StoredEnrolment }
  | { kind: 'early'; enrolment: StoredEnrolment; begin: number }
  | { kind: 'elsewhere'; title: string; begin?: number }
  | { kind: 'unknown' };

/** Who wants to come in, and when they did. */
export interface Arriving {
  activity: Activity;
  /** By a code, which is that of one activity, or by the line of the list. */
  meant: { code: string } | { id: string };
  /** When they stood at the desk; before the call, where it was noted without a connection. */
  at: number;
  offline: boolean;
  /** Those of another day are taken too: staff chose the very person. */
  anyDay: boolean;
}

/**
 * Checks somebody in within the transaction `tx`, once, notes it and credits what it earns; of several devices that say so at the same time
 * one does, and the others hear when it was.
 */
export async function receive(tx: Queryable, request: ApiRequest, accounts: AccountServices, arriving: Arriving): Promise<Arrival> {
  const { activity, at, anyDay } = arriving;
  const { tenant, module } = activity;
  const site = request.portal.desk?.site ?? request.portal;
  const scope = { tenant, module: module.name, activity: activity.id };
  const find = (): Promise<StoredEnrolment | undefined> => findMeant(tx, scope, toMeant(accounts, arriving), collectFields(site.modules));
  const enrolment = await find();
  if (!enrolment) return 'code' in arriving.meant ? findElsewhere(tx, accounts, site, arriving.meant.code, at) : { kind: 'unknown' };
  const judged = judgeArrival(site, enrolment, at, anyDay);
  if (judged.kind !== 'done') return judged;
  const checkedIn = await checkInOne(tx, tenant, enrolment.id, new Date(at));
  if (!checkedIn) return judgeArrival(site, (await find()) ?? enrolment, at, anyDay);
  await creditDeed(tx, site, nameAttendance(activity, checkedIn), request.now);
  await note(tx, request, {
    action: 'enrolment.checkIn',
    module: module.name,
    item: activity.id,
    title: readTitle(module, activity.doc),
    detail: { enrolment: enrolment.id, ...(arriving.offline ? { offline: true, at: new Date(at).toISOString() } : {}) },
  });
  return judged;
}

/** Returns what becomes of somebody who is enrolled, or was, and stands at the desk at a moment. @param anyDay see {@link Arriving} */
export function judgeArrival(
  { modules }: Pick<CompiledPortal, 'modules'>,
  enrolment: StoredEnrolment,
  at: number,
  anyDay: boolean,
): Arrival {
  const { status, signedIn } = enrolment;
  const timed = { ...enrolment, timetable: readTimetable(modules[enrolment.module], enrolment.doc) };
  if (signedIn) return { kind: 'before', enrolment, at: signedIn.getTime() };
  const span = computeEnrolmentSpan(timed);
  if (status === 'cancelled') return { kind: 'cancelled', enrolment };
  if (isOver(span, at)) return { kind: 'over', enrolment };
  if (computeState(timed, at) === 'waiting') return { kind: 'waiting', enrolment };
  const { begin } = span;
  if (!anyDay && begin !== undefined && formatDate(at) < formatDate(begin)) return { kind: 'early', enrolment, begin };
  return { kind: 'done', enrolment, at };
}

function toMeant({ keys }: AccountServices, { activity, meant }: Arriving): MeantEnrolment {
  if ('id' in meant) return meant;
  const { tenant, module, id } = activity;
  return { signHashes: hashSignCode(keys, { tenant, module: module.name, activity: id }, meant.code) };
}

/** Looks whether a code is that of another activity of the institution which is not over: who comes to the wrong door is told. */
async function findElsewhere(
  tx: Queryable,
  { keys }: AccountServices,
  { tenant, modules }: CompiledPortal,
  code: string,
  at: number,
): Promise<Arrival> {
  for (const { module, activity, title, doc } of await listEnrolledItems(tx, tenant, new Date(at - lookedThrough))) {
    const timetable = readTimetable(modules[module], doc);
    const scope = { tenant, module, activity };
    const found = await findMeant(tx, scope, { signHashes: hashSignCode(keys, scope, code) }, []);
    const span = found && computeEnrolmentSpan({ timetable, session: found.session });
    if (span && !isOver(span, at)) return { kind: 'elsewhere', title, ...(span.begin === undefined ? {} : { begin: span.begin }) };
  }
  return { kind: 'unknown' };
}
