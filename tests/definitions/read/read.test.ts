import { execFileSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAll } from '../../../src/definitions/load';
import { parseDefinition } from '../../../src/definitions/read/parse';
import { Memo } from '../../../src/definitions/memo';
import { readDefinition } from '../../../src/definitions/read/files';
import { books, patch, project, sound } from '../project';

const parse = (text: string | Uint8Array) => parseDefinition('x.json', typeof text === 'string' ? new TextEncoder().encode(text) : text);
const found = (text: string | Uint8Array) =>
  parse(text).problems.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);
const nested = (depth: number, open: string, close: string): string => `{"a": ${open.repeat(depth)}${close.repeat(depth)}}`;

describe('files that are no definitions', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', '1:1 empty-file'],
    ['blanks', ' \n\n', '1:1 empty-file'],
    ['a missing value', '{\n  "a": ,\n}', '2:8 not-json This is not JSON: a value is missing.'],
    ['a trailing comma', '{\n  "a": 1,\n}', '2:9 not-json This is not JSON: there is a comma too many here'],
    ['a comment', '{\n  // no\n  "a": 1\n}', '2:3 not-json This is not JSON: comments are not allowed.'],
    ['single quotes', "{'a': 1}", '1:2 not-json'],
    ['an unclosed text', '{"a": "b', '1:7 not-json This is not JSON: a text is not closed.'],
    ['a line break in a text', '{"a": "b\nc"}', '1:7 not-json'],
    ['an unknown escape', '{"a": "\\x"}', '1:7 not-json This is not JSON: an unknown escape; a backslash'],
    ['a number with a leading zero', '{"a": 01}', '1:8 not-json'],
    ['NaN', '{"a": NaN}', '1:7 not-json'],
    ['two values', '{} {}', '1:4 not-json This is not JSON: there is more after the end.'],
    ['a list', ' [1]', '1:2 not-an-object Expected a JSON object, found [1].'],
    ['a text', '"a"', '1:1 not-an-object Expected a JSON object, found "a".'],
    ['null', 'null', '1:1 not-an-object Expected a JSON object, found null.'],
    ['a byte order mark', '\uFEFF{}', '1:1 byte-order-mark'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), '1:1 invalid-utf-8 The file is UTF-16'],
    ['UTF-16 of the other order', new Uint8Array([0xfe, 0xff, 0, 0x7b, 0, 0x7d]), '1:1 invalid-utf-8 The file is UTF-16'],
    ['UTF-16 without a mark', new Uint8Array([0x7b, 0, 0x7d, 0]), '1:1 invalid-utf-8 The file is UTF-16'],
    [
      'a wrong byte',
      new Uint8Array([...new TextEncoder().encode('{\n "a": "'), 0xe4, 0x22, 0x7d]),
      '2:8 invalid-utf-8 The file is not UTF-8 from here on',
    ],
    ['zero bytes', new Uint8Array(16), '1:1 not-json'],
    [
      'a repeated name',
      '{"a": 1,\n "b": {"c": 1, "c": 2}}',
      '2:16 duplicate-key "c" stands here a second time; the first is at x.json:2:8.',
    ],
    ['a repeated name in other letters', '{"a": 1, "\\u0061": 2}', '1:10 duplicate-key'],
    ['__proto__', '{"a": {"__proto__": {"b": 1}}}', '1:8 forbidden-key "__proto__" cannot be the name of anything.'],
    ['constructor', '{"constructor": 1}', '1:2 forbidden-key'],
    ['prototype', '{"prototype": 1}', '1:2 forbidden-key'],
  ])('%s', (_name, text, expected) => {
    expect(found(text)[0]?.startsWith(expected), found(text)[0]).toBe(true);
    expect(found(text)).toHaveLength(1);
    expect(parse(text).document).toBeUndefined();
  });

  it('reads 64 levels and no more, and counts depth outside of texts only', () => {
    expect(found(nested(63, '[', ']'))).toEqual([]);
    expect(found(nested(64, '[', ']'))[0]).toContain('too-deep');
    expect(found(JSON.stringify({ a: '[{"\\'.repeat(500) }))).toEqual([]);
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('survives half a million nested %s', (_name, open, close) => {
    expect(found(nested(500_000, open, close))[0]).toContain('too-deep');
    expect(found(open.repeat(500_000))[0]).toContain('too-deep');
  });

  it('stops after a hundred repeated names', () => {
    expect(found(`{${'"a":1,'.repeat(5000)}"a":1}`)).toHaveLength(100);
  });

  it('places a value by line and column', () => {
    const { document } = parse('{\n  "a": {"b": [1,\n 2]}\n}');
    expect(document?.place(['a', 'b', '1'])).toEqual({ file: 'x.json', line: 3, column: 2, endLine: 3, endColumn: 3 });
    expect(document?.place(['a', 'b'], 'key')).toEqual({ file: 'x.json', line: 2, column: 9, endLine: 2, endColumn: 12 });
    expect(document?.place(['a', 'nowhere'])).toEqual({ file: 'x.json', line: 2, column: 8, endLine: 2, endColumn: 9 });
  });
});

