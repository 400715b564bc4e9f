import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/** Everybody else waits behind who waits for a table's lock, so it is given up soon, and asked for again later. */
const lockTimeoutMs = 400;
const [firstPauseMs, longestPauseMs, patienceMs] = [50, 3_000, 600_000];
/** lock_not_available, deadlock_detected */
const passing = new Set(['55P03', '40P01']);

/**
 * Does work in a transaction that waits for no lock for longer than a moment. Where it does not get one it lets go of all it has and tries
 * again, less and less often.
 * @throws Error when it did not get its locks within ten minutes, with the transactions that have been open for long; what the work throws
 */
export const transactBriefly = (db: Kysely<unknown>, work: (tx: Kysely<unknown>) => Promise<void>): Promise<void> =>
  retryLocked(db, () =>
    db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx);
      // Each transaction waits for the disk alone; what goes over many rows takes the time it takes.
      await sql`set local statement_timeout = 0`.execute(tx);
      await work(tx);
    }),
  );

/** Does work again for as long as somebody has a lock that it needs. @throws as `transactBriefly` */
export async function retryLocked(db: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    const error = await work().then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    );
    if (error === undefined) return;
    if (!isPassing(error.thrown)) throw error.thrown;
    if (performance.now() > end) throw new Error(`No lock was to be had. Open for long: ${await listLong(db)}`, { cause: error.thrown });
    await delay(pause * (0.5 + Math.random()));
  }
}

const isPassing = (error: unknown): boolean => error instanceof Error && 'code' in error && passing.has(String(error.code));

async function listLong(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ said: string }>`
    select format('process %s of %s, %s since %s', pid, coalesce(nullif(application_name, ''), usename), state, xact_start) as said
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 second'
    order by xact_start
    limit 5`.execute(db);
  return rows.map(({ said }) => said).join('; ') || 'nothing now';
}
