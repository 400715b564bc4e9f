import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listBrowserTests, listFailedTests, listStrayErrors } from '../../src/cli/tooling/failedTests.mjs';

const file = join(import.meta.dirname, '..', 'a', 'b.test.ts');
const passed = { status: 'passed', fullName: 'works', failureMessages: [] };

describe('the end of a run of tests', () => {
  it.each([
    ['none that passed', [{ name: file, status: 'passed', assertionResults: [passed] }], []],
    [
      'each failed test with the first line of its message',
      [
        {
          name: file,
          status: 'failed',
          assertionResults: [
            passed,
            { status: 'failed', fullName: 'a list is long', failureMessages: ['\n\u001b[31mexpected 1\u001b[39m\nat x'] },
          ],
        },
      ],
      ['tests/a/b.test.ts › a list is long\n    expected 1'],
    ],
    [
      'a file that fails before its first test',
      [{ name: file, status: 'failed', message: 'no such module', assertionResults: [] }],
      ['tests/a/b.test.ts › does not start\n    no such module'],
    ],
  ])('names %s', (_, testResults, lines) => {
    expect(listFailedTests({ testResults })).toEqual(lines);
  });

  it('names browser tests that failed apart from those that passed at the second attempt', () => {
    const spec = (title: string, status: string, ...messages: (string | undefined)[]) => ({
      title,
      file: 'lists.spec.ts',
      tests: [{ status, results: messages.map((message) => (message === undefined ? {} : { error: { message } })) }],
    });
    const suites = [
      {
        title: 'lists.spec.ts',
        specs: [spec('opens', 'expected', undefined)],
        suites: [{ title: 'wide', specs: [spec('shows', 'unexpected', 'timeout\nmore'), spec('filters', 'flaky', 'lost', undefined)] }],
      },
    ];
    expect(listBrowserTests({ suites }, 'unexpected')).toEqual(['tests/e2e/lists.spec.ts › wide › shows\n    timeout']);
    expect(listBrowserTests({ suites }, 'flaky')).toEqual(['tests/e2e/lists.spec.ts › wide › filters\n    lost']);
  });

  it('names errors that no test caught, with the test that ran then where that is known', () => {
    const found = listStrayErrors([
      {
        name: 'TypeError',
        message: 'left',
        stack: 'TypeError: left\n    at run (b.ts:2:3)',
        VITEST_TEST_PATH: file,
        VITEST_TEST_NAME: 'opens',
      },
      { message: 'Worker exited unexpectedly' },
    ]);
    expect(found).toEqual([
      'tests/a/b.test.ts › opens: an error that no test caught\n    TypeError: left at run (b.ts:2:3)',
      'vitest › outside of a test: an error that no test caught\n    Error: Worker exited unexpectedly',
    ]);
  });
});
