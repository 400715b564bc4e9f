import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { copyOfDefinitions, findProblems } from '../server/projectDefinitions';

const root = resolve(import.meta.dirname, '../..');

test.each([
  ['FieldKind', ['enum']],
  ['Format', ['enum']],
  ['Card', ['properties', 'shape', 'enum']],
  ['Derivation', ['properties', 'function', 'enum']],
  ['Param', ['properties', 'match', 'enum']],
] as const)('schemas/README.md names every kind of %s', async (part, path) => {
  const language = JSON.parse(await readFile(join(root, 'schemas/meta/language.schema.json'), 'utf8')) as {
    $defs: Record<string, unknown>;
  };
  const kinds = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], language.$defs[part]) as string[];
  const readme = await readFile(join(root, 'schemas/README.md'), 'utf8');
  expect(kinds.filter((kind) => kind !== 'equals' && !readme.includes(`\`${kind}\``))).toEqual([]);
});

/** Reads the examples in JSON of a file. @returns the first one that holds a part */
async function readExamples(file: string): Promise<(part: string) => string> {
  const examples = [...(await readFile(join(root, file), 'utf8')).matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text = '']) => text);
  return (part) => examples.find((text) => text.includes(part)) ?? '';
}

test('what tenants/README.md adds to a module, and the back end that it lets answer one, have no fault', async () => {
  const folder = await copyOfDefinitions();
  try {
    const find = await readExamples('tenants/README.md');
    await writeFile(join(folder, 'tenants/centre/modules/exhibit.json'), find('"donor"'));
    const file = join(folder, 'tenants/library/tenant.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...settings, ...(JSON.parse(find('"backends"')) as object) }));
    await mkdir(join(folder, 'tenants/library/modules'), { recursive: true });
    await writeFile(join(folder, 'tenants/library/modules/information.json'), find('"upstream"'));
    expect(await findProblems(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('what schemas/README.md adds to the proposals, for public pages to tell their states apart, has no fault', async () => {
  const folder = await copyOfDefinitions();
  try {
    const find = await readExamples('schemas/README.md');
    await writeFile(join(folder, 'schemas/modules/proposal.json'), find('"title": "空间提案"'));
    await writeFile(join(folder, 'tenants/centre/modules/proposal.json'), find('"/row/stage"'));
    expect(await findProblems(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
