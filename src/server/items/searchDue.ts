import { setImmediate } from 'node:timers/promises';
import { inEachCluster } from '../../database/clusters';
import type { Database, Queryable } from '../../database/connection';
import { type EnteredItem, findDueTenant, takeDue, writeEntries } from '../../database/search/due';
import { inTransaction } from '../../database/transaction';
import type { CompiledPortal } from '../../model/compiled';
import { getOwn, type JsonObject } from '../../model/json';
import { toSearchEntry } from './searchEntry';
import type { Portals } from '../config/walkPortals';

/** Items that are entered at once: visitors' pages wait for as long as their words are collected. */
const atOnce = 50;
/** Milliseconds between two looks at what is due. */
const lookEvery = 2_000;

/**
 * Enters what is due into the site search: of a large import what its items are found by, which takes longer than to store them. Any number
 * of servers may do so at once. Institutions whose definitions are broken wait. @internal
 * @param signal ends it after what is at hand
 * @returns how many items were entered
 */
export async function enterDue(db: Queryable, definitions: Pick<Portals, 'portal'>, signal?: AbortSignal): Promise<number> {
  let entered = 0;
  for (let tenant = await findDueTenant(db, ''); tenant !== undefined; tenant = await findDueTenant(db, tenant)) {
    const portal = definitions.portal(tenant);
    for (let taken = portal ? atOnce : 0; portal && taken > 0 && !signal?.aborted; entered += taken) {
      taken = await enterSome(db, portal);
      await setImmediate();
    }
  }
  return entered;
}

const enterSome = (db: Queryable, portal: CompiledPortal): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { taken, items } = await takeDue(tx, portal.tenant, atOnce);
    const found = items.map(({ doc, ...item }): EnteredItem => {
      const module = getOwn(portal.modules, item.module);
      return { ...item, search: module && toSearchEntry(module, doc as JsonObject) };
    });
    if (found.length > 0) await writeEntries(tx, portal.tenant, found);
    return taken;
  });

/**
 * Enters what is due into the site search, now and whenever something is.
 * @param report is told of what went wrong; it is tried again
 * @returns what ends it
 */
export function keepEntering(
  db: Queryable & Pick<Database, 'clusters'>,
  definitions: Pick<Portals, 'portal'>,
  report: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  let underWay: Promise<unknown> | undefined;
  const look = (): void => {
    underWay ??= inEachCluster(db, () => enterDue(db, definitions, stop.signal))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) report(error);
      })
      .finally(() => (underWay = undefined));
  };
  const timer = setInterval(look, lookEvery);
  timer.unref();
  look();
  return async () => {
    stop.abort();
    clearInterval(timer);
    await underWay;
  };
}
