import type { Queryable } from '../../../database/connection';
import { findEnrolments, type StoredEnrolment, countUnused } from '../../../database/enrolments/enrolments';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { parsePointer } from '../../../model/pointer';
import type { CountUnusedTickets } from '../../members/unusedTickets';
import { computeEnrolmentSpan, isOver, mayCancel, readTimetable, type Timetable } from './times';

/** An enrolment with what is known of when that is what it is for. */
export interface Enrolment extends StoredEnrolment {
  timetable: Timetable;
}

/** Returns a member's enrolments, the newest first, or those of these ids. */
export async function readEnrolments(
  db: Queryable,
  { tenant, modules }: Pick<CompiledPortal, 'tenant' | 'modules'>,
  member: string,
  ids?: readonly string[],
): Promise<Enrolment[]> {
  const rows = await findEnrolments(db, tenant, member, { ids, fields: collectFields(modules) });
  return rows.map((row) => ({ ...row, timetable: readTimetable(modules[row.module], row.doc) }));
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
  return [begin, end, cancelUntil, place, sessions?.list, roles?.title, roles?.column, roles?.image].flatMap((pointer) =>
    pointer === undefined ? [] : parsePointer(pointer).slice(0, 1),
  );
}

/** The codes of an enrolment's status (ledger PC-05 to PC-07, PC-37). */
export const states = { unused: 0, used: 1, unsubscribed: 2, expired: 3, waiting: 4 } as const;

/** One of them. */
export type State = (typeof states)[keyof typeof states];

/** Returns what an enrolment is now: expired are those whose time has passed without the visitor, or without a place for him. */
export function computeState(enrolment: Pick<Enrolment, 'status' | 'signedIn' | 'timetable' | 'session'>, now: number): State {
  const { status, signedIn } = enrolment;
  if (status === 'cancelled') return states.unsubscribed;
  if (signedIn) return states.used;
  if (isOver(computeEnrolmentSpan(enrolment), now)) return states.expired;
  return status === 'waiting' ? states.waiting : states.unused;
}

/** Returns whether it can be taken back: who waits may leave at any time. */
export function isCancellable(enrolment: Enrolment, now: number): boolean {
  const state = computeState(enrolment, now);
  return state === states.waiting || (state === states.unused && mayCancel(enrolment.timetable, computeEnrolmentSpan(enrolment), now));
}

/** Returns how many enrolments a member has for what ended in the period, without checking in. */
export const countUnusedEnrolments: CountUnusedTickets = async (db, { tenant, modules }, { member, since, now }) => {
  const rows = await countUnused(db, tenant, member, collectFields(modules));
  return rows.reduce((sum, { module, doc, session, count }) => {
    const { end } = computeEnrolmentSpan({ timetable: readTimetable(modules[module], doc), session });
    return end !== undefined && end > since && end <= now ? sum + count : sum;
  }, 0);
};
