import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureSharedSecret } from '../../database/accounts/oneTimeCodes';
import type { Queryable } from '../../database/connection';

/** Where the master key may come from. */
interface SecretSource {
  /** SECRET_KEY: at least 32 bytes in base64 or hexadecimal. */
  secretKey?: string;
  /** DATABASE_URL is set: several servers may share the database without sharing a DATA_DIR. */
  sharedDatabase: boolean;
  dataDir: string;
  db: Queryable;
  /** Told what is unwise in production. */
  warn: (message: string) => void;
  production: boolean;
}

const bytes = 32;

/**
 * Returns the key from which all others are derived. SECRET_KEY comes first. Without it a server on a database of its own keeps a key
 * in DATA_DIR/secret.key (readable by its owner alone), made once; servers on a shared database keep it in a table there, so
 * that a session opened by one of them is known to the others. A key beside the data protects less: production is warned.
 * @throws with a clear message when SECRET_KEY or the file cannot be used
 */
export async function readMasterKey(source: SecretSource): Promise<Buffer> {
  const { secretKey, sharedDatabase, dataDir, db, warn, production } = source;
  if (secretKey !== undefined) return decodeKey(secretKey, 'SECRET_KEY');
  const fresh = randomBytes(bytes).toString('base64');
  if (production)
    warn(
      `SECRET_KEY is not set: the key that protects sessions and phone numbers is kept ${sharedDatabase ? 'in the database' : `in ${join(dataDir, 'secret.key')}`}. Set SECRET_KEY to 32 random bytes in base64.`,
    );
  return sharedDatabase
    ? decodeKey(await ensureSharedSecret(db, 'master', fresh), 'the key in the database')
    : readKeyFile(join(dataDir, 'secret.key'), fresh);
}

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
async function readKeyFile(path: string, fresh: string): Promise<Buffer> {
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return decodeKey(known, path);
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
