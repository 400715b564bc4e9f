import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { commonPasswordsPath, generateCommonPasswords } from '../src/cli/generate/commonPasswords';
import { editorSchemas } from '../src/cli/generate/editorSchemas';
import { generateTextKeys } from '../src/cli/generate/generateTextKeys';
import { generateTypes, generatedTypesPath } from '../src/cli/generate/generateTypes';
import { rulesPath, writeRules } from '../src/definitions/problems/rules';

const root = resolve(import.meta.dirname, '..');

it('definitions.g.ts is what schemas/meta generates', async () => {
  expect(await readFile(join(root, generatedTypesPath), 'utf8')).toBe(await generateTypes(root));
});

it('textKeys.g.ts is what schemas/texts.json generates', async () => {
  expect(await readFile(join(root, 'src/model/textKeys.g.ts'), 'utf8')).toBe(await generateTextKeys(root));
});

it('PROBLEMS.md is what the rules of Problems generate', async () => {
  expect(await readFile(join(root, rulesPath), 'utf8')).toBe(writeRules());
});

it('commonPasswords.txt is what is generated', async () => {
  expect(await readFile(join(root, commonPasswordsPath), 'utf8')).toBe(await generateCommonPasswords());
});

it.each(Object.entries(editorSchemas))('%s is what schemas/meta and schemas/texts.json generate', async (path, generate) => {
  expect(await readFile(join(root, path), 'utf8')).toBe(await generate(root));
});
