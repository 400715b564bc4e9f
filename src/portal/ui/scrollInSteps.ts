/** Pixels of a step and milliseconds between two (ledger CONV-10). */
const step = 50;
const pause = 10;

/**
 * Scrolls the page in steps until an element is in the middle of the window, or the page ends. Visitors who asked for less
 * motion are taken there at once.
 * @param done called when it is there
 */
export function scrollInSteps(target: Element, done: () => void): void {
  if (typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    target.scrollIntoView({ block: 'center' });
    done();
    return;
  }
  const timer = setInterval(() => {
    const { top, height } = target.getBoundingClientRect();
    const distance = top + height / 2 - window.innerHeight / 2;
    const before = window.scrollY;
    window.scrollBy(0, Math.sign(distance) * Math.min(step, Math.abs(distance)));
    if (Math.abs(distance) > step && window.scrollY !== before) return;
    clearInterval(timer);
    done();
  }, pause);
}
