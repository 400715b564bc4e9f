import type { NewItem } from '../../database/content/writeItems';

/** A batch that is being stored. */
interface Storing {
  ids: ReadonlySet<string>;
  done: Promise<void>;
}

/**
 * Stores batches, several at once, while the next ones are read. Never two with the same id at once: of these the later one counts.
 */
export class StoreLanes {
  private readonly under = new Set<Storing>();
  private failed: { error: unknown } | undefined;

  /** @param most how many are stored at once */
  constructor(
    private readonly most: number,
    private readonly store: (records: NewItem[]) => Promise<void>,
  ) {}

  /** Begins to store a batch as soon as there is a lane for it. @throws what storing an earlier one threw */
  async begin(records: NewItem[]): Promise<void> {
    while (this.under.size >= this.most || [...this.under].some(({ ids }) => records.some(({ id }) => ids.has(id))))
      await Promise.race([...this.under].map(({ done }) => done));
    this.throwFailure();
    const storing: Storing = {
      ids: new Set(records.map(({ id }) => id)),
      done: this.store(records)
        .catch((error: unknown) => {
          this.failed ??= { error };
        })
        .then(() => void this.under.delete(storing)),
    };
    this.under.add(storing);
  }

  /** Waits until all are stored. @throws what storing one of them threw */
  async settle(): Promise<void> {
    await Promise.all([...this.under].map(({ done }) => done));
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failed) throw this.failed.error;
  }
}
