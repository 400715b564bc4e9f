import { asObject, asString, type Json, type JsonObject } from '../../../model/json';
import type { SettingNode } from '../../../model/settingsForm';

/** Entries of a map in their order. */
export type Entries = readonly (readonly [name: string, value: Json])[];

export const toEntries = (value: Json | undefined): Entries => Object.entries(asObject(value));
export const toMap = (entries: Entries): JsonObject => Object.fromEntries(entries);

/** Moves an entry to another place. */
export function move(entries: Entries, from: number, to: number): Entries {
  const moved = entries[from];
  if (!moved || to < 0 || to >= entries.length) return entries;
  const others = entries.filter((_entry, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns a name or a code that nobody has yet: it begins with a letter. */
export function makeName(taken: readonly string[]): string {
  for (;;) {
    const random = crypto.getRandomValues(new Uint8Array(5));
    const name = `n${[...random].map((each) => letters[each % letters.length]).join('')}`;
    if (!taken.includes(name)) return name;
  }
}

/** Returns what a new entry begins with: codes that nobody has to think of. */
export function beginEntry(node: SettingNode): Json {
  if (node.kind === 'switch') return true;
  if (node.kind === 'text') return '';
  if (node.kind === 'choices' || node.kind === 'rows' || node.kind === 'texts') return [];
  const codes = Object.entries(node.fields ?? {}).filter(([, field]) => field.look === 'code' && field.required);
  return Object.fromEntries(codes.map(([name]) => [name, makeName([])]));
}

/** Returns what an entry is called; several names with a separator between them. */
export function nameEntry(value: Json, heading: string | undefined, node: SettingNode, separator: string): string {
  if (typeof value === 'string') return value;
  if (heading === undefined) return '';
  const named = asObject(value)[heading];
  if (!Array.isArray(named)) return asString(named);
  const { options = [] } = node.fields?.[heading] ?? {};
  return named.map((each) => options.find((option) => option.value === each)?.label ?? String(each)).join(separator);
}

/** Puts an entry below the one before it. */
export function indent(entries: Entries, index: number, nested: string): Entries {
  const [before, moved] = [entries[index - 1], entries[index]];
  if (!before || !moved) return entries;
  const above = asObject(before[1]);
  const below = asObject(above[nested]);
  const name = Object.hasOwn(below, moved[0]) ? makeName(Object.keys(below)) : moved[0];
  const taken = [before[0], { ...above, [nested]: { ...below, [name]: moved[1] } }] as const;
  return entries.flatMap((entry, at) => (at === index - 1 ? [taken] : at === index ? [] : [entry]));
}

/** Puts an entry that stands below another one behind that one. */
export function outdent(entries: Entries, index: number, name: string, nested: string): Entries {
  const parent = entries[index];
  if (!parent) return entries;
  const { [nested]: children, ...own } = asObject(parent[1]);
  const { [name]: moved, ...left } = asObject(children);
  if (moved === undefined) return entries;
  const rest: JsonObject = Object.keys(left).length === 0 ? own : { ...own, [nested]: left };
  const names = entries.map(([each]) => each);
  const free = names.includes(name) ? makeName(names) : name;
  return [...entries.slice(0, index), [parent[0], rest], [free, moved], ...entries.slice(index + 1)];
}
