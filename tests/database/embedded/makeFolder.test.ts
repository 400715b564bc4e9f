import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../src/database/embedded/makeFolder';
import { project } from '../../definitions/project';

it('is made with those that it lies in, and may be there', async () => {
  const folder = join(await project({ 'a.txt': 'a' }), 'one', 'two');
  await makeFolder(folder, 0o700);
  await makeFolder(folder);
  await makeFolder(join(folder, '..', 'three'));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, '../three'))).isDirectory()).toBe(true);
});

it.each(['a.txt', 'a.txt/within', 'a.txt/within/deep'])('cannot be %s where a file is', async (name) => {
  const folder = await project({ 'a.txt': 'a' });
  await expect(makeFolder(join(folder, name))).rejects.toMatchObject({
    message: `The folder ${join(folder, name)} cannot be made`,
    cause: { message: `${join(folder, 'a.txt')} is a file` },
  });
});

// Node's own way of making folders within others asks for ever there.
it.runIf(process.platform === 'linux').each(['/proc/none', '/proc/none/within'])('cannot be %s', async (path) => {
  await expect(makeFolder(path)).rejects.toThrow(`The folder ${path} cannot be made`);
});
