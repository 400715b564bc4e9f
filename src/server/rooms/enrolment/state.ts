import type { Queryable } from '../../../database/connection';
import { findEnrolments, type StoredEnrolment, countUnused } from '../../../database/enrolments/enrolments';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
import { parsePointer } from '../../../model/pointer';
import type { EnrolmentMove, EnrolmentState } from '../../../model/services';
import { listOrigins } from '../../../runtime/lifecycle';
import { translateItem } from '../../items/translations';
import type { CountUnusedTickets } from '../../members/unusedTickets';
import { computeEnrolmentSpan, isOver, mayCancel, readTimetable, type Timetable } from './times';

/** An enrolment with what is known of when that is what it is for. */
export interface Enrolment extends StoredEnrolment {
  timetable: Timetable;
}

/** Returns a member's enrolments, the newest first, or those of these ids. */
export async function readEnrolments(
  db: Queryable,
  { tenant, modules, locale }: Pick<CompiledPortal, 'tenant' | 'modules' | 'locale'>,
  member: string,
  ids?: readonly string[],
): Promise<Enrolment[]> {
  const rows = await findEnrolments(db, tenant, member, { ids, fields: collectFields(modules) });
  return rows.map((row) => {
    const doc = row.doc && translateItem(row.doc as JsonObject, locale);
    return { ...row, doc, timetable: readTimetable(modules[row.module], doc) };
  });
}

const fieldsOf = new WeakMap<CompiledPortal['modules'], string[]>();

/** Returns the names of the fields that are read of items that are enrolled for: their long texts stay where they are. */
export function collectFields(modules: CompiledPortal['modules']): readonly string[] {
  let fields = fieldsOf.get(modules);
  if (!fields) fieldsOf.set(modules, (fields = [...new Set(Object.values(modules).flatMap(listModuleFields))]));
  return fields;
}

function listModuleFields({ definition: { enrolment, roles } }: CompiledModule): string[] {
  if (!enrolment) return [];
  const { begin, end, cancelUntil, place, sessions } = enrolment;
  return ['/translations', begin, end, cancelUntil, place, sessions?.list, roles?.title, roles?.column, roles?.image].flatMap((pointer) =>
    pointer === undefined ? [] : parsePointer(pointer).slice(0, 1),
  );
}

type Standing = Pick<Enrolment, 'status' | 'calledOff' | 'lost' | 'signedIn' | 'timetable' | 'session'>;

/**
 * Returns what an enrolment is now (ledger PC-05 to PC-07, PC-37): expired are those whose time has passed without the visitor, or without a
 * place for him. What states are called is the definition's.
 */
export function computeState(enrolment: Standing, now: number): EnrolmentState {
  const { status, calledOff, lost, signedIn } = enrolment;
  if (status === 'cancelled') return lost ? 'lost' : calledOff ? 'calledOff' : 'unsubscribed';
  if (signedIn) return 'used';
  if (isOver(computeEnrolmentSpan(enrolment), now)) return 'expired';
  return status === 'enrolled' ? 'unused' : status;
}

/** Returns the member's move that takes an enrolment back, as far as its state and the definition go; undefined when there is none. */
function findTakingBack(portal: Pick<CompiledPortal, 'modules'>, enrolment: Standing, now: number): EnrolmentMove | undefined {
  const state = computeState(enrolment, now);
  return (['cancel', 'leave'] as const).find((move) => listOrigins(portal, 'enrolment.list', move).includes(state));
}

/** Returns whether it can be taken back: who waits may leave at any time. */
export function isCancellable(portal: Pick<CompiledPortal, 'modules'>, enrolment: Enrolment, now: number): boolean {
  const move = findTakingBack(portal, enrolment, now);
  return move === 'leave' || (move === 'cancel' && mayCancel(enrolment.timetable, computeEnrolmentSpan(enrolment), now));
}

/** Returns how many enrolments a member has for what ended in the period, without checking in. */
export const countUnusedEnrolments: CountUnusedTickets = async (db, { tenant, modules }, { member, since, now }) => {
  const rows = await countUnused(db, tenant, member, collectFields(modules));
  return rows.reduce((sum, { module, doc, session, count }) => {
    const { end } = computeEnrolmentSpan({ timetable: readTimetable(modules[module], doc), session });
    return end !== undefined && end > since && end <= now ? sum + count : sum;
  }, 0);
};
