import { listContacts, type StoredContact } from '../../database/accounts/contacts';
import type { Queryable } from '../../database/connection';
import { RequestError } from '../api/errors';
import type { AccountServices } from '../security/accountServices';
import { isKnown, type KnownPerson, openPerson } from './person';

/** A contact of a member, as it is stored and deciphered. */
export interface KnownContact {
  stored: StoredContact;
  person: KnownPerson;
}

/**
 * Returns contacts of a member by their ids, in the order in which they are named.
 * @throws RequestError 404 when one of them is no contact of the member, 409 when the ID number of one was erased
 */
export async function findKnownContacts(
  tx: Queryable,
  accounts: AccountServices,
  tenant: string,
  member: string,
  ids: readonly string[],
): Promise<KnownContact[]> {
  const stored = new Map((await listContacts(tx, tenant, member, ids)).map((contact) => [contact.id, contact]));
  return ids.map((id) => {
    const contact = stored.get(id);
    if (!contact) throw new RequestError('noSuchContact');
    const person = openPerson(accounts, tenant, contact);
    if (!isKnown(person)) throw new RequestError('idNumberErased', { name: person.name });
    return { stored: contact, person };
  });
}
