import { sql } from 'kysely';
import type { StoredPointOrder } from '../../src/database/accounts/points';
import type { Queryable } from '../../src/database/connection';

/** Gives a member so many points. The portal shows points; what earns and spends them is the institution's own. */
export async function setCredit(db: Queryable, tenant: string, member: string, points: number): Promise<void> {
  await sql`
    insert into point_account (tenant, member_id, credit)
    values (${tenant}, ${member}, ${points})
    on conflict (tenant, member_id) do update set credit = excluded.credit`.execute(db.kysely);
}

/** Keeps an order for points, as the institution's shop does. */
export async function addPointOrder(db: Queryable, tenant: string, order: StoredPointOrder): Promise<void> {
  const { id, member, commodityName, userNameCipher, contactCipher, addressCipher, remark, state, created } = order;
  await sql`
    insert into point_order (
      tenant, id, member_id, commodity_name, user_name_cipher, contact_cipher, address_cipher, remark, state,
      created
    )
    values (
      ${tenant}, ${id}, ${member}, ${commodityName}, ${userNameCipher}, ${contactCipher}, ${addressCipher},
      ${remark}, ${state}, ${created}
    )`.execute(db.kysely);
}
