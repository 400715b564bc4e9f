import type { Filter } from '../model/definitions.g';
import type { ListState } from '../model/payload';
import { asObject } from '../model/json';
import { holds } from './condition';
import { toStateName, type Controls } from './lists';
import { listOffered } from './offeredOptions';
import type { Scope } from './roots';

/** A list with its state in the address, and what conditions of its filters see. */
export interface Filtered {
  list: Controls;
  state: ListState;
  /** What the names of its state in the address begin with. */
  prefix: string;
  scope: Scope;
}

/** The filters that are there, and what conditions see without those that are not. */
interface Visible {
  filters: [name: string, filter: Filter][];
  scope: Scope;
}

/**
 * Returns the filters of a list that are there: their condition holds, and what they depend on is there and chosen. What the address says of others
 * is no part of what conditions see, so that a filter which hangs on a hidden one is hidden too.
 */
export function findVisible({ list, state, prefix, scope: outer }: Filtered): Visible {
  const all = Object.entries(list.filters ?? {});
  let [filters, scope] = [all, outer];
  for (;;) {
    const isThere = ([, { when, dependsOn }]: [string, Filter]): boolean =>
      holds(when, scope) &&
      (dependsOn === undefined || (filters.some(([name]) => name === dependsOn) && state.filters[dependsOn] !== undefined));
    const left = filters.filter(isThere);
    if (left.length === filters.length) return { filters, scope };
    const hidden = new Set(all.filter((one) => !left.includes(one)).flatMap(([name]) => listStateNames(prefix, name)));
    const query = Object.fromEntries(Object.entries(asObject(outer['query'])).filter(([name]) => !hidden.has(name)));
    [filters, scope] = [left, { ...outer, query }];
  }
}

const listStateNames = (prefix: string, name: string): string[] =>
  [name, `${name}From`, `${name}To`].map((part) => toStateName(prefix, part));

/** Returns the state without what is chosen in filters that are not there, and without choices that are not offered. */
export function dropHidden(filtered: Filtered): ListState {
  const { filters, scope } = findVisible(filtered);
  const { state } = filtered;
  const kept = filters.flatMap(([name, filter]): [string, string[]][] => {
    const chosen = (state.filters[name] ?? []).filter((value) => isOffered(filter, value, scope));
    return chosen.length > 0 ? [[name, chosen]] : [];
  });
  return { ...state, filters: Object.fromEntries(kept) };
}

/** Of choices without a condition of theirs nothing is asked: an address may name one that has gone since. */
const isOffered = (filter: Filter, value: string, scope: Scope): boolean =>
  !Object.values(filter.options ?? {}).some((option) => String(option.value) === value && option.when !== undefined) ||
  listOffered(filter, scope).some((option) => String(option.value) === value);

/** Returns the state after a filter was changed: the list starts at its first page again (ledger CONV-05), and what depends on it is chosen anew. */
export function setFilter({ filters: known = {} }: Controls, state: ListState, name: string, values: string[]): ListState {
  const hangs = (other: string | undefined): boolean => other !== undefined && (other === name || hangs(known[other]?.dependsOn));
  const others = Object.entries(state.filters).filter(([other]) => other !== name && !hangs(known[other]?.dependsOn));
  return { ...state, filters: Object.fromEntries([...others, ...(values.length === 0 ? [] : [[name, values] as const])]), page: 1 };
}
