import { authoredItems, type Authorship, removeAuthored } from '../../../database/content/authored';
import type { CompiledPortal } from '../../../model/compiled';
import type { Json } from '../../../model/json';
import type { Holding } from '../profile/holdings';

/** What a member handed in by forms: it is the member's own, so it goes with the account, published or not. */
export const submissionHolding: Holding = {
  name: 'submissions',
  read: async ({ db }, _tenant, member, portal) =>
    (await authoredItems(db, authorshipOf(portal, member))).map(({ module, doc }) => ({ module, ...doc })) as Json[],
  forget: (tx, _tenant, member, portal) => removeAuthored(tx, authorshipOf(portal, member)),
};

function authorshipOf({ tenant, endpoints }: CompiledPortal, member: string): Authorship {
  const modules = new Set(
    Object.values(endpoints).flatMap(({ module, creates, viewer }) => (creates && viewer ? [creates.module ?? module] : [])),
  );
  return { tenant, modules: [...modules], member };
}
