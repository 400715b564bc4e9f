import { type Kysely, sql } from 'kysely';
import { type Change, index } from './steps';

/**
 * What is to be told outside of the portal, and by which ways a member wants to hear of what. A deed is told once: in the inbox and by each
 * channel a unique index says so. Addresses and words are sealed, and gone as soon as nobody will send them any more.
 */
export const messageOutbox: Change = {
  up: createMessageOutbox,
  after: [index(`inbox_message_deed on inbox_message (tenant, member_id, deed) where deed <> ''`, { unique: true })],
};

async function createMessageOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox_message add column if not exists deed text not null default ''`.execute(db);
  await sql`
    create table if not exists message_outbox (
      tenant text not null, id text not null, member_id text not null, deed text not null,
      channel text not null check (channel in ('sms', 'mail')), kind text not null, address_cipher text not null,
      title_cipher text not null, words_cipher text not null, created timestamptz not null, due timestamptz not null,
      attempts integer not null default 0, tried timestamptz, leased_until timestamptz, sent timestamptz,
      given_up timestamptz, failure text not null default '', primary key (tenant, id),
      unique (tenant, member_id, deed, channel)
    )`.execute(db);
  await sql`
    create index if not exists message_outbox_due on message_outbox (tenant, channel, due)
    where sent is null and given_up is null`.execute(db);
  await sql`create index if not exists message_outbox_tried on message_outbox (tenant, channel, tried)`.execute(db);
  await sql`create index if not exists message_outbox_created on message_outbox (created)`.execute(db);
  await sql`
    create table if not exists message_choice (
      tenant text not null, id text not null, sms text not null check (sms in ('none', 'urgent', 'all')),
      mail text not null check (mail in ('none', 'urgent', 'all')), mail_cipher text not null default '',
      created timestamptz not null default now(), primary key (tenant, id)
    )`.execute(db);
}
