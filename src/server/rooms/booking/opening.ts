import type { CompiledModule } from '../../../model/compiled';
import type { SectionFields, TenantSettings, Times } from '../../../model/definitions.g';
import { type Json, type JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
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
  /** Hours before it begins that a booking has to be made. */
  lead: number;
  /** Ranges begin and end at multiples of so many minutes. */
  grid: number;
  /** Whether bookings await review, and whether somebody records that visitors came. */
  review: boolean;
  checkIn: boolean;
}

/** The default open range of a day (ledger PICK-12). */
const defaultHours: TimeRange = { from: 9 * 60, to: 18 * 60 };
/** PICK-01. */
const defaultDays = 30;

/**
 * Returns when an item can be booked: what it says itself, else what the institution says, else what the picker of its module's form says,
 * else the documents' defaults.
 */
export function readOpening(item: JsonObject, module: CompiledModule, { booking: usual = {} }: Pick<TenantSettings, 'booking'>): Opening {
  const fields = module.definition.booking ?? {};
  const picker = findPicker(module);
  const [days, cycle] = [
    readPositive(readField(fields.days, item)) ?? usual.days ?? picker?.days ?? defaultDays,
    readField(fields.weekdays, item),
  ];
  return {
    bookable: readField(fields.bookable, item) !== false,
    review: readField(fields.review, item) !== false,
    checkIn: readField(fields.checkIn, item) !== false,
    hours: {
      from: readClock(readField(fields.begin, item)) ?? defaultHours.from,
      to: readClock(readField(fields.end, item)) ?? defaultHours.to,
    },
    ...readSections(fields.sections, item),
    cycle: Array.isArray(cycle) ? cycle.map(Number) : [0, 1, 2, 3, 4, 5, 6],
    days: Math.min(days, picker?.first ?? days),
    lead: readHours(readField(fields.lead, item)) ?? usual.leadHours ?? 0,
    grid: picker?.minutes ?? slotMinutes,
  };
}

/** Returns what is told of it (ledger PICK-17), and how many days ahead it goes and how many hours before at the latest. */
export function toTimesInfo(item: JsonObject, module: CompiledModule, settings: Pick<TenantSettings, 'booking'>): JsonObject {
  const { bookable, hours, cycle, days, lead, review, sections } = readOpening(item, module, settings);
  return {
    id: String(item['id']),
    bookable,
    isTimeSection: sections ? Number(readField(module.definition.booking?.sections?.on, item)) : 0,
    startTime: formatClock(hours.from),
    endTime: formatClock(hours.to),
    cycle,
    days,
    leadHours: lead,
    review,
    timeSectionData: (sections ?? []).map(({ from, to }) => ({ startTime: formatClock(from), endTime: formatClock(to) })),
  };
}

/** Returns the sections of an item that is booked by sections (ledger PICK-18); nothing of another. */
function readSections(fields: SectionFields | undefined, item: JsonObject): Pick<Opening, 'sections'> {
  const isOn = readField(fields?.on, item);
  if (!fields || typeof isOn !== 'number' || isOn === 0) return {};
  const list = readField(fields.list, item);
  const sections = (Array.isArray(list) ? list : [])
    .flatMap((section) => {
      const [from, to] = [readClock(readField(fields.begin, section)), readClock(readField(fields.end, section))];
      return from === undefined || to === undefined || from >= to ? [] : [{ from, to }];
    })
    .sort((a, b) => a.from - b.from);
  return { sections };
}

/** Back offices write `9:00` and `09:00:00` too. */
function readClock(value: Json | undefined): number | undefined {
  const parts = typeof value === 'string' ? /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(value.trim()) : null;
  return parts ? parseClock(`${parts[1]?.padStart(2, '0')}:${parts[2]}`) : undefined;
}

/** Returns what the module's forms say of the picker that writes venueTime. */
function findPicker(module: CompiledModule): Times | undefined {
  return Object.values(module.definition.forms ?? {})
    .flatMap(({ fields }) => Object.values(fields))
    .find(({ times }) => times !== undefined)?.times;
}

const readPositive = (value: Json | undefined): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined);
const readHours = (value: Json | undefined): number | undefined => (typeof value === 'number' && value >= 0 ? value : undefined);
const readField = (pointer: string | undefined, value: Json): Json | undefined =>
  pointer === undefined ? undefined : resolve(pointer, value);
