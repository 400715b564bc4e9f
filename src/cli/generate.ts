import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateTypes, generatedTypesPath, writeTypes } from './generate/generateTypes';
import { UsageError, runCommand } from './terminal/command';

const usage = `Usage: npm run generate [-- --check]
Writes ${generatedTypesPath} from schemas/meta. With --check it only compares, and fails when they differ.`;

function firstDifference(expected: string, found: string): string {
  const [wanted, present] = [expected.split('\n'), found.split('\n')];
  const line = wanted.findIndex((text, index) => text !== present[index]);
  return line < 0
    ? 'it has lines too many'
    : `line ${line + 1} should be "${wanted[line]?.trim()}" but is "${present[line]?.trim() ?? ''}"`;
}

process.exitCode = await runCommand(usage, { check: { type: 'boolean' } }, async (words, { check }) => {
  if (words.length > 0) throw new UsageError();
  const root = process.cwd();
  if (!check) {
    await writeTypes(root);
    console.log(`${generatedTypesPath} written`);
    return 0;
  }
  const [expected, found] = await Promise.all([generateTypes(root), readFile(join(root, generatedTypesPath), 'utf8').catch(() => '')]);
  if (expected === found) {
    console.log(`${generatedTypesPath} is up to date`);
    return 0;
  }
  console.error(
    `${generatedTypesPath} does not match schemas/meta: ${firstDifference(expected, found)}\nRun \`npm run generate\` and commit the result.`,
  );
  return 1;
});
