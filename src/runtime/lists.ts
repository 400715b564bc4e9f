import type { ListPage, Load, Page } from '../model/definitions.g';

/** What narrows and orders a list: that of a list page, or that of a load. */
export type Controls = Pick<ListPage, 'filters' | 'search' | 'sorts' | 'tabs'> & Partial<Pick<ListPage, 'layouts'>>;

/** Rows of a page of a list that does not say how many. */
export const rowsOfPage = 12;

/** A list with a state in the address of its page. */
interface StatefulList {
  /** The load it is of; empty for the list of a list page. The names of its state in the address begin with it. */
  prefix: string;
  list: Controls;
}

/** Returns whether the list of a load has a state of its own. */
export const hasState = ({ paging, filters, search, sorts, tabs }: Load): boolean =>
  [paging, filters, search, sorts, tabs].some((part) => part !== undefined);

/** Returns the lists of a page that have a state in its address. */
export function findStatefulLists(page: Page): StatefulList[] {
  const own: StatefulList[] = page.kind === 'list' ? [{ prefix: '', list: page }] : [];
  return [
    ...own,
    ...Object.entries(page.loads ?? {})
      .filter(([, load]) => hasState(load))
      .map(([prefix, list]) => ({ prefix, list })),
  ];
}

/** Returns a name of a list's state as the address has it: `page` of the load works is worksPage. */
export const toStateName = (prefix: string, name: string): string =>
  prefix === '' ? name : prefix + name.charAt(0).toUpperCase() + name.slice(1);
