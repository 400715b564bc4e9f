import type { JsonObject } from '../../model/json';
import type { Filter, ListPage, ListSection, Load } from '../../model/definitions.g';
import type { FilterChoice, ListState, Reply } from '../../model/payload';
import { holds } from '../../runtime/condition';
import { findCalendar, isOfTime, listViews } from '../../runtime/calendar';
import { findVisible, setFilter } from '../../runtime/filters';
import { listOffered } from '../../runtime/offeredOptions';
import { rowsOfPage, toStateName, type Controls } from '../../runtime/lists';
import { toKeywordName, buildListAddress, collectStateNames } from '../../runtime/listState';
import type { Scope } from '../../runtime/roots';
import { usePage, useShell } from '../data/context';
import { useShow, type Shows } from '../ui/useShow';

/** A choice of a filter and the address that makes it. */
export interface Chip {
  value: string;
  label: string;
  href: string;
  chosen: boolean;
  /** How many items it leaves, where the filter has its choices counted; with a plus where it may be more. */
  count?: number;
  more?: boolean;
}
/** A row of choices with its words in front; `name` is that of its filter. */
export interface FilterRow {
  key: string;
  name: string;
  label: string;
  chips: Chip[];
}
/** A filter by two dates or numbers that are filled in. */
export interface RangeRow {
  name: string;
  filter: Filter;
  label: string;
  /** The words behind the numbers. */
  unit: string;
  from: string;
  to: string;
}

/** A list without its markup. */
export interface List {
  controls: Controls;
  state: ListState;
  rows: FilterRow[];
  /** The rows that stand as radio buttons in the form of the search. */
  radios: FilterRow[];
  /** Whether its search stands above all else: it has radio buttons, though perhaps none to choose from at present. */
  leads: boolean;
  ranges: RangeRow[];
  entries: JsonObject[];
  total: number;
  pages: number;
  ok: boolean;
  message: string | undefined;
  /** The name of its card and the number of cards side by side. */
  card: string;
  columns: number;
  /** The number of the first entry in the whole list, from 1. */
  first: number;
  /** Whether it grows instead of having a pager. */
  grows: boolean;
  /** Whether there are rows for members that nobody asked for yet. */
  withheld: boolean;
  /** Whether the visitor narrowed the list, and its state without that. Where all there is comes of a search, what was typed does not narrow. */
  narrowed: boolean;
  cleared: ListState;
  /** Where forms that change its state are sent. */
  path: string;
  /** The address of the list in another state. */
  address: (state: ListState) => string;
  /** The name in the address of a part of its state, or of what was typed into its search. */
  named: (part: string) => string;
  keyword: string;
  shows: Shows;
  /** The layouts that visitors choose among. */
  views: Chip[];
}

/** A list as its definition and its data have it; `prefix` begins the names of its state, `anchor` is the id of the place on the page that addresses lead to. */
interface ListParts {
  controls: Controls;
  prefix: string;
  anchor?: string;
  /** The name of the call that answers it. */
  source: string;
  reply: Reply | undefined;
  state: ListState;
  size: number;
  grows: boolean;
  card: string;
  columns: number;
}

/** Works the list of a list page out from its data. */
export function useList(page: ListPage): List {
  const {
    page: { data },
    scope,
  } = usePage();
  const layout = page.layouts[data.state.view ?? layoutName(page, scope)] ?? Object.values(page.layouts)[0];
  return useListParts({
    controls: page,
    prefix: '',
    source: page.source,
    reply: data.main,
    state: data.state,
    size: page.pageSize ?? rowsOfPage,
    grows: page.paging === 'more',
    card: layout?.card ?? '',
    columns: layout?.columns ?? 3,
  });
}

const noState: ListState = { page: 1, filters: {}, keyword: '' };

