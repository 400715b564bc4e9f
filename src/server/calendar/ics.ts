import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** An appointment for a visitor's own calendar. */
export interface CalendarEvent {
  /** Unique over all institutions and stable over time, such as an id followed by `@` and a host. */
  uid: string;
  /** Milliseconds since 1970; the end is exclusive, absent when it is not known. */
  start: number;
  end?: number;
  title: string;
  place?: string;
  text?: string;
  /** When what it says was last changed, in milliseconds since 1970. */
  stamp: number;
  /** Confirmed unless said otherwise. */
  status?: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
}

/** The type that a calendar file is served with. */
export const calendarType = 'text/calendar; charset=utf-8';

/** Returns a calendar file (RFC 5545) of one event or several; times are in UTC, so that no zone has to be explained. */
export function buildCalendar(...events: readonly CalendarEvent[]): string {
  const calendar = ical({ prodId: '//culture-portal//calendar//EN', scale: 'GREGORIAN', method: ICalCalendarMethod.PUBLISH });
  for (const { uid, start, end, title, place, text, stamp, status = 'CONFIRMED' } of events)
    calendar.createEvent({
      id: uid,
      stamp: new Date(stamp),
      start: new Date(start),
      end: end === undefined ? null : new Date(end),
      summary: omitControls(title, 300),
      location: place ? omitControls(place, 300) : null,
      description: text ? omitControls(text, 3000) : null,
      status: ICalEventStatus[status],
    });
  return `${calendar.toString()}\r\n`;
}

/** Returns a text of at most so many UTF-16 units without the control characters that none may hold (RFC 5545, 3.3.11), but for breaks of lines. */
const omitControls = (text: string, most: number): string => text.slice(0, most).replace(/(?![\r\n])[\p{Cc}\p{Surrogate}]/gu, '');
