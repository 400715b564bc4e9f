import {
  type Decision,
  type HoldDecision,
  holdDecision,
  listDueDecisions,
  postponeDecision,
  takeDecision,
  type TakeDecision,
} from '../../database/desk/decisions';
import { addAudit, type AuditEntry } from '../../database/desk/audit';
import type { Queryable } from '../../database/connection';
import { lockItem, type LockItem } from '../../database/content/itemMoves';
import { findObstacle } from '../../database/failures';
import { inTransaction } from '../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import { getOwn, type JsonObject } from '../../model/json';
import { RequestError } from '../api/errors';
import type { KeptDecisions, KeptRooms, Room } from '../api/room';
import { judgeMove, moveItem } from '../items/moveItem';
import { readTitle } from '../items/record';
import type { SweepOptions } from '../plugins/sweeps';
import type { AccountServices } from '../security/accountServices';
import { buildDecision } from './buildDecision';
import { findKept } from './keptDecisions';

const second = 1_000;

/** A decision that somebody of the staff makes. */
export interface Deciding {
  site: CompiledPortal;
  module: CompiledModule;
  id: string;
  move: string;
  given: JsonObject;
  staff: { id: string; name: string };
  now: number;
}

/** What tests put others in the place of, to show that of two who meet one stands because of these. */
export interface DecisionGuards {
  lock: LockItem;
  hold: HoldDecision;
  take: TakeDecision;
}

const guards: DecisionGuards = { lock: lockItem, hold: holdDecision, take: takeDecision };

/**
 * Keeps a decision until it is due, within the transaction `tx`: then the item makes its move. Until then it stays as it is, so that taking
 * the decision back has nothing to make undone: no message was sent, no points were given, nobody saw it.
 * @returns the decision and the item as it is
 * @throws RequestError 404 and 409 as a move does, and 409 where somebody has decided on it just now
 */
export async function makeDecision(
  tx: Queryable,
  { keys }: Pick<AccountServices, 'keys'>,
  { site, module, id, move, given, staff, now }: Deciding,
  { lock, hold }: DecisionGuards = guards,
): Promise<{ decision: Decision; item: JsonObject }> {
  const { tenant } = site;
  const { before } = await judgeMove(tx, { portal: site, module, id, by: 'staff', which: { name: move }, given, now, keys }, lock);
  const decision = buildDecision({ tenant, module: module.name, id, move, given, staff, now });
  if (!(await hold(tx, decision))) throw new RequestError('decidedMeanwhile');
  return { decision, item: before };
}

/** Takes a decision back, within the transaction `tx`. @returns false when it has taken effect, or was taken back before */
export async function undoDecision(tx: Queryable, decision: Decision, { lock, take }: DecisionGuards = guards): Promise<boolean> {
  await lock(tx, decision);
  return take(tx, decision);
}

/** What carrying decisions out needs. */
export interface CarryingKit extends Pick<AccountServices, 'db' | 'keys' | 'clock' | 'report'> {
  portalOf: (tenant: string) => CompiledPortal | undefined;
  /** How what services keep is decided on. */
  kept?: KeptRooms<Pick<AccountServices, 'keys'>>;
}

/**
 * @internal Carries out what is due, each decision in a transaction of its own: a server that dies on the way leaves it to the next. What cannot be
 * carried out for another reason than that its item is no longer there for it is tried again.
 * @returns how many took effect
 */
export async function carryOutDue(kit: CarryingKit, using: DecisionGuards = guards): Promise<number> {
  const { db, clock, portalOf, report } = kit;
  let count = 0;
  for (const decision of await listDueDecisions(db, clock())) {
    const site = portalOf(decision.tenant);
    if (!site) continue;
    try {
      if (await inTransaction(db, (tx) => takeEffect(tx, kit, site, decision, using))) count += 1;
    } catch (error) {
      if (findObstacle(error) !== undefined) throw error;
      report(error);
      await postponeDecision(db, decision, clock());
    }
  }
  return count;
}

/** @internal Makes the move of a decision that is due. Items are locked before decisions are taken, here as where these are made. */
export async function takeEffect(
  tx: Queryable,
  kit: Pick<CarryingKit, 'keys' | 'clock' | 'kept'>,
  site: CompiledPortal,
  decision: Decision,
  { lock, take }: DecisionGuards = guards,
): Promise<boolean> {
  const kept = findKept(site, decision.module, kit.kept);
  if (kept) return takeKeptEffect(tx, kit, site, decision, kept.by, take);
  const { id, move, given } = decision;
  const stored = await lock(tx, decision);
  if (!(await take(tx, decision))) return false;
  const module = getOwn(site.modules, decision.module);
  const now = kit.clock();
  const moving = { portal: site, by: 'staff', id, which: { name: move }, given: given as JsonObject, now, keys: kit.keys } as const;
  try {
    if (!module) throw new RequestError('noSuchItem');
    await judgeMove(tx, { ...moving, module }, lock);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return lapse(tx, decision, readTitle(module, stored?.doc), now);
  }
  await moveItem(tx, { ...moving, module }, lock);
  return true;
}

/** As {@link takeEffect}, with what a service keeps. */
async function takeKeptEffect(
  tx: Queryable,
  { keys, clock }: Pick<CarryingKit, 'keys' | 'clock'>,
  site: CompiledPortal,
  decision: Decision,
  kept: KeptDecisions<Pick<AccountServices, 'keys'>>,
  take: TakeDecision,
): Promise<boolean> {
  const made = { id: decision.id, move: decision.move, given: decision.given as JsonObject, now: clock() };
  let title: string | undefined;
  try {
    title = await kept.judge(tx, site, made);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  if (!(await take(tx, decision))) return false;
  return (title !== undefined && (await kept.make(tx, { keys }, site, made))) || lapse(tx, decision, title ?? '', made.now);
}

/** Its member took it back meanwhile, or a program decided: what is there now stands. */
async function lapse(tx: Queryable, { tenant, module, id, move, staff, name }: Decision, title: string, now: number): Promise<false> {
  const entry: AuditEntry = { tenant, at: now, staff, name, address: '', action: 'decision.lapse' };
  await addAudit(tx, { ...entry, module, item: id, title, detail: { move } });
  return false;
}

/** Returns what a server does every second while it runs: it carries out what is due. Several share the work. */
export function createDecisions(
  rooms: readonly Room<AccountServices>[],
  accounts: AccountServices,
  portalOf: CarryingKit['portalOf'],
): SweepOptions {
  const kept = rooms.reduce<KeptRooms<AccountServices>>((all, { decisions }) => ({ ...all, ...decisions }), {});
  return {
    sweep: async () => void (await carryOutDue({ ...accounts, portalOf, kept })),
    // A database that is away says so elsewhere, and not every second.
    report: (error) => {
      if (findObstacle(error) === undefined) accounts.report(error);
    },
    firstMs: second,
    restMs: second,
  };
}
