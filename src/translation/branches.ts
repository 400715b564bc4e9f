import { asObjects, isObject, type JsonObject } from '../model/json';
import { listAlternatives, listChoices } from './schemas';

/** Returns whether an object is a choice between further properties besides those that it always has. */
export const hasBranches = (schema: JsonObject): boolean => listBranches(schema).length > 0 && listBranches(schema).every(isOfProperties);

/** Returns the branches of a choice. */
export const listBranches = ({ oneOf, anyOf }: JsonObject): JsonObject[] => [...asObjects(oneOf), ...asObjects(anyOf)];

/** A branch that says nothing of a type adds to the object around it. */
const isOfProperties = ({ type, properties, $ref: reference }: JsonObject): boolean =>
  type === undefined && reference === undefined && isObject(properties);

/** Returns whether a value is one of several kinds, each with a field of its own. */
export const isAlternative = (schema: JsonObject): boolean =>
  !listChoices(schema) && !hasBranches(schema) && listAlternatives(schema).length > 0;
