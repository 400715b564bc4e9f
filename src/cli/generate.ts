import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateTypes, generatedTypesPath, writeTypes } from './generate/generateTypes';

const usage = `Usage: npm run generate [-- --check]
Writes ${generatedTypesPath} from schemas/meta. With --check it only compares, and fails when they differ.`;

/**
 * `npm run generate`: see {@link usage}.
 * @param root the project's root folder
 * @returns the exit code: 0 done, 1 the generated file is out of date, 2 wrong arguments
 */
async function generate(args: string[], root: string): Promise<number> {
  if (args.some((arg) => arg !== '--check')) {
    console.error(usage);
    return 2;
  }
  if (args.length === 0) {
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
}

function firstDifference(expected: string, found: string): string {
  const [wanted, present] = [expected.split('\n'), found.split('\n')];
  const line = wanted.findIndex((text, index) => text !== present[index]);
  return line < 0
    ? 'it has lines too many'
    : `line ${line + 1} should be "${wanted[line]?.trim()}" but is "${present[line]?.trim() ?? ''}"`;
}

process.exitCode = await generate(process.argv.slice(2), process.cwd());
