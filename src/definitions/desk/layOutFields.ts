import type { Admin } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import { findRanges, findSubject } from './ranges';

type Fields = Readonly<Record<string, JsonObject>>;

/**
 * Returns the fields of a form in the order in which the desk shows them: in the groups that `admin` names, each under its heading, the rest in
 * one more; a beginning and its end side by side as one period.
 */
export function layOutFields(fields: Fields, { groups = {} }: Admin = {}): Record<string, JsonObject> {
  const placed = new Set(Object.values(groups).flatMap((group) => Object.keys(group.fields)));
  const rest = Object.keys(fields).filter((name) => !placed.has(name));
  const parts: [string, Fields][] = Object.entries(groups).flatMap(([name, { label, hint, fields: places }]): [string, Fields][] => {
    const own = Object.keys(places).filter((field) => fields[field] !== undefined);
    if (own.length === 0) return [];
    const heading: JsonObject = { field: 'heading', label, ...(hint === undefined ? {} : { hint }) };
    return [[name, { [nameHeading(name)]: heading, ...joinRanges(pick(fields, own)) }]];
  });
  if (parts.length === 0) return joinRanges(pick(fields, rest));
  const further: Fields = { [nameHeading('rest')]: { field: 'heading', label: '/texts/deskFurther' }, ...joinRanges(pick(fields, rest)) };
  return Object.assign({}, ...parts.map(([, part]) => part), rest.length === 0 ? {} : further) as Record<string, JsonObject>;
}

/** No field of an item is called so: what begins with desk is the form's own. */
const nameHeading = (group: string): string => `desk${capitalize(group)}Heading`;

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));

/** Returns fields with each beginning and its end in one group, in the place of the beginning. */
function joinRanges(fields: Fields): Record<string, JsonObject> {
  const ranges = findRanges(fields);
  const ends = new Set(ranges.map(({ end }) => end));
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, JsonObject][] => {
      if (ends.has(name)) return [];
      const range = ranges.find(({ begin }) => begin === name);
      const end = range && fields[range.end];
      if (!range || !end) return [[name, field]];
      const subject = findSubject(field['label'], end['label']);
      const label = { value: field['field'] === 'date' ? '/texts/deskDays' : '/texts/deskPeriod', with: { subject: { const: subject } } };
      return [
        [`desk${capitalize(name)}Range`, { field: 'group', flat: true, columns: 2, label, fields: { [name]: field, [range.end]: end } }],
      ];
    }),
  );
}
