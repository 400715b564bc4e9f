import plugin from 'fastify-plugin';

/** For how many milliseconds of each round of the event loop calls that change something are begun. */
const shareMs = 4;

/**
 * Begins pieces of work in the order in which they came, in each round of the event loop only for a bounded time: what else there is to do
 * is done between them. Where there is little to do, each begins at once.
 */
class LoopShare {
  private readonly waiting: (() => void)[] = [];
  private spent = 0;
  private isNextRoundAwaited = false;

  constructor(private readonly milliseconds: number) {}

  /** Begins the work, in this round or in one of the next. */
  take(work: () => void): void {
    this.waiting.push(work);
    if (!this.isNextRoundAwaited) this.awaitNextRound();
    // Behind others it waits for its turn.
    if (this.waiting.length === 1) this.begin();
  }

  private awaitNextRound(): void {
    this.isNextRoundAwaited = true;
    setImmediate(() => {
      this.isNextRoundAwaited = false;
      this.spent = 0;
      this.begin();
      if (this.waiting.length > 0) this.awaitNextRound();
    });
  }

  private begin(): void {
    while (this.spent < this.milliseconds) {
      const work = this.waiting.shift();
      if (!work) return;
      const start = performance.now();
      work();
      this.spent += performance.now() - start;
    }
  }
}

/**
 * Gives who looks at pages precedence over who changes something: in a rush for places a round of the event loop would begin with hundreds
 * of calls, most of which are turned away, and each step of a page would wait behind them.
 */
export const precedence = plugin(async (app) => {
  const share = new LoopShare(shareMs);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') done();
    else share.take(done);
  });
});
