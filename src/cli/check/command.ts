import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkAll, loadDefinitions } from '../../definitions/load';
import { describePlace } from '../../definitions/problems/place';
import { formatProblem, say, type Language } from '../../definitions/problems/problemText';
import type { Problem } from '../../model/problem';
import { linkToRule } from '../../definitions/problems/rules';
import { toName, words } from '../../definitions/problems/words';
import { findProjectFolder, resolveTyped, runCommand, UsageError } from '../terminal/command';
import { createLineReader, writeExcerpt } from './excerpt';
import { repairAll } from './repair';
import { toSarif } from './sarif';
import { listUntranslated } from './untranslated';

const usage = `Usage: npm run check [-- [--json | --sarif] [--lang zh|en] [--fix] [--untranslated]] [<folder>]
Checks every definition of the project, or of another folder, and prints what is wrong: one \`file:line:column\` line for each with what stands
there, or with --json a list of Problems, or with --sarif a report in SARIF 2.1.0 (both without npm's own lines after \`npm run --silent\`). The exit
code is 1 when there are errors, and 2 for a folder without definitions. Messages are Chinese where the locale is, else English; --lang chooses. With --fix\nwhat is known for sure how is put right in the files first, and printed: misspelt names that can be one only, punctuation, patches without effect. With --untranslated\nit lists instead what institutions say in their own language alone where they can be read in another: pages show it, marked as such.`;

/** Runs `npm run check`. @returns the exit code; see `usage` */
export const runCheck = (): Promise<number> =>
  runCommand(
    usage,
    {
      json: { type: 'boolean' },
      sarif: { type: 'boolean' },
      lang: { type: 'string' },
      fix: { type: 'boolean' },
      untranslated: { type: 'boolean' },
    },
    async ([place, ...rest], { json, sarif, lang, fix, untranslated }) => {
      const folder = place === undefined ? process.cwd() : resolveTyped(place);
      const language = chooseLanguage(lang);
      if (rest.length > 0 || (json && sarif) || language === undefined) throw new UsageError();
      if (!(await holdsDefinitions(folder))) throw new UsageError(say(words`There are no definitions in ${toName(folder)}.`, language));
      if (untranslated) {
        const found = listUntranslated(await loadDefinitions(folder));
        for (const { tenant, locale, place, text } of found) print(`${tenant}/${locale} ${place} ${JSON.stringify(text)}`);
        print(`${found.length}`);
        return 0;
      }
      const tellFixed = (problem: Problem): void => {
        if (!json && !sarif) print(`${formatProblem(problem, language)}\n  - ${problem.fix?.from}\n  + ${problem.fix?.to ?? ''}`);
      };
      const problems = fix ? await repairAll(folder, tellFixed) : await checkAll(folder);
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      if (json)
        print(
          JSON.stringify(
            problems.map((problem) => ({ ...problem, helpUri: helpOf(problem.code) })),
            null,
            2,
          ),
        );
      else if (sarif) print(JSON.stringify(toSarif(problems, language, helpOf), null, 2));
      else {
        const read = createLineReader(folder);
        const linked = new Set<string>();
        for (const problem of problems) {
          const place = describePlace(problem);
          const link = linked.has(linkToRule(problem.code)) ? undefined : `  = ${linkToRule(problem.code)}`;
          linked.add(linkToRule(problem.code));
          const lines = [formatProblem(problem, language), await writeExcerpt(problem, read), place && `  = ${say(place, language)}`, link];
          print(lines.filter(Boolean).join('\n'));
        }
        print(say(words`${errors} errors, ${problems.length - errors} warnings`, language));
      }
      return errors > 0 ? 1 : 0;
    },
  );

/** Whether there is anything in a folder to be checked. */
async function holdsDefinitions(folder: string): Promise<boolean> {
  const names = ['schemas', 'tenants'].map((name) => readdir(join(folder, name), { recursive: true }).catch((): string[] => []));
  return (await Promise.all(names)).flat().some((name) => name.endsWith('.json'));
}

/** Returns the address at which a rule is explained: SARIF takes whole ones alone, and the reference comes with the program. */
const helpOf = (code: string): string => {
  const [path = '', anchor = ''] = linkToRule(code).split('#');
  return `${pathToFileURL(join(findProjectFolder(import.meta.url), path)).href}#${anchor}`;
};

/** Returns the language that is asked for, else that of the locale (POSIX, chapter 8.2); undefined for one that there is not. */
function chooseLanguage(asked: unknown): Language | undefined {
  if (asked !== undefined) return asked === 'zh' || asked === 'en' ? asked : undefined;
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en';
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
