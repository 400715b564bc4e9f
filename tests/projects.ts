import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProjectConfiguration } from 'vitest/config';

/** What a test file needs of its worker. */
type Need = 'node' | 'browser' | 'alone';

const root = join(import.meta.dirname, '..');

/**
 * Returns the groups of test files. Loading the server, React and the editor takes longer than most files' tests, so that files share
 * a worker and what it has loaded. A group begins when a worker is free, so that none waits for the longest file of another:
 *
 * - `node`: files that need Node alone;
 * - `browser`: files that ask for jsdom share one window, which `browserSetup.ts` clears before each of them;
 * - `alone`: files that put stand-ins in place of modules (`vi.mock`) or load programs afresh (`vi.resetModules`), each in a worker of its own.
 */
export function testProjects(): TestProjectConfiguration[] {
  const files = testFiles();
  return Object.entries({
    node: { isolate: false },
    browser: { isolate: false, environment: 'jsdom', setupFiles: ['tests/browserSetup.ts'] },
    alone: { isolate: true },
  } satisfies Record<Need, object>).map(([name, settings]) => ({
    extends: true,
    test: { name, ...settings, include: files.filter((file) => needOf(file) === name) },
  }));
}

function testFiles(): string[] {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path));
}

function needOf(file: string): Need {
  const text = readFileSync(join(root, file), 'utf8');
  if (/\bvi\.(mock|resetModules)\(/.test(text)) return 'alone';
  return /^\/\/ @vitest-environment jsdom$/m.test(text) ? 'browser' : 'node';
}
