import type { Database } from '../../database/connection';
import { decideItems, listWaitingItems } from '../../database/content/review';
import { stripTags } from '../../runtime/display';
import { UsageError, toOneLine, parseWord, runCommand } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run review -- list [--tenant T]
       npm run review -- approve|reject [--tenant T] <id> ...
Lists what visitors wrote and awaits review, publishes it or rejects it. \`all\` instead of ids: everything that is listed.`;

const actions = ['list', 'approve', 'reject'] as const;

async function list(database: Database, tenant: string | undefined): Promise<number> {
  const waiting = await listWaitingItems(database, tenant);
  for (const { tenant, module, id, title, pub, doc } of waiting)
    console.log([id, tenant, module, pub.toISOString(), toOneLine(title), toOneLine(stripTags(String(doc['content'] ?? '')))].join('\t'));
  console.log(`${waiting.length} await review`);
  return 0;
}

async function decide(database: Database, tenant: string | undefined, named: readonly string[], approve: boolean): Promise<number> {
  const ids = named.includes('all') ? (await listWaitingItems(database, tenant)).map(({ id }) => id) : [...named];
  const done = await decideItems(database, tenant, ids, approve);
  for (const id of ids) console.log(`${id}\t${done.includes(id) ? (approve ? 'published' : 'rejected') : 'does not await review'}`);
  return ids.every((id) => done.includes(id)) ? 0 : 1;
}

/**
 * Runs `npm run review`.
 * @param root the project's folder
 * @returns the exit code; see `usage`
 */
export const runReview = (root: string): Promise<number> =>
  runCommand(usage, { tenant: { type: 'string' } }, async ([word, ...ids], { tenant }) => {
    const action = parseWord(actions, word);
    if ((action === 'list') !== (ids.length === 0)) throw new UsageError();
    return withDatabase(root, (database) =>
      action === 'list' ? list(database, tenant) : decide(database, tenant, ids, action === 'approve'),
    );
  });
