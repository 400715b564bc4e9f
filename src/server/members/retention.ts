import { countDueIdNumbers, type DueIdNumbers, eraseDueIdNumbers } from '../../database/accounts/idNumbers';
import type { Queryable } from '../../database/connection';
import type { CompiledPortal } from '../../model/compiled';
import type { TenantSettings } from '../../model/definitions.g';

const day = 86_400_000;

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

/** Returns the moment so many days before now. */
export const countBack = (now: number, days: number): Date => new Date(now - days * day);

/** Finds the ID numbers that a room holds and that an institution keeps no longer; `now` in milliseconds since 1970. */
export type FindDueIdNumbers = (db: Queryable, portal: CompiledPortal, now: number) => Promise<DueIdNumbers>;

/** How many ID numbers of a kind an institution keeps no longer. */
interface DueCount {
  tenant: string;
  of: DueIdNumbers['of'];
  count: number;
}

/** Counts what {@link eraseIdNumbers} would erase. */
export const countIdNumbers = (db: Queryable, portals: readonly CompiledPortal[], finders: readonly FindDueIdNumbers[], now: number) =>
  forEachDue(db, portals, finders, now, countDueIdNumbers);

/**
 * Erases the ID numbers that institutions keep no longer; what they were for stays. Any number of servers may do so at once.
 * @returns how many, by institution and kind
 */
export const eraseIdNumbers = (db: Queryable, portals: readonly CompiledPortal[], finders: readonly FindDueIdNumbers[], now: number) =>
  forEachDue(db, portals, finders, now, eraseDueIdNumbers);

async function forEachDue(
  db: Queryable,
  portals: readonly CompiledPortal[],
  finders: readonly FindDueIdNumbers[],
  now: number,
  work: (db: Queryable, tenant: string, due: DueIdNumbers) => Promise<number>,
): Promise<DueCount[]> {
  const counts: DueCount[] = [];
  for (const portal of portals)
    for (const find of finders) {
      const due = await find(db, portal, now);
      counts.push({ tenant: portal.tenant, of: due.of, count: await work(db, portal.tenant, due) });
    }
  return counts;
}
