import { cp, readFile, rename } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup, restore } from '../../database/backup/restore';
import { backupParts } from '../backup/command';
import { resolveTyped, runCommand, UsageError } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run restore -- FOLDER [--check] [--replace] [--definitions]
Brings back what npm run backup saved, into a database that holds nothing, and compares each table with what was saved. Stop the portal first.
  --check        only says whether the backup is whole
  --replace      replaces what the database holds
  --definitions  also brings back the institutions' definitions; those that are there are kept beside, as tenants.before-…`;

const options = { check: { type: 'boolean' }, replace: { type: 'boolean' }, definitions: { type: 'boolean' } } as const;

/**
 * Runs `npm run restore`.
 * @param root the project's folder
 * @returns the exit code; see `usage`
 */
export const runRestore = (root: string): Promise<number> =>
  runCommand(usage, options, async ([place, ...rest], { check, replace, definitions }) => {
    if (place === undefined || rest.length > 0) throw new UsageError();
    const folder = resolveTyped(place);
    const saved = join(folder, backupParts.database);
    if (check) {
      const { made, tables } = await checkBackup(saved);
      console.log(`${folder} is whole: ${tables.length} tables as they were at ${made}`);
      return 0;
    }
    return withDatabase(root, async (database, { dataDir, databaseUrl, secretKeys }) => {
      const { made, tables, uploads } = await restore(database, saved, {
        replace,
        tell: ({ name, rows }) => console.log(`${name}\t${rows} rows, as they were`),
      });
      if (definitions) await bringBackDefinitions(root, folder);
      if (!secretKeys) await bringBackKey(folder, dataDir, databaseUrl !== undefined);
      console.log(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows in ${tables.length} tables are back, as they were at ${made}.`);
      if (uploads && uploads.storage.files > 0)
        console.log(`The contents of ${uploads.storage.files} files are in the storage: npm run files -- check compares them.`);
      return 0;
    });
  });

/** A key that is there already stays; servers on a database of their own do not look into DATA_DIR. */
async function bringBackKey(folder: string, dataDir: string, shared: boolean): Promise<void> {
  const key = join(folder, backupParts.key);
  if (!existsSync(key)) return;
  const place = join(dataDir, backupParts.key);
  if (shared) console.log(`Set SECRET_KEY to what ${key} holds before the portal starts: what came back is sealed with it.`);
  else if (!existsSync(place)) await cp(key, place);
  else if (!(await readFile(place)).equals(await readFile(key)))
    console.log(
      `${place} holds another key and stays. What came back is sealed with the one in ${key}: put that in its place before the portal starts.`,
    );
}

async function bringBackDefinitions(root: string, folder: string): Promise<void> {
  const place = join(root, 'tenants');
  const beside = `${place}.before-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`;
  if (existsSync(place)) await rename(place, beside);
  await cp(join(folder, backupParts.tenants), place, { recursive: true });
  console.log(`The definitions are back; those that were there are in ${beside}`);
}
