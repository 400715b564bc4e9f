import { isbot } from 'isbot';
import { addVisits, type Visits } from '../../database/desk/figures';
import type { Queryable } from '../../database/connection';
import { formatDate, getStartOfDay } from '../../runtime/time';

/** What a request says of who makes it, as far as it counts. */
interface Asking {
  'user-agent'?: string;
  'sec-purpose'?: string;
}

/** Sums of a server that have not reached the database yet are at most so old. */
export const visitsRestMs = 5_000;

/**
 * Counts opened pages in memory and adds them to the database every few seconds: no page waits for it. Nothing is known of who opens them;
 * machines that say so do not count. A server that is killed loses the last seconds.
 */
export class VisitCounts {
  private counts = new Map<string, Visits>();
  private today = { name: '', begin: Number.NaN };

  constructor(
    private readonly db: Queryable,
    private readonly clock: () => number,
  ) {}

  /** Counts a page of a module that was opened. */
  add(tenant: string, module: string, asking: Asking): void {
    if (asking['sec-purpose'] !== undefined || isbot(asking['user-agent'] ?? '')) return;
    const day = this.nameDay();
    const key = JSON.stringify([tenant, day, module]);
    const known = this.counts.get(key);
    if (known) known.count += 1;
    else this.counts.set(key, { tenant, day, module, count: 1 });
  }

  /** The day is worked out once: of a page from memory that took a twelfth of the time. */
  private nameDay(): string {
    const begin = getStartOfDay(this.clock());
    if (begin !== this.today.begin) this.today = { name: formatDate(begin), begin };
    return this.today.name;
  }

  /**
   * Adds what was counted to the database. What cannot be stored is counted again with the next.
   * @param isHere whether an institution's are added now; absent: all are
   * @throws what the database throws
   */
  async store(isHere: (tenant: string) => boolean = () => true): Promise<void> {
    const counted = [...this.counts.values()].filter(({ tenant }) => isHere(tenant));
    this.counts = new Map([...this.counts].filter(([, { tenant }]) => !isHere(tenant)));
    try {
      await addVisits(this.db, counted);
    } catch (error) {
      for (const { tenant, day, module, count } of counted) {
        const key = JSON.stringify([tenant, day, module]);
        this.counts.set(key, { tenant, day, module, count: count + (this.counts.get(key)?.count ?? 0) });
      }
      throw error;
    }
  }
}
