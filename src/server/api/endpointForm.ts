import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Form } from '../../model/definitions.g';

/** Returns the form whose rules the body of a call satisfies; undefined of a call without one. */
export const getEndpointForm = (
  { modules }: Pick<CompiledPortal, 'modules'>,
  { module, form }: Pick<CompiledEndpoint, 'module' | 'form'>,
): Form | undefined => (form === undefined ? undefined : modules[module]?.definition.forms?.[form]);
