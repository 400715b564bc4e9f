import { listBlockedDays } from '../../../database/bookings/blockedTimes';
import type { Queryable } from '../../../database/connection';
import { writeSpan } from '../../../runtime/dates';
import { formatDate } from '../../../runtime/time';
import { formatVenueTime } from '../../../runtime/venueTime';
import type { ApiRequest } from '../../api/room';

const day = 86_400_000;
/** Days ahead whose blocked times visitors are told the reasons of, and how many of these at most. */
const [daysAhead, mostTold] = [60, 5];

/** Returns in words which times of a place are blocked soon and why, a line each, as far as staff let visitors read it. */
export async function listClosures(
  db: Queryable,
  { portal, now }: Pick<ApiRequest, 'portal' | 'now'>,
  module: string,
  venue: string,
): Promise<string> {
  const [from, to] = [formatDate(now), formatDate(now + daysAhead * day)];
  const { texts, patterns } = portal;
  const blocked = await listBlockedDays(db, { tenant: portal.tenant, module, venue, from, to });
  return blocked
    .filter(({ shown, reason }) => shown && reason !== '')
    .slice(0, mostTold)
    .map(({ day: date, begins, ends, reason }) => {
      const isWhole = begins === 0 && ends === 24 * 60;
      const time = isWhole ? date : formatVenueTime({ day: date, ranges: [{ from: begins, to: ends }] });
      const words = writeSpan(time, undefined, isWhole ? 'day' : 'moment', { texts, patterns, now })?.text ?? time;
      return `${words} ${reason}`;
    })
    .join('\n');
}
