import { type Kysely, sql } from 'kysely';

/** The last change of the schema that was first released: what came after it is made beside a working portal. */
export const firstReleased = '0008_search';

/** What fills the tables of the first schema, with `n` from 1 up to as many rows as there are to be. */
const fillings: Readonly<Record<string, string>> = {
  upload: `(tenant, id, owner, name, kind, extension, type, size, status)
    select 't', lpad(n::text, 22, 'u'), 'm' || n, 'a.png', 'image', 'png', 'image/png', 1, 1`,
  item: `(tenant, module, id, column_id, status, pub, title, doc, s1, n1)
    select 't', 'm' || n % 20, 'i' || n, 'c', case when n % 50 = 0 then 2 else 1 end, timestamptz '2026-01-01' - n * interval '1 minute', 'title ' || n,
      jsonb_build_object('memberId', case when n % 10 = 0 then 'm' || n end, 'text', md5(n::text),
        'picture', case when n % 10 = 0 then '/files/' || lpad(n::text, 22, 'u') || '.png' end), 's' || n % 100, n`,
  search_entry: `(tenant, module, id, status, pub, title, title_words, body, words)
    select 't', 'm' || n % 20, 'i' || n, 1, now(), 'title ' || n, to_tsvector('simple', 'title ' || n), '', to_tsvector('simple', 'title ' || n)`,
  member: `(tenant, id, phone_hash, phone_cipher, name, password_hash) select 't', 'm' || n, 'h' || n, 'c', 'n' || n, 'p'`,
  contact: `(tenant, member_id, id, name_cipher, id_cipher, id_hash, phone_cipher) select 't', 'm' || n, 'c' || n, 'n', 'i', 'h' || n, 'p'`,
  inbox_message: `(tenant, member_id, id, kind, title, body) select 't', 'm' || n, 'b' || n, 'k', 'title', 'body ' || n`,
  point_account: `(tenant, member_id, credit) select 't', 'm' || n, n % 3`,
  point_order: `(tenant, id, member_id, commodity_name, user_name_cipher, contact_cipher, address_cipher)
    select 't', 'o' || n, 'm' || n, 'cup', 'u', 'c', 'a'`,
  enrolment: `(tenant, id, module, activity_id, member_id, contact_id, name_cipher, phone_cipher, id_cipher, id_hash, status, created)
    select 't', 'e' || n, 'm', 'a' || n % 1000, 'm' || n, 'c', 'n', 'p', 'i', 'h' || n, 'enrolled', now()`,
  booking: `(tenant, id, module, venue_id, member_id, name_cipher, phone_cipher, id_cipher, id_hash, purpose, status, day, venue_time, minutes, starts, ends)
    select 't', 'b' || n, 'm', 'v' || n % 100, 'm' || n, 'n', 'p', 'i', 'h', 'talk', 1, date '2026-01-01' + n % 365, '', '{}', now(), now() + interval '1 hour'`,
  booking_slot: `(tenant, module, venue_id, day, minute, booking_id)
    select 't', 'm', 'v' || n / 1000, date '2026-01-01' + n % 1000, 0, 'b' || n`,
};

/** The tables with many rows. */
export const bigTables: readonly string[] = Object.keys(fillings);

/**
 * Fills the big tables of a database that has the first released schema with so many rows each, as far as it has them.
 * @param rows in each table
 */
export async function fillEarlier(db: Kysely<unknown>, rows: number): Promise<void> {
  for (const table of bigTables)
    await db.transaction().execute(async (tx) => {
      // What is referred to is there: to look it up a million times is no part of what is measured.
      for (const setting of ["session_replication_role = 'replica'", 'synchronous_commit = off', 'statement_timeout = 0'])
        await sql`set local ${sql.raw(setting)}`.execute(tx);
      await sql`insert into ${sql.table(table)} ${sql.raw(fillings[table] ?? '')} from generate_series(1, ${rows}::int) as n`.execute(tx);
    });
  for (const table of bigTables) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}
