import { findBooking } from '../../../database/bookings/bookingLists';
import { moveBooking, type Moving } from '../../../database/bookings/moveBooking';
import { inTransaction } from '../../../database/transaction';
import { asString } from '../../../model/json';
import { findKeeper, listOrigins } from '../../../runtime/lifecycle';
import { type ErrorCode, RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireModule } from '../../desk/site';
import { tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { describeMove } from './decide';
import { readDeskTime, toBookingPlace } from './deskTimes';
import { describeBooked } from './told';

const failures: Readonly<Record<Exclude<Moving, 'done'>, ErrorCode>> = {
  missing: 'noSuchBooking',
  refused: 'deskBookingDecided',
  changed: 'deskBookingMoved',
  taken: 'bookingTaken',
};

/**
 * Moves a booking to other times or another place, and tells its member, in one transaction; what awaited a decision stands then. Of two who
 * move it, or want the same times, one does.
 * @throws RequestError 404 for a booking or a place that is not there; 400 for a time that cannot be booked; 409 for one that is taken, and for a
 * booking that was decided on, called off or moved meanwhile
 */
export async function rescheduleForDesk(request: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, now } = request;
  const { site, module } = requireModule(request);
  requireRight(viewer, module.name, 'serve');
  const { tenant } = site;
  const [id, reason] = [asString(body['id']), asString(body['reason'])];
  const chosen = await readDeskTime(db, request);
  const to = toBookingPlace(chosen);
  await inTransaction(db, async (tx) => {
    const before = await findBooking(tx, tenant, id, now);
    if (!before || before.module !== module.name) throw new RequestError('noSuchBooking');
    const outcome = await moveBooking(
      tx,
      { tenant, id },
      {
        from: listOrigins(site, 'booking.list', 'move'),
        seen: { venue: asString(body['seenVenue']), venueTime: asString(body['seenTime']) },
        to,
        now,
      },
    );
    if (outcome !== 'done') throw new RequestError(failures[outcome]);
    const after = await findBooking(tx, tenant, id, now);
    if (!after) throw new RequestError('noSuchBooking');
    const told = describeMove(site, 'move', after, now);
    const was = describeBooked(site, before, now);
    const movedFrom = `${before.venueName} ${String(was['venueTime'])}`;
    // It may be moved there and back: each time is told.
    await tellOfKept(tx, { keys }, site, { ...told, key: `${id} ${now}`, item: { ...told.item, movedFrom }, given: { reason } }, now);
    await note(tx, request, {
      action: 'booking.move',
      module: findKeeper(site, 'booking.list')?.name ?? '',
      item: id,
      title: `${after.venueName} ${after.venueTime}`,
      detail: { from: `${before.venueName} ${before.venueTime}`, ...(reason === '' ? {} : { reason }) },
    });
  });
  return { message: portal.texts['deskBookingMovedTo'] };
}
