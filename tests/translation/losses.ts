/**
 * What is not kept of the examples that lose something, by the names of their files: the keys of their schemas and layouts. The reasons stand in
 * `src/translation/translation.ts`, and what they come to in `schemas/README.md`.
 */
export const lossesOfJsonForms: Readonly<Record<string, string[]>> = {
  anyOf: ['anyOf'],
  'array-with-translated-custom-element-label': ['scope'],
  categorization_1713: ['Categorization', 'Category', 'scope'],
  'json-editor': ['anyOf', 'items', 'type'],
  'layout-complex': ['scope'],
  'mixed-object': ['type'],
  numbers: ['scope'],
};

export const lossesOfRjsf: Readonly<Record<string, string[]>> = {
  Additional_Properties: ['additionalProperties'],
  Alternatives: ['ui:enumDisabled'],
  Arrays: ['items', 'ui:addable', 'ui:removable'],
  Custom: ['ui:field'],
  Custom_Array: ['ArrayFieldTemplate'],
  Custom_Object: ['ObjectFieldTemplate'],
  Files: ['format', 'ui:accept'],
  References: ['$ref'],
  Schema_dependencies: ['items'],
  Validation: ['transformErrors', 'validate'],
  Widgets: ['ui:backgroundColor', 'ui:widget'],
};
