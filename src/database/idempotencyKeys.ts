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

/** Returns which submissions were answered already, in the order of their names. */
export async function findAnswered(
  db: Queryable,
  tenant: string,
  names: readonly Pick<SubmissionKey, 'member' | 'key'>[],
): Promise<boolean[]> {
  const { rows } = await sql<{ member: string; key: string }>`
    select member_id as member, key
    from submission
    join unnest(${names.map(({ member }) => member)}::text[], ${names.map(({ key }) => key)}::text[]) as wanted (member, name)
      on wanted.member = member_id and wanted.name = key
    where tenant = ${tenant} and answer is not null`.execute(db.kysely);
  const found = new Set(rows.map(({ member, key }) => `${member} ${key}`));
  return names.map(({ member, key }) => found.has(`${member} ${key}`));
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

/** What a member said by a call, whatever name the submission gave itself. */
export type SubmissionContent = Omit<SubmissionKey, 'key'>;

/** No name that a submission gives itself has a blank. */
const contentKey = ({ call, bodyHash }: SubmissionContent): string => `content ${call} ${bodyHash}`;

/**
 * Notes what came of something that a member said, within the transaction `tx`. Who says the same at the same time waits here until this one has
 * been committed or rolled back.
 * @returns what the same has come to since a moment, which stays noted; undefined when this is the first
 */
export async function noteContent(
  tx: Queryable,
  content: SubmissionContent,
  item: string,
  { since, now }: { since: number; now: number },
): Promise<string | undefined> {
  const { tenant, member, call, bodyHash } = content;
  const { rows } = await sql<{ item: string }>`
    insert into submission (tenant, member_id, key, call, body_hash, answer, created)
    values (${tenant}, ${member}, ${contentKey(content)}, ${call}, ${bodyHash}, ${JSON.stringify({ item })}::jsonb, ${new Date(now)})
    on conflict (tenant, member_id, key) do update
    set answer = case when submission.created < ${new Date(since)} then excluded.answer else submission.answer end,
      created = case when submission.created < ${new Date(since)} then excluded.created else submission.created end
    returning answer ->> 'item' as item`.execute(tx.kysely);
  const known = rows[0]?.item;
  return known === item ? undefined : known;
}

/** Notes that the same has now come to another item. */
export async function replaceContent(tx: Queryable, content: SubmissionContent, item: string, now: number): Promise<void> {
  const { tenant, member } = content;
  await sql`
    update submission
    set answer = ${JSON.stringify({ item })}::jsonb, created = ${new Date(now)}
    where tenant = ${tenant} and member_id = ${member} and key = ${contentKey(content)}`.execute(tx.kysely);
}
