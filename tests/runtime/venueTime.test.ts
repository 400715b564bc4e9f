import { describe, expect, it } from 'vitest';
import { formatVenueTime, parseClock, parseVenueTime, listSlots, rangesOverlap, type VenueTime } from '../../src/runtime/venueTime';

const read = (text: string): VenueTime => {
  const time = parseVenueTime(text);
  if (!time) throw new Error(`unreadable: ${text}`);
  return time;
};

describe('a venueTime', () => {
  it.each<[string, VenueTime]>([
    ['2026-11-21 09:00-10:30', { day: '2026-11-21', ranges: [{ from: 540, to: 630 }] }],
    [
      '2026-11-21 09:00-11:00,14:00-16:00',
      {
        day: '2026-11-21',
        ranges: [
          { from: 540, to: 660 },
          { from: 840, to: 960 },
        ],
      },
    ],
    [
      '2026-11-21 09:00-10:00,10:00-11:00',
      {
        day: '2026-11-21',
        ranges: [
          { from: 540, to: 600 },
          { from: 600, to: 660 },
        ],
      },
    ],
    ['2028-02-29 00:00-24:00', { day: '2028-02-29', ranges: [{ from: 0, to: 1440 }] }],
    ['2026-11-21 23:30-24:00', { day: '2026-11-21', ranges: [{ from: 1410, to: 1440 }] }],
  ])('[PICK-20] %s is read, and written as it was', (text, time) => {
    expect(parseVenueTime(text)).toEqual(time);
    expect(formatVenueTime(time)).toBe(text);
  });

  it.each([
    '',
    ' ',
    '2026-11-21',
    '2026-11-21 ',
    '2026-11-21 09:00',
    '2026-11-21 09:00-',
    '2026-11-21 -10:00',
    '2026-11-21 09:00-10:00-11:00',
    '2026-02-29 09:00-10:00',
    '2026-13-01 09:00-10:00',
    '2026-00-10 09:00-10:00',
    '2026-11-31 09:00-10:00',
    '0000-00-00 09:00-10:00',
    '26-11-21 09:00-10:00',
    '2026-11-21 9:00-10:00',
    '2026-11-21 09:0-10:00',
    '2026-11-21 09:60-10:00',
    '2026-11-21 24:30-25:00',
    '2026-11-21 24:00-24:00',
    '2026-11-21 10:00-10:00',
    '2026-11-21 11:00-10:00',
    '2026-11-21 14:00-16:00,09:00-11:00',
    '2026-11-21 09:00-11:00,10:30-12:00',
    '2026-11-21 09:00-11:00,09:00-11:00',
    '2026-11-21 09:00-11:00,',
    '2026-11-21 ,09:00-11:00',
    '2026-11-21 09:00-11:00, 14:00-16:00',
    '2026-11-21  09:00-11:00',
    ' 2026-11-21 09:00-11:00',
    '2026-11-21 09:00-11:00 ',
    '2026-11-21T09:00-11:00',
    '2026/11/21 09:00-11:00',
    '2026-11-21 09:00-11:00\n',
    '２０２６-11-21 09:00-11:00',
    '2026-11-21 09:00~11:00',
    `2026-11-21 ${Array.from({ length: 5_000 }, () => '09:00-09:30').join(',')}`,
  ])('of another form is none: %j', (text) => {
    expect(parseVenueTime(text)).toBeUndefined();
  });

  it.each([
    ['09:00', 540],
    ['24:00', 1440],
    ['00:00', 0],
    ['23:59', 1439],
    ['24:01', undefined],
    ['9:00', undefined],
    ['ab:cd', undefined],
  ])('the clock %s is minute %j', (text, minute) => {
    expect(parseClock(text)).toBe(minute);
  });
});

describe('overlapping', () => {
  it.each([
    ['2026-11-21 09:00-10:00', '2026-11-21 09:30-10:30', true],
    ['2026-11-21 09:00-12:00', '2026-11-21 10:00-10:30', true],
    ['2026-11-21 09:00-10:00', '2026-11-21 10:00-11:00', false],
    ['2026-11-21 09:00-11:00,14:00-16:00', '2026-11-21 11:00-14:00', false],
    ['2026-11-21 09:00-11:00,14:00-16:00', '2026-11-21 11:00-14:30', true],
  ])('%s and %s: %j, whichever comes first', (one, other, shared) => {
    const [ranges, others] = [read(one).ranges, read(other).ranges];
    expect(ranges.some((range) => others.some((second) => rangesOverlap(range, second)))).toBe(shared);
    expect(others.some((second) => ranges.some((range) => rangesOverlap(second, range)))).toBe(shared);
  });
});

describe('[PICK-06] slots', () => {
  it.each([
    ['2026-11-21 09:00-10:30', [540, 570, 600]],
    ['2026-11-21 09:00-09:30,14:00-15:00', [540, 840, 870]],
    ['2026-11-21 09:15-09:45', [540, 570]],
    ['2026-11-21 09:00-09:15,09:15-09:30', [540]],
  ])('of %s begin at %j', (text, minutes) => {
    expect(listSlots(read(text).ranges)).toEqual(minutes);
  });
});
