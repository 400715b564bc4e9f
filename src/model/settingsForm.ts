import type { Json } from './json';

/** How a value of the settings is best filled in. */
export type SettingLook = 'long' | 'color' | 'date' | 'time' | 'module' | 'column' | 'code' | 'picture';

/** A value to choose. */
export interface SettingOption {
  value: string;
  label: string;
}

/** A part of an institution's settings as a form shows it: what the meta-schema says, in the words of staff. */
export interface SettingNode {
  /**
   * text, number, switch, choice (one of the options), choices (several of them), texts (a list of texts), rows (a list of groups), group (values
   * by fixed names), map (entries by names of their own), part (what `part` names), other (JSON alone says it).
   */
  kind: 'text' | 'number' | 'switch' | 'choice' | 'choices' | 'texts' | 'rows' | 'group' | 'map' | 'part' | 'other';
  label: string;
  help?: string;
  look?: SettingLook;
  required?: true;
  options?: SettingOption[];
  /** Of numbers the bounds, of texts the most characters. */
  minimum?: number;
  maximum?: number;
  /** Of a group: its values. */
  fields?: Record<string, SettingNode>;
  /** Of a map or a list of groups: an entry. */
  entry?: SettingNode;
  /** Of a map: which value of an entry is what it is called by. */
  heading?: string;
  /**
   * Of a map: what the names of its entries are; absent: nobody reads them. `fixed` entries come from the
   * definitions alone, and so do `known` ones, which can be moved and taken away. `options` has words for the names of both.
   */
  names?: 'modules' | 'allModules' | 'columns' | 'fixed' | 'known';
  /** Of a map: which value of an entry tells its kind, by which one is called that nothing else has words for: one of `kinds`, or a call of a module. */
  kindBy?: string;
  kinds?: SettingOption[];
  /** Of a map: the value of an entry that is such a map again. */
  nested?: string;
  /** The part that stands here, for parts that hold themselves. */
  part?: string;
}

/** Settings that are changed together, as the desk shows them. */
export interface SettingsForm {
  group: string;
  title: string;
  description: string;
  /** How it is shown unless as a form: texts one below the other, or the file itself. */
  kind?: 'texts' | 'files';
  /** The files to choose from, where one can. */
  files?: SettingOption[];
  /** What may be said of the parts, by their JSON Pointers. */
  nodes: Record<string, SettingNode>;
  /** Parts that nodes name. */
  parts: Record<string, SettingNode>;
  /** What the parts are now, by their JSON Pointers. */
  values: Record<string, Json>;
  /** What they are where the institution says nothing. */
  defaults: Record<string, Json>;
  /** What may be chosen where a value is a module or a column. */
  names: {
    modules: SettingOption[];
    /** Modules that are switched off. */
    off: SettingOption[];
    columns: SettingOption[];
  };
  /** Changes when the file does. */
  hash: string;
  /** The file, below the folder of the institutions. */
  file: string;
  /** The same below the folder of the institution. */
  chosen: string;
  /** Whether the desk can write the file. */
  writable: boolean;
  /** What is wrong with the institution's files as they are. */
  problems: string[];
}
