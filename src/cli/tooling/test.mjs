import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChangedTests } from './changedTests.mjs';
import { findChromium } from './chromium.mjs';
import { listBrowserTests, listFailedTests, listStrayErrors } from './failedTests.mjs';
import { ensureBuilt } from './prepare.mjs';
import { root, run } from './process.mjs';
import { strayErrorsFile } from './strayErrors.mjs';

/** @typedef {{ passed: number, failures: string[] }} Count `failures` names what failed, which the end of the output lists */
/** @typedef {import('./failedTests.mjs').UnitReport & { numPassedTests: number }} VitestReport */
/** @typedef {import('./failedTests.mjs').BrowserReport & { stats: { expected: number, flaky: number } }} PlaywrightReport */

/** @param {string[]} path */
const resolveBin = (...path) => join(root, 'node_modules', ...path);

/**
 * Runs the tests. Without arguments that is all of them: types, lint, build, generated files, vitest, then Playwright against the built
 * server. With names of test files only these run, with `changed` those near what changed. Each step that is no test counts only
 * when it fails. The last line printed is `N passed, N failed`.
 * @param {string[]} args names of test files, those below tests/e2e for Playwright, or `changed`
 * @returns {Promise<number>} 0 when tests ran and nothing failed
 */
export async function runTests(args) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-reports-'));
  const started = Date.now();
  /** @type {Count[]} */
  let counts;
  try {
    counts = args[0] === 'changed' ? await runChanged(folder) : await runNamed(args, folder);
    console.log(`\nTests took ${Math.round((Date.now() - started) / 1000)} s`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failures = counts.flatMap((count) => count.failures);
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length > 0 || passed === 0 ? 1 : 0;
}

/** @param {string[]} names none for all @param {string} folder for reports @returns {Promise<Count[]>} */
async function runNamed(names, folder) {
  const specs = names.filter(isSpec);
  const files = names.filter((name) => !isSpec(name));
  // A browser may have to be fetched, which takes its time beside the other steps.
  const chromium = names.length === 0 || specs.length > 0 ? findChromium() : undefined;
  const [types, lint, built] = await Promise.all([runStep('types', checkTypes), runStep('lint', checkStyle), runStep('build', build)]);
  const counts = [types, lint, built];
  if (built.failures.length === 0)
    counts.push(await runStep('generated files', () => run(process.execPath, [join(root, 'dist/server/generate.js'), '--check'])));
  if (files.length > 0 || specs.length === 0) counts.push(await runUnitTests(files, join(folder, 'vitest.json')));
  if (chromium)
    counts.push(
      built.failures.length === 0
        ? await runBrowserTests(specs, await chromium, join(folder, 'playwright.json'))
        : reportSkipped('browser tests', 'there is no build to test'),
    );
  return counts;
}

/** @param {string} folder for reports @returns {Promise<Count[]>} */
async function runChanged(folder) {
  const { files, left } = await findChangedTests();
  const specs = files.filter(isSpec);
  const [types, units] = await Promise.all([
    runStep('types', checkTypes),
    runUnitTests(
      files.filter((file) => !isSpec(file)),
      join(folder, 'vitest.json'),
    ),
  ]);
  const counts = [types, units];
  if (specs.length > 0) {
    const built = await runStep('build', build);
    counts.push(
      built,
      built.failures.length === 0
        ? await runBrowserTests(specs, await findChromium(), join(folder, 'playwright.json'))
        : reportSkipped('browser tests', 'there is no build to test'),
    );
  }
  if (left > 0) console.log(`\n${left} test files further from the change are left to the whole run`);
  return counts;
}

/** @param {string} name */
const isSpec = (name) => name.includes('e2e') || name.endsWith('.spec.ts');
const checkStyle = () => run(process.execPath, [resolveBin('oxlint', 'bin', 'oxlint'), 'src', 'tests', 'vite.config.ts']);
const checkTypes = () => run(process.execPath, [resolveBin('typescript', 'bin', 'tsc'), '-p', '.']);
const build = () =>
  ensureBuilt().then(
    () => 0,
    (error) => {
      console.error(error.message);
      return 1;
    },
  );

/** @param {string} name @param {() => Promise<number>} work gives an exit code @returns {Promise<Count>} */
async function runStep(name, work) {
  console.log(`\n== ${name}`);
  return { passed: 0, failures: (await work()) === 0 ? [] : [name] };
}

/** @param {string} name @param {string} reason @returns {Count} */
function reportSkipped(name, reason) {
  return { passed: 0, failures: [`${name} did not run: ${reason}`] };
}

/** @param {string[]} files @param {string} report @returns {Promise<Count>} */
async function runUnitTests(files, report) {
  console.log('\n== vitest');
  // React's production build cannot be tested, whatever the machine is set to.
  const stray = `${report}.stray`;
  const env = { ...process.env, NODE_ENV: 'test', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', [strayErrorsFile]: stray };
  const reporters = ['default', 'json', join(import.meta.dirname, 'strayErrors.mjs')].map((name) => `--reporter=${name}`);
  const code = await run(
    process.execPath,
    [resolveBin('vitest', 'vitest.mjs'), 'run', ...files, ...reporters, `--outputFile.json=${report}`],
    { env },
  );
  /** @type {VitestReport | undefined} */
  const result = await readJson(report);
  if (!result) return reportSkipped('vitest', `it left no report (exit code ${code})`);
  /** @type {import('./strayErrors.mjs').StrayError[] | undefined} */
  const errors = await readJson(stray);
  const failures = [...listFailedTests(result), ...listStrayErrors(errors ?? [])];
  return toConsistent('vitest', code, { passed: result.numPassedTests, failures });
}

/** @param {string[]} specs none for all @param {string | undefined} chromium @param {string} report @returns {Promise<Count>} */
async function runBrowserTests(specs, chromium, report) {
  console.log('\n== playwright');
  if (!chromium) return reportSkipped('playwright', 'there is no Chromium');
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const code = await run(process.execPath, [resolveBin('playwright', 'cli.js'), 'test', '-c', 'tests/playwright.config.ts', ...specs], {
    env,
  });
  /** @type {PlaywrightReport | undefined} */
  const result = await readJson(report);
  if (!result) return reportSkipped('playwright', `it left no report (exit code ${code})`);
  const late = listBrowserTests(result, 'flaky');
  if (late.length > 0) console.log(`\nPassed at the second attempt only, and to be mended:\n${late.join('\n')}`);
  const { expected, flaky } = result.stats;
  return toConsistent('playwright', code, { passed: expected + flaky, failures: listBrowserTests(result, 'unexpected') });
}

/** A runner may fail without a failed test, by an error outside of all of them. @param {string} name @param {number} code @param {Count} count @returns {Count} */
function toConsistent(name, code, count) {
  return code !== 0 && count.failures.length === 0 ? { ...count, failures: [`${name} ended with code ${code}`] } : count;
}

/** @template Report @param {string} path @returns {Promise<Report | undefined>} undefined when there is none */
function readJson(path) {
  return readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
}
