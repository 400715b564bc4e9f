import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { locateBinaries, runProgram } from '../../../src/database/embedded/binaries';

describe('locateBinaries', () => {
  it('finds programs that run', async () => {
    const { initdb, pgCtl } = await locateBinaries();
    for (const program of [initdb, pgCtl]) {
      expect(await runProgram(program, ['--version'])).toMatchObject({ code: 0, output: expect.stringContaining('PostgreSQL') });
    }
  });

  it.runIf(process.platform === 'linux')('makes links an install without scripts left out', async () => {
    const { initdb } = await locateBinaries();
    const libraries = join(dirname(initdb), '..', 'lib');
    // A library of the embedded C preprocessor: running servers do not use it.
    const link = (await readdir(libraries)).find((name) => name === 'libecpg.so');
    const path = join(libraries, link ?? '');
    await rm(path);
    await locateBinaries();
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
  });

  it('names DATABASE_URL where the platform has no package', async () => {
    const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('mips');
    try {
      await expect(locateBinaries()).rejects.toThrow(/DATABASE_URL/);
    } finally {
      arch.mockRestore();
    }
  });
});
