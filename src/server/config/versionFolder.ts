import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Queryable } from '../../database/connection';
import { type DefinitionVersion, listVersionFiles, readBlob } from '../../database/definitions/versions';

/** So long a version that is not served stays, for others who have the folder in common. */
const spareMs = 24 * 60 * 60 * 1000;

/** Published versions as folders on this machine's disk: each is written once and never changed. */
export class VersionFolder {
  constructor(private readonly folder: string) {}

  /** Returns the folder with the files of a version, fetched from the database when it is not there. @throws Error when a file is damaged */
  async fetch(db: Queryable, version: DefinitionVersion): Promise<string> {
    const { tenant, number, hash, at } = version;
    if (!isName(tenant)) throw new Error(`${JSON.stringify(tenant)} is not the name of an institution`);
    const path = join(this.folder, 'versions', tenant, `${number}-${hash.slice(0, 16)}`);
    if (await stat(path).catch(() => undefined)) return path;
    const draft = `${path}.${process.pid}.tmp`;
    await mkdir(draft, { recursive: true });
    try {
      for (const { path: file, blob } of await listVersionFiles(db, version)) {
        if (!file.split('/').every(isName)) throw new Error(`${JSON.stringify(file)} is not the path of a file of tenants/${tenant}`);
        await mkdir(dirname(join(draft, file)), { recursive: true });
        await writeFile(join(draft, file), await readBlob(db, tenant, blob));
        // The same on every server: by their times files are known, to browsers too.
        await utimes(join(draft, file), at, at);
      }
      await rename(draft, path).catch(async (error: unknown) => {
        // Another process was there first.
        if (!(await stat(path).catch(() => undefined))) throw error;
      });
      return path;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  /** Makes a folder of `schemas` and of institutions, each being another folder. */
  async assemble(name: string, schemas: string, tenants: ReadonlyMap<string, string>): Promise<string> {
    const root = join(this.folder, name);
    await rm(root, { recursive: true, force: true });
    await mkdir(join(root, 'tenants'), { recursive: true });
    await symlink(schemas, join(root, 'schemas'), 'junction');
    for (const [tenant, folder] of tenants) await symlink(folder, join(root, 'tenants', tenant), 'junction');
    return root;
  }

  /** Puts another folder in the place of an institution's, at one moment. */
  async place(root: string, tenant: string, folder: string): Promise<void> {
    // Nobody reads names that begin with a dot.
    const draft = join(root, 'tenants', `.${randomBytes(9).toString('base64url')}`);
    await symlink(folder, draft, 'junction');
    await rename(draft, join(root, 'tenants', tenant));
  }

  /** Removes versions that are not served, and were not fetched just now. @param kept their folders */
  async tidy(kept: ReadonlySet<string>): Promise<void> {
    const versions = join(this.folder, 'versions');
    for (const tenant of await readdir(versions).catch(() => []))
      for (const name of await readdir(join(versions, tenant))) {
        const path = join(versions, tenant, name);
        if (!kept.has(path) && Date.now() - (await stat(path)).ctimeMs > spareMs) await rm(path, { recursive: true, force: true });
      }
  }
}

/** Whether a name is that of one file or folder within another. */
const isName = (name: string): boolean => name !== '' && !name.startsWith('.') && !/[/\\\0]/.test(name);
