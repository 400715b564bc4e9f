import { asList, asObject, asString, isObject, type JsonObject } from '../model/json';
import type { FormSource } from './translation';

/** Returns the form that a file holds: its schema, its layout and its data by the names that JSON Forms or rjsf give them, or a schema alone. */
export function readSource(file: JsonObject): FormSource {
  const { schema, uischema, uiSchema, data, formData, nonSerializable } = file;
  if (!['schema', 'uischema', 'uiSchema', 'data', 'formData'].some((key) => key in file)) return { schema: file };
  const given = data ?? formData;
  return {
    ...(isObject(schema) ? { schema } : {}),
    ...(isObject(uischema) ? { uischema } : {}),
    ...(isObject(uiSchema) ? { uiSchema: asObject(uiSchema) } : {}),
    ...(given === undefined ? {} : { data: given }),
    ...(nonSerializable === undefined ? {} : { code: asList(nonSerializable).map(asString) }),
  };
}
