/** What somebody does before anything is pressed: a pointer comes, a finger touches, the focus moves, a key goes down. */
const signs = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const;

/** For how many milliseconds somebody reads before it is done anyway: who then taps on a slow telephone does not wait for it. */
const readingMs = 5_000;
/** For how many milliseconds a busy page puts it off. */
const idleMs = 500;

/**
 * Does things once when there is a first sign that somebody is at work on the page: what is needed once something is pressed is on its way
 * by then, and does not compete with what the page itself needs. One comes after the other, each when there is nothing else to do, so that
 * what the sign itself leads to is painted first.
 * @param works each settles when it is done; one that fails keeps no other from being done
 */
export function onFirstSign(works: readonly (() => unknown)[]): void {
  const once = async (): Promise<void> => {
    clearTimeout(timer);
    for (const sign of signs) document.removeEventListener(sign, begin, true);
    for (const work of works) {
      await idle();
      try {
        await work();
      } catch {
        // Who needs it tries again.
      }
    }
  };
  const begin = (): void => void once();
  const timer = setTimeout(begin, readingMs);
  for (const sign of signs) document.addEventListener(sign, begin, { capture: true, passive: true });
}

/** Settles when the browser has nothing else to do, at the latest after a while; where it cannot tell, soon. */
export const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: idleMs });
    else setTimeout(resolve);
  });
