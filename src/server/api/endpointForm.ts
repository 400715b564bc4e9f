import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Form } from '../../model/definitions.g';

/** Returns the form whose rules the body of a call satisfies; undefined of a call without one. */
export const getEndpointForm = (
  { modules }: Pick<CompiledPortal, 'modules'>,
  { module, form }: Pick<CompiledEndpoint, 'module' | 'form'>,
): Form | undefined => (form === undefined ? undefined : modules[module]?.definition.forms?.[form]);

const submitting = new WeakMap<CompiledPortal['modules'], Map<string, Form[]>>();

/** Returns the forms that make a call. */
export function findSubmittingForms(
  { modules }: Pick<CompiledPortal, 'modules'>,
  { name }: Pick<CompiledEndpoint, 'name'>,
): readonly Form[] {
  let byName = submitting.get(modules);
  if (!byName) {
    submitting.set(modules, (byName = new Map<string, Form[]>()));
    for (const { definition } of Object.values(modules))
      for (const form of Object.values(definition.forms ?? {}))
        byName.set(form.submit.source, [...(byName.get(form.submit.source) ?? []), form]);
  }
  return byName.get(name) ?? [];
}
