import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runDeploy } from '../../src/cli/deploy/command';
import { runRestore } from '../../src/cli/restore/command';
import { runTranslateForm } from '../../src/cli/translateForm/command';
import { project } from '../definitions/project';
import { runTyped } from './shell';

afterEach(() => vi.restoreAllMocks());

const root = process.cwd();
/** What a command says of something in the folder where it was called, by npm from another one than the project's. */
const commands: [string, () => Promise<unknown>, string[], (folder: string) => string][] = [
  ['restore', () => runRestore(root), ['saved', '--check'], (folder) => `${join(folder, 'saved')}/database is no backup`],
  ['deploy', () => runDeploy(root), ['systemd', '--to', 'taken'], (folder) => join(folder, 'taken')],
  ['translate-form', () => runTranslateForm(), ['form.json'], () => ''],
];

it.each(commands)('%s finds what is typed where it was called', async (name, run, words, says) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const folder = await project({ 'form.json': '{}', 'taken/portal.env': 'mine' });
  const { printed } = await runTyped(run, [name, ...words], { INIT_CWD: folder });
  expect(printed).toContain(says(folder));
  expect(printed).not.toContain('ENOENT');
});
