import plugin from 'fastify-plugin';

const minute = 60_000;

/** What is done again and again, when it is done first and how long it rests, in milliseconds. */
export interface SweepOptions {
  /** Ends early when the signal says so. */
  sweep: (signal?: AbortSignal) => Promise<void>;
  report: (error: unknown) => void;
  firstMs?: number;
  restMs?: number;
}

/**
 * Removes what is of no use any more, a minute after the server listens and then every hour. Servers begin at different moments; what one is
 * at, the others pass over. Closing waits for what is under way.
 */
export const sweeps = plugin(async (app, { sweep, report, firstMs = minute * (1 + Math.random()), restMs = 60 * minute }: SweepOptions) => {
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  const closing = new AbortController();
  const plan = (milliseconds: number): void => {
    timer = setTimeout(() => {
      underWay = sweep(closing.signal)
        .catch(report)
        .then(() => {
          if (!closing.signal.aborted) plan(restMs);
        });
    }, milliseconds).unref();
  };
  app.addHook('onListen', async () => plan(firstMs));
  app.addHook('onClose', async () => {
    closing.abort();
    clearTimeout(timer);
    await underWay;
  });
});
