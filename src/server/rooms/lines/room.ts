import { findTicketsOf, removeOldLines, removeTicketsOf } from '../../../database/lines';
import { formatIso } from '../../../runtime/time';
import type { Room } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';

/** For so many milliseconds lines are kept that are over. */
const kept = 3_600_000;

/** What is kept of those who waited in lines. */
export const linesRoom: Room<AccountServices> = {
  services: {},
  personalData: [
    {
      name: 'lines',
      read: async ({ db }, tenant, member) =>
        (await findTicketsOf(db, tenant, member)).map(({ module, item, turn }) => ({ module, item, turn: formatIso(turn.getTime()) })),
      forget: removeTicketsOf,
    },
  ],
  sweep: ({ db, clock }) => removeOldLines(db, clock() - kept),
};
