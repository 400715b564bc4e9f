import type { CompiledModule, CompiledPortal } from '../../../model/compiled';

/** An item that was found, and the column that it belongs to. */
interface FoundItem {
  id: string;
  column: string;
  title: string;
}

/** Characters of a title that the search of a list takes. */
const longestKeyword = 100;

/**
 * Returns the address that shows an item: its page, or, where items have none that anybody may see, the list of its column, narrowed to its
 * title where that can be searched.
 */
export function buildResultLink({ entries }: CompiledPortal, { name, search }: CompiledModule, { id, column, title }: FoundItem): string {
  const path = entries[`${name}:${search?.page ?? ''}`] ?? '';
  const query = new URLSearchParams({ columnId: column });
  const { list } = search ?? {};
  if (!list) query.set('id', id);
  else if (list.keyword !== undefined) {
    query.set(list.keyword, [...title].slice(0, longestKeyword).join(''));
    if (list.field !== undefined) query.set('field', list.field);
  }
  return `${path}?${query.toString()}`;
}
