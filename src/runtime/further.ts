import type { Form, FormField } from '../model/definitions.g';
import { asObject, getOwn, isPresent, type JsonObject } from '../model/json';
import { claims, consents, services } from '../model/services';
import type { Fields } from './formSchema';
import { getSentName, tidy } from './sentShape';

/** What a form, or a body, holds besides what its service reads itself. */
export interface FurtherValues {
  values: JsonObject;
  /** Those that tell who somebody is; they are among the others no more. */
  idNumbers: JsonObject;
  /** Dates of birth among the values. */
  births: string[];
}

/** Returns whether a service reads a value itself, or hears it as a claim or a consent. */
const isRead = (service: string, name: string): boolean =>
  Object.hasOwn(services[service]?.takes ?? {}, name) || claims.includes(name) || consents.includes(name);

/**
 * Lists the fields that a service does not read but keeps; those of flat groups in the place of the group.
 * @param nameOf the name by which the service knows a field: its own, or the one that it is sent as
 */
export function listFurtherFields(
  service: string,
  fields: Fields,
  nameOf: (name: string, field: FormField) => string = (name) => name,
): [string, FormField][] {
  if (services[service]?.keeps !== true) return [];
  return Object.entries(fields).flatMap(([name, field]): [string, FormField][] => {
    if (field.local === true || field.consent !== undefined || field.field === 'heading' || field.field === 'agreement') return [];
    if (field.field === 'group' && field.flat) return listFurtherFields(service, field.fields ?? {}, nameOf);
    return isRead(service, nameOf(name, field)) ? [] : [[nameOf(name, field), field]];
  });
}

/** Returns what was filled in of the fields that a service keeps, of a form's values by the names of its fields. */
export const pickFurther = (service: string, { fields }: Form, values: JsonObject): FurtherValues =>
  sortFurther(listFurtherFields(service, fields), flatten(fields, values));

/** Returns what was sent besides what a service reads; `forms` are those that send it, and say which of it are ID numbers. */
export function pickFurtherSent(service: string, forms: readonly Form[], sent: JsonObject): FurtherValues {
  const known = new Map(forms.flatMap(({ fields }) => listFurtherFields(service, fields, getSentName)));
  const plain = Object.keys(sent).filter((name) => services[service]?.keeps === true && !known.has(name) && !isRead(service, name));
  return sortFurther([...known, ...plain.map((name): [string, FormField] => [name, { field: 'text' }])], sent);
}

function flatten(fields: Fields, values: JsonObject): JsonObject {
  const groups = Object.entries(fields).filter(([, { field, flat }]) => field === 'group' && flat === true);
  return Object.assign({}, values, ...groups.map(([name, group]) => flatten(group.fields ?? {}, asObject(values[name])))) as JsonObject;
}

function sortFurther(fields: readonly [string, FormField][], given: JsonObject): FurtherValues {
  const further: FurtherValues = { values: {}, idNumbers: {}, births: [] };
  for (const [name, { field, birth }] of fields) {
    const value = getOwn(given, name);
    if (value === undefined || !isPresent(value)) continue;
    if (field === 'idNumber') further.idNumbers[name] = tidy(field, value);
    else further.values[name] = tidy(field, value);
    if (birth === true && typeof value === 'string') further.births.push(value);
  }
  return further;
}
