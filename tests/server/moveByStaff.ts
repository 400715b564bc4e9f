import { inTransaction } from '../../src/database/transaction';
import type { JsonObject } from '../../src/model/json';
import { moveItem } from '../../src/server/items/moveItem';
import { deriveAccountKeys } from '../../src/server/security/keys';
import type { AccountPortal } from './accountPortal';

/** A move of the staff of the cultural centre: of which item, by which name, and what they give with it. */
export interface StaffMove {
  module: string;
  id: string;
  move: string;
  given?: JsonObject;
  /** When it is; absent: what the portal counts as now. */
  now?: number;
}

/** Moves an item as staff do by their command. @throws what the command tells them when it is refused */
export async function moveByStaff(portal: AccountPortal, { module: name, id, move, given = {}, now }: StaffMove): Promise<void> {
  const centre = portal.definitions.portal('centre');
  const module = centre?.modules[name];
  if (!centre || !module) throw new Error(`The centre has no module ${name}`);
  const request = {
    portal: centre,
    module,
    id,
    by: 'staff' as const,
    which: { name: move },
    given,
    now: now ?? portal.clock.now(),
    keys: deriveAccountKeys(portal.secret),
  };
  await inTransaction(portal.database, (tx) => moveItem(tx, request));
}
