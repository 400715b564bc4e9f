import { type Kysely, sql } from 'kysely';

/** How often pages were opened and what was searched for in vain, by day: sums alone, which tell nothing of anybody. */
export async function createFigures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table page_visit (
      tenant text not null, day date not null, module text not null, count bigint not null, primary key (tenant, day, module)
    )`.execute(db);
  await sql`
    create table search_miss (
      tenant text not null, day date not null, term text not null, count bigint not null, primary key (tenant, day, term)
    )`.execute(db);
}
