import { useEffect } from 'react';

/** Milliseconds that a pointer rests on a link before it counts as about to be pressed: less is passing by. */
const restMs = 80;

/** Fetches what an address of this site, within its language, leads to. */
export type FetchAhead = (pathname: string, search: string) => void;

/**
 * Fetches what a link leads to as soon as it is likely to be followed: it is pressed, reached by keys, or a pointer rests on it. Until it is
 * let go, most of the reply is there. It is a task of its own: on a slow telephone that a press leads somewhere is painted first.
 * @param prefix what addresses of the page's language begin with
 */
export function useFetchAhead(fetchAhead: FetchAhead, prefix: string): void {
  useEffect(() => {
    let likely: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => clearTimeout(likely);
    const follow = ({ target }: Event, ms: number): void => {
      leave();
      const link = findOwnLink(target);
      if (!link) return;
      const { pathname, search } = link;
      // Read now: once it is pressed it may lead elsewhere, as a choice that was made leads back.
      likely = setTimeout(() => fetchAhead(pathname.slice(prefix.length) || '/', search), ms);
    };
    const press = (event: Event): void => follow(event, 0);
    const rest = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') follow(event, restMs);
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('focusin', press);
    document.addEventListener('pointerover', rest);
    document.addEventListener('pointerout', leave);
    return () => {
      leave();
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('focusin', press);
      document.removeEventListener('pointerover', rest);
      document.removeEventListener('pointerout', leave);
    };
  }, [fetchAhead, prefix]);
}

/** Returns the link of this site that was pointed at and opens in this window. */
function findOwnLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  return link && link.origin === window.location.origin && link.target === '' && !link.hasAttribute('download') ? link : undefined;
}
