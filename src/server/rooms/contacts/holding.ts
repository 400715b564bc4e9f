import { contactsOf, removeContactsOf } from '../../../database/accounts/contacts';
import { formatIso } from '../../../runtime/time';
import type { Holding } from '../profile/holdings';
import { personOf } from './person';

/** A member's contacts, whole. */
export const contactHolding: Holding = {
  name: 'contacts',
  async read(kit, tenant, member) {
    return (await contactsOf(kit.db, tenant, member)).map((stored) => {
      const { name, idNumber, phone } = personOf(kit, tenant, stored);
      return { name, idType: stored.idType, idNo: idNumber, cellphone: phone, crtTime: formatIso(stored.created.getTime()) };
    });
  },
  forget: removeContactsOf,
};
