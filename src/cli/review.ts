import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../database/connection';
import { decideItems, waitingItems } from '../database/content/review';
import { stripTags } from '../runtime/show';
import { readEnvironment } from '../server/config/environment';
import { oneLine } from './terminal/command';

const usage = `Usage: npm run review -- list [--tenant T]
       npm run review -- approve|reject [--tenant T] <id> ...
Lists what visitors wrote and awaits review, publishes it or rejects it. \`all\` instead of ids: everything that is listed.`;

interface Order {
  action: 'list' | 'approve' | 'reject';
  tenant?: string;
  ids: string[];
}

/** @returns what the arguments ask for, or undefined when they make no sense */
function parse(args: readonly string[]): Order | undefined {
  const [action, ...rest] = args;
  if (action !== 'list' && action !== 'approve' && action !== 'reject') return undefined;
  const order: Order = { action, ids: [] };
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (word === '--tenant') order.tenant = rest[(at += 1)];
    else if (word.startsWith('--tenant=')) order.tenant = word.slice('--tenant='.length);
    else if (word.startsWith('-')) return undefined;
    else order.ids.push(word);
  }
  if (rest.includes('--tenant') && order.tenant === undefined) return undefined;
  return (action === 'list') === (order.ids.length === 0) ? order : undefined;
}

/**
 * `npm run review`: see {@link usage}.
 * @returns the exit code: 0 done, 1 some ids do not await review, 2 wrong arguments
 */
async function review(args: readonly string[], root: string): Promise<number> {
  const order = parse(args);
  if (!order) {
    console.error(usage);
    return 2;
  }
  const { databaseUrl, dataDir } = readEnvironment(process.env, root);
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2 });
  try {
    const waiting = order.action === 'list' || order.ids.includes('all') ? await waitingItems(database, order.tenant) : [];
    if (order.action === 'list') {
      for (const { tenant, module, id, title, pub, doc } of waiting)
        console.log([id, tenant, module, pub.toISOString(), oneLine(title), oneLine(stripTags(String(doc['content'] ?? '')))].join('\t'));
      console.log(`${waiting.length} await review`);
      return 0;
    }
    const ids = order.ids.includes('all') ? waiting.map(({ id }) => id) : order.ids;
    const done = await decideItems(database, order.tenant, ids, order.action === 'approve');
    for (const id of ids)
      console.log(`${id}\t${done.includes(id) ? (order.action === 'approve' ? 'published' : 'rejected') : 'does not await review'}`);
    return ids.every((id) => done.includes(id)) ? 0 : 1;
  } finally {
    await database.close();
  }
}

process.exitCode = await review(process.argv.slice(2), resolve(dirname(fileURLToPath(import.meta.url)), '../..'));
