import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** Of what a member wants to hear by a channel. */
export type Extent = 'none' | 'urgent' | 'all';

/** By which ways a member wants to hear of what; `mailCipher` is a proved e-mail address, sealed, or ''. */
export interface StoredChoice {
  sms: Extent;
  mail: Extent;
  mailCipher: string;
}

/** Where a member can be reached. */
export interface Recipient extends StoredChoice {
  phoneCipher: string;
}

/** Who has chosen nothing gets text messages of what is urgent, and no mail. */
const usualChoice: StoredChoice = { sms: 'urgent', mail: 'none', mailCipher: '' };

/** Returns where and of what a member hears; undefined when there is no such member. */
export async function findRecipient(db: Queryable, tenant: string, member: string): Promise<Recipient | undefined> {
  const { sms, mail, mailCipher } = usualChoice;
  const { rows } = await sql<Recipient>`
    select
      phone_cipher as "phoneCipher", coalesce(choice.sms, ${sms}) as sms, coalesce(choice.mail, ${mail}) as mail,
      coalesce(choice.mail_cipher, ${mailCipher}) as "mailCipher"
    from member left join message_choice choice on choice.tenant = member.tenant and choice.id = member.id
    where member.tenant = ${tenant} and member.id = ${member}`.execute(db.kysely);
  return rows[0];
}

/** @internal Keeps what a member chose. */
export async function putChoice(db: Queryable, tenant: string, member: string, { sms, mail, mailCipher }: StoredChoice): Promise<void> {
  await sql`
    insert into message_choice (tenant, id, sms, mail, mail_cipher)
    values (${tenant}, ${member}, ${sms}, ${mail}, ${mailCipher})
    on conflict (tenant, id) do update set sms = excluded.sms, mail = excluded.mail, mail_cipher = excluded.mail_cipher`.execute(db.kysely);
}

/** Forgets what a member chose. */
export async function removeChoice(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from message_choice where tenant = ${tenant} and id = ${member}`.execute(tx.kysely);
}
