import type { StoredFurther } from '../../database/accounts/further';
import type { CompiledPortal } from '../../model/compiled';
import type { FormField } from '../../model/definitions.g';
import { asText, type Json } from '../../model/json';
import { listFurtherFields } from '../../runtime/further';
import { getSentName } from '../../runtime/sentShape';
import type { AccountKeys } from '../security/keys';
import { maskFurther } from './further';

/**
 * Returns what an institution's own fields added to a record as its staff reads it: with the labels of the fields and of what was chosen, ID
 * numbers masked; of a field that there is no more, its name.
 */
export function describeFurther(
  accounts: { keys: AccountKeys },
  portal: Pick<CompiledPortal, 'tenant' | 'modules' | 'endpoints'>,
  stored: Partial<StoredFurther>,
): string[] {
  const values = Object.entries(maskFurther(accounts, portal.tenant, stored));
  const fields = values.length === 0 ? new Map<string, FormField>() : collectFields(portal);
  return values.map(([name, value]) => {
    const field = fields.get(name);
    const label = typeof field?.label === 'string' && !field.label.startsWith('/') ? field.label : name;
    return `${label}: ${describeValue(value, field)}`;
  });
}

function collectFields({ modules, endpoints }: Pick<CompiledPortal, 'modules' | 'endpoints'>): Map<string, FormField> {
  const forms = Object.values(modules).flatMap(({ definition }) => Object.values(definition.forms ?? {}));
  return new Map(
    forms.flatMap((form) => {
      const { service = '', form: own } = endpoints[form.submit.source] ?? {};
      return listFurtherFields(service, form.fields, own === undefined ? getSentName : undefined);
    }),
  );
}

function describeValue(value: Json, field: FormField | undefined): string {
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value);
  const options = Object.values(field?.options ?? {});
  const labelOf = (one: string): string => {
    const label = options.find((option) => asText(option.value) === one)?.label;
    return typeof label === 'string' && !label.startsWith('/') ? label : one;
  };
  return field?.field === 'checkboxes' ? String(value).split(',').map(labelOf).join(', ') : labelOf(String(value));
}
