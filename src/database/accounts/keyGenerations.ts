import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** A master key that sealed something that is stored, known by its label; `mark` proves it. */
export interface KeyGeneration {
  label: string;
  mark: string;
  /** When nothing was left under it. */
  rotated: Date | null;
}

/** Returns the keys that sealed what is stored, the oldest first. */
export async function listKeyGenerations(db: Queryable): Promise<KeyGeneration[]> {
  const { rows } = await sql<KeyGeneration>`select label, mark, rotated from key_generation order by created, label`.execute(db.kysely);
  return rows;
}

/** Makes others who look at the keys wait until the transaction `tx` ends, so that of servers that start at once one comes first. */
export async function lockKeyGenerations(tx: Queryable): Promise<void> {
  await sql`lock table key_generation in share row exclusive mode`.execute(tx.kysely);
}

/** Keeps a key as one that seals from now on. */
export async function putKeyGeneration(tx: Queryable, { label, mark }: Pick<KeyGeneration, 'label' | 'mark'>): Promise<void> {
  await sql`
    insert into key_generation (label, mark)
    values (${label}, ${mark})
    on conflict (label) do update set rotated = null`.execute(tx.kysely);
}

/** Notes that nothing is left under the other keys than this one. */
export async function noteRotated(db: Queryable, label: string, now: number): Promise<void> {
  await sql`
    update key_generation
    set rotated = ${new Date(now)}
    where label <> ${label} and rotated is null`.execute(db.kysely);
}

/** Forgets a key under which nothing is left. */
export async function removeKeyGeneration(tx: Queryable, label: string): Promise<void> {
  await sql`delete from key_generation where label = ${label}`.execute(tx.kysely);
}
