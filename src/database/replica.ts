import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import type { Questioner } from './questioner';

/** For how many milliseconds a read waits for a replica, how often it looks, and for how long nobody waits when that was not enough. */
const [patienceMs, lookMs, restMs] = [40, 2, 1_000];
/** For how long nobody asks a replica that was away, and for how long an answer says that it is there. */
const [awayMs, knownMs] = [3_000, 500];

/** What a replica is made of. */
interface ReplicaOptions {
  /** What it is called in the log: host and port. */
  name: string;
  /** Connections to it. */
  pool: PostgresPool;
  /** Says how far it is. */
  position: Questioner<bigint>;
  /** Told when it goes away, with the reason, and when it is back. */
  onChange: (line: string) => void;
}

/** A server that follows the primary, some way behind it. */
export class Replica {
  readonly pool: PostgresPool;
  private reached = 0n;
  private askedAt = Number.NEGATIVE_INFINITY;
  private awayUntil = 0;
  private hurriedUntil = 0;
  private isKnownAway = false;

  constructor(private readonly options: ReplicaOptions) {
    this.pool = options.pool;
  }

  /** Whether it could not be read from when that was tried last. */
  get isAway(): boolean {
    return this.isKnownAway;
  }

  /** Returns whether it has everything up to a place in the log; for a replica that is a moment behind it waits a moment. Never throws. */
  async reaches(place: bigint): Promise<boolean> {
    const end = performance.now() + patienceMs;
    if (performance.now() < this.awayUntil) return false;
    while (!this.has(place)) {
      if (!(await this.look())) return false;
      if (this.has(place)) break;
      const now = performance.now();
      if (now < this.hurriedUntil) return false;
      if (now >= end) {
        this.hurriedUntil = now + restMs;
        return false;
      }
      await delay(lookMs);
    }
    return true;
  }

  /** Notes that it cannot be read from, and leaves it alone for a while. */
  leave(reason: unknown): void {
    this.awayUntil = performance.now() + awayMs;
    this.forget();
    if (this.isKnownAway) return;
    this.isKnownAway = true;
    const said = reason instanceof Error ? reason.message : String(reason);
    this.options.onChange(`The replica ${this.options.name} is not read from, the primary is instead: ${said}`);
  }

  /** Has it looked at anew, as it may be no replica of what is the primary now. */
  forget(): void {
    this.reached = 0n;
    this.askedAt = Number.NEGATIVE_INFINITY;
    this.options.position.forget();
  }

  /** Ends its connections. */
  async close(): Promise<void> {
    this.options.position.forget();
    await this.pool.end();
  }

  private has(place: bigint): boolean {
    return this.reached >= place && performance.now() - this.askedAt < knownMs;
  }

  private async look(): Promise<boolean> {
    try {
      this.reached = await this.options.position.ask();
      this.askedAt = performance.now();
    } catch (error) {
      this.leave(error);
      return false;
    }
    if (this.isKnownAway) this.options.onChange(`The replica ${this.options.name} is read from again.`);
    this.isKnownAway = false;
    return true;
  }
}
