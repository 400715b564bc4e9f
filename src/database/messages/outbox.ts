import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { inTransaction } from '../transaction';

/** A way by which members hear of something outside of the portal. */
export type Channel = 'sms' | 'mail';

/** What is to be sent; address and words are sealed. `deed` is what it tells of: each is told once by each channel. */
export interface NewLetter {
  tenant: string;
  member: string;
  deed: string;
  channel: Channel;
  kind: string;
  addressCipher: string;
  titleCipher: string;
  wordsCipher: string;
}

/** A message that this process is to send now; `id` stays the same however often it is tried. */
export interface ClaimedLetter extends Pick<NewLetter, 'tenant' | 'channel' | 'addressCipher' | 'titleCipher' | 'wordsCipher'> {
  id: string;
  /** How often it was claimed, this time included. */
  attempts: number;
}

/** Which message. */
type LetterKey = Pick<ClaimedLetter, 'tenant' | 'id'>;

/** Messages of one institution by one channel. */
export interface Queue {
  tenant: string;
  channel: Channel;
}

/** How many are claimed at most, for how long, and how many an institution sends in a minute. */
interface Claiming {
  now: number;
  limit: number;
  leaseMs: number;
  perMinute: number;
}

const minute = 60_000;

/** Notes that something is to be told by a channel, within the transaction of what it tells of. What was noted before is left as it is. */
export async function addLetter(tx: Queryable, letter: NewLetter, now: number): Promise<void> {
  const { tenant, member, deed, channel, kind, addressCipher, titleCipher, wordsCipher } = letter;
  const at = new Date(now);
  await sql`
    insert into message_outbox (
      tenant, id, member_id, deed, channel, kind, address_cipher, title_cipher, words_cipher, created, due
    )
    values (
      ${tenant}, ${randomUUID()}, ${member}, ${deed}, ${channel}, ${kind}, ${addressCipher}, ${titleCipher}, ${wordsCipher}, ${at}, ${at}
    )
    on conflict (tenant, member_id, deed, channel) do nothing`.execute(tx.kysely);
}

/** Returns the queues in which something is due that nobody is sending. */
export async function listDueQueues(db: Queryable, channels: readonly Channel[], now: number): Promise<Queue[]> {
  const at = new Date(now);
  const { rows } = await sql<Queue>`
    select distinct tenant, channel
    from message_outbox
    where sent is null and given_up is null and channel = any(${[...channels]}::text[]) and due <= ${at}
      and (leased_until is null or leased_until <= ${at})
    order by tenant, channel`.execute(db.kysely);
  return rows;
}

/**
 * Claims messages that are due, the first first, for this process alone until the lease ends: when it does not say by then what became of
 * them, another one sends them. Processes claim one after the other, so that all of them together keep to the bound.
 */
export async function claimLetters(db: Queryable, { tenant, channel }: Queue, claiming: Claiming): Promise<ClaimedLetter[]> {
  const { now, limit, leaseMs, perMinute } = claiming;
  const at = new Date(now);
  return inTransaction(db, async (tx) => {
    await sql`
      insert into throttle (tenant, key, count, expires)
      values (${tenant}, ${`messages ${channel}`}, 0, ${new Date(now + minute)})
      on conflict (tenant, key) do update set expires = excluded.expires`.execute(tx.kysely);
    const counted = await sql<{ count: number }>`
      select count(*) as count
      from message_outbox
      where tenant = ${tenant} and channel = ${channel} and tried > ${new Date(now - minute)}`.execute(tx.kysely);
    const most = Math.min(limit, perMinute - (counted.rows[0]?.count ?? 0));
    if (most <= 0) return [];
    // Materialized, or the plan may look for rows again for each that it changes, and take more than the limit.
    const { rows } = await sql<ClaimedLetter>`
      with found as materialized (
        select id
        from message_outbox
        where tenant = ${tenant} and channel = ${channel} and sent is null and given_up is null and due <= ${at}
          and (leased_until is null or leased_until <= ${at})
        order by due, id
        limit ${most}
        for update skip locked
      )
      update message_outbox letter
      set leased_until = ${new Date(now + leaseMs)}, tried = ${at}, attempts = attempts + 1
      from found
      where letter.tenant = ${tenant} and letter.id = found.id
      returning letter.tenant, letter.id, channel, attempts, address_cipher as "addressCipher", title_cipher as "titleCipher",
        words_cipher as "wordsCipher"`.execute(tx.kysely);
    return rows;
  });
}

