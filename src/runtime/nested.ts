import type { FormField } from '../model/definitions.g';
import { asObject, getOwn, isObject } from '../model/json';
import { holds } from './condition';
import type { Fields } from './formSchema';
import type { Scope } from './roots';

/** A field of a form, or of a row or group within it, and what it holds. */
export interface FieldPlace {
  /** Its name; within a row or group its path, such as `items.0.title`. */
  path: string;
  field: FormField;
  value: unknown;
  /** What the fields beside it hold. */
  beside: Readonly<Record<string, unknown>>;
  /** What its conditions and texts see: within a row also the root row. */
  scope: Scope;
}

/** Returns whether the conditions of a field itself hold: it is there and can be filled in. */
export const isOpen = ({ when, enabled }: FormField, scope: Scope): boolean => holds(when, scope) && holds(enabled, scope);

/**
 * Lists fields in the order in which they are shown, those of rows and groups behind the row or group that they are in.
 * @param isListed leaves out a field with all that is within it; else every field is listed
 * @param at the path of the fields, empty or with a dot at its end
 */
export function listPlaces(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  scope: Scope,
  isListed: (field: FormField, scope: Scope) => boolean = () => true,
  at = '',
): FieldPlace[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isListed(field, scope)) return [];
    const place: FieldPlace = { path: at + name, field, value: getOwn(values, name), beside: values, scope };
    return [place, ...listWithin(place, isListed)];
  });
}

function listWithin({ path, field, value, scope }: FieldPlace, isListed: (field: FormField, scope: Scope) => boolean): FieldPlace[] {
  const { fields } = field;
  if (!fields) return [];
  if (field.field === 'group') return listPlaces(fields, asObject(value), scope, isListed, `${path}.`);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  return rows.flatMap((row, index) => (isObject(row) ? listPlaces(fields, row, enterRow(scope, row), isListed, `${path}.${index}.`) : []));
}

/** Returns what is seen within a row: the fields beside, under the root row. A group is no row. */
export const enterRow = (scope: Scope, row: unknown): Scope => ({ ...scope, row: asObject(row) });

/** Returns what the field at a path sees, or all fields of the row or group at it. */
export function findScope(fields: Fields, path: readonly (string | number)[], scope: Scope): Scope {
  let [at, inner, held]: [Fields | undefined, Scope, unknown] = [fields, scope, scope['form']];
  for (let index = 0; index < path.length && at; index += 1) {
    const field: FormField | undefined = getOwn(at, String(path[index]));
    held = asObject(held)[String(path[index])];
    if (field?.field === 'rows' && index + 1 < path.length) {
      index += 1;
      held = Array.isArray(held) ? (held as readonly unknown[])[Number(path[index])] : undefined;
      inner = enterRow(inner, held);
    }
    at = field?.fields;
  }
  return inner;
}

/** Returns values with another one at a path; nothing that stood there before is changed. */
export function withValue(values: Readonly<Record<string, unknown>>, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...values, [name]: value };
  const held = values[name];
  if (!Array.isArray(held)) return { ...values, [name]: withValue(asObject(held), rest.join('.'), value) };
  const [index = '', ...inner] = rest;
  return {
    ...values,
    [name]: held.map((row: unknown, number): unknown =>
      String(number) === index ? (inner.length === 0 ? value : withValue(asObject(row), inner.join('.'), value)) : row,
    ),
  };
}
