import { listUntoldBookings } from '../../../database/messages/reminders';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { formatPattern } from '../../../runtime/text';
import { tell } from '../../messages/tell';
import type { AccountServices } from '../../security/accountServices';

const kind = 'booking.reminder';

/** Reminds members of their approved bookings of a day, once of each. */
export async function remindOfBookings({ db, keys, clock }: AccountServices, portal: CompiledPortal, day: string): Promise<void> {
  const { tenant, texts, patterns } = portal;
  for (const { id, member, venueName, venueTime } of await listUntoldBookings(db, tenant, day, kind)) {
    const text = formatPattern(texts['bookingReminderText'] ?? '', { name: venueName, time: venueTime }, patterns);
    const news = { member, kind, key: id, title: texts['bookingReminder'] ?? '', text };
    await inTransaction(db, (tx) => tell(tx, { keys }, portal, news, clock()));
  }
}
