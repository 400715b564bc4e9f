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

/**
 * Adds points to a member's, or takes them away when `points` is negative, however many calls do so at once.
 * @returns how many there are afterwards, or undefined when there are too few to take: then nothing is taken
 */
export async function changeCredit(tx: Queryable, tenant: string, member: string, points: number): Promise<number | undefined> {
  await sql`
    insert into point_account (tenant, member_id)
    values (${tenant}, ${member})
    on conflict (tenant, member_id) do nothing`.execute(tx.kysely);
  const { rows } = await sql<{ credit: number }>`
    update point_account
    set credit = credit + ${points}
    where tenant = ${tenant} and member_id = ${member} and credit + ${points} >= 0
    returning credit`.execute(tx.kysely);
  return rows[0]?.credit;
}

/** Keeps an order. */
export async function addPointOrder(tx: Queryable, tenant: string, order: StoredPointOrder): Promise<void> {
  const { id, member, commodityName, userNameCipher, contactCipher, addressCipher, remark, state, created } = order;
  await sql`
    insert into point_order (
      tenant, id, member_id, commodity_name, user_name_cipher, contact_cipher, address_cipher, remark, state,
      created
    )
    values (
      ${tenant}, ${id}, ${member}, ${commodityName}, ${userNameCipher}, ${contactCipher}, ${addressCipher},
      ${remark}, ${state}, ${created}
    )`.execute(tx.kysely);
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
