import type { Reply } from '../model/payload';

/**
 * Returns a list as the way from one of its entries to the next (ledger WORK-22, WORK-23): only the entry before the one with the id and
 * the one after it are kept, the last one comes before the first. A list without it, or with it alone, leads nowhere.
 */
export function findNeighbours(reply: Reply, id: unknown): Reply {
  const { rows } = reply;
  const at = rows.findIndex((row) => String(row['id']) === String(id));
  const around = at < 0 || rows.length < 2 ? {} : { previous: rows.at(at - 1), next: rows[(at + 1) % rows.length] };
  return { ...reply, rows: [], ...around };
}
