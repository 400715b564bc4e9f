import { randomUUID } from 'node:crypto';
import { lockMember } from '../../../database/accounts/members';
import { findIsBlocked } from '../../../database/bookings/blockedTimes';
import { addBooking, type NewBooking } from '../../../database/bookings/bookings';
import { storedStatuses } from '../../../database/bookings/slots';
import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import type { CompiledModule } from '../../../model/compiled';
import { asString, getOwn, type JsonObject } from '../../../model/json';
import { findKeeper, getStateValue } from '../../../runtime/lifecycle';
import { formatVenueTime, listSlots, type VenueTime } from '../../../runtime/venueTime';
import { formatError, RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer, type Viewer } from '../../api/viewer';
import { readTitle } from '../../items/record';
import { awaitTurn, freeTurn, type Turn } from '../../members/line';
import { findKnownContacts } from '../../members/contacts';
import { requireConsents, requireIdNumberConsent } from '../../members/consents';
import { readFurther, readFurtherStated, sealFurther } from '../../members/further';
import type { Person } from '../../members/person';
import type { RefuseUnusedTickets } from '../../members/unusedTickets';
import { tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { consumeCaptcha } from '../../security/captcha';
import { hashBooker } from '../../security/storedHashes';
import { type Opening, readOpening } from './opening';
import { checkTime, toInstant } from './rules';
import { describeBooked } from './told';

/**
 * Asks for a booking (ledger BOOK-23, BOOK-24): the picture is used up, whatever comes of it; then the times are held at once, for one
 * booking alone. It awaits review unless the place does without.
 * @throws RequestError 400, with the field `time` when the time cannot be booked; 409 when it is taken, or the member left too many tickets
 * unused; 403 for the phone of somebody else; 404 for a place that is not the institution's
 */
export async function scheduleBooking(
  request: ApiRequest,
  accounts: AccountServices,
  refuseUnused: RefuseUnusedTickets,
): Promise<ServiceReply> {
  const member = requireViewer(request.viewer);
  const { body } = request;
  // memberId is held against the token for every call; `phone` is the name of the contact's phone elsewhere.
  if (asString(body['account']) !== '' && body['account'] !== member.phone) throw new RequestError('tokenInvalid');
  const turn = await awaitTurnFor(request, accounts);
  return turn.serve(() =>
    withIdempotencyKey(request, accounts.db, {
      prepare: (tx) => (turn.isProved ? turn.use(tx) : spendCaptcha(request, { ...accounts, db: tx })),
      work: async (tx) => {
        const booked = await book(request, { ...accounts, db: tx }, member, refuseUnused);
        await turn.finish(tx);
        return booked;
      },
    }),
  );
}

async function spendCaptcha(request: ApiRequest, accounts: AccountServices): Promise<void> {
  await consumeCaptcha(request, accounts, asString(request.body['checkCode'])).catch(tellAtCaptcha(request));
}

/** A captcha that was read wrongly is told at its field. */
const tellAtCaptcha =
  (request: ApiRequest) =>
  (error: unknown): never => {
    throw error instanceof RequestError && error.code === 'captchaWrong' ? withField(request, 'checkCode', error) : error;
  };

/** What is not there needs no turn: that is said later. */
async function awaitTurnFor(request: ApiRequest, accounts: AccountServices): Promise<Turn> {
  const { portal, body } = request;
  if (!Object.values(portal.modules).some(({ definition }) => definition.booking && definition.rush)) return freeTurn;
  const place = await findPlace(accounts.db, request, asString(body['venueId'])).catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
  });
  if (!place) return freeTurn;
  return awaitTurn(request, accounts.db, accounts, {
    module: place.module,
    item: String(place.item['id']),
    line: 'booked',
    judge: async () => undefined,
    captcha: asString(body['checkCode']),
  }).catch(tellAtCaptcha(request));
}

