import type { CompiledPortal } from '../../model/compiled';
import { formatDate, toClockParts } from '../../runtime/time';

const day = 86_400_000;
/** From this hour on where settings do not say. */
const usualHour = 10;

/**
 * Returns the day of which members are reminded at a moment: the next one of Asia/Shanghai, from the hour on that the institution says;
 * undefined before that hour.
 */
export function findDayToRemindOf({ settings }: Pick<CompiledPortal, 'settings'>, now: number): string | undefined {
  return toClockParts(now).hour >= (settings.messages?.remindHour ?? usualHour) ? formatDate(now + day) : undefined;
}
