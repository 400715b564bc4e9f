import { setTimeout as delay } from 'node:timers/promises';
import type { PortalProcess } from '../running/portalProcess';
import { listServerProcesses, signalServer } from './serverProcesses';

/** What may happen to a portal and its database. */
export interface Disturbance {
  name: string;
  /** Does it. What the portal needs to be started again for is part of it. */
  act(portal: PortalProcess, dataDir: string): Promise<void>;
}

const frozenMs = 2_000;
const children = [
  'checkpointer',
  'background writer',
  'walwriter',
  'autovacuum launcher',
  'logical replication launcher',
  'io worker',
  'portal postgres',
];

/** Everything that may happen, once each. */
export const disturbances: readonly Disturbance[] = [
  ...[...children, 'postmaster'].map((title) => ({
    name: `database: ${title} killed`,
    async act(_portal: PortalProcess, dataDir: string) {
      const victim = listServerProcesses(dataDir).find((each) => each.title.startsWith(title));
      if (victim) process.kill(victim.pid, 'SIGKILL');
    },
  })),
  {
    name: `database frozen for ${frozenMs / 1_000} s`,
    async act(_portal, dataDir) {
      signalServer(dataDir, 'SIGSTOP');
      await delay(frozenMs);
      signalServer(dataDir, 'SIGCONT');
    },
  },
  {
    name: 'portal killed and started again',
    async act(portal) {
      await portal.end('SIGKILL');
      await portal.start();
    },
  },
  {
    name: 'portal ended and started again',
    async act(portal) {
      const { took, code } = await portal.end('SIGTERM');
      if (code !== 0 || took > 10_000) throw new Error(`The portal ended with ${code} after ${Math.round(took)} ms`);
      await portal.start();
    },
  },
];
