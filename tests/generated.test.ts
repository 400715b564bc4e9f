import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { generateTypes, generatedTypesPath } from '../src/cli/generate/generateTypes';

const root = resolve(import.meta.dirname, '..');

it('definitions.g.ts is what schemas/meta generates', async () => {
  expect(await readFile(join(root, generatedTypesPath), 'utf8')).toBe(await generateTypes(root));
});
