import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';

/** How files are looked at. Throws what Node throws. */
export interface Disk {
  stat(path: string): Stats | Promise<Stats>;
  readdir(path: string): string[] | Promise<string[]>;
  readFile(path: string): Uint8Array | Promise<Uint8Array>;
}

/** While others are served: they are answered in between, and a disk that is slow keeps nobody waiting. */
export const inBetween: Disk = { stat: (path) => stat(path), readdir: (path) => readdir(path), readFile: (path) => readFile(path) };

/** While nobody is served yet: of thousands of small files each takes a tenth of the time. */
export const atOnce: Disk = {
  stat: (path) => statSync(path),
  readdir: (path) => readdirSync(path),
  readFile: (path) => readFileSync(path),
};
