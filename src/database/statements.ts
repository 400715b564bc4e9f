import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { DeadlinePassed, waitWithinDeadline } from './deadline';
import { isDemoted } from './failures';
import type { StatementObserver } from './statementNames';
import { beginnings } from './transaction';

// Each name lives on every connection of the server; texts beyond this many are sent unnamed.
const MAX_NAMES = 400;
/**
 * Comparisons of arrays: how many rows they leave depends on what is asked for, from one to all. A prepared statement gets a plan for
 * whatever may be asked for after its fifth use, which then reads a whole column (measured: 90 ms in place of 10 among 5,000 items).
 */
const VALUE_DEPENDENT = /\s(?:&&|@>)\s/;
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i;

/**
 * Shows a pg pool to Kysely so that statements with parameters are prepared under a name: the server parses them once per connection. What
 * PostgreSQL's text cannot hold is replaced in every parameter, as addresses and forms may send it. Kysely's own use of connect and release
 * also keeps a connection whose query failed.
 * @param pool of clients that send a statement before the one before it was answered (`pipeline`)
 * @param shared whether others use the connections in between, as behind PgBouncer in transaction mode: then nothing is left on them, neither
 * names nor settings
 * @param observers are told of each statement
 */
export function createPreparingPool(pool: Pool, shared = false, observers: ReadonlySet<StatementObserver> = new Set()): PostgresPool {
  const names = shared ? undefined : new Map<string, string>();
  // Kysely keeps state per client object, so one client must always be the same object.
  const known = new WeakMap<PoolClient, PreparingClient>();
  const connect = async () => {
    const client = await waitWithinDeadline(pool.connect(), (late) => late.release());
    const seen = known.get(client);
    if (seen) return seen;
    const preparing = new PreparingClient(client, names, observers);
    known.set(client, preparing);
    if (!shared) await preparing.noticeLoss();
    return preparing;
  };
  return { connect, end: () => pool.end() };
}

class PreparingClient implements PostgresPoolClient {
  /** Whether a query was given up that the server may still be busy with. */
  private abandoned = false;
  /** Whether the server is no longer the primary: its connections stay open, but who asks anew is led to the one that is. */
  private demoted = false;
  /** Beginnings that are sent with the statement that comes next: each saves a way to the server and back. */
  private heldBack: string[] = [];

  constructor(
    private readonly client: PoolClient,
    private readonly names: Map<string, string> | undefined,
    private readonly observers: ReadonlySet<StatementObserver>,
  ) {}

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new TypeError('Cursors are not supported');
    return this.run<R>(text, values);
  }

  private async run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // What would follow waits behind it; the server undoes the transaction when the connection ends.
    if (this.abandoned) {
      if (text === 'rollback') return answerNothing<R>('ROLLBACK');
      throw new DeadlinePassed('The time of the request is over');
    }
    if (beginnings.has(text)) {
      this.heldBack.push(text);
      return answerNothing<R>('BEGIN');
    }
    // Of a transaction in which nothing was done the server need not know.
    if (this.heldBack[0] === 'begin' && (text === 'commit' || text === 'rollback')) {
      this.heldBack = [];
      return answerNothing<R>('COMMIT');
    }
    const ends = [...this.observers].map((observe) => observe(text));
    try {
      const { command, rowCount, rows } = await waitWithinDeadline(this.send(text, values));
      for (const end of ends) end(false);
      // Kysely only compares the command; which rows a statement gives is its caller's claim.
      return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows: rows as R[] };
    } catch (error) {
      if (error instanceof DeadlinePassed) this.abandoned = true;
      for (const end of ends) end(true);
      if (isDemoted(error)) this.demoted = true;
      // From here it leads to whoever asked; as it came it leads to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** Sends a statement, and in front of it what was held back; what is answered to that counts only when it failed. */
  private send(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const { stream } = this.client.connection;
    stream.cork();
    const held = this.heldBack.splice(0).map((each) => this.ask({ text: each }));
    const asking = this.ask({ name: this.names && nameStatement(this.names, text, values), text, values: values.map(toStorableParameter) });
    stream.uncork();
    return held.length === 0 ? asking : Promise.all([asking, ...held]).then(([result]) => result);
  }

  /**
   * By a callback: the promise that pg makes itself keeps what was answered from being collected with other young garbage, so that a third of all
   * that is allocated grows old.
   */
  private ask(query: QueryConfig): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.client.query(query, (error: Error | null, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  }

  /** A query that is given up is to end with its connection, not when it would. Not every system and pooler knows the setting. */
  async noticeLoss(): Promise<void> {
    await this.run('set client_connection_check_interval = 1000', []).catch(() => undefined);
  }

  release(): void {
    this.heldBack = [];
    this.client.release(this.abandoned || this.demoted);
  }
}

const answerNothing = <R>(command: string): PostgresQueryResult<R> => ({
  command: command as PostgresQueryResult<R>['command'],
  rowCount: 0,
  rows: [],
});

function nameStatement(names: Map<string, string>, text: string, values: readonly unknown[]): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined) return existing;
  if (values.length === 0 || names.size >= MAX_NAMES || !PREPARABLE.test(text) || VALUE_DEPENDENT.test(text)) return undefined;
  const name = `p${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** What may not be storable: hardly any text has it, and this is much faster to look for than halves that stand alone. */
const doubtful = /[\0\ud800-\udfff]/;

/**
 * Puts U+FFFD in the place of what PostgreSQL's text cannot hold: NUL and halves of surrogate pairs.
 * Replaced rather than dropped, so that no two different names become the same by it.
 */
export function toStorableText(text: string): string {
  if (!doubtful.test(text)) return text;
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/** Returns a value written as JSON, with the same for all strings and keys inside it. */
export function writeStorableJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Written as JSON, what may not be storable is escaped; so are some texts that are about that.
  return /\\u(?:0000|d[89a-f])/i.test(text) ? JSON.stringify(toStorableJson(value)) : text;
}

/** Returns the same for all strings and keys inside a JSON value; escaped they pass as text, but jsonb refuses them. */
export function toStorableJson(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorableJson);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorableText(key), toStorableJson(inner)]));
}

/** Returns the same for a parameter of a statement: text, or a list of texts. */
function toStorableParameter(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  return Array.isArray(value) ? value.map(toStorableParameter) : value;
}
