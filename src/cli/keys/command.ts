import { listKeyGenerations } from '../../database/accounts/keyGenerations';
import { countSealed, type SealedCount } from '../../database/accounts/sealedValues';
import type { Database } from '../../database/connection';
import { loadKeyRing } from '../../server/security/keyRing';
import { type AccountKeys, deriveAccountKeys } from '../../server/security/keys';
import { rotateKeys } from '../../server/security/rotation';
import { parseWord, runCommand, UsageError } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run keys -- status
       npm run keys -- rotate
Tells how many personal details are sealed with which key, or seals all of them with the first of SECRET_KEYS=new,old while
the portal runs. It may be stopped and begun again. Keys are told by eight digits, which say nothing of them.`;

const describeLabel = (label: string, { label: first }: AccountKeys): string =>
  label === 'plain' ? 'not sealed' : label === '' ? 'unnamed' : label === first ? `${label} (seals)` : label;

function printCounts(counts: readonly SealedCount[], keys: AccountKeys): void {
  for (const { table, label, count } of counts) console.log([table, describeLabel(label, keys), count].join('\t'));
}

async function status(database: Database, keys: AccountKeys): Promise<number> {
  const counts = await countSealed(database);
  printCounts(counts, keys);
  for (const { label, rotated } of await listKeyGenerations(database))
    console.log(`key ${describeLabel(label, keys)}${rotated ? ', no longer needed' : ''}`);
  const left = counts.filter(({ label }) => label !== keys.label).reduce((sum, { count }) => sum + count, 0);
  console.log(`${left} left to rotate`);
  return 0;
}

async function rotate(database: Database, keys: AccountKeys): Promise<number> {
  const done = new Map<string, number>();
  const left = await rotateKeys(database, keys, Date.now(), (table, rows) => done.set(table, (done.get(table) ?? 0) + rows));
  for (const [table, rows] of done) console.log(`${table}\t${rows} rows`);
  if (left.length === 0) {
    console.log(`Everything is sealed with key ${keys.label}. Once every server has it as the first key, the others may go.`);
    return 0;
  }
  printCounts(left, keys);
  console.error('Some is still sealed with other keys: give every server the new key as its first one, and run this again.');
  return 1;
}

/**
 * Runs `npm run keys`.
 * @param root the project's folder
 * @returns the exit code; see `usage`
 */
export const runKeys = (root: string): Promise<number> =>
  runCommand(usage, {}, async ([word, ...rest]) => {
    const action = parseWord(['status', 'rotate'], word);
    if (rest.length > 0) throw new UsageError();
    return withDatabase(root, async (database, environment) => {
      const keys = deriveAccountKeys(await loadKeyRing(database, environment));
      return action === 'status' ? status(database, keys) : rotate(database, keys);
    });
  });
