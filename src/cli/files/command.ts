import type { Place } from '../../database/content/uploadObjects';
import { checkContents } from '../../server/files/checkContents';
import { moveContents, type Moved } from '../../server/files/moveContents';
import { openStorage } from '../../server/files/openStorage';
import { UploadContents } from '../../server/files/uploadContents';
import { parseWord, runCommand, UsageError } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run files -- move [--to storage|database]
       npm run files -- check [--quick]
move brings the contents of all uploaded files from the database to the storage of FILES_URL, or back, while the portal runs. Each copy is
read again and compared by its checksum before it counts. It may be stopped and begun again.
check reads the contents of all files, wherever they are, and compares them with their size and checksum.
  --quick  compares sizes in the storage alone, and reads no contents`;

const secondsBetween = 10;

/**
 * Runs `npm run files`.
 * @param root the project's folder
 * @returns the exit code: 1 when a file could not be moved, or is not whole
 */
export const runFiles = (root: string): Promise<number> =>
  runCommand(usage, { to: { type: 'string' }, quick: { type: 'boolean' } }, async ([word, ...rest], { to, quick = false }) => {
    const action = parseWord(['move', 'check'], word);
    if (rest.length > 0 || (action === 'move' ? quick : to !== undefined)) throw new UsageError();
    const place = parseWord<Place>(['storage', 'database'], to ?? 'storage');
    return withDatabase(root, async (database, { files }) => {
      const storage = await openStorage(database, files, (line) => console.error(line));
      const contents = new UploadContents(database, storage);
      return action === 'move' ? move(contents, place) : check(contents, quick);
    });
  });

const describe = ({ files, bytes }: { files: number; bytes: number }): string => `${files} files, ${bytes} bytes`;

async function move(contents: UploadContents, to: Place): Promise<number> {
  const { storage } = contents;
  if (!storage) throw new Error('FILES_URL is not set: it says where the storage is');
  if (to === 'database' && storage.takesNew)
    console.error('New files still go to the storage: set FILES_WRITE=database on every server first, and run this again then.');
  let told = performance.now();
  const tell = (moved: Moved): void => {
    if (performance.now() - told < secondsBetween * 1_000) return;
    told = performance.now();
    console.log(`moved until now: ${describe(moved)}`);
  };
  const moved = await moveContents(contents, storage.store, to, tell);
  console.log(`moved to the ${to}: ${describe(moved)}`);
  for (const { tenant, id, reason } of moved.failed) console.error(`${tenant}\t${id}\tnot moved: ${reason}`);
  return moved.failed.length === 0 ? 0 : 1;
}

async function check(contents: UploadContents, quick: boolean): Promise<number> {
  const { places, faults, orphans } = await checkContents(contents, { quick, now: Date.now() });
  console.log(`database\t${describe(places.database)}`);
  console.log(`storage\t${describe(places.storage)}`);
  if (orphans.files > 0) console.log(`no file's\t${describe(orphans)}; the portal removes them when they are a day old`);
  for (const { tenant, id, reason } of faults) console.error(`${tenant}\t${id}\t${reason}`);
  const said = quick ? 'are as large as they were' : 'are what was stored';
  console.log(faults.length === 0 ? `All ${said}.` : `${faults.length} are not whole.`);
  return faults.length === 0 ? 0 : 1;
}
