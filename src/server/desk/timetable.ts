import { findObstacle } from '../../database/failures';
import type { CompiledPortal } from '../../model/compiled';
import type { Room } from '../api/room';
import type { SweepOptions } from '../plugins/sweeps';
import type { AccountServices } from '../security/accountServices';

const second = 1_000;

/** Returns what a server does every second while it runs: what staff planned for a time that has come. Several share the work. */
export function createTimetable(
  rooms: readonly Room<AccountServices>[],
  accounts: AccountServices,
  portalOf: (tenant: string) => CompiledPortal | undefined,
): SweepOptions {
  const context: AccountServices = { ...accounts, report };
  return {
    sweep: async () => {
      for (const room of rooms) await room.doDue?.(context, portalOf).catch(report);
    },
    report,
    firstMs: second,
    restMs: second,
  };

  // A database that is away says so elsewhere, and not every second.
  function report(error: unknown): void {
    if (findObstacle(error) === undefined) accounts.report(error);
  }
}
