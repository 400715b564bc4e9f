import { findBookings } from '../../../database/bookings/bookingLists';
import { removeBookings } from '../../../database/bookings/bookings';
import { formatIso } from '../../../runtime/time';
import type { PersonalData } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';

/** A member's bookings, whole; those of somebody who goes are gone, and their times are free. */
export const bookingData: PersonalData<AccountServices> = {
  name: 'bookings',
  async read({ db, keys, clock }, tenant, member) {
    const { rows } = await findBookings(db, tenant, member, { limit: 1_000_000, offset: 0, now: clock() });
    return rows.map(({ id, venueName, venueTime, status, purpose, nameCipher, phoneCipher, idCipher, created }) => ({
      id,
      venueName,
      venueTime,
      status,
      purpose,
      name: keys.open(tenant, nameCipher),
      mobilePhone: keys.open(tenant, phoneCipher),
      identityCard: keys.open(tenant, idCipher),
      insertTime: formatIso(created.getTime()),
    }));
  },
  forget: removeBookings,
};
