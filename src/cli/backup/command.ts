import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp } from '../../database/backup/backUp';
import type { Manifest } from '../../database/backup/manifest';
import { resolveTyped, runCommand, UsageError } from '../terminal/command';
import { readVersion } from '../terminal/readVersion';
import { withDatabase } from '../terminal/withDatabase';
import { makeEmptyFolder, makeWhole } from './unfinished';

const usage = `Usage: npm run backup -- FOLDER [--with-key]
Saves the database as it is at one moment, with the files that were uploaded, and the institutions' definitions, while the portal runs. The
contents of files that are in the storage of FILES_URL are not in it: it says how many there are.
FOLDER is made, and may only be read by who runs this. Until the backup is whole it holds nothing but the folder "unfinished", which goes when
the backup fails or is stopped (Ctrl-C), and stays when it is killed.
  --with-key  also saves the key in DATA_DIR with which names, phones and ID numbers are sealed. Without the key they cannot be read again:
              keep it elsewhere than the backup, for whoever has both can read them.`;

/** The parts of a backup, in its folder. */
export const backupParts = { database: 'database', tenants: 'tenants', key: 'secret.key' } as const;

/**
 * Runs `npm run backup`.
 * @param root the project's folder
 * @param stopped ends the backup, of which nothing is left then; its reason is what is printed
 * @returns the exit code; see `usage`
 */
export const runBackup = (root: string, stopped?: AbortSignal): Promise<number> =>
  runCommand(usage, { 'with-key': { type: 'boolean' } }, async ([place, ...rest], { 'with-key': withKey }) => {
    if (place === undefined || rest.length > 0) throw new UsageError();
    const folder = resolveTyped(place);
    await makeEmptyFolder(folder);
    return withDatabase(root, async (database, { dataDir }) => {
      const program = await readVersion(root);
      const tell = ({ name, rows }: { name: string; rows: number }): void => console.log(`${name}\t${rows} rows`);
      const save = async (into: string): Promise<Manifest> => {
        await cp(join(root, 'tenants'), join(into, backupParts.tenants), { recursive: true });
        if (withKey) await saveKey(dataDir, into);
        return backUp(database, join(into, backupParts.database), { program, stopped, tell });
      };
      const { tenants, key, database: last } = backupParts;
      const { made, tables, uploads } = await makeWhole(folder, [tenants, key, last], save, stopped);
      console.log(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows in ${tables.length} tables, as they were at ${made}: ${folder}`);
      if (uploads && uploads.storage.files > 0)
        console.log(
          `The contents of ${uploads.storage.files} files, ${uploads.storage.bytes} bytes, are in the storage and not in it: back that up too.`,
        );
      console.log(describeKey(withKey === true, tables));
      return 0;
    });
  });

/** Tells where the key is, so that nobody finds out too late that it is nowhere, or that it lies beside what it seals. */
function describeKey(withKey: boolean, tables: readonly { name: string; rows: number }[]): string {
  const inside = tables.some(({ name, rows }) => name === 'secret' && rows > 0);
  if (withKey) return 'The key that seals personal data is in it.';
  return inside
    ? 'The database holds a key itself, and so does the backup: if SECRET_KEY is unset, whoever has the backup can read what is sealed.'
    : 'The key that seals personal data is not in it: keep it too, elsewhere.';
}

async function saveKey(dataDir: string, folder: string): Promise<void> {
  const key = join(dataDir, backupParts.key);
  if (!existsSync(key)) throw new Error(`There is no key in ${dataDir}: it is where SECRET_KEY comes from`);
  await cp(key, join(folder, backupParts.key));
}
