import type { Queryable } from '../../database/connection';
import { Gatherings } from '../../database/gathering';
import { findAnswered } from '../../database/idempotencyKeys';
import { findTickets, joinLine, type LineEntry, type LineKey, type LineTicket, removeTicket, takeTurns } from '../../database/lines';
import { inTransaction } from '../../database/transaction';
import { RequestError } from '../api/errors';
import { type CaptchaProof, consumeCaptchaProofs } from '../security/captcha';

/** For so many milliseconds a turn that has come can be used, and so often: what was refused by a rule can be put right. */
export const [grace, mostUses] = [10 * 60_000, 5];

/** In a rush those who come within so many milliseconds are answered together. */
const restMs = 50;

/** A member who comes to a line, anew or again. */
export interface Arrival {
  member: string;
  /** What of the item, such as a session; '' for all of it. */
  part: string;
  /** How the submission names itself. */
  name: string | undefined;
  /** What shows that somebody is there; absent: nothing. */
  proof: CaptchaProof | undefined;
  /** In milliseconds since 1970. */
  now: number;
  /** Tells why nobody needs to wait any more for the part; undefined as long as waiting may lead to something. */
  judge: () => Promise<RequestError | undefined>;
}

/** What an arrival leads to: a place in the line, a refusal, or nothing at all where nobody has to wait. */
export type Admittance = { ticket: LineTicket } | { refusal: RequestError } | undefined;

const arrivals = new Gatherings<Arrival, Admittance>(restMs);

/**
 * Lets a member come to a line, with all others who come at the same time: a line is there for when many do, so what each of them costs is what
 * keeps it short.
 * @param perSecond turns in a second
 */
export const arrive = (db: Queryable, key: LineKey, perSecond: number, arrival: Arrival): Promise<Admittance> =>
  arrivals.ask(db, [key.tenant, key.module, key.item, key.line, String(perSecond)], arrival, (all) => admitAll(db, key, perSecond, all));

async function admitAll(db: Queryable, key: LineKey, perSecond: number, all: readonly Arrival[]): Promise<Admittance[]> {
  const now = Math.max(...all.map((arrival) => arrival.now));
  const known = await findOwn(db, key, all, now);
  const fresh = all.filter(({ member }) => !known.has(member));
  const turns = await takeTurnsFor(db, key, { perSecond, now }, fresh);
  const waiting = all.filter((arrival) => known.has(arrival.member) || (turns.get(arrival) ?? 0) > now);
  const refusals = await judgeAll(waiting);
  // What was answered before is answered again, however many wait.
  const repeated = await findRepeated(
    db,
    key.tenant,
    waiting.filter((arrival) => !known.has(arrival.member) || refusals.has(arrival)),
  );
  const entering = waiting.filter((arrival) => !known.has(arrival.member) && !repeated.has(arrival) && !refusals.has(arrival));
  const entered = await enterAll(db, key, entering, turns, now);
  return all.map((arrival) => {
    if (repeated.has(arrival)) return undefined;
    const refusal = refusals.get(arrival);
    if (refusal) return { refusal };
    const ticket = known.get(arrival.member);
    return ticket ? { ticket } : entered.get(arrival);
  });
}

/** A ticket that was used up is as good as none. */
async function findOwn(db: Queryable, key: LineKey, all: readonly Arrival[], now: number): Promise<Map<string, LineTicket>> {
  const members = new Set(all.map(({ member }) => member));
  const found = await findTickets(db, key, [...members], now - grace);
  for (const [member, { uses }] of found) {
    if (uses < mostUses) continue;
    await removeTicket(db, key, member);
    found.delete(member);
  }
  return found;
}

async function takeTurnsFor(
  db: Queryable,
  key: LineKey,
  pace: { perSecond: number; now: number },
  fresh: readonly Arrival[],
): Promise<Map<Arrival, number>> {
  if (fresh.length === 0) return new Map();
  const first = await takeTurns(db, key, pace, fresh.length);
  return new Map(fresh.map((arrival, index) => [arrival, first + (index * 1000) / pace.perSecond]));
}

/** All who wait for the same part are told the same. */
async function judgeAll(waiting: readonly Arrival[]): Promise<Map<Arrival, RequestError>> {
  const judged = new Map<string, RequestError | undefined>();
  for (const { part, judge } of waiting) if (!judged.has(part)) judged.set(part, await judge());
  return new Map(
    waiting.flatMap((arrival) => {
      const refusal = judged.get(arrival.part);
      return refusal ? [[arrival, refusal]] : [];
    }),
  );
}

async function findRepeated(db: Queryable, tenant: string, some: readonly Arrival[]): Promise<Set<Arrival>> {
  const named = some.flatMap((arrival) => (arrival.name === undefined ? [] : [{ arrival, member: arrival.member, key: arrival.name }]));
  if (named.length === 0) return new Set();
  const answered = await findAnswered(db, tenant, named);
  return new Set(named.filter((_, index) => answered[index]).map(({ arrival }) => arrival));
}

/** Gives places to those whose captcha was read rightly; it is used up right or wrong, or it could be guessed. */
async function enterAll(
  db: Queryable,
  key: LineKey,
  entering: readonly Arrival[],
  turns: ReadonlyMap<Arrival, number>,
  now: number,
): Promise<Map<Arrival, Admittance>> {
  const proved = entering.flatMap((arrival) => (arrival.proof ? [{ arrival, proof: arrival.proof }] : []));
  const admitted = new Map<Arrival, Admittance>();
  if (proved.length > 0)
    await inTransaction(
      db,
      async (tx) => {
        const proofs = proved.map(({ proof }) => proof);
        const right = await consumeCaptchaProofs(tx, key.tenant, proofs, now);
        const joining = proved.flatMap(({ arrival }, index) => (right[index] ? [arrival] : []));
        if (joining.length === 0) return;
        const entries = joining.map((arrival): LineEntry => ({ ...arrival, turn: turns.get(arrival) ?? now }));
        const tickets = await joinLine(tx, key, entries, now - grace);
        for (const arrival of joining) {
          const ticket = tickets.get(arrival.member);
          if (ticket) admitted.set(arrival, { ticket });
        }
      },
      true,
    );
  return new Map(entering.map((arrival) => [arrival, admitted.get(arrival) ?? { refusal: new RequestError('captchaWrong') }]));
}
