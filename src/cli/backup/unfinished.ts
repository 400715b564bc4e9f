import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../database/embedded/makeFolder';

/** The folder, within that of the backup, in which its parts lie until all of them are whole. */
const unfinished = 'unfinished';

/**
 * Makes the folder of a backup.
 * @throws Error when it holds anything, also what a backup that was killed left there
 */
export async function makeEmptyFolder(folder: string): Promise<void> {
  await makeFolder(folder, 0o700);
  const there = await readdir(folder);
  if (there.includes(unfinished))
    throw new Error(`${join(folder, unfinished)} is of a backup that is under way or was cut off. Once none is under way, remove it`);
  if (there.length > 0) throw new Error(`${folder} is not empty`);
}

/**
 * Has a backup made beside its place, and puts it there once it is whole: what is cut off must not look like one, and must not fill the disk.
 * @param folder is empty
 * @param parts what the work may make, in the order in which it comes to its place: what makes a folder a backup is the last
 * @param work is given where to make the parts, and returns what this returns
 * @throws Error what the work throws, or why it was stopped; nothing of it is left then
 */
export async function makeWhole<T>(
  folder: string,
  parts: readonly string[],
  work: (place: string) => Promise<T>,
  stopped?: AbortSignal,
): Promise<T> {
  const place = join(folder, unfinished);
  await mkdir(place, { mode: 0o700 });
  try {
    const result = await work(place);
    stopped?.throwIfAborted();
    const made = new Set(await readdir(place));
    for (const part of parts) if (made.has(part)) await rename(join(place, part), join(folder, part));
    return result;
  } catch (error) {
    // An abort is told by what was going on at the moment; why it was asked for says more.
    stopped?.throwIfAborted();
    throw error;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
