import type { FilePlace, Layer } from '../language/document';
import { getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import { createLayer, type Patches } from './patches';

/** One change that a patch makes: a value that it writes or removes, or an object that it adds as a whole. */
export interface Change {
  /** The module that it changes; undefined for the shared texts. */
  module: string | undefined;
  layer: Layer;
  /** Where in the layer it stands. */
  path: readonly string[];
  /** It takes away what stands there. */
  removes: boolean;
  place: () => FilePlace;
}

/** What patches are laid on. */
interface Below {
  modules: ReadonlyMap<string, Json>;
  texts: Json;
}

/** Lists what patches change of modules and texts. */
function listChanges(patches: Patches, { modules, texts }: Below): Change[] {
  const ofModules = [...modules].flatMap(([name, base]) =>
    (patches.ofModule(name) ?? []).flatMap((layer) => listOfLayer(name, layer, base)),
  );
  return [...ofModules, ...patches.texts.flatMap((layer) => listOfLayer(undefined, layer, texts))];
}

function listOfLayer(module: string | undefined, layer: Layer, base: Json): Change[] {
  const list = (change: Json, target: Json | undefined, path: readonly string[]): Change[] => {
    if (isObject(change) && isObject(target))
      return Object.entries(change).flatMap(([key, inner]) => list(inner, getOwn(target, key), [...path, key]));
    const part = change === null || isObject(change) ? 'key' : 'value';
    return path.length === 0
      ? []
      : [{ module, layer, path, removes: change === null, place: () => layer.document.place([...layer.from, ...path], part) }];
  };
  return list(resolveTokens(layer.document.value, layer.from) ?? null, base, []);
}

/** Returns patches without some of their changes. */
function leaveOut(patches: Patches, changes: readonly Change[]): Patches {
  const omit = (layer: Layer, module: string | undefined): Layer => {
    const without = changes
      .filter((change) => change.layer.document === layer.document && change.module === module)
      .map(({ path }) => path);
    if (without.length === 0) return layer;
    const value = without.reduce<Json>(removePath, resolveTokens(layer.document.value, layer.from) ?? {});
    return createLayer({ ...layer.document, value: isObject(value) ? value : {} });
  };
  return {
    ...patches,
    folder: `${patches.folder} in part`,
    texts: patches.texts.map((layer) => omit(layer, undefined)),
    ofModule: (name) => patches.ofModule(name)?.map((layer) => omit(layer, name)),
  };
}

function removePath(value: Json, [key = '', ...rest]: readonly string[]): Json {
  if (!isObject(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 || inner === undefined ? others : ({ ...value, [key]: removePath(inner, rest) } satisfies JsonObject);
}

/**
 * Finds for each of some faults the change without which it would not be there, by leaving out ever fewer of the changes.
 * @param faults what is not there without the patches
 * @param below what the patches are laid on
 * @param trial says what is faulty with a part of the patches
 * @returns the change by fault; a fault that several changes make each by itself is not among them
 */
export function findCulprits(
  faults: readonly string[],
  patches: Patches,
  below: Below,
  trial: (part: Patches) => ReadonlySet<string>,
): Map<string, Change> {
  const found = new Map<string, Change>();
  const search = (suspects: readonly Change[], open: readonly string[]): void => {
    const [only] = suspects;
    if (only === undefined || open.length === 0) return;
    if (suspects.length === 1) return open.forEach((fault) => found.set(fault, only));
    const middle = suspects.length >> 1;
    let rest = open;
    for (const half of [suspects.slice(0, middle), suspects.slice(middle)]) {
      if (rest.length === 0) return;
      const remaining = trial(leaveOut(patches, half));
      search(
        half,
        rest.filter((fault) => !remaining.has(fault)),
      );
      rest = rest.filter((fault) => remaining.has(fault));
    }
  };
  if (faults.length > 0) search(listChanges(patches, below), faults);
  return found;
}
