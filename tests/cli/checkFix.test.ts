import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCheck } from '../../src/cli/check/command';
import { project, sound } from '../definitions/project';

const argv = process.argv;
afterEach(() => {
  process.argv = argv;
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

const patched = 'tenants/north/modules/books.json';

/** Runs the command with --fix on a project with a patch; returns what the patch is then, what was printed and the exit code. */
async function fix(text: string, file = patched): Promise<{ text: string; printed: string; code: number }> {
  const root = await project({ ...sound(), [file]: text });
  process.argv = ['node', 'check', root, '--fix', '--lang', 'en'];
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await runCheck();
  return { text: await readFile(join(root, file), 'utf8'), printed: write.mock.calls.map(([line]) => String(line)).join(''), code };
}

describe('what --fix puts right', () => {
  it.each<[string, string, string]>([
    ['a misspelt key', '{ "pages": { "books": { "pagesize":   8 } } }', '{ "pages": { "books": { "pageSize":   8 } } }'],
    ['a misspelt choice', '{ "cards": { "tile": { "shape": "lien" } } }', '{ "cards": { "tile": { "shape": "line" } } }'],
    [
      'a misspelt field',
      '{\n\t"cards": { "tile": { "title": "/row/shelv" } }\n}\n',
      '{\n\t"cards": { "tile": { "title": "/row/shelf" } }\n}\n',
    ],
    [
      'a misspelt card',
      '{ "pages": { "books": { "layouts": { "more": { "card": "tyle" } } } } }',
      '{ "pages": { "books": { "layouts": { "more": { "card": "tile" } } } } }',
    ],
    ['a comma too many', '{ "title": "B",\n}', '{ "title": "B"\n}'],
    ['Chinese punctuation', '{ “title”：“书目”， "backRouteId": 9｝', '{ "title":"书目", "backRouteId": 9}'],
    ['a Chinese quotation mark at the end', '{ "title": "书目” }', '{ "title": "书目" }'],
    ['a byte order mark', '\ufeff{ "title": "B" }', '{ "title": "B" }'],
    ['what changes nothing', '{\n  "title": "Books",\n  "backRouteId": 9\n}\n', '{\n  "backRouteId": 9\n}\n'],
    [
      'what removes nothing',
      '{\n  "title": "B",\n  "cards": { "poster": null, "tile": { "ratio": "1:1" } }\n}\n',
      '{\n  "title": "B",\n  "cards": { "tile": { "ratio": "1:1" } }\n}\n',
    ],
    ['one after the other', '{ "pages": { "books": { "pagesize": 8, }, }, }', '{ "pages": { "books": { "pageSize": 8 } } }'],
  ])('%s', async (_what, before, after) => {
    const { text, printed, code } = await fix(before);
    expect(text).toBe(after);
    expect(printed).toMatch(/^tenants\/north\/modules\/books\.json:\d+:\d+ \w+ [\w-]+ /);
    expect([printed.endsWith('0 errors, 0 warnings\n'), code]).toEqual([true, 0]);
  });

  it.each<[string, string, string?]>([
    [
      'what can be two names',
      '{ "pages": { "books": { "layouts": { "tiles": { "card": "tiler" } } } }, "cards": { "tiles": { "shape": "line", "title": "/row/name" } } }',
    ],
    ['what is there already under the right name', '{ "pages": { "books": { "pageSize": 8, "pagesize": 9 } } }'],
    ['what is only like a name in its meaning', '{ "cards": { "tile": { "opens": { "link": "/books" } } } }'],
    ['what removes something misspelt', '{ "pages": { "books": { "filters": { "genr": null } } } }'],
    ['a name that is a part of what stands there', '{ "pages": { "books": { "source": "boks:list" } } }'],
    ['an expression', '{ "cards": { "tile": { "opens": { "when": { "expression": "row.pagez > 1" } } } } }'],
    ['what is sound', '{ "title": "B" }'],
  ])('and what it leaves alone: %s', async (_what, before) => expect((await fix(before)).text).toBe(before));

  const ownMenu = (...columns: string[]): string =>
    `{ "hosts": ["north.test"], "code": "n", "fid": "1", "menu": {\n  ${columns.join(',\n  ')}\n} }\n`;
  const asBelow = '"books": { "title": "Books", "id": "10", "module": "books" }';

  it.each([
    ['of a name that is not below', ownMenu(asBelow, '"ours": { "id": "11", "module": "books:books" }')],
    ['of a name that is not below, taken away', ownMenu(asBelow, '"ours": { "id": "11", "after": "nowhere", "module": "books:books" }')],
  ])('no whole menu in which one column has a slip: %s', async (_what, menu) => {
    const { text, printed } = await fix(menu, 'tenants/north/tenant.json');
    expect(text).toBe(menu);
    expect(printed).not.toContain('changes-nothing');
    expect(printed).toContain('"title"');
  });

  it('no short name that is a word of its own and two letters from another', async () => {
    const menu = ownMenu(asBelow, '"ours": { "title": "Ours", "id": "11", "module": "books", "page": "book" }');
    const { text, printed } = await fix(menu, 'tenants/north/tenant.json');
    expect(text).toBe(menu);
    expect(printed).toContain('Unknown key "page". Allowed here');
  });

  it('nothing without effect in a file with errors that it cannot put right', async () => {
    const faulty = '{ "title": "Books", "pages": { "books": { "pageSize": "eight" } } }';
    const { text, printed } = await fix(faulty);
    expect(text).toBe(faulty);
    expect(printed).toContain('changes-nothing');
  });

  it('says before it what the line would be', async () => {
    const root = await project({ ...sound(), [patched]: '{ "pages": { "books": { "pagesize": 8 } } }' });
    process.argv = ['node', 'check', root];
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await runCheck();
    expect(write.mock.calls.join('')).toContain('  + { "pages": { "books": { "pageSize": 8 } } }');
  });
});
