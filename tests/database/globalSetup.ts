import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/database/embedded/embedded';

/**
 * For `test.globalSetup` of vitest: one embedded server for the whole run, removed with its files afterwards.
 * Without it the harness still works, but leaves its directory to the next run.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.DATABASE_URL || process.env.TEST_DATABASE_DIR) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-run-'));
  process.env.TEST_DATABASE_DIR = dataDir;
  const server = await startEmbedded({ dataDir });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
