import type { StoredContact } from '../../database/accounts/contacts';
import { type IdNumberHolder, readIdNumber } from '../../runtime/idNumber';
import type { AccountServices } from '../security/accountServices';

/** A contact, deciphered. */
export interface Person extends IdNumberHolder {
  id: string;
  name: string;
  idNumber: string;
  phone: string;
}

/**
 * Deciphers a contact that was stored for the institution.
 * @throws Error when it was sealed with another key or for another institution
 */
export function openPerson(accounts: AccountServices, tenant: string, stored: StoredContact): Person {
  const [name, idNumber, phone] = [stored.nameCipher, stored.idCipher, stored.phoneCipher].map((sealed) =>
    accounts.keys.open(tenant, sealed),
  ) as [string, string, string];
  const read = readIdNumber(idNumber, accounts.clock());
  if (!read) throw new Error(`The ID number of contact ${stored.id} cannot be read`);
  return { id: stored.id, name, idNumber, phone, ...read };
}
