import { statfs } from 'node:fs/promises';

const askAgainAfterMs = 500;

/**
 * The space left where the portal keeps what it stores. PostgreSQL ends when its log or a checkpoint finds no space, and may not
 * start again: writing has to stop before.
 */
export class DiskSpace {
  private asked = Number.NEGATIVE_INFINITY;
  private low: Promise<boolean> = Promise.resolve(false);

  /** @param leastFree bytes */
  constructor(
    private readonly folder: string,
    private readonly leastFree: number,
  ) {}

  /** Returns how many bytes are left. @throws when the folder cannot be asked */
  async findFree(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }

  /** Returns whether less is left than must be, as of half a second ago at most. A folder that cannot be asked counts as not low. */
  isLow(): Promise<boolean> {
    if (performance.now() - this.asked >= askAgainAfterMs) {
      this.asked = performance.now();
      this.low = this.findFree().then(
        (free) => free < this.leastFree,
        () => false,
      );
    }
    return this.low;
  }
}
