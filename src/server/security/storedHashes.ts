import type { AccountKeys } from './keys';

type Hashing = Pick<AccountKeys, 'hashes'>;
/** One hash for each key, that of the key that seals first; it is the one that is stored. */
type Hashes = [string, ...string[]];

/** Returns the hashes that a contact's ID number has with its member: the same number at another member's has others. */
export const hashContact = ({ hashes }: Hashing, tenant: string, member: string, idNumber: string): Hashes =>
  hashes('ID number', tenant, member, idNumber);

/** Returns the hashes of the ID number of who books. */
export const hashBooker = ({ hashes }: Hashing, tenant: string, idNumber: string): Hashes => hashes('ID number', tenant, idNumber);

/** Returns the hashes that a person has whoever enrols them. */
export const hashAttendee = ({ hashes }: Hashing, tenant: string, idNumber: string): Hashes => hashes('attendee', tenant, idNumber);

/** Returns the hashes that a code of an item's is found by. */
export const hashSignCode = ({ hashes }: Hashing, { tenant, module, activity }: CodeScope, code: string): Hashes =>
  hashes('sign code', tenant, module, activity, code);

/** Returns the hashes that the code of an order for points is found by. */
export const hashPickUpCode = ({ hashes }: Hashing, tenant: string, code: string): Hashes => hashes('pick-up code', tenant, code);

/** Whose codes: those of one item differ. */
export interface CodeScope {
  tenant: string;
  module: string;
  activity: string;
}
