import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those that it lies in, unless they are there. What Node itself offers for that asks for ever where a file system says of a
 * new folder that there is no such thing, as /proc does.
 * @param path absolute, or from where the program was started
 * @param mode of folders that are made
 * @throws Error in words for operators when there can be no such folder
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    for (const missing of await findMissing(resolve(path))) await mkdir(missing, { mode }).catch(ignoreThere);
  } catch (error) {
    throw new Error(`The folder ${path} cannot be made`, { cause: error });
  }
}

/** Returns the folder and those around it that are not there, the outermost first. */
async function findMissing(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: unknown) => {
    if (isAny(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (found === undefined) return [...(await findMissing(dirname(path))), path];
  if (!found.isDirectory()) throw new Error(`${path} is a file`);
  return [];
}

/** Another program may have made it meanwhile. */
function ignoreThere(error: unknown): void {
  if (!isAny(error, 'EEXIST')) throw error;
}

const isAny = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
