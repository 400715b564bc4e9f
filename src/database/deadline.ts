import { AsyncLocalStorage } from 'node:async_hooks';

/** The time that a request had is over; what it waited for is given up. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/** When what is being done has to be done, by `performance.now()`. */
const deadlines = new AsyncLocalStorage<number>();

/** Does the work, and all that it begins, under a deadline: connections, queries and calls of other servers are given up when it has passed. */
export const runWithDeadline = <T>(milliseconds: number, work: () => T): T => deadlines.run(performance.now() + milliseconds, work);

/** Does work that goes on after what began it: it stands under no deadline. */
export const runWithoutDeadline = <T>(work: () => T): T => deadlines.exit(work);

/** Returns the milliseconds that are left, 0 when none are; undefined where there is no deadline. */
export function getRemainingTime(): number | undefined {
  const deadline = deadlines.getStore();
  return deadline === undefined ? undefined : Math.max(0, Math.ceil(deadline - performance.now()));
}

/**
 * Returns what a promise settles with, if that is before the deadline. Throws DeadlinePassed otherwise.
 * @param onLate is given what the promise is resolved with after it was given up
 */
export function waitWithinDeadline<T>(promise: Promise<T>, onLate: (value: T) => void = () => undefined): Promise<T> {
  const remaining = getRemainingTime();
  if (remaining === undefined) return promise;
  // Not by `Promise.race`, which makes a dozen promises of one: each statement is waited for this way, twice.
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DeadlinePassed('The time of the request is over'));
    }, remaining);
    promise.then(
      (value) => {
        clearTimeout(timer);
        (isLate ? onLate : resolve)(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
