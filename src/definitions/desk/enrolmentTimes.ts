import type { CompiledModule } from '../../model/compiled';
import { asObject, getOwn, type JsonObject } from '../../model/json';

type Fields = Readonly<Record<string, JsonObject>>;

/** Where a field of the form stands: beside others, or in a group that is for the eye alone. */
interface Found {
  field: JsonObject;
  group?: string;
}

/**
 * Returns the fields of a form in which the enrolment for an item cannot end after the item itself does: nobody could come any more.
 * @param fields as they are laid out
 */
export function boundEnrolment(fields: Fields, { definition: { enrolment, derive = {} } }: CompiledModule): Record<string, JsonObject> {
  const closes = enrolment?.phase === undefined ? undefined : getOwn(derive, enrolment.phase)?.until;
  const [name, last] = [closes?.slice(1) ?? '', enrolment?.end?.slice(1) ?? ''];
  const [found, end] = [findIn(fields, name), findIn(fields, last)];
  if (!found || !end || found.field['field'] !== end.field['field']) return { ...fields };
  const [one, other] = [refer(found, name), refer(end, last)];
  const bound: JsonObject = {
    ...found.field,
    assert: { expression: `!has(${other}) || ${one} <= ${other}` },
    errors: {
      ...asObject(found.field['errors']),
      assert: { value: '/texts/deskLaterThan', with: { field: { const: labelOf(found) }, other: { const: labelOf(end) } } },
    },
  };
  if (found.group === undefined) return { ...fields, [name]: bound };
  const group = fields[found.group] ?? {};
  return { ...fields, [found.group]: { ...group, fields: { ...asObject(group['fields']), [name]: bound } } };
}

const labelOf = ({ field }: Found): string => (typeof field['label'] === 'string' ? field['label'] : '');

const refer = ({ group }: Found, name: string): string => (group === undefined ? `form.${name}` : `form.${group}.${name}`);

function findIn(fields: Fields, name: string): Found | undefined {
  const own = getOwn(fields, name);
  if (own) return { field: own };
  for (const [group, { field, flat, fields: inner }] of Object.entries(fields)) {
    const part = field === 'group' && flat === true ? getOwn(asObject(inner), name) : undefined;
    if (part !== undefined) return { field: asObject(part), group };
  }
  return undefined;
}
