import words from '../../../schemas/desk/settings.json';
import { getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import type { SettingLook, SettingNode } from '../../model/settingsForm';

/** Settings that staff change together. */
export interface SettingsGroup {
  /** Where it is listed. */
  area: string;
  title: string;
  description: string;
  /** The file that is changed, below the institution's folder; an empty one leaves the choice to who changes it. */
  file: string;
  /** The places in the file, as JSON Pointers; the empty one is all of it. */
  parts: readonly string[];
  /** How it is shown unless as a form: texts one below the other, or the file itself. */
  kind?: 'texts' | 'files';
}

/** What a setting is called. */
export interface SettingWords {
  label: string;
  help?: string;
  look?: SettingLook;
  options?: Readonly<Record<string, string>>;
  entry?: string;
  heading?: string;
  names?: SettingNode['names'];
  kindBy?: string;
  kinds?: Readonly<Record<string, string>>;
}

const groups: Readonly<Record<string, SettingsGroup>> = words.groups as Record<string, SettingsGroup>;
const labels: Readonly<Record<string, SettingWords>> = words.labels as Record<string, SettingWords>;

/** All groups by name, in the order in which they are listed. */
export const listGroups = (): [string, SettingsGroup][] => Object.entries(groups);

/** Returns a group; undefined when there is none of this name. */
export const findGroup = (name: string): SettingsGroup | undefined => getOwn(groups, name);

/** Returns what the setting at a place of the meta-schema is called; undefined of one that staff are not shown. */
export const findWords = (place: string): SettingWords | undefined => getOwn(labels, place);

/** All places of the meta-schema that have words. */
export const listPlaces = (): string[] => Object.keys(labels);

/** Returns whether staff may change what stands at a path of the institution's own settings. Who runs the portal sets the rest. */
export function mayChange(file: string, path: readonly string[]): boolean {
  if (file !== 'tenant.json') return true;
  return Object.values(groups)
    .filter((group) => group.file === file)
    .flatMap(({ parts }) => parts.map(parsePointer))
    .some((part) => part.every((token, index) => token === path[index]));
}
