import { sql } from 'kysely';
import type { Queryable } from './connection';

/** A reply as it was the last time that it was good. */
interface ReplyCopy {
  body: string;
  /** Milliseconds since 1970. */
  made: number;
}

/** Keeps a reply in place of an older one of the same call. */
export async function keepReplyCopy(db: Queryable, tenant: string, key: string, { body, made }: ReplyCopy): Promise<void> {
  await sql`
    insert into reply_copy (tenant, key, body, size, made)
    values (${tenant}, ${key}, ${body}, ${Buffer.byteLength(body)}, ${new Date(made)})
    on conflict (tenant, key) do update set body = excluded.body, size = excluded.size, made = excluded.made
    where reply_copy.made < excluded.made`.execute(db.kysely);
}

/** Returns the last good reply of a call; undefined when none is kept. */
export async function findReplyCopy(db: Queryable, tenant: string, key: string): Promise<ReplyCopy | undefined> {
  const { rows } = await sql<{ body: string; made: Date }>`
    select body, made from reply_copy where tenant = ${tenant} and key = ${key}`.execute(db.kysely);
  const found = rows[0];
  return found && { body: found.body, made: found.made.getTime() };
}

/** Removes of an institution's copies the oldest beyond so many bytes, and those made before a moment. */
export async function trimReplyCopies(db: Queryable, tenant: string, mostBytes: number, madeBefore: number): Promise<void> {
  await sql`
    delete from reply_copy
    where tenant = ${tenant} and (made < ${new Date(madeBefore)} or key in (
      select key from (
        select key, sum(size) over (order by made desc, key) as bytes from reply_copy where tenant = ${tenant}
      ) as summed where bytes > ${mostBytes}
    ))`.execute(db.kysely);
}
