import { randomBytes } from 'node:crypto';
import { appendFile, chmod, chown, link, mkdir, readFile, readdir, readlink, realpath, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Binaries, run } from './binaries';

/** The system account a server process runs under; empty unless we are root, whom PostgreSQL refuses. */
export type ServerAccount = { uid?: number; gid?: number };

/** What `postmaster.pid` tells about a living server. */
export type RunningServer = { pid: number; port: number; ready: boolean };

/** Superuser name inside an embedded cluster. */
export const CLUSTER_USER = 'portal';

const PASSWORD_FILE = 'portal.password';
const ABANDONED_AFTER_MS = 10 * 60_000;

// Loopback only. Statements and the details of errors can hold personal data, so neither goes to the server's log.
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
log_checkpoints = off
log_min_error_statement = panic
log_error_verbosity = terse
`;

/**
 * Finds the account servers run under. As root: the account `postgres`, made when the system has none.
 * @throws Error when root cannot make it.
 */
export async function serverAccount(): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return {};
  const ask = async (flag: string) => {
    const { code, output } = await run('id', [flag, 'postgres']);
    return code === 0 ? Number.parseInt(output, 10) : undefined;
  };
  if ((await ask('-u')) === undefined) {
    await run('groupadd', ['--system', 'postgres']);
    const made = await run('useradd', ['--system', '-g', 'postgres', '--no-create-home', 'postgres']);
    if (made.code !== 0) throw new Error(`PostgreSQL does not run as root and no account "postgres" could be made: ${made.output}`);
  }
  return { uid: await ask('-u'), gid: await ask('-g') };
}

/**
 * Makes sure a cluster exists in `directory` (absolute). It is built beside it and renamed into place with its
 * password inside, so of several processes at once one wins and nobody ever sees half a cluster. No lock file can go stale.
 * @throws Error with the output of initdb.
 */
export async function ensureCluster(binaries: Binaries, directory: string, account: ServerAccount): Promise<void> {
  if (await exists(join(directory, 'PG_VERSION'))) return;
  await removeAbandoned(directory);
  const draft = `${directory}.new-${randomBytes(6).toString('hex')}`;
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
    for (const path of [draft, passwordFile]) await own(path, account);
    const { code, output } = await run(binaries.initdb, [
      `--pgdata=${draft}`, `--username=${CLUSTER_USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256',
      // The built-in provider knows Unicode case and sorts alike on every machine, whatever locales it has.
      '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
    ], { ...account, cwd: dirname(directory) });
    if (code !== 0) throw new Error(`initdb failed in ${directory}; the account of the server must reach this directory and the program: ${output}`);
    await rename(passwordFile, join(draft, PASSWORD_FILE));
    await appendFile(join(draft, 'postgresql.conf'), SETTINGS, { flush: true });
    await rename(draft, directory);
  } catch (error) {
    if (!(await exists(join(directory, 'PG_VERSION')))) throw error;
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** The superuser's password of the cluster in `directory`. @throws when the file cannot be read. */
export function clusterPassword(directory: string): Promise<string> {
  return readFile(join(directory, PASSWORD_FILE), 'utf8');
}

/** The last lines of the server's own log, for error messages. */
export async function logTail(directory: string): Promise<string> {
  const text = await readFile(logFile(directory), 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-8).join('\n');
}

/** Where the server of `directory` writes its log. */
export function logFile(directory: string): string {
  return join(directory, 'portal.log');
}

/**
 * Reads which server lives on `directory` (a real path). A pid file left by a crash whose number now belongs to another
 * program (usual after a restart of a container) is removed, because PostgreSQL itself would refuse to start.
 */
export async function runningServer(directory: string): Promise<RunningServer | undefined> {
  const file = join(directory, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [pidText = '', , , portText = '', , , , status = ''] = text.split('\n');
  const pid = Number.parseInt(pidText, 10);
  if (!(pid > 0) || !processExists(pid)) return undefined;
  if (process.platform === 'linux' && !(await worksIn(pid, directory))) {
    await removeStale(file, text);
    return undefined;
  }
  return { pid, port: Number.parseInt(portText, 10), ready: status.trim() === 'ready' };
}

/** Makes `dataDir` and lets the server's account pass through it. @returns the cluster's directory as a real path. */
export async function prepareDataDir(dataDir: string, account: ServerAccount): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const { mode } = await stat(dataDir);
  if (account.uid !== undefined && (mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011);
  return join(await realpath(dataDir), 'postgres');
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

// A server's working directory is its cluster; zombies have none.
async function worksIn(pid: number, directory: string): Promise<boolean> {
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return workingDirectory === directory;
}

// Moved before it is judged: another process may have removed it and started a server in the meantime.
async function removeStale(file: string, staleText: string): Promise<void> {
  const moved = `${file}.stale-${randomBytes(4).toString('hex')}`;
  await rename(file, moved).catch(() => undefined);
  const text = await readFile(moved, 'utf8').catch(() => staleText);
  if (text !== staleText) await link(moved, file).catch(() => undefined);
  await unlink(moved).catch(() => undefined);
}

async function removeAbandoned(directory: string): Promise<void> {
  const parent = dirname(directory);
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (!path.startsWith(`${directory}.new-`)) continue;
    const age = await stat(path).then(({ mtimeMs }) => Date.now() - mtimeMs, () => 0);
    if (age > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

async function own(path: string, { uid, gid }: ServerAccount): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false);
}
