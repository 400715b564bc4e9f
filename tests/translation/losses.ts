/**
 * What is not kept of the examples that lose something, by the names of their files: the keys of their schemas and layouts. The reasons stand in
 * `src/translation/translation.ts`, and what they come to in `schemas/README.md`.
 */
export const lossesOfJsonForms: Readonly<Record<string, string[]>> = {
  '1884': ['HorizontalLayout', 'Label'],
  'additional-errors': ['HorizontalLayout', 'Label', 'suggestion'],
  anyOf: ['anyOf'],
  'array-with-translated-custom-element-label': ['scope'],
  'categorization-stepper-nav-buttons': ['HorizontalLayout'],
  categorization_1713: ['Categorization', 'Category', 'scope'],
  configDefault: ['HorizontalLayout'],
  dates: ['HorizontalLayout'],
  i18n: ['HorizontalLayout', 'Label'],
  'json-editor': ['anyOf', 'items', 'type'],
  'layout-complex': ['HorizontalLayout', 'scope'],
  'layout-horizontal': ['HorizontalLayout'],
  'list-with-detail-no-labelref': ['HorizontalLayout'],
  'list-with-detail': ['HorizontalLayout'],
  'mixed-object': ['type'],
  numbers: ['HorizontalLayout', 'scope'],
  'prepend-append-slots': ['Label'],
  text: ['HorizontalLayout'],
};

export const lossesOfRjsf: Readonly<Record<string, string[]>> = {
  Additional_Properties: ['additionalProperties'],
  Alternatives: ['ui:enumDisabled'],
  Any_Of: ['anyOf'],
  Arrays: ['items', 'ui:addable', 'ui:removable'],
  Custom: ['ui:field'],
  Custom_Array: ['ArrayFieldTemplate'],
  Custom_Object: ['ObjectFieldTemplate'],
  Files: ['format', 'ui:accept'],
  Null_fields: ['type'],
  Property_dependencies: ['dependencies'],
  References: ['$ref'],
  Schema_dependencies: ['items'],
  Validation: ['transformErrors', 'validate'],
  Widgets: ['ui:backgroundColor', 'ui:widget'],
};
