import { asString, isObject } from '../../../model/json';
import type { ChosenRecord } from './kinds';

/** Returns the records that a field holds, one or several. */
export const readChosen = (value: unknown): ChosenRecord[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap((record) =>
    isObject(record) ? [{ id: asString(record['id']), label: asString(record['label']) }] : [],
  );
