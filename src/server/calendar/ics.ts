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

const encoder = new TextEncoder();

/** A calendar file (RFC 5545) of one event or several; times are in UTC, so that no zone has to be explained. */
export function icsOf(...events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//culture-portal//calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines({ uid, start, end, title, place, text, stamp, status = 'CONFIRMED' }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escape(uid)}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(start)}`,
    ...(end === undefined ? [] : [`DTEND:${utc(end)}`]),
    `SUMMARY:${escape(title)}`,
    ...(place ? [`LOCATION:${escape(place)}`] : []),
    ...(text ? [`DESCRIPTION:${escape(text)}`] : []),
    `STATUS:${status}`,
    'END:VEVENT',
  ];
}

/** `20261121T010000Z`. */
const utc = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** A value of type TEXT (RFC 5545, 3.3.11); other control characters are not allowed in it. */
function escape(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/[\p{Cc}\p{Surrogate}]/gu, '');
}

/** Lines of at most 75 octets, continued after a blank, never within a character (RFC 5545, 3.1). */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
