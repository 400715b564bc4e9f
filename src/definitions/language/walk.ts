import type { PartName } from '../../model/definitions.g';
import { isObject, type Json, type JsonObject, getOwn } from '../../model/json';
import type { MetaSchema } from './metaSchemas';
import { resolve } from './resolve';
import { resolveTokens } from '../../model/pointer';

/** One place of a definition, with what the meta-schema says of it. */
export interface Place {
  value: Json;
  /** Reference tokens from the start of the definition. */
  path: readonly string[];
  schema: MetaSchema;
  /** The meta-schemas that led to it, whose annotations hold for it; see {@link findAnnotation}. */
  passed: readonly MetaSchema[];
  /** The parts of the language that the place is, outermost first: a reference used as a display is `['Display', 'Pointer']`. */
  names: readonly PartName[];
  /** The innermost of them. */
  part: PartName | undefined;
  /** The nearest part with fields around it, and the field of that part under which the place stands. */
  owner: PartName | undefined;
  field: string;
  /** The innermost object of the owner, before any change. */
  ownerValue: JsonObject;
}

/** What is done on a walk. `S` is whatever is handed down from a place to the places within it. */
interface Visitor<S> {
  /** Called on the way down; returns what the places within get. */
  enter?(place: Place, scope: S): S;
  /** Called for the names of maps whose meta-schema says what names are, such as the references of a condition. */
  key?(place: Place, scope: S): void;
  /** Called on the way up with the value as changed by the places within; returns what stands there from now on. */
  leave?(place: Place, scope: S, value: Json): Json;
  /** What came of walks before; for visitors to which a part is the same wherever it stands, and which no scope tells anything. */
  known?: KnownParts;
}

/** What came of parts in which nothing was found wrong, by their meta-schemas. */
export type KnownResults = WeakMap<MetaSchema, WeakMap<object, Json>>;

/** What is known of parts that patches left as they are: these are walked once for all who lay patches on the same. */
interface KnownParts {
  results: KnownResults;
  /** What the patches were laid on. */
  below: Json;
  /** How many faults have been found so far. */
  countFaults(): number;
}

/** Parts further within are walked as often as what is around them: to know of each would take more memory than it saves time. */
const deepestKnown = 3;

/**
 * Walks a definition along its meta-schema. Nothing here knows a page or section kind: a new part of the language is walked
 * as soon as its meta-schema is written. What the meta-schema does not know is passed by. Recursion is bounded by the
 * nesting that `parse` admits.
 * @param part the part of the language that the value is
 * @returns the value with the changes of `leave`; the same object when nothing changed
 */
export const walk = <S>(part: PartName, value: Json, scope: S, visitor: Visitor<S>, path: readonly string[] = []): Json =>
  step({ $ref: `#/$defs/${part}` }, value, path, { owner: undefined, field: '', ownerValue: {} }, scope, visitor);

type Surrounding = Pick<Place, 'owner' | 'field' | 'ownerValue'>;

function step<S>(schema: MetaSchema, value: Json, path: readonly string[], around: Surrounding, scope: S, visitor: Visitor<S>): Json {
  const { known } = visitor;
  const isShared = known && path.length <= deepestKnown && isObject(value) && resolveTokens(known.below, path) === value;
  if (!isShared) return visit(schema, value, path, around, scope, visitor);
  const parts = known.results.get(schema) ?? new WeakMap<object, Json>();
  const before = parts.get(value);
  if (before !== undefined) return before;
  const faults = known.countFaults();
  const result = visit(schema, value, path, around, scope, visitor);
  if (known.countFaults() === faults) known.results.set(schema, parts.set(value, result));
  return result;
}

function visit<S>(schema: MetaSchema, value: Json, path: readonly string[], around: Surrounding, scope: S, visitor: Visitor<S>): Json {
  const place = createPlace(schema, value, path, around);
  const inner = visitor.enter ? visitor.enter(place, scope) : scope;
  const changed = Array.isArray(value)
    ? eachEntry(value, place, inner, visitor)
    : isObject(value)
      ? eachMember(value, place, inner, visitor)
      : value;
  return visitor.leave ? visitor.leave(place, inner, changed) : changed;
}

function createPlace(schema: MetaSchema, value: Json, path: readonly string[], { owner, field, ownerValue }: Surrounding): Place {
  const { schema: resolved, names, passed } = resolve(schema, value);
  return { value, path, schema: resolved, passed, names, part: names.at(-1), owner, field, ownerValue };
}

function eachEntry<S>(value: Json[], place: Place, scope: S, visitor: Visitor<S>): Json {
  const { items } = place.schema;
  if (items === undefined) return value;
  let changed = false;
  const entries = value.map((entry, index) => {
    const result = step(items, entry, [...place.path, String(index)], place, scope, visitor);
    changed ||= result !== entry;
    return result;
  });
  return changed ? entries : value;
}

function eachMember<S>(value: JsonObject, place: Place, scope: S, visitor: Visitor<S>): Json {
  const { part: owner, schema } = place;
  const { properties, propertyNames, additionalProperties } = schema;
  let result = value;
  for (const [key, member] of Object.entries(value)) {
    const path = [...place.path, key];
    const around = owner === undefined || properties === undefined ? place : { owner, field: key, ownerValue: value };
    if (propertyNames !== undefined) visitor.key?.(createPlace(propertyNames, key, path, around), scope);
    const inner = getOwn(properties, key) ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    if (inner === undefined || member === undefined) continue;
    const changed = step(inner, member, path, around, scope, visitor);
    if (changed === member) continue;
    if (result === value) result = { ...value };
    result[key] = changed;
  }
  return result;
}

/** Returns what the meta-schemas that led to a place say of it under an annotation's name: the outermost that says something. */
export const findAnnotation = <K extends 'x-root' | 'x-call' | 'x-names'>({ passed }: Pick<Place, 'passed'>, name: K): MetaSchema[K] =>
  passed.find((schema) => schema[name] !== undefined)?.[name];
