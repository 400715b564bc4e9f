import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** How files are looked at. Throws what Node throws. */
export interface Disk {
  stat(path: string): Stats | Promise<Stats>;
  readdir(path: string): string[] | Promise<string[]>;
  /** The same with what each entry is. */
  listEntries(path: string): Dirent[] | Promise<Dirent[]>;
  readFile(path: string): Uint8Array | Promise<Uint8Array>;
}

/** By the pool of threads: a disk that is slow keeps nobody waiting. */
export const inBetween: Disk = {
  stat: (path) => stat(path),
  readdir: (path) => readdir(path),
  listEntries: (path) => readdir(path, { withFileTypes: true }),
  readFile: (path) => readFile(path),
};

/** While nobody is served yet: of thousands of small files each takes a tenth of the time. */
export const atOnce: Disk = {
  stat: (path) => statSync(path),
  readdir: (path) => readdirSync(path),
  listEntries: (path) => readdirSync(path, { withFileTypes: true }),
  readFile: (path) => readFileSync(path),
};

/** For so many milliseconds files are looked at before others are answered, and from so many for one of them on a disk counts as slow. */
const [sliceMs, slowMs] = [3, 2];

/**
 * While others are served, for one look at many files: at once, but others are answered every few milliseconds. What turns out to be slow, as
 * across a network, is looked at by the pool of threads from then on.
 * @param clock milliseconds that only grow
 */
export function createSlicedDisk(clock: () => number = () => performance.now(), quick: Disk = atOnce, slow: Disk = inBetween): Disk {
  let [begunAt, isSlow] = [clock(), false];
  let resting: Promise<void> | undefined;
  const rest = async (): Promise<void> => {
    await setImmediate();
    [begunAt, resting] = [clock(), undefined];
  };
  const look = <T>(ask: (disk: Disk) => T | Promise<T>): T | Promise<T> => {
    if (isSlow) return ask(slow);
    const now = clock();
    if (now - begunAt > sliceMs) return (resting ??= rest()).then(() => look(ask));
    try {
      return ask(quick);
    } finally {
      isSlow = clock() - now > slowMs;
    }
  };
  return {
    stat: (path) => look((disk) => disk.stat(path)),
    readdir: (path) => look((disk) => disk.readdir(path)),
    listEntries: (path) => look((disk) => disk.listEntries(path)),
    readFile: (path) => look((disk) => disk.readFile(path)),
  };
}
