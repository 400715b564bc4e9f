import { ErrorSchemaBuilder, type ErrorSchema, type RJSFSchema, type RJSFValidationError, type ValidatorType } from '@rjsf/utils';
import type { FieldFault } from '../../runtime/formCheck';
import type { Values } from './control/useValues';

/** What rjsf asks about a form's values. */
export type FormValidatorType = ValidatorType<Values, RJSFSchema>;

/**
 * Returns what rjsf asks about a form: what its schema alone says comes from the validators that the server wrote, and what visitors are told
 * from the definition's own words and conditions.
 * @param precompiled absent as long as the validators are not there: every value is fine then
 * @param judge finds the faults of what was typed
 */
export function buildValidator(precompiled: FormValidatorType | undefined, judge: (values: Values) => FieldFault[]): FormValidatorType {
  return {
    validateFormData: (values) => {
      const faults = judge(values ?? {});
      return {
        errors: faults.map(({ field, message }): RJSFValidationError => ({ property: `.${field}`, message, stack: message })),
        errorSchema: toErrorSchema(faults),
      };
    },
    isValid: (...asked) => precompiled?.isValid(...asked) ?? true,
    rawValidation: (...asked) => precompiled?.rawValidation(...asked) ?? {},
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
