import { markAllRead, markRead, listMessages, removeMessages, type StoredMessage, countUnread } from '../../../database/accounts/inbox';
import type { JsonObject } from '../../../model/json';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { PersonalData, Room } from '../../api/room';
import { safeLink } from '../../api/sanitize';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';

/** The messages in a member's inbox. */
const messageData: PersonalData<AccountServices> = {
  name: 'messages',
  read: async ({ db }, tenant, member) => (await listMessages(db, tenant, member, { limit: 1_000_000, offset: 0 })).rows.map(toMessageRow),
  forget: removeMessages,
};

/** Messages to a member, by service name. */
export const inboxRoom: Room<AccountServices> = {
  services: {
    'inbox.list': async ({ portal, endpoint, parameters, viewer }, { db }) => {
      const { rows, total } = await listMessages(db, portal.tenant, requireViewer(viewer).id, readWindow(endpoint, parameters));
      return { total, rows: rows.map(toMessageRow) };
    },
    'inbox.unread': async ({ portal, viewer }, { db }) => ({
      item: { unread: await countUnread(db, portal.tenant, requireViewer(viewer).id) },
    }),
    'inbox.read': async ({ portal, parameters, viewer, now }, { db }) => {
      if (!(await markRead(db, portal.tenant, requireViewer(viewer).id, parameters.get('id') ?? '', now)))
        throw new RequestError('noSuchMessage');
      return {};
    },
    'inbox.readAll': async ({ portal, viewer, now }, { db }) => {
      await markAllRead(db, portal.tenant, requireViewer(viewer).id, now);
      return {};
    },
  },
  personalData: [messageData],
};

/** Returns a message as its member sees it. */
function toMessageRow({ id, kind, title, text, link, created, read }: StoredMessage): JsonObject {
  return { id, kind, title, text, link: safeLink(link), crtTime: formatIso(created.getTime()), read: read !== null };
}
