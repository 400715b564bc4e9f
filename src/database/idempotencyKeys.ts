import { sql } from 'kysely';
import type { Queryable } from './connection';

/** A submission that named itself: whose it is, the name it gave itself, the call, and a hash of what it said. */
export interface SubmissionKey {
  tenant: string;
  member: string;
  key: string;
  call: string;
  bodyHash: string;
}

/** What is known of a submission: it is the first of its name, or what the first one was answered. */
type KnownSubmission = { first: true } | { first: false; sameRequest: boolean; answer: unknown };

/**
 * Claims a submission's name within the transaction `tx`. A second one of the same name waits here until the first has been
 * committed or rolled back; after a rollback it is the first.
 */
export async function claimSubmission(tx: Queryable, { tenant, member, key, call, bodyHash }: SubmissionKey): Promise<KnownSubmission> {
  const claimed = await sql`
    insert into submission (tenant, member_id, key, call, body_hash)
    values (${tenant}, ${member}, ${key}, ${call}, ${bodyHash})
    on conflict (tenant, member_id, key) do nothing
    returning key`.execute(tx.kysely);
  if (claimed.rows.length > 0) return { first: true };
  const { rows } = await sql<{ call: string; bodyHash: string; answer: unknown }>`
    select call, body_hash as "bodyHash", answer
    from submission
    where tenant = ${tenant} and member_id = ${member} and key = ${key}`.execute(tx.kysely);
  const known = rows[0];
  return { first: false, sameRequest: known?.call === call && known.bodyHash === bodyHash, answer: known?.answer };
}

/** Keeps the answer of a submission that was claimed in the same transaction. */
export async function keepAnswer(tx: Queryable, { tenant, member, key }: SubmissionKey, answer: unknown): Promise<void> {
  await sql`
    update submission
    set answer = ${JSON.stringify(answer)}::jsonb
    where tenant = ${tenant} and member_id = ${member} and key = ${key}`.execute(tx.kysely);
}

/** Gives a name back whose submission was refused. */
export async function dropSubmission(tx: Queryable, { tenant, member, key }: SubmissionKey): Promise<void> {
  await sql`delete from submission where tenant = ${tenant} and member_id = ${member} and key = ${key}`.execute(tx.kysely);
}