/** Works the list of a load that has a state of its own out from its data. */
export function useLoadList(name: string, load: Load, section: ListSection, columns: number): List {
  const {
    page: { data },
  } = usePage();
  return useListParts({
    controls: load,
    prefix: name,
    anchor: buildAnchor(name),
    source: load.source,
    reply: data.loads[name],
    state: data.states?.[name] ?? noState,
    size: load.limit ?? rowsOfPage,
    grows: load.paging === 'more',
    card: section.card,
    columns,
  });
}

/** Returns the id of the place on the page where the list of a load stands. */
export const buildAnchor = (load: string): string => `list-${load}`;

function useListParts({ controls, prefix, anchor, source, reply, state, size, grows, card, columns }: ListParts): List {
  const {
    page: { path, query, data, definition, endpoints },
    scope,
  } = usePage();
  const most = endpoints[source]?.counts?.most;
  const { say } = useShell();
  const shows = useShow();
  const names = collectStateNames(controls, prefix);
  const base = Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name)));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const address = (next: ListState): string => buildListAddress(controls, path, base, next, prefix) + hash;
  const calendar = prefix === '' ? findCalendar(definition, state)?.calendar : undefined;
  const { filters: known, scope: seen } = findVisible({ list: controls, state, prefix, scope });
  const visible = calendar ? known.filter(([name]) => !isOfTime(name, controls, calendar, endpoints[source])) : known;
  const total = reply?.total ?? 0;
  const besideSearch = visible.filter(([, filter]) => filter.shape === 'radios');
  const leads = besideSearch.length > 0;
  return {
    controls,
    state,
    address,
    path: path + hash,
    shows,
    total,
    leads,
    radios: besideSearch.flatMap(([name, filter]) => toRows(name, filter)),
    card,
    columns,
    grows,
    named: (part) => toStateName(prefix, part),
    keyword: toKeywordName(controls, prefix),
    rows: visible
      .filter(([, filter]) => !isFilledIn(filter) && filter.shape !== 'radios')
      .flatMap(([name, filter]) => (filter.numbers ? toSteps(name, filter) : toRows(name, filter))),
    ranges: visible
      .filter(([, filter]) => isFilledIn(filter))
      .map(([name, filter]) => ({
        name,
        filter,
        label: shows.words(filter.label) || (filter.dates ? say('dateRange') : ''),
        unit: shows.words(filter.numbers?.unit),
        from: state.filters[name]?.[0] ?? '',
        to: state.filters[name]?.[1] ?? '',
      })),
    entries: reply?.rows ?? [],
    ok: reply?.ok ?? false,
    message: reply?.message,
    pages: Math.ceil(total / size),
    first: grows ? 1 : (state.page - 1) * size + 1,
    withheld: reply?.withheld === true,
    narrowed: Object.keys(state.filters).length > 0 || (state.keyword !== '' && !leads),
    cleared: {
      page: 1,
      filters: {},
      keyword: leads ? state.keyword : '',
      tab: state.tab,
      sort: state.sort,
      view: state.view,
      month: state.month,
    },
    views: listViews(controls).map(([name, { label }], index) => ({
      value: name,
      label: shows.words(label),
      chosen: name === state.view || (index === 0 && state.view === undefined),
      href: address({ ...state, page: 1, view: index === 0 ? undefined : name, month: undefined }),
    })),
  };

  function toRows(name: string, filter: Filter): FilterRow[] {
    const groups = filter.options
      ? [{ label: '', choices: listChoices(name, filter) }]
      : filter.years
        ? [{ label: '', choices: listYears(reply?.counts?.[filter.param ?? ''], state.filters[name]) }]
        : (data.groups[toStateName(prefix, name)] ?? []);
    return groups
      .filter((group) => group.choices.length > 0)
      .map((group, index) => ({
        key: `${toStateName(prefix, name)}-${index}`,
        name,
        label: group.label || shows.words(filter.label),
        chips: [allChip(name, filter, group.choices), ...group.choices.map((choice) => chip(name, filter, choice))],
      }));
  }

  /** The options; where a code list has more of them, what something was found of, and what is chosen, so that it can be left again. */
  function listChoices(name: string, filter: Filter): FilterChoice[] {
    const options = listOffered(filter, seen).map((option): FilterChoice => ({
      value: String(option.value),
      label: shows.words(option.label),
    }));
    const counts = filter.codelist === undefined ? undefined : reply?.counts?.[filter.param ?? ''];
    if (!counts) return options;
    const known = new Set(options.map(({ value }) => value));
    const others = Object.entries(data.labels[filter.codelist ?? ''] ?? {}).filter(([value]) => !known.has(value));
    return [...options, ...others.map(([value, label]): FilterChoice => ({ value, label }))].filter(
      ({ value }) => (counts[value] ?? 0) > 0 || state.filters[name]?.includes(value),
    );
  }

  /** One choice replaces the other, in all rows of the filter, unless several are allowed. */
  function chip(name: string, filter: Filter, choice: FilterChoice): Chip {
    const now = state.filters[name] ?? [];
    const chosen = now.includes(choice.value);
    const others = now.filter((value) => value !== choice.value);
    const next = filter.multiple ? (chosen ? others : [...others, choice.value]) : [choice.value];
    const counts = filter.counts ? reply?.counts?.[filter.param ?? ''] : undefined;
    const count = counts && (counts[choice.value] ?? 0);
    const more = count !== undefined && count >= (most ?? Infinity);
    return { ...choice, chosen, count, ...(more ? { more } : {}), href: address(setFilter(controls, state, name, next)) };
  }

  /** A step stands for both ends of a range. */
  function toSteps(name: string, filter: Filter): FilterRow[] {
    const now = state.filters[name]?.join() ?? ',';
    const step = (label: string, ends: readonly unknown[]): Chip => {
      const texts = ends.map((end) => String(end ?? ''));
      const value = texts.join();
      return { value, label, chosen: value === now, href: address(setFilter(controls, state, name, value === ',' ? [] : texts)) };
    };
    const steps = Object.values(filter.numbers?.steps ?? {}).map(({ label, from, to }) => step(shows.words(label), [from, to]));
    const chips = [step(shows.words(filter.all) || say('all'), ['', '']), ...steps];
    return [{ key: `${toStateName(prefix, name)}-0`, name, label: shows.words(filter.label), chips }];
  }

  function allChip(name: string, filter: Filter, row: FilterChoice[]): Chip {
    const kept = (state.filters[name] ?? []).filter((value) => !row.some((entry) => entry.value === value));
    return {
      value: '',
      label: shows.words(filter.all) || say('all'),
      chosen: !(state.filters[name] ?? []).some((value) => row.some((entry) => entry.value === value)),
      href: address(setFilter(controls, state, name, kept)),
    };
  }
}

/** The years that a list has something of, newest first; one that is chosen stays, so that it can be left again. */
const listYears = (counts: Record<string, number> = {}, chosen: readonly string[] = []): FilterChoice[] =>
  [...new Set([...Object.keys(counts), ...chosen])]
    .filter((year) => /^\d{4}$/.test(year))
    .sort()
    .reverse()
    .map((year) => ({ value: year, label: year }));

const isFilledIn = ({ dates, numbers }: Filter): boolean => dates !== undefined || (numbers !== undefined && !numbers.steps);

/** Returns what cards know of the state of the list that they stand in: the root list. */
export function buildListRoot({ controls, state }: Pick<List, 'controls' | 'state'>): Scope {
  const { page, keyword, field } = state;
  return {
    page,
    sort: state.sort ?? Object.keys(controls.sorts ?? {})[0],
    tab: state.tab ?? Object.keys(controls.tabs ?? {})[0],
    ...(keyword === '' ? {} : { keyword, field }),
  };
}

function layoutName(page: ListPage, scope: Scope): string {
  const hit = Object.entries(page.layout?.cases ?? {}).find(([, choice]) => holds(choice.when, scope));
  return hit?.[0] ?? page.layout?.otherwise ?? '';
}
