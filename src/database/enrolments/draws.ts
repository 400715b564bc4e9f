import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { ENROLMENT_FIELDS, type StoredEnrolment } from './enrolments';

/** The item whose places are drawn. */
export interface DrawKey {
  tenant: string;
  module: string;
  activity: string;
}

/** A draw; its seed is sealed until it is drawn, and published from then on. */
export interface StoredDraw {
  closes: Date;
  seedCipher: string;
  seedHash: string;
  drawn: Date | null;
  seed: string | null;
}

/** What somebody came to in a draw. */
interface DrawnPlace {
  id: string;
  rank: number;
  won: boolean;
}

const FIELDS = sql.raw('closes, seed_cipher as "seedCipher", seed_hash as "seedHash", drawn, seed');

/** Returns the draw of an item; undefined where there is none yet. */
export async function findDraw(db: Queryable, { tenant, module, activity }: DrawKey): Promise<StoredDraw | undefined> {
  const { rows } = await sql<StoredDraw>`
    select ${FIELDS} from enrolment_draw
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}`.execute(db.kysely);
  return rows[0];
}

/** Fixes the seed of a draw, unless that was done, and when it closes, unless it is drawn. */
export async function putDraw(
  db: Queryable,
  { tenant, module, activity }: DrawKey,
  { closes, seedCipher, seedHash }: Pick<StoredDraw, 'closes' | 'seedCipher' | 'seedHash'>,
): Promise<void> {
  await sql`
    insert into enrolment_draw as draw (tenant, module, activity_id, closes, seed_cipher, seed_hash)
    values (${tenant}, ${module}, ${activity}, ${closes}, ${seedCipher}, ${seedHash})
    on conflict (tenant, module, activity_id) do update set closes = excluded.closes
    where draw.drawn is null and draw.closes <> excluded.closes`.execute(db.kysely);
}

/** Keeps a draw from being drawn until the transaction `tx` ends, so that who asks within it is among the drawn. @returns the draw as it is */
export async function holdDraw(tx: Queryable, { tenant, module, activity }: DrawKey): Promise<StoredDraw | undefined> {
  const { rows } = await sql<StoredDraw>`
    select ${FIELDS} from enrolment_draw
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}
    for share`.execute(tx.kysely);
  return rows[0];
}

/** Takes a draw to be drawn; see {@link takeDraw}. */
export type TakeDraw = (tx: Queryable, key: DrawKey, now: Date) => Promise<StoredDraw | undefined>;

/** Takes a draw that is due, for the transaction `tx` alone. @returns undefined when another server has it, or it was drawn */
export const takeDraw: TakeDraw = async (tx, { tenant, module, activity }, now) => {
  const { rows } = await sql<StoredDraw>`
    select ${FIELDS} from enrolment_draw
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity} and drawn is null and closes <= ${now}
    for update skip locked`.execute(tx.kysely);
  return rows[0];
};

/** Returns the draws of all institutions that are due. */
export async function listDueDraws(db: Queryable, now: Date): Promise<DrawKey[]> {
  const { rows } = await sql<DrawKey>`
    select tenant, module, activity_id as activity from enrolment_draw
    where drawn is null and closes <= ${now}
    order by closes`.execute(db.kysely);
  return rows;
}

/** Returns everybody who takes part in a draw that is not drawn yet. */
export async function listEntrants(db: Queryable, { tenant, module, activity }: DrawKey): Promise<StoredEnrolment[]> {
  const { rows } = await sql<StoredEnrolment>`
    select ${ENROLMENT_FIELDS}, null as doc from enrolment e
    where e.tenant = ${tenant} and e.module = ${module} and e.activity_id = ${activity} and e.status = 'drawing'`.execute(db.kysely);
  return rows;
}

/**
 * Gives one who takes part the next place of the waiting list, within the transaction of the draw: called in the drawn order.
 * @returns false when that one takes part no longer
 */
export async function lineUp(tx: Queryable, tenant: string, id: string, rank: number): Promise<boolean> {
  const { rows } = await sql`
    update enrolment set status = 'waiting', place = default, draw_rank = ${rank}, draw_won = false
    where tenant = ${tenant} and id = ${id} and status = 'drawing'
    returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/** Notes that one who was drawn got a place. */
export async function markWon(tx: Queryable, tenant: string, id: string): Promise<void> {
  await sql`update enrolment set draw_won = true where tenant = ${tenant} and id = ${id}`.execute(tx.kysely);
}

/** Ends the enrolment of one who got no place where no waiting list is kept. */
export async function markLost(tx: Queryable, tenant: string, id: string, at: Date): Promise<void> {
  await sql`
    update enrolment set status = 'cancelled', cancelled = ${at}, lost = true
    where tenant = ${tenant} and id = ${id} and status = 'waiting'`.execute(tx.kysely);
}

/** Publishes the seed of a draw that was drawn. */
export async function publishDraw(tx: Queryable, { tenant, module, activity }: DrawKey, seed: string, drawn: Date): Promise<void> {
  await sql`
    update enrolment_draw set drawn = ${drawn}, seed = ${seed}
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}`.execute(tx.kysely);
}

/** Returns a part of the drawn order of an item, by the ids of enrolments, and how many there are. */
export async function listDrawn(
  db: Queryable,
  { tenant, module, activity }: DrawKey,
  { limit, offset }: { limit: number; offset: number },
): Promise<DrawnPlace[]> {
  const { rows } = await sql<DrawnPlace>`
    select id, draw_rank as rank, draw_won as won from enrolment
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity} and draw_rank is not null
    order by draw_rank
    limit ${limit} offset ${offset}`.execute(db.kysely);
  return rows;
}

/** Returns how many take part in a draw, or took. */
export async function countDrawn(db: Queryable, { tenant, module, activity }: DrawKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from enrolment
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}
      and (status = 'drawing' or draw_rank is not null)`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}
