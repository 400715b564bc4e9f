import type { OpeningTimes, Page, TodaySection } from '../model/definitions.g';
import { asObjects, type JsonObject } from '../model/json';
import type { PageData } from '../model/payload';
import { resolve } from '../model/pointer';
import { findCalendar } from './calendar';
import { findOpeningState } from './opening';
import { createPageScope, type Scope } from './roots';
import { collectSections } from './sections';
import { getStartOfDay, parseTime } from './time';
import { evaluate } from './value';

/** Where an entry stands today: now or later today and over by the end of the day, for days on end, or only on a later day. */
export type TodayStanding = 'now' | 'later' | 'lasting' | 'coming';

/** Something that is on, now or next. */
export interface TodayEntry {
  row: JsonObject;
  /** The name of the list that it is of. */
  list: string;
  /** Milliseconds since 1970. */
  begin: number;
  end?: number;
  standing: TodayStanding;
}

const dayLength = 86_400_000;
const standings: readonly TodayStanding[] = ['now', 'later', 'lasting', 'coming'];
/** Entries of a section that does not say how many. */
const usualLimit = 4;

/** Returns what is on, now and next, of all lists of a section: at most as many as it says, of which some are still to come if any are. */
export function pickToday(section: TodaySection, scope: Scope, now: number): TodayEntry[] {
  const entries = listEntries(section, scope, now).sort(
    (one, other) =>
      standings.indexOf(one.standing) - standings.indexOf(other.standing) || (one.standing === 'lasting' ? 0 : one.begin - other.begin),
  );
  const { limit = usualLimit } = section;
  const ofToday = entries.filter(({ standing }) => standing === 'now' || standing === 'later').slice(0, limit);
  const [lasting, coming] = (['lasting', 'coming'] as const).map((wanted) => entries.filter(({ standing }) => standing === wanted));
  const left = limit - ofToday.length;
  const forComing = Math.min(coming?.length ?? 0, Math.max(Math.floor(left / 2), left - (lasting?.length ?? 0)));
  return [...ofToday, ...(lasting ?? []).slice(0, left - forComing), ...(coming ?? []).slice(0, forComing)];
}

/** Returns the entries of a section's lists that are not over. */
function listEntries({ lists = {} }: TodaySection, scope: Scope, now: number): TodayEntry[] {
  return Object.entries(lists).flatMap(([list, { rows, begin: beginAt, end: endAt }]) =>
    asObjects(resolve(rows, scope)).flatMap((row): TodayEntry[] => {
      const inRow = { ...scope, row };
      const begin = parseTime(evaluate(beginAt, inRow));
      const end = parseTime(evaluate(endAt, inRow));
      if (begin === undefined || (end ?? getStartOfDay(begin) + dayLength) <= now) return [];
      return [{ row, list, begin, ...(end === undefined ? {} : { end }), standing: findStanding(begin, end, now) }];
    }),
  );
}

function findStanding(begin: number, end: number | undefined, now: number): TodayStanding {
  const tomorrow = getStartOfDay(now) + dayLength;
  if (begin >= tomorrow) return 'coming';
  if (end !== undefined && end > tomorrow) return 'lasting';
  return begin > now ? 'later' : 'now';
}

/** Returns the sections of a page that show what holds today. */
export const findTodaySections = (page: Page): TodaySection[] =>
  collectSections(page).filter((section): section is TodaySection => section.section === 'today');

/**
 * Returns when a page no longer shows what holds, because the institution opens or closes, something begins or ends, or a day does; undefined for
 * pages that show nothing of it.
 * @param opening when the institution is open, if it says so
 * @param data what the page shows
 */
export function findNextChange(
  page: Page,
  opening: OpeningTimes | undefined,
  source: { query: Scope; roots: Scope },
  data: PageData,
  now: number,
): number | undefined {
  const sections = findTodaySections(page);
  if (sections.length === 0 && !findCalendar(page, data.state)) return undefined;
  const scope = createPageScope(source, data);
  const times = sections.flatMap((section) => listEntries(section, scope, now).flatMap(({ begin, end = begin }) => [begin, end]));
  const ofOpening = opening ? findOpeningState(opening, now).changesAt : getStartOfDay(now) + dayLength;
  return Math.min(ofOpening, ...times.filter((moment) => moment > now));
}
