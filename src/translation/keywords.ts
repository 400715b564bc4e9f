/** Keywords of JSON Schema and of what extends it that say nothing of what holds, or are read wherever they stand. */
export const keywordsOfAll: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$ref', '$comment', 'title', 'description', 'type', 'default', 'definitions', '$defs', 'examples', 'src', 'i18n'],
  ...['enum', 'enumNames', 'oneOf', 'anyOf', 'format', 'readOnly', 'x-depends-on'],
  // Of a value that can have several types these are about the others.
  ...['additionalProperties', 'additionalItems', 'properties', 'required'],
]);
