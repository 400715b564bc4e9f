import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce, createSlicedDisk, type Disk, inBetween } from '../../../src/definitions/read/disk';

/** A disk on which each look takes so many milliseconds of a clock that stands still otherwise, and what was asked of it and of a slow one. */
function diskThatTakes(milliseconds: readonly number[]) {
  const state = { now: 0, asked: [] as string[] };
  const disk = (name: string): Disk => ({
    ...(name === 'quick' ? atOnce : inBetween),
    readdir: (path) => {
      state.now += name === 'quick' ? (milliseconds[state.asked.length] ?? 0) : 0;
      state.asked.push(`${name} ${path}`);
      return [];
    },
  });
  return { state, disk: createSlicedDisk(() => state.now, disk('quick'), disk('slow')) };
}

describe('a disk that others are served beside', () => {
  it('is looked at at once, and others come between after some milliseconds', async () => {
    const { state, disk } = diskThatTakes([1, 1, 1.5, 1]);
    setImmediate(() => state.asked.push('somebody else'));
    const looks = ['a', 'b', 'c', 'd', 'e'].map(async (path) => disk.readdir(path));
    expect(state.asked).toEqual(['quick a', 'quick b', 'quick c']);
    await Promise.all(looks);
    expect(state.asked).toEqual(['quick a', 'quick b', 'quick c', 'somebody else', 'quick d', 'quick e']);
  });

  it('is looked at by others once it turns out to be slow', async () => {
    const { state, disk } = diskThatTakes([0, 3]);
    for (const path of ['a', 'b', 'c', 'd']) await disk.readdir(path);
    expect(state.asked).toEqual(['quick a', 'quick b', 'slow c', 'slow d']);
  });

  it('throws what Node throws, before a pause and after it', async () => {
    const { state, disk } = diskThatTakes([]);
    const none = join(import.meta.dirname, 'none');
    const look = async () => disk.stat(none);
    await expect(look()).rejects.toMatchObject({ code: 'ENOENT' });
    state.now = 10;
    await expect(look()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
