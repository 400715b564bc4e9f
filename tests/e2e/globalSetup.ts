import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { patientMs } from '../server/patience';

const projectRoot = join(import.meta.dirname, '..', '..');
/** The first start makes a database and fills it with the institutions' contents. */
const startMs = 180_000;
const stopMs = 20_000;

/**
 * For Playwright's `globalSetup`, which takes a default export: starts the built server with a data folder of its own
 * and sets PORTAL_URL to its address, PORTAL_DATA to the data folder. With DATABASE_URL set the server uses that database.
 * It runs as in development, for only then can tests read the codes that visitors are sent.
 * @returns what stops the server and removes its data
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  await chmod(dataDir, 0o755);
  const { url, stop } = await launchPortal(projectRoot, dataDir);
  process.env.PORTAL_DATA = dataDir;
  process.env.PORTAL_URL = url;
  return stop;
}

/** A server that is running. */
interface LaunchedPortal {
  url: string;
  /** What it has printed. */
  output: () => string;
  /** Stops it and removes its data. Throws Error with what it printed when it had ended by itself. */
  stop: () => Promise<void>;
}

/**
 * Starts a built server.
 * @param root the folder with its `dist`, `schemas` and `tenants`
 * @param dataDir the folder for its data
 * @throws Error with what it printed when it does not answer
 */
export async function launchPortal(root: string, dataDir: string): Promise<LaunchedPortal> {
  const port = await freePort();
  const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/listen.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      SMS_DRIVER: '',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Several servers and browsers share a machine that may be slow.
      ANSWER_SECONDS: String(patientMs / 1_000),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
    });
  const stop = async () => {
    const died = hasEnded(server);
    await ended(server);
    await rm(dataDir, { recursive: true, force: true });
    if (died) throw new Error(`The server ended by itself (${server.exitCode ?? server.signalCode})\n${output}`);
  };
  try {
    await ready(server, `http://127.0.0.1:${port}/readyz`);
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${output}`);
  }
  return { url: `http://localhost:${port}`, output: () => output, stop };
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startMs;
  while (Date.now() < deadline) {
    if (hasEnded(server)) throw new Error(`The server ended (${server.exitCode ?? server.signalCode}) before it answered`);
    const answered = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return;
    await delay(100);
  }
  throw new Error(`The server did not answer at ${url} within ${startMs / 1000} s`);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function ended(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const closed = new Promise((resolve) => {
    server.once('close', resolve);
  });
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), stopMs);
  await closed;
  clearTimeout(timer);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port'))));
    });
  });
}
