import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/database/connection';
import { startEmbedded } from '../src/database/embedded/embedded';
import { runCommand, withDatabase } from './database/harness';

/**
 * For `test.globalSetup` of vitest: what all test files of a run share, named to them by variables.
 *
 * - TEST_FOLDER: a folder for files that tests write; `pristine` in it is a copy of the definitions that nobody changes.
 * - TEST_DATABASE_SERVER: the address of one database server, that of DATABASE_URL or an embedded one.
 * - TEST_DATABASE_TEMPLATE: a migrated database on it, which the test files' own are copies of.
 * @returns what removes all of it; nothing when another group of test files has set it up already
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_FOLDER) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  process.env.TEST_FOLDER = folder;
  await copyDefinitions(join(import.meta.dirname, '..'), join(folder, 'pristine'));
  const server = process.env.DATABASE_URL ? { url: process.env.DATABASE_URL, stop: async () => undefined } : await startServer(folder);
  const template = `test_template_${process.pid}`;
  await runCommand(server.url, `create database ${template}`);
  await (await openDatabase({ databaseUrl: withDatabase(server.url, template), dataDir: '', poolSize: 1 })).close();
  process.env.TEST_DATABASE_SERVER = server.url;
  process.env.TEST_DATABASE_TEMPLATE = template;
  return async () => {
    await runCommand(server.url, `drop database ${template} with (force)`);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Copies schemas and tenants without contents. Times are kept, as far as a copy has them: files by which definitions are known as unchanged. */
export async function copyDefinitions(from: string, to: string): Promise<void> {
  for (const part of ['schemas', 'tenants'])
    await cp(join(from, part), join(to, part), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !/tenants.[^/\\]+.content$/.test(path),
    });
}

async function startServer(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = join(folder, 'database');
  await mkdir(dataDir);
  const { connection, stop } = await startEmbedded({ dataDir });
  const { user, password, port, database } = connection;
  const url = `postgres://${user}:${String(password)}@127.0.0.1:${port}/${database}`;
  // What tests store need not outlive a failure of the machine.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) await runCommand(url, `alter system set ${setting} = off`);
  await runCommand(url, 'select pg_reload_conf()');
  return { url, stop };
}
