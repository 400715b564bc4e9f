import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ChangeLog, type everything, type NotedChange } from './changeLog';

/** Is told of changes a moment after their commit; of some perhaps twice. */
type ChangeListener = (changes: readonly NotedChange[] | typeof everything) => void;

/** Where the database is asked. */
interface FeedAddresses {
  /** Leads to the server itself, which wakes who listens; absent: it is asked more often instead. */
  direct: (() => pg.ClientConfig) | undefined;
  usual: () => pg.ClientConfig;
}

/** Milliseconds between one look and the next: where a change wakes, where none does, and at least. */
const [restListening, restAsking, leastRest] = [1_000, 300, 25];
/** So long it is asked at the usual address before it is tried again to listen. */
const retryListeningMs = 60_000;
const retryMs = 200;
const answerMs = 2_000;

/**
 * Tells of all changes that any process has made on the database: at once, as long as it can listen, and at the next look otherwise, also of
 * those that were made while it had no connection.
 */
export class ChangeFeed {
  private readonly listeners = new Set<ChangeListener>();
  private readonly log = new ChangeLog();
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;
  private isWoken = false;
  private rouse: () => void = () => undefined;

  /** @param report is told why there is no connection */
  constructor(
    private readonly addresses: FeedAddresses,
    private readonly report: (error: Error) => void,
  ) {}

  /** Calls back with what was changed. @returns what ends it */
  follow(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Begins to tell, until it is closed. */
  start(): void {
    this.running ??= this.run();
  }

  /** Ends it, and gives the connection back. */
  async close(): Promise<void> {
    this.closing.abort();
    this.wake();
    await this.running;
  }

  private wake(): void {
    this.isWoken = true;
    this.rouse();
  }

  private get isOver(): boolean {
    return this.closing.signal.aborted;
  }

  private async run(): Promise<void> {
    const { direct, usual } = this.addresses;
    while (!this.isOver) {
      const listened = direct !== undefined && (await this.attempt(direct(), true));
      if (!listened && !this.isOver) await this.attempt(usual(), false);
      await delay(retryMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
  }

  /** Tells of changes over one connection until it ends. @returns whether there was one */
  private async attempt(config: pg.ClientConfig, listens: boolean): Promise<boolean> {
    const client = new pg.Client({
      ...config,
      query_timeout: answerMs,
      connectionTimeoutMillis: answerMs,
      application_name: 'portal-changes',
    });
    client.on('error', () => this.wake());
    let isConnected = false;
    try {
      await client.connect();
      isConnected = true;
      await this.tell(client, listens);
    } catch (error) {
      if (!this.isOver) this.report(error instanceof Error ? error : new Error(String(error)));
    } finally {
      // One whose server is frozen is not waited for.
      void client.end().catch(() => undefined);
    }
    return isConnected;
  }

  private async tell(client: pg.Client, listens: boolean): Promise<void> {
    const until = listens || !this.addresses.direct ? Number.POSITIVE_INFINITY : performance.now() + retryListeningMs;
    client.on('notification', () => this.wake());
    if (listens) await client.query('listen portal_change');
    while (!this.isOver && performance.now() < until) {
      this.isWoken = false;
      const changes = await this.log.read(client);
      if (changes.length > 0) for (const listener of this.listeners) listener(changes);
      await this.rest(listens ? restListening : restAsking);
    }
  }

  /** Waits for so many milliseconds, or until it is woken; changes in quick succession are read together. */
  private async rest(milliseconds: number): Promise<void> {
    await delay(leastRest);
    if (this.isWoken || this.isOver) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds - leastRest);
      this.rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
