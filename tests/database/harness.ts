import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/database/connection';

/** An empty, migrated database of its own on a real server; `databaseUrl` opens it a second time. `close` drops it. */
export type TestDatabase = Database & { databaseUrl: string };

/** Makes a fresh database on the server of the test run, a copy of its migrated one (see ../globalSetup.ts). */
export async function testDatabase({ poolSize = 10 }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const { TEST_DATABASE_SERVER: url = '', TEST_DATABASE_TEMPLATE: template = '' } = process.env;
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await runCommand(url, `create database ${name} template ${template}`);
  const databaseUrl = withDatabase(url, name);
  const database = await openDatabase({ databaseUrl, dataDir: '', poolSize });
  const close = async () => {
    await database.close();
    await runCommand(url, `drop database if exists ${name} with (force)`);
  };
  return { ...database, databaseUrl, close };
}

/** Runs one command of SQL over a connection of its own. */
export async function runCommand(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Returns the address of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
