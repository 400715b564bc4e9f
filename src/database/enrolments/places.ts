import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { SharedReading } from '../gathering';

/** Where places are counted: a session of an item, or the item as a whole (session ''). */
interface PlaceKey {
  tenant: string;
  module: string;
  activity: string;
  session: string;
}

/** Takes places within a transaction; see {@link takePlaces}. */
export type TakePlaces = (tx: Queryable, key: PlaceKey, capacity: number | null, count: number) => Promise<boolean>;

/**
 * Takes places within the transaction `tx`, all or none, and holds on to the row until it ends: whoever takes or gives back places of
 * the same key at the same time waits. The row of an item comes before those of its sessions, or two may wait for each other.
 * @param capacity how many there are, null without a limit. It may be less than what is taken already, as when staff lowered it:
 * nobody loses a place, and none is given until enough came back.
 * @returns false when there are not so many left
 */
export const takePlaces: TakePlaces = async (tx, { tenant, module, activity, session }, capacity, count) => {
  const { rows } = await sql`
    insert into enrol_place (tenant, module, activity_id, session_id, capacity, taken)
    select ${tenant}, ${module}, ${activity}, ${session}, ${capacity}::integer, ${count}::integer
    where ${capacity}::integer is null or ${count}::integer <= ${capacity}::integer
    on conflict (tenant, module, activity_id, session_id) do update set
      taken = enrol_place.taken + excluded.taken, capacity = excluded.capacity
    where excluded.capacity is null or enrol_place.taken + excluded.taken <= excluded.capacity
    returning taken`.execute(tx.kysely);
  return rows.length > 0;
};

/** Gives places back within the transaction `tx`; in the same order as they are taken. */
export async function giveBackPlaces(tx: Queryable, { tenant, module, activity, session }: PlaceKey, count: number): Promise<void> {
  await sql`
    update enrol_place
    set taken = taken - ${count}
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity} and session_id = ${session}`.execute(tx.kysely);
}

/** Holds on to the row of an item's places until the transaction `tx` ends. @returns how many are taken */
export async function lockPlaces(tx: Queryable, { tenant, module, activity }: Omit<PlaceKey, 'session'>): Promise<number> {
  const lock = (): Promise<{ rows: { taken: number }[] }> =>
    sql<{ taken: number }>`
      select taken
      from enrol_place
      where tenant = ${tenant} and module = ${module} and activity_id = ${activity} and session_id = ''
      for update`.execute(tx.kysely);
  const known = (await lock()).rows[0];
  if (known) return known.taken;
  await sql`
    insert into enrol_place (tenant, module, activity_id, session_id)
    values (${tenant}, ${module}, ${activity}, '')
    on conflict do nothing`.execute(tx.kysely);
  return (await lock()).rows[0]?.taken ?? 0;
}

/** Returns how many places of several items are taken, by id, in one query; items of which none is are left out. */
export async function countTakenPlaces(
  db: Queryable,
  tenant: string,
  module: string,
  activities: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; taken: number }>`
    select activity_id as id, taken
    from enrol_place
    where tenant = ${tenant} and module = ${module} and activity_id = any(${[...activities]}::text[])
      and session_id = ''`.execute(db.kysely);
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

/** Returns how many places of an item are taken, by session; '' is the item as a whole. */
export async function countTakenBySession(db: Queryable, tenant: string, module: string, activity: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ session: string; taken: number }>`
    select session_id as session, taken
    from enrol_place
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}`.execute(db.kysely);
  return new Map(rows.map(({ session, taken }) => [session, taken]));
}

const countings = new SharedReading<Map<string, number>>();

/** The same for those who want to know it at the same time; where everybody waits for the same places they share one answer. */
export const countTakenTogether: typeof countTakenBySession = (db, tenant, module, activity) =>
  countings.read(db, [tenant, module, activity], () => countTakenBySession(db, tenant, module, activity));
