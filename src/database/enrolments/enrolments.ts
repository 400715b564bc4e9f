import { type RawBuilder, sql } from 'kysely';
import type { StoredFurther } from '../accounts/further';
import type { Queryable } from '../connection';
import type { DrawOutcome } from './drawOutcome';

/** Who comes, as stored: enciphered, and a keyed hash that one person has with every member. */
interface StoredAttendee {
  contact: string;
  nameCipher: string;
  phoneCipher: string;
  idCipher: string;
  idHash: string;
}

/** What an enrolment is: it has a place, waits for one, was taken back, or takes part in a draw. */
export type EnrolmentStatus = 'enrolled' | 'waiting' | 'cancelled' | 'drawing';

/** The item, and the session of it or '', that somebody is enrolled for. */
export interface EnrolmentScope {
  tenant: string;
  module: string;
  activity: string;
  session: string;
}

/** The code that checks an enrolment in. */
export interface StoredSignCode {
  signHash: string;
  signCipher: string;
  /** The hashes that the same code may be stored under from before keys were changed. */
  otherSignHashes: readonly string[];
}

/** An enrolment to be stored, with the hashes that the same person and code may be stored under from before keys were changed. */
export interface NewEnrolment extends StoredAttendee, Partial<StoredFurther>, Partial<StoredSignCode> {
  id: string;
  status: EnrolmentStatus;
  otherIdHashes: readonly string[];
}

/** An enrolment with the item it is for, as far as that was asked for and is still there. `place` says who was first. */
export interface StoredEnrolment extends EnrolmentScope, StoredAttendee, StoredFurther, DrawOutcome {
  id: string;
  member: string;
  status: EnrolmentStatus;
  signCipher: string | null;
  created: Date;
  place: number;
  signedIn: Date | null;
  calledOff: boolean;
  doc: Record<string, unknown> | null;
}

/** A member's enrolments for one session of an item, or for the item as a whole, that were not checked in. */
interface UnusedEnrolments extends Pick<StoredEnrolment, 'module' | 'session' | 'doc'> {
  count: number;
}

/** What somebody has a place of or waits for. */
interface HeldPlace {
  contact: string;
  session: string;
  status: EnrolmentStatus;
}

const mostRows = 1000; // A member's later enrolments push those of years ago out of sight; nobody has as many.

/** What is read of each enrolment `e`. */
export const ENROLMENT_FIELDS = sql.raw(`
  e.tenant, e.id, e.module, e.activity_id as activity, e.session_id as session, e.member_id as member,
  e.contact_id as contact, e.name_cipher as "nameCipher", e.phone_cipher as "phoneCipher", e.id_cipher as "idCipher", e.id_hash as "idHash",
  e.status, e.sign_cipher as "signCipher", e.created, e.place, e.signed_in as "signedIn", e.called_off as "calledOff", e.lost, e.draw_rank as "drawRank",
  e.further_cipher as "furtherCipher", e.further_id_cipher as "furtherIdCipher"`);

/** The fields of the item that are asked for with its enrolments; null when it is gone. */
export const buildDoc = (fields: readonly string[]): RawBuilder<unknown> => sql`
  case when i.id is not null then (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(i.doc)
    where key = any(${[...fields]}::text[])
  ) end as doc`;

/**
 * Stores enrolments within the transaction `tx`.
 * @returns the ids of those that were stored: not those of people who are enrolled already, nor those whose code is taken
 */
export async function addEnrolments(
  tx: Queryable,
  scope: EnrolmentScope,
  member: string,
  rows: readonly NewEnrolment[],
  created: Date,
): Promise<Set<string>> {
  const { tenant, module, activity, session } = scope;
  const stored = await sql<{ id: string }>`
    insert into enrolment (
      tenant, id, module, activity_id, session_id, member_id, contact_id, name_cipher, phone_cipher, id_cipher,
      id_hash, status, sign_hash, sign_cipher, further_cipher, further_id_cipher, created
    )
    select
      ${tenant}, id, ${module}, ${activity}, ${session}, ${member}, contact, "nameCipher", "phoneCipher",
      "idCipher", "idHash", status, "signHash", "signCipher", coalesce("furtherCipher", ''), coalesce("furtherIdCipher", ''), ${created}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id text, contact text, "nameCipher" text, "phoneCipher" text, "idCipher" text, "idHash" text, status text,
      "signHash" text, "signCipher" text, "furtherCipher" text, "furtherIdCipher" text, "otherIdHashes" text[], "otherSignHashes" text[]
    )
    ${rows.some(hasOtherHashes) ? buildFreedom(scope) : sql``}
    on conflict do nothing
    returning id`.execute(tx.kysely);
  return new Set(stored.rows.map(({ id }) => id));
}

