import { sql } from 'kysely';
import type { Queryable } from './connection';

const PATIENCE_MS = 2_000;

/** Whether the database answers within two seconds. Never throws. */
export async function ping(db: Queryable): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false);
  });
  const answer = sql`select 1`.execute(db.kysely).then(
    () => true,
    () => false,
  );
  const alive = await Promise.race([answer, late]);
  clearTimeout(timer);
  return alive;
}
