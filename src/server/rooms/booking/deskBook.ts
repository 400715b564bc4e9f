import { randomUUID } from 'node:crypto';
import { findMemberByPhone, lockMember } from '../../../database/accounts/members';
import { addBooking, type NewBooking } from '../../../database/bookings/bookings';
import { storedStatuses } from '../../../database/bookings/slots';
import type { Queryable } from '../../../database/connection';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { asString } from '../../../model/json';
import { findKeeper } from '../../../runtime/lifecycle';
import { formatError, RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireModule } from '../../desk/site';
import { readFurther, sealFurther } from '../../members/further';
import { tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { hashBooker } from '../../security/storedHashes';
import { readDeskTime, toBookingPlace } from './deskTimes';
import { describeBooked } from './told';

/**
 * Books for somebody at the desk: the booking stands at once. It is nobody's, or that of the member whose phone it is when that is asked for.
 * @throws RequestError 400 for a time that cannot be booked, and for a phone that no member has; 404 for a place that is not there; 409 for a
 * time that is taken
 */
export async function bookForDesk(request: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, now } = request;
  const { site, module } = requireModule(request);
  requireRight(viewer, module.name, 'serve');
  const { tenant } = site;
  const chosen = await readDeskTime(db, request);
  const [name, phone] = [asString(body['name']), asString(body['phone'])];
  await inTransaction(db, async (tx) => {
    const member = body['member'] === true ? await findOwner(tx, request, keys.phoneHashes(tenant, phone)) : '';
    const booking: NewBooking = {
      ...toBookingPlace(chosen),
      tenant,
      id: randomUUID(),
      menu: readColumn(site, chosen.module.name, chosen.item),
      member,
      nameCipher: keys.seal(tenant, name),
      phoneCipher: keys.seal(tenant, phone),
      idCipher: '',
      idHash: hashBooker(keys, tenant, '')[0],
      purposeCipher: keys.seal(tenant, asString(body['touse'])),
      status: storedStatuses.unused,
      ...sealFurther({ keys }, tenant, readFurther(request)),
    };
    if (!(await addBooking(tx, booking, now))) throw new RequestError('bookingTaken');
    const { id, venueName, venueTime } = booking;
    const told = { service: 'booking.list', name: 'book', member, key: id, item: describeBooked(site, booking, now) } as const;
    await tellOfKept(tx, { keys }, site, told, now);
    const keeper = findKeeper(site, 'booking.list')?.name ?? '';
    await note(tx, request, { action: 'booking.book', module: keeper, item: id, title: `${venueName} ${venueTime}` });
  });
  return { message: portal.texts['deskBooked'] };
}

/** @throws RequestError 400 at the field when no member has the phone */
async function findOwner(tx: Queryable, { portal }: ApiRequest, hashes: readonly string[]): Promise<string> {
  const { id } = (await findMemberByPhone(tx, portal.tenant, hashes)) ?? {};
  if (id !== undefined && (await lockMember(tx, portal.tenant, id))) return id;
  const error = new RequestError('deskNoMember');
  throw new RequestError(error.code, {}, { errors: { member: formatError(portal, error) } });
}

/** The column that members come to the place by. */
function readColumn({ modules }: CompiledPortal, module: string, item: Readonly<Record<string, unknown>>): string {
  const column = modules[module]?.definition.roles?.column?.slice(1);
  return column === undefined ? '' : asString(item[column]);
}
