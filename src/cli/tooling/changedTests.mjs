import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { capture, root } from './process.mjs';

/** As many files as a look at a change may run within a minute; the whole run takes the others. */
const atMost = 10;
/** What holds for every change. */
const always = ['tests/rooms.test.ts', 'tests/generated.test.ts'];
/** What proves that the definitions of the project are sound. */
const ofDefinitions = ['tests/definitions/forms.test.ts', 'tests/definitions/routes.test.ts'];

/**
 * Finds the tests of what differs from the main branch, committed or not: test files and browser specs that changed themselves, then
 * those that import what changed, the nearest first.
 * @returns {Promise<{ files: string[], left: number }>} the files to run, and how many more are concerned from further away
 */
export async function findChangedTests() {
  const changed = await listChangedFiles();
  const near = sortByDistance(changed).filter((file) => (file.endsWith('.spec.ts') ? changed.includes(file) : /\.test\.tsx?$/.test(file)));
  const named = changed.filter((file) => /^(schemas|tenants)\/.*\.json$/.test(file)).flatMap(findTestsOfDefinition);
  const found = [...new Set([...named, ...near])].filter((file) => !always.includes(file));
  return {
    files: [...always, ...found.slice(0, atMost)].filter((file) => existsSync(join(root, file))),
    left: Math.max(0, found.length - atMost),
  };
}

/** @returns {Promise<string[]>} paths relative to the root */
async function listChangedFiles() {
  const base = await git('merge-base', 'HEAD', 'main');
  const lists = await Promise.all([git('diff', '--name-only', base[0] ?? 'HEAD'), git('ls-files', '--others', '--exclude-standard')]);
  return lists.flat();
}

/** @param {string[]} args @returns {Promise<string[]>} the lines that git prints; none when it fails */
async function git(...args) {
  const { code, output } = await capture('git', args);
  return code === 0 ? output.split('\n').filter((line) => line !== '') : [];
}

/** @param {string} file a definition @returns {string[]} */
function findTestsOfDefinition(file) {
  return [...ofDefinitions, `tests/modules/${posix.basename(file, '.json')}.test.ts`];
}

/** @param {string[]} changed @returns {string[]} these files and all that import them, directly or through others, the nearest first */
function sortByDistance(changed) {
  const importers = mapImporters();
  const found = new Set(changed);
  // A set that grows while it is walked is a queue.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found];
}

/** @returns {Map<string, string[]>} which files import a file */
function mapImporters() {
  const files = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => posix.join(folder, path.replaceAll('\\', '/'))),
  );
  const known = new Set(files);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files.filter((path) => /\.(tsx?|mjs)$/.test(path)))
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']*)'/g)) {
      const path = posix.join(dirname(file), name);
      const imported = [path, `${path}.ts`, `${path}.tsx`].find((each) => known.has(each) && /\.\w+$/.test(each));
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  return importers;
}
