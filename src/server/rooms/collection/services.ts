import { flaggedItems } from '../../../database/content/flags';
import type { Queryable } from '../../../database/connection';
import { formatIso } from '../../../runtime/time';
import { signedIn } from '../accounts/services';
import type { ApiRequest } from '../../items/answerFromItems';
import type { Answer } from '../../api/envelope';
import { safeLink } from '../../api/link';
import { readWindow } from '../../api/parameters';

type CollectionService = (request: ApiRequest, db: Queryable) => Promise<Answer>;

/** What a member has collected, by service name (ledger PC-20 to PC-24). Addresses come from browsers, so only those of pages leave. */
export const collectionServices: Readonly<Record<string, CollectionService>> = {
  'collection.list': async ({ portal, endpoint, parameters, viewer }, db) => {
    const { rows, total } = await flaggedItems(db, portal.tenant, signedIn(viewer).id, 'collect', readWindow(endpoint, parameters));
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
};
