import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './process.mjs';

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] | null }} UnitTest */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: UnitTest[] }} TestFile */
/** @typedef {{ testResults: TestFile[] }} UnitReport a part of what vitest's reporter `json` writes */
/** @typedef {{ title: string, file: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} Spec */
/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ suites: Suite[] }} BrowserReport a part of what Playwright's reporter `json` writes */

/**
 * Names the failed tests of a run, so that the end of its output tells what to look at.
 * @param {UnitReport} report
 * @returns {string[]} file, name and first line of the message of each; a file that fails before its first test counts as one
 */
export function listFailedTests({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name).replaceAll('\\', '/');
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [describe(file, 'does not start', message)];
    return failed.map(({ fullName, failureMessages }) => describe(file, fullName, failureMessages?.[0]));
  });
}

/**
 * Names the browser tests of a run that ended in a way.
 * @param {BrowserReport} report @param {'unexpected' | 'flaky'} status failed at every attempt, or at some
 * @returns {string[]} file, name and first line of the message of each
 */
export function listBrowserTests({ suites }, status) {
  /** @param {Suite} suite @param {string[]} above @returns {string[]} */
  const walk = (suite, above) => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) =>
          describe(`tests/e2e/${file}`, [...above, title].join(' › '), results.find(({ error }) => error)?.error?.message),
        ),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...above, inner.title])),
  ];
  return suites.flatMap((suite) => walk(suite, []));
}

/**
 * Names the errors of a run that no test caught.
 * @param {readonly import('./strayErrors.mjs').StrayError[]} errors
 * @returns {string[]} the test that ran when it came, as far as that is known, message and first place of each
 */
export function listStrayErrors(errors) {
  return errors.map(({ name, message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }) => {
    const file = VITEST_TEST_PATH ? relative(root, VITEST_TEST_PATH).replaceAll('\\', '/') : 'vitest';
    const place = stack?.split('\n').find((line) => /^\s*at /.test(line)) ?? '';
    return describe(
      file,
      `${VITEST_TEST_NAME ?? 'outside of a test'}: an error that no test caught`,
      `${name ?? 'Error'}: ${message ?? ''} ${place.trim()}`,
    );
  });
}

/** @param {string} file @param {string} name @param {string} [message] */
function describe(file, name, message) {
  const first = stripVTControlCharacters(message ?? '')
    .split('\n')
    .find((line) => line.trim());
  return `${file} › ${name}${first ? `\n    ${first.trim().slice(0, 300)}` : ''}`;
}
