import type { Queryable } from '../../database/connection';
import { findExistingIds } from '../../database/content/items';
import { addTallies } from '../../database/content/votes';
import { type NewItem, putItems } from '../../database/content/writeItems';
import { inTransaction } from '../../database/transaction';
import { addSearch } from '../items/record';
import { noteFirstShape } from '../items/storedShapes';
import { findCountedVotes } from '../items/voteField';
import { type ImportResult, type ImportTarget, type ReadOptions, type StoreBatch, importRows } from './importRows';
import type { RowSource } from './rows';

/** How rows are imported. */
export interface ImportOptions extends ReadOptions {
  /** One transaction: nothing is stored unless every row is good. */
  allOrNothing?: boolean;
  /** Items with an id that exists already are left as they are. */
  keepExisting?: boolean;
  /** Returns what is stored of a batch, within the transaction of it. */
  prepare?: (tx: Queryable, records: NewItem[]) => Promise<NewItem[]>;
  /** What is to be done once all is stored; of all or nothing within the same transaction. */
  settle?: (tx: Queryable, result: ImportResult) => Promise<void>;
}

class RolledBack extends Error {
  constructor(readonly result: ImportResult) {
    super();
  }
}

/**
 * Imports the rows of an opened file into a tenant's module. Items with an id that exists already are replaced.
 * @param db undefined: everything is checked, nothing stored, and all good rows count as imported
 * @throws ImportFault when the file cannot be imported at all; batches stored before stay, unless it is all or nothing
 */
export async function importContent(
  db: Queryable | undefined,
  target: ImportTarget,
  source: RowSource,
  options: ImportOptions,
): Promise<ImportResult> {
  if (!db) return importRows(target, source, options, async (records) => records.length);
  if (!options.allOrNothing) {
    const result = await importRows(target, source, options, storeIn(db, target, options));
    await options.settle?.(db, result);
    return result;
  }
  try {
    return await inTransaction(db, async (tx) => {
      const result = await importRows(target, source, { ...options, lanes: 1, strict: true }, storeIn(tx, target, options));
      if (result.failed > 0 || result.stopped) throw new RolledBack(result);
      await options.settle?.(tx, result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return { ...error.result, imported: 0, updated: 0, rolledBack: true };
    throw error;
  }
}

/** Rows of an import that the site search finds as soon as they are stored; more take longer to be entered there than to be stored. */
const mostEntered = 2_000;

/**
 * Stores batches in a database; each is stored as a whole or not at all. Items that visitors vote for keep the votes that they were given
 * here, beside those that the import brings.
 */
export function storeIn(
  db: Queryable,
  { tenant, module }: ImportTarget,
  { keepExisting, prepare }: Pick<ImportOptions, 'keepExisting' | 'prepare'> = {},
): StoreBatch {
  let noted: Promise<void> | undefined;
  let stored = 0;
  const votes = findCountedVotes(module);
  return async (records) => {
    // Before the first items are there, whichever batch is stored first.
    await (noted ??= noteFirstShape(db, tenant, module));
    const ids = [...new Set(records.map(({ id }) => id))];
    const known = await findExistingIds(db, tenant, [module.name], ids);
    const chosen = keepExisting ? records.filter(({ id }) => !known.has(id)) : records;
    const fresh = ids.length - known.size;
    if (chosen.length === 0) return { fresh, kept: records.length };
    const store = async (tx: Queryable): Promise<void> => {
      const prepared = prepare ? await prepare(tx, chosen) : chosen;
      // Counted before it is stored, as other batches begin meanwhile.
      const isLater = stored >= mostEntered && module.search !== undefined;
      stored += chosen.length;
      const found = prepared.map((record) => (isLater ? Object.assign(record, { searchLater: true }) : addSearch(module, record)));
      await putItems(tx, found, { batch: chosen.length });
    };
    const storeVoted = async (tx: Queryable): Promise<void> => {
      await store(tx);
      if (votes) await addTallies(tx, { tenant, module: module.name }, ids, votes);
    };
    await ((votes ?? prepare) && !db.kysely.isTransaction ? inTransaction(db, storeVoted) : storeVoted(db));
    return { fresh, kept: records.length - chosen.length };
  };
}
