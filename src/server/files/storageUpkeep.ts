import type { Queryable } from '../../database/connection';
import { findUnknownObjects, forgetGone, listGone, readStorageMark, takeSweepTurn } from '../../database/content/uploadObjects';
import type { ListedObject, ObjectStore } from './objectStore';

const [minute, day] = [60_000, 86_400_000];
/** Objects that are looked up or removed between two looks at the signal. */
const batch = 200;

/**
 * Removes from the storage what no file has any more, a minute after it was left, so that who is just reading it can read on.
 * @returns how many objects
 * @throws StorageFailure; what is left is removed the next time
 */
export async function removeGone(db: Queryable, store: ObjectStore, now: number, signal?: AbortSignal): Promise<number> {
  for (let removed = 0; ;) {
    const objects = await listGone(db, now - minute, batch);
    if (objects.length === 0 || signal?.aborted) return removed;
    for (const object of objects) await store.remove(object);
    await forgetGone(db, objects);
    removed += objects.length;
  }
}

/**
 * Removes objects of more than a day that no file ever came to have, because a server ended in between: once a day, by one of all servers.
 * @returns how many
 * @throws StorageFailure, also when the storage belongs to another database
 */
export async function removeOrphans(db: Queryable, store: ObjectStore, now: number, signal?: AbortSignal): Promise<number> {
  await store.claim(await readStorageMark(db));
  if (!(await takeSweepTurn(db, now - day, now))) return 0;
  let removed = 0;
  for await (const { object } of listOrphans(db, store, now - day)) {
    if (signal?.aborted) break;
    await store.remove(object);
    removed += 1;
  }
  return removed;
}

/** Lists objects from before a moment that no file has and that are not noted to be removed. */
export async function* listOrphans(db: Queryable, store: ObjectStore, before: number): AsyncGenerator<ListedObject> {
  let waiting: ListedObject[] = [];
  const findUnknown = async (): Promise<ListedObject[]> => {
    const unknown = new Set(
      await findUnknownObjects(
        db,
        waiting.map(({ object }) => object),
      ),
    );
    const found = waiting.filter(({ object }) => unknown.has(object));
    waiting = [];
    return found;
  };
  for await (const listed of store.list()) {
    if (listed.modified < before) waiting.push(listed);
    if (waiting.length >= batch) yield* await findUnknown();
  }
  yield* await findUnknown();
}
