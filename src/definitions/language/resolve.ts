import type { PartName } from '../../model/definitions.g';
import { getOwn, isObject, type Json } from '../../model/json';
import { deref, parts, type MetaSchema } from './metaSchemas';

/** A place in a meta-schema after its references were followed. */
interface Resolved {
  readonly schema: MetaSchema;
  /** The parts passed on the way, outermost first. */
  readonly names: readonly PartName[];
  /** All schemas on the way, which may be annotated. */
  readonly passed: readonly MetaSchema[];
}

/** A way through a meta-schema, up to where a value decides how it goes on. Definitions have many thousand places, but take few ways to them. */
interface Way {
  end: Resolved;
  /** What to say of a value for which it goes on nowhere. */
  resolved: Resolved;
  /** How it goes on, by the branch. */
  next: Map<MetaSchema, Way>;
}

/** The branches of an anyOf or oneOf: by the value of their discriminator, or with where they lead and the JSON types that they admit. */
type Branches =
  | { tag: string; tagged: ReadonlyMap<unknown, MetaSchema> }
  | { tag?: undefined; all: readonly { branch: MetaSchema; target: MetaSchema; types: ReadonlySet<string> | undefined }[] };

const ways = new WeakMap<MetaSchema, Way>();
const known = new WeakMap<MetaSchema, Branches>();

/**
 * Follows references and takes the branch of an anyOf or oneOf that a value belongs to.
 * @param schema where to start
 * @param value the value that stands there; it decides between branches
 * @returns where that leads, which is the same object for values that go the same way
 */
export function resolve(schema: MetaSchema, value: Json): Resolved {
  let way = ways.get(schema) ?? keep(ways, schema, takeWay(schema, [], []));
  for (let branch = chooseBranch(way.end.schema, value); branch !== undefined; branch = chooseBranch(way.end.schema, value))
    way = way.next.get(branch) ?? keep(way.next, branch, takeWay(branch, way.end.names, way.end.passed));
  return way.resolved;
}

function takeWay(start: MetaSchema, before: readonly PartName[], passedBefore: readonly MetaSchema[]): Way {
  const [names, passed] = [[...before], [...passedBefore, start]];
  let schema = start;
  for (let target = getOwn(parts, nameOf(schema)); target !== undefined; target = getOwn(parts, nameOf(schema))) {
    names.push(nameOf(schema) as PartName);
    passed.push(target);
    schema = target;
  }
  const { title } = schema;
  const named = schema.properties !== undefined && title !== undefined && /^[A-Z][A-Za-z]+$/.test(title) && names.at(-1) !== title;
  const end = { schema, names, passed };
  return { end, resolved: named ? { schema, names: [...names, title as PartName], passed } : end, next: new Map() };
}

/** Returns the name of the part that a schema refers to; an empty one when it refers to none. */
const nameOf = ({ $ref }: MetaSchema): string => $ref?.slice($ref.lastIndexOf('/') + 1) ?? '';

/**
 * Returns the branch of an anyOf or oneOf that a value most likely means: by its discriminator, else by its type, else by the keys
 * it shares.
 */
export function chooseBranch(schema: MetaSchema, value: Json): MetaSchema | undefined {
  if (schema.oneOf === undefined && schema.anyOf === undefined) return undefined;
  const branches = known.get(schema) ?? keep(known, schema, findBranches(schema));
  if (branches.tag !== undefined) return isObject(value) ? branches.tagged.get(getOwn(value, branches.tag)) : undefined;
  const fitting = branches.all.filter(({ types }) => types === undefined || isOf(types, value));
  if (fitting.length < 2 || !isObject(value)) return fitting[0]?.branch;
  const shared = ({ target }: { target: MetaSchema }): number =>
    Object.keys(value).filter((key) => getOwn(target.properties, key) !== undefined).length;
  return fitting.reduce((best, other) => (shared(other) > shared(best) ? other : best)).branch;
}

function findBranches({ oneOf, anyOf = [], discriminator }: MetaSchema): Branches {
  const all = (oneOf ?? anyOf).map((branch) => ({ branch, target: deref(branch) }));
  const tag = discriminator?.propertyName;
  if (tag === undefined) return { all: all.map(({ branch, target }) => ({ branch, target, types: listTypes(target) })) };
  // Of several the first.
  return { tag, tagged: new Map(all.toReversed().map(({ branch, target }) => [target.properties?.[tag]?.const, branch])) };
}

/** Returns the JSON types that a schema admits; undefined for all. */
function listTypes(schema: MetaSchema): ReadonlySet<string> | undefined {
  if (schema.anyOf === undefined) return schema.type === undefined ? undefined : new Set([schema.type].flat());
  const all = schema.anyOf.map((branch) => listTypes(deref(branch)));
  return all.includes(undefined) ? undefined : new Set(all.flatMap((types) => [...(types ?? [])]));
}

function isOf(types: ReadonlySet<string>, value: Json): boolean {
  if (value === null) return types.has('null');
  if (Array.isArray(value)) return types.has('array');
  return types.has(typeof value) || (Number.isInteger(value) && types.has('integer'));
}

function keep<K extends object, V>(map: { set(key: K, value: V): unknown }, key: K, value: V): V {
  map.set(key, value);
  return value;
}
