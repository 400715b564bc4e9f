import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/** Any number will do that nothing else in the database uses. */
const key = 7_203_311_945_120_042n;
const pollMs = 200;

/**
 * Does work while no other process does: of several that start at once one changes the schema, the others wait.
 *
 * The turn is a lock of a transaction that stays open on a connection of its own and does nothing: it ends with the process, however that
 * ends, a pooler leaves it alone, and as it holds no snapshot, no index that is built waits for it. For the same reason who waits asks again and again
 * rather than within a statement that lasts.
 * @param work is given what fails once the turn is lost with its connection
 * @throws what the work throws
 */
export const inTurn = <T>(db: Kysely<unknown>, work: (confirm: () => Promise<void>) => Promise<T>): Promise<T> =>
  db.connection().execute(async (holder) => {
    while (!(await takeTurn(holder))) await delay(pollMs);
    try {
      return await work(async () => {
        await sql`select 1`.execute(holder);
      });
    } finally {
      // A connection that is gone has given the turn back.
      await sql`rollback`.execute(holder).catch(() => undefined);
    }
  });

async function takeTurn(holder: Kysely<unknown>): Promise<boolean> {
  await sql`begin`.execute(holder);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder);
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${key}::bigint) as taken`.execute(holder);
  if (rows[0]?.taken) return true;
  await sql`rollback`.execute(holder);
  return false;
}
