import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProjectConfiguration } from 'vitest/config';

/** What a test file needs of its worker. */
type Need = 'node' | 'browser' | 'standIns';

const root = join(import.meta.dirname, '..');

/**
 * Returns the groups of test files. Loading the server, React and the editor takes longer than most files' tests, so that files share
 * a worker and what it has loaded. A group begins when a worker is free, so that none waits for the longest file of another:
 *
 * - `node`: files that need Node alone; `fastReact.ts` gives them the build of React that servers run;
 * - `browser`: files that ask for jsdom share one window, which `browserSetup.ts` clears before each of them;
 * - `standIns`: files that put stand-ins in place of modules (`vi.mock`) or load programs afresh (`vi.resetModules`) share a window too, and
 *   packages, but `standIns.ts` has each of them load what is in `src` anew.
 */
export function testProjects(): TestProjectConfiguration[] {
  const files = testFiles();
  return Object.entries({
    node: { setupFiles: ['tests/fastReact.ts'] },
    browser: { setupFiles: ['tests/browserSetup.ts'], environment: 'jsdom' },
    standIns: { setupFiles: ['tests/standIns.ts', 'tests/browserSetup.ts'], environment: 'jsdom' },
  } satisfies Record<Need, object>).map(([name, settings]) => ({
    extends: true,
    // The fast build of React knows no elements for development.
    ...(name === 'node' ? { oxc: { jsx: { development: false } } } : {}),
    test: { name, isolate: false, ...settings, include: files.filter((file) => needOf(file) === name) },
  }));
}

function testFiles(): string[] {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path));
}

function needOf(file: string): Need {
  const text = readFileSync(join(root, file), 'utf8');
  if (/\bvi\.(mock|resetModules)\(/.test(text)) return 'standIns';
  return /^\/\/ @vitest-environment jsdom$/m.test(text) ? 'browser' : 'node';
}
