import { checkAll } from '../../definitions/load';
import { formatProblem } from '../../definitions/problems/problemText';
import { UsageError, runCommand } from '../terminal/command';
import { createLineReader, writeExcerpt } from './excerpt';
import { toSarif } from './sarif';

const usage = `Usage: npm run check [-- --json | --sarif] [<folder>]
Checks every definition of the project, or of another folder, and prints what is wrong: one \`file:line:column\` line for each with what stands
there, or with --json a list of Problems, or with --sarif a report in SARIF 2.1.0 (both without npm's own lines after \`npm run --silent\`). The exit
code is 1 when there are errors.`;

/** Runs `npm run check`. @returns the exit code; see `usage` */
export const runCheck = (): Promise<number> =>
  runCommand(
    usage,
    { json: { type: 'boolean' }, sarif: { type: 'boolean' } },
    async ([folder = process.cwd(), ...rest], { json, sarif }) => {
      if (rest.length > 0 || (json && sarif)) throw new UsageError();
      const problems = await checkAll(folder);
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      if (json || sarif) print(JSON.stringify(json ? problems : toSarif(problems), null, 2));
      else {
        const read = createLineReader(folder);
        for (const problem of problems) print([formatProblem(problem), await writeExcerpt(problem, read)].filter(Boolean).join('\n'));
        print(`${errors} errors, ${problems.length - errors} warnings`);
      }
      return errors > 0 ? 1 : 0;
    },
  );

const print = (text: string): void => void process.stdout.write(`${text}\n`);
