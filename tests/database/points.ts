import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../src/database/connection';
import { addPoints, lockPoints, takePoints } from '../../src/database/points/entries';
import type { StoredPointOrder } from '../../src/database/points/orders';
import { inTransaction } from '../../src/database/transaction';

/** Gives a member points or takes some, until there are so many. */
export async function setCredit(db: Queryable, tenant: string, member: string, points: number): Promise<void> {
  const holder = { tenant, member };
  await inTransaction(db, async (tx) => {
    const change = points - ((await lockPoints(tx, holder)) ?? 0);
    const cause = { about: '测试', deed: randomUUID(), created: new Date() };
    if (change < 0) await takePoints(tx, holder, -change, { ...cause, kind: 'deducted' });
    else await addPoints(tx, holder, change, { ...cause, kind: 'granted', expires: null });
  });
}

/** Keeps an order for points from before there were codes. */
export async function addOldOrder(
  db: Queryable,
  tenant: string,
  order: Omit<StoredPointOrder, 'module' | 'commodity' | 'price' | 'codeCipher'>,
): Promise<void> {
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
