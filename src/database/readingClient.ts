import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DeadlinePassed } from './deadline';
import { findObstacle } from './failures';
import type { Replica } from './replica';

/** Where a piece of work that reads gets its connections. */
interface Sources {
  primary: PostgresPool;
  /** Finds the replica that may answer; undefined when none may. */
  find: () => Promise<Replica | undefined>;
  /** Told of each statement that reads, by whom it is answered. */
  note: (from: 'replica' | 'primary') => void;
  /** Told before the first statement that may write: from then on the primary is read. */
  onWrite: () => void;
}

const reads = /^\s*(?:select|with)\b/i;
/** What a statement that begins so may do besides. One that merely looks like it is answered by the primary, which is never wrong. */
const writes =
  /\b(?:insert\s+into|update\s|delete\s+from|merge\s+into|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share|nextval|setval|set_config|pg_\w*lock\w*|pg_current_xact_id)\b/i;

/** Returns whether a statement reads and does nothing else. */
export const isReading = (text: string): boolean => reads.test(text) && !writes.test(text);

/** A connection that is chosen when it is known what is asked: a replica's for each statement that reads, else the primary's. */
export class ReadingClient implements PostgresPoolClient {
  private primary: PostgresPoolClient | undefined;

  constructor(private readonly sources: Sources) {}

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new TypeError('Cursors are not supported');
    return this.run<R>(text, values);
  }

  release(): void {
    this.primary?.release();
  }

  private async run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const { sources } = this;
    // What began here stays here: it is a transaction.
    if (!this.primary && isReading(text)) {
      const replica = await sources.find();
      const answer = replica && (await askReplica<R>(replica, text, values));
      sources.note(answer ? 'replica' : 'primary');
      if (answer) return answer;
    } else sources.onWrite();
    this.primary ??= await sources.primary.connect();
    return this.primary.query<R>(text, values);
  }
}

/** Returns what a replica answers; undefined when it cannot, and the primary is to be asked. Throws what the primary would throw, too. */
async function askReplica<R>(replica: Replica, text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R> | undefined> {
  try {
    const client = await replica.pool.connect();
    try {
      return await client.query<R>(text, values);
    } finally {
      client.release();
    }
  } catch (error) {
    if (isOfReplica(error)) return undefined;
    if (error instanceof DeadlinePassed || findObstacle(error) !== 'away' || isTooLong(error)) throw error;
    replica.leave(error);
    return undefined;
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
/** A statement that a replica alone cannot do, or gave up because the primary removed what it read (SQLSTATE 25006, class 40). */
const isOfReplica = (error: unknown): boolean => /^(?:25006|40)/.test(codeOf(error));
/** It took longer than statements may (SQLSTATE 57014), and would at the primary as well. */
const isTooLong = (error: unknown): boolean => codeOf(error) === '57014';
