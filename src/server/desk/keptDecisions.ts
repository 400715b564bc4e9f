import { findDecisions, type Decision, holdDecision } from '../../database/desk/decisions';
import type { Queryable } from '../../database/connection';
import { inTransaction } from '../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import { getOwn } from '../../model/json';
import { findKeeper, type KeptStates } from '../../runtime/lifecycle';
import { RequestError } from '../api/errors';
import type { ApiRequest, KeptDecisions, KeptMove, KeptRooms, ServiceReply } from '../api/room';
import { requireViewer } from '../api/viewer';
import type { AccountServices } from '../security/accountServices';
import { buildDecision } from './buildDecision';
import { note } from './note';
import { sayMove, tellHeld } from './sayDecision';
import { nameDeskState, requireSite } from './site';

/** A service and how it decides. */
interface Keeper<Context> {
  service: keyof KeptStates;
  by: KeptDecisions<Context>;
}

/** Returns how decisions on what a module keeps are made; undefined of a module that has items. */
export function findKept<Context>(site: CompiledPortal, module: string, kept: KeptRooms<Context> = {}): Keeper<Context> | undefined {
  const services = Object.keys(kept) as (keyof KeptStates)[];
  const service = services.find((each) => findKeeper(site, each)?.name === module);
  const by = service && kept[service];
  return service && by && { service, by };
}

/**
 * Keeps a decision on what a service keeps until it is due, and notes it. Of two who decide on the same one decision stands, and the other is
 * told who decided, and how.
 * @throws RequestError as the service judges it, and 409 where somebody has decided on it just now
 */
export async function holdKept<Context>(
  request: ApiRequest,
  { db }: Pick<AccountServices, 'db'>,
  { service, by }: Keeper<Context>,
  made: Omit<KeptMove, 'now'>,
): Promise<ServiceReply> {
  const { portal, viewer, now } = request;
  const [site, staff] = [requireSite(portal), requireViewer(viewer)];
  const module = findKeeper(site, service);
  if (!module) throw new RequestError('noSuchCall');
  const decision = buildDecision({ tenant: site.tenant, module: module.name, staff, now, ...made });
  const isHeld = await inTransaction(db, async (tx) => {
    const title = await by.judge(tx, site, { ...made, now });
    if (!(await holdDecision(tx, decision))) return false;
    await note(tx, request, { action: `${by.recorded}.${made.move}`, module: module.name, item: made.id, title, detail: made.given });
    return true;
  });
  if (!isHeld) throw new RequestError('decidedMeanwhile', await describeHeld(portal, db, module, decision));
  return tellHeld(portal, module, decision);
}

async function describeHeld(
  portal: CompiledPortal,
  db: Queryable,
  module: CompiledModule,
  { tenant, id }: Decision,
): Promise<Record<'name' | 'move' | 'state', string>> {
  const held = (await findDecisions(db, { tenant, module: module.name }, [id])).get(id);
  const name = held?.move ?? '';
  const to = getOwn(module.lifecycle.moves, name)?.to ?? '';
  return { name: held?.name ?? '', move: sayMove(portal, module, name), state: nameDeskState(portal, module, to) };
}
