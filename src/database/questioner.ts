import pg from 'pg';

const ANSWER_TIMEOUT_MS = 1_000;

/** What is asked of a server, and how. */
interface Question<T> {
  /** Where the server is now. */
  connection: () => pg.ClientConfig;
  /** A statement whose first row is the answer. */
  text: string;
  /** Takes the answer from its row. Throws when it is none. */
  read: (row: Readonly<Record<string, unknown>>) => T;
  /** Done over each new connection before it is used; when it throws, so does who asked. */
  onConnect?: (client: pg.Client) => Promise<void>;
}

/**
 * Asks a server one question again and again, over a connection of its own: behind the visitors of a rush the answer would be late. However
 * many ask, one question is under way at a time.
 */
export class Questioner<T> {
  private client: Promise<pg.Client> | undefined;
  private underWay: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly question: Question<T>) {}

  /** Returns the answer to a question that is put after this call, within about a second. Throws when there is none. */
  ask(): Promise<T> {
    const before = this.underWay;
    if (!before) return this.begin();
    const follow = (): Promise<T> => {
      this.next = undefined;
      return this.begin();
    };
    return (this.next ??= before.then(follow, follow));
  }

  /** Gives the connection back; the next question opens another one. */
  forget(): void {
    const { client } = this;
    this.client = undefined;
    // One that is still being opened, or whose server is frozen, is not waited for.
    void client?.then((open) => open.end()).catch(() => undefined);
  }

  private begin(): Promise<T> {
    const asked = this.put();
    this.underWay = asked;
    const end = (): void => {
      if (this.underWay === asked) this.underWay = undefined;
    };
    asked.then(end, end);
    return asked;
  }

  private async put(): Promise<T> {
    try {
      const client = await (this.client ??= this.connect());
      const { rows } = await client.query<Record<string, unknown>>(this.question.text);
      return this.question.read(rows[0] ?? {});
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  private async connect(): Promise<pg.Client> {
    const { connection, onConnect } = this.question;
    const limits = { connectionTimeoutMillis: ANSWER_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS };
    const client = new pg.Client({ ...connection(), ...limits, application_name: 'portal-position' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await onConnect?.(client);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }
}
