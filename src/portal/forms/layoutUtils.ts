import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';
import type { Values } from './control/useValues';
import type { FormValidatorType } from './validator';

/** What rjsf's form asks about the schema that it lays out. */
type LayoutUtils = Pick<
  SchemaUtilsType<Values, RJSFSchema>,
  | 'getRootSchema'
  | 'getValidator'
  | 'doesSchemaUtilsDiffer'
  | 'findFieldInSchema'
  | 'getDefaultFormState'
  | 'getDisplayLabel'
  | 'isSelect'
  | 'omitExtraData'
  | 'retrieveSchema'
  | 'sanitizeDataForNewSchema'
>;

/**
 * Stands in for rjsf's schema utilities in the browser's build. They resolve references, merge branches, choose among them by the data and
 * fill in defaults. The schema of a layout (`buildLayoutSchema`) has none of these: it is what it resolves to, and a form holds what it was
 * given. With what they bring along (merging of JSON Schema, addresses) they would be a quarter of what a form page loads.
 */
const createLayoutUtils = (validator: FormValidatorType, schema: RJSFSchema): LayoutUtils => ({
  getRootSchema: () => schema,
  getValidator: () => validator,
  doesSchemaUtilsDiffer: (otherValidator, otherSchema) => otherValidator !== validator || otherSchema !== schema,
  // Asked when a value is taken away altogether, whether it is one of several branches.
  findFieldInSchema: () => ({ field: undefined, isRequired: undefined }),
  getDefaultFormState: (_part, values) => values ?? {},
  getDisplayLabel: () => false,
  isSelect: () => false,
  omitExtraData: (_part, values) => values,
  retrieveSchema: (part) => part,
  // Asked when the data changed what the schema resolves to.
  sanitizeDataForNewSchema: (_new, _old, values: Values) => values,
});
export default createLayoutUtils;
