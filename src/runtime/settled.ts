import type { Page } from '../model/definitions.g';
import type { PageData } from '../model/payload';

/** What a page has of what its institution has set: the same in every state of its lists. */
export type Settled = Pick<PageData, 'groups' | 'labels' | 'trees'> & Partial<Pick<PageData, 'lookup'>>;

/** A page in its state before: its data, and the names that states have in its address. */
export interface StateBefore {
  data: PageData;
  names: ReadonlySet<string>;
}

/** Returns what the next state of a page has of the one before without asking again. What could not be had then is asked for. */
export function pickSettled({ lookups = {} }: Page, { data, names }: StateBefore): Settled {
  const isFound = Object.keys(lookups).every((name) => Object.hasOwn(data.lookup, name));
  const { groups, labels, trees } = data;
  return { groups, labels, ...(trees ? { trees } : {}), ...(isFound && !refersToState(lookups, names) ? { lookup: data.lookup } : {}) };
}

function refersToState(part: unknown, names: ReadonlySet<string>): boolean {
  if (typeof part === 'string') return part === '/page' || (part.startsWith('/query/') && names.has(part.slice('/query/'.length)));
  return part !== null && typeof part === 'object' && Object.values(part).some((value) => refersToState(value, names));
}
