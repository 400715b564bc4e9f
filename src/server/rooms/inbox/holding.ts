import { messagesOf, removeMessages } from '../../../database/accounts/inbox';
import type { Holding } from '../profile/holdings';
import { messageRow } from './services';

/** The messages in a member's inbox. */
export const messageHolding: Holding = {
  name: 'messages',
  read: async ({ db }, tenant, member) => (await messagesOf(db, tenant, member, { limit: 1_000_000, offset: 0 })).rows.map(messageRow),
  forget: removeMessages,
};
