import { findObstacle } from '../../database/failures';
import type { Room } from '../api/room';
import type { ListPortals } from '../config/walkPortals';
import type { SweepOptions } from '../plugins/sweeps';
import type { AccountServices } from '../security/accountServices';

const second = 1_000;

/** Returns what a server does every half minute while it runs: it reminds members of what begins soon. Several share the work. */
export function createReminders(
  rooms: readonly Room<AccountServices>[],
  accounts: AccountServices,
  listPortals: ListPortals,
): SweepOptions {
  return {
    sweep: async (signal) => {
      for await (const portal of listPortals(signal)) for (const room of rooms) await room.remindSoon?.(accounts, portal).catch(report);
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
