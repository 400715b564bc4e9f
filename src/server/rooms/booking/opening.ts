import { asObjects, type Json, type JsonObject } from '../../../model/json';
import type { CompiledModule } from '../../../model/compiled';
import type { Times } from '../../../model/definitions.g';
import { formatClock, parseClock, slotMinutes, type TimeRange } from '../../../runtime/venueTime';

/** When an item can be booked, complete. */
export interface Opening {
  bookable: boolean;
  /** The one stretch of a day within which any range can be booked, or the sections that can. */
  hours: TimeRange;
  sections?: TimeRange[];
  /** Weekdays, 0 is Sunday. */
  cycle: number[];
  /** Days that can be booked, today the first. */
  days: number;
  /** Ranges begin and end at multiples of so many minutes. */
  grid: number;
  /** Whether bookings await review, and whether somebody records that visitors came. */
  review: boolean;
  checkIn: boolean;
}

/** The default open range of a day (ledger PICK-12). */
const usualHours: TimeRange = { from: 9 * 60, to: 18 * 60 };
/** PICK-01. */
const usualDays = 30;

/** When an item can be booked: what it says itself, else what the picker of its module's form says, else the documents' defaults. */
export function openingOf(item: JsonObject, module: CompiledModule): Opening {
  const picker = pickerOf(module);
  const days = positive(item['days']) ?? picker?.days ?? usualDays;
  return {
    bookable: item['bookable'] !== false,
    review: item['review'] !== false,
    checkIn: item['checkIn'] !== false,
    hours: { from: clockOf(item['startTime']) ?? usualHours.from, to: clockOf(item['endTime']) ?? usualHours.to },
    ...(isInSections(item) ? { sections: sectionsOf(item) } : {}),
    cycle: Array.isArray(item['cycle']) ? item['cycle'].map(Number) : [0, 1, 2, 3, 4, 5, 6],
    days: Math.min(days, picker?.first ?? days),
    grid: picker?.minutes ?? slotMinutes,
  };
}

/** What is told of it (ledger PICK-17), and how many days ahead it goes. */
export function timesInfo(item: JsonObject, opening: Opening): JsonObject {
  return {
    id: String(item['id']),
    bookable: opening.bookable,
    isTimeSection: isInSections(item) ? Number(item['isTimeSection']) : 0,
    startTime: formatClock(opening.hours.from),
    endTime: formatClock(opening.hours.to),
    cycle: opening.cycle,
    days: opening.days,
    timeSectionData: (opening.sections ?? []).map(({ from, to }) => ({ startTime: formatClock(from), endTime: formatClock(to) })),
  };
}

/** PICK-18. */
const isInSections = (item: JsonObject): boolean => typeof item['isTimeSection'] === 'number' && item['isTimeSection'] !== 0;

function sectionsOf({ timeSectionData }: JsonObject): TimeRange[] {
  return asObjects(timeSectionData)
    .flatMap((section) => {
      const [from, to] = [clockOf(section['startTime']), clockOf(section['endTime'])];
      return from === undefined || to === undefined || from >= to ? [] : [{ from, to }];
    })
    .sort((a, b) => a.from - b.from);
}

/** Back offices write `9:00` and `09:00:00` too. */
function clockOf(value: Json | undefined): number | undefined {
  const parts = typeof value === 'string' ? /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(value.trim()) : null;
  return parts ? parseClock(`${parts[1]?.padStart(2, '0')}:${parts[2]}`) : undefined;
}

/** What the module's forms say of the picker that writes venueTime. */
function pickerOf(module: CompiledModule): Times | undefined {
  return Object.values(module.definition.forms ?? {})
    .flatMap(({ fields }) => Object.values(fields))
    .find(({ times }) => times !== undefined)?.times;
}

const positive = (value: Json | undefined): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined);
