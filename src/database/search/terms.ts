import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** Whose words are counted, and up to which day, as 2026-11-20. */
interface TermScope {
  tenant: string;
  day: string;
}

/** Counts that somebody searched for a word on a day; who it was is told by a mark that is another one for each word and day. */
export async function countTerm(
  db: Queryable,
  { tenant, day, term, visitor }: TermScope & { term: string; visitor: string },
): Promise<void> {
  await sql`
    insert into search_term (tenant, day, term, visitor)
    values (${tenant}, ${day}::date, ${term}, ${visitor})
    on conflict do nothing`.execute(db.kysely);
}

/** Returns the words that most were searched for by visitors in the days up to one, each by at least so many of them; the most frequent first. */
export async function listHotTerms(
  db: Queryable,
  { tenant, day, days, least, limit }: TermScope & { days: number; least: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term
    from search_term
    where tenant = ${tenant} and day > ${day}::date - ${days}::int and day <= ${day}::date
    group by term
    having count(*) >= ${least}
    order by count(*) desc, term
    limit ${limit}`.execute(db.kysely);
  return rows.map(({ term }) => term);
}

/** Forgets what was searched for before a day. */
export async function removeTerms(db: Queryable, before: string): Promise<void> {
  await sql`delete from search_term where day < ${before}::date`.execute(db.kysely);
}
