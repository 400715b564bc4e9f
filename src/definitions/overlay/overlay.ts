import type { Problem } from '../../model/problem';
import { startOf, type FilePlace, type Layer, type Locate, type Misspelt, type MemberPart } from '../language/document';
import { isObject, type Json, type JsonObject, getOwn } from '../../model/json';
import { formatPointer, resolveTokens } from '../../model/pointer';
import { mergePatch } from './mergePatch';
import * as messages from '../problems/messages';

/** A definition made of layers. Where each value comes from is kept beside it, never in it (overlay rule 4). */
interface Overlaid {
  value: JsonObject;
  /** What the patches were laid on: the same object for all who lay theirs on it. */
  below: JsonObject;
  problems: readonly Problem[];
  /** Rule 4: which file wrote a value, the topmost that did; of a value that none wrote, its nearest ancestor's. */
  locate: Locate;
  /** Rule 5: whether only the topmost layer wrote an object, and what lies beside it below: perhaps its name is misspelt. */
  misspelt: Misspelt;
}

/**
 * Lays patches on a definition (overlay rules 1 and 5). Rule 1: the base first, then each patch by RFC 7396, key by key.
 * Rule 5: a patch must touch something that exists or add something.
 * @param base the lowest layers; fragments below the pages that use them, then the definition itself
 * @param patches the patches: presets in the order that the tenant names them, then the tenant's own
 */
export function overlay(base: readonly Layer[], patches: readonly Layer[]): Overlaid {
  const layers = [...base, ...patches];
  const below = layBase(base);
  const { value, problems } = patches.reduce((laid, layer) => lay(laid, layer, true), below);
  return {
    below: below.value,
    // Its own copy: who is given it may add to it.
    value: { ...value },
    problems,
    locate: (path, part) => locate(layers, path, part),
    misspelt: (path) => (patches.length === 0 ? undefined : findMisspelt(layers, path)),
  };
}

/** What layers make together. */
interface Laid {
  value: JsonObject;
  problems: readonly Problem[];
}

/** What was made of the layers that lie below the patches of all institutions, by the content of the first of them. */
const bases = new WeakMap<JsonObject, { layers: readonly Layer[]; laid: Laid }>();

function layBase(layers: readonly Layer[]): Laid {
  const [first] = layers;
  const known = first && bases.get(first.document.value);
  if (known && known.layers.length === layers.length && layers.every((layer, index) => isSameLayer(layer, known.layers[index])))
    return known.laid;
  const laid = layers.reduce<Laid>((below, layer) => lay(below, layer, false), { value: {}, problems: [] });
  if (first) bases.set(first.document.value, { layers, laid });
  return laid;
}

const isSameLayer = (layer: Layer, other: Layer | undefined): boolean =>
  layer.document.value === other?.document.value &&
  layer.document.place === other.document.place &&
  formatPointer(layer.from) === formatPointer(other.from) &&
  formatPointer(layer.onto) === formatPointer(other.onto);

/** Lays one layer on what lies below. */
function lay(below: Laid, layer: Layer, isPatch: boolean): Laid {
  const patch = readContent(layer);
  if (!isObject(patch)) {
    const fault = messages.wrongType('an object', patch);
    return {
      ...below,
      problems: [...below.problems, messages.createProblem(layer.document.place(layer.from), formatPointer(layer.onto), fault)],
    };
  }
  const change = layer.onto.reduceRight<JsonObject>((inner, token) => ({ [token]: inner }), patch);
  const found = checkPatch(layer, resolveTokens(below.value, layer.onto), patch, layer.onto, isPatch);
  const value = mergePatch(below.value, change, liftMoved);
  return { value: isObject(value) ? value : {}, problems: [...below.problems, ...found] };
}

function locate(layers: readonly Layer[], path: readonly string[], part: MemberPart = 'value'): FilePlace {
  for (let length = path.length; length >= 0; length -= 1) {
    const wanted = path.slice(0, length);
    const writer = layers.findLast(
      (layer) =>
        wanted.length >= layer.onto.length &&
        layer.onto.every((token, index) => token === wanted[index]) &&
        resolveTokens(layer.document.value, [...layer.from, ...wanted.slice(layer.onto.length)]) !== undefined,
    );
    if (writer !== undefined)
      return writer.document.place([...writer.from, ...wanted.slice(writer.onto.length)], length === path.length ? part : 'value');
  }
  return startOf(layers.at(-1)?.document.file ?? '');
}

function findMisspelt(layers: readonly Layer[], path: readonly string[]): ReturnType<Misspelt> {
  const name = path.at(-1);
  const values = layers.slice(0, -1).map((layer) => resolveLayer(layer, path.slice(0, -1)));
  const below = values.filter(isObject);
  if (name === undefined || below.length === 0 || below.some((map) => getOwn(map, name) !== undefined)) return undefined;
  return { name, siblings: below.flatMap((map) => Object.keys(map)) };
}

const resolveLayer = (layer: Layer, path: readonly string[]): Json | undefined =>
  layer.onto.every((token, index) => token === path[index]) ? resolveTokens(readContent(layer), path.slice(layer.onto.length)) : undefined;

const readContent = (layer: Layer): Json | undefined => resolveTokens(layer.document.value, layer.from);

/** Rule 2: a patch that only moves keeps the rest, also when the rest is written in its short form, as a reference. */
function liftMoved(target: Json, patch: JsonObject): Json {
  const moves = Object.keys(patch).length > 0 && Object.keys(patch).every((key) => key === 'before' || key === 'after');
  return typeof target === 'string' && target.startsWith('/') && moves ? { value: target } : target;
}

/** What says of which kind something is may be said again beside what changes: who reads the patch knows then what it is about. */
const kindKeys: ReadonlySet<string> = new Set(['field', 'kind', 'section', 'shape', 'tool']);

function checkPatch(layer: Layer, target: Json | undefined, patch: JsonObject, path: readonly string[], isPatch: boolean): Problem[] {
  const known = isObject(target) ? Object.keys(target) : [];
  return Object.entries(patch).flatMap(([key, change]) => {
    const existing = isObject(target) ? getOwn(target, key) : undefined;
    const at = [...path, key];
    const report = (fault: messages.Fault): Problem[] => {
      const place = layer.document.place([...layer.from, ...at.slice(layer.onto.length)], 'key');
      return [messages.createProblem(place, formatPointer(at), fault)];
    };
    if (change === null && existing === undefined) return report(describeNull(key, known, isPatch));
    if (isPatch && existing === undefined && isObject(change) && !addsSomething(change)) return report(messages.changesNothing(key, known));
    if (isObject(change)) return checkPatch(layer, existing, change, at, isPatch);
    return isPatch && existing !== undefined && isSame(existing, change) && !(kindKeys.has(key) && Object.keys(patch).length > 1)
      ? report(messages.needlessPatch(key, change))
      : [];
  });
}

function describeNull(key: string, known: string[], isPatch: boolean): messages.Fault {
  if (isPatch || known.length > 0) return messages.removesNothing(key, known);
  return key.startsWith('/') ? messages.nullInTest() : messages.nullInDefinition();
}

/** Whether two values are written the same. */
const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

function addsSomething(change: JsonObject): boolean {
  return Object.entries(change).some(([key, value]) =>
    isObject(value) ? addsSomething(value) : value !== null && key !== 'before' && key !== 'after',
  );
}