/** Sends what waits for a member by a channel to another address. */
export async function readdressLetters(
  tx: Queryable,
  { tenant, member, channel, addressCipher }: Pick<NewLetter, 'tenant' | 'member' | 'channel' | 'addressCipher'>,
): Promise<void> {
  await sql`
    update message_outbox
    set address_cipher = ${addressCipher}
    where tenant = ${tenant} and member_id = ${member} and channel = ${channel} and sent is null and given_up is null`.execute(tx.kysely);
}

/** Notes that a message was taken, and forgets to whom and in what words. */
export async function markSent(db: Queryable, { tenant, id }: LetterKey, now: number): Promise<void> {
  await sql`
    update message_outbox
    set sent = ${new Date(now)}, leased_until = null, failure = '', address_cipher = '', title_cipher = '', words_cipher = ''
    where tenant = ${tenant} and id = ${id} and sent is null`.execute(db.kysely);
}

/** Has a message tried again later. @param failure what went wrong, without anything personal */
export async function postponeLetter(db: Queryable, { tenant, id }: LetterKey, due: Date, failure: string): Promise<void> {
  await sql`
    update message_outbox
    set due = ${due}, leased_until = null, failure = ${failure}
    where tenant = ${tenant} and id = ${id} and sent is null and given_up is null`.execute(db.kysely);
}

/** Notes that a message is tried no more, and forgets to whom it was and in what words. @param failure as above */
export async function giveUpLetter(db: Queryable, { tenant, id }: LetterKey, now: number, failure: string): Promise<void> {
  await sql`
    update message_outbox
    set given_up = ${new Date(now)}, leased_until = null, failure = ${failure},
      address_cipher = '', title_cipher = '', words_cipher = ''
    where tenant = ${tenant} and id = ${id} and sent is null and given_up is null`.execute(db.kysely);
}

/** Gives up what has been due since before a moment, as of a channel that was switched off; forgets what was noted before another one. */
export async function sweepLetters(db: Queryable, { now, late, old }: { now: Date; late: Date; old: Date }): Promise<void> {
  await sql`
    update message_outbox
    set given_up = ${now}, leased_until = null, failure = case when failure = '' then 'late' else failure end,
      address_cipher = '', title_cipher = '', words_cipher = ''
    where sent is null and given_up is null and created < ${late}`.execute(db.kysely);
  await sql`delete from message_outbox where created < ${old} and (sent is not null or given_up is not null)`.execute(db.kysely);
}

/** A message as its member may read what became of it. */
export interface StoredLetter extends Pick<NewLetter, 'kind' | 'channel' | 'addressCipher' | 'titleCipher' | 'wordsCipher'> {
  created: Date;
  sent: Date | null;
}

/** Returns what was or is to be sent to a member, the newest first. */
export async function listLetters(db: Queryable, tenant: string, member: string): Promise<StoredLetter[]> {
  const { rows } = await sql<StoredLetter>`
    select kind, channel, address_cipher as "addressCipher", title_cipher as "titleCipher", words_cipher as "wordsCipher", created, sent
    from message_outbox
    where tenant = ${tenant} and member_id = ${member}
    order by created desc, id`.execute(db.kysely);
  return rows;
}

/** Removes all that was or is to be sent to a member. */
export async function removeLetters(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from message_outbox where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
