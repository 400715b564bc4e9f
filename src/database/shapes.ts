import { sql } from 'kysely';
import type { Queryable } from './connection';

/** The hash of slot assignments a module's items were last written with; undefined when it never was. */
export async function readShape(db: Queryable, tenant: string, module: string): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select hash from module_shape where tenant = ${tenant} and module = ${module}`.execute(db.kysely);
  return rows[0]?.hash;
}

/** Notes the hash of slot assignments after a module's items were written with them. */
export async function writeShape(db: Queryable, tenant: string, module: string, hash: string): Promise<void> {
  await sql`insert into module_shape (tenant, module, hash) values (${tenant}, ${module}, ${hash})
    on conflict (tenant, module) do update set hash = excluded.hash`.execute(db.kysely);
}
