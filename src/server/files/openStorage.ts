import type { Queryable } from '../../database/connection';
import { countPlaces, readStorageMark } from '../../database/content/uploadObjects';
import type { StorageAddress } from '../config/storageAddress';
import { ObjectStore } from './objectStore';
import { StorageFailure } from '../config/storageFailure';
import type { StorageUse } from './uploadContents';

const advice: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'it does not know the key',
  SignatureDoesNotMatch: 'the secret is not that of the key',
  AccessDenied: 'the key may not get, put, delete and list there',
  NoSuchBucket: 'there is no such bucket',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
};

/**
 * Opens the storage of files, if there is one.
 * @param warn told when it is away: pages are shown without it, and it may be back any time
 * @throws Error when it refuses, saying why, or belongs to another database
 */
export async function openStorage(
  db: Queryable,
  address: StorageAddress | undefined,
  warn: (line: string) => void,
): Promise<StorageUse | undefined> {
  if (!address) {
    const { files } = (await countPlaces(db)).storage;
    if (files > 0) warn(`${files} files are in a storage, and FILES_URL is not set: they cannot be read.`);
    return undefined;
  }
  const store = new ObjectStore(address);
  try {
    await store.claim(await readStorageMark(db));
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    if (!error.mayPass) throw new Error([error.message, advice[error.code ?? '']].filter(Boolean).join(': '), { cause: undefined });
    warn(`${error.message}. Files in it cannot be had until it is back.`);
  }
  return { store, takesNew: address.takesNew };
}
