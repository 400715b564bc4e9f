import type { CompiledEndpoint, CompiledModule, PersonalFields } from '../../model/compiled';
import type { Form, FormField } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { formatPointer } from '../../model/pointer';

/** Fields that the server fills in itself, whatever a form sends. */
const ownFields: readonly string[] = ['id', 'memberId'];
const viewerPhone = '/viewer/phone';

/**
 * Returns the fields of items that forms fill in with what tells who somebody is, by the name of the module whose items they are. The kind of
 * the form's field decides, in whatever module the form stands.
 */
export function findPersonalFields(modules: readonly CompiledModule[]): Map<string, PersonalFields> {
  const found = new Map<string, PersonalFields>();
  for (const { name, definition, endpoints } of modules)
    for (const endpoint of Object.values(endpoints)) {
      const form = endpoint.form === undefined ? undefined : getOwn(definition.forms, endpoint.form);
      if (!endpoint.creates || !form) continue;
      const target = endpoint.creates.module ?? name;
      const known = found.get(target) ?? { idNumbers: [], phones: [] };
      const idNumbers = listPointers(form, ({ field }) => field === 'idNumber');
      const phones = [...listPointers(form, isPhone), ...listCopiedPhones(endpoint, form)];
      found.set(target, { idNumbers: join(known.idNumbers, idNumbers), phones: join(known.phones, phones) });
    }
  return new Map([...found].filter(([, { idNumbers, phones }]) => idNumbers.length + phones.length > 0));
}

const isPhone = ({ field, value }: FormField): boolean => field === 'phone' || (field === 'hidden' && value === viewerPhone);

const listSentNames = ({ fields }: Form, isIt: (field: FormField) => boolean): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.local !== true && isIt(field) ? [field.sendAs ?? name] : []));

const listPointers = (form: Form, isIt: (field: FormField) => boolean): string[] =>
  listSentNames(form, isIt)
    .filter((name) => !ownFields.includes(name))
    .map((name) => formatPointer([name]));

/** Fields of the item that are set to a phone of the form, or to that of the member. */
function listCopiedPhones({ creates }: CompiledEndpoint, form: Form): string[] {
  const sources = [viewerPhone, ...listSentNames(form, isPhone).map((name) => formatPointer(['form', name]))];
  return Object.entries(creates?.set ?? {}).flatMap(([pointer, value]) => (sources.some((source) => source === value) ? [pointer] : []));
}

const join = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
