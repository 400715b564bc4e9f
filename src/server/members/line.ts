import type { Queryable } from '../../database/connection';
import { findTicket, joinLine, type LineKey, type LineTicket, removeTicket, takeTurn, spendTicket } from '../../database/lines';
import { inTransaction } from '../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { LinePlace } from '../../model/payload';
import { serializeCookie } from '../api/cookies';
import { RequestError } from '../api/errors';
import { isRepeated } from '../api/idempotency';
import type { ApiRequest } from '../api/room';
import { requireViewer } from '../api/viewer';
import type { AccountServices } from '../security/accountServices';

/** For so many milliseconds a turn that has come can be used, and so often: what was refused by a rule can be put right. */
const [grace, mostUses] = [10 * 60_000, 5];
/** Seconds after which whoever waits asks again: a third of the wait, within these. */
const [soonest, latest] = [1, 15];
const usualPace = 50;

/** The cookie by which the page of a line knows whose place it shows. */
export const lineCookie = 'line';

/** What somebody wants a turn for. */
interface Wanted {
  module: CompiledModule;
  item: string;
  /** The line, as its room calls it. */
  line: string;
  /** What of the item: a session, or '' for all of it. */
  part?: string;
  /** Tells why nobody needs to wait any more; undefined as long as waiting may lead to something. */
  judge: () => Promise<RequestError | undefined>;
  /** What has to be proved before anybody is let into the line, within the transaction `tx`. @throws RequestError */
  prove: (tx: Queryable) => Promise<void>;
}

/** A turn that has come. */
export interface Turn {
  /** Whether it was proved on the way into the line that somebody is there. */
  isProved: boolean;
  /** Uses the turn, within the transaction of what it is for. @throws RequestError 503 when it was used up meanwhile */
  use(tx: Queryable): Promise<void>;
  /** Ends the turn: what it was for is done. */
  finish(tx: Queryable): Promise<void>;
}

const free: Turn = { isProved: false, use: async () => undefined, finish: async () => undefined };

/**
 * Returns the turn of a member with an item of a module that says how many are served in a second (`rush`). As long as no more come, everybody
 * has it at once. Then they wait in the order in which they came: the line is in the database, a member is in it once, and only who is logged in
 * as that member can use the place.
 * @throws RequestError 429 with the place in the line; what `judge` and `prove` say
 */
export async function awaitTurn(request: ApiRequest, db: Queryable, keys: Pick<AccountServices, 'keys'>, wanted: Wanted): Promise<Turn> {
  const { portal, viewer, now } = request;
  const { rush } = wanted.module.definition;
  if (!rush) return free;
  const perSecond = rush.perSecond ?? usualPace;
  const member = requireViewer(viewer).id;
  const key = { tenant: portal.tenant, module: wanted.module.name, item: wanted.item, line: wanted.line };
  const known = await findOwn(db, key, member, now);
  const ticket = known ?? (await enter(request, db, { key, member, perSecond, wanted }));
  if (!ticket) return free;
  if (ticket.turn <= now)
    return {
      isProved: true,
      use: async (tx) => {
        if (!(await spendTicket(tx, key, member, { now, most: mostUses }))) throw new RequestError('errorBusy');
      },
      finish: (tx) => removeTicket(tx, key, member),
    };
  const over = known && (await wanted.judge());
  if (over) throw over;
  const line = { ...describePlace(ticket.turn, perSecond, now), page: buildLinePath(portal, key) };
  const cookies = [writeLineCookie(request, keys, key, member, ticket.turn)];
  throw new RequestError('inLine', { place: line.place, wait: line.wait }, { line, cookies });
}

/** A ticket that was used up is as good as none. */
async function findOwn(db: Queryable, key: LineKey, member: string, now: number): Promise<LineTicket | undefined> {
  const ticket = await findTicket(db, key, member, now - grace);
  if (!ticket || ticket.uses < mostUses) return ticket;
  await removeTicket(db, key, member);
  return undefined;
}

