import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type PostgresPool, PostgresDialect } from 'kysely';
import { type Database, type DatabaseOptions, openDatabase } from './connection';
import type { StatementObserver } from './statementNames';
import { createPreparingPool } from './statements';

/** Where the institutions' data are: the connection string of each by its name, and under `default` that of all others. */
export type ClusterUrls = Readonly<Record<string, string>> & { readonly default: string };

/** The databases that institutions are spread over. Each is in one of them, and what is done for it is done there. */
export class Clusters {
  private readonly chosen = new AsyncLocalStorage<Database>();
  private readonly all: readonly Database[];

  /**
   * @param byDefault where institutions are that have no place of their own
   * @param placed where the others are, by institution; several may be in one
   */
  constructor(
    private readonly byDefault: Database,
    private readonly placed: ReadonlyMap<string, Database>,
  ) {
    this.all = [...new Set([byDefault, ...placed.values()])];
  }

  /** Does work for an institution, and all that it begins, in its database. */
  run<T>(tenant: string, work: () => T): T {
    return this.chosen.run(this.find(tenant), work);
  }

  /** Does work in each of the databases, one after the other. What fails in one is done in the others all the same, and then thrown. */
  async each(work: () => Promise<unknown>): Promise<void> {
    const failures: unknown[] = [];
    for (const database of this.all)
      await this.chosen.run(database, work).catch((error: unknown) => {
        failures.push(error);
      });
    if (failures.length > 0) throw failures[0];
  }

  /** Returns whether an institution is in the database in which the work that asks is done. */
  isHere(tenant: string): boolean {
    return this.find(tenant) === this.current;
  }

  /**
   * The database in which work is done.
   * @throws Error when it is not said for which institution, as its rows would be stored where nobody looks for them
   */
  get current(): Database {
    const database = this.chosen.getStore();
    if (!database) throw new Error('It is not known for which institution the database is asked');
    return database;
  }

  /** Whether any of them answers: where one is away the institutions of the others are served. */
  async answer(): Promise<boolean> {
    return (await Promise.all(this.all.map(({ probe }) => probe.answers()))).some(Boolean);
  }

  /** How many connections there are to all of them. */
  get totalCount(): number {
    return this.sum(({ pool }) => pool.totalCount);
  }

  get idleCount(): number {
    return this.sum(({ pool }) => pool.idleCount);
  }

  get waitingCount(): number {
    return this.sum(({ pool }) => pool.waitingCount);
  }

  /** Tells of the changes in all of them. */
  get changes(): Database['changes'] {
    return {
      follow: (listener) => {
        const ends = this.all.map(({ changes }) => changes.follow(listener));
        return () => ends.forEach((end) => end());
      },
      start: () => this.all.forEach(({ changes }) => changes.start()),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((database) => database.close()));
  }

  private find(tenant: string): Database {
    return this.placed.get(tenant) ?? this.byDefault;
  }

  private sum(count: (database: Database) => number): number {
    return this.all.reduce((sum, database) => sum + count(database), 0);
  }
}

/** Does work for an institution, in its database where there are several. */
export const inInstitution = <T>({ clusters }: Pick<Database, 'clusters'>, tenant: string, work: () => T): T =>
  clusters ? clusters.run(tenant, work) : work();

/** Does work in the database, or in each where there are several. @throws what the work throws, when it was done in all */
export const inEachCluster = async ({ clusters }: Pick<Database, 'clusters'>, work: () => Promise<unknown>): Promise<void> => {
  await (clusters ? clusters.each(work) : work());
};

/**
 * Opens several databases as one: every statement goes to that of the institution for which it is made.
 * @throws Error as `openDatabase`, when any of them cannot be opened; nothing is left open then
 */
export async function openClusters(
  urls: ClusterUrls,
  options: Omit<DatabaseOptions, 'databaseUrl' | 'directUrl' | 'readUrls'>,
): Promise<Database> {
  const names = [...new Set(Object.values(urls))];
  const observers = new Set<StatementObserver>();
  const opened = await Promise.allSettled(names.map((databaseUrl) => openDatabase({ ...options, databaseUrl, observers })));
  const databases = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = opened.find((each) => each.status === 'rejected');
  if (failed) {
    await Promise.all(databases.map((database) => database.close()));
    throw failed.reason;
  }
  const byUrl = new Map(names.map((url, index) => [url, databases[index]]));
  const [first] = databases;
  const byDefault = byUrl.get(urls.default) ?? first;
  if (!byDefault) throw new Error('There is no database');
  const placed = Object.entries(urls).flatMap(([tenant, url]) =>
    tenant === 'default' ? [] : [[tenant, byUrl.get(url) ?? byDefault] as const],
  );
  return join(new Clusters(byDefault, new Map(placed)), byDefault, options);
}

function join(clusters: Clusters, { pool, observers }: Database, { pooler }: Pick<DatabaseOptions, 'pooler'>): Database {
  const pools = new WeakMap<Database, PostgresPool>();
  const poolOf = (database: Database): PostgresPool => {
    const known = pools.get(database) ?? createPreparingPool(database.pool, pooler === 'transaction', observers);
    pools.set(database, known);
    return known;
  };
  return {
    kysely: new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: { connect: async () => poolOf(clusters.current).connect(), end: async () => undefined } }),
    }),
    pool,
    writers: { run: (work, ahead) => clusters.current.writers.run(work, ahead) },
    probe: { answers: () => clusters.answer() },
    changes: clusters.changes,
    observers,
    clusters,
    close: () => clusters.close(),
  };
}
