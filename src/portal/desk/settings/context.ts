import { createContext, useContext, type ComponentType } from 'react';
import type { Json } from '../../../model/json';
import type { SettingNode, SettingOption, SettingsForm } from '../../../model/settingsForm';
import { useShell } from '../../data/context';

/** What a field for a setting is given. */
export interface NodeProps {
  node: SettingNode;
  /** The place in the settings, as a JSON Pointer. */
  place: string;
  value: Json | undefined;
  /** What is there where the institution says nothing. */
  fallback?: Json | undefined;
  /** It is a part of its own, with a heading. */
  isPart?: boolean;
  onChange: (value: Json | undefined) => void;
}

/** What every field of a form for settings may ask for. */
interface SettingsContextValue {
  form: SettingsForm;
  errors: Readonly<Record<string, string>>;
  /** The field of a setting of any kind: groups and maps hold others. */
  Field: ComponentType<NodeProps>;
}

/** The form that a field stands in. */
export const SettingsContext = createContext<SettingsContextValue | undefined>(undefined);

/** Returns the form that a field stands in. @throws outside of one */
export function useSettingsForm(): SettingsContextValue {
  const value = useContext(SettingsContext);
  if (!value) throw new Error('used outside of a form for settings');
  return value;
}

/** Returns what a node stands for: where it names a part, that one under its own label. */
export function useWhole(node: SettingNode): SettingNode {
  const { form } = useSettingsForm();
  const part = node.part === undefined ? undefined : form.parts[node.part];
  return part ? { ...part, label: node.label, ...(node.help ? { help: node.help } : {}) } : node;
}

/** Returns what entries of a map may be called by: modules, with or without a word for all of them, columns, or what the map has words for. */
export function useNames({ names, options = [] }: SettingNode): readonly SettingOption[] {
  const { form } = useSettingsForm();
  const { say } = useShell();
  const { modules, columns } = form.names;
  if (names === 'columns') return columns;
  if (names === 'allModules') return [{ value: 'all', label: say('settingsAll') }, ...modules];
  return names === 'modules' ? modules : options;
}

/** Returns the message about a place; what is wrong with the value as a whole included. */
export const useError = (place: string): string | undefined => useSettingsForm().errors[place];

/** Returns whether something is wrong at a place or below it. */
export function useHasError(place: string): boolean {
  const { errors } = useSettingsForm();
  return Object.keys(errors).some((each) => each === place || each.startsWith(`${place}/`));
}
