import { randomUUID } from 'node:crypto';
import plugin from 'fastify-plugin';
import { everything, type NotedChange } from '../../database/changes/changeLog';
import { enterSubjects, type StaleSubject } from '../../database/changes/staleReplies';
import { inEachCluster, inInstitution } from '../../database/clusters';
import type { Database } from '../../database/connection';
import { findObstacle } from '../../database/failures';
import type { PortalServer } from '../config/portalServer';
import { sweeps } from '../plugins/sweeps';
import { purgeDue } from './purge';

interface PurgingOptions extends Pick<PortalServer, 'database' | 'definitions' | 'edge'> {
  report: (error: unknown) => void;
}

const second = 1_000;
/** What is kept lives on for a while when a new one cannot be had. */
const graceMs = 120_000;
/** Of more that could not be entered yet all there is counts as changed. */
const mostWaiting = 10_000;

/**
 * Tells who keeps replies in front of the servers what has changed: all of it when a server starts, as it may be of another version; the
 * institutions whose definitions change, and items, whichever server changed them.
 */
export const purging = plugin(async (app, { database, definitions, edge, report }: PurgingOptions) => {
  const purge = edge?.purge;
  if (!purge) return;
  let waiting: StaleSubject[] = [];
  const take = (subjects: readonly StaleSubject[]): void => {
    waiting = waiting.length + subjects.length > mostWaiting ? [all('')] : [...waiting, ...subjects];
  };
  const unfollow = database.changes.follow((changed) => take(changed === everything ? [all('')] : changed.filter(isShown)));
  app.addHook('onClose', async () => unfollow());
  let made = readMade(definitions);
  definitions.onChange(() => {
    const before = made;
    made = readMade(definitions);
    const tenants = new Set([...before.keys(), ...made.keys()]);
    take([...tenants].filter((tenant) => before.get(tenant) !== made.get(tenant)).map(all));
  });
  const enterWaiting = async (): Promise<void> => {
    const entering = waiting;
    waiting = [];
    await enterByInstitution(database, entering).catch((error: unknown) => {
      take(entering);
      throw error;
    });
  };
  const keptMs = edge.maxAge * second + graceMs;
  await app.register(sweeps, {
    sweep: async () => {
      // Nobody may have asked for anything, and noticed a change, while all is answered in front.
      await definitions.refresh();
      await enterWaiting();
      await inEachCluster(database, () => purgeDue(database, { ...purge, keptMs }));
    },
    // A database that is away says so elsewhere, and not every second.
    report: (error) => {
      if (findObstacle(error) === undefined) report(error);
    },
    firstMs: second,
    restMs: second,
  });
});

/** Returns all of an institution, or of all of them, as what has changed. */
const all = (tenant: string): StaleSubject => ({ id: randomUUID(), tenant, module: '', item: '' });

const isShown = ({ topic }: NotedChange): boolean => topic === 'content';

async function enterByInstitution(database: Database, subjects: readonly StaleSubject[]): Promise<void> {
  const tenants = new Set(subjects.map(({ tenant }) => tenant));
  for (const tenant of tenants) {
    const own = subjects.filter((subject) => subject.tenant === tenant).map(({ id, module, item }) => ({ id, tenant, module, item }));
    await inInstitution(database, tenant, () => enterSubjects(database, own));
  }
}

const readMade = ({ inPassing }: PortalServer['definitions']): Map<string, object | undefined> =>
  new Map(inPassing.tenants.map((tenant) => [tenant, inPassing.madeOf(tenant)]));