describe('what cannot be read', () => {
  it('refuses more than a megabyte without reading it', async () => {
    const root = await project({ 'x.json': ' '.repeat(1024 * 1024 + 1) });
    expect((await readDefinition(root, 'x.json', new Memo())).problems).toMatchObject([{ file: 'x.json', code: 'too-large' }]);
  });

  it('refuses folders and pipes', async () => {
    const root = await project({});
    await mkdir(join(root, 'x.json'));
    execFileSync('mkfifo', [join(root, 'y.json')]);
    expect((await readDefinition(root, 'x.json', new Memo())).problems).toMatchObject([{ code: 'unreadable' }]);
    expect((await readDefinition(root, 'y.json', new Memo())).problems).toMatchObject([{ code: 'unreadable' }]);
  });

  it.skipIf(process.getuid?.() === 0)('says so of a file without permission', async () => {
    const root = await project({ 'x.json': '{}' });
    await chmod(join(root, 'x.json'), 0);
    expect((await readDefinition(root, 'x.json', new Memo())).problems).toMatchObject([
      { code: 'unreadable', message: 'Cannot be read: EACCES.' },
    ]);
  });

  it('reads nothing of an empty folder', async () => {
    expect(await checkAll(await project({}))).toEqual([]);
  });
});

describe('definitions made to break the program', () => {
  const problemsOf = async (module: unknown) => checkAll(await project({ ...sound(), 'schemas/modules/evil.json': patch(module) }));
  const evil = (field: unknown) => ({ title: 'Evil', pages: { evil: { kind: 'composed', title: field, sections: {} } } });
  const deep = (depth: number, leaf: unknown, wrap: (inner: unknown) => unknown): unknown =>
    depth === 0 ? leaf : wrap(deep(depth - 1, leaf, wrap));

  it.each<[string, unknown, string]>([
    ['a message of a thousand nested choices', evil(`${'{a, select, other {'.repeat(90)}x${'}}'.repeat(90)}`), 'bad-message'],
    ['a very long message', evil('x'.repeat(5000)), 'bad-message'],
    [
      'a pattern for a matcher that backtracks',
      evil({ value: { cases: { a: { when: { '/query/id': { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } }, value: { const: 1 } } } } }),
      'bad-pattern',
    ],
    [
      'a very long pattern',
      evil({ value: { cases: { a: { when: { '/query/id': { pattern: 'a'.repeat(5000) } }, value: { const: 1 } } } } }),
      'bad-pattern',
    ],
    [
      'a template of many braces',
      {
        title: 'E',
        pages: { evil: { kind: 'composed', sections: { a: { section: 'actions', actions: { a: { to: `/${'{a}'.repeat(3000)}` } } } } } },
      },
      'bad-template',
    ],
    ['references to what objects inherit', evil('/query/toString'), 'unknown-field'],
    ['a root that objects inherit', evil('/hasOwnProperty/call'), 'unknown-root'],
    [
      'a source that objects inherit',
      { title: 'E', pages: { evil: { kind: 'list', source: 'valueOf', layouts: { a: { card: 'toString' } } } } },
      'unknown-endpoint',
    ],
    [
      'sections in sections as deep as files go',
      {
        title: 'E',
        pages: {
          evil: {
            kind: 'composed',
            sections: deep(25, { end: { section: 'text', text: 3 } }, (inner) => ({ more: { section: 'group', sections: inner } })),
          },
        },
      },
      'wrong-type',
    ],
    [
      'tests in tests as deep as files go',
      evil({
        value: { cases: { a: { when: { '/query/id': deep(40, { minimun: 3 }, (inner) => ({ not: inner })) }, value: { const: 1 } } } },
      }),
      'unknown-key',
    ],
  ])('%s', async (_name, module, code) => {
    expect((await problemsOf(module)).map((problem) => problem.code)).toContain(code);
  });

  it('shows a hundred Problems of a file and counts the rest', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]));
    const problems = await problemsOf({ ...evil('x'), ...many });
    expect(problems).toHaveLength(101);
    expect(problems.find(({ code }) => code === 'more-problems')?.message).toContain('19900 more');
  });

  it('suggests nothing for a name of a hundred thousand letters', async () => {
    const problems = await problemsOf({ ...books, backRouteId: 9, pages: {}, endpoints: {}, ['t'.repeat(100_000)]: 1 });
    expect(problems).toMatchObject([{ code: 'unknown-key' }]);
  });
});
