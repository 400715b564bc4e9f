import type { Item } from '../../model/definitions.g';
import { getOwn, type JsonObject } from '../../model/json';
import { type DateRange, findDateRanges } from '../../runtime/dateRanges';

const ranges = new WeakMap<object, readonly DateRange[]>();

/** The beginnings and ends among the fields of an item: they are the same for each of a million rows. */
function listRanges(properties: Item['properties']): readonly DateRange[] {
  const kindOf = (name: string): string | undefined => {
    const format = getOwn(properties, name)?.format;
    return format === 'date' || format === 'date-time' ? format : undefined;
  };
  const found = ranges.get(properties) ?? findDateRanges(Object.keys(properties), kindOf);
  ranges.set(properties, found);
  return found;
}

/** Returns the beginnings of an item whose ends lie before them. @param item with its times in ISO 8601 on one clock */
export const findReversedRanges = (item: JsonObject, properties: Item['properties']): DateRange[] =>
  listRanges(properties).filter(({ begin, end }) => {
    const [from, until] = [item[begin], item[end]];
    return typeof from === 'string' && typeof until === 'string' && from > until && !isSameDay(from, until);
  });

/** A day alone, which is read as its midnight, stands for all of it. */
const isSameDay = (from: string, until: string): boolean => until.slice(10, 19) === 'T00:00:00' && from.slice(0, 10) === until.slice(0, 10);
