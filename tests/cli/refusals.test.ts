import { expect, it } from 'vitest';
import { parseWord, runCommand } from '../../src/cli/terminal/command';
import { refuseInstitution } from '../../src/cli/terminal/institution';
import { runTyped } from './shell';

const tenants = ['centre', 'library', 'museum'];

it.each([
  ['nowhere', 'There is no institution nowhere. Known are centre, library, museum.'],
  ['musem', 'There is no institution musem; did you mean "museum"? Known are centre, library, museum.'],
  ['museum', 'The definitions of museum have errors; npm run check tells which.'],
])('nothing can be done for %s', async (name, printed) => {
  expect(await runTyped(() => Promise.resolve(refuseInstitution(name, { tenants })), ['list'], {})).toEqual({ printed, code: 2 });
});

it.each([
  [['nonsense'], 'Expected list, approve, found "nonsense".\n\nUsage: …'],
  [[], 'Usage: …'],
])('a command says which words it knows: %j', async (words, printed) => {
  const command = (): Promise<number> =>
    runCommand('Usage: …', {}, ([word]) => Promise.resolve(parseWord(['list', 'approve'], word).length));
  expect(await runTyped(command, ['command', ...words], {})).toEqual({ printed, code: 2 });
});
