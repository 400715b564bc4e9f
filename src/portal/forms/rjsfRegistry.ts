import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator } from '@rjsf/utils';

/** What our theme shows by itself, or not at all. */
const Nothing = (): null => null;

/**
 * Stands in for rjsf's registry of defaults in the browser's build. Our theme brings a field for each kind and the templates that show
 * something; rjsf's own inputs, layouts and buttons would be half of what a form page loads.
 */
const getDefaultRegistry = (): object => ({
  fields: { ObjectField, SchemaField },
  templates: {
    ButtonTemplates: { SubmitButton: Nothing },
    DescriptionFieldTemplate: Nothing,
    ErrorListTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    TitleFieldTemplate: Nothing,
    UnsupportedFieldTemplate: Nothing,
  },
  widgets: {},
  rootSchema: {},
  formContext: {},
  translateString: englishStringTranslator,
  globalFormOptions: { idPrefix: DEFAULT_ID_PREFIX, idSeparator: DEFAULT_ID_SEPARATOR, useFallbackUiForUnsupportedType: false },
});
export default getDefaultRegistry;
