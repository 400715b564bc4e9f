import type { Queryable } from '../../database/connection';
import { findExistingIds } from '../../database/content/items';
import type { CompiledPortal } from '../../model/compiled';

/**
 * Returns whether an item of any module has the id. Only what exists is counted, so that nobody fills tables with ids of their own making.
 */
export async function itemExists(db: Queryable, portal: CompiledPortal, id: string): Promise<boolean> {
  const found = await Promise.all(
    Object.values(portal.modules)
      .filter((module) => module.definition.roles)
      .map((module) => findExistingIds(db, portal.tenant, module.name, [id])),
  );
  return found.some((ids) => ids.has(id));
}
