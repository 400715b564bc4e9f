import type { Page } from '../model/definitions.g';
import type { PageData } from '../model/payload';

/** What a page has of what its institution has set: the same in every state of its lists. */
export type Settled = Pick<PageData, 'groups' | 'labels' | 'trees'> & Partial<Pick<PageData, 'lookup'>>;

/** A page in its state before: its query and data, and the names that states have in its address. */
export interface StateBefore {
  query: Readonly<Record<string, string>>;
  data: PageData;
  names: ReadonlySet<string>;
}

/**
 * Returns what the next state of a page has of the one before without asking again. What could not be had then is asked for; and all of it
 * where the state is another column, as on maps it may be, for choices are those of the column.
 */
export function pickSettled({ lookups = {} }: Page, columnId: string | undefined, before: StateBefore): Settled | undefined {
  const { query, data, names } = before;
  if (columnId !== query['columnId']) return undefined;
  const isFound = Object.keys(lookups).every((name) => Object.hasOwn(data.lookup, name));
  const { groups, labels, trees } = data;
  return { groups, labels, ...(trees ? { trees } : {}), ...(isFound && !refersToState(lookups, names) ? { lookup: data.lookup } : {}) };
}

function refersToState(part: unknown, names: ReadonlySet<string>): boolean {
  if (typeof part === 'string') return part === '/page' || (part.startsWith('/query/') && names.has(part.slice('/query/'.length)));
  if (part === null || typeof part !== 'object') return false;
  // An expression may read whatever it likes.
  return 'expression' in part || Object.values(part).some((value) => refersToState(value, names));
}
