import { describe, expect, it } from 'vitest';
import { buildCalendar, type CalendarEvent } from '../../../src/server/calendar/ics';

const event: CalendarEvent = {
  uid: 'b1@localhost',
  start: Date.parse('2026-11-21T09:00:00+08:00'),
  end: Date.parse('2026-11-21T10:30:00+08:00'),
  title: '排练厅',
  place: '一楼',
  text: '说明',
  stamp: 0,
};
const unfolded = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar file (RFC 5545)', () => {
  it('says when in UTC, where and what, line by line', () => {
    expect(buildCalendar(event)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//culture-portal//calendar//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'BEGIN:VEVENT',
        'UID:b1@localhost',
        'SEQUENCE:0',
        'DTSTAMP:19700101T000000Z',
        'DTSTART:20261121T010000Z',
        'DTEND:20261121T023000Z',
        'SUMMARY:排练厅',
        'LOCATION:一楼',
        'DESCRIPTION:说明',
        'STATUS:CONFIRMED',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('holds several events', () => {
    expect(
      unfolded(buildCalendar(event, { ...event, uid: 'b2@localhost', status: 'TENTATIVE', place: undefined, text: '' })).filter((line) =>
        /^(UID|STATUS|LOCATION|DESCRIPTION)/.test(line),
      ),
    ).toEqual(['UID:b1@localhost', 'LOCATION:一楼', 'DESCRIPTION:说明', 'STATUS:CONFIRMED', 'UID:b2@localhost', 'STATUS:TENTATIVE']);
  });

  it.each([
    ['a; b, c \\ d', 'a\\; b\\, c \\\\ d'],
    ['one\ntwo\r\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['x\u0000\u0007\ud800y', 'xy'],
    ['END:VEVENT\r\nBEGIN:VEVENT', 'END:VEVENT\\nBEGIN:VEVENT'],
  ])('escapes %j', (text, written) => {
    expect(unfolded(buildCalendar({ ...event, title: text }))).toContain(`SUMMARY:${written}`);
  });

  it('folds long lines at 75 octets without breaking a character', () => {
    const title = '市民文化节开幕式音乐会'.repeat(20) + '🎻'.repeat(30);
    const text = buildCalendar({ ...event, title });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain('\uFFFD');
    expect(unfolded(text)).toContain(`SUMMARY:${title}`);
  });
});
