import type { RangeSlot } from '../../database/content/filters';
import type { ItemOrder } from '../../database/content/order';
import type { CompiledModule, Slot } from '../../model/compiled';
import { getStartOfDay } from '../../runtime/time';

/** A column that lists can be ordered by. */
type OrderSlot = Exclude<ItemOrder, { direction: 'nearby' }>['by'];

/** Returns the column that a module's field can be ordered by. */
export function findSlot(module: CompiledModule, field: string): OrderSlot | undefined {
  const slot = Object.entries(module.slots).find(([, pointer]) => pointer === field)?.[0] as Slot | undefined;
  return isOrderSlot(slot) ? slot : undefined;
}

/** Returns whether a column holds what ranges are taken of. */
export const isRangeSlot = (slot: string | undefined): slot is RangeSlot => ['pub', 'n1', 'n2', 'n3', 'n4'].includes(slot ?? '');
/** Returns whether lists can be ordered by a column. */
export const isOrderSlot = (slot: Slot | undefined): slot is OrderSlot =>
  isRangeSlot(slot) || slot === 'views' || slot === 's1' || slot === 's2' || slot === 's3' || slot === 's4';

/** Returns the order that puts first what runs and what comes next; none when the database keeps no column for the end. */
export function orderNearest(module: CompiledModule, by: string, until: string, now: number): ItemOrder[] {
  const end = findSlot(module, until);
  return isRangeSlot(by) && isRangeSlot(end) ? [{ by, direction: 'nearest', end, now, openFrom: getStartOfDay(now) }] : [];
}
