import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';

/** Of which institution, and from the first day to the last, such as 2026-11-20. */
export interface FigureScope {
  tenant: string;
  from: string;
  to: string;
  /** What is summed up in one row where rows are stretches of time. */
  unit: 'day' | 'month';
}

/** Opened pages of a module on a day. */
export interface Visits {
  tenant: string;
  day: string;
  module: string;
  count: number;
}

/** More words than that of a day are not kept: what is searched for most comes before. */
const mostMissedOfDay = 2000;

/** Where institutions' days begin and end. */
const zone = sql.lit('Asia/Shanghai');
const within = (moment: RawBuilder<unknown>, { from, to }: FigureScope): RawBuilder<unknown> =>
  sql`${moment} >= ${from}::timestamp at time zone ${zone} and ${moment} < (${to}::timestamp + interval '1 day') at time zone ${zone}`;
/** The days or months of a period, those in which nothing was as well. */
const spans = ({ from, to, unit }: FigureScope): RawBuilder<unknown> => sql`
  generate_series(date_trunc(${sql.lit(unit)}, ${from}::timestamp), ${to}::timestamp, ${sql.lit(`1 ${unit}`)}::interval) as span (start)`;
const nameSpan = ({ unit }: FigureScope): RawBuilder<unknown> =>
  sql`to_char(span.start, ${sql.lit(unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM')})`;
/** Sums of rows of a table by the day or month of a moment that they have. */
const sumBy = (table: string, moment: RawBuilder<unknown>, sum: RawBuilder<unknown>, scope: FigureScope): RawBuilder<unknown> => sql`
  select date_trunc(${sql.lit(scope.unit)}, ${moment} at time zone ${zone}) as start, ${sum}::int as sum
  from ${sql.table(table)}
  where tenant = ${scope.tenant} and ${within(moment, scope)}
  group by 1`;
const count = sql`count(*)`;

/** Adds opened pages to those of their days, all in one statement; rows come in one order, so that two servers never wait for each other. */
export async function addVisits(db: Queryable, visits: readonly Visits[]): Promise<void> {
  if (visits.length === 0) return;
  await sql`
    insert into page_visit (tenant, day, module, count)
    select tenant, day, module, count
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as row (tenant text, day date, module text, count bigint)
    order by tenant, day, module
    on conflict (tenant, day, module) do update set count = page_visit.count + excluded.count`.execute(db.kysely);
}

/** Counts a word that was searched for in vain. */
export async function countMiss(db: Queryable, { tenant, day, term }: { tenant: string; day: string; term: string }): Promise<void> {
  await sql`
    insert into search_miss (tenant, day, term, count)
    select ${tenant}, ${day}::date, ${term}, 1
    where (select count(*) from search_miss where tenant = ${tenant} and day = ${day}::date) < ${mostMissedOfDay}
    on conflict (tenant, day, term) do update set count = search_miss.count + 1`.execute(db.kysely);
}

/** Returns how many pages were opened, by day or month; those without any are there too. */
export async function sumVisits(db: Queryable, scope: FigureScope): Promise<{ at: string; visits: number }[]> {
  const { rows } = await sql<{ at: string; visits: number }>`
    select ${nameSpan(scope)} as at, coalesce(sum(v.count), 0)::int as visits
    from ${spans(scope)}
    left join page_visit v on v.tenant = ${scope.tenant} and v.day between ${scope.from}::date and ${scope.to}::date
      and date_trunc(${sql.lit(scope.unit)}, v.day::timestamp) = span.start
    group by span.start
    order by span.start`.execute(db.kysely);
  return rows;
}

/** Returns how many pages of each module were opened, most first. */
export async function sumVisitsOfModules(db: Queryable, { tenant, from, to }: FigureScope): Promise<{ module: string; visits: number }[]> {
  const { rows } = await sql<{ module: string; visits: number }>`
    select module, sum(count)::int as visits
    from page_visit
    where tenant = ${tenant} and day between ${from}::date and ${to}::date
    group by module
    order by visits desc, module`.execute(db.kysely);
  return rows;
}

