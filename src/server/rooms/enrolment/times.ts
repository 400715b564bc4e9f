import { resolve } from '../../../model/pointer';
import { clockParts, formatDate, parseTime } from '../../../runtime/time';
import { sessionsOf, type Session } from './activity';

type Doc = Readonly<Record<string, unknown>>;

/** When something that was enrolled for is, in milliseconds since 1970; `end` is exclusive, and is its beginning when nothing says how long it takes. */
export interface Span {
  begin?: number;
  end?: number;
}

const day = 86_400_000;

/** When an activity, or a session of it, is: a session without times of its own is when the activity is. A time at 00:00 is the date alone (ledger CONV-22). */
export function spanOf(doc: Doc, session?: Pick<Session, 'startTime' | 'endTime'>): Span {
  const own = session?.startTime === undefined && session?.endTime === undefined ? undefined : session;
  const [begin, last] = own
    ? [parseTime(own.startTime), parseTime(own.endTime)]
    : [parseTime(resolve('/beginTime', doc)), parseTime(resolve('/endTime', doc))];
  const end = last ?? begin;
  return { begin, end: end !== undefined && isMidnight(end) ? end + day : end };
}

/** The span of what an enrolment is for; see {@link spanOf}. A session that is there no more leaves the activity's own times. */
export function spanOfEnrolment(doc: Doc | null, session: string): Span {
  return doc === null
    ? {}
    : spanOf(
        doc,
        sessionsOf(doc).find(({ id }) => id === session),
      );
}

/** Whether it has ended; what has no times never does. */
export const isOver = ({ end }: Span, now: number): boolean => end !== undefined && now >= end;

/** Whether it has begun. */
export const hasBegun = ({ begin }: Span, now: number): boolean => begin !== undefined && now >= begin;

/** Whether an enrolment can still be taken back: until the activity's own time for that, without one until the day before it begins, on the calendar of Asia/Shanghai. */
export function mayCancel(doc: Doc | null, span: Span, now: number): boolean {
  const until = parseTime(resolve('/cancelUntil', doc));
  if (until !== undefined) return now <= until && !isOver(span, now);
  return span.begin === undefined || now < (parseTime(formatDate(span.begin)) ?? span.begin);
}

function isMidnight(time: number): boolean {
  const { hour, minute } = clockParts(time);
  return hour === 0 && minute === 0 && time % 60_000 === 0;
}
