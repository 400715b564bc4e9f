import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { selectPage, type Page, type Window } from '../page';

/** What was ordered for points; recipient, contact and address only enciphered. State: 1 not yet handled, 2 handled, 3 taken back (ledger CORD-03, CORD-04). */
export interface StoredPointOrder {
  id: string;
  member: string;
  commodityName: string;
  userNameCipher: string;
  contactCipher: string;
  addressCipher: string;
  remark: string;
  state: 1 | 2 | 3;
  created: Date;
}

const ORDER = sql.raw(`
  id, member_id as member, commodity_name as "commodityName", user_name_cipher as "userNameCipher",
  contact_cipher as "contactCipher", address_cipher as "addressCipher", remark, state, created`);

/** Returns a member's points; 0 for who never had any. */
export async function readCredit(db: Queryable, tenant: string, member: string): Promise<number> {
  const { rows } = await sql<{
    credit: number;
  }>`select credit from point_account where tenant = ${tenant} and member_id = ${member}`.execute(db.kysely);
  return rows[0]?.credit ?? 0;
}

/** Returns a page of a member's orders, the newest first, and how many there are; of one state or of all. */
export function listPointOrders(
  db: Queryable,
  tenant: string,
  member: string,
  { state, ...window }: Window & { state?: number },
): Promise<Page<StoredPointOrder>> {
  const inState = state === undefined ? sql`` : sql` and state = ${state}`;
  const from = sql`point_order where tenant = ${tenant} and member_id = ${member}${inState}`;
  return selectPage(db, { select: ORDER, from, orderBy: sql`created desc, id desc` }, window);
}

/** Forgets a member's points and orders. */
export async function removePoints(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from point_account where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
  await sql`delete from point_order where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
