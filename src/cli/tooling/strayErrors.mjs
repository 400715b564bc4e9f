import { writeFileSync } from 'node:fs';

/** Where a run of vitest writes what it met outside of all tests. */
export const strayErrorsFile = 'STRAY_ERRORS_FILE';

/** @typedef {{ name?: string, message?: string, stack?: string, VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }} StrayError */

/**
 * A reporter of vitest for errors that no test caught, such as a promise that was rejected after its test had ended. They fail a run, and
 * vitest's report `json` says nothing of them. Written to the file that `STRAY_ERRORS_FILE` names, as a list.
 */
export default class StrayErrors {
  /** @param {unknown} _modules @param {readonly StrayError[]} errors */
  onTestRunEnd(_modules, errors) {
    const file = process.env[strayErrorsFile];
    if (!file) return;
    const written = errors.map(({ name, message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }) => ({
      name,
      message,
      stack,
      VITEST_TEST_PATH,
      VITEST_TEST_NAME,
    }));
    writeFileSync(file, JSON.stringify(written));
  }
}
