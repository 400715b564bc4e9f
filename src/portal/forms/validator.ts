import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidationData, ValidatorType } from '@rjsf/utils';
import type { FieldFault } from '../../runtime/form';
import type { Values } from './control/useValues';

/**
 * Returns a validator for rjsf that leaves checking to the rules of the definition, the same that the server enforces: no schema is
 * compiled in the browser, which a strict Content-Security-Policy would refuse.
 * @param check finds the faults of what was typed
 */
export function buildValidator(check: (values: Values) => FieldFault[]): ValidatorType<Values, RJSFSchema> {
  return {
    validateFormData: (values) => toValidation(check(values ?? {})),
    isValid: () => true,
    rawValidation: () => ({}),
  };
}

function toValidation(faults: readonly FieldFault[]): ValidationData<Values> {
  return {
    errors: faults.map(({ field, message }): RJSFValidationError => ({ property: `.${field}`, message, stack: message })),
    errorSchema: toErrorSchema(faults),
  };
}

/** Faults in the form in which rjsf hands them to fields. */
export function toErrorSchema(faults: readonly FieldFault[]): ErrorSchema<Values> {
  return Object.fromEntries(faults.map(({ field, message }) => [field, { __errors: [message] }])) as ErrorSchema<Values>;
}

/** Returns the faults that rjsf reports, as they were found. */
export function toFaults(errors: readonly RJSFValidationError[]): FieldFault[] {
  return errors.map(({ property, message }) => ({ field: (property ?? '').replace(/^\./, ''), message: message ?? '' }));
}
