import { type Decision, findDecisions, findDecisionsOf, listUndoableDecisions } from '../../../database/desk/decisions';
import { findLastMover } from '../../../database/desk/audit';
import { findItemsById } from '../../../database/content/review';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { Move } from '../../../model/definitions.g';
import { asString, getOwn, type JsonObject } from '../../../model/json';
import { listQueueMoves } from '../../../runtime/queueMoves';
import { formatPattern } from '../../../runtime/text';
import { checkTakes } from '../../api/body';
import { RequestError } from '../../api/errors';
import type { ApiRequest, KeptRooms, ServiceReply } from '../../api/room';
import { readTitle } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { makeDecision, undoDecision } from '../../desk/decisions';
import { findKept, holdKept } from '../../desk/keptDecisions';
import { note } from '../../desk/note';
import { sayMove, tellHeld } from '../../desk/sayDecision';
import { findDeskState, nameDeskState, requireModule, requireSite } from '../../desk/site';
import { addressNext } from './waiting';

/** What a call says besides what the move takes. */
const moveParameters: ReadonlySet<string> = new Set(['deskId', 'deskMove', 'deskKind']);

/**
 * Makes a move of the staff with an item, which takes effect when it can no longer be taken back. Of two who decide on the same item one
 * decision stands, and the other is told who decided, and how.
 * @throws RequestError 400 for what the move cannot take, 404 for an item that is not there, 409 when the move does not lead out of its state
 */
export async function decide(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body } = request;
  const { site, module } = requireModule(request);
  requireRight(viewer, module.name, 'decide');
  const id = asString(body['deskId']);
  const asked = readMove(request, site, module);
  const decision = await decideOn(request, accounts, { site, module, id, ...asked });
  const goTo = await addressNext(request, accounts, { module: module.name, id });
  const kind = asString(body['deskKind']);
  const queue = kind === '' ? '/queue' : `/queue?${new URLSearchParams({ kind }).toString()}`;
  return tellHeld(portal, module, { decision, move: asked.name }, { goTo: goTo ?? queue });
}

/**
 * Makes a decision on one of several things that await it, of whichever module, as {@link decide} does: on what a service keeps by its service.
 * @param kept how services decide on what they keep
 */
export const createQueueDecision =
  (kept: KeptRooms<AccountServices>) =>
  async (request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> => {
    const { portal, viewer, body, now } = request;
    const site = requireSite(portal);
    const module = getOwn(site.modules, asString(body['module']));
    const listed = listQueueMoves(site).find(({ name }) => name === body['move']);
    const asked = module && getOwn(listed?.moves, module.name);
    const move = asked && getOwn(module.lifecycle.moves, asked.move);
    if (!move) throw new RequestError('noSuchCall');
    const keeper = findKept(site, module.name, kept);
    requireRight(viewer, module.name, keeper ? 'serve' : 'decide');
    const words = asString(body['words']);
    const given = checkTakes(site, move, asked.param === undefined || words === '' ? {} : { [asked.param]: words }, now);
    const id = asString(body['id']);
    if (keeper) return holdKept(request, accounts, keeper, { id, move: asked.move, given });
    const decision = await decideOn(request, accounts, { site, module, id, name: asked.move, move, given });
    return tellHeld(portal, module, { decision, move: asked.move });
  };

/** Says what the caller decided a moment ago and can take back, and for how long by the server's clock: the last decision, with others that are called alike. */
export async function listUndoable({ portal, viewer, endpoint, now }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const site = requireSite(portal);
  const staff = requireRight(viewer, endpoint.module, 'read');
  const decisions = await listUndoableDecisions(db, site.tenant, staff.id, now);
  const say = ({ module, move }: Decision): string => sayMove(portal, getOwn(site.modules, module), move);
  const [last] = decisions;
  const label = last ? say(last) : '';
  if (!last || label === '') return { item: { ids: '', text: '', milliseconds: 0 } };
  // What was decided on several things at once is taken back at once.
  const alike = decisions.filter((decision) => say(decision) === label);
  const count = alike.length;
  const text = count === 1 ? label : formatPattern(portal.texts['deskUndoSeveral'] ?? '', { label, count }, portal.patterns);
  return { item: { ids: alike.map(({ decision }) => decision).join(','), text, milliseconds: last.due.getTime() - now } };
}

/** Takes decisions back that the caller made a moment ago. @throws RequestError 409 when none of them can be taken back any more */
export async function undo(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body } = request;
  const site = requireSite(portal);
  const staff = requireRight(viewer, request.endpoint.module, 'read');
  const found = await findDecisionsOf(db, site.tenant, staff.id, asString(body['ids']).split(','));
  let count = 0;
  for (const decision of found)
    await inTransaction(db, async (tx) => {
      if (!(await undoDecision(tx, decision))) return;
      count += 1;
      const { module, id: item, move } = decision;
      await note(tx, request, { action: 'decision.undo', module, item, title: '', detail: { move } });
    });
  if (count === 0) throw new RequestError('decisionEffective');
  return { item: { count }, message: portal.texts['deskTakenBack'] };
}

interface Asked {
  name: string;
  move: Move;
  given: JsonObject;
}

function readMove({ body, now }: ApiRequest, site: CompiledPortal, module: CompiledModule): Asked {
  const name = asString(body['deskMove']);
  const move = getOwn(module.lifecycle.moves, name);
  if (move?.by !== 'staff') throw new RequestError('noSuchCall');
  const sent: JsonObject = Object.fromEntries(Object.entries(body).filter(([key]) => !moveParameters.has(key)));
  return { name, move, given: checkTakes(site, move, sent, now) };
}

/** @returns what the decision is called by who takes it back */
async function decideOn(
  request: ApiRequest,
  accounts: AccountServices,
  { site, module, id, name, move, given }: Asked & { site: CompiledPortal; module: CompiledModule; id: string },
): Promise<string> {
  const staff = requireRight(request.viewer, module.name, 'decide');
  try {
    return await inTransaction(accounts.db, async (tx) => {
      const made = await makeDecision(tx, accounts, { site, module, id, move: name, given, staff, now: request.now });
      const title = readTitle(module, made.item);
      await note(tx, request, { action: `move.${name}`, module: module.name, item: id, title, detail: { to: move.to } });
      return made.decision.decision;
    });
  } catch (error) {
    throw await tellWhoDecided(request, accounts, site, module, id, error);
  }
}

/** Of a decision that came too late: who decided, and how. Where it was not the staff the reply stays as it is. */
async function tellWhoDecided(
  { portal }: ApiRequest,
  { db }: AccountServices,
  site: CompiledPortal,
  module: CompiledModule,
  id: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof RequestError) || (error.code !== 'decidedMeanwhile' && error.code !== 'moveLate')) return error;
  const key = { tenant: site.tenant, module: module.name, id };
  const held = (await findDecisions(db, key, [id])).get(id);
  const last = held ? { name: held.name, move: held.move } : await findLastMover(db, key);
  const move = last && getOwn(module.lifecycle.moves, last.move);
  const stored = (await findItemsById(db, site.tenant, [id])).find((item) => item.module === module.name);
  if (!last || !move || !stored) return error;
  const state = nameDeskState(portal, module, held ? move.to : findDeskState(module, stored));
  return new RequestError('decidedMeanwhile', { name: last.name, move: sayMove(portal, module, last.move), state });
}
