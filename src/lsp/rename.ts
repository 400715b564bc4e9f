import { asList, asObject, isObject } from '../model/json';
import { resolveTokens } from '../model/pointer';
import { eachPlace, findPlace, isSamePath } from './places';
import type { Laid } from '../definitions/overlay/lay';
import type { Target } from './containers';
import type { Pointed } from './cursor';
import { findMentions, getText } from './mentions';
import { readPresetName } from '../definitions/overlay/presets';
import type { Side, View } from './view';
import { listWriters } from './where';

/** A place in a file where a name stands, between the quotes of a text. */
export interface Occurrence {
  file: string;
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  length: number;
  /** It cannot be changed by itself. */
  isFixed: boolean;
}

/** A name that cannot be changed, for a reason that the author is told. */
export class RenameFault extends Error {}

/** Returns what somebody points at with a name: what it leads to, or what has the name itself. */
export function findNamed({ mention, cursor, seat, path }: Pointed): Target | undefined {
  if (mention !== undefined) return mention.target;
  return cursor.part === 'key' && seat.module !== undefined ? { kind: 'module', name: seat.module, path } : undefined;
}

/** Says why a name cannot be changed; undefined where it can: names of pages and parameters are in addresses, which others know. */
export function explainFixed(target: Target, side: Side, view: View): string | undefined {
  const { kind, name, path } = target;
  const isField = path[0] === 'item' && path.at(-2) === 'properties';
  const isPage = path[0] === 'pages' && path.length === 2;
  const isNamed = kind === 'module' && findPlace(path, 'key', name, side, view)?.place.part === 'Name';
  return kind === 'module' && (isField || (isNamed && !isPage))
    ? undefined
    : 'Only the names of fields, cards, calls, forms, code lists and parts of a page can be changed here.';
}

/**
 * Finds every place where a name stands: where it is given, in all files that do, and where something refers to it.
 * @param target what has the name
 * @param side whose definitions the target was found in
 */
export function findOccurrences(target: Target, side: Side, view: View): Occurrence[] {
  const sides = listSides(target, side, view);
  const found = new Map<string, Occurrence>();
  const add = (one: Occurrence): void => void found.set(`${one.file}:${one.line}:${one.column}`, one);
  const name = target.path.at(-1) ?? '';
  for (const one of sides) {
    for (const { document, path } of listWriters(target, view, one)) {
      const { line, column } = document.place(path, 'key');
      add({ file: document.file, line, column: column + 1, length: name.length, isFixed: false });
    }
    for (const module of listModules(one, view)) collect(module, one, target, view, add);
  }
  return [...found.values()];
}

/** The sides that have the target: all, unless only some institutions have it. */
function listSides(target: Target, side: Side, view: View): Side[] {
  const files = new Set(listWriters(target, view, side).map(({ document }) => document.file));
  return view.sides().filter((one) => listWriters(target, view, one).some(({ document }) => files.has(document.file)));
}

/** The modules of which a side has something of its own; of the base all. */
function listModules(side: Side, view: View): string[] {
  if (side.tenant === undefined && side.preset === undefined) return view.moduleNames(side);
  const used = side.tenant === undefined ? [side.preset ?? ''] : asList(view.settings(side).json['presets']).map(readPresetName);
  const ofPresets = used.flatMap((name) => Object.keys(asObject(view.base.presets.get(name)?.value['modules'])));
  return [...new Set([...(view.tenants.get(side.tenant ?? '')?.modules.keys() ?? []), ...ofPresets])];
}

const written = new WeakMap<Laid, string>();

/** Returns a module as one text, to look for names in. */
function write(laid: Laid): string {
  const text = written.get(laid) ?? JSON.stringify(laid.json);
  written.set(laid, text);
  return text;
}

function collect(module: string, side: Side, target: Target, view: View, add: (one: Occurrence) => void): void {
  const laid = view.module(module, side);
  const name = target.path.at(-1) ?? '';
  // Most modules have nothing to do with it.
  if (laid === undefined || !write(laid).includes(name)) return;
  eachPlace(module, side, view, (seen) => {
    const text = getText(seen);
    if (!text.includes(name)) return;
    for (const { target: other, start, end, isFixed } of findMentions(seen, text, view, side)) {
      if (other.kind !== target.kind || other.name !== target.name || !isSamePath(other.path, target.path)) continue;
      const { file, line, column } = laid.locate(seen.place.path, seen.part);
      add({ file, line, column: column + 1 + start, length: end - start, isFixed: isFixed ?? false });
    }
  });
}

/**
 * Returns where a name has to be changed.
 * @throws RenameFault when it cannot be, or not to the new one
 */
export function planRename(target: Target, to: string, side: Side, view: View): Occurrence[] {
  const fault = explainFixed(target, side, view);
  if (fault !== undefined) throw new RenameFault(fault);
  if (!/^[a-z][A-Za-z0-9]*$/.test(to)) throw new RenameFault(`"${to}" cannot be a name: expected a small letter, then letters and digits.`);
  const beside = target.path.slice(0, -1);
  const isTaken = listSides(target, side, view).some((one) => {
    const map = resolveTokens(view.module(target.name, one)?.json, beside);
    return isObject(map) && Object.hasOwn(map, to);
  });
  if (isTaken) throw new RenameFault(`There is a "${to}" beside it already.`);
  const found = findOccurrences(target, side, view);
  const fixed = found.find(({ isFixed }) => isFixed);
  if (fixed) throw new RenameFault(`An address takes it by its name: ${fixed.file}:${fixed.line}. Bind it there with "with" first.`);
  const shared = found.find(({ file }) => file.startsWith('schemas/fragments/') && !target.path.join('/').startsWith('pages/'));
  if (shared) throw new RenameFault(`Other modules use it too, by a fragment: ${shared.file}:${shared.line}.`);
  return found;
}