/** Returns how many enrolled, took their enrolment back and came, each by the day or month in which that was. */
export async function sumEnrolments(
  db: Queryable,
  scope: FigureScope,
): Promise<{ at: string; enrolled: number; cancelled: number; came: number }[]> {
  const { rows } = await sql<{ at: string; enrolled: number; cancelled: number; came: number }>`
    with enrolled as (${sumBy('enrolment', sql`created`, count, scope)}),
      cancelled as (${sumBy('enrolment', sql`cancelled`, count, scope)}),
      came as (${sumBy('enrolment', sql`signed_in`, count, scope)})
    select ${nameSpan(scope)} as at, coalesce(enrolled.sum, 0) as enrolled, coalesce(cancelled.sum, 0) as cancelled,
      coalesce(came.sum, 0) as came
    from ${spans(scope)}
    left join enrolled using (start)
    left join cancelled using (start)
    left join came using (start)
    order by span.start`.execute(db.kysely);
  return rows;
}

/** Bookings that stand or stood: neither awaiting a decision, nor refused, nor taken back. */
const standing = sql`cancelled is null and status = 1`;

/** Returns how many bookings each place has in a period, and how many hours they hold it; the most hours first. */
export async function sumBookingsOfPlaces(
  db: Queryable,
  scope: FigureScope,
): Promise<{ place: string; bookings: number; hours: number; came: number }[]> {
  const { rows } = await sql<{ place: string; bookings: number; hours: number; came: number }>`
    select max(venue_name) as place, count(*)::int as bookings,
      round(extract(epoch from sum(ends - starts)) / 3600.0, 1)::float8 as hours,
      count(checked_in)::int as came
    from booking
    where tenant = ${scope.tenant} and ${within(sql`starts`, scope)} and ${standing}
    group by module, venue_id
    order by hours desc, place`.execute(db.kysely);
  return rows;
}

/** Returns in how many bookings of a period each hour of the day is held; hours from 0 to 23, those without any left out. */
export async function sumBookingsOfHours(db: Queryable, scope: FigureScope): Promise<{ hour: number; bookings: number }[]> {
  const { rows } = await sql<{ hour: number; bookings: number }>`
    select hour, count(*)::int as bookings
    from booking, generate_series(
      extract(hour from starts at time zone ${zone})::int,
      extract(hour from (ends - interval '1 minute') at time zone ${zone})::int
    ) as hour
    where tenant = ${scope.tenant} and ${within(sql`starts`, scope)} and ${standing}
    group by hour
    order by hour`.execute(db.kysely);
  return rows;
}

/** Returns what was searched for in vain, what most looked for first. */
export async function listMisses(
  db: Queryable,
  { tenant, from, to }: FigureScope,
  limit: number,
): Promise<{ term: string; searches: number }[]> {
  const { rows } = await sql<{ term: string; searches: number }>`
    select term, sum(count)::int as searches
    from search_miss
    where tenant = ${tenant} and day between ${from}::date and ${to}::date
    group by term
    order by searches desc, term
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Returns how many points members were given and how many went, by day or month. */
export async function sumPoints(db: Queryable, scope: FigureScope): Promise<{ at: string; given: number; gone: number }[]> {
  const { rows } = await sql<{ at: string; given: number; gone: number }>`
    with given as (${sumBy('point_entry', sql`created`, sql`sum(greatest(amount, 0))`, scope)}),
      gone as (${sumBy('point_entry', sql`created`, sql`sum(greatest(-amount, 0))`, scope)})
    select ${nameSpan(scope)} as at, coalesce(given.sum, 0) as given, coalesce(gone.sum, 0) as gone
    from ${spans(scope)}
    left join given using (start)
    left join gone using (start)
    order by span.start`.execute(db.kysely);
  return rows;
}

/** Forgets the sums of days before one, of all institutions. */
export async function removeFigures(db: Queryable, before: string): Promise<void> {
  await sql`delete from page_visit where day < ${before}::date`.execute(db.kysely);
  await sql`delete from search_miss where day < ${before}::date`.execute(db.kysely);
}
