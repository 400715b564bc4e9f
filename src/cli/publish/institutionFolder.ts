import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { checkAll } from '../../definitions/load';
import type { Problem } from '../../model/problem';

/** Larger files would have to pass through memory as a whole. */
const mostBytes = 64 * 1024 * 1024;
/** What a server needs nothing of: contents are in the database. */
const leftOut = 'content';

/**
 * Reads the folder of an institution: all files but contents and those whose names begin with a dot.
 * @returns the files by their paths below it
 * @throws Error for a folder that is not there, and for a file of more than 64 MiB
 */
export async function readInstitution(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const files = new Map<string, Buffer>();
  for (const path of paths.map((each) => each.split(sep).join('/')).sort()) {
    const parts = path.split('/');
    if (parts[0] === leftOut || parts.some((part) => part.startsWith('.'))) continue;
    const bytes = await readFile(join(folder, path));
    if (bytes.length > mostBytes)
      throw new Error(`${path} has more than ${mostBytes / 1024 / 1024} MiB: films of that size belong on a server of their own`);
    files.set(path, bytes);
  }
  return files;
}

/** Returns whether a folder holds an institution. */
export const isInstitution = async (folder: string): Promise<boolean> =>
  (await stat(join(folder, 'tenant.json')).catch(() => undefined))?.isFile() ?? false;

/** Returns the names of the institutions below a folder. */
export async function listInstitutions(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const found = await Promise.all(names.map((name) => isInstitution(join(folder, name))));
  return names.filter((_name, index) => found[index]);
}

/** Returns what is wrong with an institution, were it served with the definitions that all share. @param schemas their folder */
export async function checkInstitution(schemas: string, tenant: string, files: ReadonlyMap<string, Uint8Array>): Promise<Problem[]> {
  const root = await mkdtemp(join(tmpdir(), 'publish-'));
  try {
    await symlink(schemas, join(root, 'schemas'), 'junction');
    for (const [path, bytes] of files) {
      const file = join(root, 'tenants', tenant, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    return await checkAll(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