const hasOtherHashes = ({ otherIdHashes, otherSignHashes = [] }: NewEnrolment): boolean =>
  otherIdHashes.length + otherSignHashes.length > 0;

/** What unique indexes do not see. It reads all enrolments for the item, so it is asked only while keys are being changed. */
const buildFreedom = ({ tenant, module, activity, session }: EnrolmentScope): RawBuilder<unknown> => sql`
  where not exists (
    select 1
    from enrolment same
    where same.tenant = ${tenant} and same.module = ${module} and same.activity_id = ${activity}
      and same.session_id = ${session} and same.id_hash = any(row."otherIdHashes") and same.status <> 'cancelled'
  ) and not exists (
    select 1
    from enrolment same
    where same.tenant = ${tenant} and same.module = ${module} and same.activity_id = ${activity}
      and same.sign_hash = any(row."otherSignHashes") and same.sign_hash is not null
  )`;

/** Returns which of these people are enrolled for the session or wait for it, by hash, whoever enrolled them. */
export async function findEnrolled(
  db: Queryable,
  { tenant, module, activity, session }: EnrolmentScope,
  idHashes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ idHash: string }>`
    select id_hash as "idHash"
    from enrolment
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity} and session_id = ${session}
      and id_hash = any(${[...idHashes]}::text[]) and status <> 'cancelled'`.execute(db.kysely);
  return new Set(rows.map(({ idHash }) => idHash));
}

