import { sql } from 'kysely';
import { type Change, constrain } from './steps';

/**
 * Places that are drawn among all who asked in time. The seed is fixed and its hash published before anybody asks; once it is drawn the seed is
 * published too, and each enrolment has its place in the order that follows from it.
 */
export const draws: Change = {
  up: async (db) => {
    await sql`
      create table if not exists enrolment_draw (
        tenant text not null, module text not null, activity_id text not null, closes timestamptz not null,
        seed_cipher text not null, seed_hash text not null, drawn timestamptz, seed text,
        primary key (tenant, module, activity_id), check ((drawn is null) = (seed is null))
      )`.execute(db);
    await sql`create index if not exists enrolment_draw_due on enrolment_draw (closes) where drawn is null`.execute(db);
    await sql`
      alter table enrolment
        add column if not exists draw_rank integer, add column if not exists draw_won boolean,
        add column if not exists lost boolean not null default false`.execute(db);
  },
  after: constrain('enrolment', 'enrolment_status_check', "check (status in ('enrolled', 'waiting', 'cancelled', 'drawing'))"),
};
