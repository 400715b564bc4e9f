/**
 * Does something once when an element is about to be seen; at once where that cannot be known.
 * @param ahead how far outside of the window it counts as seen, such as 200px
 * @returns what gives it up
 */
export function onceInSight(element: Element | null, ahead: string, work: () => void): () => void {
  if (!element || typeof IntersectionObserver !== 'function') {
    work();
    return () => undefined;
  }
  const observer = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      work();
    },
    { rootMargin: ahead },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
