import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster';

/** Something that happens to the cluster while members enrol. */
export interface Scenario {
  /** The word by which it is chosen. */
  key: string;
  what: string;
  /** Does it. @returns what sets it right */
  act(cluster: Cluster): Promise<() => Promise<void>>;
}

/** Everything that may happen, once each. */
export const scenarios: readonly Scenario[] = [
  {
    key: 'kill',
    what: 'primary killed (-9), with its Patroni',
    async act(cluster) {
      const primary = await cluster.findDatabase('leader');
      await primary.signal('SIGKILL');
      return () => cluster.startDatabase(primary);
    },
  },
  {
    key: 'server',
    what: 'server of the portal killed (-9)',
    async act({ servers: [server] }) {
      await server?.end('SIGKILL');
      return async () => server?.start();
    },
  },
  {
    key: 'pause',
    what: 'primary paused, and resumed after it was replaced',
    async act(cluster) {
      const primary = await cluster.findDatabase('leader');
      await primary.signal('SIGSTOP');
      return () => primary.signal('SIGCONT');
    },
  },
  {
    key: 'standby',
    what: 'synchronous standby paused, and resumed',
    async act(cluster) {
      const standby = await cluster.findDatabase('sync_standby');
      await standby.signal('SIGSTOP');
      return () => standby.signal('SIGCONT');
    },
  },
  {
    key: 'cut',
    what: 'network cut between primary and synchronous standby',
    async act(cluster) {
      const primary = await cluster.findDatabase('leader');
      const standby = await cluster.findDatabase('sync_standby');
      await primary.cut(standby.place);
      return () => primary.mend(standby.place);
    },
  },
  {
    key: 'alone',
    what: 'network cut between primary and all others',
    async act(cluster) {
      const { gateway, databases, etcd } = cluster.plan;
      const primary = await cluster.findDatabase('leader');
      const others = [gateway, ...databases, ...etcd].filter(({ name }) => name !== primary.place.name);
      for (const other of others) await primary.cut(other);
      return async () => {
        for (const other of others) await primary.mend(other);
      };
    },
  },
];

/** For how long members enrol at a primary whose changes no other node gets any more. */
const behindMs = 3_000;

/** What a cluster that does not wait for a second node loses enrolments by: it shows that the count sees them. */
export const lossyScenario: Scenario = {
  key: 'behind',
  what: 'asynchronous: primary cut off from the other nodes, then killed',
  async act(cluster) {
    const primary = await cluster.findDatabase('leader');
    const others = cluster.plan.databases.filter(({ name }) => name !== primary.place.name);
    for (const other of others) await primary.cut(other);
    await delay(behindMs);
    await primary.signal('SIGKILL');
    return async () => {
      for (const other of others) await primary.mend(other);
      await cluster.startDatabase(primary);
    };
  },
};
