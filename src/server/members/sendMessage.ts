import { addMessage, type NewMessage } from '../../database/accounts/inbox';
import type { Queryable } from '../../database/connection';

/**
 * Hands a message to a member over to be sent, within the transaction of what it tells of: into the inbox, which every member has. Whatever
 * else carries messages one day is told here.
 */
export async function sendMessage(tx: Queryable, message: NewMessage): Promise<void> {
  await addMessage(tx, message);
}
