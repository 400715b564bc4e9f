import { ErrorSchemaBuilder, type ErrorSchema, type RJSFSchema, type RJSFValidationError, type ValidatorType } from '@rjsf/utils';
import type { FieldFault } from '../../runtime/formCheck';
import type { Values } from './control/useValues';

/** What rjsf asks about a form's values. */
export type FormValidatorType = ValidatorType<Values, RJSFSchema>;

/**
 * Returns what rjsf asks about a form's values. It is asked for their faults alone, since nothing of the layout depends on them.
 * @param judge finds the faults of what was typed, by the validator that the server wrote and the definition's own words
 */
export function buildValidator(judge: (values: Values) => FieldFault[]): FormValidatorType {
  return {
    validateFormData: (values) => {
      const faults = judge(values ?? {});
      return {
        errors: faults.map(({ field, message }): RJSFValidationError => ({ property: `.${field}`, message, stack: message })),
        errorSchema: toErrorSchema(faults),
      };
    },
    isValid: () => true,
    rawValidation: () => ({}),
  };
}

/** Faults in the form in which rjsf hands them to fields: a tree by the names and numbers of their paths. */
export function toErrorSchema(faults: readonly FieldFault[]): ErrorSchema<Values> {
  const builder = new ErrorSchemaBuilder<Values>();
  for (const { field, message } of faults) builder.addErrors(message, field.split('.'));
  return builder.ErrorSchema;
}

/** Returns the faults that rjsf reports, as they were found. */
export function toFaults(errors: readonly RJSFValidationError[]): FieldFault[] {
  return errors.map(({ property, message }) => ({ field: (property ?? '').replace(/^\./, ''), message: message ?? '' }));
}
