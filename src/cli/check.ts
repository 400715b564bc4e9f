import { checkAll } from '../definitions/load';
import { problemText } from '../definitions/problems/problemText';

/** Where the results of a check go. */
interface CheckOutput {
  write(text: string): void;
}

/**
 * Checks every definition and prints what is wrong, one `file:line:column` line for each, or with `--json` a list of Problems.
 * @param args the arguments after the command; a folder instead of the current one may be among them
 * @returns the exit code: 1 when there are errors, else 0
 */
async function check(args: readonly string[], output: CheckOutput = process.stdout): Promise<number> {
  const problems = await checkAll(args.find((arg) => !arg.startsWith('-')) ?? process.cwd());
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (args.includes('--json')) output.write(`${JSON.stringify(problems, null, 2)}\n`);
  else {
    for (const problem of problems) output.write(`${problemText(problem)}\n`);
    output.write(`${errors} errors, ${problems.length - errors} warnings\n`);
  }
  return errors > 0 ? 1 : 0;
}

process.exitCode = await check(process.argv.slice(2));
