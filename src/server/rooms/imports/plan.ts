import type { FilledBy } from './fields';

/** What is to be done with the rows of a file. */
export interface ImportPlan {
  map: FilledBy;
  /** Nothing is stored when a row is wrong, rather than the others alone. */
  allOrNothing: boolean;
  /** Of items that are there already: what the file has of them takes its place in them, they are replaced, or stay as they are. */
  existing: 'fill' | 'replace' | 'keep';
  /** Whether visitors see the new items. */
  state: 'publish' | 'draft';
}

/** How far it is. */
export interface ImportProgress {
  rows: number;
  failed: number;
  /** The part of the file that was read, from 0 to 1. */
  share: number;
}

/** What became of the rows. */
export interface ImportOutcome {
  /** They were looked at, and nothing was stored. */
  dry: boolean;
  total: number;
  imported: number;
  updated: number;
  kept: number;
  failed: number;
  stopped: boolean;
  /** All that was stored was taken back. */
  rolledBack: boolean;
}

/** Returns what is to become of items that are there already; what is not known leaves most as it is. */
export const readExisting = (said: string): ImportPlan['existing'] => (said === 'replace' || said === 'keep' ? said : 'fill');
