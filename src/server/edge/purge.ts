import { type ClaimedSubject, claimSubjects, forgetSubjects, putOffSubjects, type StaleSubject } from '../../database/changes/staleReplies';
import type { Queryable } from '../../database/connection';
import { everything, nameSubject } from '../config/sharedReply';

/** Who is told, and how often. */
export interface Purging {
  url: string;
  token?: string | undefined;
  /** Milliseconds after which nothing is kept any more that was there when something changed. */
  keptMs: number;
  /**
   * Milliseconds after which the same is told again, each time: a reply that was under way when it was told, or that another server had made a
   * moment before, may have come to be kept since.
   */
  againAfter?: readonly number[];
  /** Milliseconds until the first try after one that failed; each time twice as many. */
  retryMs?: number;
}

const [mostSubjects, mostKeys] = [2_000, 100];
/** For how long who is told may take to answer, and for how long nobody else takes what was claimed. Milliseconds. */
const [patienceMs, leaseMs] = [8_000, 60_000];
const longestRetryMs = 5 * 60_000;
/** The first for answers under way and pages that servers keep for a moment, the second for the totals of lists, which they keep longer. */
const usualAgainAfter: readonly number[] = [8_000, 65_000];

/**
 * Tells who keeps replies which of them no longer hold: POST with JSON, `{"keys": [...]}`, a hundred at most each time. What fails is tried
 * again later; several servers share the work.
 * @throws when somebody could not be told; what is due besides is told the next time
 */
export async function purgeDue(db: Queryable, purging: Purging): Promise<void> {
  for (;;) {
    const subjects = await claimSubjects(db, { limit: mostSubjects, leaseMs });
    if (subjects.length === 0) return;
    try {
      await tell(subjects, purging);
    } catch (error) {
      await settle(db, subjects, false, purging);
      throw error;
    }
    await settle(db, subjects, true, purging);
  }
}

async function tell(subjects: readonly StaleSubject[], { url, token }: Purging): Promise<void> {
  const keys = listKeys(subjects);
  for (let start = 0; start < keys.length; start += mostKeys) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ keys: keys.slice(start, start + mostKeys) }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`PURGE_URL answered ${reply.status}`);
  }
}

/** Returns the keys of what changed, each once, without those that others cover. */
function listKeys(subjects: readonly StaleSubject[]): string[] {
  const keys = new Set(subjects.flatMap(keysOf));
  return keys.has(everything) ? [everything] : [...keys];
}

function keysOf({ tenant, module, item }: StaleSubject): string[] {
  if (tenant === '') return [everything];
  if (module === '') return [nameSubject({ tenant })];
  if (item === '') return [nameSubject({ tenant, module })];
  return [nameSubject({ tenant, module, item }), nameSubject({ tenant, module, listed: true })];
}

async function settle(
  db: Queryable,
  subjects: readonly ClaimedSubject[],
  isTold: boolean,
  { keptMs, againAfter = usualAgainAfter, retryMs = 1_000 }: Purging,
): Promise<void> {
  const waitOf = ({ round, attempts }: ClaimedSubject): number | undefined =>
    isTold ? againAfter[round] : Math.min(longestRetryMs, retryMs * 2 ** (attempts - 1));
  const later = subjects.flatMap((subject) => {
    const inMs = waitOf(subject);
    return inMs === undefined ? [] : [{ tenant: subject.tenant, id: subject.id, inMs, failed: !isTold }];
  });
  await putOffSubjects(db, later);
  const over = subjects.filter((subject) => waitOf(subject) === undefined).map(({ tenant, id }) => ({ tenant, id }));
  await forgetSubjects(db, over, keptMs);
}