/** Takes a turn; who does not have it at once gets a ticket. */
async function enter(
  request: ApiRequest,
  db: Queryable,
  { key, member, perSecond, wanted }: { key: LineKey; member: string; perSecond: number; wanted: Wanted },
): Promise<LineTicket | undefined> {
  const { now } = request;
  const turn = await takeTurn(db, key, { perSecond, now });
  // What was answered before is answered again, however many wait.
  if (turn <= now || (await isRepeated(request, db))) return undefined;
  const over = await wanted.judge();
  if (over) throw over;
  const outcome = await inTransaction(db, async (tx) => {
    // A refusal is committed: a captcha that was answered wrongly is used up, or it could be guessed.
    const refusal = await wanted.prove(tx).then(() => undefined, keepRefusal);
    return refusal ?? joinLine(tx, key, member, { turn, part: wanted.part ?? '', since: now - grace });
  });
  if (outcome instanceof RequestError) throw outcome;
  return outcome;
}

function keepRefusal(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  throw error;
}

function describePlace(turn: number, perSecond: number, now: number): LinePlace {
  const wait = Math.max(1, Math.ceil((turn - now) / 1000));
  return {
    place: Math.max(1, Math.ceil(((turn - now) * perSecond) / 1000)),
    wait,
    again: Math.min(latest, Math.max(soonest, Math.ceil(wait / 3))),
  };
}

/** Returns the path of the page of a line. */
const buildLinePath = ({ prefix }: CompiledPortal, { module, item }: Pick<LineKey, 'module' | 'item'>): string =>
  `${prefix}/portal/line/${module}/${encodeURIComponent(item)}`;

/** The cookie shows a place and admits nobody: who has it of somebody else sees how long that one waits. */
function writeLineCookie(
  { portal, caller, now }: ApiRequest,
  { keys }: Pick<AccountServices, 'keys'>,
  key: LineKey,
  member: string,
  turn: number,
): string {
  const sealed = keys.seal(portal.tenant, JSON.stringify([key.module, key.item, key.line, member]));
  const maxAge = Math.ceil((turn - now + grace) / 1000);
  return serializeCookie(lineCookie, sealed, { path: buildLinePath(portal, key), maxAge, httpOnly: true, secure: caller.secure });
}

/** A place that a cookie shows; `turn` undefined once it counts no more. */
export interface ShownPlace {
  line: string;
  part: string;
  /** Undefined once the turn has come. */
  ahead?: LinePlace;
}

/**
 * Returns the place that a cookie of this line names.
 * @param sealed the cookie as it came, whoever wrote it
 * @returns undefined when it names none, or one that counts no more
 */
export async function readShownPlace(
  { db, keys, clock }: Pick<AccountServices, 'db' | 'keys' | 'clock'>,
  { tenant }: Pick<CompiledPortal, 'tenant'>,
  module: CompiledModule,
  item: string,
  sealed: string | undefined,
): Promise<ShownPlace | undefined> {
  const named = readSealed(keys, tenant, sealed);
  if (!named || named[0] !== module.name || named[1] !== item) return undefined;
  const [, , line, member] = named;
  const now = clock();
  const ticket = await findTicket(db, { tenant, module: module.name, item, line }, member, now - grace);
  if (!ticket) return undefined;
  const ahead = ticket.turn > now ? describePlace(ticket.turn, module.definition.rush?.perSecond ?? usualPace, now) : undefined;
  return { line, part: ticket.part, ...(ahead ? { ahead } : {}) };
}

function readSealed(keys: AccountServices['keys'], tenant: string, sealed = ''): [string, string, string, string] | undefined {
  try {
    const named: unknown = JSON.parse(keys.open(tenant, sealed));
    const parts = Array.isArray(named) ? named.filter((part): part is string => typeof part === 'string') : [];
    const [module, item, line, member] = parts;
    return module !== undefined && item !== undefined && line !== undefined && member !== undefined
      ? [module, item, line, member]
      : undefined;
  } catch {
    return undefined;
  }
}
