import { randomInt } from 'node:crypto';
import type { Queryable } from '../../database/connection';
import { findTickets, type LineKey, removeTicket, spendTicket } from '../../database/lines';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { LinePlace } from '../../model/payload';
import { uncounted } from '../api/admission';
import { serializeCookie } from '../api/cookies';
import { RequestError } from '../api/errors';
import type { ApiRequest } from '../api/room';
import { requireViewer } from '../api/viewer';
import type { AccountServices } from '../security/accountServices';
import { readCaptchaProof } from '../security/captcha';
import { arrive, type Arrival, grace, mostUses } from './lineArrivals';

/** In seconds: whoever waits asks again when half of the wait is over, at the latest so often; where it is as short as this, when the turn comes. */
const [short, latest] = [5, 15];
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
  judge: Arrival['judge'];
  /** The characters of the captcha, which who has to wait shows on the way into the line: by the time of the turn it would be too old. */
  captcha: string;
}

/** Of those who waited, so many are served at once by one server: more would only wait for each other, and keep those out who come now. */
const mostServed = 10;
/** Who finds them all served asks again after up to so many seconds. */
const soon = 3;

/** How many of those who waited are being served. */
const serving = new WeakMap<Queryable['kysely'], number>();

/** A turn that has come. */
export interface Turn {
  /** Whether it was proved on the way into the line that somebody is there. */
  isProved: boolean;
  /** Does what the turn is for. @throws RequestError 429 when too many are being served; what `work` throws */
  serve<T>(work: () => Promise<T>): Promise<T>;
  /** Uses the turn, within the transaction of what it is for. @throws RequestError 503 when it was used up meanwhile */
  use(tx: Queryable): Promise<void>;
  /** Ends the turn: what it was for is done. */
  finish(tx: Queryable): Promise<void>;
}

/** The turn of who need not wait. */
export const freeTurn: Turn = { isProved: false, serve: (work) => work(), use: async () => undefined, finish: async () => undefined };

/**
 * Returns the turn of a member with an item of a module that says how many are served in a second (`rush`). As long as no more come, everybody
 * has it at once. Then they wait in the order in which they came: the line is in the database, a member is in it once, and only who is logged in
 * as that member can use the place.
 * @throws RequestError 429 with the place in the line; 400 for a captcha that was read wrongly; what `judge` says
 */
export async function awaitTurn(request: ApiRequest, db: Queryable, keys: Pick<AccountServices, 'keys'>, wanted: Wanted): Promise<Turn> {
  const { portal, viewer, now } = request;
  const { rush } = wanted.module.definition;
  if (!rush) return freeTurn;
  const perSecond = rush.perSecond ?? usualPace;
  const member = requireViewer(viewer).id;
  const key = { tenant: portal.tenant, module: wanted.module.name, item: wanted.item, line: wanted.line };
  const arrival = {
    member,
    part: wanted.part ?? '',
    name: request.caller.key,
    proof: readCaptchaProof(request, keys, wanted.captcha),
    now,
    judge: wanted.judge,
  };
  const admittance = await (request.standAside ?? uncounted)(() => arrive(db, key, perSecond, arrival));
  if (!admittance) return freeTurn;
  if ('refusal' in admittance) throw admittance.refusal;
  const { ticket } = admittance;
  const tellPlace = (place: Omit<LinePlace, 'page'>): RequestError => {
    const line = { ...place, page: buildLinePath(portal, key) };
    const cookies = [writeLineCookie(request, keys, key, member, ticket.turn)];
    return new RequestError('inLine', { place: line.place, wait: line.wait }, { line, cookies });
  };
  if (ticket.turn > now) throw tellPlace(describePlace(ticket.turn, perSecond, now));
  return {
    isProved: true,
    serve: async (work) => {
      const served = serving.get(db.kysely) ?? 0;
      const wait = randomInt(1, soon + 1);
      if (served >= mostServed) throw tellPlace({ place: 1, wait, again: wait });
      serving.set(db.kysely, served + 1);
      return work().finally(() => serving.set(db.kysely, (serving.get(db.kysely) ?? 1) - 1));
    },
    use: async (tx) => {
      if (!(await spendTicket(tx, key, member, { now, most: mostUses }))) throw new RequestError('errorBusy');
    },
    finish: (tx) => removeTicket(tx, key, member),
  };
}

function describePlace(turn: number, perSecond: number, now: number): LinePlace {
  const wait = Math.max(1, Math.ceil((turn - now) / 1000));
  return {
    place: Math.max(1, Math.ceil(((turn - now) * perSecond) / 1000)),
    wait,
    again: wait <= short ? wait : Math.min(latest, Math.ceil(wait / 2)),
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
  const ticket = (await findTickets(db, { tenant, module: module.name, item, line }, [member], now - grace)).get(member);
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
