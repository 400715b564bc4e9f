import type { BookingPlace } from '../../../database/bookings/moveBooking';
import type { Queryable } from '../../../database/connection';
import { asString } from '../../../model/json';
import { formatDate, parseTime } from '../../../runtime/time';
import { formatClock, formatVenueTime, listSlots, parseClock, slotMinutes, type VenueTime } from '../../../runtime/venueTime';
import { RequestError } from '../../api/errors';
import type { ApiRequest } from '../../api/room';
import { readTitle } from '../../items/record';
import { type Opening, readOpening } from './opening';
import { checkTime, toInstant } from './rules';
import { findPlace, type Place } from './schedule';

/** Days ahead that staff can book, whatever visitors can. */
export const deskDays = 366;

/** A place and a time that staff chose. */
export interface ChosenTime extends Place {
  opening: Opening;
  time: VenueTime;
}

/**
 * Reads the place, the day and the hours that a form at the desk holds. Staff are bound by the hours and weekdays of a place, not by how far
 * ahead or how late visitors may book.
 * @throws RequestError 404 for a place that there is not, 409 for one that is not booked, 400 for a time that cannot be
 */
export async function readDeskTime(db: Queryable, request: ApiRequest): Promise<ChosenTime> {
  const { portal, body, now } = request;
  const place = await findPlace(db, request, asString(body['venueId']));
  const opening = readOpening(place.item, place.module, portal.settings);
  if (!opening.bookable) throw new RequestError('bookingClosed');
  const [from, until] = [readClock(body['from']), readClock(body['until'], true)];
  const text = `${asString(body['day'])} ${from === undefined ? '' : formatClock(from)}-${until === undefined ? '' : formatClock(until)}`;
  const checked = checkTime(text, { ...opening, lead: 0, days: deskDays }, now);
  if ('fault' in checked) throw new RequestError(checked.fault.code, checked.fault.values);
  return { ...place, opening, time: checked.time };
}

/** Returns the minutes since midnight of what a field for a time of day holds; the midnight that ends a day is written 00:00 there. */
export function readClock(value: unknown, isEnd = false): number | undefined {
  const minutes = parseClock(asString(value));
  return isEnd && minutes === 0 ? 24 * 60 : minutes;
}

/** Returns what is stored of a place and a time that are booked. */
export function toBookingPlace({ module, item, opening, time }: ChosenTime): BookingPlace {
  return {
    module: module.name,
    venue: String(item['id']),
    venueName: readTitle(module, item),
    day: time.day,
    venueTime: formatVenueTime(time),
    minutes: listSlots(time.ranges),
    starts: toInstant(time.day, time.ranges[0]?.from ?? 0),
    ends: toInstant(time.day, time.ranges.at(-1)?.to ?? 0),
    checkIn: opening.checkIn,
  };
}

const day = 86_400_000;
const week = 7;

/** How a block goes on after its first day. */
export type Repetition = 'once' | 'daily' | 'weekly';

/** Returns the days from one to another that a repetition has, both among them. */
export function listDays(first: string, last: string, repetition: Repetition): string[] {
  const [from, to] = [parseTime(first) ?? Number.NaN, repetition === 'once' ? Number.NaN : (parseTime(last) ?? Number.NaN)];
  const step = repetition === 'weekly' ? week * day : day;
  const count = Number.isNaN(to) ? 1 : Math.floor((to - from) / step) + 1;
  return Array.from({ length: Math.max(0, Math.min(count, deskDays + 1)) }, (_, at) => formatDate(from + at * step));
}

/** Whether a stretch of a day begins and ends on the half-hour. */
export const isOnGrid = (from: number, until: number): boolean => from < until && from % slotMinutes === 0 && until % slotMinutes === 0;
