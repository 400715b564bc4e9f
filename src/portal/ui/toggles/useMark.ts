import { useEffect } from 'react';
import useSWR, { type KeyedMutator } from 'swr';
import type { Toggle } from '../../../model/definitions.g';
import { holds } from '../../../runtime/condition';
import type { CallValues } from '../../../runtime/pageData';
import type { Scope } from '../../../runtime/roots';
import { evaluate, evaluateAll } from '../../../runtime/value';
import type { DataKey } from '../../data/keys';

/** What the visitor made of a mark, and what it was before: the data of the page may catch up with it later. */
export interface Change {
  was: boolean;
  is: boolean;
}

/** Where a mark stands. */
export interface Mark {
  on: boolean;
  /** How many members have set it, the visitor among them. */
  count: number;
  /** What the page's data say. */
  base: boolean;
  /** What it is set by. */
  values: CallValues;
  mutate: KeyedMutator<Change>;
}

/**
 * Where a mark stands that a member sets on an item (ledger COUNT-11 to 15): as the page has it, but for what the visitor made of it since.
 * That is the same for all buttons of the mark, and for pages that are come back to.
 * @param scope where the item is: as row on a card, as item on a page
 */
export function useMark(toggle: Toggle, scope: Scope): Mark {
  const base = holds(toggle.on, scope);
  const values = evaluateAll(toggle.with, scope);
  const { data: change, mutate } = useSWR<Change>(['mark', toggle.source, values] satisfies DataKey, null);
  // The page's data have caught up: from here on they are right, also when the mark is changed elsewhere.
  const past = change !== undefined && change.was !== base;
  useEffect(() => {
    if (past) void mutate(undefined, { revalidate: false });
  }, [past, mutate]);
  const on = change && !past ? change.is : base;
  const found = Number(evaluate(toggle.count, scope) ?? 0);
  return { on, count: Math.max(0, (Number.isFinite(found) ? found : 0) + Number(on) - Number(base)), base, values, mutate };
}