/** Returns how many people a member has enrolled for an item, in all of its sessions, those who wait included. */
export async function countEnrolled(
  db: Queryable,
  { tenant, module, activity }: Omit<EnrolmentScope, 'session'>,
  member: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from enrolment
    where tenant = ${tenant} and member_id = ${member} and module = ${module} and activity_id = ${activity}
      and status <> 'cancelled'`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}

/** Returns what a member's contacts have places of, or wait for, in an item: by contact, session ('' for the item as a whole) and state. */
export async function findHeldPlaces(
  db: Queryable,
  { tenant, module, activity }: Omit<EnrolmentScope, 'session'>,
  member: string,
): Promise<HeldPlace[]> {
  const { rows } = await sql<HeldPlace>`
    select contact_id as contact, session_id as session, status
    from enrolment
    where tenant = ${tenant} and member_id = ${member} and module = ${module} and activity_id = ${activity}
      and status <> 'cancelled'
    order by place`.execute(db.kysely);
  return rows;
}

/** Returns a member's enrolments, the newest first, or those of these ids, with the fields of their items that are asked for. */
export async function findEnrolments(
  db: Queryable,
  tenant: string,
  member: string,
  { ids, fields = [] }: { ids?: readonly string[]; fields?: readonly string[] } = {},
): Promise<StoredEnrolment[]> {
  const among = ids === undefined ? sql`` : sql` and e.id = any(${[...ids]}::text[])`;
  const { rows } = await sql<StoredEnrolment>`
    select ${ENROLMENT_FIELDS}, ${buildDoc(fields)}
    from enrolment e
    left join item i on i.tenant = e.tenant and i.module = e.module and i.id = e.activity_id
    where e.tenant = ${tenant} and e.member_id = ${member}${among}
    order by e.created desc, e.place desc
    limit ${mostRows}`.execute(db.kysely);
  return rows;
}

/**
 * Returns how many people a member has enrolled who have not checked in, by item and session, with the items. The member's are found
 * before they are grouped, or an index in the order of the groups would be read, with everybody else's.
 */
export async function countUnused(db: Queryable, tenant: string, member: string, fields: readonly string[]): Promise<UnusedEnrolments[]> {
  const { rows } = await sql<UnusedEnrolments>`
    with own as materialized (
      select module, activity_id, session_id
      from enrolment
      where tenant = ${tenant} and member_id = ${member} and status = 'enrolled' and signed_in is null
      order by created desc
    )
    select e.module, e.session, e.count, ${buildDoc(fields)}
    from (
      select module, activity_id, session_id as session, count(*)::integer as count
      from own
      group by module, activity_id, session_id
    ) e
    join item i on i.tenant = ${tenant} and i.module = e.module and i.id = e.activity_id`.execute(db.kysely);
  return rows;
}

/** Returns everybody who is or was enrolled for an item, the first first. */
export async function findEnrolmentsFor(
  db: Queryable,
  tenant: string,
  activity: string,
  fields: readonly string[],
): Promise<StoredEnrolment[]> {
  const { rows } = await sql<StoredEnrolment>`
    select ${ENROLMENT_FIELDS}, ${buildDoc(fields)}
    from enrolment e
    left join item i on i.tenant = e.tenant and i.module = e.module and i.id = e.activity_id
    where e.tenant = ${tenant} and e.activity_id = ${activity}
    order by e.place`.execute(db.kysely);
  return rows;
}

/** Returns those who wait for places of an item, who came first first. */
export async function findQueue(db: Queryable, { tenant, module, activity }: Omit<EnrolmentScope, 'session'>): Promise<StoredEnrolment[]> {
  const { rows } = await sql<StoredEnrolment>`
    select ${ENROLMENT_FIELDS}, null as doc
    from enrolment e
    where e.tenant = ${tenant} and e.module = ${module} and e.activity_id = ${activity} and e.status = 'waiting'
    order by e.place
    limit ${mostRows}`.execute(db.kysely);
  return rows;
}

/** Returns how many wait longer for the same item, by id of an enrolment. */
export async function countAhead(db: Queryable, tenant: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; ahead: number }>`
    select e.id, count(other.id)::integer as ahead
    from enrolment e
    left join enrolment other
      on other.tenant = e.tenant and other.module = e.module and other.activity_id = e.activity_id
      and other.session_id = e.session_id and other.status = 'waiting' and other.place < e.place
    where e.tenant = ${tenant} and e.id = any(${[...ids]}::text[])
    group by e.id`.execute(db.kysely);
  return new Map(rows.map(({ id, ahead }) => [id, ahead]));
}

/**
 * Gives one who waits a place, with a code, within the transaction `tx`.
 * @returns false when the code is another's, or the enrolment waits no longer
 */
export async function admitWaiting(
  tx: Queryable,
  { tenant, module, activity, id }: Omit<EnrolmentScope, 'session'> & { id: string },
  { signHash, signCipher, otherSignHashes }: StoredSignCode,
): Promise<boolean> {
  const { rows } = await sql`
    update enrolment
    set status = 'enrolled', sign_hash = ${signHash}, sign_cipher = ${signCipher}
    where tenant = ${tenant} and id = ${id} and status = 'waiting' and not exists (
      select 1
      from enrolment other
      where other.tenant = ${tenant} and other.module = ${module} and other.activity_id = ${activity}
        and other.sign_hash = any(${[signHash, ...otherSignHashes]}::text[])
    )
    returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/** Takes an enrolment back, or calls it off for the institution. @returns false when it is in another status by now, or was checked in */
export async function cancelEnrolment(
  tx: Queryable,
  { tenant, id, status }: Pick<StoredEnrolment, 'tenant' | 'id' | 'status'>,
  at: Date,
  calledOff = false,
): Promise<boolean> {
  const { rows } = await sql`
    update enrolment
    set status = 'cancelled', cancelled = ${at}, called_off = ${calledOff}
    where tenant = ${tenant} and id = ${id} and status = ${status} and status <> 'cancelled'
      and signed_in is null
    returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/** Leaves of a member's enrolments only that somebody came or did not: nothing of them tells who it was any more. */
export async function forgetAttendees(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`
    update enrolment
    set
      member_id = '', contact_id = '', name_cipher = '', phone_cipher = '', id_cipher = '', id_hash = id,
      further_cipher = '', further_id_cipher = '',
      sign_hash = null, sign_cipher = null
    where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
