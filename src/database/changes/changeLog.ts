import type pg from 'pg';
import type { Change } from './noteChanges';

/** Notes of transactions that were over so many milliseconds ago are removed. */
const keptMs = 600_000;
/** Who has not read for so long forgets everything in place of reading on: long before notes are removed. */
const longestAwayMs = 60_000;
const sweepEveryMs = 60_000;

/** Everything may have changed. */
export const everything = 'everything';

/** A change as it was noted, by which all readers know it. */
export interface NotedChange extends Change {
  id: string;
}

interface Row {
  /** All transactions before this one are over. */
  horizon: string;
  /** When the server was started. */
  since: string;
  changes: NotedChange[];
}

/** Transactions that are not begun yet have left no notes: such come from another server, with what was brought back of it. */
const readStatement = `
  select txid_snapshot_xmin(seen)::text as horizon, pg_postmaster_start_time()::text as since, (
    select coalesce(json_agg(json_build_object('id', id::text, 'topic', topic, 'tenant', tenant, 'module', module, 'item', item)), '[]')
    from change
    where transaction >= $1::bigint and transaction < txid_snapshot_xmax(seen)
  ) as changes
  from txid_current_snapshot() as seen`;

const sweepStatement = `
  delete from change where transaction < $1::bigint or transaction >= txid_snapshot_xmax(txid_current_snapshot())`;

/**
 * Reads what was changed since it was read before, whichever transaction committed first: all notes from the oldest transaction on that was not
 * over then, without those that were seen.
 */
export class ChangeLog {
  private horizon: string | undefined;
  private since = '';
  private seen = new Set<string>();
  private readAt = Number.NEGATIVE_INFINITY;
  private sweptAt = performance.now();
  /** Horizons of the last minutes, the oldest first. */
  private readonly horizons: { at: number; horizon: string }[] = [];

  /** Returns what was changed; everything may have the first time, after a long while, and when the server has been started anew. */
  async read(client: pg.ClientBase): Promise<readonly NotedChange[] | typeof everything> {
    const { rows } = await client.query<Row>(readStatement, [this.horizon ?? null]);
    const [row] = rows;
    if (!row) throw new Error('the database did not say what was changed');
    const now = performance.now();
    const isKnown = this.horizon !== undefined && this.since === row.since && now - this.readAt < longestAwayMs;
    const fresh = row.changes.filter(({ id }) => !this.seen.has(id));
    this.seen = new Set(row.changes.map(({ id }) => id));
    this.horizon = row.horizon;
    this.since = row.since;
    this.readAt = now;
    await this.sweep(client, now);
    return isKnown ? fresh : everything;
  }

  private async sweep(client: pg.ClientBase, now: number): Promise<void> {
    if (now - this.sweptAt < sweepEveryMs || this.horizon === undefined) return;
    this.sweptAt = now;
    this.horizons.push({ at: now, horizon: this.horizon });
    let old: string | undefined;
    while (this.horizons[0] && now - this.horizons[0].at > keptMs) old = this.horizons.shift()?.horizon;
    if (old !== undefined) await client.query(sweepStatement, [old]);
  }
}
