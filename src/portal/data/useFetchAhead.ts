import { useEffect } from 'react';

/** Milliseconds that a pointer rests on a link before it counts as about to be pressed: less is passing by. */
const restMs = 80;

/** What says that a link is likely to be followed: the pointer presses it or comes to it, or keys reach it. */
const signs = ['pointerdown', 'focusin', 'pointerover'] as const;

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
    let pressed: (() => void) | undefined;
    const leave = (): void => {
      clearTimeout(likely);
      pressed = undefined;
    };
    /** Let go at once, or before a busy page came to it: what is about to be asked for anyway is asked for before the page is rendered. */
    const letGo = (): void => {
      const begin = pressed;
      leave();
      begin?.();
    };
    const follow = (event: Event): void => {
      const link = findOwnLink(event.target);
      const rests = event.type === 'pointerover';
      leave();
      if (!link || (rests && (event as PointerEvent).pointerType !== 'mouse')) return;
      // Read now: once it is pressed it may lead elsewhere, as a choice that was made leads back.
      const { pathname, search } = link;
      const begin = (): void => {
        pressed = undefined;
        fetchAhead(pathname.slice(prefix.length) || '/', search);
      };
      if (!rests) pressed = begin;
      likely = setTimeout(begin, rests ? restMs : 0);
    };
    for (const sign of signs) document.addEventListener(sign, follow);
    document.addEventListener('pointerout', leave);
    document.addEventListener('click', letGo, true);
    return () => {
      leave();
      for (const sign of signs) document.removeEventListener(sign, follow);
      document.removeEventListener('pointerout', leave);
      document.removeEventListener('click', letGo, true);
    };
  }, [fetchAhead, prefix]);
}

/** Returns the link of this site that was pointed at and opens in this window. */
function findOwnLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  return link && link.origin === window.location.origin && link.target === '' && !link.hasAttribute('download') ? link : undefined;
}
