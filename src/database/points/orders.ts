import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import { selectPage, type Page, type Window } from '../page';
import type { PointHolder } from './entries';

/** State of an order: 1 not yet handled, 2 handled, 3 taken back (ledger CORD-04). */
export const orderStates = { waiting: 1, handled: 2, withdrawn: 3 } as const;
type OrderState = (typeof orderStates)[keyof typeof orderStates];

/** The code that an order is picked up by. */
export interface StoredPickUpCode {
  codeHash: string;
  codeCipher: string;
}

/** What was ordered for points; recipient, contact and address only enciphered (ledger CORD-03). */
export interface StoredPointOrder {
  id: string;
  member: string;
  /** The module and the item, '' of orders from before they were kept, and what it was called. */
  module: string;
  commodity: string;
  commodityName: string;
  price: number;
  userNameCipher: string;
  contactCipher: string;
  addressCipher: string;
  remark: string;
  state: OrderState;
  codeCipher: string | null;
  created: Date;
}

/** An order that is placed, with the hashes that its code may be stored under from before keys were changed. */
export interface NewPointOrder extends Omit<StoredPointOrder, 'state' | 'codeCipher'>, StoredPickUpCode {
  otherCodeHashes: readonly string[];
}

/** What names one order. */
interface OrderKey {
  tenant: string;
  id: string;
}

const ORDER = sql.raw(`
  id, member_id as member, module, commodity_id as commodity, commodity_name as "commodityName", price,
  user_name_cipher as "userNameCipher", contact_cipher as "contactCipher", address_cipher as "addressCipher", remark, state,
  code_cipher as "codeCipher", created`);

/** Stores an order within the transaction `tx`. @returns false when another order has its code */
export async function addPointOrder(tx: Queryable, tenant: string, order: NewPointOrder): Promise<boolean> {
  const { id, member, module, commodity, commodityName, price, userNameCipher, contactCipher, addressCipher, remark, created } = order;
  const { rows } = await sql`
    insert into point_order (
      tenant, id, member_id, module, commodity_id, commodity_name, price, user_name_cipher, contact_cipher, address_cipher,
      remark, code_hash, code_cipher, created
    )
    select
      ${tenant}::text, ${id}::text, ${member}::text, ${module}::text, ${commodity}::text, ${commodityName}::text,
      ${price}::integer, ${userNameCipher}::text, ${contactCipher}::text, ${addressCipher}::text, ${remark}::text,
      ${order.codeHash}::text, ${order.codeCipher}::text, ${created}::timestamptz
    where not exists (
      select 1
      from point_order
      where tenant = ${tenant} and code_hash = any(${[...order.otherCodeHashes]}::text[])
    )
    on conflict (tenant, code_hash) where code_hash is not null do nothing
    returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/** Closes an order that waits, within the transaction `tx`; see {@link closePointOrder}. */
export type ClosePointOrder = (tx: Queryable, key: OrderKey, state: 2 | 3, at: Date) => Promise<boolean>;

/** Closes an order that waits: handled or taken back, whichever comes first. @returns false when it waits no longer */
export const closePointOrder: ClosePointOrder = async (tx, { tenant, id }, state, at) => {
  const { rows } = await sql`
    update point_order
    set state = ${state}, closed = ${at}
    where tenant = ${tenant} and id = ${id} and state = ${orderStates.waiting}
    returning id`.execute(tx.kysely);
  return rows.length > 0;
};

/** Holds on to an order within the transaction `tx`. @returns its state; undefined when there is none */
export async function lockPointOrder(tx: Queryable, { tenant, id }: OrderKey): Promise<number | undefined> {
  const { rows } = await sql<{ state: number }>`
    select state from point_order where tenant = ${tenant} and id = ${id} for update`.execute(tx.kysely);
  return rows[0]?.state;
}

/** Returns an order of an id, or of a code by the hashes that it may be stored under; undefined when there is none. */
export async function findPointOrder(
  db: Queryable,
  tenant: string,
  by: { id: string } | { codeHashes: readonly string[] },
): Promise<StoredPointOrder | undefined> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`code_hash = any(${[...by.codeHashes]}::text[])`;
  const { rows } = await sql<StoredPointOrder>`select ${ORDER} from point_order where tenant = ${tenant} and ${which}`.execute(db.kysely);
  return rows[0];
}

const inState = (state: number | undefined): RawBuilder<unknown> => (state === undefined ? sql`` : sql` and state = ${state}`);

/** Returns a page of a member's orders, the newest first, and how many there are; of one state or of all. */
export function listPointOrders(
  db: Queryable,
  { tenant, member }: PointHolder,
  { state, ...window }: Window & { state?: number },
): Promise<Page<StoredPointOrder>> {
  const from = sql`point_order where tenant = ${tenant} and member_id = ${member}${inState(state)}`;
  return selectPage(db, { select: ORDER, from, orderBy: sql`created desc, id desc` }, window);
}

/** Returns the orders of an institution that wait to be handled, the oldest first. */
export async function listWaitingOrders(db: Queryable, tenant: string, limit = 200): Promise<StoredPointOrder[]> {
  const { rows } = await sql<StoredPointOrder>`
    select ${ORDER}
    from point_order
    where tenant = ${tenant} and state = ${orderStates.waiting}
    order by created, id
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Forgets a member's points, entries and orders, within the transaction `tx`; what was ordered and not handled is there for others again. */
export async function removePoints(tx: Queryable, tenant: string, member: string): Promise<void> {
  // Who exchanges or withdraws at the same time holds this row first.
  await sql`delete from point_account where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
  await sql`delete from point_entry where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
  await sql`
    with gone as (
      delete from point_order
      where tenant = ${tenant} and member_id = ${member}
      returning module, commodity_id, state
    ),
    waiting as (
      select module, commodity_id, count(*)::integer as count
      from gone
      where state = ${orderStates.waiting}
      group by module, commodity_id
    )
    update enrol_place place
    set taken = greatest(0, place.taken - waiting.count)
    from waiting
    where place.tenant = ${tenant} and place.module = waiting.module and place.activity_id = waiting.commodity_id
      and place.session_id = ''`.execute(tx.kysely);
}
