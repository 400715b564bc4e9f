import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds that replies are counted by. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A reply, by what definitions call what was asked for. */
export interface CountedReply {
  /** `page module:name`, `call module:endpoint`, or the route's own name. */
  name: string;
  method: string;
  status: number;
  milliseconds: number;
}

/** What is looked at when somebody asks for it. */
export interface Standing {
  /** Connections to the database: open, not in use, and how many wait for one. */
  pool: { totalCount: number; idleCount: number; waitingCount: number };
  /** Replicas of the database: who answered statements that they might, and how many are away; absent: there are none. */
  replicas?: { counts: Readonly<Record<'replica' | 'primary', number>>; away: number };
  /** Institutions that are served. */
  countInstitutions(): number;
  /** Whether the server would be sent visitors, and the parts that /readyz looks at. */
  findReadiness(): Promise<{ isReady: boolean; parts: Readonly<Record<string, boolean>> }>;
  /** Bytes that are left where what is kept is kept; absent: nobody knows where. */
  findFreeBytes?: (() => Promise<number>) | undefined;
  /** Bytes of the database with its indexes. */
  measureDatabase(): Promise<number>;
}

/**
 * Numbers of a server for Prometheus: nothing in them says who asked, for what address, or of which institution, so that they are as few with a
 * thousand institutions as with one.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly replies = new Histogram({
    name: 'portal_reply_seconds',
    help: 'Replies, by what definitions call what was asked for; those from memory that pass by the router are counted in portal_replies_from_memory_total.',
    labelNames: ['name', 'method', 'status'],
    buckets: seconds,
    registers: [this.registry],
  });
  private readonly fromMemory = new Counter({
    name: 'portal_replies_from_memory_total',
    help: 'Pages that were sent again as they were sent a moment before.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Of what {@link write} returns. */
  get contentType(): string {
    return this.registry.contentType;
  }

  count({ name, method, status, milliseconds }: CountedReply): void {
    this.replies.observe({ name, method, status: String(status) }, milliseconds / 1_000);
  }

  countFromMemory(): void {
    this.fromMemory.inc();
  }

  /** Has what stands in the server looked at whenever the metrics are asked for. */
  watch({ pool, replicas, countInstitutions, findReadiness, findFreeBytes, measureDatabase }: Standing): void {
    if (replicas) {
      this.look('portal_replicas_away', 'Replicas of the database that cannot be read from.', () => replicas.away);
      this.registry.registerMetric(
        new Counter({
          name: 'portal_database_reads_total',
          help: 'Statements that replicas may answer, by who did.',
          labelNames: ['from'],
          registers: [],
          collect() {
            this.reset();
            for (const [from, count] of Object.entries(replicas.counts)) this.inc({ from }, count);
          },
        }),
      );
    }
    this.look('portal_database_connections', 'Open connections to the database.', () => pool.totalCount);
    this.look('portal_database_connections_idle', 'Open connections that are not in use.', () => pool.idleCount);
    this.look('portal_database_waiting', 'Requests that wait for a connection.', () => pool.waitingCount);
    this.look('portal_institutions', 'Institutions that are served.', countInstitutions);
    this.look('portal_ready', 'Whether visitors should be sent here: 1 or 0, as /readyz has it.', async () =>
      Number((await findReadiness()).isReady),
    );
    new Gauge({
      name: 'portal_ready_part',
      help: 'Each part that /readyz looks at: 1 or 0.',
      labelNames: ['part'],
      registers: [this.registry],
      async collect() {
        for (const [part, holds] of Object.entries((await findReadiness()).parts)) this.set({ part }, Number(holds));
      },
    });
    if (findFreeBytes) this.look('portal_disk_free_bytes', 'Bytes that are left in DATA_DIR.', () => orUnknown(findFreeBytes()));
    this.look('portal_database_bytes', 'Bytes of the database with its indexes.', () => orUnknown(measureDatabase()));
  }

  /** Returns all of it in the format that Prometheus reads. */
  write(): Promise<string> {
    return this.registry.metrics();
  }

  private look(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}

/** What cannot be found out now must not keep the rest from being told. */
const orUnknown = (value: Promise<number>): Promise<number> => value.catch(() => Number.NaN);
