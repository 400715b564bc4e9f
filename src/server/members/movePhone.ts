import { randomUUID } from 'node:crypto';
import { addMessage } from '../../database/accounts/inbox';
import { findMember, lockMember, setMemberPhone } from '../../database/accounts/members';
import { revokeSessions } from '../../database/accounts/sessions';
import type { Queryable } from '../../database/connection';
import { addLetter, readdressLetters } from '../../database/messages/outbox';
import type { CompiledPortal } from '../../model/compiled';
import { maskPhone } from '../../runtime/mask';
import { formatPattern } from '../../runtime/text';
import { writeTime } from '../../runtime/dates';
import type { AccountKeys } from '../security/keys';

/** Who changes to what. */
export interface PhoneMove {
  member: string;
  phone: string;
  /** The phone that the member has, as far as the caller knows; another one by now counts as a member who is gone. Absent: whatever it is. */
  from?: string;
  /** The session that goes on; absent: none. */
  session?: string;
}

/** What became of it. */
export type PhoneOutcome = 'moved' | 'gone' | 'taken';

const kind = 'account.phone';

/**
 * Gives a member another phone within the transaction `tx`: all other sessions end, what waits to be sent goes to the new phone, and both
 * phones and the inbox are told. Both are told whatever the member chose to hear of: who did not do it is to know.
 * @param now milliseconds since 1970
 */
export async function movePhone(
  tx: Queryable,
  { keys }: { keys: AccountKeys },
  portal: CompiledPortal,
  { member, phone, from, session }: PhoneMove,
  now: number,
): Promise<PhoneOutcome> {
  const { tenant } = portal;
  const found = (await lockMember(tx, tenant, member)) ? await findMember(tx, tenant, member) : undefined;
  if (!found) return 'gone';
  const old = keys.open(tenant, found.phoneCipher);
  if (from !== undefined && from !== old) return 'gone';
  const [phoneHash, phoneCipher] = [keys.phoneHash(tenant, phone), keys.seal(tenant, phone)];
  if (!(await setMemberPhone(tx, tenant, { id: member, phoneHash, phoneCipher }, keys.phoneHashes(tenant, phone)))) return 'taken';
  await revokeSessions(tx, tenant, member, now, session);
  await readdressLetters(tx, { tenant, member, channel: 'sms', addressCipher: phoneCipher });
  await tellBoth(tx, keys, portal, { member, old, phone }, now);
  return 'moved';
}

async function tellBoth(
  tx: Queryable,
  keys: AccountKeys,
  { tenant, texts, patterns, settings }: CompiledPortal,
  { member, old, phone }: { member: string; old: string; phone: string },
  now: number,
): Promise<void> {
  const said = { site: settings.site.title, time: writeTime(now, 'dateTime', { texts, patterns, now }), phone: maskPhone(phone) };
  const say = (key: 'phoneLeftText' | 'phoneCameText'): string => formatPattern(texts[key] ?? '', said, patterns);
  const [title, deed] = [texts['phoneChanged'] ?? '', `${kind} ${randomUUID()}`];
  await addMessage(tx, { tenant, member, kind, title, text: say('phoneLeftText'), link: settings.shell.account ?? '', at: now, deed });
  for (const [to, words, which] of [
    [old, say('phoneLeftText'), 'old'],
    [phone, say('phoneCameText'), 'new'],
  ] as const) {
    const sealed = { addressCipher: keys.seal(tenant, to), titleCipher: keys.seal(tenant, title), wordsCipher: keys.seal(tenant, words) };
    await addLetter(tx, { tenant, member, deed: `${deed} ${which}`, channel: 'sms', kind, ...sealed }, now);
  }
}
