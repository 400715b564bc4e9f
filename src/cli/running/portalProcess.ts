import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask } from './traffic';

const startTimeoutMs = 240_000;
/**
 * As `npm start` and the files of `npm run deploy` have it. V8's usual 16 MB hold what some 15 pages leave behind: what is still in use then is
 * copied, again and again. Of twice as many, 5 % more pages are made in the same time.
 */
const youngGeneration = '--max-semi-space-size=32';

/** How a portal is started. */
export interface PortalSettings {
  /** The built program. */
  program: string;
  dataDir: string;
  /** The master key, in hexadecimal. */
  secret: string;
  minFreeMegabytes?: number;
  /** Further variables, which come before those of these settings. */
  variables?: Readonly<Record<string, string>>;
  /** Absent: one that is free. */
  port?: number;
}

/** The built portal as a process of its own, on loopback. */
export class PortalProcess {
  private child: ChildProcess | undefined;
  private said = '';

  private constructor(
    private readonly settings: PortalSettings,
    readonly port: number,
  ) {}

  /** Where it is asked. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts a portal and waits until it is ready. Throws with its last words when it ends before. */
  static async start(settings: PortalSettings): Promise<PortalProcess> {
    const portal = new PortalProcess(settings, settings.port ?? (await findFreePort()));
    await portal.start();
    return portal;
  }

  /** What it said last, on its standard error. */
  get lastWords(): string {
    return this.said;
  }

  /** The id of the process. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts it again on the same port. */
  async start(): Promise<void> {
    const { program, dataDir, secret, minFreeMegabytes = 64, variables } = this.settings;
    const own = { PORT: String(this.port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '', SECRET_KEY: secret };
    const env = {
      ...process.env,
      ...own,
      MIN_FREE_MB: String(minFreeMegabytes),
      NODE_ENV: 'development',
      SMS_DRIVER: '',
      LOG_LEVEL: 'fatal',
      ...variables,
    };
    const child = spawn(process.execPath, [youngGeneration, program], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(-2_000);
    });
    this.child = child;
    await this.waitUntilReady(startTimeoutMs);
  }

  /** Waits until the portal says that it is ready. @returns milliseconds. Throws when it ended, or does not within the time. */
  async waitUntilReady(timeoutMs: number): Promise<number> {
    const begin = performance.now();
    while (performance.now() - begin < timeoutMs) {
      if (this.hasEnded()) throw new Error(`The portal ended: ${this.said}`);
      if ((await ask(this.port, { path: '/readyz' })).status === 200) return performance.now() - begin;
      await delay(25);
    }
    throw new Error(`The portal was not ready within ${timeoutMs} ms: ${this.said}`);
  }

  /** Returns how much memory it has, in bytes. Throws where no `ps` is. */
  async readMemory(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(this.child?.pid)]);
    return Number(stdout) * 1024;
  }

  /** Ends it by a signal. @returns the milliseconds that took, and the exit code */
  async end(signal: NodeJS.Signals): Promise<{ took: number; code: number | null }> {
    const begin = performance.now();
    const { child } = this;
    if (!child || this.hasEnded()) return { took: 0, code: child?.exitCode ?? null };
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exit) as [number | null];
    return { took: performance.now() - begin, code };
  }

  private hasEnded(): boolean {
    return this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

/** Returns a port on loopback that nobody listens on. */
function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
