/** What somebody does before anything is pressed: a pointer comes, a finger touches, the focus moves, a key goes down. */
const signs = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const;

/**
 * Does something once when there is a first sign that somebody is at work on the page: what is needed once something is pressed is on its way
 * by then, and who only reads fetches none of it.
 */
export function onFirstSign(work: () => void): void {
  const once = (): void => {
    for (const sign of signs) document.removeEventListener(sign, once, true);
    work();
  };
  for (const sign of signs) document.addEventListener(sign, once, { capture: true, passive: true });
}
