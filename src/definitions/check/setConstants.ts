import type { Constant, Item, Pointer, Property, Scalar } from '../../model/definitions.g';
import { propertyAt } from '../../runtime/coerce';
import { formats } from '../../runtime/formats';
import { parseTime } from '../../runtime/time';
import * as messages from '../problems/messages';

/** What the server fills in, by the places of the item. */
type Filled = Readonly<Record<string, Pointer | Constant>>;

/**
 * Warns of constants that are filled into fields of another type: they are stored as they are, and no list finds or orders them.
 * @param path that of `set`
 * @param module whose item it is
 */
export function checkSetConstants(
  path: readonly string[],
  set: Filled = {},
  { item, module }: { item: Item | undefined; module: string },
  report: messages.Report,
): void {
  for (const [reference, value] of Object.entries(set)) {
    const property = propertyAt(reference, item);
    // The empty text takes the field away.
    if (typeof value === 'string' || property === undefined || value.const === '') continue;
    const at = [...path, reference, 'const'];
    if (!hasType(value.const, property.type)) report(at, messages.wrongSet(reference, module, property.type, value.const));
    else if (isNoMoment(value.const, property))
      report(at, { ...messages.badMoment(String(value.const), property.format ?? ''), severity: 'warning' });
  }
}

const hasType = (value: Scalar, type: Property['type']): boolean => (type === 'integer' ? Number.isInteger(value) : typeof value === type);

const isNoMoment = (value: Scalar, { format }: Property): boolean =>
  typeof value === 'string' &&
  ((format === 'date' && !formats.date.validate(value)) || (format === 'date-time' && parseTime(value) === undefined));
