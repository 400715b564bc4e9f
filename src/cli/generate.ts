import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rulesPath, writeRules } from '../definitions/problems/rules';
import { commonPasswordsPath, generateCommonPasswords } from './generate/commonPasswords';
import { editorSchemas } from './generate/editorSchemas';
import { generateTextKeys } from './generate/generateTextKeys';
import { generateTypes, generatedTypesPath } from './generate/generateTypes';
import { UsageError, runCommand } from './terminal/command';

const generators = {
  [commonPasswordsPath]: generateCommonPasswords,
  [generatedTypesPath]: generateTypes,
  'src/model/textKeys.g.ts': generateTextKeys,
  [rulesPath]: async () => writeRules(),
  ...editorSchemas,
};

const usage = `Usage: npm run generate [-- --check]
Writes ${Object.keys(generators).join(', ')} from schemas/. With --check it only compares, and fails when they differ.`;

function findFirstDifference(expected: string, found: string): string {
  const [wanted, present] = [expected.split('\n'), found.split('\n')];
  const line = wanted.findIndex((text, index) => text !== present[index]);
  return line < 0
    ? 'it has lines too many'
    : `line ${line + 1} should be "${wanted[line]?.trim()}" but is "${present[line]?.trim() ?? ''}"`;
}

/** Compares what is generated with the file; returns whether they are the same. */
async function check(path: string, expected: string): Promise<boolean> {
  const found = await readFile(path, 'utf8').catch(() => '');
  if (expected === found) console.log(`${path} is up to date`);
  else
    console.error(
      `${path} does not match schemas/: ${findFirstDifference(expected, found)}\nRun \`npm run generate\` and commit the result.`,
    );
  return expected === found;
}

process.exitCode = await runCommand(usage, { check: { type: 'boolean' } }, async (words, { check: compares }) => {
  if (words.length > 0) throw new UsageError();
  const root = process.cwd();
  let code = 0;
  for (const [path, generate] of Object.entries(generators)) {
    const text = await generate(root);
    if (!compares) {
      await writeFile(join(root, path), text);
      console.log(`${path} written`);
    } else if (!(await check(path, text))) code = 1;
  }
  return code;
});
