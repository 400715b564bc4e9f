import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listKeyGenerations } from '../../database/accounts/keyGenerations';
import { ensureSharedSecret } from '../../database/accounts/oneTimeCodes';
import type { Queryable } from '../../database/connection';

/** Where the master keys may come from. */
export interface SecretSource {
  /** SECRET_KEYS, or SECRET_KEY alone: each at least 32 bytes in base64 or hexadecimal. */
  secretKeys?: readonly string[];
  /** DATABASE_URL is set: several servers may share the database without sharing a DATA_DIR. */
  sharedDatabase: boolean;
  dataDir: string;
  db: Queryable;
  production: boolean;
}

const bytes = 32;

/**
 * Returns the keys from which all others are derived: the first seals, each of them opens. SECRET_KEYS or SECRET_KEY come first; in
 * production nothing else does, for a key beside the data protects little. Otherwise a server on a database of its own keeps a key
 * in DATA_DIR/secret.key (readable by its owner alone), made once; servers on a shared database keep it in a table there, so
 * that a session opened by one of them is known to the others.
 * @throws with a clear message when there is no key that can be used
 */
export async function readMasterKeys(source: SecretSource): Promise<[Buffer, ...Buffer[]]> {
  const { secretKeys: [first, ...others] = [], sharedDatabase, dataDir, db, production } = source;
  const name = others.length > 0 ? 'each of SECRET_KEYS' : 'SECRET_KEY';
  if (first !== undefined) return [decodeKey(first, name), ...others.map((text) => decodeKey(text, name))];
  const path = join(dataDir, 'secret.key');
  const kept = sharedDatabase ? "in the table secret of the database (select value from secret where name = 'master')" : `in ${path}`;
  if (production)
    throw new Error(
      `SECRET_KEY is not set, and production needs it: 32 random bytes in base64 (openssl rand -base64 32). A portal that ran without it has its key ${kept}.`,
    );
  const fresh = randomBytes(bytes).toString('base64');
  if (sharedDatabase) return [decodeKey(await ensureSharedSecret(db, 'master', fresh), 'the key in the database')];
  return [await readKeyFile(path, fresh, db)];
}

/** Returns the name of a master key: eight hexadecimal digits, which tell nothing of it. */
export const labelKey = (master: Buffer): string => deriveKey(master, 'label').toString('hex').slice(0, 8);

/** Returns a key for one use; keys of different uses tell nothing of each other. */
export function deriveKey(master: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', `portal ${use}`, bytes));
}

function decodeKey(text: string, where: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]+$/.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : /^[A-Za-z0-9+/_-]+=*$/.test(trimmed)
      ? Buffer.from(trimmed, 'base64')
      : Buffer.alloc(0);
  if (key.length < bytes) throw new Error(`${where} must hold at least ${bytes} random bytes in base64 or hexadecimal`);
  return key;
}

/** Written beside and linked to its name, so that of several processes one wins and none reads half a key. */
async function readKeyFile(path: string, fresh: string, db: Queryable): Promise<Buffer> {
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return decodeKey(known, path);
  const [generation] = await listKeyGenerations(db);
  if (generation)
    throw new Error(
      `${path} is missing, and the database was sealed with the key in it (key ${generation.label}). Bring the file along from where the database came from, or set SECRET_KEY to what it holds.`,
    );
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(draft, `${fresh}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return decodeKey(await readFile(path, 'utf8'), path);
}
