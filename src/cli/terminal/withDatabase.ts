import { type Database, openDatabase } from '../../database/connection';
import { type Environment, readEnvironment } from '../../server/config/environment';

/** Opens the database that the server uses, for as long as the work takes. */
export async function withDatabase<T>(root: string, work: (database: Database, environment: Environment) => Promise<T>): Promise<T> {
  const environment = readEnvironment(process.env, root);
  const { databaseUrl, databaseUrls, dataDir, pooler, directUrl } = environment;
  if (databaseUrls) throw new Error('A command works on one database: give that of the institution as DATABASE_URL, without DATABASE_URLS');
  const database = await openDatabase({ databaseUrl, dataDir, pooler, directUrl, poolSize: 2 });
  try {
    return await work(database, environment);
  } finally {
    await database.close();
  }
}
