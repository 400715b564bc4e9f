import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { backUp } from '../backup/backUp';
import { restore } from '../backup/restore';
import { openDatabase } from '../connection';
import { type Binaries, locateBinaries, toMajor } from '../embedded/binaries';
import { findRunningServer, prepareDataDir, readMajor, toUpgradeFolder } from '../embedded/cluster';
import { stopLeftServer, withServerAlone } from '../embedded/embedded';

/** What is done one after the other. Killed at any of them, the upgrade is begun again or ended by the next one. */
const upgradeSteps = ['programs', 'backup', 'restore', 'moveOld', 'moveNew'] as const;
type UpgradeStep = (typeof upgradeSteps)[number];

/** How an upgrade is made. */
interface UpgradeOptions {
  dataDir: string;
  /** The version of the program, for the backup. */
  program: string;
  /** Finds the programs of an older major version of PostgreSQL. */
  findBinaries: (major: number) => Promise<Binaries>;
  /** Told of each step before it is done. */
  tell?: (step: UpgradeStep) => void;
}

/** What became of it: the rows that were carried over, unless an earlier one had done so, and where the old cluster is kept. */
interface Upgraded {
  from: number;
  to: number;
  rows?: number;
  kept: string;
}

/**
 * Carries the embedded database over to the major version of PostgreSQL that this program brings: it is backed up from a server of the old
 * version and restored into a new cluster, each table is compared, and the folders change places. The old one is kept. While it is
 * under way nobody can use the database; until the folders change places nothing of the old one is touched.
 * @returns undefined when there is nothing to do
 * @throws Error when a portal runs, when there is no cluster or a newer one, and as `backUp` and `restore` do
 */
export async function upgradeEmbedded({ dataDir, program, findBinaries, tell }: UpgradeOptions): Promise<Upgraded | undefined> {
  const directory = await prepareDataDir(dataDir);
  const own = await locateBinaries();
  const to = toMajor(own.version);
  const work = toUpgradeFolder(directory);
  const from = await readMajor(directory);
  if (from === undefined) return finish(directory, to, findBinaries, tell);
  if (from > to) throw new Error(`What ${directory} holds is of PostgreSQL ${from}, newer than the ${to} that this program brings.`);
  if (from === to) {
    await rm(work, { recursive: true, force: true });
    return undefined;
  }
  const kept = toKept(directory, from);
  if ((await readMajor(kept)) !== undefined)
    throw new Error(`${kept} is there already, of an earlier upgrade. Remove it, or move it away.`);
  tell?.('programs');
  const old = { directory, binaries: await findBinaries(from) };
  let rows = 0;
  await withServerAlone(old, async (connection) => {
    // What an upgrade left that was killed is of no use: the portal may have been used since.
    await stopLeftServer({ directory: join(work, 'postgres'), binaries: own });
    await rm(work, { recursive: true, force: true });
    rows = await copy(connection, work, program, tell);
    tell?.('moveOld');
    // The server still runs and lets nobody in: whoever waits for it is sent away, and nothing is written that would be left behind.
    await move(directory, kept);
    return kept;
  });
  tell?.('moveNew');
  await moveNew(directory);
  return { from, to, rows, kept };
}

const toKept = (directory: string, major: number): string => `${directory}.${major}`;

async function copy(connection: pg.PoolConfig, work: string, program: string, tell: UpgradeOptions['tell']): Promise<number> {
  await prepareDataDir(work);
  const backup = join(work, 'backup');
  tell?.('backup');
  // Only tells how to connect: the old schema stays as it is.
  const pool = new pg.Pool(connection);
  await backUp({ pool }, backup, { program });
  await pool.end();
  tell?.('restore');
  const database = await openDatabase({ dataDir: work, poolSize: 2 });
  try {
    const { tables } = await restore(database, backup);
    return tables.reduce((sum, { rows }) => sum + rows, 0);
  } finally {
    await database.close();
  }
}

/** Ends an upgrade that was killed after the old folder had been moved: the new one was whole by then. */
async function finish(
  directory: string,
  to: number,
  findBinaries: UpgradeOptions['findBinaries'],
  tell: UpgradeOptions['tell'],
): Promise<Upgraded> {
  const waiting = await readMajor(join(toUpgradeFolder(directory), 'postgres'));
  const from = waiting === to ? await findKept(directory, to) : undefined;
  if (from === undefined) throw new Error(`There is no database in ${dirname(directory)}.`);
  const kept = toKept(directory, from);
  if (await findRunningServer(kept)) {
    tell?.('programs');
    await stopLeftServer({ directory: kept, binaries: await findBinaries(from) });
  }
  tell?.('moveNew');
  await moveNew(directory);
  return { from, to, kept };
}

async function findKept(directory: string, below: number): Promise<number | undefined> {
  for (let major = below - 1; major > 0; major -= 1) if ((await readMajor(toKept(directory, major))) !== undefined) return major;
  return undefined;
}

async function moveNew(directory: string): Promise<void> {
  const work = toUpgradeFolder(directory);
  await move(join(work, 'postgres'), directory);
  await rm(work, { recursive: true, force: true });
}

/** A move that a failure of the machine does not undo. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to);
  for (const folder of new Set([dirname(from), dirname(to)])) {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
