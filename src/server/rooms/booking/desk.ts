import { findBooking, findDeskBookings, type StoredBooking } from '../../../database/bookings/bookingLists';
import { type Decision, findDecisions } from '../../../database/desk/decisions';
import type { Queryable } from '../../../database/connection';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asString, getOwn, type JsonObject } from '../../../model/json';
import { type BookingState, isHeld } from '../../../model/services';
import { findKeeper, nameState } from '../../../runtime/lifecycle';
import { maskName, maskPhone } from '../../../runtime/mask';
import { formatDate, formatIso, parseTime } from '../../../runtime/time';
import { type ErrorCode, RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { holdKept } from '../../desk/keptDecisions';
import { note } from '../../desk/note';
import { decidingState, sayDeciding } from '../../desk/sayDecision';
import { requireSite } from '../../desk/site';
import { describeFurther } from '../../members/describeFurther';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { callBookingOff, checkInVisitor } from './decide';
import { bookingDecisions } from './heldDecisions';

const day = 86_400_000;

/** Lists bookings for staff, what begins first first; who booked is masked, unless it is to be shown. */
export async function listForDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters, now, reveal } = request;
  const site = requireSite(portal);
  const keeper = findKeeper(site, 'booking.list');
  const [from, to] = [parseTime(parameters.get('from')), parseTime(parameters.get('to'))];
  const state = parameters.get('state') ?? '';
  const decided = await findDecisions(accounts.db, { tenant: site.tenant, module: keeper?.name ?? '' });
  const { rows, total } = await findDeskBookings(accounts.db, site.tenant, {
    // What was decided on a moment ago is about to leave its state.
    ...(state === '' ? {} : { states: state.split(',') as BookingState[], except: [...decided.keys()] }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to + day) }),
    now,
    ...readWindow(endpoint, parameters),
  });
  return {
    rows: rows.map((booking): JsonObject => {
      const week = new URLSearchParams({ id: booking.venue, day: formatDate(booking.starts.getTime()) }).toString();
      const shown = describeForDesk(accounts, portal, booking, { keeper, reveal, decided: decided.get(booking.id) });
      return { ...shown, week: `/content/${booking.module}/week?${week}` };
    }),
    total,
  };
}

/** Whose bookings they are, and how one is shown: with who booked or masked, and with what was decided on it and does not take effect yet. */
interface Showing {
  keeper: CompiledModule | undefined;
  reveal?: boolean | undefined;
  decided?: Decision | undefined;
}

/** Returns a booking as staff read it; who booked is masked, unless it is to be shown. */
export function describeForDesk(
  { keys }: Pick<AccountServices, 'keys'>,
  portal: CompiledPortal,
  booking: StoredBooking,
  { keeper, reveal = false, decided }: Showing,
) {
  const site = requireSite(portal);
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
    state: decided ? decidingState : status,
    stateLabel: decided && keeper ? sayDeciding(portal, keeper, decided) : nameState(site, keeper, status),
  };
}

/** What is said of a move that cannot be made. */
const failures: Readonly<Record<'missing' | 'decided' | 'refused', ErrorCode>> = {
  missing: 'noSuchBooking',
  decided: 'deskBookingDecided',
  refused: 'deskBookingDecided',
};

/**
 * Makes a move of the staff with a booking. A decision takes effect when it can no longer be taken back: of two who decide one decision stands.
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
  if (isHeld('booking.list', move)) {
    const given: JsonObject = reason === '' ? {} : { reason };
    return holdKept(request, accounts, { service: 'booking.list', by: bookingDecisions }, { id, move, given });
  }
  const besides = (tx: Queryable): Promise<string> =>
    note(tx, request, {
      action: `booking.${move}`,
      module: findKeeper(site, 'booking.list')?.name ?? '',
      item: id,
      title: `${found.venueName} ${found.venueTime}`,
      detail: reason === '' ? {} : { reason },
    });
  const moves: Readonly<Record<string, () => Promise<keyof typeof failures | 'done'>>> = {
    callOff: () => callBookingOff(accounts, site, id, reason, now, besides),
    checkIn: async () => ((await checkInVisitor(accounts.db, site, id, now, besides)) ? 'done' : 'decided'),
  };
  const make = getOwn(moves, move);
  if (!make) throw new RequestError('noSuchCall');
  const outcome = await make();
  if (outcome !== 'done') throw new RequestError(failures[outcome]);
  return { message: portal.texts['deskSaved'] };
}
