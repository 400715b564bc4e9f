import { countPersonalData } from '../../database/accounts/personalData';
import { parseWord, runCommand, UsageError } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run privacy -- report
Counts the personal data that is held, by institution and kind, with the time since when the oldest of it is held. It
tells no values.`;

/**
 * Runs `npm run privacy`.
 * @param root the project's folder
 * @returns the exit code; see `usage`
 */
export const runPrivacy = (root: string): Promise<number> =>
  runCommand(usage, {}, async ([word, ...rest]) => {
    parseWord(['report'], word);
    if (rest.length > 0) throw new UsageError();
    return withDatabase(root, async (database) => {
      for (const { tenant, kind, count, oldest } of await countPersonalData(database))
        console.log([tenant, kind, count, oldest.toISOString().slice(0, 10)].join('\t'));
      return 0;
    });
  });
