import type { StoredEnrolment } from '../../../database/enrolments/enrolments';
import { isOver, mayCancel, spanOfEnrolment } from './times';

/** The codes of an enrolment's status (ledger PC-05 to PC-07, PC-37). */
export const states = { unused: 0, used: 1, unsubscribed: 2, expired: 3, waiting: 4 } as const;

/** One of them. */
export type State = (typeof states)[keyof typeof states];

/** What an enrolment is now: expired are those whose time has passed without the visitor, or without a place for him. */
export function stateOf(
  { status, signedIn, doc, session }: Pick<StoredEnrolment, 'status' | 'signedIn' | 'doc' | 'session'>,
  now: number,
): State {
  if (status === 'cancelled') return states.unsubscribed;
  if (signedIn) return states.used;
  if (isOver(spanOfEnrolment(doc, session), now)) return states.expired;
  return status === 'waiting' ? states.waiting : states.unused;
}

/** Whether it can be taken back: who waits may leave at any time. */
export function isCancellable(enrolment: StoredEnrolment, now: number): boolean {
  const state = stateOf(enrolment, now);
  return (
    state === states.waiting ||
    (state === states.unused && mayCancel(enrolment.doc, spanOfEnrolment(enrolment.doc, enrolment.session), now))
  );
}
