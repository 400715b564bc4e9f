import { listFlagged, type FlagKind, removeFlags } from '../../../database/content/flags';
import { formatIso } from '../../../runtime/time';
import { readWindow } from '../../api/parameters';
import type { PersonalData, Room } from '../../api/room';
import { safeLink } from '../../api/sanitize';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';

const everything = { limit: 1_000_000, offset: 0 };

/** What a member likes and collects. */
const flagData: readonly PersonalData<AccountServices>[] = [createFlagData('favourites', 'collect'), createFlagData('likes', 'star')];

function createFlagData(name: string, kind: FlagKind): PersonalData<AccountServices> {
  return {
    name,
    async read({ db }, tenant, member) {
      const { rows } = await listFlagged(db, tenant, member, kind, everything);
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

/** What a member has collected, by service name (ledger PC-20 to PC-24). Addresses come from browsers, so only those of pages leave. */
export const collectionRoom: Room<AccountServices> = {
  services: {
    'collection.list': async ({ portal, endpoint, parameters, viewer }, { db }) => {
      const { rows, total } = await listFlagged(db, portal.tenant, requireViewer(viewer).id, 'collect', readWindow(endpoint, parameters));
      return {
        total,
        rows: rows.map(({ column, id, title, image, url, type, changed }) => ({
          id: `${column}-${id}`,
          title,
          image: safeLink(image),
          url: safeLink(url),
          type,
          dataId: id,
          columnId: column,
          crtTime: formatIso(changed.getTime()),
        })),
      };
    },
  },
  personalData: flagData,
};
