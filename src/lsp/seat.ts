import { asList, asObject, isObject } from '../model/json';
import { readPresetName } from '../definitions/overlay/presets';
import type { Side, View } from './view';

/** What a file, or a part of one, is a part of. */
export interface Seat {
  /** The module; undefined for settings. */
  module: string | undefined;
  side: Side;
  /** Where in the file the part starts, and where in the definition it is laid. */
  from: readonly string[];
  onto: readonly string[];
}

/**
 * Finds what stands at a path of a file. A fragment is a part of the first page that lies on it, a preset of the first institution that has
 * switched it on.
 * @param file the file below the project's root
 * @param path the path in the file
 * @returns undefined for a file that holds no definition, such as texts
 */
export function findSeat(file: string, path: readonly string[], view: View): Seat | undefined {
  const own = /^tenants\/([^/]+)\/modules\/([^/]+)\.json$/.exec(file);
  if (own) return { module: own[2], side: { tenant: own[1] }, from: [], onto: [] };
  const settings = /^(?:schemas|tenants\/([^/]+))\/tenant\.json$/.exec(file);
  if (settings) return { module: undefined, side: { tenant: settings[1] }, from: [], onto: [] };
  const [, folder, name = ''] = /^schemas\/(modules|fragments|presets)\/([^/]+)\.json$/.exec(file) ?? [];
  if (folder === 'modules') return { module: name, side: {}, from: [], onto: [] };
  if (folder === 'fragments') return findPageOn(name, view);
  return folder === 'presets' ? findPreset(name, path, view) : undefined;
}

/** Returns the path in the definition of what stands at a path of the file. */
export const toDefinition = ({ from, onto }: Seat, path: readonly string[]): string[] => [...onto, ...path.slice(from.length)];

function findPageOn(fragment: string, view: View): Seat | undefined {
  for (const side of view.sides())
    for (const module of view.moduleNames(side)) {
      const pages = Object.entries(asObject(view.module(module, side)?.json['pages']));
      const page = pages.find(([, one]) => isObject(one) && asList(one['use']).includes(fragment))?.[0];
      if (page !== undefined) return { module, side, from: [], onto: ['pages', page] };
    }
  return undefined;
}

function findPreset(preset: string, path: readonly string[], view: View): Seat | undefined {
  const [part, module] = path;
  const user = [...view.tenants.keys()].find((tenant) =>
    asList(view.settings({ tenant }).json['presets']).map(readPresetName).includes(preset),
  );
  const side = user === undefined ? { preset } : { tenant: user };
  if (part === 'tenant') return { module: undefined, side, from: ['tenant'], onto: [] };
  return part === 'modules' && module !== undefined ? { module, side, from: ['modules', module], onto: [] } : undefined;
}
