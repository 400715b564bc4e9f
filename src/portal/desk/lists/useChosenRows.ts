import { useState } from 'react';
import type { Json } from '../../../model/json';
import { readId } from '../../cards/useCard';

/** The lines of a page of a table that are ticked. */
export interface ChosenRows {
  rows: Json[];
  /** Whether all lines are. */
  every: boolean;
  has: (row: Json) => boolean;
  toggle: (row: Json) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Keeps which lines are ticked; what no longer stands on the page no longer is, so that nothing is done with what nobody sees. */
export function useChosenRows(all: readonly Json[]): ChosenRows {
  const [ids, setIds] = useState<ReadonlySet<unknown>>(new Set());
  const rows = all.filter((row) => ids.has(readId(row)));
  const every = all.length > 0 && rows.length === all.length;
  return {
    rows,
    every,
    has: (row) => ids.has(readId(row)),
    toggle: (row) => {
      const id = readId(row);
      const next = new Set(rows.map(readId));
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(every ? [] : all.map(readId))),
    clear: () => setIds(new Set()),
  };
}
