import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCheck } from '../../src/cli/check/command';
import { patch, project, sound, type Files } from '../definitions/project';

const argv = process.argv;
beforeEach(() => void vi.stubEnv('LC_ALL', 'C'));
afterEach(() => {
  vi.unstubAllEnvs();
  process.argv = argv;
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

/** Runs the command on a project and returns what it printed and its exit code. */
async function check(files: Files, ...args: string[]): Promise<{ printed: string; code: unknown }> {
  process.argv = ['node', 'check', await project({ ...sound(), ...files }), ...args];
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await runCheck();
  return { printed: write.mock.calls.map(([text]) => String(text)).join(''), code };
}

const broken: Files = { 'tenants/north/modules/books.json': '{\n  "pages": { "books": { "pageSize": 0 } }\n}' };

describe('the check command', () => {
  it('prints a line for each Problem and fails', async () => {
    const { printed, code } = await check(broken);
    expect(printed).toMatch(/^tenants\/north\/modules\/books\.json:2:37 error out-of-range Expected /);
    expect(printed).toContain('1 errors, 0 warnings');
    expect(code).toBe(1);
  });

  it('goes on when nobody reads what it prints, as after | head', async () => {
    await check(broken);
    const fails = (code: string) => () => process.stdout.emit('error', Object.assign(new Error(code), { code }));
    expect(fails('EPIPE')).not.toThrow();
    expect(fails('ENOSPC')).toThrow('ENOSPC');
  });

  it.each([
    [
      '  "pages": { "books": { "pageSize": 0 } }',
      ['2 |   "pages": { "books": { "pageSize": 0 } }', '  |                                     ^'],
    ],
    ['  "标题": 1, "pages": { "books": { "标题": true } }', ['2 |   "标题": 1, "pages": { "books": { "标题": true } }', '  |   ^^^^^^']],
  ])('shows where in the line: %s', async (line, expected) => {
    const { printed } = await check({ 'tenants/north/modules/books.json': `{\n${line}\n}` });
    expect(printed).toContain(expected.join('\n'));
  });

  it.each([
    ['en', 'Expected at least 1, found 0.', 'the page size of the page "books" of the module "books"', '1 errors, 0 warnings'],
    ['zh', '应为不小于 1 的数，现为 0。', '模块“books”的页面“books”的每页条数', '1 个错误，0 个警告'],
  ])('says it in the language that is asked for: %s', async (language, ...parts) => {
    const { printed } = await check(broken, '--lang', language);
    for (const part of parts) expect(printed).toContain(part);
  });

  it.each([
    ['zh_CN.UTF-8', '应为'],
    ['en_GB.UTF-8', 'Expected'],
    ['C', 'Expected'],
  ])('says it in the language of the locale: %s', async (locale, part) => {
    vi.stubEnv('LC_ALL', locale);
    expect((await check(broken)).printed).toContain(part);
  });

  it.each([
    ['is not there', 'nowhere', 'en', 'There are no definitions in '],
    ['holds nothing', '', 'zh', '里没有任何定义文件。'],
    ['holds nothing, with --untranslated', '', 'en', 'There are no definitions in ', '--untranslated'],
  ])('fails for a folder that %s', async (_what, name, language, message, ...args) => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    process.argv = ['node', 'check', join(await project({}), name), '--lang', language, ...args];
    expect(await runCheck()).toBe(2);
    expect(String(error.mock.calls[0])).toContain(message);
  });

  it('knows no other languages', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect((await check(broken, '--lang', 'fr')).code).toBe(2);
  });

  it('prints Problems in SARIF', async () => {
    const { printed } = await check(broken, '--sarif');
    expect(JSON.parse(printed)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: { rules: [{ id: 'out-of-range', helpUri: expect.stringMatching(/^file:.*\/schemas\/PROBLEMS\.md#out-of-range$/) }] },
          },
          results: [
            {
              ruleId: 'out-of-range',
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'tenants/north/modules/books.json' },
                    region: { startLine: 2, startColumn: 37, endLine: 2, endColumn: 38 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['en', 'Expected at least 1, found 0.', 'Numbers and lengths keep to the bounds of their key.'],
    ['zh', '应为不小于 1 的数，现为 0。', '数值和长度须在该项的范围内。'],
  ])('says messages and rules of SARIF in the language that is asked for: %s', async (language, text, rule) => {
    const { printed } = await check(broken, '--sarif', '--lang', language);
    expect(JSON.parse(printed)).toMatchObject({
      runs: [{ tool: { driver: { rules: [{ shortDescription: { text: rule } }] } }, results: [{ message: { text } }] }],
    });
  });

  it.each(['--json', '--sarif'])(
    'prints nothing else with %s, also when there is nothing wrong or something is put right',
    async (flag) => {
      for (const [files, ...args] of [[{}], [broken], [{ 'tenants/north/texts.json': '{ “more”: "M" }' }, '--fix']] as [
        Files,
        ...string[],
      ][]) {
        const { printed } = await check(files, flag, ...args);
        expect(() => JSON.parse(printed) as unknown).not.toThrow();
        vi.restoreAllMocks();
      }
    },
  );

  it('links each kind of fault once to what explains it', async () => {
    const twice = {
      'tenants/north/modules/books.json': '{\n  "pages": { "books": { "pageSize": 0, "titel": 1 }, "book": { "titel": 2 } }\n}',
    };
    const { printed } = await check(twice);
    expect(printed.match(/schemas\/PROBLEMS\.md#unknown-key/g)).toHaveLength(1);
    expect(printed).toContain('  = schemas/PROBLEMS.md#out-of-range');
  });

  it('prints Problems as JSON', async () => {
    const { printed } = await check(broken, '--json');
    expect(JSON.parse(printed)).toMatchObject([
      { line: 2, column: 37, severity: 'error', path: '/pages/books/pageSize', helpUri: expect.stringContaining('#out-of-range') },
    ]);
  });

  it('lists what an institution says in its own language alone where it can be read in another', async () => {
    const files = {
      'schemas/en/texts.json': patch({ more: 'More of {name}' }),
      'tenants/north/tenant.json': patch({ hosts: ['north.test'], code: 'n', fid: '1', site: { title: '北馆', address: '北街1号' } }),
      'tenants/north/texts.json': patch({ none: '没有' }),
      'tenants/north/en/tenant.json': patch({ site: { title: 'North' } }),
    };
    const { printed, code } = await check(files, '--untranslated');
    expect(printed).toMatch(/^north\/en tenants\/north\/tenant\.json \/site\/address "北街1号"$/m);
    expect(printed).toMatch(/^north\/en .*\/none "没有"$/m);
    expect(printed).not.toContain('北馆');
    expect(printed).toMatch(/^2$/m);
    expect(code).toBe(0);
    expect(
      (
        await check(
          {
            ...files,
            'tenants/north/en/tenant.json': patch({ site: { title: 'North', address: '1 North Street' } }),
            'tenants/north/en/texts.json': patch({ none: 'None' }),
          },
          '--untranslated',
        )
      ).printed,
    ).toMatch(/(^|\n)0\n$/);
  });

  it('passes with warnings alone', async () => {
    const { printed, code } = await check({
      'tenants/north/tenant.json': patch({
        hosts: ['north.test'],
        code: 'n',
        fid: '1',
        menu: { books: { module: null, backRouteId: 99 } },
      }),
    });
    expect(printed).toContain('0 errors, 1 warnings');
    expect(code).toBe(0);
  });

  it.each([[['--jsn']], [['another']], [['--json', '--sarif']]])('says how it is used: %j', async (args) => {
    const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
    expect(await check({}, ...args)).toEqual({ printed: '', code: 2 });
    expect(error.mock.calls.flat().join('\n')).toContain('Usage: npm run check');
  });
});

it('the program ends with the exit code of the command', async () => {
  process.argv = ['node', 'check', 'one', 'two'];
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await import('../../src/cli/check');
  expect(process.exitCode).toBe(2);
  expect(error.mock.calls.flat().join()).toContain('Usage: npm run check');
});
