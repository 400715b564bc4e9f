/** Nothing was done, for too many others want to write at this moment; it may be tried again. */
export class TooManyWriters extends Error {
  override readonly name = 'TooManyWriters';
}

/** Of so many connections one is kept for reading. */
const connectionsPerReader = 3;

/**
 * Lets as many transactions at once as leave connections free for reading: however many wait for the same row, pages can be
 * read. Who came first is let in first.
 */
export class Writers {
  private inside = 0;
  private readonly waiting: ((refused?: TooManyWriters) => void)[] = [];
  private readonly most: number;

  /**
   * @param connections of the pool
   * @param patienceMs for how long a transaction waits to be let in; absent: as long as it takes
   */
  constructor(
    connections: number,
    private readonly patienceMs?: number,
  ) {
    this.most = Math.max(1, connections - Math.max(1, Math.floor(connections / connectionsPerReader)));
  }

  /**
   * Does the work once it is let in. Throws TooManyWriters when that takes too long, and what the work throws.
   * @param ahead it is let in before all who wait, as what is done for many at once
   */
  async run<T>(work: () => Promise<T>, ahead = false): Promise<T> {
    if (this.inside < this.most) this.inside += 1;
    else await this.turn(ahead);
    try {
      return await work();
    } finally {
      // The place goes to the next one without becoming free, so that nobody comes in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.inside -= 1;
    }
  }

  private turn(ahead: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (refused?: TooManyWriters): void => {
        clearTimeout(timer);
        if (refused) reject(refused);
        else resolve();
      };
      const timer = this.patienceMs === undefined ? undefined : setTimeout(() => this.refuse(enter), this.patienceMs);
      if (ahead) this.waiting.unshift(enter);
      else this.waiting.push(enter);
    });
  }

  private refuse(waiter: (refused?: TooManyWriters) => void): void {
    const place = this.waiting.indexOf(waiter);
    if (place < 0) return;
    this.waiting.splice(place, 1);
    waiter(new TooManyWriters('Too many wait to write'));
  }
}
