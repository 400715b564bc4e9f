import type { Module, Page } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { findNeededVariables } from './calls';
import { splitName } from './names';

/** What the address of a column has besides its path. */
const ofColumns: readonly string[] = ['columnId', 'subhomepage'];

/**
 * Returns the names in the address of a detail page without which its own call cannot be made.
 * @param name that of the module, where its definition is compiled and names its calls with it
 */
export function findNeededQuery(page: Page, { endpoints }: Pick<Module, 'endpoints'>, name = ''): string[] {
  if (page.kind !== 'detail') return [];
  const source = splitName(page.source, name);
  const endpoint = source.module === name ? getOwn(endpoints, source.name) : undefined;
  if (endpoint === undefined) return [];
  return findNeededVariables(endpoint).flatMap((variable) => {
    const value = getOwn(page.with, variable) ?? `/query/${variable}`;
    const [root, name] = typeof value === 'string' ? parsePointer(value) : [];
    return root === 'query' && name !== undefined ? [name] : [];
  });
}

/** Returns whether a column of the menu can open a page: one that needs the id of an item is not found without it. @param name see {@link findNeededQuery} */
export const opensFromMenu = (page: Page, definition: Pick<Module, 'endpoints'>, name?: string): boolean =>
  findNeededQuery(page, definition, name).every((needed) => ofColumns.includes(needed));

/**
 * Returns the page that a module's name opens: the one that it says, else its first; undefined when the menu can open none.
 * @param name see {@link findNeededQuery}
 */
export function findEntry({ entry, pages, endpoints }: Pick<Module, 'entry' | 'pages' | 'endpoints'>, name?: string): string | undefined {
  const opened = Object.entries(pages).flatMap(([each, page]) => (opensFromMenu(page, { endpoints }, name) ? [each] : []));
  return opened.find((each) => each === entry) ?? opened[0];
}
