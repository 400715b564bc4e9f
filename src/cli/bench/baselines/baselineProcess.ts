import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { openDatabase } from '../../../database/connection';
import { buildClient } from './buildClient';
import { buildBaselineServer, type BaselineParts } from './baselineServer';

/** What a process of pages that are written by hand is started with: the folders of the project and of the database. */
export type BaselineSettings = Omit<BaselineParts, 'db' | 'script'> & { root: string; dataDir: string };

/** The pages that are written by hand as a process of its own, on loopback. */
export interface BaselineProcess {
  origin: string;
  pid: number;
  end(): Promise<void>;
}

/**
 * Starts a process with the pages that are written by hand: this program again, with the name of a file that holds the settings.
 * @param file where they are written
 * @throws an Error when it ends before it listens
 */
export async function startBaselines(settings: BaselineSettings, file: string): Promise<BaselineProcess> {
  await writeFile(file, JSON.stringify(settings));
  const child = spawn(process.execPath, [process.argv[1] ?? '', '--baselines', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), exit.then(() => undefined)]);
  if (!first) throw new Error('the pages that are written by hand ended before they were served');
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exit;
  };
  return { origin: String(first[0]).trim(), pid: child.pid ?? 0, end };
}

/** Serves the pages that are written by hand until the process is told to end; prints where. */
export async function serveBaselines(file: string): Promise<void> {
  const { root, dataDir, ...parts } = JSON.parse(await readFile(file, 'utf8')) as BaselineSettings;
  const script = await buildClient(root, 'listClient.tsx');
  const db = await openDatabase({ dataDir });
  const app = await buildBaselineServer({ ...parts, script, db });
  try {
    const told = once(process, 'SIGTERM');
    process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
    await told;
  } finally {
    await app.close();
    await db.close();
  }
}
