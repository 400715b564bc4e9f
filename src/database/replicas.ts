import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { waitWithinDeadline } from './deadline';
import { ReadingClient } from './readingClient';
import type { Replica } from './replica';

/** For how many milliseconds a piece of work reads from where it began to; what goes on for longer looks anew. */
const heldMs = 1_000;

/** A piece of work that only reads, as far as it is known. */
interface Reading {
  /** Whether it has written after all. */
  hasWritten: boolean;
  chosen?: { replica: Promise<Replica | undefined>; until: number };
}

/** How many statements of work that may read from replicas were answered by whom. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

/**
 * The replicas of a database. Work that only reads is done by one that has everything that was committed before the work began, whoever
 * committed it: nobody sees less than with the primary alone, whichever server they come to next. Where no replica is as far within a moment, the
 * primary is read. For that the primary is asked once for each piece of work how far it is; those at the same time ask together.
 */
export class Replicas {
  readonly counts: ReadCounts = { replica: 0, primary: 0 };
  private readonly readings = new AsyncLocalStorage<Reading>();
  private turn = 0;

  /**
   * @param findPlace says how far the primary is, not before it is asked
   * @param onClose ends what says so
   */
  constructor(
    private readonly replicas: readonly Replica[],
    private readonly findPlace: () => Promise<bigint>,
    private readonly onClose: () => void = () => undefined,
  ) {}

  /** How many replicas cannot be read from. */
  get away(): number {
    return this.replicas.filter(({ isAway }) => isAway).length;
  }

  /** Whether what is being done may read from replicas. */
  get isReading(): boolean {
    return this.readings.getStore()?.hasWritten === false;
  }

  /** Does work whose statements may be answered by replicas, until it writes. */
  read<T>(work: () => T): T {
    return this.readings.run({ hasWritten: false }, work);
  }

  /** Returns the connections to the primary and the replicas as one: statements of work that reads go where they may. */
  spread(primary: PostgresPool): PostgresPool {
    const connect = async (): Promise<PostgresPoolClient> => {
      const reading = this.readings.getStore();
      if (!reading || reading.hasWritten) return primary.connect();
      return new ReadingClient({
        primary,
        find: () => this.find(reading),
        note: (from) => {
          this.counts[from] += 1;
        },
        onWrite: () => {
          reading.hasWritten = true;
        },
      });
    };
    return { connect, end: () => primary.end() };
  }

  /** Ends the connections to all of them. */
  async close(): Promise<void> {
    this.onClose();
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  private find(reading: Reading): Promise<Replica | undefined> {
    if (reading.hasWritten) return Promise.resolve(undefined);
    const now = performance.now();
    if (!reading.chosen || now >= reading.chosen.until) reading.chosen = { replica: this.choose(), until: now + heldMs };
    return reading.chosen.replica;
  }

  private async choose(): Promise<Replica | undefined> {
    this.turn += 1;
    const begin = this.turn % this.replicas.length;
    const asked = [...this.replicas.slice(begin), ...this.replicas.slice(0, begin)];
    try {
      const place = await waitWithinDeadline(this.findPlace());
      const reaching = asked.map(async (replica) => {
        if (!(await replica.reaches(place))) throw new Error('behind');
        return replica;
      });
      return await Promise.any(reaching);
    } catch {
      return undefined;
    }
  }
}
