import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type Definitions, listSources, loadDefinitions } from '../../definitions/load';
import type { Sources } from '../../definitions/read/sources';
import type { Queryable } from '../../database/connection';
import type { DefinitionStore } from './definitionStore';

/** A file of an institution as it is on the disk. */
export interface OwnFile {
  /** What it says; null where it is not there. */
  text: string | null;
  /** Changes when the text does. */
  hash: string;
}

/** Who writes a file and what for, and the transaction in which that is noted. */
export interface Writing {
  tx: Queryable;
  at: Date;
  author: string;
  message: string;
}

/** Files that the desk may touch, below the folder of the institution. */
const known = /^(tenant\.json|texts\.json|modules\/[a-z][A-Za-z0-9]*\.json)$/;

/** Whether a file, by its path below the folder of an institution, is one that the desk may touch. */
export const isFileOfDesk = (file: string): boolean => known.test(file);

/** What a folder says that cannot be written. */
const readOnly: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The files of the institutions, for those who change them while they are in use. */
export class DefinitionFolder {
  constructor(
    private readonly root: string,
    private readonly store: DefinitionStore,
  ) {}

  /** The definitions as the files are at this moment. @throws what reading the files throws */
  async load(): Promise<{ definitions: Definitions; sources: Sources | undefined }> {
    await this.store.refreshNow();
    return { definitions: this.store.current, sources: listSources(this.store.current) };
  }

  /** Returns a file of an institution. @throws Error for a file that the desk may not touch */
  async read(tenant: string, file: string): Promise<OwnFile> {
    const path = await this.locate(tenant, file);
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    return { text, hash: computeHash(text) };
  }

  /** Returns whether a file can be written. */
  async isWritable(tenant: string, file: string): Promise<boolean> {
    const path = await this.locate(tenant, file);
    const folder = await nearest(dirname(path));
    return access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
  }

  /**
   * Returns the definitions as they were if a file of an institution said something else. Nothing is written.
   * @param text null for a file that is away
   */
  async try(tenant: string, file: string, text: string | null): Promise<Definitions> {
    await this.locate(tenant, file);
    return loadDefinitions(this.root, this.store.current, undefined, new Map([[`tenants/${tenant}/${file}`, text ?? '{}\n']]));
  }

  /**
   * Writes a file as a whole or not at all, whatever ends the program meanwhile.
   * @param text null takes it away
   * @returns whether it could be written
   * @throws what writing throws besides
   */
  async write(tenant: string, file: string, text: string | null, _writing: Writing): Promise<boolean> {
    return this.put(tenant, file, text);
  }

  /** Puts a file back to what it was before it was written in a transaction that failed. */
  async takeBack(tenant: string, file: string, text: string | null): Promise<void> {
    await this.put(tenant, file, text);
  }

  private async put(tenant: string, file: string, text: string | null): Promise<boolean> {
    const path = await this.locate(tenant, file);
    try {
      await (text === null ? unlink(path) : replace(path, text));
      return true;
    } catch (error) {
      if (readOnly.has(codeOf(error))) return false;
      throw error;
    }
  }

  /** Lets what was written count from the next request on. @throws what reading the files throws */
  async settle(): Promise<void> {
    await this.store.refreshNow();
  }

  /** Returns where a file is: within the folder of the institution, also where links lead. @throws Error for any other */
  private async locate(tenant: string, file: string): Promise<string> {
    if (!known.test(file) || !this.store.tenants.includes(tenant)) throw new Error(`${tenant} has no file ${file} that could be changed`);
    const folder = join(this.root, 'tenants', tenant);
    const path = join(folder, file);
    const [home, place] = await Promise.all([realpath(folder), realpath(await nearest(path))]);
    if (place !== home && !place.startsWith(home + sep)) throw new Error(`${tenant}/${file} leads out of the folder of the institution`);
    return path;
  }
}

/** Returns a path, or the nearest folder above it that is there. */
async function nearest(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? path : nearest(dirname(path));
}

async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const mode = await stat(path).then(
    (stats) => stats.mode & 0o777,
    () => 0o644,
  );
  // Nobody reads names that begin with a dot.
  const written = join(dirname(path), `.${randomBytes(9).toString('base64url')}.tmp`);
  try {
    const file = await open(written, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(written, path);
  } catch (error) {
    await unlink(written).catch(() => undefined);
    throw error;
  }
}

/** Returns what changes when a text does. */
const computeHash = (text: string | null): string =>
  text === null ? 'none' : createHash('sha256').update(text).digest('base64url').slice(0, 22);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
