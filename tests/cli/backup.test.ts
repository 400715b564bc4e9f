import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBackup } from '../../src/cli/backup/command';
import { makeWhole } from '../../src/cli/backup/unfinished';
import { testDatabase } from '../database/harness';
import { project, write } from '../definitions/project';
import { runTyped } from './shell';

const refused: [string, RegExp][] = [
  ['a.txt', /^The folder .*a\.txt cannot be made: .*a\.txt is a file$/],
  ['a.txt/within', /^The folder .*within cannot be made: .*a\.txt is a file$/],
  ['full', /full is not empty$/],
  ['killed', /killed\/unfinished is of a backup that is under way or was cut off/],
];
if (process.platform === 'linux') refused.push(['/proc/none', /^The folder \/proc\/none cannot be made: ENOENT/]);

it.each(refused)('a backup is not made into %s, and why is said', async (place, words) => {
  const folder = await project({ 'a.txt': 'a', 'full/b.txt': 'b', 'killed/unfinished/a.txt': 'a' });
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

it.each<[string, string[], AbortSignal | undefined, RegExp]>([
  ['fails', ['--with-key'], undefined, /^There is no key in /],
  ['is stopped', [], AbortSignal.abort(new Error('Stopped')), /^Stopped$/],
])('a backup that %s leaves nothing, and can be made at the same place later', async (_, options, stopped, words) => {
  const database = await testDatabase();
  try {
    const folder = await project({ 'tenants/centre/tenant.json': '{}', 'package.json': '{ "version": "1.0.0" }' });
    const variables = { INIT_CWD: folder, DATA_DIR: folder, DATABASE_URL: database.databaseUrl, DATABASE_URLS: '' };
    const run = (words: string[], signal?: AbortSignal): ReturnType<typeof runTyped> =>
      runTyped(() => runBackup(folder, signal), ['backup', 'saved', ...words], variables);
    const { code, printed } = await run(options, stopped);
    expect(code).toBe(1);
    expect(printed).toMatch(words);
    expect(await readdir(join(folder, 'saved'))).toEqual([]);
    expect(await run([])).toMatchObject({ code: 0 });
    expect((await readdir(join(folder, 'saved'))).sort()).toEqual(['database', 'tenants']);
  } finally {
    await database.close();
  }
});

it('until a backup is whole nothing stands where its parts are looked for, whenever it is killed', async () => {
  const folder = await project({});
  const seen = await makeWhole(folder, ['tenants', 'database'], async (place) => {
    await writeInto(place);
    return readdir(folder);
  });
  expect(seen).toEqual(['unfinished']);
  expect((await readdir(folder)).sort()).toEqual(['database', 'tenants']);
});

/** Makes the parts of a backup. */
const writeInto = (place: string): Promise<void> => write(place, { 'tenants/a.json': '{}', 'database/manifest.json': '{}' });
