import { Ajv } from 'ajv';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest, Table } from './tables';

/** A table as it was backed up. */
export interface SavedTable extends Table, Digest {
  /** The file with its rows, and what tells that file from another one (SHA-256, hexadecimal). */
  file: string;
  sha256: string;
}

/** Files that were uploaded, and their bytes. */
interface FileCount {
  files: number;
  bytes: number;
}

/** What is in a backup. Without it a folder is none: it is written last. */
export interface Manifest {
  format: 1;
  /** When it shows the database as it was (RFC 3339). */
  made: string;
  /** The version of the program. */
  program: string;
  /** The changes of the schema that had been made. */
  migrations: string[];
  tables: SavedTable[];
  /** Files whose contents are in the backup, and those whose contents are in a storage of their own and are not. Absent: all are in it. */
  uploads?: { database: FileCount; storage: FileCount };
  /** By table and column, the number that comes next. */
  sequences: { table: string; column: string; next: string }[];
}

export const manifestName = 'manifest.json';

const string = { type: 'string' };
const object = (properties: Record<string, object>, optional: Record<string, object> = {}): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
const list = (items: object): object => ({ type: 'array', items });
const count = object({ files: { type: 'integer' }, bytes: { type: 'integer' } });
const isManifest = new Ajv().compile<Manifest>(
  object(
    {
      format: { const: 1 },
      made: string,
      program: string,
      migrations: list(string),
      tables: list(
        object({
          name: string,
          columns: list(string),
          rows: { type: 'integer' },
          sum: string,
          file: { type: 'string', pattern: '^[a-z_]+\\.copy\\.gz$' },
          sha256: string,
        }),
      ),
      sequences: list(object({ table: string, column: string, next: string })),
    },
    { uploads: object({ database: count, storage: count }) },
  ),
);

/** Reads what is in a backup. @throws Error when the folder is none, or one of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const written = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined);
  if (written === undefined) throw new Error(`${folder} is no backup, or one that was not finished: it has no ${manifestName}`);
  const manifest: unknown = JSON.parse(written);
  if (!isManifest(manifest)) throw new Error(`${join(folder, manifestName)} is not of a format that this program knows`);
  return manifest;
}
