import { type CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { type Change, type Step, writeValidation } from '../../../src/database/migrations/steps';

/** A transaction that a change is made in beside a working portal. */
export interface Transaction {
  statements: CompiledQuery[];
  /** It is done for some rows at a time. */
  gradual: boolean;
}

/** Returns the transactions that a change is made in, none of which is begun; indexes are built outside of any. */
export async function recordTransactions({ up, after = [] }: Change): Promise<Transaction[]> {
  const works = [
    ...(up ? [{ gradual: false, work: up }] : []),
    ...after.map((step) => ({ gradual: step.kind === 'fill', work: toWork(step) })),
  ];
  return Promise.all(works.map(async ({ gradual, work }) => ({ gradual, statements: await record(work) })));
}

function toWork(step: Step): (db: Kysely<unknown>) => Promise<void> {
  if (step.kind === 'alter') return step.make;
  if (step.kind === 'index') return async () => undefined;
  return async (db) => {
    await (step.kind === 'fill' ? step.write(sql`true`) : writeValidation(step)).execute(db);
  };
}

async function record(work: (db: Kysely<unknown>) => Promise<void>): Promise<CompiledQuery[]> {
  const found: CompiledQuery[] = [];
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  await work(new Kysely<unknown>({ dialect, log: ({ query }) => void found.push(query) }));
  return found;
}
