import { type RawBuilder, sql } from 'kysely';
import { noteRows } from '../changes/noteChanges';
import type { Queryable } from '../connection';
import { Gatherings } from '../gathering';

/** A session that is valid, and whose it is. */
type SessionMember = { id: string; issued: Date; expires: Date; member: string; phoneCipher: string; nameCipher: string; image: string };

/** Notes a new session. Times are milliseconds since 1970. */
export async function addSession(
  db: Queryable,
  session: { tenant: string; id: string; member: string; issued: number; expires: number },
): Promise<void> {
  const { tenant, id, member, issued, expires } = session;
  await sql`
    insert into member_session (tenant, id, member_id, issued, expires)
    values (${tenant}, ${id}, ${member}, ${new Date(issued)}, ${new Date(expires)})`.execute(db.kysely);
}

const searches = new Gatherings<string, SessionMember | undefined>();

/** Returns a session that neither expired nor was revoked, or undefined. */
export const findValidSession = (db: Queryable, tenant: string, id: string, now: number): Promise<SessionMember | undefined> =>
  searches.ask(db, [tenant], id, async (ids) => {
    const { rows } = await sql<SessionMember>`
      select s.id, s.issued, s.expires, m.id as member, m.phone_cipher as "phoneCipher", m.name_cipher as "nameCipher", m.image
      from member_session s
      join member m on m.tenant = s.tenant and m.id = s.member_id
      where s.tenant = ${tenant} and s.id = any(${[...new Set(ids)]}::text[]) and s.revoked is null
        and s.expires > ${new Date(now)}`.execute(db.kysely);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((one) => found.get(one));
  });

/** Moves the end of a session that is still valid. @returns false when it is not. */
export async function extendSession(db: Queryable, tenant: string, id: string, expires: number, now: number): Promise<boolean> {
  const { rows } = await sql`
    update member_session
    set expires = ${new Date(expires)}
    where tenant = ${tenant} and id = ${id} and revoked is null and expires > ${new Date(now)}
    returning id`.execute(db.kysely);
  return rows.length > 0;
}

/** Ends one session. */
export async function revokeSession(db: Queryable, tenant: string, id: string, now: number): Promise<void> {
  await revoke(db, tenant, sql`id = ${id}`, now);
}

/** Ends all sessions of a member, but for one that is named. */
export async function revokeSessions(db: Queryable, tenant: string, member: string, now: number, but = ''): Promise<void> {
  await revoke(db, tenant, sql`member_id = ${member} and id <> ${but}`, now);
}

async function revoke(db: Queryable, tenant: string, which: RawBuilder<unknown>, now: number): Promise<void> {
  await sql`
    with ended as (
      update member_session
      set revoked = ${new Date(now)}
      where tenant = ${tenant} and ${which} and revoked is null
      returning id
    )
    ${noteRows(sql`select 'session', ${tenant}::text, '', '' from ended limit 1`)}`.execute(db.kysely);
}
