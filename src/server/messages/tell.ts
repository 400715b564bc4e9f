import { addMessage } from '../../database/accounts/inbox';
import type { Queryable } from '../../database/connection';
import { findRecipient, type Extent } from '../../database/messages/choices';
import { addLetter, type Channel } from '../../database/messages/outbox';
import type { CompiledPortal } from '../../model/compiled';
import type { MessageKind } from '../../model/definitions.g';
import type { AccountKeys } from '../security/keys';

/** What of a portal its messages need. */
export type Teller = Pick<CompiledPortal, 'tenant' | 'settings'>;

/** Something that happened to a member, in finished words. */
export interface News {
  member: string;
  /** What sort of thing it is, as the institution's settings name it: it decides by which channels it may go. */
  kind: string;
  /** What makes it this one and no other of its kind, such as the id of an enrolment: it is told once. */
  key: string;
  title: string;
  text: string;
  /** Its words by text message; absent: `text`. */
  sms?: string;
  /** A path of the site; absent: the personal centre. */
  link?: string;
  /** By which channels alone it may go of those that are open for its kind; absent: by all of them. */
  channels?: readonly Channel[];
}

/**
 * Tells a member of something, within the transaction `tx` of what it tells of, so that one is never without the other: a message in the
 * inbox, and one by each channel that the institution opens for this kind and the member wants it by. Sending is not waited for.
 * @param now milliseconds since 1970
 * @returns false when it was told before: then nothing is done
 */
export async function tell(tx: Queryable, { keys }: { keys: AccountKeys }, teller: Teller, news: News, now: number): Promise<boolean> {
  const { tenant, settings } = teller;
  const { member, kind, title, text, sms = text, link = settings.shell.account ?? '', channels: only } = news;
  const deed = nameDeed(news);
  if (!(await addMessage(tx, { tenant, member, kind, title, text, link, at: now, deed }))) return false;
  const channels = listOpenChannels(teller, kind).filter((channel) => only?.includes(channel) ?? true);
  const recipient = channels.length > 0 ? await findRecipient(tx, tenant, member) : undefined;
  if (!recipient) return true;
  const addresses = { sms: recipient.phoneCipher, mail: recipient.mailCipher };
  for (const channel of channels) {
    if (addresses[channel] === '' || !wants(recipient[channel], settings.messages?.kinds?.[kind])) continue;
    const words = channel === 'mail' ? signMail(teller, text, link) : sms;
    await addLetter(
      tx,
      {
        ...{ tenant, member, deed, channel, kind },
        addressCipher: keys.renew(tenant, addresses[channel]),
        titleCipher: keys.seal(tenant, title),
        wordsCipher: keys.seal(tenant, words),
      },
      now,
    );
  }
  return true;
}

/** Returns what a thing is known by that is told once. */
export const nameDeed = ({ kind, key }: Pick<News, 'kind' | 'key'>): string => `${kind} ${key}`;

/** Returns the channels by which an institution tells of a kind of thing. */
export function listOpenChannels({ settings: { messages } }: Pick<Teller, 'settings'>, kind: string): Channel[] {
  const allowed = messages?.kinds?.[kind]?.channels ?? [];
  return (messages?.channels ?? []).filter((channel) => allowed.includes(channel));
}

const wants = (extent: Extent, kind: MessageKind | undefined): boolean =>
  extent === 'all' || (extent === 'urgent' && kind?.urgent === true);

/** A mail says where more is to be read, and who writes. */
function signMail({ settings: { hosts, site } }: Teller, text: string, link: string): string {
  const more = link.startsWith('/') && hosts[0] !== undefined ? [`https://${hosts[0]}${link}`] : [];
  return [text, ...more, site.title].join('\n\n');
}
