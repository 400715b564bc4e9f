import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRule, linkToRule } from '../../../src/definitions/problems/rules';

const root = resolve(import.meta.dirname, '../../..');

async function readAll(folder: string, ending: string): Promise<string> {
  const names = await readdir(join(root, folder), { recursive: true });
  const texts = names.filter((name) => name.endsWith(ending)).map((name) => readFile(join(root, folder, name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** The codes that are written in the code, and those that the broken files of these tests have, some of which are put together. */
async function listCodes(): Promise<string[]> {
  const [source, broken] = await Promise.all([readAll('src/definitions', '.ts'), readAll('tests/definitions/broken', '.txt')]);
  const written = [...source.matchAll(/create(?:Error|Warning)\(\s*'([a-z0-9-]+)'|Code = '([a-z0-9-]+)'/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  const told = [...broken.matchAll(/^\S+:\d+:\d+ (?:error|warning) (\S+)/gm)].map(([, code = '']) => code);
  return [...new Set([...written, ...told])].sort();
}

describe('every code of a Problem', () => {
  it('has a rule in both languages, and its link leads to a heading that is there', async () => {
    const codes = await listCodes();
    expect(codes.length).toBeGreaterThan(90);
    const anchors = new Map<string, string[]>();
    for (const code of codes) {
      const [file = '', anchor = ''] = linkToRule(code).split('#');
      if (!anchors.has(file))
        anchors.set(
          file,
          [...(await readFile(join(root, file), 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
            heading.toLowerCase().replaceAll(' ', '-'),
          ),
        );
      expect([code, findRule(code)?.chinese, anchors.get(file)?.includes(anchor)]).toEqual([
        code,
        expect.stringMatching(/\p{Script=Han}/u),
        true,
      ]);
    }
  });
});
