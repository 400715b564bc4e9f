import { asObjects, isObject } from '../../../model/json';
import { formatClock, parseClock } from '../../../runtime/venueTime';
import type { TimeInfo } from './kinds';

/** The open hours of a day that says nothing of them (ledger PICK-12). */
const usual = { from: '09:00', to: '18:00' };
const everyDay: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/**
 * Returns when a place can be booked, as the page's data has it (ledger PICK-17 to 19).
 * @returns undefined when nothing is known of it
 */
export function readTimeInfo(value: unknown): TimeInfo | undefined {
  if (!isObject(value)) return undefined;
  const { cycle, timeSectionData } = value;
  const [days, leadHours] = [Number(value['days']), Number(value['leadHours'])];
  return {
    ...(days >= 1 ? { days } : {}),
    ...(leadHours > 0 ? { leadHours } : {}),
    isTimeSection: Number(value['isTimeSection'] ?? 0),
    startTime: clock(value['startTime']) ?? usual.from,
    endTime: clock(value['endTime']) ?? usual.to,
    cycle: cycle === undefined || cycle === null || cycle === '' ? everyDay : numbersIn(cycle),
    sections: asObjects(timeSectionData).flatMap((section) => {
      const [startTime, endTime] = [clock(section['startTime']), clock(section['endTime'])];
      return startTime === undefined || endTime === undefined ? [] : [{ startTime, endTime }];
    }),
  };
}

/** `09:00` of `9:00` or `09:00:00` too. */
function clock(value: unknown): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  const minutes = parseClock(`${hour.padStart(2, '0')}:${minute}`);
  return minutes === undefined ? undefined : formatClock(minutes);
}

/** Weekdays as a list, or as a text that joins them. */
function numbersIn(value: unknown): number[] {
  const entries: unknown[] = Array.isArray(value) ? value : String(value).split(',');
  return entries.map(Number).filter((day) => Number.isInteger(day) && day >= 0 && day <= 6);
}
