import { markAllRead, markRead, messagesOf, type StoredMessage, unreadMessages } from '../../../database/accounts/inbox';
import type { Queryable } from '../../../database/connection';
import type { JsonObject } from '../../../model/json';
import { formatIso } from '../../../runtime/time';
import { signedIn } from '../accounts/services';
import type { ApiRequest } from '../../items/answerFromItems';
import type { Answer } from '../../api/envelope';
import { safeLink } from '../../api/link';
import { readWindow } from '../../api/parameters';
import { RequestError } from '../../api/errors';

type InboxService = (request: ApiRequest, db: Queryable) => Promise<Answer>;

/** Messages to a member, by service name. */
export const inboxServices: Readonly<Record<string, InboxService>> = {
  'inbox.list': async ({ portal, endpoint, parameters, viewer }, db) => {
    const { rows, total } = await messagesOf(db, portal.tenant, signedIn(viewer).id, readWindow(endpoint, parameters));
    return { total, rows: rows.map(messageRow) };
  },
  'inbox.unread': async ({ portal, viewer }, db) => ({ item: { unread: await unreadMessages(db, portal.tenant, signedIn(viewer).id) } }),
  'inbox.read': async ({ portal, parameters, viewer, now }, db) => {
    if (!(await markRead(db, portal.tenant, signedIn(viewer).id, parameters.get('id') ?? '', now)))
      throw new RequestError(404, 'noSuchMessage');
    return {};
  },
  'inbox.readAll': async ({ portal, viewer, now }, db) => {
    await markAllRead(db, portal.tenant, signedIn(viewer).id, now);
    return {};
  },
};

/** A message as its member sees it. */
export function messageRow({ id, kind, title, text, link, created, read }: StoredMessage): JsonObject {
  return { id, kind, title, text, link: safeLink(link), crtTime: formatIso(created.getTime()), read: read !== null };
}
