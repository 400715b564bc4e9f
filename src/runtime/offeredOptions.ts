import type { FormField, Option } from '../model/definitions.g';
import { holds } from './condition';
import type { Scope } from './roots';

/** Returns the options of a field or filter that are offered: those whose condition holds. @param scope what the field sees */
export const listOffered = ({ options }: Pick<FormField, 'options'>, scope: Scope): Option[] =>
  Object.values(options ?? {}).filter(({ when }) => holds(when, scope));
