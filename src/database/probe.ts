import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const ANSWER_TIMEOUT_MS = 1_000;

/**
 * Asks whether the database answers, over a connection of its own: behind the visitors of a rush the question would wait until
 * a healthy server looked dead.
 */
export class Probe {
  private client: Promise<pg.Client> | undefined;
  private asking: Promise<boolean> | undefined;

  /** @param connection where the database is now */
  constructor(private readonly connection: () => pg.ClientConfig) {}

  /** Returns whether the database answers within a second. Never throws; who asks at the same time shares one question. */
  answers(): Promise<boolean> {
    return (this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    }));
  }

  /** Gives the connection back. */
  async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // One that is still being opened, or whose server is frozen, is not waited for.
    void client?.then((open) => open.end()).catch(() => undefined);
  }

  private async ask(): Promise<boolean> {
    const late = delay(ANSWER_TIMEOUT_MS, false, { ref: false });
    const answered = await Promise.race([late, this.query()]);
    if (!answered) await this.close();
    return answered;
  }

  private async query(): Promise<boolean> {
    try {
      const client = await (this.client ??= this.connect());
      await client.query('select 1');
      return true;
    } catch {
      return false;
    }
  }

  private async connect(): Promise<pg.Client> {
    const options = { connectionTimeoutMillis: ANSWER_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS };
    const client = new pg.Client({ ...this.connection(), ...options, application_name: 'portal-probe' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}
