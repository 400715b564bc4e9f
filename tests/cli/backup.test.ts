import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBackup } from '../../src/cli/backup/command';
import { project } from '../definitions/project';
import { runTyped } from './shell';

const refused: [string, RegExp][] = [
  ['a.txt', /^The folder .*a\.txt cannot be made: .*a\.txt is a file$/],
  ['a.txt/within', /^The folder .*within cannot be made: .*a\.txt is a file$/],
  ['full', /full is not empty$/],
];
if (process.platform === 'linux') refused.push(['/proc/none', /^The folder \/proc\/none cannot be made: ENOENT/]);

it.each(refused)('a backup is not made into %s, and why is said', async (place, words) => {
  const folder = await project({ 'a.txt': 'a', 'full/b.txt': 'b' });
  const { code, printed } = await runTyped(() => runBackup(process.cwd()), ['backup', place], { INIT_CWD: folder });
  expect(code).toBe(1);
  expect(printed).toMatch(words);
});

it('a backup that could not begin leaves nothing in its folder, so that it can be made there later', async () => {
  const folder = await project({ 'a.txt': 'a' });
  const variables = { INIT_CWD: folder, DATA_DIR: join(folder, 'a.txt'), DATABASE_URL: '', DATABASE_URLS: '' };
  const run = (): Promise<{ printed: string }> => runTyped(() => runBackup(process.cwd()), ['backup', 'saved'], variables);
  await run();
  expect((await run()).printed).not.toContain('is not empty');
});
