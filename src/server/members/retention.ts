import type { TenantSettings } from '../../model/definitions.g';

/** For how many days an institution keeps ID numbers. */
interface Retention {
  /** After the end of what was enrolled for or booked. */
  afterEndDays: number;
  /** Of a contact, since it was last changed or enrolled. */
  ofContactDays: number;
}

/** Returns for how long an institution keeps ID numbers (Personal Information Protection Law of China, art. 19: the shortest time that is needed). */
export const readRetention = ({ privacy }: Pick<TenantSettings, 'privacy'>): Retention => ({
  afterEndDays: privacy?.keepIdNumbersDays ?? 90,
  ofContactDays: privacy?.keepContactIdNumbersDays ?? 365,
});
