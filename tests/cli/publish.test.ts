import { expect, it } from 'vitest';
import { runPublish } from '../../src/cli/publish/command';
import { project, sound } from '../definitions/project';
import { runTyped } from './shell';

it.each([
  [['nope'], 'There is no institution nope. Known are north, south.'],
  [['nort'], 'There is no institution nort; did you mean "north"? Known are north, south.'],
  [['north', '--from', 'elsewhere'], 'There is no institution in elsewhere: expected a file tenant.json.'],
])('publishes nothing of an institution that is not there: %j', async (args, words) => {
  const root = await project(sound());
  const { printed, code } = await runTyped(() => runPublish(root), ['publish', ...args], {});
  expect(printed.split('\n')[0]).toBe(words);
  expect(code).toBe(2);
});
