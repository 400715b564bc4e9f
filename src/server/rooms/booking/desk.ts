import { findBooking, findDeskBookings, type StoredBooking } from '../../../database/bookings/bookingLists';
import type { Queryable } from '../../../database/connection';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asString, getOwn, type JsonObject } from '../../../model/json';
import type { BookingState } from '../../../model/services';
import { findKeeper, nameState } from '../../../runtime/lifecycle';
import { maskName, maskPhone } from '../../../runtime/mask';
import { formatDate, formatIso, parseTime } from '../../../runtime/time';
import { type ErrorCode, RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireSite } from '../../desk/site';
import { describeFurther } from '../../members/describeFurther';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { callBookingOff, checkInVisitor, decideBooking } from './decide';

const day = 86_400_000;

/** Lists bookings for staff, what begins first first; who booked is masked, unless it is to be shown. */
export async function listForDesk(
  { portal, endpoint, parameters, now, reveal }: ApiRequest,
  accounts: AccountServices,
): Promise<ServiceReply> {
  const site = requireSite(portal);
  const keeper = findKeeper(site, 'booking.list');
  const [from, to] = [parseTime(parameters.get('from')), parseTime(parameters.get('to'))];
  const state = parameters.get('state') ?? '';
  const { rows, total } = await findDeskBookings(accounts.db, site.tenant, {
    ...(state === '' ? {} : { states: state.split(',') as BookingState[] }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to + day) }),
    now,
    ...readWindow(endpoint, parameters),
  });
  return {
    rows: rows.map((booking): JsonObject => {
      const week = new URLSearchParams({ id: booking.venue, day: formatDate(booking.starts.getTime()) }).toString();
      return { ...describeForDesk(accounts, site, keeper, booking, reveal), week: `/content/${booking.module}/week?${week}` };
    }),
    total,
  };
}

/** Returns a booking as staff read it; who booked is masked, unless it is to be shown. */
export function describeForDesk(
  { keys }: AccountServices,
  site: CompiledPortal,
  keeper: CompiledModule | undefined,
  booking: StoredBooking,
  reveal = false,
) {
  const { id, venueName, venueTime, status, nameCipher, phoneCipher, purposeCipher, starts, created } = booking;
  const open = (sealed: string): string => openText(keys, site.tenant, sealed);
  return {
    id,
    venueName,
    venueTime,
    starts: formatIso(starts.getTime()),
    created: formatIso(created.getTime()),
    name: reveal ? open(nameCipher) : maskName(open(nameCipher)),
    phone: reveal ? open(phoneCipher) : maskPhone(open(phoneCipher)),
    purpose: [open(purposeCipher), ...describeFurther({ keys }, site, booking)].filter((text) => text !== '').join('\n'),
    state: status,
    stateLabel: nameState(site, keeper, status),
  };
}

const failures: Readonly<Record<'missing' | 'decided' | 'over' | 'taken' | 'refused', ErrorCode>> = {
  missing: 'noSuchBooking',
  decided: 'deskBookingDecided',
  over: 'bookingTimePast',
  taken: 'bookingTaken',
  refused: 'deskBookingDecided',
};

/**
 * Makes a move of the staff with a booking: of two who decide at the same moment one decision stands.
 * @throws RequestError 404 for a booking that is not there, or is of another module than the call, where the call is that of a module; 409 for
 * one that the move does not lead out of the state of, and where its times are taken by now
 */
export async function moveForDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, body, now } = request;
  const site = requireSite(portal);
  const [id, move, reason] = [asString(body['id']), asString(body['move']), asString(body['reason'])];
  const found = await findBooking(accounts.db, site.tenant, id, now);
  if (!found || (getOwn(site.modules, endpoint.module) !== undefined && found.module !== endpoint.module))
    throw new RequestError('noSuchBooking');
  const besides = (tx: Queryable): Promise<string> =>
    note(tx, request, {
      action: `booking.${move}`,
      module: findKeeper(site, 'booking.list')?.name ?? '',
      item: id,
      title: `${found.venueName} ${found.venueTime}`,
      detail: reason === '' ? {} : { reason },
    });
  const moves: Readonly<Record<string, () => Promise<keyof typeof failures | 'done'>>> = {
    approve: () => decideBooking(accounts, site, id, true, now, { besides }),
    reject: () => decideBooking(accounts, site, id, false, now, { reason, besides }),
    callOff: () => callBookingOff(accounts, site, id, reason, now, besides),
    checkIn: async () => ((await checkInVisitor(accounts.db, site, id, now, besides)) ? 'done' : 'decided'),
  };
  const make = getOwn(moves, move);
  if (!make) throw new RequestError('noSuchCall');
  const outcome = await make();
  if (outcome !== 'done') throw new RequestError(failures[outcome]);
  return { message: portal.texts['deskSaved'] };
}
