import type { Queryable } from '../../database/connection';
import { readCounters } from '../../database/content/counters';
import { countSubmissionPlaces } from '../../database/content/submissionPlaces';
import { countTakenPlaces } from '../../database/enrolments/places';
import type { CompiledEndpoint, CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Codelist, Derivation, Property, TenantSettings, Types } from '../../model/definitions.g';
import { copyJson, asString, getOwn, type Json, type JsonObject } from '../../model/json';
import { assign, resolve } from '../../model/pointer';
import { writePath } from '../../runtime/choiceTree';
import { writeDivision } from '../api/divisions/divisions';
import { getDictionaryTree } from '../api/trees';
import { coerce, coerceItem, propertyAt } from '../../runtime/coerce';
import { maskPhone } from '../../runtime/mask';
import { formatText } from '../../runtime/text';
import { determinePhase, findEnd, parseTime, toPhaseCode } from '../../runtime/time';
import { type LngLat, parseCoordinate } from '../../runtime/coordinate';
import { writeDistance } from './near';
import { maskPersonalFields } from './personalFields';
import { findOthers, pickOthers } from './others';

/** What items are answered with: the definitions they follow, and what counts as now, in milliseconds since 1970. */
interface DerivationContext {
  db: Queryable;
  portal: CompiledPortal;
  module: CompiledModule;
  now: number;
  /** Where the visitor is, in replies that are ordered by it. */
  near?: LngLat;
  /** How often the pages of the items were opened, by id, where it is known. */
  views?: ReadonlyMap<string, number>;
}

/**
 * Returns items with the fields that depend on when and by whom they are asked for: phases, the labels of codes, the places left, the
 * views, by one query for all of them. What tells who somebody is leaves masked.
 */
export async function addDerivedFields(items: readonly JsonObject[], context: DerivationContext): Promise<JsonObject[]> {
  const { module } = context;
  const taken = hasDerivation(module, 'remaining') ? await countTaken(items, context) : undefined;
  const views = context.views ?? (hasDerivation(module, 'views') ? await countViews(items, context) : undefined);
  const derived = items.map((item) =>
    deriveInto(item, module, timelyFunctions, (out, derivation, place) => {
      switch (derivation.function) {
        case 'phase':
          return computePhase(out, derivation, context.now);
        case 'label':
          return findLabels(
            resolve(derivation.of, out),
            out,
            derivation.codelist ?? '',
            context,
            propertyAt(place, module.definition.item),
          );
        case 'mask':
          return maskPhone(asString(resolve(derivation.of, out))) || undefined;
        case 'remaining':
          return resolve(derivation.of, out) === undefined
            ? undefined
            : Math.max(0, readCapacity(out, module) - (taken?.get(String(out['id'])) ?? 0));
        case 'distance': {
          const at = parseCoordinate(resolve(derivation.of, out));
          return context.near && at ? writeDistance(context.portal, context.near, at) : undefined;
        }
        case 'views':
          return views?.get(String(out['id'])) ?? 0;
        case 'licence':
          return describeLicence(resolve(derivation.of, out), context.portal.settings);
        default:
          return undefined;
      }
    }),
  );
  return derived.map((item) => maskPersonalFields(item, module));
}

/** Returns how many places of items are taken, by who enrolled or by what was handed in about them, by id. */
async function countTaken(items: readonly JsonObject[], { db, portal, module }: DerivationContext): Promise<Map<string, number>> {
  const ids = items.map(({ id }) => String(id));
  const enrolled = await countTakenPlaces(db, portal.tenant, module.name, ids);
  if (!takesSubmissions(portal, module.name)) return enrolled;
  const handedIn = await countSubmissionPlaces(db, portal.tenant, module.name, ids);
  return new Map(ids.map((id) => [id, (enrolled.get(id) ?? 0) + (handedIn.get(id) ?? 0)]));
}

const submittedTo = new WeakMap<CompiledPortal, ReadonlySet<string>>();

/** Returns whether what is handed in takes places of a module's items. */
function takesSubmissions(portal: CompiledPortal, module: string): boolean {
  const found = submittedTo.get(portal) ?? new Set(Object.values(portal.endpoints).flatMap(findModuleOfPlaces));
  submittedTo.set(portal, found);
  return found.has(module);
}

const findModuleOfPlaces = ({ creates, module }: CompiledEndpoint): string[] =>
  creates?.about?.places ? [creates.about.module ?? module] : [];

/** Returns how often the pages of items were opened, by id. */
async function countViews(items: readonly JsonObject[], { db, portal, module }: DerivationContext): Promise<Map<string, number>> {
  const columnOf = (item: JsonObject): string => String(resolve(module.slots.column ?? '/', item) ?? '');
  const columns = [...new Set(items.map(columnOf))];
  const idsIn = (column: string): string[] => items.filter((item) => columnOf(item) === column).map(({ id }) => String(id));
  const counted = await Promise.all(columns.map((column) => readCounters(db, portal.tenant, column, idsIn(column))));
  return new Map(counted.flatMap((counters) => [...counters].map(([id, { pv }]) => [id, pv] as const)));
}

/** Returns one item with the fields that depend on when and by whom they are asked for, and a few others like it. */
export async function addDerivedFieldsAndOthers(item: JsonObject, context: DerivationContext): Promise<JsonObject> {
  const derivation = pickDerivations(context.module, 'others')[0]?.[1];
  const finding = derivation
    ? findOthers(item, derivation, context)
        .then((found) => addDerivedFields(found, context))
        .then((found) => pickOthers(found, derivation, context.module))
    : [];
  const [[own = item], others] = await Promise.all([addDerivedFields([item], context), finding]);
  return deriveInto(own, context.module, ['others'], (_out, _derivation, place) =>
    others.map((other) => coerceItem(other, { properties: propertyAt(place, context.module.definition.item)?.items?.properties ?? {} })),
  );
}

