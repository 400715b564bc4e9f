import {
  type KeyGeneration,
  listKeyGenerations,
  lockKeyGenerations,
  putKeyGeneration,
  removeKeyGeneration,
} from '../../database/accounts/keyGenerations';
import { countSealed, sampleUnlabelled } from '../../database/accounts/sealedValues';
import type { Queryable } from '../../database/connection';
import { inTransaction } from '../../database/transaction';
import { deriveAccountKeys, type KeyRing } from './keys';
import { deriveKey, labelKey, readMasterKeys, type SecretSource } from './secrets';

/** How a process runs, as far as its keys depend on it. */
type Surroundings = Pick<SecretSource, 'secretKeys' | 'dataDir' | 'production'> & { databaseUrl?: string };

/**
 * Reads the master keys, and compares them with what is stored.
 * @throws with a clear message when there is no key that can be used
 */
export async function loadKeyRing(db: Queryable, surroundings: Surroundings): Promise<KeyRing> {
  return openKeyRing(db, await readMasterKeys({ ...surroundings, db, sharedDatabase: surroundings.databaseUrl !== undefined }));
}

/**
 * Compares the master keys with the marks of those that sealed what is stored, and keeps the mark of the first one; the mark of a key
 * that is no longer given goes once nothing is left under it. @internal
 * @throws with words on what to do when something is stored that none of the keys can open; nothing was changed then
 */
export async function openKeyRing(db: Queryable, masters: readonly [Buffer, ...Buffer[]]): Promise<KeyRing> {
  return inTransaction(db, async (tx) => {
    await lockKeyGenerations(tx);
    const generations = await listKeyGenerations(tx);
    const known = new Map(masters.map((master) => [markKey(master), master]));
    if (generations.length === 0) await openSamples(tx, masters);
    for (const generation of generations) if (!known.has(generation.mark)) await dropGeneration(tx, generation, masters);
    const [first] = masters;
    await putKeyGeneration(tx, { label: labelKey(first), mark: markKey(first) });
    const [oldest] = await listKeyGenerations(tx);
    return { masters, marking: known.get(oldest?.mark ?? '') ?? first };
  });
}

/** Proves a key without telling it. */
const markKey = (master: Buffer): string => deriveKey(master, 'key check').toString('base64url');

async function dropGeneration(tx: Queryable, { label, rotated }: KeyGeneration, masters: readonly Buffer[]): Promise<void> {
  const labels = masters.map(labelKey);
  const left = rotated ? (await countSealed(tx)).filter((part) => part.label !== 'plain' && !labels.includes(part.label)) : undefined;
  if (left?.length !== 0) throw refuse(label, masters);
  await removeKeyGeneration(tx, label);
}

/** In a database from before keys had marks, what is stored says itself whether the key is right. */
async function openSamples(tx: Queryable, masters: readonly Buffer[]): Promise<void> {
  const keys = masters.map((master) => deriveAccountKeys(master));
  const opens = (tenant: string, sealed: string): boolean =>
    keys.some(({ open }) => {
      try {
        open(tenant, sealed);
        return true;
      } catch {
        return false;
      }
    });
  const samples = await sampleUnlabelled(tx);
  if (!samples.every(({ tenant, sealed }) => opens(tenant, sealed))) throw refuse('unknown', masters);
}

const refuse = (label: string, masters: readonly Buffer[]): Error =>
  new Error(
    `What the database holds was sealed with another key (${label}) than the one given (${masters.map(labelKey).join(', ')}). Nothing was changed.
  If the database was moved, set SECRET_KEY to the key of the place that it came from: its SECRET_KEY, or what its data/secret.key holds.
  If the key is to be changed, set SECRET_KEYS=<new>,<old>, start, and run "npm run keys -- rotate" before the old one goes.`,
  );
