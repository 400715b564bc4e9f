import { markAllRead, markRead, listMessages, removeMessages, type StoredMessage, countUnread } from '../../../database/accounts/inbox';
import { findRecipient, removeChoice } from '../../../database/messages/choices';
import { listLetters, removeLetters, sweepLetters } from '../../../database/messages/outbox';
import type { JsonObject } from '../../../model/json';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { PersonalData, Room } from '../../api/room';
import { safeLink } from '../../api/sanitize';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';

/** The messages in a member's inbox. */
const messageData: PersonalData<AccountServices> = {
  name: 'messages',
  read: async ({ db }, tenant, member) => (await listMessages(db, tenant, member, { limit: 1_000_000, offset: 0 })).rows.map(toMessageRow),
  forget: removeMessages,
};

/** What was or is to be sent to a member, in words until it was, and by which channels the member wants to hear of what. */
const letterData: PersonalData<AccountServices> = {
  name: 'sentMessages',
  async read({ db, keys }, tenant, member) {
    const choice = await findRecipient(db, tenant, member);
    const letters = await listLetters(db, tenant, member);
    return {
      sms: choice?.sms ?? null,
      mail: choice?.mail ?? null,
      mailAddress: openText(keys, tenant, choice?.mailCipher ?? ''),
      messages: letters.map(({ kind, channel, addressCipher, titleCipher, wordsCipher, created, sent }) => ({
        kind,
        channel,
        to: openText(keys, tenant, addressCipher),
        title: openText(keys, tenant, titleCipher),
        text: openText(keys, tenant, wordsCipher),
        crtTime: formatIso(created.getTime()),
        ...(sent ? { sentTime: formatIso(sent.getTime()) } : {}),
      })),
    };
  },
  async forget(tx, tenant, member) {
    await removeLetters(tx, tenant, member);
    await removeChoice(tx, tenant, member);
  },
};

const day = 86_400_000;
/** What nobody could send within so many days is news no more; of what was sent is remembered that it was, for some time. */
const [lateDays, oldDays] = [2, 90];

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
  personalData: [messageData, letterData],
  sweep: ({ db, clock }) => {
    const ago = (days: number): Date => new Date(clock() - days * day);
    return sweepLetters(db, { now: ago(0), late: ago(lateDays), old: ago(oldDays) });
  },
};

/** Returns a message as its member sees it. */
function toMessageRow({ id, kind, title, text, link, created, read }: StoredMessage): JsonObject {
  return { id, kind, title, text, link: safeLink(link), crtTime: formatIso(created.getTime()), read: read !== null };
}
