import type { CompiledPage, CompiledPortal } from '../../model/compiled';

/** Returns the page of a single item of a module where everybody may see it, the first if there are several; undefined where there is none. */
export const findDetail = (portal: CompiledPortal, module: string): CompiledPage | undefined =>
  [...portal.pages.values()].find(
    (page) => page.module === module && page.definition.kind === 'detail' && page.definition.requires === undefined,
  );

/** Returns the address of an item on a page: its path and the query that every detail page takes. */
export const addressItem = (path: string, { id, column }: { id: string; column: string }): string =>
  `${path}?${new URLSearchParams({ columnId: column, id }).toString()}`;