async function book(
  request: ApiRequest,
  accounts: AccountServices,
  member: Viewer,
  refuseUnused: RefuseUnusedTickets,
): Promise<ServiceReply> {
  const { portal, body, now } = request;
  // One at a time for each member, and none for a member who is gone.
  if (!(await lockMember(accounts.db, portal.tenant, member.id))) throw new RequestError('tokenInvalid');
  await refuseUnused(accounts.db, portal, { member: member.id, now });
  const { module, item } = await findPlace(accounts.db, request, asString(body['venueId']));
  const opening = readOpening(item, module, portal.settings);
  if (!opening.bookable) throw new RequestError('bookingClosed');
  const checked = checkTime(asString(body['time']), opening, now);
  if ('fault' in checked) throw withField(request, 'time', new RequestError(checked.fault.code, checked.fault.values));
  const booker = await readBooker(request, accounts, member);
  const booking = buildBooking(request, accounts, member, { module, item, opening, time: checked.time, booker });
  if (!(await addBooking(accounts.db, booking, now))) {
    const isBlocked = await findIsBlocked(accounts.db, booking);
    throw withField(request, 'time', new RequestError(isBlocked ? 'bookingBlocked' : 'bookingTaken'));
  }
  const { id, venueTime } = booking;
  const { name, state } = opening.review ? beginnings.asked : beginnings.booked;
  const told = { service: 'booking.list', name, member: member.id, key: id, item: describeBooked(portal, booking, now) } as const;
  await tellOfKept(accounts.db, accounts, portal, told, now);
  return { item: { id, status: getStateValue(findKeeper(portal, 'booking.list'), state), venueTime } };
}

/** Who comes. */
type Booker = Pick<Person, 'name' | 'phone' | 'idNumber'>;

/**
 * Returns who comes: the saved contact that is named, as it is kept, or whoever was typed; with the consents that what is stored needs.
 * @throws RequestError 400 when one is missing; 404 for a contact that is not the member's, 409 for one whose ID number was erased, both
 * told at the field
 */
async function readBooker(request: ApiRequest, accounts: AccountServices, member: Viewer): Promise<Booker> {
  const { portal, body } = request;
  const { idNumbers, births } = readFurtherStated(readFurther(request));
  const contact = asString(body['contactIds']);
  if (contact === '') {
    const idNumber = asString(body['idCard']).toUpperCase();
    await requireConsents(accounts.db, request, { idNumbers: [idNumber, ...idNumbers], births });
    return { name: asString(body['name']), phone: asString(body['phone']), idNumber };
  }
  const found = await findKnownContacts(accounts.db, accounts, portal.tenant, member.id, [contact]).catch((error: unknown) => {
    throw error instanceof RequestError ? withField(request, 'contactIds', error) : error;
  });
  const [person] = found.map((known) => known.person);
  if (!person) throw new RequestError('noSuchContact');
  await requireIdNumberConsent(accounts.db, request);
  await requireConsents(accounts.db, request, { idNumbers, births });
  return person;
}

/** How a booking comes about, and what it is then. */
const beginnings = { asked: { name: 'ask', state: 'waiting' }, booked: { name: 'book', state: 'unused' } } as const;

/** Something that can be booked, and its module. */
export interface Place {
  module: CompiledModule;
  item: JsonObject;
}

/** @throws RequestError 404 when the module of the call has no such published item of this institution */
export async function findPlace(db: Queryable, { portal, endpoint }: Pick<ApiRequest, 'portal' | 'endpoint'>, id: string): Promise<Place> {
  const module = getOwn((portal.desk?.site ?? portal).modules, endpoint.module);
  const found = module && id !== '' ? await getItem(db, portal.tenant, module.name, id) : undefined;
  if (!module || found?.status !== 1) throw new RequestError('noSuchItem');
  return { module, item: found.doc as JsonObject };
}

function buildBooking(
  request: ApiRequest,
  { keys }: AccountServices,
  member: Viewer,
  { module, item, opening, time, booker }: Place & { opening: Opening; time: VenueTime; booker: Booker },
): NewBooking {
  const { portal, body } = request;
  const { tenant } = portal;
  const { name, phone, idNumber } = booker;
  return {
    tenant,
    id: randomUUID(),
    module: module.name,
    venue: String(item['id']),
    venueName: readTitle(module, item),
    menu: asString(body['menuId']),
    member: member.id,
    nameCipher: keys.seal(tenant, name),
    phoneCipher: keys.seal(tenant, phone),
    idCipher: keys.seal(tenant, idNumber),
    idHash: hashBooker(keys, tenant, idNumber)[0],
    purposeCipher: keys.seal(tenant, asString(body['touse'])),
    status: storedStatuses[(opening.review ? beginnings.asked : beginnings.booked).state],
    day: time.day,
    venueTime: formatVenueTime(time),
    minutes: listSlots(time.ranges),
    starts: toInstant(time.day, time.ranges[0]?.from ?? 0),
    ends: toInstant(time.day, time.ranges.at(-1)?.to ?? 0),
    checkIn: opening.checkIn,
    ...sealFurther({ keys }, tenant, readFurther(request)),
  };
}

/** Returns the refusal, told at a field of the form too. */
function withField({ portal }: ApiRequest, field: string, error: RequestError): RequestError {
  return new RequestError(error.code, error.values, { ...error.detail, errors: { [field]: formatError(portal, error) } });
}
