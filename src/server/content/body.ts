import { Ajv, type ValidateFunction } from 'ajv';
import type { CompiledEndpoint } from '../../model/compiled';
import type { JsonObject } from '../../model/payload';
import { RequestError } from '../errors';

const validators = new WeakMap<object, ValidateFunction>();
const ajv = new Ajv({ coerceTypes: false, removeAdditional: false, strict: false });

/**
 * Checks a body against its endpoint's schema: no value is turned into another type, no unknown key is let through.
 * @throws RequestError 400 when it does not satisfy the schema
 */
export function checkBody(endpoint: CompiledEndpoint, body: JsonObject | undefined): JsonObject {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return {};
  const schema = endpoint.body;
  if (!schema) throw new RequestError(404, 'noSuchCall');
  let validate = validators.get(schema);
  if (!validate) validators.set(schema, (validate = ajv.compile(schema)));
  if (body === undefined || !validate(body)) throw new RequestError(400, 'invalidBody');
  return body;
}
