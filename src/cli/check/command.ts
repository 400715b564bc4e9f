import { checkAll } from '../../definitions/load';
import { formatProblem } from '../../definitions/problems/problemText';
import { UsageError, runCommand } from '../terminal/command';

const usage = `Usage: npm run check [-- --json] [<folder>]
Checks every definition of the project, or of another folder, and prints what is wrong: one \`file:line:column\` line for each, or with --json a
list of Problems. The exit code is 1 when there are errors.`;

/** Runs `npm run check`. @returns the exit code; see `usage` */
export const runCheck = (): Promise<number> =>
  runCommand(usage, { json: { type: 'boolean' } }, async ([folder = process.cwd(), ...rest], { json }) => {
    if (rest.length > 0) throw new UsageError();
    const problems = await checkAll(folder);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const lines = json
      ? [JSON.stringify(problems, null, 2)]
      : [...problems.map(formatProblem), `${errors} errors, ${problems.length - errors} warnings`];
    for (const line of lines) process.stdout.write(`${line}\n`);
    return errors > 0 ? 1 : 0;
  });
