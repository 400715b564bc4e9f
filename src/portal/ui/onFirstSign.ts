/** What somebody does before anything is pressed: a pointer comes, a finger touches, the focus moves, a key goes down. */
const signs = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const;

/** For how many milliseconds somebody reads before it is done anyway: who then taps on a slow telephone does not wait for it. */
const readingMs = 5_000;

/**
 * Does something once when there is a first sign that somebody is at work on the page: what is needed once something is pressed is on its way
 * by then, and does not compete with what the page itself needs.
 */
export function onFirstSign(work: () => void): void {
  const once = (): void => {
    clearTimeout(timer);
    for (const sign of signs) document.removeEventListener(sign, once, true);
    work();
  };
  const timer = setTimeout(once, readingMs);
  for (const sign of signs) document.addEventListener(sign, once, { capture: true, passive: true });
}
