import type { CompiledModule } from '../../../model/compiled';
import type { SessionFields } from '../../../model/definitions.g';
import { resolve } from '../../../model/pointer';
import { toClockParts, formatDate, parseTime } from '../../../runtime/time';

type Doc = Readonly<Record<string, unknown>>;

/** A part of an activity that is enrolled for by itself; `limit` null: as many as the activity takes. */
export interface Session {
  id: string;
  name: string;
  limit: number | null;
  startTime?: string;
  endTime?: string;
}

/** When an activity and its sessions are, in milliseconds since 1970, as the fields say that its module names. */
export interface Timetable {
  begin?: number;
  end?: number;
  /** Until when an enrolment can be taken back. */
  cancelUntil?: number;
  sessions: Session[];
}

/**
 * When something that was enrolled for is, in milliseconds since 1970; `end` is exclusive, and is its beginning when nothing says how long
 * it takes.
 */
interface Span {
  begin?: number;
  end?: number;
}

const day = 86_400_000;

/** Returns when an item is; of one that is there no more, or whose module is for enrolling no more, nothing is known. */
export function readTimetable(module: CompiledModule | undefined, doc: Doc | null): Timetable {
  const fields = module?.definition.enrolment;
  if (!fields || doc === null) return { sessions: [] };
  const [begin, end, cancelUntil] = [fields.begin, fields.end, fields.cancelUntil].map((field) =>
    field === undefined ? undefined : parseTime(resolve(field, doc)),
  );
  return { begin, end, cancelUntil, sessions: readSessions(fields.sessions, doc) };
}

/** Returns the sessions of an item; entries without an id are none. */
function readSessions(fields: SessionFields | undefined, doc: Doc): Session[] {
  const list = fields && resolve(fields.list, doc);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    const [id, name, limit, startTime, endTime] = [fields?.id, fields?.name, fields?.limit, fields?.begin, fields?.end].map((field) =>
      field === undefined ? undefined : resolve(field, entry),
    );
    if (typeof id !== 'string' || id === '') return [];
    return {
      id,
      name: typeof name === 'string' ? name : '',
      limit: typeof limit === 'number' ? limit : null,
      ...(typeof startTime === 'string' ? { startTime } : {}),
      ...(typeof endTime === 'string' ? { endTime } : {}),
    };
  });
}

/**
 * Returns when an activity, or a session of it, is: a session without times of its own is when the activity is. A time at 00:00 is the
 * date alone (ledger CONV-22).
 */
export function computeSpan(timetable: Timetable, session?: Pick<Session, 'startTime' | 'endTime'>): Span {
  const own = session?.startTime === undefined && session?.endTime === undefined ? undefined : session;
  const [begin, last] = own ? [parseTime(own.startTime), parseTime(own.endTime)] : [timetable.begin, timetable.end];
  const end = last ?? begin;
  return { begin, end: end !== undefined && isMidnight(end) ? end + day : end };
}

/**
 * Returns the span of what an enrolment is for; see {@link computeSpan}. A session that is there no more leaves the activity's own times.
 */
export function computeEnrolmentSpan({ timetable, session }: { timetable: Timetable; session: string }): Span {
  return computeSpan(timetable, findSession(timetable, session));
}

/** Returns the session of an id, or undefined. */
export const findSession = ({ sessions }: Timetable, id: string): Session | undefined => sessions.find((known) => known.id === id);

/** Returns whether it has ended; what has no times never does. */
export const isOver = ({ end }: Span, now: number): boolean => end !== undefined && now >= end;

/** Returns whether it has begun. */
export const hasBegun = ({ begin }: Span, now: number): boolean => begin !== undefined && now >= begin;

/**
 * Returns whether an enrolment can still be taken back: until the activity's own time for that, without one until the day before it begins,
 * on the calendar of Asia/Shanghai.
 */
export function mayCancel({ cancelUntil }: Timetable, span: Span, now: number): boolean {
  if (cancelUntil !== undefined) return now <= cancelUntil && !isOver(span, now);
  return span.begin === undefined || now < (parseTime(formatDate(span.begin)) ?? span.begin);
}

function isMidnight(time: number): boolean {
  const { hour, minute } = toClockParts(time);
  return hour === 0 && minute === 0 && time % 60_000 === 0;
}
