import type { RecordPick } from '../model/definitions.g';
import type { JsonObject } from '../model/json';
import { holds } from './condition';
import { resolve } from '../model/pointer';
import type { Scope } from './roots';
import { formatText, type Patterns } from './text';
import { evaluate } from './value';

/** A record that can be chosen, or that cannot for a reason. */
export interface PickChoice {
  /** What tells it from the others; what a form's values have of it. */
  key: string;
  row: JsonObject;
  /** Why it cannot be chosen (ledger ENR-05). */
  reason?: string;
}

/** The keys of the records that a field's value has chosen: one, or a list of them. */
const readChosenKeys = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((key: unknown) =>
    (typeof key === 'string' && key !== '') || typeof key === 'number' ? [String(key)] : [],
  );

/** Returns the records to choose from; those without a key cannot be told apart and are left out. */
export function listChoices(pick: RecordPick, scope: Scope, patterns: Patterns): PickChoice[] {
  const rows = resolve(pick.rows, scope);
  return (Array.isArray(rows) ? rows : []).flatMap((row): PickChoice[] => {
    if (row === null || typeof row !== 'object' || Array.isArray(row)) return [];
    const inner: Scope = { ...scope, row };
    const key = resolve(pick.key ?? '/row/id', inner);
    if (typeof key !== 'string' && typeof key !== 'number') return [];
    const hit = Object.values(pick.disabled ?? {}).find(({ when }) => holds(when, inner));
    return [{ key: String(key), row, ...(hit ? { reason: formatText(hit.reason, inner, patterns) } : {}) }];
  });
}

/** Returns the chosen records that are still there and can be chosen, in the order in which they are shown. */
export function findPickedChoices(pick: RecordPick, value: unknown, scope: Scope, patterns: Patterns): PickChoice[] {
  const keys = new Set(readChosenKeys(value));
  return listChoices(pick, scope, patterns).filter(({ key, reason }) => reason === undefined && keys.has(key));
}

/** Returns what is sent of a choice: the text of each record joined by commas (ledger ENR-30, 31); empty when there is none. */
export function formatPicked(pick: RecordPick, value: unknown, scope: Scope, patterns: Patterns): string {
  return findPickedChoices(pick, value, scope, patterns)
    .map(({ key, row }) => (pick.entry === undefined ? key : formatText(pick.entry, { ...scope, row }, patterns)))
    .join(',');
}

/** Returns how many records can be picked at most; undefined: as many as there are. */
export function getMaxPicked(pick: RecordPick, scope: Scope): number | undefined {
  const most = evaluate(pick.max, scope);
  return typeof most === 'number' && Number.isFinite(most) ? most : undefined;
}
