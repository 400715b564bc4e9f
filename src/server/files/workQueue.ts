import { RequestError } from '../api/errors';

/** Does work that takes much of the machine in its order, so much of it at a time. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param atOnce how many pieces of work are done at a time
   * @param mostWaiting how many more may wait
   */
  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Whether as many wait as may. */
  get isFull(): boolean {
    return this.running >= this.atOnce && this.waiting.length >= this.mostWaiting;
  }

  /**
   * Does a piece of work when it is its turn.
   * @throws RequestError 503 when too many wait already
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) throw new RequestError('errorBusy');
    if (this.running < this.atOnce) this.running += 1;
    else {
      await new Promise<void>((begin) => {
        this.waiting.push(begin);
      });
    }
    try {
      return await work();
    } finally {
      // Whoever waits takes the place over, so that none who comes meanwhile is first.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
