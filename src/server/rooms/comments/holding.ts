import { authoredItems, type Authorship, overwriteAuthored } from '../../../database/content/authored';
import type { CompiledPortal } from '../../../model/compiled';
import type { Json } from '../../../model/json';
import type { Holding } from '../profile/holdings';

/** A member's comments. Others have answered to them, so they stay, without a word of who wrote them. */
export const commentHolding: Holding = {
  name: 'comments',
  read: async ({ db }, _tenant, member, portal) => (await authoredItems(db, authorshipOf(portal, member))).map(({ doc }) => doc) as Json[],
  forget: (tx, _tenant, member, portal) =>
    overwriteAuthored(tx, authorshipOf(portal, member), {
      memberId: '',
      name: portal.texts['removedMember'] ?? '',
      image: '',
      mobilePhone: '',
    }),
};

function authorshipOf({ tenant, endpoints }: CompiledPortal, member: string): Authorship {
  const modules = new Set(Object.values(endpoints).flatMap(({ module, service }) => (service === 'comments.add' ? [module] : [])));
  return { tenant, modules: [...modules], member };
}
