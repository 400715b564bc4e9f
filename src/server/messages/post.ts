import { findObstacle } from '../../database/failures';
import type { CompiledPortal } from '../../model/compiled';
import type { SweepOptions } from '../plugins/sweeps';
import type { AccountServices } from '../security/accountServices';
import { sendDue } from './sendDue';

/** How many an institution sends in a minute by each channel when its settings do not say, or cannot be read. */
const usualPerMinute = 60;
const second = 1_000;

/** Returns what a server does again and again while it runs: it sends what is due. Several share the work. */
export function createPost(accounts: AccountServices, portalOf: (tenant: string) => CompiledPortal | undefined): SweepOptions {
  const perMinuteOf = (tenant: string): number => portalOf(tenant)?.settings.messages?.perMinute ?? usualPerMinute;
  return {
    sweep: async () => void (await sendDue({ ...accounts, perMinuteOf })),
    // A database that is away says so elsewhere, and not every second.
    report: (error) => {
      if (findObstacle(error) === undefined) accounts.report(error);
    },
    firstMs: second,
    restMs: 2 * second,
  };
}
