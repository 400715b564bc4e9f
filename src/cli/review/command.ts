import type { Database } from '../../database/connection';
import { listWaitingItems } from '../../database/content/review';
import type { Definitions } from '../../definitions/load';
import { stripTags } from '../../runtime/display';
import { reviewItems, withdrawPublished } from '../../server/items/reviewItems';
import { UsageError, toOneLine, parseWord, runCommand } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

type FindPortal = Parameters<typeof reviewItems>[1];

const usage = `Usage: npm run review -- list [--tenant T]
       npm run review -- approve|reject|withdraw [--tenant T] <id> ...
Lists what visitors wrote and awaits review, publishes it or rejects it. \`all\` instead of ids: everything that is listed.
\`withdraw\` takes what members handed in off the pages again. Points are credited and taken back by the institution's rules.`;

const actions = ['list', 'approve', 'reject', 'withdraw'] as const;

async function list(database: Database, tenant: string | undefined): Promise<number> {
  const waiting = await listWaitingItems(database, tenant);
  for (const { tenant, module, id, title, pub, doc } of waiting)
    console.log([id, tenant, module, pub.toISOString(), toOneLine(title), toOneLine(stripTags(String(doc['content'] ?? '')))].join('\t'));
  console.log(`${waiting.length} await review`);
  return 0;
}

async function decide(
  database: Database,
  portal: FindPortal,
  tenant: string | undefined,
  named: readonly string[],
  approve: boolean,
): Promise<number> {
  const ids = named.includes('all') ? (await listWaitingItems(database, tenant)).map(({ id }) => id) : [...named];
  const done = await reviewItems(database, portal, { tenant, ids, now: Date.now() }, approve);
  return tell(ids, done, approve ? 'published' : 'rejected', 'does not await review');
}

async function withdraw(database: Database, tenant: string | undefined, ids: readonly string[]): Promise<number> {
  const done = await withdrawPublished(database, { tenant, ids: [...ids], now: Date.now() });
  return tell(ids, done, 'withdrawn', "is no member's and published");
}

function tell(ids: readonly string[], done: readonly string[], yes: string, no: string): number {
  for (const id of ids) console.log(`${id}\t${done.includes(id) ? yes : no}`);
  return ids.every((id) => done.includes(id)) ? 0 : 1;
}

/**
 * Runs `npm run review`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runReview = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, { tenant: { type: 'string' } }, async ([word, ...ids], { tenant }) => {
    const action = parseWord(actions, word);
    if ((action === 'list') !== (ids.length === 0)) throw new UsageError();
    return withDatabase(root, async (database) => {
      if (action === 'list') return list(database, tenant);
      if (action === 'withdraw') return withdraw(database, tenant, ids);
      const definitions = await load(root);
      return decide(database, (name) => definitions.portal(name), tenant, ids, action === 'approve');
    });
  });
