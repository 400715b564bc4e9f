import { useLayoutEffect } from 'react';

/** What a visitor can go on from: an entry of a list, or a part of the page that has a name. */
const places = 'article, li, tr, [id]';

/**
 * Keeps the focus near a button that goes away with what it did, such as that of a booking taken back: it moves to what is left around it.
 * Otherwise it would be lost, and keys and screen readers begin at the top of the page again. Who went elsewhere meanwhile stays there.
 * @param presses how often the button was pressed; the focus is on it then
 */
export function useFocusNear(presses: number): void {
  useLayoutEffect(() => {
    const pressed = document.activeElement;
    if (!pressed || pressed === document.body) return undefined;
    const around = listAround(pressed);
    return () => {
      // What goes with the button is known only when all of it has gone.
      queueMicrotask(() => {
        if (pressed.isConnected || document.activeElement !== document.body) return;
        const near = around.find((element) => element.isConnected);
        if (!near) return;
        near.tabIndex = -1;
        near.focus({ preventScroll: true });
      });
    };
  }, [presses]);
}

function listAround(element: Element): HTMLElement[] {
  const near = element.parentElement?.closest<HTMLElement>(places);
  return near ? [near, ...listAround(near)] : [];
}
