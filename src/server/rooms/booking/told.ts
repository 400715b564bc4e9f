import type { CompiledPortal } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
import { writeSpan } from '../../../runtime/dates';

/** Returns a booking as messages to its member tell of it: where, and when in words. */
export const describeBooked = (
  { texts, patterns }: Pick<CompiledPortal, 'texts' | 'patterns'>,
  { venueName, venueTime }: { venueName: string; venueTime: string },
  now: number,
): JsonObject => ({
  venueData: { name: venueName },
  venueTime: writeSpan(venueTime, undefined, 'moment', { texts, patterns, now })?.text ?? venueTime,
});
