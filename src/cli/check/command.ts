import { checkAll } from '../../definitions/load';
import { describePlace } from '../../definitions/problems/place';
import { formatProblem, say, type Language } from '../../definitions/problems/problemText';
import { words } from '../../definitions/problems/words';
import { UsageError, runCommand } from '../terminal/command';
import { createLineReader, writeExcerpt } from './excerpt';
import { toSarif } from './sarif';

const usage = `Usage: npm run check [-- [--json | --sarif] [--lang zh|en]] [<folder>]
Checks every definition of the project, or of another folder, and prints what is wrong: one \`file:line:column\` line for each with what stands
there, or with --json a list of Problems, or with --sarif a report in SARIF 2.1.0 (both without npm's own lines after \`npm run --silent\`). The exit
code is 1 when there are errors. Messages are Chinese where the locale is, else English; --lang chooses.`;

/** Runs `npm run check`. @returns the exit code; see `usage` */
export const runCheck = (): Promise<number> =>
  runCommand(
    usage,
    { json: { type: 'boolean' }, sarif: { type: 'boolean' }, lang: { type: 'string' } },
    async ([folder = process.cwd(), ...rest], { json, sarif, lang }) => {
      const language = chooseLanguage(lang);
      if (rest.length > 0 || (json && sarif) || language === undefined) throw new UsageError();
      const problems = await checkAll(folder);
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      if (json || sarif) print(JSON.stringify(json ? problems : toSarif(problems), null, 2));
      else {
        const read = createLineReader(folder);
        for (const problem of problems) {
          const place = describePlace(problem);
          const lines = [formatProblem(problem, language), await writeExcerpt(problem, read), place && `  = ${say(place, language)}`];
          print(lines.filter(Boolean).join('\n'));
        }
        print(say(words`${errors} errors, ${problems.length - errors} warnings`, language));
      }
      return errors > 0 ? 1 : 0;
    },
  );

/** Returns the language that is asked for, else that of the locale (POSIX, chapter 8.2); undefined for one that there is not. */
function chooseLanguage(asked: unknown): Language | undefined {
  if (asked !== undefined) return asked === 'zh' || asked === 'en' ? asked : undefined;
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en';
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
