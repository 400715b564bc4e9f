import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** Something that a member of the staff changed, saw or took out. */
export interface AuditEntry {
  tenant: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The id of who did it, and the name at the time. */
  staff: string;
  name: string;
  /** The network address that it was done from. */
  address: string;
  /** What was done, such as `item.save`. */
  action: string;
  module?: string;
  item?: string;
  title?: string;
  /** What else is to be known of it: no personal data. */
  detail?: Record<string, unknown>;
}

/** An entry as it is kept. */
export type KeptEntry = Required<Omit<AuditEntry, 'tenant' | 'at'>> & { number: string; at: Date };

/** Which entries are asked for. */
export interface AuditQuery {
  tenant: string;
  staff?: string;
  action?: string;
  /** What was done is one of these, or begins with one of these and a dot. */
  actions?: readonly string[];
  /** Part of what it was done to, of who did it, or of the address. */
  keyword?: string;
  module?: string;
  /** From a moment on, and before another one. */
  from?: Date;
  to?: Date;
  limit: number;
  offset: number;
}

/** Adds an entry, within the transaction of what it tells of. @returns its number */
export async function addAudit(tx: Queryable, entry: AuditEntry): Promise<string> {
  const { tenant, at, staff, name, address, action, module = '', item = '', title = '', detail = {} } = entry;
  const { rows } = await sql<{ number: string }>`
    insert into audit (tenant, at, staff, name, address, action, module, item, title, detail)
    values (
      ${tenant}, ${new Date(at)}, ${staff}, ${name}, ${address}, ${action}, ${module}, ${item}, ${title.slice(0, 300)},
      ${JSON.stringify(detail)}::jsonb
    )
    returning number::text`.execute(tx.kysely);
  return rows[0]?.number ?? '';
}

/** Returns entries, the newest first, and how many there are in all. */
export async function listAudit(db: Queryable, query: AuditQuery): Promise<{ rows: KeptEntry[]; total: number }> {
  const { tenant, staff, action, actions, keyword, module, from, to, limit, offset } = query;
  const like = `%${(keyword ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const where = sql.join(
    [
      sql`tenant = ${tenant}`,
      ...(staff === undefined ? [] : [sql`staff = ${staff}`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(actions === undefined
        ? []
        : [sql`(action = any(${[...actions]}::text[]) or split_part(action, '.', 1) = any(${[...actions]}::text[]))`]),
      ...(keyword === undefined ? [] : [sql`(title ilike ${like} or name ilike ${like} or address ilike ${like} or item = ${keyword})`]),
      ...(module === undefined ? [] : [sql`module = ${module}`]),
      ...(from === undefined ? [] : [sql`at >= ${from}`]),
      ...(to === undefined ? [] : [sql`at < ${to}`]),
    ],
    sql` and `,
  );
  const [found, counted] = await Promise.all([
    sql<KeptEntry>`
      select number::text, at, staff, name, address, action, module, item, title, detail
      from audit
      where ${where}
      order by at desc, number desc
      limit ${limit} offset ${offset}`.execute(db.kysely),
    sql<{ total: number }>`select count(*)::int as total from audit where ${where}`.execute(db.kysely),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns who made the last move of an item and which, where it was one of the staff's at the desk. */
export async function findLastMover(
  db: Queryable,
  { tenant, module, id }: { tenant: string; module: string; id: string },
): Promise<{ name: string; move: string } | undefined> {
  const { rows } = await sql<{ name: string; move: string }>`
    select audit.name, last.move
    from (
      select role, move from item_move
      where tenant = ${tenant} and module = ${module} and item_id = ${id}
      order by number desc
      limit 1
    ) last
    join audit on audit.tenant = ${tenant} and audit.module = ${module} and audit.item = ${id} and audit.action = 'move.' || last.move
    where last.role = 'staff' and audit.item <> ''
    order by audit.number desc
    limit 1`.execute(db.kysely);
  return rows[0];
}

/** Removes what an institution no longer keeps. @returns how many entries */
export async function removeOldAudit(db: Queryable, tenant: string, before: Date): Promise<number> {
  const { rows } = await sql`delete from audit where tenant = ${tenant} and at < ${before} returning number`.execute(db.kysely);
  return rows.length;
}
