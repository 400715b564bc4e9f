import { listUntoldBookings } from '../../../database/messages/reminders';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { nameNewsOfKept, tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { describeBooked } from './told';

/** Reminds members of their approved bookings of a day, once of each. */
export async function remindOfBookings({ db, keys, clock }: AccountServices, portal: CompiledPortal, day: string): Promise<void> {
  const { tenant } = portal;
  const deed = nameNewsOfKept(portal, 'booking.list', 'remind', '');
  if (deed === undefined) return;
  for (const { id, member, venueName, venueTime } of await listUntoldBookings(db, tenant, day, deed.trim())) {
    const now = clock();
    const item = describeBooked(portal, { venueName, venueTime }, now);
    await inTransaction(db, (tx) =>
      tellOfKept(tx, { keys }, portal, { service: 'booking.list', name: 'remind', member, key: id, item }, now),
    );
  }
}
