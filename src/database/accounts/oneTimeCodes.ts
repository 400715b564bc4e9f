import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** What a code of a text message is bound to. */
export type CodeKey = { tenant: string; purpose: string; phoneHash: string };

/** Keeps a new code of a browser's; one that it asked for before for the same purpose counts no longer. */
export async function putCode(
  db: Queryable,
  { tenant, purpose, phoneHash }: CodeKey,
  holderHash: string,
  codeHash: string,
  expires: number,
): Promise<void> {
  await sql`
    insert into one_time_code (tenant, purpose, phone_hash, holder_hash, code_hash, expires)
    values (${tenant}, ${purpose}, ${phoneHash}, ${holderHash}, ${codeHash}, ${new Date(expires)})
    on conflict (tenant, purpose, phone_hash, holder_hash) do update set
      code_hash = excluded.code_hash, expires = excluded.expires, tries = 0`.execute(db.kysely);
}

/**
 * Uses up the code that a browser asked for. Each try is counted before it is compared, so that no more than `tries` are compared
 * however many come at once; and of those that match only one removes the row.
 */
export async function takeOwnCode(
  db: Queryable,
  key: CodeKey,
  holderHash: string,
  codeHash: string,
  tries: number,
  now: number,
): Promise<boolean> {
  const { tenant, purpose, phoneHash } = key;
  const counted = await sql<{ matches: boolean }>`
    update one_time_code
    set tries = tries + 1
    where tenant = ${tenant} and purpose = ${purpose} and phone_hash = ${phoneHash} and holder_hash = ${holderHash}
      and expires > ${new Date(now)} and tries < ${tries}
    returning code_hash = ${codeHash} as matches`.execute(db.kysely);
  if (counted.rows[0]?.matches !== true) return false;
  const { rows } = await sql`
    delete from one_time_code
    where tenant = ${tenant} and purpose = ${purpose} and phone_hash = ${phoneHash} and holder_hash = ${holderHash}
      and code_hash = ${codeHash}
    returning tenant`.execute(db.kysely);
  return rows.length > 0;
}

/** Uses up a code that another browser asked for; the caller counts the tries. */
export async function takeCodeOfOthers(
  db: Queryable,
  key: CodeKey,
  ownHolderHash: string,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const { tenant, purpose, phoneHash } = key;
  const { rows } = await sql`
    delete from one_time_code
    where tenant = ${tenant} and purpose = ${purpose} and phone_hash = ${phoneHash} and holder_hash <> ${ownHolderHash}
      and code_hash = ${codeHash} and expires > ${new Date(now)}
    returning tenant`.execute(db.kysely);
  return rows.length > 0;
}

/** Keeps the answer of a picture. */
export async function putCaptcha(db: Queryable, tenant: string, idHash: string, answerHash: string, expires: number): Promise<void> {
  await sql`
    insert into captcha (tenant, id_hash, answer_hash, expires)
    values (${tenant}, ${idHash}, ${answerHash}, ${new Date(expires)})
    on conflict (tenant, id_hash) do update set answer_hash = excluded.answer_hash, expires = excluded.expires`.execute(db.kysely);
}

/**
 * Takes the answers of pictures away, whatever was answered to them.
 * @param idHashes of the pictures, each of them once
 * @returns the answers by the hashes; those of pictures that are not there, or expired, are left out
 */
export async function takeCaptchas(db: Queryable, tenant: string, idHashes: readonly string[], now: number): Promise<Map<string, string>> {
  // In the same order everywhere: who takes several does not wait for who takes the same the other way round.
  const { rows } = await sql<{ idHash: string; answer: string; expires: Date }>`
    delete from captcha
    where tenant = ${tenant} and id_hash in (
      select id_hash from captcha where tenant = ${tenant} and id_hash = any(${[...idHashes]}::text[]) order by id_hash for update)
    returning id_hash as "idHash", answer_hash as answer, expires`.execute(db.kysely);
  return new Map(rows.flatMap(({ idHash, answer, expires }) => (expires.getTime() > now ? [[idHash, answer]] : [])));
}

/** Removes what has expired: codes, pictures, windows of limits, and sessions a day later. */
export async function removeExpired(db: Queryable, now: number): Promise<void> {
  const at = new Date(now);
  await sql`delete from one_time_code where expires < ${at}`.execute(db.kysely);
  await sql`delete from captcha where expires < ${at}`.execute(db.kysely);
  await sql`delete from throttle where expires < ${at}`.execute(db.kysely);
  await sql`delete from submission where created < ${new Date(now - 86_400_000)}`.execute(db.kysely);
  await sql`delete from member_session where expires < ${new Date(now - 86_400_000)}`.execute(db.kysely);
}
/** Returns a key that all processes of one database share: the first to ask brings it. */
export async function ensureSharedSecret(db: Queryable, name: string, fresh: string): Promise<string> {
  await sql`insert into secret (name, value) values (${name}, ${fresh}) on conflict (name) do nothing`.execute(db.kysely);
  const { rows } = await sql<{ value: string }>`select value from secret where name = ${name}`.execute(db.kysely);
  return rows[0]?.value ?? fresh;
}
