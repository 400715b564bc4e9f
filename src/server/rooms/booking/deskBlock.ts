import { randomUUID } from 'node:crypto';
import { addBlock, freeBlock, type NewBlock, type StandingBooking } from '../../../database/bookings/blockedTimes';
import { inTransaction } from '../../../database/transaction';
import { asString } from '../../../model/json';
import { formatDate } from '../../../runtime/time';
import { formatRange, isDay, listSlots } from '../../../runtime/venueTime';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireModule } from '../../desk/site';
import { readTitle } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { deskDays, isOnGrid, listDays, readClock, type Repetition } from './deskTimes';
import { toInstant } from './rules';
import { findPlace } from './schedule';

/** So many bookings in the way are named; the others are counted. */
const mostNamed = 3;

/**
 * Blocks times of a place: a stretch of a day or all of it, once, on each day until another one or every week until then. Bookings that stand
 * there are told of first, and nothing is blocked.
 * @throws RequestError 400 for times that cannot be, 404 for a place that is not there, 409 where bookings stand or times are blocked already
 */
export async function blockForDesk(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, now } = request;
  const { site, module } = requireModule(request);
  const staff = requireRight(viewer, module.name, 'serve');
  const { item } = await findPlace(db, request, asString(body['venueId']));
  const block: NewBlock = {
    ...readSpan(request, now),
    tenant: site.tenant,
    id: randomUUID(),
    module: module.name,
    venue: String(item['id']),
    reason: asString(body['reason']),
    shown: body['shown'] === true,
    staff: staff.id,
  };
  await inTransaction(db, async (tx) => {
    const blocking = await addBlock(tx, block, now);
    if (blocking.outcome === 'booked') throw refuseBooked(blocking.bookings);
    if (blocking.outcome === 'blocked') throw new RequestError('deskBlockedAlready');
    const { id, days, begins, ends, reason } = block;
    const title = `${readTitle(module, item)} ${days[0] ?? ''} ${formatRange({ from: begins, to: ends })}`;
    await note(tx, request, {
      action: 'booking.block',
      module: module.name,
      item: id,
      title,
      detail: { days: days.length, until: days.at(-1), reason },
    });
  });
  return { message: portal.texts['deskBlocked'] };
}

/** @throws RequestError 400 for days or hours that there are not, that are over, or that are more than can be blocked at once */
function readSpan({ body }: ApiRequest, now: number): Pick<NewBlock, 'days' | 'minutes' | 'begins' | 'ends'> {
  const whole = body['wholeDay'] === true;
  const [begins, ends] = whole ? [0, 24 * 60] : [readClock(body['from']), readClock(body['until'], true)];
  const [first, last] = [asString(body['day']), asString(body['lastDay'])];
  const repetition = readRepetition(body['repeat']);
  if (begins === undefined || ends === undefined || !isOnGrid(begins, ends)) throw new RequestError('deskBlockHours');
  if (!isDay(first) || (repetition !== 'once' && !isDay(last))) throw new RequestError('deskBlockDays');
  const days = listDays(first, last, repetition);
  if (days.length === 0 || days.length > deskDays) throw new RequestError('deskBlockDays');
  if (toInstant(first, ends) <= now) throw new RequestError('bookingTimePast');
  return { days, minutes: listSlots([{ from: begins, to: ends }]), begins, ends };
}

const readRepetition = (value: unknown): Repetition => (value === 'daily' || value === 'weekly' ? value : 'once');

const refuseBooked = (bookings: readonly StandingBooking[]): RequestError =>
  new RequestError('deskBlockBooked', {
    count: bookings.length,
    times: bookings
      .slice(0, mostNamed)
      .map(({ venueTime }) => venueTime)
      .join('\u3001'),
  });

/**
 * Frees what was blocked: one day of it, or all from that day on. What is over stays as it was.
 * @throws RequestError 404 when nothing of it is blocked then
 */
export async function unblockForDesk(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, now } = request;
  const { site, module } = requireModule(request);
  requireRight(viewer, module.name, 'serve');
  const [id, day, today] = [asString(body['id']), asString(body['day']), formatDate(now)];
  if (!isDay(day) || day < today) throw new RequestError('deskNotBlocked');
  await inTransaction(db, async (tx) => {
    const freed = await freeBlock(tx, { tenant: site.tenant, id, module: module.name }, { from: day, alone: body['all'] !== true });
    if (!freed) throw new RequestError('deskNotBlocked');
    await note(tx, request, {
      action: 'booking.unblock',
      module: module.name,
      item: id,
      title: freed.days[0],
      detail: { days: freed.days.length },
    });
  });
  return { message: portal.texts['deskUnblocked'] };
}
