import { randomBytes } from 'node:crypto';
import {
  appendFile,
  lchown,
  link,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from './makeFolder';
import { HERE, type ServerAccount, findReachableName } from './account';
import { type Binaries, NEEDED, runProgram, toMajor } from './binaries';

/** What `postmaster.pid` tells about a living server. */
type RunningServer = { pid: number; port: number; ready: boolean };

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
 * Makes sure a cluster exists in `directory` (absolute). It is built beside it and renamed into place with its
 * password inside, so of several processes at once one wins and nobody ever sees half a cluster. No lock file can go stale.
 * @throws Error with the output of initdb.
 */
export async function ensureCluster(binaries: Binaries, directory: string, account: ServerAccount): Promise<void> {
  const major = await readMajor(directory);
  if (major !== undefined) {
    refuseOtherMajor(directory, major, toMajor(binaries.version));
    return adopt(directory, account);
  }
  if (await exists(toUpgradeFolder(directory)))
    throw new Error(
      `An upgrade of ${directory} was broken off just before its end. Run "npm run upgrade": it ends it, and nothing is lost.`,
    );
  await removeAbandoned(directory);
  const draft = `${directory}.new-${randomBytes(6).toString('hex')}`;
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
    for (const path of [draft, passwordFile]) await changeOwner(path, account);
    await initialise(binaries, draft, passwordFile, account);
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

/** Returns the major version of PostgreSQL that the cluster in `directory` is of; undefined when there is none. */
export async function readMajor(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : toMajor(text);
}

/** Returns where a cluster is made that is to take the place of `directory`. While it is there, no empty one is made instead. */
export const toUpgradeFolder = (directory: string): string => `${directory}.upgrade`;

function refuseOtherMajor(directory: string, major: number, own: number): void {
  if (major < own)
    throw new Error(
      `What ${directory} holds is of PostgreSQL ${major}, this program brings PostgreSQL ${own}. Stop every portal that uses it and run "npm run upgrade": it carries everything over and keeps the old folder.`,
    );
  if (major > own)
    throw new Error(
      `What ${directory} holds is of PostgreSQL ${major}, this program brings PostgreSQL ${own}: a newer program has used it. Start that one.`,
    );
}

async function initialise(binaries: Binaries, draft: string, passwordFile: string, account: ServerAccount): Promise<void> {
  const name = await findReachableName(draft, account);
  // initdb reads the password from a file. Where its account does not reach the file by name, it gets it as standard input.
  const password = await open(passwordFile);
  try {
    const { code, output } = await runProgram(
      binaries.initdb,
      [
        `--pgdata=${name}`,
        `--username=${CLUSTER_USER}`,
        `--pwfile=${name === HERE ? '/proc/self/fd/0' : passwordFile}`,
        '--auth=scram-sha-256',
        // The built-in provider knows Unicode case and sorts alike on every machine, whatever locales it has.
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      { ...account, cwd: draft, input: password.fd },
    );
    if (code !== 0) throw new Error(`initdb failed in ${draft}: ${output} ${NEEDED}`);
  } finally {
    await password.close();
  }
}

/** Returns the superuser's password of the cluster in `directory`. @throws when the file cannot be read. */
export function readPassword(directory: string): Promise<string> {
  return readFile(join(directory, PASSWORD_FILE), 'utf8');
}

/** Returns the last lines of the server's own log, for error messages. */
export async function readLogTail(directory: string): Promise<string> {
  const text = await readFile(toLogPath(directory), 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-8).join('\n');
}

/** Returns where the server of `directory` writes its log. */
export function toLogPath(directory: string): string {
  return join(directory, 'portal.log');
}

/**
 * Reads which server lives on `directory` (a real path). A pid file left by a crash whose number now belongs to another
 * program (usual after a restart of a container) is removed, because PostgreSQL itself would refuse to start.
 */
export async function findRunningServer(directory: string): Promise<RunningServer | undefined> {
  const file = join(directory, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [pidText = '', , , portText = '', , , , status = ''] = text.split('\n');
  const pid = Number.parseInt(pidText, 10);
  if (!(pid > 0) || !isProcessAlive(pid)) return undefined;
  if (process.platform === 'linux' && !(await isWorkingIn(pid, directory))) {
    await removeStale(file, text);
    return undefined;
  }
  return { pid, port: Number.parseInt(portText, 10), ready: status.trim() === 'ready' };
}

/** Makes `dataDir`. @returns the cluster's directory as a real path. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  await makeFolder(dataDir, 0o711);
  return join(await realpath(dataDir), 'postgres');
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

// A server's working directory is its cluster; zombies have none. In a container even root may not see that of another
// account's process, but the account itself may.
async function isWorkingIn(pid: number, directory: string): Promise<boolean> {
  const path = `/proc/${pid}/cwd`;
  try {
    return (await readlink(path)) === directory;
  } catch (error) {
    if (process.getuid?.() !== 0 || !(error instanceof Error && 'code' in error && error.code === 'EACCES')) return false;
    const { uid, gid } = await stat(directory);
    const { output } = await runProgram('readlink', [path], { uid, gid, cwd: '/' });
    return output === `${directory}\n`;
  }
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
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

// A cluster root brought back from a backup may belong to root, under whom no server can run: it becomes the account's.
async function adopt(directory: string, account: ServerAccount): Promise<void> {
  if (account.uid === undefined || (await stat(directory)).uid !== 0) return;
  const below = await readdir(directory, { recursive: true });
  // The directory last: until it is the account's, the next start finishes what this one left.
  for (const path of [...below.map((name) => join(directory, name)), directory]) await changeOwner(path, account);
}

async function changeOwner(path: string, { uid, gid }: ServerAccount): Promise<void> {
  if (uid !== undefined && gid !== undefined) await lchown(path, uid, gid);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
