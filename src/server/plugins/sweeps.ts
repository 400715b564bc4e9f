import plugin from 'fastify-plugin';

const minute = 60_000;

/** What is done again and again, when it is done first and how long it rests, in milliseconds. */
export interface SweepOptions {
  sweep: () => Promise<void>;
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
  let closing = false;
  const plan = (milliseconds: number): void => {
    timer = setTimeout(() => {
      underWay = sweep()
        .catch(report)
        .then(() => {
          if (!closing) plan(restMs);
        });
    }, milliseconds).unref();
  };
  app.addHook('onListen', async () => plan(firstMs));
  app.addHook('onClose', async () => {
    closing = true;
    clearTimeout(timer);
    await underWay;
  });
});
