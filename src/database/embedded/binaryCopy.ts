import { randomBytes } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerAccount, isAllowed } from './account';
import { type Binaries, NEEDED, toBinaries, runProgram } from './binaries';

type Entry = { path: string; kind: 'directory' | 'link' | 'file'; size: number; executable: boolean };

// First what no cleaner empties under a running server, as many do with old files in the directory for temporary ones.
const PLACES = ['/var/cache', tmpdir()];

/**
 * Returns programs the account can run: the given ones, or a copy of them (58 MB) where a closed directory is above them
 * or their own permissions are too narrow. A copy is needed there because the programs look for their libraries by their own
 * real path; it is made once per version and lies in the first of `places` that serves.
 * @throws Error that names DATABASE_URL and what is wrong with each place when none serves.
 */
export async function ensureRunnable(binaries: Binaries, account: ServerAccount, places: string[] = PLACES): Promise<Binaries> {
  if (account.uid === undefined || (await isRunnable(binaries, account))) return binaries;
  const reasons: string[] = [];
  for (const place of places) {
    try {
      return await copyTo(place, binaries, account);
    } catch (error) {
      reasons.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `User ${account.uid}, under whom PostgreSQL runs instead of root, cannot run the programs in ${binaries.folder}, nor a copy (${reasons.join('; ')}). ${NEEDED}`,
  );
}

async function isRunnable({ folder, initdb, pgCtl, postgres }: Binaries, account: ServerAccount): Promise<boolean> {
  const results = await Promise.all([
    ...[initdb, pgCtl, postgres].map((program) =>
      runProgram(program, ['--version'], { ...account, cwd: '/' }).then(
        ({ code }) => code === 0,
        () => false,
      ),
    ),
    isAllowed(account, '-r', join(folder, 'share', 'postgresql', 'postgres.bki')),
  ]);
  return !results.includes(false);
}

async function copyTo(place: string, binaries: Binaries, account: ServerAccount): Promise<Binaries> {
  const base = await realpath(place);
  await assertSafe(base, 'place');
  if (!(await isAllowed(account, '-x', base))) throw new Error('the account does not reach it');
  const target = join(base, `portal-postgres-${binaries.version}`);
  const entries = await listEntries(binaries.folder);
  const copy = toBinaries(target, binaries.version);
  const serves = async () => (await hasCopy(target, entries)) && (await isRunnable(copy, account));
  if (await serves()) return copy;
  const draft = `${target}.new-${randomBytes(6).toString('hex')}`;
  try {
    await writeCopy(binaries.folder, entries, draft);
    if (!(await isRunnable(toBinaries(draft, binaries.version), account))) throw new Error('programs do not run there');
    await replaceCopy(target, draft, serves);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

// Root runs nothing from it, but what the server runs must not be another user's: who may write to a place could swap it.
async function assertSafe(path: string, kind: 'place' | 'copy'): Promise<void> {
  const found = await lstat(path);
  const sticky = kind === 'place' && (found.mode & 0o1000) !== 0;
  if (!found.isDirectory() || found.uid !== 0 || (!sticky && (found.mode & 0o022) !== 0)) {
    throw new Error(`${path} is not a directory only root can change`);
  }
}

// Build files (.a, .pc) are left out.
async function listEntries(folder: string, below = ''): Promise<Entry[]> {
  const found = await readdir(join(folder, below), { withFileTypes: true });
  const nested = await Promise.all(
    found
      .filter(({ name }) => !name.endsWith('.a') && name !== 'pkgconfig')
      .map(async (item): Promise<Entry[]> => {
        const path = join(below, item.name);
        const { size, mode } = await lstat(join(folder, path));
        const kind = item.isDirectory() ? 'directory' : item.isSymbolicLink() ? 'link' : 'file';
        const own: Entry = { path, kind, size: kind === 'directory' ? 0 : size, executable: (mode & 0o100) !== 0 };
        return kind === 'directory' ? [own, ...(await listEntries(folder, path))] : [own];
      }),
  );
  return nested.flat();
}

/** @returns false when there is no copy or an incomplete one. @throws when somebody else made it. */
async function hasCopy(target: string, entries: Entry[]): Promise<boolean> {
  if (!(await lstat(target).catch(() => undefined))) return false;
  await assertSafe(target, 'copy');
  const present = new Map((await listEntries(target)).map(({ path, kind, size }) => [path, `${kind} ${size}`]));
  return entries.every(({ path, kind, size }) => present.get(path) === `${kind} ${size}`);
}

async function writeCopy(folder: string, entries: Entry[], draft: string): Promise<void> {
  // Modes are set afterwards, because the umask narrows those of new files.
  await mkdir(draft, { mode: 0o700 });
  for (const { path, kind, executable } of entries) {
    const [from, to] = [join(folder, path), join(draft, path)];
    if (kind === 'link') {
      await symlink(await readlink(from), to);
      continue;
    }
    await (kind === 'directory' ? mkdir(to) : copyFile(from, to));
    await chmod(to, kind === 'directory' || executable ? 0o755 : 0o644);
  }
  await chmod(draft, 0o755);
}

async function replaceCopy(target: string, draft: string, serves: () => Promise<boolean>): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    // Another process put its copy there in the meantime, or a damaged one lies there.
    if (await serves()) return;
    if (!(await lstat(target).catch(() => undefined))) throw error;
    const old = `${draft}.old`;
    await rename(target, old);
    await rm(old, { recursive: true, force: true });
    await rename(draft, target);
  }
}
