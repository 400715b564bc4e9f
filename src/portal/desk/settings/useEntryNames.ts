import { asObject, asText, type Json } from '../../../model/json';
import type { SettingNode, SettingOption } from '../../../model/settingsForm';
import { useShell } from '../../data/context';
import { useNames, useSettingsForm } from './context';
import { nameEntry } from './mapEntries';

/** What there are words for: what an entry is called apart from what is filled in, and its title; each empty where nothing says it. */
interface Called {
  said: string;
  title: string;
}

/** Returns what tells how an entry of a map is called: by what is filled in, by the words for its name, or by those for its kind. */
export function useEntryNames(node: SettingNode, entry: SettingNode): (name: string, item: Json) => Called {
  const { form } = useSettingsForm();
  const { say } = useShell();
  const names = useNames(node);
  const { columns, modules } = form.names;
  return (name, item) => {
    const said = findLabel(names, name) || nameKind(node, item, modules);
    return { said, title: nameColumn(nameEntry(item, node.heading, entry, say('listSeparator')), columns) || said };
  };
}

const findLabel = (options: readonly SettingOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? '';

/** A call stands for the module that it is of. */
function nameKind({ kindBy, kinds }: SettingNode, item: Json, modules: readonly SettingOption[]): string {
  if (kindBy === undefined) return '';
  const kind = asText(asObject(item)[kindBy]);
  return kinds ? findLabel(kinds, kind) : findLabel(modules, kind.split(':')[0] ?? '');
}

/** Entries that are called by the number of a column say which one. */
function nameColumn(name: string, columns: readonly SettingOption[]): string {
  const column = columns.find(({ value }) => value === name);
  return column ? `${column.label}（${name}）` : name;
}
