import type { Queryable } from '../../database/connection';
import { type AuthoredItem, decideItems, findPublishedAuthored, withdrawItems } from '../../database/content/review';
import { inTransaction } from '../../database/transaction';
import type { CompiledPortal } from '../../model/compiled';
import { creditDeed, type Deed, takeBackDeed } from '../members/deeds';

/** What finds the portal of an institution; undefined when its settings have errors. */
type FindPortal = (tenant: string) => CompiledPortal | undefined;

/** Which items, of one institution or of all, and what counts as now, in milliseconds since 1970. */
interface Named {
  tenant: string | undefined;
  ids: string[];
  now: number;
}

const namePublication = ({ module, id, member, title }: AuthoredItem): Deed => ({
  name: 'approved',
  module,
  member,
  key: `${module} ${id}`,
  about: title,
});

/** Publishes or rejects items that await review; what is published earns its member points, in one transaction. @returns the ids that were decided on */
export async function reviewItems(db: Queryable, findPortal: FindPortal, { tenant, ids, now }: Named, approve: boolean): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const decided = await decideItems(tx, tenant, ids, approve);
    for (const item of approve ? await findPublishedAuthored(tx, tenant, decided) : []) {
      const portal = findPortal(item.tenant);
      if (portal) await creditDeed(tx, portal, namePublication(item), now);
    }
    return decided;
  });
}

/** Takes what members handed in off the pages again, with the points that it earned. @returns the ids that were published */
export async function withdrawPublished(db: Queryable, { tenant, ids, now }: Named): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const items = await findPublishedAuthored(tx, tenant, ids);
    await withdrawItems(tx, items);
    for (const item of items) await takeBackDeed(tx, item, namePublication(item), now);
    return items.map(({ id }) => id);
  });
}
