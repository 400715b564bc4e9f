import { inInstitution } from '../../database/clusters';
import type { Database, Queryable } from '../../database/connection';
import { streamItems } from '../../database/content/items';
import { rewriteItems } from '../../database/content/rewriteItems';
import { readShape, readShapes, writeShape } from '../../database/content/rewriteItems';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import type { AccountKeys } from '../security/keys';
import { findState } from '../../runtime/lifecycle';
import { type Portals, walkPortals } from '../config/walkPortals';
import { toRecord } from './record';

/**
 * Brings stored items up to date after the fields that are kept apart changed: those of every module whose shape is not the
 * one that they were written with are written anew, keeping their status. ID numbers in them that are plain yet are sealed. Items written
 * by visitors meanwhile are not lost, and several processes may do it at once; the one that comes later finds nothing left to do. @internal
 * @param onDone is told of each institution whose items are up to date
 * @returns how many items were written
 */
export async function refreshShapes(
  db: Queryable & Pick<Database, 'clusters'>,
  definitions: Portals,
  keys: Pick<AccountKeys, 'seal'>,
  onDone: (tenant: string) => void = () => undefined,
): Promise<number> {
  let written = 0;
  for await (const portal of walkPortals(definitions)) {
    written += await inInstitution(db, portal.tenant, () => refreshPortal(db, portal, keys));
    onDone(portal.tenant);
  }
  return written;
}

async function refreshPortal(db: Queryable, { tenant, modules: all }: CompiledPortal, keys: Pick<AccountKeys, 'seal'>): Promise<number> {
  const modules = Object.values(all).filter(({ definition }) => definition.item);
  const shapes = modules.length === 0 ? undefined : await readShapes(db, tenant);
  let written = 0;
  for (const module of modules) if (shapes?.get(module.name) !== module.shapeHash) written += await refreshModule(db, tenant, module, keys);
  return written;
}

async function refreshModule(db: Queryable, tenant: string, module: CompiledModule, keys: Pick<AccountKeys, 'seal'>): Promise<number> {
  const isDone = async (): Promise<boolean> => (await readShape(db, tenant, module.name)) === module.shapeHash;
  if (await isDone()) return 0;
  let written = 0;
  const renew = rewriteItems(db, tenant, module.name, ({ id, doc, ...standing }) =>
    toRecord(tenant, module, { ...(doc as JsonObject), id }, standing.state === null ? standing.status : findState(module, standing), {
      keys,
    }),
  );
  for await (const count of renew) {
    written += count;
    if (await isDone()) return written;
  }
  await writeShape(db, tenant, module.name, module.shapeHash);
  return written;
}

/** Definitions that are followed while they change. */
interface ChangingDefinitions {
  onChange(listener: () => void): void;
  /** The institutions as they are now; what stands for their files is another object when one of these has changed. */
  readonly inPassing: Portals & { madeOf(tenant: string): object | undefined };
}

/**
 * Refreshes the shapes at once and after every change of the definitions, one time after the other; of institutions whose files are as they
 * were when theirs were refreshed nothing is looked at.
 * @param report is told of what went wrong; the next change tries again
 * @returns what ends it: what is under way fails with the database when that is closed, of which nobody is told
 */
export function keepShapes(
  db: Queryable & Pick<Database, 'clusters'>,
  definitions: ChangingDefinitions,
  keys: Pick<AccountKeys, 'seal'>,
  report: (error: unknown) => void,
): () => void {
  let running = Promise.resolve();
  let isEnded = false;
  const done = new Map<string, object | undefined>();
  const refresh = (): void => {
    running = running
      .then(async () => {
        if (isEnded) return;
        const { madeOf, tenants, portal } = definitions.inPassing;
        const changed = tenants.filter((tenant) => done.get(tenant) === undefined || done.get(tenant) !== madeOf(tenant));
        const files = new Map(changed.map((tenant) => [tenant, madeOf(tenant)]));
        await refreshShapes(db, { tenants: changed, portal }, keys, (tenant) => done.set(tenant, files.get(tenant)));
      })
      .catch((error: unknown) => {
        if (!isEnded) report(error);
      });
  };
  definitions.onChange(refresh);
  refresh();
  return () => {
    isEnded = true;
  };
}

/** Notes the shape of a module that has no items yet, before its first ones are written. */
export async function noteFirstShape(db: Queryable, tenant: string, module: CompiledModule): Promise<void> {
  if ((await readShape(db, tenant, module.name)) !== undefined) return;
  const { done } = await streamItems(db, tenant, module.name, { batch: 1 }).next();
  if (done) await writeShape(db, tenant, module.name, module.shapeHash);
}