/** Returns an item with its phases alone. */
export function addPhases(item: JsonObject, module: CompiledModule, now: number): JsonObject {
  return deriveInto(item, module, ['phase'], (out, derivation) => computePhase(out, derivation, now));
}

/**
 * Returns the places that an item has to give, 0 when it is not for enrolling: the number that its module derives `remaining` of, or fewer
 * when it came with fewer left, as from a system that had given places already.
 */
export function readCapacity(item: JsonObject, module: CompiledModule): number {
  const [place, derivation] = pickDerivations(module, 'remaining')[0] ?? [];
  if (place === undefined || derivation === undefined) return 0;
  const [number, left] = [resolve(derivation.of, item), resolve(place, item)];
  if (typeof number !== 'number') return 0;
  return Math.max(0, typeof left === 'number' ? Math.min(number, left) : number);
}

/** Returns the number of all places of an item, given or not; 0 when it needs no enrolling (ledger ACT-26). */
export function readPlaces(item: JsonObject, module: CompiledModule): number {
  const number = resolve(pickDerivations(module, 'remaining')[0]?.[1].of ?? '/', item);
  return typeof number === 'number' ? number : 0;
}

/** Returns whether a module derives a field by the function. */
export const hasDerivation = (module: CompiledModule, name: Derivation['function']): boolean => pickDerivations(module, name).length > 0;

const timelyFunctions: readonly Derivation['function'][] = ['phase', 'label', 'mask', 'remaining', 'views', 'licence', 'distance'];
const pickDerivations = ({ definition }: CompiledModule, ...names: Derivation['function'][]): [string, Derivation][] =>
  Object.entries(definition.derive ?? {}).filter(([, derivation]) => names.includes(derivation.function));

/** Adds derived fields in the order of writing, so that a label can be that of a phase. */
function deriveInto(
  item: JsonObject,
  module: CompiledModule,
  names: readonly Derivation['function'][],
  compute: (out: JsonObject, derivation: Derivation, place: string) => Json | undefined,
): JsonObject {
  const derivations = pickDerivations(module, ...names);
  if (derivations.length === 0) return item;
  const out = copyJson(item);
  for (const [place, derivation] of derivations) {
    const value = compute(out, derivation, place);
    if (value !== undefined) assign(place, out, coerceDerived(value, propertyAt(place, module.definition.item)));
  }
  return out;
}

/** Returns a computed scalar in the type that its field declares. */
const coerceDerived = (value: Json, property: Property | undefined): Json =>
  typeof value === 'object' || !property ? value : (coerce(value, property) ?? value);

function computePhase(item: JsonObject, { codes, ...period }: Derivation, now: number): number | undefined {
  return toPhaseCode(findPhase(item, period, now), codes);
}

function findPhase(
  item: JsonObject,
  { of, until = of, else: otherwise, lasts }: Pick<Derivation, 'of' | 'until' | 'else' | 'lasts'>,
  now: number,
): 0 | 1 | 2 | undefined {
  if (otherwise === undefined) {
    const [begin, end] = [resolve(of, item), resolve(until, item)];
    return determinePhase(begin, lasts === 'day' ? findEnd(begin, end) : end, now);
  }
  const [begin, end] = [
    parseTime(resolve(of, item)) ?? -Infinity,
    parseTime(resolve(until, item)) ?? parseTime(resolve(otherwise, item)) ?? Infinity,
  ];
  return now < begin ? 0 : now > end ? 2 : 1;
}

function findLabel(code: Json | undefined, item: JsonObject, name: string, { portal, module }: DerivationContext): string | undefined {
  const list: Codelist = module.definition.codelists?.[name] ?? {};
  if (code === undefined || code === null) return undefined;
  const { settings, texts, patterns } = portal;
  if (list.tree !== undefined) return writeDivision(String(code));
  const tree = list.dictionary === undefined ? undefined : getDictionaryTree(portal, list.dictionary);
  const words = tree && writePath(tree, String(code));
  if (words !== undefined) return words;
  if (list.types)
    return findTypeName(settings.types?.[String(resolve(module.definition.roles?.column ?? '/', item) ?? '')] ?? {}, String(code));
  const option = Object.values(list.options ?? {}).find(({ value }) => String(value) === String(code));
  return option && formatText(option.label, { texts }, patterns);
}

/** Of a list of codes the words of each that is known, as they are or in the one field that the entries of the property have. */
function findLabels(
  codes: Json | undefined,
  item: JsonObject,
  name: string,
  context: DerivationContext,
  property: Property | undefined,
): Json | undefined {
  if (!Array.isArray(codes)) return findLabel(codes, item, name, context);
  const words = codes.map((code) => findLabel(code, item, name, context)).filter((label) => label !== undefined);
  const [within] = Object.keys(property?.items?.properties ?? {});
  return within === undefined ? words : words.map((label) => ({ [within]: label }));
}

/** Returns what the institution's licence of that name says; what is not said to allow it does not allow to download. */
function describeLicence(name: Json | undefined, { licences = {} }: TenantSettings): JsonObject | undefined {
  const licence = typeof name === 'string' ? getOwn(licences, name) : undefined;
  return licence && { ...licence, allowsDownload: licence.allowsDownload === true };
}

function findTypeName(types: Types, id: string): string | undefined {
  for (const node of Object.values(types)) {
    const name = node.id === id ? node.name : findTypeName(node.children ?? {}, id);
    if (name !== undefined) return name;
  }
  return undefined;
}
