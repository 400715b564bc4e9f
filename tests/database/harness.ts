import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/database/connection';
import { startEmbedded } from '../../src/database/embedded/embedded';

/** An empty, migrated database of its own on a real server; `databaseUrl` opens it a second time. `close` drops it. */
export type TestDatabase = Database & { databaseUrl: string };

const RUN_DIR = 'portal-test-pg-';

/**
 * Makes a fresh database. The server is the one of DATABASE_URL; otherwise an embedded one in TEST_DATABASE_DIR
 * (see globalSetup.ts) or in a directory all test files of this run share.
 */
export async function testDatabase({ poolSize = 10 }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const { url, stop } = await server();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await command(url, `create database ${name}`);
  const databaseUrl = withDatabase(url, name);
  const database = await openDatabase({ databaseUrl, dataDir: '', poolSize });
  const close = async () => {
    await database.close();
    await command(url, `drop database if exists ${name} with (force)`);
    await stop();
  };
  return { ...database, databaseUrl, close };
}

async function server(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const { connection, stop } = await startEmbedded({ dataDir: process.env.TEST_DATABASE_DIR ?? (await sharedDir()) });
  const { user, password, port, database } = connection;
  return { url: `postgres://${user}:${String(password)}@127.0.0.1:${port}/${database}`, stop };
}

// The parent of a vitest worker is the run itself, the same for all files. Directories of runs that ended are removed.
async function sharedDir(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    if (name.startsWith(RUN_DIR) && !exists(Number(name.slice(RUN_DIR.length)))) {
      await rm(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
  return join(tmpdir(), `${RUN_DIR}${process.ppid}`);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
