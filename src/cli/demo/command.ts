import type { Definitions } from '../../definitions/load';
import { loadDemoContent } from '../../demo/loadDemoContent';
import { UsageError, runCommand } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run demo
Loads the demo content of every institution that has not had it yet, whatever else the database holds. The portal itself loads it
only into an empty database, and never with NODE_ENV=production.`;

/**
 * Runs `npm run demo`.
 * @param root the project's folder
 * @returns the exit code: 1 when something could not be read; see `usage`
 */
export const runDemo = (root: string, loadDefinitions: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, {}, async (words) => {
    if (words.length > 0) throw new UsageError();
    const definitions = await loadDefinitions(root);
    return withDatabase(root, async (database) => {
      const lines = await loadDemoContent(database, definitions, root, Date.now());
      for (const line of lines) console.error(line);
      console.log(lines.length === 0 ? 'The demo content is loaded' : 'The demo content is loaded, but for what is named above');
      return lines.length === 0 ? 0 : 1;
    });
  });
