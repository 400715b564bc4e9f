import type { FormField, Option } from '../model/definitions.g';
import { isPresent } from '../model/json';
import { holds } from './condition';
import type { FormValues } from './formCheck';
import type { Fields } from './formSchema';
import { listPlaces, withValue, type FieldPlace } from './nested';
import type { Scope } from './roots';

/** Returns the options of a field that are offered: those whose condition holds. @param scope what the field sees */
export const listOffered = ({ options }: FormField, scope: Scope): Option[] =>
  Object.values(options ?? {}).filter(({ when }) => holds(when, scope));

/** Returns what a field holds without the choices that are not offered; the value itself when all of them are. */
export function keepOffered({ field, value, scope }: Pick<FieldPlace, 'field' | 'value' | 'scope'>): unknown {
  if (!isPresent(value) || !Object.values(field.options ?? {}).some(({ when }) => when !== undefined)) return value;
  const offered = listOffered(field, scope);
  if (field.field !== 'checkboxes') return offered.some((option) => option.value === value) ? value : '';
  if (typeof value !== 'string') return value;
  const chosen = value.split(',');
  const kept = chosen.filter((choice) => offered.some((option) => String(option.value) === choice));
  return kept.length === chosen.length ? value : kept.join(',');
}

/** What a form holds after another choice, and the fields that were emptied by it. */
export interface Emptied {
  values: FormValues;
  fields: FieldPlace[];
}

/**
 * Empties the fields whose choice is not offered any more, and those whose choice hung on these. Fields that are not in sight are no
 * exception: what cannot be seen cannot be mended.
 */
export function emptyUnoffered(fields: Fields, values: FormValues, scope: Scope): Emptied {
  const emptied: FieldPlace[] = [];
  let held = values;
  // Circles are refused with the definition; each round settles one more generation.
  for (;;) {
    const [lost] = listPlaces(fields, held, { ...scope, form: held }).filter((place) => keepOffered(place) !== place.value);
    if (!lost || emptied.some(({ path, value }) => path === lost.path && value === lost.value)) return { values: held, fields: emptied };
    held = withValue(held, lost.path, keepOffered(lost));
    emptied.push(lost);
  }
}
