import { type Kysely, Migrator } from 'kysely';
import { MIGRATIONS } from './migrations';

/**
 * Brings the schema up to date. Any number of processes may do so at once: the Migrator makes them wait for each other.
 * @throws Error with the name of the migration that failed; the database is then as before it.
 */
export async function migrate<T>(kysely: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw new Error(`The database could not be migrated${failed ? ` (${failed})` : ''}`, { cause: error });
}
