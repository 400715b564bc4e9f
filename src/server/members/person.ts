import type { StoredContact } from '../../database/accounts/contacts';
import { type IdNumberHolder, readIdNumber } from '../../runtime/idNumber';
import type { AccountServices } from '../security/accountServices';
import { openText } from '../security/keys';

/** A contact, deciphered; one whose ID number was erased has '' for it, and nothing is known of what it said. */
export interface Person extends Partial<IdNumberHolder> {
  id: string;
  name: string;
  idNumber: string;
  phone: string;
}

/** A contact whose ID number is held. */
export type KnownPerson = Person & IdNumberHolder;

/**
 * Deciphers a contact that was stored for the institution.
 * @throws Error when it was sealed with another key or for another institution
 */
export function openPerson(accounts: AccountServices, tenant: string, stored: StoredContact): Person {
  const { id, nameCipher, idCipher, phoneCipher } = stored;
  const { keys } = accounts;
  const person = {
    id,
    name: keys.open(tenant, nameCipher),
    idNumber: openText(keys, tenant, idCipher),
    phone: keys.open(tenant, phoneCipher),
  };
  const read = readIdNumber(person.idNumber, accounts.clock());
  if (!read && person.idNumber !== '') throw new Error(`The ID number of contact ${id} cannot be read`);
  return { ...person, ...read };
}

/** Returns whether the ID number of a contact is held. */
export const isKnown = (person: Person): person is KnownPerson => person.idNumber !== '' && person.birth !== undefined;
