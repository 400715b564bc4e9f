import type { Queryable } from '../../../database/connection';
import type { CompiledPortal } from '../../../model/compiled';
import type { Json } from '../../../model/json';
import type { AccountKit } from '../../security/accountServices';
import { bookingHolding } from '../booking/holding';
import { flagHoldings } from '../collection/holding';
import { commentHolding } from '../comments/holding';
import { contactHolding } from '../contacts/holding';
import { enrolmentHolding } from '../enrolment/holding';
import { messageHolding } from '../inbox/holding';
import { pointHolding } from '../points/holding';
import { submissionHolding } from '../submissions/holding';

/** What a room keeps about members: handed out with their data, and forgotten with their account. */
export interface Holding {
  /** Its name in the file of a member's data. */
  name: string;
  /** All of it, as the member may read it: deciphered, for it is the member's own. */
  read(kit: AccountKit, tenant: string, member: string, portal: CompiledPortal): Promise<Json>;
  /** Removes it, or what tells whose it was, within the transaction that removes the member. */
  forget(tx: Queryable, tenant: string, member: string, portal: CompiledPortal, kit: AccountKit): Promise<void>;
}

/** Every room that keeps something about members. A new one adds its line here. */
export const holdings: readonly Holding[] = [
  enrolmentHolding,
  bookingHolding,
  contactHolding,
  ...flagHoldings,
  commentHolding,
  submissionHolding,
  pointHolding,
  messageHolding,
];
