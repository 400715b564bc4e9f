import { getFormValidator } from '../src/server/api/formValidators';
import type { Form } from '../src/model/definitions.g';
import { judgeForm, type FieldFault, type FormValues } from '../src/runtime/formCheck';
import type { Scope } from '../src/runtime/roots';
import type { Patterns } from '../src/runtime/text';

/** Returns the faults of a form as server and browsers find them, by the validators that the server writes. */
export const checkForm = (
  form: Form,
  values: FormValues,
  scope: Scope,
  patterns: Patterns,
  only?: Parameters<typeof judgeForm>[5],
): FieldFault[] => judgeForm(form, values, scope, patterns, getFormValidator(form).check, only).faults;
