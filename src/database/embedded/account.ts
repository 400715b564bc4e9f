import { stat } from 'node:fs/promises';
import { NEEDED, runProgram } from './binaries';

/** The system account a server process runs under; empty unless we are root, whom PostgreSQL refuses. */
export type ServerAccount = { uid?: number; gid?: number };

/**
 * The name a process gives to the directory it was started in. The kernel follows it without asking for the permissions of
 * the directories above, and a server never leaves its cluster.
 */
export const HERE = '/proc/self/cwd';

// Of the shadow tools, of Debian's adduser, of BusyBox.
const WAYS_TO_MAKE = [
  [
    ['groupadd', '--system', 'postgres'],
    ['useradd', '--system', '-g', 'postgres', '--no-create-home', 'postgres'],
  ],
  [['adduser', '--system', '--group', '--no-create-home', 'postgres']],
  [
    ['addgroup', '-S', 'postgres'],
    ['adduser', '-S', '-D', '-H', '-G', 'postgres', 'postgres'],
  ],
];

/**
 * Chooses the account the server of `directory` runs under. As root: the owner of the cluster when there is one; otherwise
 * `postgres`, made where the system has none; otherwise `nobody`, where accounts cannot be made.
 * @throws Error that names DATABASE_URL when there is no such account or we may not change to it.
 */
export async function chooseAccount(directory: string): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return {};
  const account =
    (await findOwner(directory)) ?? (await findAccount('postgres')) ?? (await createAccount()) ?? (await findAccount('nobody'));
  if (!account) throw new Error(`PostgreSQL does not run as root, and there is neither an account "postgres" nor "nobody". ${NEEDED}`);
  try {
    await runProgram('/bin/sh', ['-c', ':'], { ...account, cwd: '/' });
  } catch (cause) {
    throw new Error(`PostgreSQL does not run as root, and this process may not start programs as user ${account.uid}. ${NEEDED}`, {
      cause,
    });
  }
  return account;
}

/**
 * Returns whether the account may read ('-r') or enter and execute ('-x') a path, asked as that account: groups, access lists and
 * the directories above count too.
 */
export async function isAllowed(account: ServerAccount, test: '-r' | '-x', path: string): Promise<boolean> {
  const { code } = await runProgram('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { ...account, cwd: '/' });
  return code === 0;
}

/**
 * Returns how a PostgreSQL program that is started in `directory` has to call it. A project below a closed directory (/root, a
 * directory of mktemp) keeps its data there, the server gains no right and no directory is opened for it.
 * @throws Error that names DATABASE_URL when the account does not reach it and the system has no such name for it.
 */
export async function findReachableName(directory: string, account: ServerAccount): Promise<string> {
  if (account.uid === undefined || (await isAllowed(account, '-x', directory))) return directory;
  const { code } = await runProgram('/bin/sh', ['-c', `test -x ${HERE}/.`], { ...account, cwd: directory });
  if (code === 0) return HERE;
  throw new Error(
    `User ${account.uid}, under whom PostgreSQL runs instead of root, does not reach ${directory}. Set DATA_DIR to a place it reaches. ${NEEDED}`,
  );
}

async function findOwner(directory: string): Promise<ServerAccount | undefined> {
  const found = await stat(directory).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function createAccount(): Promise<ServerAccount | undefined> {
  for (const commands of WAYS_TO_MAKE) {
    for (const [program = '', ...args] of commands) await runProgram(program, args).catch(() => undefined);
    // Asked rather than told: another process may have been faster.
    const account = await findAccount('postgres');
    if (account) return account;
  }
  return undefined;
}

async function findAccount(name: string): Promise<ServerAccount | undefined> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => readId(flag, name)));
  return uid && gid !== undefined ? { uid, gid } : undefined;
}

async function readId(flag: string, name: string): Promise<number | undefined> {
  const { code, output } = await runProgram('id', [flag, name]).catch(() => ({ code: -1, output: '' }));
  return code === 0 ? Number.parseInt(output, 10) : undefined;
}
