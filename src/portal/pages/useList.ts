import type { Dates, Filter, ListPage } from '../../model/definitions.g';
import type { FilterChoice, JsonObject, ListState } from '../../model/payload';
import { holds } from '../../runtime/condition';
import { listAddress, withFilter } from '../../runtime/listState';
import type { Scope } from '../../runtime/scope';
import { usePortal } from '../context';
import { stateNames } from '../roots';
import { useShow, type Shows } from '../show/useShow';

/** A choice of a filter and the address that makes it. */
export interface Chip { value: string; label: string; href: string; chosen: boolean }
/** A row of choices with its words in front. */
export interface FilterRow { key: string; label: string; chips: Chip[] }
/** A filter by two dates. */
export interface DateRow { name: string; label: string; dates: Dates; from: string; to: string }

/** A list page without its markup. */
export interface List {
  state: ListState;
  rows: FilterRow[];
  dates: DateRow[];
  entries: JsonObject[];
  total: number;
  pages: number;
  ok: boolean;
  message: string | undefined;
  /** The name of its card and the number of cards side by side. */
  card: string;
  columns: number;
  /** Whether the visitor narrowed the list. */
  narrowed: boolean;
  path: string;
  /** The query that is not state. */
  base: Record<string, string>;
  /** The address of the list in another state. */
  address: (state: ListState) => string;
  shows: Shows;
}

/** Works a list page out from its data. */
export function useList(page: ListPage): List {
  const { page: { path, query, data }, scope, say } = usePortal();
  const shows = useShow();
  const { state } = data;
  const names = stateNames(page);
  const base = Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name)));
  const address = (next: ListState): string => listAddress(page, path, base, next);
  const layout = page.layouts[layoutName(page, scope)] ?? Object.values(page.layouts)[0];
  const visible = Object.entries(page.filters ?? {}).filter(([, filter]) => holds(filter.when, scope));
  const total = data.main?.total ?? 0;
  return {
    state, address, path, base, shows, total,
    rows: visible.filter(([, filter]) => !filter.dates).flatMap(([name, filter]) => rowsOf(name, filter)),
    dates: visible.flatMap(([name, filter]) => (filter.dates ? [{ name, label: shows.words(filter.label) || say('dateRange'), dates: filter.dates, from: state.filters[name]?.[0] ?? '', to: state.filters[name]?.[1] ?? '' }] : [])),
    entries: data.main?.rows ?? [], ok: data.main?.ok ?? false, message: data.main?.message,
    pages: Math.ceil(total / (page.pageSize ?? 12)), card: layout?.card ?? '', columns: layout?.columns ?? 3,
    narrowed: Object.keys(state.filters).length > 0 || state.keyword !== '',
  };

  function rowsOf(name: string, filter: Filter): FilterRow[] {
    const groups = filter.options
      ? [{ label: '', choices: Object.values(filter.options).map((option): FilterChoice => ({ value: String(option.value), label: shows.words(option.label) })) }]
      : data.groups[name] ?? [];
    return groups.filter((group) => group.choices.length > 0).map((group, index) => ({
      key: `${name}-${index}`, label: group.label || shows.words(filter.label), chips: [allChip(name, filter, group.choices), ...group.choices.map((choice) => chip(name, filter, choice))],
    }));
  }

  /** One choice replaces the other, in all rows of the filter, unless several are allowed. */
  function chip(name: string, filter: Filter, choice: FilterChoice): Chip {
    const now = state.filters[name] ?? [];
    const chosen = now.includes(choice.value);
    const others = now.filter((value) => value !== choice.value);
    const next = filter.multiple ? (chosen ? others : [...others, choice.value]) : [choice.value];
    return { ...choice, chosen, href: address(withFilter(state, name, next)) };
  }

  function allChip(name: string, filter: Filter, row: FilterChoice[]): Chip {
    const kept = (state.filters[name] ?? []).filter((value) => !row.some((entry) => entry.value === value));
    return { value: '', label: shows.words(filter.all) || say('all'), chosen: !(state.filters[name] ?? []).some((value) => row.some((entry) => entry.value === value)), href: address(withFilter(state, name, kept)) };
  }
}

function layoutName(page: ListPage, scope: Scope): string {
  const hit = Object.entries(page.layout?.cases ?? {}).find(([, choice]) => holds(choice.when, scope));
  return hit?.[0] ?? page.layout?.otherwise ?? '';
}
