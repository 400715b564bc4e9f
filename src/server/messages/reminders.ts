import { findObstacle } from '../../database/failures';
import type { CompiledPortal } from '../../model/compiled';
import type { Room } from '../api/room';
import type { SweepOptions } from '../plugins/sweeps';
import type { AccountServices } from '../security/accountServices';

const second = 1_000;

/** Returns what a server does every half minute while it runs: it reminds members of what begins soon. Several share the work. */
export function createReminders(
  rooms: readonly Room<AccountServices>[],
  accounts: AccountServices,
  portalOf: (tenant: string) => CompiledPortal | undefined,
): SweepOptions {
  return {
    sweep: async (signal) => {
      const untilEnd: typeof portalOf = (tenant) => (signal?.aborted ? undefined : portalOf(tenant));
      for (const room of rooms) await room.remindSoon?.(accounts, untilEnd).catch(report);
    },
    report,
    firstMs: 5 * second,
    restMs: 30 * second,
  };

  // A database that is away says so elsewhere, and not every half minute.
  function report(error: unknown): void {
    if (findObstacle(error) === undefined) accounts.report(error);
  }
}
