import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { buildCounts } from './sealedValues';

/** How much of one kind an institution holds: a table and what of it, such as `contact id`; the oldest is held since then. */
interface PersonalDataCount {
  tenant: string;
  kind: string;
  count: number;
  oldest: Date;
}

/** Counts the personal details that are held, by institution and kind; what was forgotten does not count. */
export async function countPersonalData(db: Queryable): Promise<PersonalDataCount[]> {
  const { rows } = await sql<PersonalDataCount>`
    select tenant, kind, count(*) as count, min(created) as oldest
    from (${buildCounts((table, column) => {
      const kind = `${table} ${column.replace(/_cipher$/, '').replaceAll('_', ' ')}`;
      return sql`select tenant, ${kind}::text as kind, created from ${sql.table(table)} where ${sql.ref(column)} <> ''`;
    })}) as detail
    group by 1, 2
    order by 1, 2`.execute(db.kysely);
  return rows;
}
