import { flaggedItems, type FlagKind, removeFlags } from '../../../database/content/flags';
import { formatIso } from '../../../runtime/time';
import type { Holding } from '../profile/holdings';

const everything = { limit: 1_000_000, offset: 0 };

/** What a member likes and collects. */
export const flagHoldings: readonly Holding[] = [holdingOf('favourites', 'collect'), holdingOf('likes', 'star')];

function holdingOf(name: string, kind: FlagKind): Holding {
  return {
    name,
    async read({ db }, tenant, member) {
      const { rows } = await flaggedItems(db, tenant, member, kind, everything);
      return rows.map(({ column, id, title, image, url, type, changed }) => ({
        columnId: column,
        dataId: id,
        title,
        image,
        url,
        type,
        crtTime: formatIso(changed.getTime()),
      }));
    },
    forget: removeFlags,
  };
}
